// forward(): one attention layer, with its tensors.
import {
  boolean, columnsOf, exactly, given, integer, kindOf, kMostValues, optionsOf, rowsOf, shapeText, tensor,
} from './check.mjs';
import {copied, textBytes, withMemory} from './memory.mjs';

/** Results, and their names in the engine's Trace. */
const kResults = {
  scoresRaw: 'scores_raw', scores: 'scores_masked', shares: 'shares', headOut: 'head_out', merged: 'merged',
  output: 'output',
};
const kWantedByDefault = ['scores', 'shares', 'headOut', 'merged', 'output'];
const kOptions = new Set([
  'tokens', 'keyTokens', 'heads', 'window', 'causal', 'keyMask', 'x', 'wQkv', 'wO', 'q', 'k', 'v', 'want', 'rows']);

export function forwardOf(wasm) {
  return {forward: (options) => forward(wasm, checked(options))};
}

// ---- What is asked for -------------------------------------------------------------------------

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

/** The options, checked: sizes, tensors and what is wanted. Throws TypeError or RangeError. */
function checked(options) {
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

// ---- The call ----------------------------------------------------------------------------------

function forward(wasm, asked) {
  return withMemory(wasm, () => tooLarge(asked), (hold) => {
    const {tokens, keys, embedWidth, heads, width, window, causal} = asked;
    // Asked first with its pointers as marks only, so that a layer that does not fit is refused before a copy is made.
    const sizes = [tokens, keys, embedWidth, heads, width / heads, window, causal ? 1 : 0];
    const tensors = [asked.x, asked.wQkv, asked.wO, asked.q, asked.k, asked.v];
    const request = hold(4 * (sizes.length + tensors.length + 1));
    const fill = (pointers) => wasm.HEAPU32.set([...sizes, ...pointers], request >>> 2);
    fill([...tensors.map((array) => array === null ? 0 : request), 0]);
    const inputs = tensors.reduce((bytes, array) => bytes + (array?.byteLength ?? 0), 0);
    const largest = Math.max(0, ...[...asked.want].map((key) => 4 * asked.shapes[key].reduce((a, b) => a * b, 1)));
    const bytes = wasm._bandscope_bytes(request) + inputs + Math.min(largest, 4 * kMostValues);
    if (!wasm._bandscope_can_hold(bytes)) throw tooLarge(asked, bytes);

    fill([...tensors.map(hold), hold(asked.keyMask)]);
    const run = wasm._bandscope_run(request);
    try {
      const error = wasm.UTF8ToString(wasm._bandscope_error(run));
      if (error !== '') throw new RangeError(error);
      const results = {};
      for (const [key, name] of Object.entries(kResults)) {
        if (asked.want.has(key)) results[key] = result(wasm, run, hold(textBytes(name)), asked);
      }
      return results;
    } finally {
      wasm._bandscope_close(run);
    }
  });
}

/** A copy of one result, or null where it does not exist, as output without wO. */
function result(wasm, run, name, {first, last}) {
  const pointer = wasm._bandscope_result(run, name, first, last);
  if (pointer === 0) return null;
  const shape = Array.from({length: wasm._bandscope_rank(run)}, (_, axis) => wasm._bandscope_extent(run, axis));
  const values = shape.reduce((product, size) => product * size, 1);
  return {shape, data: copied(wasm, pointer, values, Float32Array)};
}

function tooLarge({heads, tokens, keys, width}, bytes) {
  const size = bytes === undefined ? '' : ` of about ${Math.ceil(bytes / 1e6)} MB`;
  return new RangeError(`a layer (heads, tokens, keyTokens) = ${shapeText(heads, tokens, keys)} with C = ${width} needs ` +
                        `more memory${size} than there is`);
}
