// forward(): one attention layer, with its tensors; layer(): one whose weights are packed once.
import {given, kMostValues, optionsOf, shapeText, tensor} from './check.mjs';
import {copied, textBytes, withMemory} from './memory.mjs';
import {checked, kResults} from './options.mjs';

const kRequestWords = 14;  // BandscopeRequest: seven sizes, then seven pointers
const kLayerOptions = new Set(['heads', 'window', 'causal', 'wQkv', 'wO', 'embedWidth']);
const kRunOptions = new Set(['keyMask', 'want', 'rows']);

export function forwardOf(wasm) {
  return {
    forward(options) {
      const asked = checked(options);
      // What only a Trace has is wanted, or none is made.
      return [...asked.want].some((key) => !isResultOfRows(key)) ? forward(wasm, asked) : forwardOnce(wasm, asked);
    },
    layer: (options) => layer(wasm, options),
  };
}

const isResultOfRows = (key) => key === 'merged' || key === 'output';
const bytesOf = (arrays) => arrays.reduce((sum, array) => sum + (array?.byteLength ?? 0), 0);
const valuesOf = (shape) => shape.reduce((product, size) => product * size, 1);

/** Writes a request: the pointers of x, wQkv, wO, q, k, v and keyMask, 0 where there is none. */
function fill(wasm, request, {tokens, keys, embedWidth, heads, width, window, causal}, pointers) {
  wasm.HEAPU32.set([tokens, keys, embedWidth, heads, width / heads, window, causal ? 1 : 0, ...pointers], request >>> 2);
}

// ---- With a Trace ------------------------------------------------------------------------------

function forward(wasm, asked) {
  return withMemory(wasm, () => tooLarge(asked), (hold) => {
    // Asked first with its pointers as marks only, so that a layer that does not fit is refused before a copy is made.
    const tensors = [asked.x, asked.wQkv, asked.wO, asked.q, asked.k, asked.v];
    const request = hold(4 * kRequestWords);
    fill(wasm, request, asked, [...tensors.map((array) => array === null ? 0 : request), 0]);
    const largest = Math.max(0, ...[...asked.want].map((key) => 4 * valuesOf(asked.shapes[key])));
    refuseTooLarge(wasm, asked, wasm._bandscope_bytes(request) + bytesOf(tensors) + Math.min(largest, 4 * kMostValues));

    fill(wasm, request, asked, [...tensors, asked.keyMask].map(hold));
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
  return {shape, data: copied(wasm, pointer, valuesOf(shape), Float32Array)};
}

// ---- Without ------------------------------------------------------------------------------------

function forwardOnce(wasm, asked) {
  const handle = open(wasm, asked);
  try {
    return run(wasm, handle, asked);
  } finally {
    wasm._bandscope_layer_close(handle);
  }
}

/** Packs the weights of what is asked. */
function open(wasm, asked) {
  return withMemory(wasm, () => tooLarge(asked), (hold) => {
    const weights = [asked.wQkv, asked.wO];
    refuseTooLarge(wasm, asked, 2 * bytesOf(weights));
    const request = hold(4 * kRequestWords);
    fill(wasm, request, asked, [0, ...weights.map(hold), 0, 0, 0, 0]);
    return wasm._bandscope_layer_open(request);
  });
}

/** The wanted rows of merged and output. */
function run(wasm, handle, asked) {
  return withMemory(wasm, () => tooLarge(asked), (hold) => {
    const {want, shapes, first, last, wQkv, wO} = asked;
    const request = hold(4 * kRequestWords);
    const inputs = [asked.x, asked.q, asked.k, asked.v];
    const wanted = Object.keys(kResults).filter((key) => want.has(key) && (key === 'merged' || wO !== null));
    const bytes = wanted.reduce((sum, key) => sum + 4 * valuesOf(shapes[key]), 0);
    const marks = [inputs[0], wQkv, wO, ...inputs.slice(1)].map((array) => array === null ? 0 : request);
    fill(wasm, request, asked, [...marks, 0]);
    refuseTooLarge(wasm, asked, wasm._bandscope_layer_bytes(request) + bytesOf(inputs) + bytes);

    const [x, q, k, v] = inputs.map(hold);
    // The weights are packed: that there are some is all that is told.
    fill(wasm, request, asked, [x, marks[1], marks[2], q, k, v, hold(asked.keyMask)]);
    const places = Object.fromEntries(wanted.map((key) => [key, hold(4 * valuesOf(shapes[key]))]));
    const error = wasm.UTF8ToString(
      wasm._bandscope_layer_run(handle, request, first, last, places.merged ?? 0, places.output ?? 0));
    if (error !== '') throw new RangeError(error);
    const results = {};
    for (const key of Object.keys(kResults).filter((name) => want.has(name))) {
      const shape = shapes[key];
      results[key] =
        places[key] === undefined ? null : {shape, data: copied(wasm, places[key], valuesOf(shape), Float32Array)};
    }
    return results;
  });
}

/** A layer that holds its weights until close(). */
function layer(wasm, options) {
  optionsOf(options, 'layer', kLayerOptions);
  const {heads, window, causal, wO} = options;
  const wQkv = tensor(options.wQkv, 'wQkv', '(E, 3C)');
  const square = Math.round(Math.sqrt(wQkv.length / 3));
  if (!given(options.embedWidth) && 3 * square * square !== wQkv.length) {
    throw new RangeError(`wQkv (E, 3C) has ${wQkv.length} numbers, so that E is not C: say embedWidth`);
  }
  const embedWidth = options.embedWidth ?? square;
  const ask = (x, more) =>
    checked({want: given(wO) ? ['output'] : ['merged'], ...more, tokens: x.length / embedWidth, heads, window, causal, x, wQkv, wO});
  let handle = open(wasm, ask(new Float32Array(embedWidth)));
  return {
    forward(x, more = {}) {
      if (handle === 0) throw new TypeError('this layer is closed');
      optionsOf(more, 'forward', kRunOptions);
      const asked = ask(tensor(x, 'x', '(tokens, E)'), more);
      const other = [...asked.want].find((key) => !isResultOfRows(key));
      if (other !== undefined) throw new TypeError(`a layer gives merged and output, not ${other}: use engine.forward()`);
      return run(wasm, handle, asked);
    },
    close() {
      if (handle !== 0) wasm._bandscope_layer_close(handle);
      handle = 0;
    },
  };
}

// ---- What does not fit --------------------------------------------------------------------------

function refuseTooLarge(wasm, asked, bytes) {
  if (!wasm._bandscope_can_hold(bytes)) throw tooLarge(asked, bytes);
}

function tooLarge({heads, tokens, keys, width}, bytes) {
  const size = bytes === undefined ? '' : ` of about ${Math.ceil(bytes / 1e6)} MB`;
  return new RangeError(`a layer (heads, tokens, keyTokens) = ${shapeText(heads, tokens, keys)} with C = ${width} needs ` +
                        `more memory${size} than there is`);
}
