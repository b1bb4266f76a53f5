// stack() and influence() of engine.mjs under Node: against the oracle, what never leaks, and every error.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {normalTensor} from './generator.mjs';
import {arrayError, attendStack, gradientOf, rolloutOf} from './oracle.mjs';
import {createEngine} from './support/engine.mjs';

const engine = await createEngine();

const layer = (seed, embed, width) => ({
  wQkv: normalTensor(seed, 1, embed, 3 * width), wO: normalTensor(seed, 2, width, embed),
});
/** Options of a stack with as many layers as seeds. */
const made = ({tokens = 12, embed = 6, heads = 2, depth = 3, seeds = [1, 2, 3], ...rest} = {}) => ({
  tokens, heads, x: normalTensor(9, 0, 1, tokens * embed), layers: seeds.map((seed) => layer(seed, embed, heads * depth)),
  ...rest,
});
const kCases = [
  {}, {window: 3}, {window: 3, pattern: 'LG', alpha: 0.3}, {window: 2, causal: false, norm: 'rms', alpha: 0.5},
  {window: 1, alpha: 1}, {window: 4, pattern: 'GLL', norm: 'rms', seeds: [1, 2, 3, 4]},
  {tokens: 1, seeds: [5]}, {tokens: 270, window: 5, seeds: [1, 2], norm: 'rms', alpha: 0.1},
  {tokens: 20, embed: 3, heads: 1, depth: 4, causal: false, window: 3, pattern: 'LLG', seeds: [4, 5, 6]},
].map(made);
const near = (found, wanted, most, what) => {
  const error = arrayError(found, wanted);
  assert.ok(error <= most, `${what}: error ${error}`);
};

test('each h and the head-mean shares are the oracle\'s', () => {
  kCases.forEach((options, n) => {
    const wanted = attendStack(options);
    const {h, shares} = engine.stack({...options, want: ['h', 'shares']});
    assert.equal(h.length, options.layers.length + 1);
    assert.equal(shares.length, options.layers.length);
    const {tokens} = options;
    h.forEach(({shape, data}, l) => {
      assert.deepEqual(shape, [tokens, options.x.length / tokens]);
      assert.ok(data instanceof Float32Array);
      near(data, wanted.h[l], 1e-5, `case ${n} h ${l}`);
    });
    shares.forEach(({shape, data}, l) => {
      assert.deepEqual(shape, [tokens, tokens]);
      near(data, wanted.shares[l], 1e-5, `case ${n} shares ${l}`);
    });
    assert.deepEqual(h[0].data, options.x);
  });
});

test('a stack of one layer is forward()', () => {
  const options = made({seeds: [7], window: 3});
  const {h: [, output]} = engine.stack(options);
  const {x, tokens, heads, window, layers: [weights]} = options;
  assert.deepEqual(output, engine.forward({x, tokens, heads, window, ...weights}).output);
});

test('rollout is the product of the shares', () => {
  kCases.forEach((options, n) => {
    const {tokens, alpha = 0} = options;
    const shares = engine.stack({...options, want: ['shares']}).shares.map(({data}) => Float64Array.from(data));
    const wanted = rolloutOf(shares, tokens, alpha);
    const rows = [tokens - 1, 0, Math.floor(tokens / 2)];
    const {shape, data, ...rest} = engine.influence({...options, kind: 'rollout', rows});
    assert.deepEqual(shape, [3, tokens]);
    assert.deepEqual(rest, {exact: true, probes: 0, relativeError: 0});
    assert.ok(data instanceof Float64Array);
    rows.forEach((row, r) => {
      const found = data.slice(r * tokens, (r + 1) * tokens);
      near(found, wanted.slice(row * tokens, (row + 1) * tokens), 1e-12, `case ${n} row ${row}`);
      near([found.reduce((a, b) => a + b)], [1], 1e-5, `case ${n} row ${row}'s sum`);
      const {tokens: t, window, pattern, causal} = options;
      const reach = engine.reach({tokens: t, window, pattern, causal, layers: options.layers.length, rows: [row, row]});
      found.forEach((value, j) => {
        assert.ok(value === 0 || (j >= reach.first[0] && j <= reach.last[0]), `case ${n} row ${row} input ${j}`);
      });
    });
  });
});

