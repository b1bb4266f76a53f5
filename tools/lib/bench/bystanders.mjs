// How much of the machine other programs took: two virtual cores are often two threads of one, and then a busy
// neighbour slows the faster kernel down the most. On Linux only; elsewhere null.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const kTicks = 100; // a second, of /proc

/** utime, stime and those of the children it has waited for, and the parent: of the text of /proc/PID/stat. */
export function processOf(text) {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' '); // the name may hold anything
  return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0) };
}

/** Ticks of all that ran, what the host took away included, of the text of /proc/stat. */
export function busyTicks(text) {
  const [user, nice, system, , , irq, softirq, steal] = text.split('\n')[0].trim().split(/\s+/).slice(1).map(Number);
  return user + nice + system + irq + softirq + (steal || 0);
}

/** Ticks of a process and all below it: processes is {pid: {parent, ticks}}. */
export function treeTicks(processes, root) {
  const below = (pid) => {
    for (let at = pid; at; at = processes[at]?.parent) if (at === root) return true;
    return false;
  };
  return Object.keys(processes).map(Number).filter(below).reduce((sum, pid) => sum + processes[pid].ticks, 0);
}

function allProcesses() {
  const processes = {};
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      processes[name] = processOf(readFileSync(`/proc/${name}/stat`, 'utf8'));
    } catch {
      // It ended meanwhile.
    }
  }
  return processes;
}

export function snapshot() {
  if (!existsSync('/proc/stat')) return null;
  return { at: performance.now(), busy: busyTicks(readFileSync('/proc/stat', 'utf8')), own: treeTicks(allProcesses(), process.pid) };
}

/** Cores that others kept busy since `before`, on average. */
export function othersSince(before) {
  const after = before && snapshot();
  if (!after) return null;
  const ticks = after.busy - before.busy - (after.own - before.own);
  return Math.max(0, ticks / kTicks / ((after.at - before.at) / 1000));
}

/** Waits until others leave the machine alone for two seconds, at most so long. */
export async function quiet(mostSeconds, most = 0.1) {
  for (let still = 0, waited = 0; still < 2 && waited < mostSeconds; ++waited) {
    const before = snapshot();
    if (!before) return;
    await new Promise((done) => setTimeout(done, 1000));
    still = othersSince(before) <= most ? still + 1 : 0;
  }
}
