// What the measured times say: medians, rates and ratios. A measurement is {id, place, section, options, result} or has
// `error` in place of `result`.
import { kContenders, kOurs } from './race.mjs';
import { kNativeContenders } from './native.mjs';
import { operations } from './sizes.mjs';
import { logSlope, median, ratioOf, summary } from './statistics.mjs';

export const formOf = (name) => kContenders[name]?.form ?? name.split(' ').at(-1);
export const contendersOf = (place) => Object.keys(place === 'native' ? kNativeContenders : kContenders);

/** {ms: {median, low, high, runs}, ratio: to ours, error} of a contender that ran, else {refused} or null. */
export function contenderFigures(result, name) {
  const own = result?.[name];
  if (!own) return null;
  if (own.refused) return { refused: own.refused };
  const ours = result[kOurs]?.times;
  return { ms: summary(own.times), error: own.error, ratio: ours ? ratioOf(own.times, ours) : NaN };
}

/** {name, ratio}: the peer that takes the least time, of these forms; null where none ran, or we did not. */
export function bestPeer(result, forms = ['plain', 'chunked']) {
  const ran = Object.keys(result ?? {})
    .filter((name) => name !== kOurs && forms.includes(formOf(name)))
    .map((name) => ({ name, ratio: contenderFigures(result, name).ratio }))
    .filter(({ ratio }) => ratio > 0);
  return ran.sort((a, b) => a.ratio - b.ratio)[0] ?? null;
}

/** GFLOP/s of ours in a race. */
export const rateOf = (race, ms) => operations(race) / 1e6 / ms;

/** Billions of operations (or elements) a second, median over the rounds. */
export const caseRate = ({ facts, times }) => facts.operations / 1e6 / median(times);

/** The fastest shape of the ceiling. */
export const ceilingOf = (result) =>
  result.cases.filter(({ words }) => words.startsWith('ceiling')).sort((a, b) => caseRate(b) - caseRate(a))[0];
export const caseOf = (result, words) => result?.cases.find((one) => one.words === words);

/** A case's rate by the ceiling's, round by round; of an element-wise kernel NaN. */
export function ofCeiling(result, words) {
  const own = caseOf(result, words);
  if (!own || own.facts.elements) return NaN;
  const ceiling = ceilingOf(result);
  return ratioOf(ceiling.times, own.times) * (own.facts.operations / ceiling.facts.operations);
}

/** The slope of log time against log T: over the medians. */
export const slopeOf = ({ tokens, times }) => logSlope(tokens, times.map(median));

/**
 * Bytes by what line 3 allows, before its 1.2: inputs, weights and outputs, K and V for W, and a tile of 8 rows of
 * q, k, v and merged.
 */
export const memoryRatio = ({ peak, tensors }, { width, window }) => peak / (tensors + 4 * width * (2 * window + 4 * 8));

/**
 * Milliseconds at `tokens` of who did not run there, by the power law through the two longest sequences of the same
 * width that it did run, or NaN: results is [{tokens, ms}].
 */
export function extrapolated(results, tokens) {
  const [b, a] = results.filter((one) => one.tokens < tokens && one.ms > 0).sort((one, two) => two.tokens - one.tokens);
  if (!a) return NaN;
  return b.ms * (tokens / b.tokens) ** logSlope([a.tokens, b.tokens], [a.ms, b.ms]);
}