test('the gradient is that of the oracle, by central differences', () => {
  kCases.filter(({tokens}) => tokens <= 20).forEach((options, n) => {
    const {tokens, window, pattern, causal, layers} = options;
    const rows = [tokens - 1, Math.floor(tokens / 2)];
    const {shape, data, ...rest} = engine.influence({...options, kind: 'gradient', rows});
    assert.deepEqual(shape, [2, tokens]);
    assert.deepEqual(rest, {exact: true, probes: 0, relativeError: 0});
    rows.forEach((row, r) => {
      const found = data.slice(r * tokens, (r + 1) * tokens);
      near(found, gradientOf(options, row), 2e-5, `case ${n} row ${row}`);
      const {first, last} = engine.reach({tokens, window, pattern, causal, layers: layers.length, rows: [row, row]});
      found.forEach((value, j) => {
        assert.ok(value === 0 || (j >= first[0] && j <= last[0]), `case ${n} row ${row} input ${j}`);
      });
    });
  });
});

test('probes estimate the gradient within their error, by their seed', () => {
  const options = {...made({tokens: 30, window: 4, alpha: 0.5, norm: 'rms'}), kind: 'gradient', rows: [29, 14]};
  const exact = engine.influence(options).data;
  const worst = ({data}) => Math.max(...data.map((value, j) => exact[j] === 0 ? value : Math.abs(value / exact[j] - 1)));
  let within = 0, error = 1;
  for (const probes of [8, 64, 512]) {
    const found = engine.influence({...options, probes});
    assert.equal(found.exact, false);
    assert.equal(found.probes, probes);
    assert.ok(found.relativeError > 0 && found.relativeError <= error, `${probes}: ${found.relativeError}`);
    error = found.relativeError;
  }
  assert.ok(error < 0.25);
  for (let seed = 0; seed < 20; ++seed) {
    const found = engine.influence({...options, probes: 128, seed});
    if (worst(found) <= found.relativeError) ++within;
  }
  assert.ok(within >= 18, `${within} of 20`);
  const one = engine.influence({...options, probes: 8});
  assert.deepEqual(engine.influence({...options, probes: 8, seed: 1}), one);
  assert.notDeepEqual(engine.influence({...options, probes: 8, seed: 2 ** 32 - 1}).data, one.data);
});

test('memory is given back, also after errors', () => {
  const small = made({window: 3});
  const wanted = engine.stack(small);
  // 40 runs of more than 50 MB would pass the limit of 1 GB if anything were kept.
  const large = made({tokens: 1000, embed: 4, heads: 2, depth: 2, seeds: [1, 2]});
  for (let n = 0; n < 40; ++n) {
    engine.stack({...large, want: ['shares']});
    assert.throws(() => engine.stack({...small, layers: [{}]}), TypeError);
    if (n % 8 === 0) engine.influence({...large, kind: 'gradient', rows: [999], probes: 1});
  }
  assert.deepEqual(engine.stack(small), wanted);
});

test('what is left out is as said', () => {
  const options = made();
  const plain = engine.stack(options);
  assert.deepEqual(Object.keys(plain), ['h']);
  assert.deepEqual(engine.stack({...options, window: null, pattern: null, alpha: null, norm: null, causal: null,
                                 want: null}), plain);
  assert.deepEqual(engine.stack({...options, window: 12, pattern: 'L', alpha: 0, norm: 'none', causal: true}), plain);
  assert.deepEqual(Object.keys(engine.stack({...options, want: ['shares']})), ['shares']);
  assert.deepEqual(engine.stack({...options, want: []}), {});
  assert.deepEqual(engine.influence({...options, kind: 'rollout', rows: []}).shape, [0, 12]);
  assert.deepEqual(engine.influence({...options, kind: 'rollout', rows: Uint8Array.of(3)}),
                   engine.influence({...options, kind: 'rollout', rows: [3]}));
});

