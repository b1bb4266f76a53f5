// forward() of engine.mjs under Node: the reference values, and every error.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {normalTensor} from './generator.mjs';
import {arrayError, attend} from './oracle.mjs';
import {createEngine, golden} from './support/engine.mjs';

const engine = await createEngine();

/** A nested list, flat; null (a struck score) is -Infinity. */
const flat = (nested) => nested.flat(Infinity).map((value) => value === null ? -Infinity : value);
const tensor = (nested) => Float32Array.from(flat(nested));
const near = (found, wanted, what) => {
  const error = arrayError(found.data, wanted);
  assert.ok(error <= 1e-5, `${what}: error ${error}`);
};
const kGoldenNames = {
  scoresRaw: 'scores_raw', scores: 'scores_masked', shares: 'shares', headOut: 'head_out', merged: 'merged',
  output: 'output',
};
const kAll = Object.keys(kGoldenNames);

/** Compares what the golden case has. */
function compare(options, line, what) {
  const results = engine.forward({...options, want: kAll});
  for (const [key, name] of Object.entries(kGoldenNames)) {
    if (line[name]) near(results[key], flat(line[name]), `${what}: ${key}`);
  }
  return results;
}
/** Options of a golden case with q, k, v. */
const fromGiven = (line) => ({
  tokens: line.q.length, keyTokens: line.k.length, heads: line.heads ?? line.H, q: tensor(line.q), k: tensor(line.k),
  v: tensor(line.v), window: line.window ?? undefined, causal: line.causal ?? true, keyMask: line.key_mask,
});

const numbers = (seed, size) => normalTensor(seed, 0, 1, size);
const given = (tokens, keyTokens, heads, depth) => ({
  tokens, keyTokens, heads, q: numbers(1, tokens * heads * depth), k: numbers(2, keyTokens * heads * depth),
  v: numbers(3, keyTokens * heads * depth),
});
const projected = (tokens, embed, heads, depth) => ({
  tokens, heads, x: numbers(4, tokens * embed), wQkv: normalTensor(5, 1, embed, 3 * heads * depth),
  wO: normalTensor(6, 2, heads * depth, embed),
});

test('worked examples equal the reference values', () => {
  const examples = golden('worked_examples');
  for (const name of ['shapes', 'sliding-window', 'nolan']) compare(fromGiven(examples[name]), examples[name], name);
  const {merged, shares} = engine.forward(fromGiven(examples['sliding-window']));
  const rounded = (values) => [...values].map((value) => Number(value.toFixed(3)));
  assert.deepEqual(rounded(shares.data.slice(4, 8)), [0.33, 0.67, 0, 0]);
  assert.deepEqual(rounded(merged.data.slice(12)), [1.5, 1.5, 1.67, 0.67]);
});

test('whole layers equal the reference values', () => {
  const cases = golden('layer_cases');
  assert.ok(cases.length >= 16);
  for (const line of cases) {
    const options = {
      tokens: line.T, heads: line.H, window: line.W ?? undefined, causal: line.causal, keyMask: line.key_mask,
      x: tensor(line.x), wQkv: tensor(line.w_qkv), wO: tensor(line.w_o),
    };
    const what = `T ${line.T} E ${line.E} H ${line.H} D ${line.D} W ${line.W} causal ${line.causal}`;
    const {output, shares} = compare(options, line, what);
    assert.deepEqual(output.shape, [line.T, line.E]);
    assert.deepEqual(shares.shape, [line.H, line.T, line.T]);
    // The JavaScript oracle is held to the same values.
    assert.ok(arrayError(attend(options).output, flat(line.output)) < 1e-5, what);
  }
});

test('hostile numbers give the reference values', () => {
  for (const line of golden('hostile_cases')) compare(fromGiven(line), line, line.name);
});

test('cross attention equals the reference values', () => {
  const line = golden('variant_cases').find(({name}) => name.startsWith('cross attention'));
  compare({...fromGiven(line), causal: false}, line, line.name);
});

test('every kind of layer equals the oracle', () => {
  for (const [tokens, keyTokens, heads, depth] of [[1, 1, 1, 1], [5, 5, 2, 3], [3, 9, 2, 4], [9, 3, 1, 5], [70, 70, 3, 17],
                                                   [300, 300, 1, 2]]) {
    for (const window of [undefined, 1, 4, 1000]) {
      for (const causal of [true, false]) {
        for (const keyMask of [undefined, Array.from({length: keyTokens}, (_, j) => j % 3 !== 1)]) {
          const options = {...given(tokens, keyTokens, heads, depth), window, causal, keyMask};
          const results = engine.forward(options);
          const answer = attend(options);
          const what = `${tokens} ${keyTokens} ${heads} ${depth} W ${window} causal ${causal} mask ${Boolean(keyMask)}`;
          for (const key of ['scores', 'shares', 'headOut', 'merged']) near(results[key], answer[key], `${what} ${key}`);
          assert.equal(results.output, null);
        }
      }
    }
  }
});

