// What forward() and layer() are asked for.
import {
  boolean, columnsOf, exactly, given, integer, kindOf, kMostValues, optionsOf, rowsOf, shapeText, tensor,
} from './check.mjs';

/** Results, and their names in the engine's Trace. */
export const kResults = {
  scoresRaw: 'scores_raw', scores: 'scores_masked', shares: 'shares', headOut: 'head_out', merged: 'merged',
  output: 'output',
};
const kWantedByDefault = ['scores', 'shares', 'headOut', 'merged', 'output'];
const kOptions = new Set([
  'tokens', 'keyTokens', 'heads', 'window', 'causal', 'keyMask', 'x', 'wQkv', 'wO', 'q', 'k', 'v', 'want', 'rows']);

function keyMaskOf(value, keys) {
  const list = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
  if (!list) throw new TypeError(`keyMask must be a list of 0 and 1, (keyTokens), not ${kindOf(value)}`);
  if (value.length !== keys) {
    throw new RangeError(`keyMask has ${value.length} entries, but (keyTokens) = ${shapeText(keys)} needs ${keys}`);
  }
  return Uint8Array.from(value, (entry, j) => {
    if (entry === 0 || entry === 1 || entry === true || entry === false) return entry;
    throw new TypeError(`keyMask[${j}] is ${String(entry)}, but must be 0 or 1`);
  });
}

/** The options of forward(), checked: sizes, tensors and what is wanted. Throws TypeError or RangeError. */
export function checked(options) {
  optionsOf(options, 'forward', kOptions);
  const tokens = integer(options.tokens, 'tokens');
  const keys = given(options.keyTokens) ? integer(options.keyTokens, 'keyTokens') : tokens;
  const heads = integer(options.heads, 'heads');
  const window = given(options.window) ? integer(options.window, 'window') : 0;
  const causal = boolean(options.causal ?? true, 'causal');
  const keyMask = given(options.keyMask) ? keyMaskOf(options.keyMask, keys) : null;

  const tensors = tensorsOf(options, tokens, keys, heads);
  const {width, embedWidth} = tensors;
  const [first, last] = rowsOf(options.rows, tokens);
  const rows = last - first + 1;
  const shapes = {
    scoresRaw: [heads, rows, keys], scores: [heads, rows, keys], shares: [heads, rows, keys],
    headOut: [heads, rows, width / heads], merged: [rows, width], output: [rows, embedWidth],
  };
  const want = given(options.want) ? options.want : kWantedByDefault;
  if (!Array.isArray(want)) throw new TypeError(`want must be a list of results, not ${kindOf(want)}`);
  for (const key of want) {
    if (typeof key !== 'string' || !Object.hasOwn(kResults, key)) {
      throw new TypeError(`want names '${String(key)}'; the results are ${Object.keys(kResults).join(', ')}`);
    }
    const values = shapes[key].reduce((product, size) => product * size, 1);
    if (values > kMostValues && !(key === 'output' && !tensors.wO)) {
      throw new RangeError(`${key} ${shapeText(...shapes[key])} has ${values} values, more than ${kMostValues}; ` +
                           'ask for fewer rows, or leave it out of want');
    }
  }
  return {tokens, keys, heads, window, causal, keyMask, ...tensors, first, last, shapes, want: new Set(want)};
}

/** The tensors of either form, and the widths that follow: C = width, E = embedWidth. */
function tensorsOf(options, tokens, keys, heads) {
  const projected = given(options.x) || given(options.wQkv);
  const cut = given(options.q) || given(options.k) || given(options.v);
  if (projected && cut) throw new TypeError('give x with wQkv, or q, k and v: not both');
  if (!projected && !cut) throw new TypeError('x (tokens, E) with wQkv (E, 3C), or q, k and v, must be given');

  let x = null, wQkv = null, q = null, k = null, v = null, wO = null, width = 0, embedWidth = 0;
  if (projected) {
    x = tensor(options.x, 'x', '(tokens, E)');
    wQkv = tensor(options.wQkv, 'wQkv', '(E, 3C)');
    if (keys !== tokens) {
      throw new RangeError(`x (tokens, E) gives queries and keys alike, but tokens is ${tokens} and keyTokens ${keys}; ` +
                           'give q, k and v instead');
    }
    embedWidth = columnsOf(x, 'x', tokens, '(tokens, E)');
    const wide = columnsOf(wQkv, 'wQkv', embedWidth, '(E, 3C)');
    if (wide % (3 * heads) !== 0) {
      throw new RangeError(`wQkv is (E, 3C) = ${shapeText(embedWidth, wide)}, which cannot be cut into Q, K and V of ` +
                           `${heads} heads`);
    }
    width = wide / 3;
  } else {
    q = tensor(options.q, 'q', '(tokens, C)');
    k = tensor(options.k, 'k', '(keyTokens, C)');
    v = tensor(options.v, 'v', '(keyTokens, C)');
    width = columnsOf(q, 'q', tokens, '(tokens, C)');
    exactly(k, 'k', '(keyTokens, C)', keys, width);
    exactly(v, 'v', '(keyTokens, C)', keys, width);
    if (width % heads !== 0) {
      throw new RangeError(`q is (tokens, C) = ${shapeText(tokens, width)}, which cannot be cut into ${heads} heads`);
    }
  }
  if (given(options.wO)) {
    wO = tensor(options.wO, 'wO', '(C, E)');
    if (projected) exactly(wO, 'wO', '(C, E)', width, embedWidth);
    else embedWidth = columnsOf(wO, 'wO', width, '(C, E)');
  }
  return {x, wQkv, wO, q, k, v, width, embedWidth};
}

