// The benchmark's arithmetic, without its peers and without a clock: its float64 answers, masks, statistics and bars.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { busyTicks, processOf, treeTicks } from '../../tools/lib/bench/bystanders.mjs';
import { allPass, checked, checkText, kBars } from '../../tools/lib/bench/check.mjs';
import { bestPeer, contenderFigures, extrapolated, memoryRatio, ofCeiling } from '../../tools/lib/bench/figures.mjs';
import { OnnxGraph } from '../../tools/lib/bench/onnx_file.mjs';
import { kModes, planOf } from '../../tools/lib/bench/plan.mjs';
import { errorOfRows, inputsOf, oracleRows, rowsToCheck } from '../../tools/lib/bench/problem.mjs';
import { kContenders, kOurs, runRace } from '../../tools/lib/bench/race.mjs';
import { readmeText, reportText, withReadmeTable } from '../../tools/lib/bench/report.mjs';
import {
  blocksOf, keptPairs, kDefaultSliders, kMemory, kNativeRaces, kProduct, kRaces, kWeightProduct, kWindowMerged,
  kWindowOutput, maskOf, operations, raceName,
} from '../../tools/lib/bench/sizes.mjs';
import { logSlope, median, quantile, ratioOf } from '../../tools/lib/bench/statistics.mjs';
import { attend, arrayError } from './oracle.mjs';

const kSmall = { tokens: 24, width: 12, heads: 3 };
const close = (found, wanted, within = 1e-9) => assert.ok(Math.abs(found - wanted) <= within, `${found} is not ${wanted}`);

test('median, quartiles, ratio of rounds and slope', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(quantile([4, 1, 2, 3], 0.25), 1.75);
  assert.ok(Number.isNaN(median([])));
  // A round that was slow for both does not count.
  assert.equal(ratioOf([2, 20, 2], [1, 10, 1]), 2);
  assert.equal(ratioOf([6, 8], [2, 100, 2]), 3.5); // too few to go by rounds
  close(logSlope([1, 2, 4, 8], [3, 6, 12, 24]), 1);
  close(logSlope([1, 2, 4], [1, 4, 16]), 2);
});

test('the float64 answers are those of the tests\' own oracle', () => {
  for (const window of [1, 5, 24]) {
    const race = { kind: 'core', window, ...kSmall };
    const inputs = inputsOf(race);
    const rows = rowsToCheck(race);
    const found = oracleRows(race, inputs, rows);
    const { merged } = attend({ tokens: race.tokens, heads: race.heads, ...inputs, window });
    assert.ok(arrayError(found, merged) <= 1e-12, `window ${window}`);
  }
});

test('a wrong number, a missing one and one that is not finite are seen', () => {
  const race = { kind: 'layer', window: 5, ...kSmall };
  const rows = rowsToCheck(race);
  const expected = oracleRows(race, inputsOf(race), rows);
  const error = (change) => {
    const result = Float32Array.from(expected);
    return errorOfRows(change(result) ?? result, rows, expected, race.width);
  };
  assert.ok(error(() => {}) < 1e-6);
  assert.ok(error((result) => { result[race.width * 7 + 3] += 1; }) > 0.1);
  assert.equal(error((result) => { result[race.width * 23] = NaN; }), Infinity);
  assert.equal(error((result) => result.subarray(0, 20)), Infinity);
});

test('what others took, from the system\'s own counts', () => {
  assert.equal(busyTicks('cpu  10 1 20 1000 50 2 3 4 0 0\ncpu0 1 1 1\n'), 40);
  const line = '42 (a (b) c) S 7 42 42 0 -1 4194560 100 200 0 0 11 12 13 14 20 0 1 0 500 1000 10';
  assert.deepEqual(processOf(line), { parent: 7, ticks: 50 });
  const own = { 1: { parent: 0, ticks: 100 }, 5: { parent: 1, ticks: 1 }, 6: { parent: 5, ticks: 2 }, 7: { parent: 1, ticks: 4 } };
  assert.equal(treeTicks(own, 5), 3);
});

test('checked rows are in the sequence, with the ends of the window\'s blocks', () => {
  for (const race of kRaces) {
    const rows = rowsToCheck(race);
    assert.deepEqual(rows, [...new Set(rows)].sort((a, b) => a - b));
    assert.ok(rows[0] === 0 && rows.at(-1) === race.tokens - 1, raceName(race));
    if (race.window < race.tokens) assert.ok(rows.includes(race.window) && rows.includes(race.window - 1), raceName(race));
  }
});