test('wO works with given Q, K and V; its width is E', () => {
  const options = {...given(4, 6, 2, 3), wO: numbers(9, 6 * 5)};
  const {output} = engine.forward(options);
  assert.deepEqual(output.shape, [4, 5]);
  near(output, attend(options).output, 'output');
});

test('want chooses results, all but scoresRaw by default', () => {
  const options = projected(4, 5, 2, 3);
  assert.deepEqual(Object.keys(engine.forward(options)).sort(), ['headOut', 'merged', 'output', 'scores', 'shares']);
  assert.deepEqual(Object.keys(engine.forward({...options, want: ['merged', 'scoresRaw']})).sort(),
                   ['merged', 'scoresRaw']);
  assert.deepEqual(engine.forward({...options, want: []}), {});
  assert.equal(engine.forward({...options, wO: undefined, want: ['output']}).output, null);
});

test('rows cut every result', () => {
  const options = projected(7, 5, 2, 3);
  const whole = engine.forward({...options, want: kAll});
  const cut = engine.forward({...options, want: kAll, rows: [2, 4]});
  for (const key of kAll) {
    const inner = whole[key].shape.at(-1);
    const blocks = whole[key].data.length / (7 * inner);
    const expected = [];
    for (let block = 0; block < blocks; ++block) {
      expected.push(...whole[key].data.slice((block * 7 + 2) * inner, (block * 7 + 5) * inner));
    }
    assert.equal(cut[key].shape.at(-2), 3, key);
    assert.deepEqual([...cut[key].data], expected, key);
  }
  assert.deepEqual(engine.forward({...options, rows: [6, 6]}).merged.shape, [1, 6]);
});

test('window left out is none, null too; a window of T or more is causal, bit for bit', () => {
  const options = projected(20, 5, 2, 3);
  const plain = engine.forward(options);
  for (const window of [null, 20, 21, 2 ** 31 - 1]) {
    assert.deepEqual(engine.forward({...options, window}).output.data, plain.output.data);
  }
});

test('NaN and infinities are accepted, and stay behind the mask', () => {
  const options = {...given(8, 8, 2, 3), window: 3};
  const clean = engine.forward(options).merged.data;
  for (const poison of [NaN, Infinity, -Infinity]) {
    const [k, v] = [options.k.slice(), options.v.slice()];
    k.fill(poison, 5 * 6, 6 * 6);
    v.fill(poison, 5 * 6, 6 * 6);
    const {merged} = engine.forward({...options, k, v});
    assert.deepEqual(merged.data.slice(0, 5 * 6), clean.slice(0, 5 * 6));
    const masked = engine.forward({...options, k, v, keyMask: [1, 1, 1, 1, 1, 0, 1, 1]}).merged.data;
    assert.ok(masked.every(Number.isFinite));
  }
});

test('a row that keeps no key is 0', () => {
  const {shares, merged, scores} = engine.forward({...given(6, 4, 1, 2), want: ['shares', 'merged', 'scores']});
  assert.ok(shares.data.slice(0, 8).every((share) => share === 0));
  assert.ok(merged.data.slice(0, 4).every((value) => value === 0));
  assert.ok(scores.data.slice(0, 8).every((score) => score === -Infinity));
});

test('inputs are copied and not changed, results are the caller\'s own', () => {
  const options = projected(6, 5, 2, 3);
  const before = options.x.slice();
  const first = engine.forward(options);
  const held = first.output.data.slice();
  options.x.fill(0);
  engine.forward(options);
  assert.deepEqual(first.output.data, held);
  options.x.set(before);
  assert.deepEqual(engine.forward(options).output.data, held);
  // A view into a larger buffer is read at its own offset.
  const buffer = new Float32Array(before.length + 3);
  buffer.set(before, 3);
  assert.deepEqual(engine.forward({...options, x: buffer.subarray(3)}).output.data, held);
});

test('memory is given back, also after errors, and grows when it must', () => {
  const small = projected(6, 5, 2, 3);
  const wanted = engine.forward(small).output.data;
  // 60 runs of 60 MB would pass the limit of 1 GB several times over if anything were kept.
  const large = {...given(1000, 1000, 4, 2), want: ['merged']};
  for (let n = 0; n < 60; ++n) {
    engine.forward(large);
    assert.throws(() => engine.forward({...small, wO: small.wO.slice(1)}), RangeError);
  }
  assert.deepEqual(engine.forward(small).output.data, wanted);
});

