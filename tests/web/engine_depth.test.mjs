// reach(), uniformRelay() and cost() of engine.mjs under Node: the reference values, large sizes, and every error.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {createEngine, golden} from './support/engine.mjs';

const engine = await createEngine();
const stacks = golden('stack_cases');
const near = (found, wanted, what) => {
  assert.ok(Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)), `${what}: ${found}, not ${wanted}`);
};

/** The inputs that row i depends on, layer by layer, pair by pair. */
function reachOf(i, {tokens, window, layers = 1, pattern = 'L', causal = true}) {
  let rows = new Set([i]);
  for (let layer = layers; layer >= 1; --layer) {
    const global = pattern[(layer - 1) % pattern.length] === 'G';
    const next = new Set();
    for (const row of rows) {
      for (let j = 0; j < tokens; ++j) {
        if ((!causal || j <= row) && (global || window === undefined || Math.abs(row - j) < window)) next.add(j);
      }
    }
    rows = next;
  }
  return [...rows].sort((a, b) => a - b);
}

test('reach has the reference values', () => {
  assert.equal(stacks.hard_reach.length, 9);
  for (const {W, L, reach, tokens_seen_unclipped: seen} of stacks.hard_reach) {
    const {first, last} = engine.reach({tokens: 1_000_000, window: W, layers: L, rows: [999_999, 999_999]});
    assert.deepEqual([...first], [999_999 - reach]);
    assert.deepEqual([...last], [999_999]);
    assert.equal(last[0] - first[0] + 1, seen);
  }
});

test('reach is what following every pair gives', () => {
  for (const tokens of [1, 2, 7, 12]) {
    for (const window of [undefined, 1, 2, 3, 12, 50]) {
      for (const pattern of ['L', 'G', 'LG', 'LLG']) {
        for (const layers of [1, 2, 4]) {
          for (const causal of [true, false]) {
            const options = {tokens, window, pattern, layers, causal};
            const {first, last} = engine.reach(options);
            assert.ok(first instanceof Int32Array && last instanceof Int32Array);
            assert.equal(first.length, tokens);
            for (let i = 0; i < tokens; ++i) {
              const inputs = reachOf(i, options);
              assert.deepEqual([first[i], last[i]], [inputs[0], inputs.at(-1)], JSON.stringify({...options, i}));
            }
          }
        }
      }
    }
  }
});

test('reach has defaults: no window, one layer, causal', () => {
  const all = {first: Int32Array.of(0, 0, 0), last: Int32Array.of(0, 1, 2)};
  assert.deepEqual(engine.reach({tokens: 3}), all);
  assert.deepEqual(engine.reach({tokens: 3, window: null, layers: null, pattern: null, causal: null, rows: null}), all);
  assert.deepEqual(engine.reach({tokens: 3, window: 2}), {first: Int32Array.of(0, 0, 1), last: Int32Array.of(0, 1, 2)});
  assert.deepEqual(engine.reach({tokens: 3, rows: [1, 1]}), {first: Int32Array.of(0), last: Int32Array.of(1)});
});

test('Gemma 3 reaches five windows back, then everything', () => {
  const back = (layers) => {
    const {first, last} = engine.reach({tokens: 1e9, window: 1024, layers, pattern: 'LLLLLG', rows: [999_999_999, 999_999_999]});
    return last[0] - first[0];
  };
  assert.deepEqual([1, 2, 3, 4, 5].map(back), [1023, 2046, 3069, 4092, 5115]);
  assert.deepEqual([6, 7, 26].map(back), [999_999_999, 999_999_999, 999_999_999]);
});