test('one object may serve many layers', () => {
  const shared = layer(1, 6, 6);
  const copy = () => ({wQkv: shared.wQkv.slice(), wO: shared.wO.slice()});
  const options = made({window: 3, alpha: 0.2});
  assert.deepEqual(engine.stack({...options, layers: [shared, shared, shared]}),
                   engine.stack({...options, layers: [copy(), copy(), copy()]}));
  // 64 layers of 16 MB each would not fit, once they do.
  const large = {wQkv: new Float32Array(1024 * 3 * 1024).fill(1e-3), wO: new Float32Array(1024 * 1024).fill(1e-3)};
  const {h} = engine.stack({tokens: 2, heads: 16, x: new Float32Array(2048).fill(1), layers: Array(64).fill(large)});
  assert.equal(h.length, 65);
  assert.ok(Math.abs(h[1].data[0] - 1024 ** 2 * 1e-6) < 1e-3);
});

test('what is not a number stays in its cone', () => {
  const options = made({tokens: 14, window: 3, alpha: 0.5, norm: 'rms', seeds: [1, 2]});
  const clean = engine.stack(options).h[2].data;
  options.x.fill(NaN, 5 * 6, 6 * 6);
  const poisoned = engine.stack(options).h[2].data;
  for (let n = 0; n < clean.length; ++n) {
    const row = Math.floor(n / 6);
    if (row >= 5 && row <= 9) assert.ok(Number.isNaN(poisoned[n]), `${n}`);
    else assert.equal(poisoned[n], clean[n]);
  }
});

test('what does not fit is refused in words', () => {
  const options = made();
  const [one, two, three] = options.layers;
  const refused = (Kind, changes, words) => {
    for (const call of ['stack', 'influence']) {
      const asked = call === 'stack' ? options : {...options, kind: 'rollout', rows: [0]};
      assert.throws(() => engine[call]({...asked, ...changes}), (error) =>
        error instanceof Kind && error.message.includes(words) || assert.fail(`${call}: ${error}; not '${words}'`));
    }
  };
  refused(TypeError, {tokens: '12'}, 'tokens must be a number, not String');
  refused(RangeError, {tokens: 0}, 'tokens is 0, but must be an integer from 1 up');
  refused(RangeError, {tokens: 7}, 'x has 72 numbers, which is no (tokens, E) with 7 rows');
  refused(TypeError, {x: [1, 2]}, 'x must be a Float32Array (tokens, E), row-major, not Array');
  refused(RangeError, {window: 0}, 'window is 0');
  refused(RangeError, {window: 1.5}, 'window is 1.5');
  refused(RangeError, {heads: 4}, 'layers[0].wQkv is (E, 3C) = (6, 18), which cannot be cut into Q, K and V of 4 heads');
  refused(RangeError, {pattern: ''}, "pattern is ''");
  refused(RangeError, {pattern: 'LX'}, "pattern is 'LX'");
  refused(TypeError, {pattern: 3}, 'pattern must be a string');
  refused(RangeError, {alpha: 1.01}, 'alpha is 1.01, but must be from 0 to 1');
  refused(RangeError, {alpha: NaN}, 'alpha is NaN');
  refused(TypeError, {alpha: '0.5'}, 'alpha must be a number');
  refused(RangeError, {norm: 'layer'}, "norm is 'layer', but must be none or rms");
  refused(TypeError, {norm: true}, 'norm must be a string, not Boolean');
  refused(TypeError, {causal: 1}, 'causal must be true or false');
  refused(TypeError, {layers: 3}, 'layers must be a list of {wQkv, wO}, one a layer, not Number');
  refused(RangeError, {layers: []}, 'layers has 0 entries, but must have 1 to 64');
  refused(RangeError, {layers: Array(65).fill(one)}, 'layers has 65 entries');
  refused(TypeError, {layers: [one, null]}, 'layers[1] must be {wQkv, wO}, not null');
  refused(TypeError, {layers: Array(3)}, 'layers[0] must be {wQkv, wO}, not undefined');
  refused(TypeError, {layers: [one, {...two, bias: 1}]}, "layers[1] has no 'bias'; it has wQkv, wO");
  refused(TypeError, {layers: [one, {wQkv: two.wQkv}]}, 'layers[1].wO must be a Float32Array (C, E)');
  refused(RangeError, {layers: [one, layer(2, 6, 8)]},
          'layers[1].wQkv has 144 numbers, but (E, 3C) = (6, 18) needs 108');
  refused(RangeError, {layers: [one, two, {...three, wO: three.wO.slice(1)}]},
          'layers[2].wO has 35 numbers, but (C, E) = (6, 6) needs 36');
  refused(TypeError, {window_size: 3}, "has no option 'window_size'");
  assert.throws(() => engine.stack(), /stack\(\) takes an object of options, not undefined/);
  assert.throws(() => engine.stack({...options, want: ['output']}), /want names 'output'; the results are h, shares/);
  assert.throws(() => engine.stack({...options, want: 'h'}), TypeError);
});

