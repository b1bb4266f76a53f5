// What is measured in a place, Node or a page: each task takes and gives plain data.
import { openEngine } from './engine.mjs';
import { inputsOf } from './problem.mjs';
import { openProgram } from './program.mjs';
import { kContenders, now, runRace, turn, warmUp } from './race.mjs';
import { kKernelCases, kWeightProduct } from './sizes.mjs';

/** Cases of the program in turn: [words] -> [{words, facts, times}], a time being milliseconds of one run. */
async function timed(program, list, { rounds, sampleMs, warmMs }) {
  const cases = [];
  for (const words of list) {
    const { facts, run } = program.open(words);
    // The clock is coarse in a page, so a first sample is as many runs as it can see.
    let calls = 1;
    let ms = run(calls);
    for (const begin = now(); ms < 2 || now() - begin < warmMs; ms = run(calls)) {
      if (ms < sampleMs / 2) calls *= 2;
    }
    calls = Math.max(1, Math.round((calls * sampleMs) / ms));
    cases.push({ words, facts, run, calls, times: [] });
    await turn();
  }
  for (let round = 0; round < rounds; ++round) {
    for (const one of cases) {
      await turn();
      one.times.push(one.run(one.calls) / one.calls);
    }
  }
  return cases.map(({ words, facts, times }) => ({ words, facts, times }));
}

/** The words of the four shapes of the ceiling that were the fastest when each was at its best. */
async function ceilings(program) {
  const all = Array.from({ length: program.list.ceilings }, (_, n) => `ceiling ${n + 1}`);
  const tried = await timed(program, all, { rounds: 7, sampleMs: 4, warmMs: 60 });
  const rate = ({ facts, times }) => facts.operations / Math.min(...times);
  return tried.sort((a, b) => rate(b) - rate(a)).slice(0, 4).map(({ words }) => words);
}

/** Every kernel beside the fastest ceilings. */
async function kernels({ effort }) {
  const program = await openProgram();
  const named = kKernelCases.filter((words) => program.list.kernels.includes(words.split(' ')[1]));
  const rest = program.list.kernels.filter((name) => !named.some((words) => words.split(' ')[1] === name));
  const list = [...named, ...rest.map((name) => `kernel ${name} 256 256 64 64`)];
  return { cases: await timed(program, [...(await ceilings(program)), ...list], effort) };
}

/** Steps of the page's sliders, the product with W_o, and the ceilings. */
async function sliders({ effort, steps }) {
  const program = await openProgram();
  return { cases: await timed(program, [...(await ceilings(program)), kWeightProduct, ...steps], effort) };
}

const kSlopeRounds = 5;

/** Time against T: {sizes, rounds} -> {tokens, times: a list for each}. */
async function slope({ kind, sizes, width, heads, window, effort }) {
  const runs = [];
  let last = null;
  for (const tokens of sizes) {
    const race = { kind, tokens, width, heads, window };
    const opened = await openEngine(race, 'band', inputsOf(race));
    const numbers = (await opened.run()).slice();
    // A longer sequence begins as a shorter one does, bit for bit.
    if (last && last.some((value, n) => value !== numbers[n])) {
      throw new Error(`the first rows at T = ${tokens} are not those of a shorter sequence`);
    }
    last = numbers;
    const took = await warmUp(opened.run, effort.warmMs);
    runs.push({ opened, calls: Math.max(1, Math.round(effort.sampleMs / took)), times: [] });
    await turn();
  }
  for (let round = 0; round < Math.min(kSlopeRounds, effort.rounds); ++round) {
    for (const run of runs) {
      await turn();
      const start = now();
      for (let n = 0; n < run.calls; ++n) await run.opened.run();
      run.times.push((now() - start) / run.calls);
    }
  }
  for (const { opened } of runs) opened.close();
  return { tokens: sizes, times: runs.map(({ times }) => times) };
}

/** How far the heap of a fresh program grew, and its memory in whole. */
async function memory({ words }) {
  const program = await openProgram();
  const { facts } = program.open(words);
  return { ...facts, pages: program.bytes() };
}

/** From nothing to a first result: milliseconds, and in a page which files that took. */
async function start({ contender, race }) {
  const inputs = inputsOf(race);
  const begin = now();
  const opened = await kContenders[contender].open(race, kContenders[contender].form, inputs);
  await opened.run();
  const ms = now() - begin;
  const files = globalThis.document
    ? performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      .filter((name) => /dist\//.test(name))
    : null;
  return { ms, files };
}

export const kTasks = { race: (options) => runRace(options), kernels, sliders, slope, memory, start };
