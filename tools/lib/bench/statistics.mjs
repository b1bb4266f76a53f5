// Medians and their spread; times are noisy, so no mean and no single run.

/** The q-th quantile, 0..1, between two neighbours in proportion. */
export function quantile(values, q) {
  if (!values.length) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const below = Math.floor(at);
  return sorted[below] + (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]) * (at - below);
}

export const median = (values) => quantile(values, 0.5);

/** {median, low, high, runs}: the median, the quartiles, how many. */
export const summary = (values) =>
  ({ median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75), runs: values.length });

/**
 * How many times as long `other` takes: the median of the ratios of the rounds that both ran, so that what slows a
 * whole round down cancels out; of fewer than three rounds, its median by ours.
 */
export function ratioOf(other, ours) {
  const rounds = Math.min(other.length, ours.length);
  if (rounds < 3) return median(other) / median(ours);
  return median(Array.from({ length: rounds }, (_, n) => other[n] / ours[n]));
}

/** The slope of log y against log x, least squares. */
export function logSlope(xs, ys) {
  const [u, v] = [xs, ys].map((list) => list.map(Math.log));
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const [mu, mv] = [mean(u), mean(v)];
  const [top, bottom] = u.reduce(([t, b], value, n) => [t + (value - mu) * (v[n] - mv), b + (value - mu) ** 2], [0, 0]);
  return top / bottom;
}
