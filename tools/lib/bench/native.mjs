// Natively, on one thread: our program (-march=native) beside NumPy with OpenBLAS and PyTorch, in turn.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { errorOfRows, inputsOf } from './problem.mjs';
import { kMostError, kOurs } from './race.mjs';
import { kKernelCases } from './sizes.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const kPython = process.env.BANDSCOPE_PYTHON ?? '/usr/bin/python3';
const kOneThread = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };

/** Debian's OpenBLAS takes a processor that is newer than itself for one without AVX, and is then five times slower. */
const wide = existsSync('/proc/cpuinfo') && /^flags.*\bavx512f\b/m.test(readFileSync('/proc/cpuinfo', 'utf8'));
const kCore = !process.env.OPENBLAS_CORETYPE && wide ? { OPENBLAS_CORETYPE: 'SkylakeX' } : {};

export const kNativeContenders = {
  [kOurs]: { program: 'ours', words: '' },
  'NumPy chunked': { program: 'python', words: 'numpy chunked ' },
  'PyTorch chunked': { program: 'python', words: 'torch chunked ' },
  'NumPy plain': { program: 'python', words: 'numpy plain ' },
  'PyTorch plain': { program: 'python', words: 'torch plain ' },
};

/** A program that answers each line with one: ask(line) -> its answer. */
function talkTo(command, words) {
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...kOneThread, ...kCore } });
  const waiting = [];
  let gone = null;
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.done(line));
  const end = (why) => {
    gone ??= new Error(`${command} ended: ${why}`);
    for (const { failed } of waiting.splice(0)) failed(gone);
  };
  child.on('error', end);
  child.on('exit', end);
  child.stdin.on('error', () => {});
  return {
    ask: (line) => new Promise((done, failed) => {
      if (gone) return failed(gone);
      waiting.push({ done, failed });
      child.stdin.write(`${line}\n`);
    }),
    close: () => child.kill(),
  };
}

const openOurs = () => talkTo(`${root}build/native-bench/bench_program`, []);
const openPython = () => talkTo(kPython, [fileURLToPath(new URL('./peer_python.py', import.meta.url))]);

/** ["NumPy 1.2.3 ...", "PyTorch ..."] */
export async function pythonVersions() {
  const python = openPython();
  try {
    const { numpy, torch } = JSON.parse(await python.ask('versions'));
    const { OPENBLAS_CORETYPE: core } = { ...process.env, ...kCore };
    return [`NumPy ${numpy}${core ? ` (OpenBLAS as ${core})` : ''}`, `PyTorch ${torch}`];
  } finally {
    python.close();
  }
}

const asNumbers = (file) => {
  const bytes = readFileSync(file);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};

/** As runRace(): {name: {error, times, calls} or {refused}}. */
export async function runNativeRace({ race, rows, expected, effort: { rounds, sampleMs, budgetMs, hopeless } }) {
  const { kind, tokens, width, heads, window } = race;
  const folder = `${root}build/bench/inputs/${kind}-${tokens}-${width}`;
  mkdirSync(folder, { recursive: true });
  for (const [name, data] of Object.entries(inputsOf(race))) writeFileSync(`${folder}/${name}.f32`, new Uint8Array(data.buffer));
  const programs = { ours: openOurs(), python: openPython() };
  const results = {};
  const racing = [];
  let best = Infinity;
  try {
    for (const [name, { program, words }] of Object.entries(kNativeContenders)) {
      const { ask } = programs[program];
      try {
        const id = Number(await ask(`open ${words}${kind} ${tokens} ${width} ${heads} ${window} ${folder}`));
        if (!(id >= 0)) throw new Error('it has no such case');
        const first = Number(await ask(`run ${id} 1`));
        await ask(`save ${id} ${folder}/result.f32`);
        const error = errorOfRows(asNumbers(`${folder}/result.f32`), rows, expected, width);
        if (!(error <= kMostError)) throw new Error(`its result is wrong: ${error.toExponential(1)} from float64`);
        const took = first > 1000 ? first : Number(await ask(`run ${id} 1`));
        if (name !== kOurs) best = Math.min(best, took);
        racing.push({
          name, ask, id, calls: Math.max(1, Math.round(sampleMs / took)),
          rounds: name !== kOurs && took > hopeless * best ? 1 : Math.max(2, Math.min(rounds, Math.floor(budgetMs / took))),
        });
        results[name] = { error, times: [] };
      } catch (problem) {
        results[name] = { refused: String(problem?.message ?? problem) };
      }
    }
    for (let round = 0; round < rounds; ++round) {
      for (const { name, ask, id, calls, rounds: own } of racing) {
        if (round < own) results[name].times.push(Number(await ask(`run ${id} ${calls}`)) / calls);
      }
    }
    for (const { name, calls } of racing) results[name].calls = calls;
  } finally {
    programs.ours.close();
    programs.python.close();
  }
  return results;
}

/** As the task `kernels`: {cases: [{words, facts, times}]}. */
export async function runNativeKernels({ effort: { rounds, sampleMs } }) {
  const { ask, close } = openOurs();
  try {
    const { ceilings } = JSON.parse(await ask('list'));
    const open = async (words) => {
      const id = Number(await ask(`open ${words}`));
      const facts = JSON.parse(await ask(`facts ${id}`));
      const run = async (times) => Number(await ask(`run ${id} ${times}`));
      let calls = 1;
      let ms = await run(calls);
      for (; ms < sampleMs / 2; ms = await run(calls)) calls *= 2;
      return { words, facts, run, calls: Math.max(1, Math.round((calls * sampleMs) / ms)), times: [] };
    };
    const inTurn = async (cases, times) => {
      for (let round = 0; round < times; ++round) for (const one of cases) one.times.push((await one.run(one.calls)) / one.calls);
    };
    const shapes = [];
    for (let n = 1; n <= ceilings; ++n) shapes.push(await open(`ceiling ${n}`));
    await inTurn(shapes, 7);
    const rate = ({ facts, times }) => facts.operations / Math.min(...times);
    const best = shapes.sort((a, b) => rate(b) - rate(a)).slice(0, 4);
    for (const shape of best) shape.times = [];
    const kernels = [];
    for (const words of kKernelCases) kernels.push(await open(words));
    await inTurn([...best, ...kernels], rounds);
    return { cases: [...best, ...kernels].map(({ words, facts, times }) => ({ words, facts, times })) };
  } finally {
    close();
  }
}