test('influence refuses rows and kinds that do not fit', () => {
  const options = {...made(), kind: 'rollout', rows: [0]};
  const refused = (Kind, changes, words) => {
    assert.throws(() => engine.influence({...options, ...changes}), (error) =>
      error instanceof Kind && error.message.includes(words) || assert.fail(`${error}; not '${words}'`));
  };
  refused(TypeError, {rows: undefined}, 'rows must be a list of rows, [i, ...], not undefined');
  refused(TypeError, {rows: 3}, 'rows must be a list of rows');
  refused(RangeError, {rows: [0, 12]}, 'rows[1] is 12, but must be an integer from 0 to 11');
  refused(RangeError, {rows: [-1]}, 'rows[0] is -1');
  refused(TypeError, {rows: ['1']}, 'rows[0] must be a number, not String');
  refused(RangeError, {rows: Array(1_400_000).fill(0)}, '1400000 rows of 12 tokens are more than 16777216 values');
  refused(TypeError, {kind: undefined}, 'kind must be a string, not undefined');
  refused(RangeError, {kind: 'saliency'}, "kind is 'saliency', but must be rollout or gradient");
  refused(TypeError, {probes: 3}, "probes and seed are of kind 'gradient'");
  refused(TypeError, {seed: 3}, "probes and seed are of kind 'gradient'");
  const kind = 'gradient';
  refused(RangeError, {kind, probes: 0}, 'probes is 0, but must be an integer from 1 up');
  refused(TypeError, {kind, probes: '8'}, 'probes must be a number');
  refused(RangeError, {kind, probes: 8, seed: 2 ** 32}, 'seed is 4294967296, but must be an integer from 0 to 4294967295');
  refused(RangeError, {kind, seed: -1}, 'seed is -1');
});

test('a stack that memory does not hold is refused before it is copied', () => {
  const tokens = 60_000;
  const options = {tokens, heads: 1, x: new Float32Array(tokens), layers: [layer(1, 1, 1)]};
  assert.throws(() => engine.stack(options), (error) =>
    error instanceof RangeError && /a stack of 1 layers .* needs more memory of about \d+ MB/.test(error.message));
  assert.throws(() => engine.stack({...options, window: 2, want: ['shares']}), /shares \(60000, 60000\) has 3600000000/);
  assert.equal(engine.stack({...options, window: 2}).h[1].data.length, tokens);  // and the engine goes on
});