test('two engines do not share anything', async () => {
  const other = await createEngine();
  const options = projected(5, 4, 2, 2);
  assert.deepEqual(other.forward(options).output.data, engine.forward(options).output.data);
});

test('what is too large is refused with its size, and the engine goes on', () => {
  const long = (rest) => engine.forward({...given(4097, 4097, 1, 1), window: 2, ...rest});
  assert.throws(() => long({}), (error) => error instanceof RangeError &&
    error.message.includes('(1, 4097, 4097)') && error.message.includes('16785409'));
  assert.deepEqual(long({want: ['merged', 'headOut']}).merged.shape, [4097, 1]);
  assert.deepEqual(long({rows: [4000, 4001], want: ['shares']}).shares.shape, [1, 2, 4097]);
  // Results small enough, but a layer that no memory holds.
  const rows = 60_000;
  const q = new Float32Array(rows);
  const tables = {want: ['merged', 'shares'], rows: [0, 1]};
  assert.throws(() => engine.forward({tokens: rows, heads: 1, q, k: q, v: q, ...tables}), (error) =>
    error instanceof RangeError && error.message.includes('(1, 60000, 60000)'));
  // Without a table it fits.
  const few = {rows: [rows - 2, rows - 1], want: ['merged']};
  assert.deepEqual(engine.forward({tokens: rows, heads: 1, q, k: q, v: q, ...few}).merged.shape, [2, 1]);
  assert.deepEqual(engine.forward({tokens: rows, heads: 1, window: 4, q, k: q, v: q, want: ['merged']}).merged.shape,
                   [rows, 1]);
});

test('bad input throws an error that names what is wrong', () => {
  const qkv = given(3, 5, 2, 4);
  const x = projected(3, 10, 2, 4);
  const type = (options, words) => assert.throws(() => engine.forward(options), (error) =>
    error instanceof TypeError && error.message.includes(words) || assert.fail(`${error}: '${words}'`));
  const range = (options, words) => assert.throws(() => engine.forward(options), (error) =>
    error instanceof RangeError && error.message.includes(words) || assert.fail(`${error}: '${words}'`));

  type(undefined, 'options');
  type(null, 'options');
  type({...qkv, windw: 3}, "'windw'");
  type({tokens: 3, heads: 1}, 'x (tokens, E) with wQkv (E, 3C), or q, k and v');
  type({...qkv, ...x, keyTokens: 3}, 'not both');
  type({...qkv, k: undefined}, 'k must be a Float32Array (keyTokens, C)');
  type({...x, wQkv: undefined}, 'wQkv must be a Float32Array (E, 3C)');
  type({...qkv, q: Array.from(qkv.q)}, 'q must be a Float32Array (tokens, C), row-major, not Array');
  type({...qkv, q: Float64Array.from(qkv.q)}, 'Float64Array');
  type({...x, wO: 'w'}, 'wO must be a Float32Array (C, E)');
  type({...qkv, tokens: '3'}, 'tokens must be a number, not String');
  type({...qkv, heads: undefined}, 'heads must be a number');
  type({...qkv, causal: 1}, 'causal must be true or false');
  type({...qkv, keyMask: 'no'}, 'keyMask');
  type({...qkv, keyMask: [1, 1, 1, 1, 2]}, 'keyMask[4] is 2');
  type({...qkv, want: 'shares'}, 'want must be a list');
  type({...qkv, want: ['share']}, "want names 'share'");
  type({...qkv, want: ['constructor']}, "want names 'constructor'");
  type({...qkv, rows: 2}, 'rows must be [first, last]');

  for (const bad of [0, -1, 1.5, NaN, Infinity, 2 ** 31]) {
    range({...qkv, tokens: bad}, `tokens is ${bad}`);
    range({...qkv, keyTokens: bad}, `keyTokens is ${bad}`);
    range({...qkv, heads: bad}, `heads is ${bad}`);
    range({...qkv, window: bad}, `window is ${bad}`);
  }
  range({...qkv, heads: 3}, 'q is (tokens, C) = (3, 8), which cannot be cut into 3 heads');
  range({...qkv, tokens: 5}, 'q has 24 numbers, which is no (tokens, C) with 5 rows');
  range({...qkv, keyTokens: 4}, 'k has 40 numbers, but (keyTokens, C) = (4, 8) needs 32');
  range({...qkv, v: qkv.v.slice(1)}, 'v has 39 numbers, but (keyTokens, C) = (5, 8) needs 40');
  range({...qkv, q: new Float32Array(0)}, 'q has 0 numbers');
  range({...qkv, wO: new Float32Array(9)}, 'wO has 9 numbers');
  range({...qkv, keyMask: [1, 1]}, 'keyMask has 2 entries, but (keyTokens) = (5) needs 5');
  range({...x, wQkv: x.wQkv.slice(1)}, 'wQkv has 239 numbers, which is no (E, 3C) with 10 rows');
  range({...x, wQkv: new Float32Array(10 * 23)}, 'wQkv is (E, 3C) = (10, 23)');
  range({...x, heads: 3}, 'wQkv is (E, 3C) = (10, 24), which cannot be cut into Q, K and V of 3 heads');
  range({...x, wO: x.wO.slice(1)}, 'wO has 79 numbers, but (C, E) = (8, 10) needs 80');
  range({...x, keyTokens: 4}, 'tokens is 3 and keyTokens 4');
  range({...x, x: x.x.slice(1)}, 'x has 29 numbers');
  for (const rows of [[0, 3], [2, 1], [-1, 1], [0, 1.5], [0, NaN]]) range({...qkv, rows}, 'rows');
});