test('reach is exact at 1e9 tokens and 64 layers, and at the most tokens of all', () => {
  const rows = (options) => {
    const {first, last} = engine.reach(options);
    return [...first].map((value, n) => [value, last[n]]);
  };
  assert.deepEqual(rows({tokens: 1e9, window: 10_000_000, layers: 64, rows: [999_999_998, 999_999_999]}),
                   [[999_999_998 - 64 * 9_999_999, 999_999_998], [999_999_999 - 64 * 9_999_999, 999_999_999]]);
  assert.deepEqual(rows({tokens: 1e9, window: 5_000_001, layers: 64, causal: false, rows: [500_000_000, 500_000_000]}),
                   [[180_000_000, 820_000_000]]);
  const most = 2 ** 31 - 1;
  for (const window of [null, most, most - 1]) {
    assert.deepEqual(rows({tokens: most, window, layers: 64, rows: [most - 1, most - 1]}), [[0, most - 1]]);
    assert.deepEqual(rows({tokens: most, window, layers: 64, causal: false, rows: [0, 0]}), [[0, most - 1]]);
  }
});

test('reach gives 16,777,216 rows, and refuses one more', () => {
  const {first, last} = engine.reach({tokens: 1e9, window: 4, layers: 2, rows: [1000, 16_778_215]});
  assert.equal(first.length, 16_777_216);
  assert.deepEqual([first[0], first.at(-1), last[0], last.at(-1)], [994, 16_778_209, 1000, 16_778_215]);
  const refused = (options, words) => assert.throws(() => engine.reach(options), (error) =>
    error instanceof RangeError && error.message.includes(words) || assert.fail(`${error}: '${words}'`));
  refused({tokens: 1e9, rows: [1000, 16_778_216]}, '16777217 rows, more than 16777216');
  refused({tokens: 1e9}, '1000000000 rows');
});

test('the uniform relay has the reference values', () => {
  assert.equal(stacks.uniform_relay.length, 6);
  for (const line of stacks.uniform_relay) {
    const what = `W ${line.W} L ${line.L} alpha ${line.alpha}`;
    const {share, mean, sigma, radius99} = engine.uniformRelay({window: line.W, layers: line.L, alpha: line.alpha});
    assert.ok(share instanceof Float64Array);
    assert.equal(share.length, line.share.length);
    line.share.forEach((wanted, d) => near(share[d], wanted, `${what} share ${d}`));
    near(mean, line.mean, `${what} mean`);
    near(sigma, line.sigma, `${what} sigma`);
    assert.equal(radius99, line.radius99, what);
  }
});

test('the far edge of the relay is right in its own digits', () => {
  const {share} = engine.uniformRelay({window: 3, layers: 5});
  assert.equal(share.length, 11);
  assert.ok(Math.abs(share[10] * 243 - 1) < 1e-12);
  const mistral = engine.uniformRelay({window: 4096, layers: 32}).share;
  assert.equal(mistral.length, 131_041);
  assert.ok(Math.abs(mistral[131_040] * 2 ** (12 * 32) - 1) < 1e-12);
});

test('the 99 % radius grows with depth', () => {
  const radius = (layers) => engine.uniformRelay({window: 100, layers, alpha: 0.95}).radius99;
  assert.deepEqual([2, 64, 100].map(radius), [91, 439, 587]);
});

test('the relay lists a million shares, and none above; its numbers stay exact', () => {
  const listed = engine.uniformRelay({window: 1_000_000, layers: 1, alpha: 0.5});
  assert.equal(listed.share.length, 1_000_000);
  near(listed.share.reduce((sum, share) => sum + share), 1, 'sum');
  assert.equal(engine.uniformRelay({window: 1_000_001, layers: 1, alpha: 0.5}).share, null);
  // Counted in whole numbers elsewhere: see tests/engine/relay_test.cpp.
  const largest = engine.uniformRelay({window: 2 ** 31 - 1, layers: 64, alpha: 0.5});
  assert.equal(largest.share, null);
  assert.equal(largest.radius99, 47_694_715_767);
  assert.equal(largest.mean, 64 * 0.5 * (2 ** 31 - 2) / 2);
  assert.deepEqual(engine.uniformRelay({window: 7}).share, new Float64Array(7).fill(1 / 7));
  assert.deepEqual(engine.uniformRelay({window: 1, layers: 1000}),
                   {share: Float64Array.of(1), mean: 0, sigma: 0, radius99: 0});
});

