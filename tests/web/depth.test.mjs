// Stacked layers by hand: what follows a finger in the same frame, the presets, and what is too large to run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { box, click, centre, drag, get, nextFrame, placeOfWindow, query, settle, texts, trace, useBrowser } from './support/browser.mjs';

const bench = useBrowser();
const depth = (page) => page.evaluate(() => window.bandscope.depth());
const says = async (page, words) =>
  (await texts(page)).map(({ text }) => text).join(' ').replace(/\s+/g, ' ').includes(words);

test('dragging W at T = 256, L = 8, H·D = 32: the stack follows in the same frame, influence within three', async () => {
  const page = await bench.open('view=reach&t=256&layers=8&w=32');
  await page.evaluate(() => {
    // Each change with the frame in which it was told, and how many frames later an influence of it is there.
    window.log = [];
    let waiting = null;
    const tick = () => {
      if (waiting) {
        ++waiting.frames;
        if (window.bandscope.depth().influence.current) {
          window.log.push(waiting);
          waiting = null;
        }
      }
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    window.bandscope.on('change', ({ w }) => {
      const title = window.bandscope.texts().filter(({ size }) => size === 20).map(({ text }) => text).join(' ');
      const { current } = window.bandscope.depth();
      const reach = (8 * (w - 1)).toLocaleString('en');
      if (waiting) window.log.push({ ...waiting, overtaken: true });
      waiting = { w, current, title: title.replace(/\s+/g, ' '), reach, frames: 0 };
    });
  });
  const from = await placeOfWindow(page, 32, 256);
  const to = await placeOfWindow(page, 90, 256);
  await drag(page, from, to, { steps: 16 });
  const log = await page.evaluate(() => window.log);
  assert.ok(log.length >= 8, `${log.length} changes`);
  for (const entry of log) {
    assert.ok(entry.current, `the stack of W = ${entry.w} is there when it is told`);
    assert.ok(entry.title.includes(`reach ${entry.reach} tokens back`), `${entry.title} says ${entry.reach}`);
    assert.ok(entry.frames <= 3, `influence of W = ${entry.w} after ${entry.frames} frames`);
  }
  const { influence } = await depth(page);
  assert.ok(influence.current);
  assert.equal(influence.norms.length, 256);
});

test('what takes longer is marked, and comes', async () => {
  const page = await bench.open('view=reach&t=128&layers=4&w=16&d=64');
  await page.evaluate(() => window.bandscope.set({ w: 17, seed: 5 }));
  await page.waitForFunction(() => window.bandscope.depth().influence.current, { timeout: 60_000 });
  const { influence, current } = await depth(page);
  assert.ok(current);
  if (!influence.exact) {
    assert.ok(influence.probes >= 8);
    assert.ok(influence.relativeError > 0);
  }
});

test('presets say their published reach, and count what they do not run', async () => {
  const page = await bench.open('preset=mistral-7b');
  assert.ok(await says(page, 'reach 131,040 tokens back'));
  assert.ok(await says(page, '131,072'));
  assert.equal(await query(page), 'v=1&preset=mistral-7b');
  assert.match((await depth(page)).why, /counted, not run/);
  assert.equal(await trace(page, 'shares'), null);
  await page.evaluate(() => window.bandscope.set({ preset: 'gemma-3-4b' }));
  await settle(page);
  assert.ok(await says(page, '1,023, 2,046, 3,069, 4,092, 5,115'));
  // By hand: the menu, and back to the panels, which show what fits.
  await click(page, await centre(page, 'presets'));
  await click(page, await centre(page, 'preset tokens-100k'));
  assert.equal((await get(page)).t, 100_000);
  await click(page, await centre(page, 'view Bench'));
  assert.equal((await get(page)).view, 'bench');
  assert.equal((await get(page)).t, 256);
  assert.equal((await trace(page, 'shares')).shape[1], 256);
});

test('three layers of window 3 and five: the numbers that the article says', async () => {
  const page = await bench.open('view=reach&t=24&w=3&layers=5&pick=22,21');
  assert.ok(await says(page, 'reach 10 tokens back'));
  assert.ok((await texts(page)).some(({ text }) => text === '0.41 %'));
});

test('a layer is chosen on the bench, and the panels show it', async () => {
  const page = await bench.open('t=12&w=3&layers=4');
  const first = (await trace(page, 'output')).data;
  await page.evaluate(() => window.bandscope.set({ layer: 2 }));
  await settle(page);
  const x = (await trace(page, 'x')).data;
  // h[1] is the output of layer 1.
  assert.deepEqual([...x].map((value) => value.toFixed(4)), [...first].map((value) => value.toFixed(4)));
  await click(page, await centre(page, 'open reach'));
  assert.equal((await get(page)).view, 'reach');
  assert.equal((await get(page)).layer, 2);
});

test('the views of depth say what is wrong in words and go on', async () => {
  const page = await bench.open('view=needle&t=20&needle=99&pattern=LX&alpha=7&layers=900');
  const notices = await page.evaluate(() => window.bandscope.notices());
  assert.equal(notices.length, 4, notices.join('; '));
  const config = await get(page);
  assert.deepEqual([config.needle, config.pattern, config.alpha, config.layers], [19, 'L', 1, 64]);
  await page.evaluate(() => window.bandscope.set({ view: 'cost', t: 1e9, w: 4096, layers: 64, alpha: 0 }));
  await settle(page);
  assert.equal((await get(page)).t, 1e9);
  assert.ok((await texts(page)).length > 20);
  await nextFrame(page);
  assert.ok((await box(page, 'T')).width > 40);
});