test('a layer packs its weights once and gives the bits of forward(), for any length', () => {
  const [heads, depth] = [3, 5], width = heads * depth;
  for (const embedWidth of [width, 4]) {
    const weights = {wQkv: numbers(5, embedWidth * 3 * width), wO: numbers(6, width * embedWidth)};
    const kept = {wQkv: weights.wQkv.slice(), wO: weights.wO.slice()};
    const layer = engine.layer({heads, window: 7, embedWidth, ...weights});
    weights.wQkv.fill(NaN);  // copied
    weights.wO.fill(NaN);
    for (const tokens of [1, 9, 300]) {
      const x = numbers(7, tokens * embedWidth);
      const keyMask = Array.from({length: tokens}, (_, j) => j % 5 === 3 ? 0 : 1);
      for (const more of [{}, {keyMask, want: ['merged', 'output']}, {rows: [tokens >> 1, tokens - 1], want: ['output']}]) {
        const {want = ['output'], ...rest} = more;
        const whole = engine.forward({tokens, heads, window: 7, x, ...kept, ...rest});
        const found = layer.forward(x, more);
        assert.deepEqual(Object.keys(found), want);
        for (const key of want) assert.deepEqual(found[key], whole[key]);
      }
    }
    layer.close();
    layer.close();
    assert.throws(() => layer.forward(numbers(7, embedWidth)), {name: 'TypeError', message: /closed/});
  }
});

test('a layer without wO gives merged, and says what is wrong', () => {
  const wQkv = numbers(5, 6 * 18), x = numbers(7, 12);
  const layer = engine.layer({heads: 2, wQkv, causal: false});
  assert.deepEqual(layer.forward(x).merged, engine.forward({tokens: 2, heads: 2, causal: false, x, wQkv}).merged);
  assert.equal(layer.forward(x, {want: ['output']}).output, null);
  assert.throws(() => layer.forward(x, {want: ['shares']}), {name: 'TypeError', message: /not shares/});
  assert.throws(() => layer.forward(numbers(7, 13)), RangeError);
  assert.throws(() => layer.forward(x, {window: 2}), {name: 'TypeError', message: /window/});
  layer.close();
  assert.throws(() => engine.layer({heads: 2, wQkv: numbers(5, 100)}), {name: 'RangeError', message: /embedWidth/});
  assert.throws(() => engine.layer({heads: 4, wQkv}), RangeError);
  assert.throws(() => engine.layer({heads: 2, wQkv, tokens: 3}), {name: 'TypeError', message: /tokens/});
});

test('without a table a long sequence fits, and gives its memory back', () => {
  const [tokens, heads, width] = [20000, 4, 16];
  const [q, k, v] = [1, 2, 3].map((n) => Float32Array.from({length: tokens * width}, (_, i) => Math.sin(n * i * i)));
  const options = {tokens, heads, window: 50, q, k, v};
  const rows = [tokens - 40, tokens - 1];
  const last = engine.forward({...options, want: ['merged'], rows}).merged;
  const all = engine.forward({...options, want: ['merged']}).merged;
  assert.deepEqual(last.data, all.data.slice(rows[0] * width));
  assert.deepEqual(engine.forward({...options, want: ['merged', 'shares'], rows}).merged, last);
});
