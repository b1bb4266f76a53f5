// Attention in plain JavaScript doubles over dense masks: the oracle of the web tests, written apart from the engine.

/** (rows, inner) · (inner, columns), row-major. */
export function product(a, b, rows, inner, columns) {
  const out = new Float64Array(rows * columns);
  for (let r = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c) {
      for (let n = 0; n < inner; ++n) out[r * columns + c] += a[r * inner + n] * b[n * columns + c];
    }
  }
  return out;
}

/** The one rule for one pair; window undefined or null: none. */
export function keeps({tokens, keyTokens = tokens, window, causal = true, keyMask}, i, j) {
  const back = i + keyTokens - tokens - j;
  if (causal && back < 0) return false;
  if (window !== undefined && window !== null && (back > window - 1 || (!causal && -back > window - 1))) return false;
  return !keyMask || Boolean(keyMask[j]);
}

/**
 * {tokens, keyTokens, heads, window, causal, keyMask, scale, strikeZero, tie} with q, k, v or x, wQkv, and wO or not ->
 * every array that the engine names, as flat doubles.
 */
export function attend(options) {
  const {tokens, keyTokens = tokens, heads, scale = true, strikeZero = false, tie = false, x, wQkv, wO} = options;
  let {q, k, v} = options;
  let width;
  if (x) {
    const embed = x.length / tokens;
    width = wQkv.length / embed / 3;
    const qkv = product(x, wQkv, tokens, embed, 3 * width);
    const cut = (from) => Float64Array.from({length: tokens * width}, (_, n) =>
      qkv[Math.floor(n / width) * 3 * width + from + n % width]);
    [q, k, v] = [cut(0), cut(width), cut(2 * width)];
  } else {
    width = q.length / tokens;
  }
  if (tie) k = q;
  const depth = width / heads;
  const size = heads * tokens * keyTokens;
  const [scoresRaw, scoresScaled, scores, shares] = Array.from({length: 4}, () => new Float64Array(size));
  const headOut = new Float64Array(heads * tokens * depth);
  const merged = new Float64Array(tokens * width);
  for (let h = 0; h < heads; ++h) {
    for (let i = 0; i < tokens; ++i) {
      const at = (h * tokens + i) * keyTokens;
      let peak = -Infinity;
      const counts = Array.from({length: keyTokens}, (_, j) => strikeZero || keeps(options, i, j));
      for (let j = 0; j < keyTokens; ++j) {
        for (let d = 0; d < depth; ++d) {
          scoresRaw[at + j] += q[i * width + h * depth + d] * k[j * width + h * depth + d];
        }
        scoresScaled[at + j] = scale ? scoresRaw[at + j] / Math.sqrt(depth) : scoresRaw[at + j];
        scores[at + j] = keeps(options, i, j) ? scoresScaled[at + j] : strikeZero ? 0 : -Infinity;
        if (counts[j]) peak = Math.max(peak, scores[at + j]);
      }
      let total = 0;
      for (let j = 0; j < keyTokens; ++j) {
        if (counts[j]) total += shares[at + j] = Math.exp(scores[at + j] - peak);
      }
      for (let j = 0; j < keyTokens; ++j) {
        if (!counts[j]) continue;
        shares[at + j] /= total;
        for (let d = 0; d < depth; ++d) {
          headOut[(h * tokens + i) * depth + d] += shares[at + j] * v[j * width + h * depth + d];
        }
      }
      for (let d = 0; d < depth; ++d) merged[i * width + h * depth + d] = headOut[(h * tokens + i) * depth + d];
    }
  }
  const output = wO ? product(merged, wO, tokens, width, wO.length / width) : null;
  return {q, k, v, scoresRaw, scoresScaled, scores, shares, headOut, merged, output};
}

/**
 * {x, layers: [{wQkv, wO}, ...], tokens, heads, window, pattern, alpha, norm, causal} -> h[0..L], and of each layer the
 * mean over heads of its shares, as flat doubles.
 */
export function attendStack({x, layers, pattern = 'L', alpha = 0, norm = 'none', ...rest}) {
  const {tokens, heads} = rest;
  const width = x.length / tokens;
  const h = [Float64Array.from(x)];
  const shares = layers.map(({wQkv, wO}, l) => {
    const below = h[l];
    const read = Float64Array.from(below, (value, n) => {
      if (norm === 'none') return value;
      const start = n - n % width;
      const squares = below.slice(start, start + width).reduce((sum, other) => sum + other * other, 0);
      return value / Math.sqrt(squares / width + 1e-6);
    });
    const window = pattern[l % pattern.length] === 'G' ? undefined : rest.window;
    const layer = attend({...rest, window, x: read, wQkv, wO});
    h.push(below.map((value, n) => alpha * value + (1 - alpha) * layer.output[n]));
    const mean = new Float64Array(tokens * tokens);
    layer.shares.forEach((share, n) => { mean[n % mean.length] += share / heads; });
    return mean;
  });
  return {h, shares};
}

/** (T, T): the product, last layer first, of alpha · I + (1 - alpha) · shares. */
export function rolloutOf(shares, tokens, alpha) {
  const identity = Float64Array.from({length: tokens * tokens}, (_, n) => Number(n % (tokens + 1) === 0));
  return shares.reduce((below, layer) => {
    const step = layer.map((share, n) => alpha * identity[n] + (1 - alpha) * share);
    return product(step, below, tokens, tokens, tokens);
  }, identity);
}

/** (T): the norm of the block ∂h[L][row] / ∂x[j] of attendStack(), by central differences. */
export function gradientOf(options, row) {
  const {tokens} = options;
  const width = options.x.length / tokens;
  const squares = new Float64Array(tokens);
  const step = 1e-5;
  for (let n = 0; n < options.x.length; ++n) {
    const moved = [step, -step].map((by) => {
      const x = Float64Array.from(options.x);
      x[n] += by;
      return attendStack({...options, x}).h.at(-1).slice(row * width, (row + 1) * width);
    });
    squares[Math.floor(n / width)] += moved[0].reduce((sum, value, e) => sum + ((value - moved[1][e]) / (2 * step)) ** 2, 0);
  }
  return squares.map(Math.sqrt);
}

/** max|a - b| / max(1, max|b|); what is not finite must be the same in both, or the error is infinite. */
export function arrayError(a, b) {
  if (a.length !== b.length) return Infinity;
  let difference = 0;
  let size = 1;
  for (let n = 0; n < a.length; ++n) {
    if (Number.isFinite(b[n])) size = Math.max(size, Math.abs(b[n]));
    if (Object.is(a[n], b[n]) || a[n] === b[n]) continue;
    if (!Number.isFinite(a[n]) || !Number.isFinite(b[n])) return Infinity;
    difference = Math.max(difference, Math.abs(a[n] - b[n]));
  }
  return difference / size;
}
