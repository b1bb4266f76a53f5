// reach(), uniformRelay() and cost(): what can be said of a stack of layers without its tensors.
import {
  boolean, fraction, given, integer, kMostInteger, kMostValues, layersOf, optionsOf, patternOf, rowsOf,
} from './check.mjs';
import {copied, textBytes, withMemory} from './memory.mjs';

/** The engine's own limits: a relay needs no stack, so it may be deeper than one; the longest list of shares. */
const kMostRelayLayers = 1000;
const kMostShares = 1_000_000;

const kStackOptions = ['tokens', 'window', 'layers', 'pattern', 'causal'];
const kReachOptions = new Set([...kStackOptions, 'rows']);
const kRelayOptions = new Set(['window', 'layers', 'alpha']);
const kCostOptions = new Set([...kStackOptions, 'heads', 'headWidth']);

export function depthOf(wasm) {
  return {
    reach: (options) => reach(wasm, optionsOf(options, 'reach', kReachOptions)),
    uniformRelay: (options) => uniformRelay(wasm, optionsOf(options, 'uniformRelay', kRelayOptions)),
    cost: (options) => cost(wasm, optionsOf(options, 'cost', kCostOptions)),
  };
}

/** Which token may read which, checked. */
function stackOf({tokens, window, layers, pattern, causal}) {
  return {
    tokens: integer(tokens, 'tokens'),
    window: given(window) ? integer(window, 'window') : 0,
    layers: layersOf(layers),
    pattern: patternOf(pattern),
    causal: boolean(causal ?? true, 'causal'),
  };
}

/** A BandscopeStackRule in the module's memory. */
function held(hold, {tokens, window, layers, pattern, causal}) {
  return hold(Uint32Array.of(tokens, window, layers, causal ? 1 : 0, hold(textBytes(pattern))));
}

const noMemory = (what) => () => new RangeError(`${what} need more memory than there is`);

function reach(wasm, options) {
  const stack = stackOf(options);
  const [first, last] = rowsOf(options.rows, stack.tokens);
  const rows = last - first + 1;
  if (rows > kMostValues) {
    throw new RangeError(`rows [${first}, ${last}] are ${rows} rows, more than ${kMostValues}; ask for fewer`);
  }
  const refused = noMemory(`the reaches of ${rows} rows`);
  return withMemory(wasm, refused, (hold) => {
    const rule = held(hold, stack);
    const [firsts, lasts] = [hold(4 * rows), hold(4 * rows)];
    wasm._bandscope_reach(rule, first, last, firsts, lasts);
    return {first: copied(wasm, firsts, rows, Int32Array), last: copied(wasm, lasts, rows, Int32Array)};
  });
}

function uniformRelay(wasm, options) {
  const window = integer(options.window, 'window');
  const layers = layersOf(options.layers, kMostRelayLayers);
  const alpha = given(options.alpha) ? fraction(options.alpha, 'alpha') : 0;
  const length = layers * (window - 1) + 1;
  const count = length > kMostShares ? 0 : length;
  const refused = noMemory(`${count} shares`);
  return withMemory(wasm, refused, (hold) => {
    // The result, and while it is made a list of each layer's shares, sums and halves of sums.
    if (!wasm._bandscope_can_hold(5 * 8 * count + 100_000)) throw refused();
    const numbers = hold(3 * 8);
    const shares = count === 0 ? 0 : hold(8 * count);
    wasm._bandscope_uniform_relay(window, layers, alpha, numbers, shares);
    const [mean, sigma, radius99] = copied(wasm, numbers, 3, Float64Array);
    return {share: count === 0 ? null : copied(wasm, shares, count, Float64Array), mean, sigma, radius99};
  });
}

/** Room for the text of all counts: twelve of up to 39 digits. */
const kCountsText = 512;

/** A number where it is exact, else its decimal digits. */
const counted = (digits) => Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

function cost(wasm, options) {
  const stack = stackOf(options);
  const heads = integer(options.heads, 'heads');
  const headWidth = integer(options.headWidth, 'headWidth');
  if (heads * headWidth > kMostInteger) {
    throw new RangeError(`heads · headWidth is ${heads} · ${headWidth}, more than ${kMostInteger}`);
  }
  return withMemory(wasm, noMemory('counts'), (hold) => {
    const counts = wasm.UTF8ToString(wasm._bandscope_cost(held(hold, stack), heads, headWidth, hold(kCountsText)));
    const [full, causal, kept, project, score, blend, output, band, whole, tokens, bytes32, bytes16] =
      counts.split(' ').map(counted);
    return {
      pairs: {full, causal, kept},
      multiplyAdds: {project, score, blend, output},
      scoreBytes: {band, full: whole},
      cache: {tokens, bytes32, bytes16},
    };
  });
}