test('blocks and their masks keep the pairs of the window, each once', () => {
  for (const [tokens, window] of [[64, 16], [256, 64], [256, 256], [512, 128], [1024, 1024]]) {
    let kept = 0;
    const seen = [];
    for (const block of blocksOf({ tokens, window })) {
      const mask = maskOf(block, window);
      const wide = block.to - block.first;
      for (let i = block.from; i < block.to; ++i) {
        seen.push(i);
        for (let j = 0; j < tokens; ++j) {
          const wanted = j <= i && j > i - window;
          const inside = j >= block.first && j < block.to;
          const value = inside ? mask[(i - block.from) * wide + j - block.first] : -Infinity;
          if ((value === 0) !== wanted) assert.fail(`T ${tokens} W ${window}: query ${i}, key ${j}`);
          kept += wanted;
        }
      }
    }
    assert.deepEqual(seen, Array.from({ length: tokens }, (_, i) => i));
    assert.equal(kept, keptPairs({ tokens, window }));
  }
});

test('operations of a race', () => {
  // T 2, C 2, W 2: three pairs of 2 + 2 multiply-adds a channel; projections of 2 x 2 by 2 x 8.
  const race = { tokens: 2, width: 2, heads: 1, window: 2 };
  assert.equal(operations({ ...race, kind: 'core' }), 2 * (3 * 2 * 2));
  assert.equal(operations({ ...race, kind: 'layer' }), 2 * (3 * 2 * 2 + 2 * 2 * 8));
});

test('a model in ONNX\'s wire format', () => {
  const graph = new OnnxGraph();
  const x = graph.input('x', [1, 300]);
  const last = graph.node('MatMul', [x, graph.constant([300, 1], new Float32Array(300))]);
  const bytes = Buffer.from(graph.model(last, [1, 1]));
  assert.deepEqual([...bytes.subarray(0, 3)], [0x08, 8, 0x3a]); // ir_version 8, then the graph
  for (const text of ['attention', 'MatMul', 'x', 'com.microsoft']) assert.ok(bytes.includes(text), text);
  assert.ok(bytes.length > 1200 && bytes.length < 1500, `${bytes.length} bytes`);
});

test('our engine runs a race, and who is wrong or fails is not timed', async (t) => {
  const race = { kind: 'layer', window: 5, ...kSmall };
  const rows = rowsToCheck(race);
  const expected = oracleRows(race, inputsOf(race), rows);
  const effort = { rounds: 3, sampleMs: 0, warmMs: 0, budgetMs: 1000, hopeless: Infinity };
  kContenders['one that is wrong'] = { form: 'plain', open: () => ({ run: () => new Float32Array(24 * 12), close() {} }) };
  kContenders['one that fails'] = { form: 'plain', open: () => { throw new Error('no room'); } };
  t.after(() => {
    delete kContenders['one that is wrong'];
    delete kContenders['one that fails'];
  });
  const contenders = [kOurs, 'one that is wrong', 'one that fails'];
  for (const kind of ['layer', 'core']) {
    const own = { ...race, kind };
    const results = await runRace({
      race: own, contenders, rows, expected: kind === 'layer' ? expected : oracleRows(own, inputsOf(own), rows), effort,
    });
    assert.equal(results[kOurs].times.length, 3);
    assert.ok(results[kOurs].error < 5e-6, `${results[kOurs].error}`);
    assert.match(results['one that is wrong'].refused, /result is wrong/);
    assert.match(results['one that fails'].refused, /no room/);
    assert.equal(bestPeer(results), null);
  }
});

// ---- Figures and bars on invented times ------------------------------------------------------------------------------

/** A race that we run in 1 ms, chunked peers in `chunked` and plain ones in `plain`. */
const raced = (chunked, plain) => Object.fromEntries([
  [kOurs, { error: 1e-7, times: [1, 1, 1], calls: 1 }],
  ['onnxruntime-web chunked', { error: 1e-7, times: [chunked, chunked, chunked], calls: 1 }],
  ['tfjs-wasm chunked', { error: 1e-7, times: [chunked + 1], calls: 1 }],
  ['onnxruntime-web plain', { error: 1e-7, times: [plain, plain], calls: 1 }],
  ['tfjs-wasm plain', { refused: 'no room' }],
]);
const timedCase = (words, ms, facts = {}) => ({ words, facts: { operations: 1e6, ...facts }, times: [ms, ms, ms] });

