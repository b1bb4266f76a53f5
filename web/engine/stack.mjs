// stack() and influence(): a stack of layers with its tensors.
import {
  boolean, columnsOf, exactly, fraction, given, integer, kindOf, kMostLayers, kMostValues, optionsOf, patternOf,
  shapeText, tensor,
} from './check.mjs';
import {copied, textBytes, withMemory} from './memory.mjs';

const kStackOptions = ['x', 'layers', 'tokens', 'heads', 'window', 'pattern', 'alpha', 'norm', 'causal'];
const kRunOptions = new Set([...kStackOptions, 'want']);
const kInfluenceOptions = new Set([...kStackOptions, 'kind', 'rows', 'probes', 'seed']);
const kLayerKeys = new Set(['wQkv', 'wO']);
const kNorms = ['none', 'rms'];
const kResults = ['h', 'shares'];
const kKinds = ['rollout', 'gradient'];

export function stackOf(wasm) {
  return {
    stack: (options) => stack(wasm, optionsOf(options, 'stack', kRunOptions)),
    influence: (options) => influence(wasm, optionsOf(options, 'influence', kInfluenceOptions)),
  };
}

// ---- What is asked for -------------------------------------------------------------------------

/** One of a few words. */
function wordOf(value, name, words) {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
  if (!words.includes(value)) throw new RangeError(`${name} is '${value}', but must be ${words.join(' or ')}`);
  return value;
}

/** The stack, checked: sizes, settings and tensors; E = embedWidth, C = width. Throws TypeError or RangeError. */
function checked(options) {
  const tokens = integer(options.tokens, 'tokens');
  const heads = integer(options.heads, 'heads');
  const window = given(options.window) ? integer(options.window, 'window') : 0;
  const pattern = patternOf(options.pattern);
  const alpha = given(options.alpha) ? fraction(options.alpha, 'alpha') : 0;
  const norm = wordOf(options.norm ?? 'none', 'norm', kNorms);
  const causal = boolean(options.causal ?? true, 'causal');

  const x = tensor(options.x, 'x', '(tokens, E)');
  const embedWidth = columnsOf(x, 'x', tokens, '(tokens, E)');
  if (!Array.isArray(options.layers)) {
    throw new TypeError(`layers must be a list of {wQkv, wO}, one a layer, not ${kindOf(options.layers)}`);
  }
  const count = options.layers.length;
  if (count < 1 || count > kMostLayers) {
    throw new RangeError(`layers has ${count} entries, but must have 1 to ${kMostLayers}`);
  }
  let width = 0;
  const layers = Array.from(options.layers, (layer, l) => {
    const name = `layers[${l}]`;
    if (typeof layer !== 'object' || layer === null) {
      throw new TypeError(`${name} must be {wQkv, wO}, not ${kindOf(layer)}`);
    }
    for (const key of Object.keys(layer)) {
      if (!kLayerKeys.has(key)) throw new TypeError(`${name} has no '${key}'; it has ${[...kLayerKeys].join(', ')}`);
    }
    const wQkv = tensor(layer.wQkv, `${name}.wQkv`, '(E, 3C)');
    const wO = tensor(layer.wO, `${name}.wO`, '(C, E)');
    if (l === 0) {
      const wide = columnsOf(wQkv, `${name}.wQkv`, embedWidth, '(E, 3C)');
      if (wide % (3 * heads) !== 0) {
        throw new RangeError(`${name}.wQkv is (E, 3C) = ${shapeText(embedWidth, wide)}, which cannot be cut into Q, K ` +
                             `and V of ${heads} heads`);
      }
      width = wide / 3;
    }
    exactly(wQkv, `${name}.wQkv`, '(E, 3C)', embedWidth, 3 * width);
    exactly(wO, `${name}.wO`, '(C, E)', width, embedWidth);
    return {wQkv, wO};
  });
  return {tokens, heads, window, pattern, alpha, norm, causal, x, layers, embedWidth, width};
}

/** What stack() is to return, a Set. */
function wantOf(want, {tokens, embedWidth}) {
  if (!given(want)) want = ['h'];
  if (!Array.isArray(want)) throw new TypeError(`want must be a list of results, not ${kindOf(want)}`);
  for (const key of want) {
    if (!kResults.includes(key)) {
      throw new TypeError(`want names '${String(key)}'; the results are ${kResults.join(', ')}`);
    }
    const columns = key === 'h' ? embedWidth : tokens;
    if (tokens * columns > kMostValues) {
      throw new RangeError(`${key} ${shapeText(tokens, columns)} has ${tokens * columns} values, more than ${kMostValues}; ` +
                           'leave it out of want');
    }
  }
  return new Set(want);
}

/** The output rows that are asked about, in their order. */
function rowListOf(rows, tokens) {
  const list = Array.isArray(rows) || (ArrayBuffer.isView(rows) && !(rows instanceof DataView));
  if (!list) throw new TypeError(`rows must be a list of rows, [i, ...], not ${kindOf(rows)}`);
  const found = Array.from(rows, (row, n) => integer(row, `rows[${n}]`, 0, tokens - 1));
  if (found.length * tokens > kMostValues) {
    throw new RangeError(`${found.length} rows of ${tokens} tokens are more than ${kMostValues} values; ask for fewer`);
  }
  return found;
}

