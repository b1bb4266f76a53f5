// Seeded inputs, the same wherever they are made, and the float64 answer for some of the rows.

/** Near normal numbers of this variance: sums of four uniform ones. */
export function drawn(count, variance, seed) {
  let state = seed >>> 0;
  const uniform = () => { // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const scale = Math.sqrt(3 * variance);
  return Float32Array.from({ length: count }, () => (uniform() + uniform() + uniform() + uniform() - 2) * scale);
}

/** {x, wQkv, wO} of a layer or {q, k, v} of a core, row-major. */
export function inputsOf({ kind, tokens, width }) {
  if (kind === 'core') {
    const [q, k, v] = [1, 2, 3].map((seed) => drawn(tokens * width, 1, seed));
    return { q, k, v };
  }
  return {
    x: drawn(tokens * width, 1, 4),
    wQkv: drawn(width * 3 * width, 1 / width, 5),
    wO: drawn(width * width, 1 / width, 6),
  };
}

/** Rows to check: every row up to 256, else the ends of the first blocks and one row in each 64, not all alike. */
export function rowsToCheck({ tokens, window }) {
  if (tokens <= 256) return Array.from({ length: tokens }, (_, i) => i);
  const rows = new Set([0, 1, window - 1, window, 2 * window - 1, 2 * window, tokens - 2, tokens - 1]);
  for (let block = 0; block * 64 < tokens; ++block) rows.add(block * 64 + ((block * 37) % 64));
  return [...rows].filter((i) => i >= 0 && i < tokens).sort((a, b) => a - b);
}

/** row (inner) · columns from..to-1 of b (inner, stride). */
function rowTimes(row, b, stride, from, to, out, at) {
  for (let n = 0; n < row.length; ++n) {
    const factor = row[n];
    for (let c = from, start = n * stride; c < to; ++c) out[at + c - from] += factor * b[start + c];
  }
}

/** The answer in float64, of these rows only: (rows, C), by plain loops over each row's own keys. */
export function oracleRows(race, inputs, rows) {
  const { kind, tokens, width, heads, window } = race;
  const depth = width / heads;
  const projected = kind === 'layer';
  const cache = new Map(); // K and V of a row, side by side
  const keysAndValues = (j) => {
    if (!cache.has(j)) {
      const pair = new Float64Array(2 * width);
      if (projected) {
        rowTimes(inputs.x.subarray(j * width, (j + 1) * width), inputs.wQkv, 3 * width, width, 3 * width, pair, 0);
      } else {
        pair.set(inputs.k.subarray(j * width, (j + 1) * width), 0);
        pair.set(inputs.v.subarray(j * width, (j + 1) * width), width);
      }
      cache.set(j, pair);
    }
    return cache.get(j);
  };
  const out = new Float64Array(rows.length * width);
  rows.forEach((i, r) => {
    const q = new Float64Array(width);
    if (projected) rowTimes(inputs.x.subarray(i * width, (i + 1) * width), inputs.wQkv, 3 * width, 0, width, q, 0);
    else q.set(inputs.q.subarray(i * width, (i + 1) * width));
    const merged = new Float64Array(width);
    const first = Math.max(0, i - Math.min(window, tokens) + 1);
    for (let h = 0; h < heads; ++h) {
      const scores = new Float64Array(i + 1 - first);
      for (let j = first; j <= i; ++j) {
        const pair = keysAndValues(j);
        let sum = 0;
        for (let d = h * depth; d < (h + 1) * depth; ++d) sum += q[d] * pair[d];
        scores[j - first] = sum / Math.sqrt(depth);
      }
      const peak = scores.reduce((a, b) => Math.max(a, b));
      let total = 0;
      for (let s = 0; s < scores.length; ++s) total += scores[s] = Math.exp(scores[s] - peak);
      for (let s = 0; s < scores.length; ++s) {
        const pair = keysAndValues(first + s);
        const share = scores[s] / total;
        for (let d = h * depth; d < (h + 1) * depth; ++d) merged[d] += share * pair[width + d];
      }
    }
    if (projected) rowTimes(merged, inputs.wO, width, 0, width, out, r * width);
    else out.set(merged, r * width);
  });
  return out;
}

/** max|a - b| / max(1, max|b|) over the checked rows; Infinity where a number is not finite or one is missing. */
export function errorOfRows(result, rows, expected, width) {
  let difference = 0;
  let size = 1;
  for (let r = 0; r < rows.length; ++r) {
    for (let c = 0; c < width; ++c) {
      const wanted = expected[r * width + c];
      const apart = Math.abs(result[rows[r] * width + c] - wanted);
      if (!(apart <= Number.MAX_VALUE)) return Infinity;
      difference = Math.max(difference, apart);
      size = Math.max(size, Math.abs(wanted));
    }
  }
  return difference / size;
}
