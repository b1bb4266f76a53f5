// The benchmark; see tools/bench.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { othersSince, quiet, snapshot } from './bystanders.mjs';
import { allPass, checkText } from './check.mjs';
import { expectedOf } from './expected.mjs';
import { bestPeer, ceilingOf, caseRate } from './figures.mjs';
import { pythonVersions, runNativeKernels, runNativeRace } from './native.mjs';
import { openChromium, openNode } from './places.mjs';
import { planOf } from './plan.mjs';
import { readmeText, reportText, shownMs, withReadmeTable } from './report.mjs';
import { kOurs } from './race.mjs';
import { median } from './statistics.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    patient: { type: 'boolean', default: false },
    places: { type: 'boolean', default: false },
  },
});
const mode = given.check ? 'check' : given.quick ? 'quick' : 'full';
const plan = planOf(mode, given.only);
if (given.places) { // for the shell, which builds and installs what they need
  console.log([...new Set(plan.map(({ place }) => place))].join(' '));
  process.exit(0);
}

const say = (text) => process.stdout.write(`${text}\n`);
const places = {};
const openers = { node: openNode, chromium: openChromium };
const placeOf = async (name) => (places[name] ??= await openers[name]());

/** From nothing to a first result, each time in a new process or page. */
async function start(place, { times, ...options }) {
  const all = [];
  let files = null;
  for (let n = 0; n < times; ++n) {
    await place.renew();
    const one = await place.run('start', options);
    all.push(one.ms);
    files = one.files?.map((path) => ({ path, gzip: gzipSync(readFileSync(root + path)).length })) ?? null;
  }
  return { times: all, files };
}

async function measure({ place: name, task, options, fresh }) {
  const whole = options.race && task !== 'start' ? { ...options, ...expectedOf(options.race) } : options;
  if (task === 'nativeRace') return runNativeRace(whole);
  if (task === 'nativeKernels') return runNativeKernels(whole);
  const place = await placeOf(name);
  if (task === 'start') return start(place, options);
  if (fresh) await place.renew();
  return place.run(task, whole);
}

const kPatience = 4; // times, and each waits for a quiet moment first
const kBusy = 0.15; // cores; what others take then shows in the figures

async function measured({ task, ...what }) {
  if (given.patient) await quiet(120);
  const before = snapshot();
  const at = performance.now();
  const one = { ...what };
  try {
    one.result = await measure({ task, ...what });
  } catch (problem) {
    one.error = String(problem?.message ?? problem);
  }
  one.seconds = (performance.now() - at) / 1000;
  one.others = othersSince(before);
  return one;
}

/** A word about what came out, behind the measurement's name. */
function inShort({ section, result, error }) {
  if (error) return `FAILED: ${error.split('\n')[0]}`;
  if (section === 'race') {
    const best = bestPeer(result);
    return `${result[kOurs]?.refused ?? `${shownMs(median(result[kOurs]?.times ?? []))} ms`}` +
      (best ? `, ${best.ratio.toFixed(2)}× ${best.name}` : '');
  }
  return section === 'kernels' ? `ceiling ${caseRate(ceilingOf(result)).toFixed(1)} GFLOP/s` : '';
}

const versionOf = (name) => JSON.parse(readFileSync(new URL(`./peers/node_modules/${name}/package.json`, import.meta.url))).version;
const begin = performance.now();
const results = {
  date: new Date().toISOString(),
  command: ['tools/bench', ...process.argv.slice(2)].map((word) => (/\s/.test(word) ? `'${word}'` : word)).join(' '),
  mode,
  only: given.only,
  commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim(),
  machine: { cpu: cpus()[0].model.trim(), cores: cpus().length, load: loadavg()[0] },
  versions: [],
  measurements: [],
};
try {
  for (const { task, ...what } of plan) {
    let one = await measured({ task, ...what });
    for (let again = 1; given.patient && again < kPatience && one.others > kBusy; ++again) {
      const next = await measured({ task, ...what });
      if (next.others < one.others) one = next;
    }
    results.measurements.push(one);
    const busy = one.others > kBusy ? `  (others took ${one.others.toFixed(1)} cores)` : '';
    say(`  ${one.id.padEnd(44)} ${one.seconds.toFixed(1).padStart(6)} s  ${inShort(one)}${busy}`);
  }
  results.versions = Object.values(places).map(({ version }) => version);
  results.versions.push(`onnxruntime-web ${versionOf('onnxruntime-web')}`, `tfjs-wasm ${versionOf('@tensorflow/tfjs-backend-wasm')}`);
  if (plan.some(({ task }) => task === 'nativeRace')) results.versions.push(...(await pythonVersions()));
} finally {
  for (const place of Object.values(places)) await place.close();
}
results.seconds = (performance.now() - begin) / 1000;

const out = `${root}build/bench/`;
mkdirSync(out, { recursive: true });
writeFileSync(`${out}results.json`, `${JSON.stringify(results)}\n`);
writeFileSync(`${out}report.md`, reportText(results));
if (given.readme) {
  const file = `${root}README.md`;
  writeFileSync(file, withReadmeTable(readFileSync(file, 'utf8'), readmeText(results)));
}
const disturbed = results.measurements.filter(({ others }) => others > kBusy).length;
if (disturbed) say(`  others were busy during ${disturbed} of ${plan.length} measurements: their ratios are rough; --patient waits for them`);
say(`  measured in ${results.seconds.toFixed(0)} s; see build/bench/report.md and results.json`);
if (results.measurements.some(({ error }) => error)) process.exitCode = 1;
if (mode === 'check') {
  say(checkText(results));
  if (!allPass(results)) process.exitCode = 1;
}