// ---- The calls ---------------------------------------------------------------------------------

function tooLarge({layers, heads, tokens, width}, bytes) {
  const size = bytes === undefined ? '' : ` of about ${Math.ceil(bytes / 1e6)} MB`;
  return new RangeError(`a stack of ${layers.length} layers of (heads, tokens, tokens) = ` +
                        `${shapeText(heads, tokens, tokens)} with C = ${width} needs more memory${size} than there is`);
}

/** Runs the layers and calls work(run, hold) with them; extra(request): bytes that work holds at a time. */
function withStack(wasm, asked, extra, work) {
  return withMemory(wasm, () => tooLarge(asked), (hold) => {
    const {tokens, embedWidth, heads, width, window, causal, norm, layers, x} = asked;
    // Weights that serve many layers are copied once.
    const copies = new Map();
    const pattern = hold(textBytes(asked.pattern));
    const sizes = [tokens, embedWidth, heads, width / heads, window, causal ? 1 : 0, norm === 'rms' ? 1 : 0, layers.length];
    const request = hold(8 + 4 * (sizes.length + 4));
    const fill = (pointers) => {
      wasm.HEAPU8.set(new Uint8Array(Float64Array.of(asked.alpha).buffer), request);
      wasm.HEAPU32.set([...sizes, pattern, ...pointers], (request + 8) >>> 2);
    };
    // Asked first, so that a stack that does not fit is refused before a copy is made.
    fill([0, 0, 0]);
    const tensors = new Set([x, ...layers.flatMap(({wQkv, wO}) => [wQkv, wO])]);
    const inputs = [...tensors].reduce((bytes, array) => bytes + array.byteLength, 0);
    const bytes = wasm._bandscope_stack_bytes(request) + inputs + extra(request);
    if (!wasm._bandscope_can_hold(bytes)) throw tooLarge(asked, bytes);

    for (const array of tensors) copies.set(array, hold(array));
    const pointers = (key) => hold(Uint32Array.from(layers, (layer) => copies.get(layer[key])));
    fill([copies.get(x), pointers('wQkv'), pointers('wO')]);
    const run = wasm._bandscope_stack_run(request);
    try {
      const error = wasm.UTF8ToString(wasm._bandscope_stack_error(run));
      if (error !== '') throw new RangeError(error);
      return work(run, hold);
    } finally {
      wasm._bandscope_stack_close(run);
    }
  });
}

function stack(wasm, options) {
  const asked = checked(options);
  const want = wantOf(options.want, asked);
  const {tokens, embedWidth, layers} = asked;
  const pairs = want.has('shares') ? tokens * tokens : 0;
  return withStack(wasm, asked, () => 4 * pairs, (run, hold) => {
    const results = {};
    if (want.has('h')) {
      results.h = Array.from({length: layers.length + 1}, (_, layer) => ({
        shape: [tokens, embedWidth],
        data: copied(wasm, wasm._bandscope_stack_h(run, layer), tokens * embedWidth, Float32Array),
      }));
    }
    if (want.has('shares')) {
      const room = hold(4 * pairs);
      results.shares = layers.map((_, layer) => {
        wasm._bandscope_stack_shares(run, layer + 1, room);
        return {shape: [tokens, tokens], data: copied(wasm, room, pairs, Float32Array)};
      });
    }
    return results;
  });
}

function influence(wasm, options) {
  const asked = checked(options);
  const gradient = wordOf(options.kind, 'kind', kKinds) === 'gradient';
  const {tokens} = asked;
  const rows = rowListOf(options.rows, tokens);
  if (!gradient && (given(options.probes) || given(options.seed))) {
    throw new TypeError("probes and seed are of kind 'gradient'; a rollout is exact");
  }
  const probes = given(options.probes) ? integer(options.probes, 'probes') : 0;
  const seed = given(options.seed) ? integer(options.seed, 'seed', 0, 2 ** 32 - 1) : 1;
  // One row, and while it is made each layer's.
  const room = 8 * tokens * (asked.layers.length + 2);
  const extra = (request) => room + (gradient ? wasm._bandscope_stack_gradient_bytes(request) : 0);
  return withStack(wasm, asked, extra, (run, hold) => {
    const pointer = hold(8 * tokens);
    const data = new Float64Array(rows.length * tokens);
    let relativeError = 0;
    rows.forEach((row, n) => {
      if (gradient) {
        relativeError = Math.max(relativeError, wasm._bandscope_stack_gradient(run, row, probes, seed, pointer));
      } else {
        wasm._bandscope_stack_rollout(run, row, pointer);
      }
      data.set(copied(wasm, pointer, tokens, Float64Array), n * tokens);
    });
    return {shape: [rows.length, tokens], data, exact: probes === 0, probes, relativeError};
  });
}