test('cost has the reference pairs', () => {
  assert.equal(stacks.pairs.length, 5);
  for (const {T, W, full, causal, window} of stacks.pairs) {
    assert.deepEqual(engine.cost({tokens: T, window: W, heads: 1, headWidth: 1}).pairs, {full, causal, kept: window});
  }
});

test('cost counts a small stack', () => {
  // Kept: two windowed layers of 2 · 4 - 1 = 7 and a global one of 10; C = 6.
  assert.deepEqual(engine.cost({tokens: 4, window: 2, layers: 3, pattern: 'LGL', heads: 3, headWidth: 2}), {
    pairs: {full: 48, causal: 30, kept: 24},
    multiplyAdds: {project: 3 * 4 * 6 * 18, score: 24 * 6, blend: 24 * 6, output: 3 * 4 * 36},
    scoreBytes: {band: 4 * 3 * 4 * (2 + 4 + 2), full: 4 * 3 * 48},
    cache: {tokens: 8, bytes32: 8 * 12 * 4, bytes16: 8 * 12 * 2},
  });
  // Two-sided: 2 · 7 - 4 = 10 kept, 3 slots a row.
  const {pairs, scoreBytes} = engine.cost({tokens: 4, window: 2, heads: 1, headWidth: 1, causal: false});
  assert.deepEqual(pairs, {full: 16, causal: 10, kept: 10});
  assert.deepEqual(scoreBytes, {band: 48, full: 64});
  // No window: causal attention.
  assert.deepEqual(engine.cost({tokens: 9, heads: 1, headWidth: 1}).pairs, {full: 81, causal: 45, kept: 45});
});

test('counts above 2^53 - 1 are decimal strings, exact at 1e9 tokens and 64 layers', () => {
  const {pairs, multiplyAdds, scoreBytes, cache} = engine.cost(
    {tokens: 1e9, window: 4096, layers: 64, pattern: 'LLLLLG', heads: 128, headWidth: 128});
  assert.deepEqual(pairs, {full: '64000000000000000000', causal: '32000000032000000000', kept: '5000221188547125760'});
  // Recounted in whole numbers: ten of the 64 layers are global.
  const [T, W, C] = [10n ** 9n, 4096n, 16384n];
  const kept = 54n * (W * T - W * (W - 1n) / 2n) + 10n * (T * (T + 1n) / 2n);
  assert.equal(pairs.kept, String(kept));
  assert.deepEqual(multiplyAdds, {
    project: String(64n * T * C * 3n * C), score: String(kept * C), blend: String(kept * C), output: String(64n * T * C * C),
  });
  assert.deepEqual(scoreBytes, {
    band: String(4n * 128n * T * (54n * W + 10n * T)), full: String(4n * 128n * 64n * T * T),
  });
  assert.deepEqual(cache, {tokens: 10_000_221_184, bytes32: 1_310_748_991_029_248, bytes16: 655_374_495_514_624});

  // T² to either side of 2^53: 94,906,265² is below it, 94,906,266² above.
  assert.equal(engine.cost({tokens: 94_906_265, heads: 1, headWidth: 1}).pairs.full, 94_906_265 ** 2);
  assert.equal(engine.cost({tokens: 94_906_266, heads: 1, headWidth: 1}).pairs.full, String(94_906_266n ** 2n));
});

