// One race: contenders on the same inputs, each checked first, then timed in turn. Runs in Node and in a page alike.
import { openEngine } from './engine.mjs';
import { openOnnx } from './peer_onnx.mjs';
import { openTfjs } from './peer_tfjs.mjs';
import { errorOfRows, inputsOf } from './problem.mjs';

/** By name; `form` is what is done about the window. The chunked come first: a plain one is seldom a match for them. */
export const kContenders = {
  bandscope: { form: 'band', open: openEngine },
  'onnxruntime-web chunked': { form: 'chunked', open: openOnnx },
  'tfjs-wasm chunked': { form: 'chunked', open: openTfjs },
  'onnxruntime-web plain': { form: 'plain', open: openOnnx },
  'tfjs-wasm plain': { form: 'plain', open: openTfjs },
};
export const kOurs = 'bandscope';
export const kPeers = Object.keys(kContenders).filter((name) => name !== kOurs);

/** A result further from float64 than this is wrong, and is not timed. */
export const kMostError = 2e-5;

export const now = () => performance.now();
/** Lets whoever else waits for this thread have it. */
export const turn = () => new Promise((done) => setTimeout(done));

/** Runs until `ms` have passed: V8 compiles anew what runs often. Gives the time of the last run. */
export async function warmUp(run, ms) {
  const start = now();
  for (;;) {
    const begin = now();
    await run();
    const end = now();
    if (end - start >= ms) return end - begin;
  }
}

/**
 * {race, contenders, rows, expected, effort: {rounds, sampleMs, warmMs, budgetMs, hopeless}}
 *   -> {name: {error, times, calls} or {refused}}.
 * A sample is as many calls as make sampleMs. A contender that is slow takes part in the first rounds only, as many as
 * fit into budgetMs, but at least two; one that is `hopeless` times as slow as another but us, in the first one.
 */
export async function runRace({ race, contenders, rows, expected, effort }, note = () => {}) {
  const { rounds, sampleMs, warmMs, budgetMs, hopeless } = effort;
  const inputs = inputsOf(race);
  const racing = [];
  const results = {};
  let best = Infinity;
  for (const name of contenders) {
    const { form, open } = kContenders[name];
    let opened = null;
    try {
      opened = await open(race, form, inputs);
      const begin = now();
      const result = await opened.run();
      let took = now() - begin;
      const error = errorOfRows(result, rows, expected, race.width);
      if (!(error <= kMostError)) throw new Error(`its result is wrong: ${error.toExponential(1)} from float64`);
      // What takes that long has been compiled on its way.
      if (took < 2 * warmMs) took = await warmUp(opened.run, warmMs);
      if (name !== kOurs) best = Math.min(best, took);
      const fit = Math.max(2, Math.min(rounds, Math.floor(budgetMs / Math.max(took, sampleMs))));
      racing.push({
        name, opened, calls: Math.max(1, Math.round(sampleMs / took)),
        rounds: name !== kOurs && took > hopeless * best ? 1 : fit,
      });
      results[name] = { error, times: [] };
    } catch (problem) {
      results[name] = { refused: String(problem?.message ?? problem) };
      await opened?.close();
    }
    note(name);
    await turn();
  }
  for (let round = 0; round < rounds; ++round) {
    for (const { name, opened, calls, rounds: own } of racing) {
      if (round >= own) continue;
      await turn();
      const start = now();
      for (let n = 0; n < calls; ++n) await opened.run();
      results[name].times.push((now() - start) / calls);
    }
  }
  for (const { opened, name, calls } of racing) {
    results[name].calls = calls;
    await opened.close();
  }
  return results;
}