/** Results of a --check that meets every bar just so. */
function met() {
  const both = (name, options, result) =>
    ['node', 'chromium'].map((place) => ({ id: `${place}: ${name}`, place, section: name.split(' ')[0], options, result: structuredClone(result) }));
  const measurements = [
    ...both('kernels', {}, { cases: [
      timedCase('ceiling 1', 0.9, { tile: '4x2', lanes: 4 }), timedCase('ceiling 2', 1.5, { tile: '2x4', lanes: 4 }),
      timedCase(kProduct, 1), timedCase('kernel exp 64 1 1024 1', 1, { elements: true }),
    ] }),
    ...both('sliders', {}, { cases: [
      timedCase('ceiling 1', 1, { tile: '4x2', lanes: 4 }), timedCase(kWeightProduct, 0.8), timedCase(kWindowMerged, 1),
      timedCase(kWindowOutput, 1.6), ...kDefaultSliders.map((words) => timedCase(words, 0.5)),
    ] }),
    ...kRaces.filter(({ kind, window, tokens }) => tokens >= 256 && (kind === 'layer' || window < tokens)).flatMap((race) =>
      both(raceName(race), { race }, raced(race.kind === 'core' ? 3 : race.window === race.tokens ? 1.4 : 1.7, 40))
        .map((one) => ({ ...one, section: 'race' }))),
    ...both('slope layer', { kind: 'layer', window: 128 }, { tokens: [1024, 2048], times: [[1], [2]] }),
    ...both('memory', {}, { peak: 1.2 * (1000 + 4 * kMemory.width * (2 * kMemory.window + 32)), tensors: 1000, pages: 1 }),
    ...kNativeRaces.map((race) => ({
      id: `native: ${raceName(race)}`, place: 'native', section: 'race', options: { race },
      result: { [kOurs]: { times: [1], error: 0 }, 'NumPy chunked': { times: [race.kind === 'core' ? 2 : race.window < race.tokens ? 1 : 0.7], error: 0 } },
    })),
  ];
  return {
    date: '2026-01-02T03:04:05Z', command: 'tools/bench --check', mode: 'check', only: '', commit: 'abc', versions: ['Node 20'],
    machine: { cpu: 'A processor', cores: 2, load: 0 }, seconds: 1, measurements,
  };
}

test('the best peer is the fastest of the asked form that ran', () => {
  const result = raced(3, 2);
  assert.deepEqual(bestPeer(result), { name: 'onnxruntime-web plain', ratio: 2 });
  assert.deepEqual(bestPeer(result, ['chunked']), { name: 'onnxruntime-web chunked', ratio: 3 });
  assert.deepEqual(contenderFigures(result, 'tfjs-wasm plain'), { refused: 'no room' });
  assert.equal(bestPeer({ ...result, [kOurs]: { refused: 'wrong' } }), null);
});

test('rates against the ceiling, memory and what is extrapolated', () => {
  const { result } = met().measurements[0];
  close(ofCeiling(result, kProduct), 0.9);
  assert.ok(Number.isNaN(ofCeiling(result, 'kernel exp 64 1 1024 1')));
  close(memoryRatio({ peak: 2 * (100 + 4 * 8 * (2 * 4 + 32)), tensors: 100 }, { width: 8, window: 4 }), 2);
  close(extrapolated([{ tokens: 512, ms: 1 }, { tokens: 1024, ms: 4 }, { tokens: 256, ms: 9 }], 4096), 64);
  assert.ok(Number.isNaN(extrapolated([{ tokens: 1024, ms: 4 }, { tokens: 8192, ms: 4 }], 4096)));
});

test('every bar is met just so', () => {
  const bars = checked(met());
  assert.deepEqual(bars.filter(({ pass }) => !pass).map(({ what, worst }) => `${what}: ${worst.figure}`), []);
  assert.ok(allPass(met()));
  assert.deepEqual([...new Set(kBars.map(({ line }) => line))], [1, 2, 3, 4, 5]);
});

