// The layer once more: double numbers, no stages, nothing clever. From Q, K, V to the merged rows.

/** Whether query i may read key j. */
export function keeps(i, j, { queries, keys, window, causal }) {
  const at = i + keys - queries;
  if (!causal) return Math.abs(at - j) <= window - 1;
  return j <= at && j >= at - window + 1;
}

/**
 * q (H, Tq, D), k and v (H, Tk, D), as flat arrays. Gives scores (masked), shares (H, Tq, Tk) and merged (Tq, H·D).
 * `window` may be Infinity.
 */
export function attend({ q, k, v, heads, queries, keys, width, window, causal, scale = true, strikeZero = false }) {
  const scores = new Float64Array(heads * queries * keys);
  const shares = new Float64Array(scores.length);
  const merged = new Float64Array(queries * heads * width);
  const rule = { queries, keys, window, causal };
  for (let h = 0; h < heads; ++h) {
    for (let i = 0; i < queries; ++i) {
      const row = (h * queries + i) * keys;
      let peak = -Infinity;
      for (let j = 0; j < keys; ++j) {
        let score = 0;
        for (let d = 0; d < width; ++d) {
          score += q[(h * queries + i) * width + d] * k[(h * keys + j) * width + d];
        }
        if (scale) score /= Math.sqrt(width);
        if (!keeps(i, j, rule)) score = strikeZero ? 0 : -Infinity;
        scores[row + j] = score;
        peak = Math.max(peak, score);
      }
      let total = 0;
      for (let j = 0; j < keys; ++j) {
        shares[row + j] = peak === -Infinity ? 0 : Math.exp(scores[row + j] - peak);
        total += shares[row + j];
      }
      for (let j = 0; j < keys; ++j) {
        if (total > 0) shares[row + j] /= total;
        if (shares[row + j] === 0) continue;  // a struck value is skipped, not multiplied by 0
        for (let d = 0; d < width; ++d) {
          merged[i * heads * width + h * width + d] += shares[row + j] * v[(h * keys + j) * width + d];
        }
      }
    }
  }
  return { scores, shares, merged };
}

/** max |a - b| / max(1, max |b|), where equal infinities are equal. */
export function worst(a, b) {
  let difference = 0;
  let size = 1;
  if (a.length !== b.length) return Infinity;
  for (let i = 0; i < a.length; ++i) {
    if (a[i] === b[i]) continue;
    const apart = Math.abs(a[i] - b[i]);
    if (!Number.isFinite(apart)) return Infinity;
    difference = Math.max(difference, apart);
    size = Math.max(size, Math.abs(b[i]));
  }
  return difference / size;
}