test('bad input throws an error that names what is wrong', () => {
  const calls = {
    reach: [engine.reach, {tokens: 10, window: 3}],
    uniformRelay: [engine.uniformRelay, {window: 3}],
    cost: [engine.cost, {tokens: 10, heads: 2, headWidth: 4}],
  };
  const throws = (Kind) => (name, change, words) => {
    const [call, options] = calls[name];
    assert.throws(() => call(typeof change === 'object' && change !== null ? {...options, ...change} : change), (error) =>
      error instanceof Kind && error.message.includes(words) || assert.fail(`${name} ${error}: '${words}'`));
  };
  const [type, range] = [throws(TypeError), throws(RangeError)];

  for (const name of Object.keys(calls)) {
    type(name, undefined, `${name}() takes an object of options`);
    type(name, null, 'not null');
    type(name, {windw: 3}, `${name}() has no option 'windw'`);
    type(name, {layers: '2'}, 'layers must be a number, not String');
    for (const bad of [0, -1, 1.5, NaN, Infinity, 1001]) range(name, {layers: bad}, `layers is ${bad}`);
    type(name, {window: '3'}, 'window must be a number, not String');
    for (const bad of [0, -1, 1.5, NaN, Infinity, 2 ** 31]) range(name, {window: bad}, `window is ${bad}`);
  }
  for (const name of ['reach', 'cost']) {
    range(name, {layers: 65}, 'layers is 65, but must be an integer from 1 to 64');
    type(name, {tokens: undefined}, 'tokens must be a number, not undefined');
    for (const bad of [0, -1, 1.5, NaN, Infinity, 2 ** 31]) range(name, {tokens: bad}, `tokens is ${bad}`);
    type(name, {pattern: 3}, 'pattern must be a string, not Number');
    type(name, {pattern: ['L']}, 'pattern must be a string, not Array');
    for (const bad of ['', 'X', 'l', 'LXG', 'LG ', 'LG\n', 'L'.repeat(65)]) range(name, {pattern: bad}, `pattern is '${bad}'`);
    type(name, {causal: 1}, 'causal must be true or false');
  }
  type('reach', {heads: 2}, "no option 'heads'");
  type('reach', {rows: 2}, 'rows must be [first, last]');
  type('reach', {rows: [1]}, 'rows must be [first, last]');
  type('reach', {rows: ['0', 1]}, 'rows[0] must be a number');
  for (const rows of [[0, 10], [2, 1], [-1, 1], [0, 1.5], [0, NaN]]) range('reach', {rows}, 'rows');

  type('uniformRelay', {window: undefined}, 'window must be a number, not undefined');
  type('uniformRelay', {window: null}, 'window must be a number, not null');
  type('uniformRelay', {alpha: '0.5'}, 'alpha must be a number, not String');
  for (const bad of [-0.1, 1.1, NaN, Infinity]) range('uniformRelay', {alpha: bad}, `alpha is ${bad}, but must be from 0 to 1`);
  type('uniformRelay', {tokens: 4}, "no option 'tokens'");

  type('cost', {heads: undefined}, 'heads must be a number');
  type('cost', {headWidth: '4'}, 'headWidth must be a number');
  for (const bad of [0, -1, 1.5, NaN, Infinity, 2 ** 31]) {
    range('cost', {heads: bad}, `heads is ${bad}`);
    range('cost', {headWidth: bad}, `headWidth is ${bad}`);
  }
  range('cost', {heads: 65_536, headWidth: 32_768}, 'heads · headWidth is 65536 · 32768');
  assert.equal(typeof engine.cost({tokens: 1, heads: 2 ** 31 - 1, headWidth: 1}).multiplyAdds.project, 'string');
});

test('memory is given back, also after errors', () => {
  // 40 runs of 32 MB, or of the relay's 24 MB with as much again at work, would pass the limit of 1 GB if kept.
  for (let n = 0; n < 40; ++n) {
    engine.reach({tokens: 4_000_000, window: 8});
    assert.throws(() => engine.reach({tokens: 4_000_000, pattern: ''}), RangeError);
    engine.uniformRelay({window: 1_000_000});
  }
  assert.deepEqual(engine.reach({tokens: 2, window: 1}).first, Int32Array.of(0, 1));
});