test('each bar fails alone when its figure is worse in one place, or is missing', () => {
  const failing = (change) => {
    const results = met();
    change((id) => results.measurements.find((one) => one.id === id), results);
    assert.equal(allPass(results), false);
    return checked(results).filter(({ pass }) => !pass).map(({ line, what }) => `${line} ${what.split(/[ ,]/)[0]} ${what.includes('plain') ? 'plain' : ''}`.trim());
  };
  const slower = (id, words) => (find) => {
    const own = find(id).result;
    const times = words ? own.cases.find((one) => one.words === words).times : own[kOurs].times;
    times.forEach((ms, n) => { times[n] = ms * 1.01; });
  };
  const name = (kind, tokens, whole) => raceName(kRaces.find((race) => race.kind === kind && race.tokens === tokens && (race.window === tokens) === whole));
  assert.deepEqual(failing(slower('chromium: kernels', kProduct)), ['1 sgemm']);
  assert.deepEqual(failing(slower(`chromium: ${name('layer', 512, true)}`)), ['1 layer']);
  assert.deepEqual(failing(slower(`node: ${name('layer', 256, false)}`)), ['2 layer']);
  assert.deepEqual(failing(slower(`node: ${name('core', 1024, false)}`)), ['2 core']);
  assert.deepEqual(failing(slower(`chromium: ${name('core', 4096, false)}`)), ['2 core', '2 core plain']);
  assert.deepEqual(failing((find) => { find('node: slope layer').result.times[1] = [2.1]; }), ['3 slope']);
  assert.deepEqual(failing((find) => { find('node: memory').result.peak *= 1.01; }), ['3 memory']);
  assert.deepEqual(failing(slower('node: sliders', kWindowMerged)), ['4 step']);
  assert.deepEqual(failing(slower('node: sliders', kWindowOutput)), ['4 the']);
  assert.deepEqual(failing(slower('node: sliders', kDefaultSliders[2])), ['4 step']);
  assert.deepEqual(failing(slower(`native: ${name('core', 4096, false)}`)), ['5 native']);
  assert.deepEqual(failing((_, results) => {
    results.measurements = results.measurements.filter(({ id }) => id !== 'chromium: memory');
  }), ['3 memory']);
  assert.deepEqual(failing((find) => { find(`node: ${name('layer', 256, true)}`).result[kOurs] = { refused: 'wrong' }; }), ['1 layer']);
});

test('--only leaves out what it did not measure, but not what failed', () => {
  const results = met();
  results.only = 'memory';
  results.measurements = results.measurements.filter(({ section }) => section === 'memory');
  assert.ok(allPass(results));
  assert.match(checkText(met()), /step of W .* beside a ceiling of 1.0 GFLOP/);
  assert.match(checkText(results), /^PASS {2}line 3\n {2}PASS {2}memory.*\n?$/);
  results.measurements.pop(); // node alone
  assert.ok(allPass(results));
  results.measurements[0].result.peak *= 2;
  assert.equal(allPass(results), false);
  results.measurements[0] = { ...results.measurements[0], result: undefined, error: 'it ended' };
  assert.equal(allPass(results), false);
});

test('plans have names of their own, and a pattern picks of them', () => {
  for (const mode of kModes) {
    const names = planOf(mode).map(({ id }) => id);
    assert.equal(new Set(names).size, names.length);
  }
  const names = planOf('check', 'Chromium: layer T 4096').map(({ id }) => id);
  assert.deepEqual(names, ['chromium: layer T 4096 C 512 H 8 W 128', 'chromium: layer T 4096 C 512 H 8 W T']);
  // What the bars need is what --check measures.
  const measured = new Set(planOf('check').map(({ id }) => id));
  assert.deepEqual(met().measurements.filter(({ id }) => !measured.has(id)), []);
});

test('the report names what was refused, and the README has one table', () => {
  const results = met();
  const report = reportText(results);
  assert.match(report, /A processor \(2 cores\)/);
  assert.match(report, /\| largest error \| 1.0e-7 \|/);
  assert.match(report, /tfjs-wasm plain: no room/);
  assert.match(report, /line 5/);
  const text = readmeText(results);
  assert.match(text, /`tools\/bench --check`/);
  assert.match(text, /\| layer \| 256 \| 256 \| 8 \| T \| 1.0 \| 1.4 onnxruntime-web chunked, 1.40× \|/);
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const once = withReadmeTable(readme, text);
  assert.ok(once.includes(text));
  assert.equal(withReadmeTable(once, text), once);
  assert.throws(() => withReadmeTable('no marks', text), /README/);
});
