// One race: contenders on the same inputs, each checked first, then timed in turn. Runs in Node and in a page alike.
import { openEngine } from './engine.mjs';
import { openOnnx } from './peer_onnx.mjs';
import { openTfjs } from './peer_tfjs.mjs';
import { errorOfRows, inputsOf } from './problem.mjs';

/** By name; `form` is what is done about the window. */
export const kContenders = {
  bandscope: { form: 'band', open: openEngine },
  'onnxruntime-web plain': { form: 'plain', open: openOnnx },
  'onnxruntime-web chunked': { form: 'chunked', open: openOnnx },
  'tfjs-wasm plain': { form: 'plain', open: openTfjs },
  'tfjs-wasm chunked': { form: 'chunked', open: openTfjs },
};

/** A result further from float64 than this is wrong, and is not timed. */
export const kMostError = 2e-5;

export const now = () => performance.now();

/** Runs until `ms` have passed, at least once: V8 compiles anew what runs often. Gives the time of the last run. */
async function warmUp(run, ms) {
  const start = now();
  for (;;) {
    const begin = now();
    await run();
    const end = now();
    if (end - start >= ms) return end - begin;
  }
}

/**
 * {race, contenders, rows, expected, rounds, sampleMs, warmMs, budgetMs} -> {name: {error, times, calls} or {refused}}.
 * A sample is as many calls as make sampleMs. A contender that is slow takes part in the first rounds only, as many as
 * fit into budgetMs, but at least two.
 */
export async function runRace({ race, contenders, rows, expected, rounds, sampleMs, warmMs, budgetMs }, note = () => {}) {
  const inputs = inputsOf(race);
  const racing = [];
  const results = {};
  for (const name of contenders) {
    const { form, open } = kContenders[name];
    try {
      const opened = await open(race, form, inputs);
      const error = errorOfRows(await opened.run(), rows, expected, race.width);
      if (!(error <= kMostError)) throw new Error(`its result is wrong: ${error.toExponential(1)} from float64`);
      const took = await warmUp(opened.run, warmMs);
      racing.push({
        name, opened, calls: Math.max(1, Math.round(sampleMs / took)),
        rounds: Math.max(2, Math.min(rounds, Math.floor(budgetMs / Math.max(took, sampleMs)))),
      });
      results[name] = { error, times: [] };
    } catch (problem) {
      results[name] = { refused: String(problem?.message ?? problem) };
    }
    note(name);
  }
  for (let round = 0; round < rounds; ++round) {
    for (const { name, opened, calls, rounds: own } of racing) {
      if (round >= own) continue;
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
