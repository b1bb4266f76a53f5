// Sliders by hand: every letter against the oracle, the cost of W, and what may not go wrong in a drag.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attend, worst } from './support/oracle.mjs';
import { box, centre, click, drag, get, nextFrame, pause, placeOfWindow, runs, settle, texts, trace, useBrowser } from './support/browser.mjs';

const bench = useBrowser();

/** Compares what the page computed with the oracle, from its own Q, K and V on. */
async function compare(page) {
  const config = await get(page);
  const [q, k, v, shares, merged, masked] = await Promise.all(
    ['q', 'k', 'v', 'shares', 'merged', 'scores_masked'].map((name) => trace(page, name)));
  const [heads, queries, width] = q.shape;
  const keys = k.shape[1];
  assert.deepEqual([heads, queries, width], [config.h, config.t, config.d]);
  const wanted = attend({
    q: q.data, k: k.data, v: v.data, heads, queries, keys, width,
    window: config.w === 'all' ? Infinity : config.w, causal: config.causal === 1, scale: config.scale === 1,
    strikeZero: config.strike === 'zero',
  });
  assert.ok(worst(shares.data, wanted.shares) < 1e-5, `shares ${worst(shares.data, wanted.shares)}`);
  assert.ok(worst(merged.data, wanted.merged) < 1e-5, `merged ${worst(merged.data, wanted.merged)}`);
  if (config.strike === 'inf') assert.ok(worst(masked.data, wanted.scores) < 1e-5);
}

for (const letter of ['T', 'W', 'H', 'D']) {
  test(`${letter} is dragged by hand and the layer follows`, async () => {
    const page = await bench.open('t=24&h=4&d=8&w=4');
    await compare(page);
    const key = letter.toLowerCase();
    const slot = await box(page, letter);
    const y = slot.y + 36;
    const values = new Set();
    await drag(page, { x: slot.x + slot.width / 2, y }, { x: slot.x + slot.width - 20, y }, {
      between: async () => {
        values.add((await get(page))[key]);
        await compare(page);
      },
    });
    assert.ok(values.size > 2, `${letter} took ${[...values].join(', ')}`);
    // Past both ends it stays in its range, and lets go outside.
    await drag(page, { x: slot.x + slot.width / 2, y }, { x: -300, y: y + 200 }, { steps: 6 });
    assert.equal((await get(page))[key], 1);
    const before = await get(page);
    await page.mouse.move(slot.x + slot.width / 2, y);
    await settle(page);
    assert.deepEqual(await get(page), before, 'the button is up: moving changes nothing');
    await compare(page);
  });
}

test('a drag of W on T = 64 costs five stages for each W that a frame shows, shown at once', async () => {
  const page = await bench.open('t=64&w=10');
  await page.evaluate(() => {
    window.log = [];
    let ticks = 0;
    let moved = 0;
    const tick = () => {
      ++ticks;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    addEventListener('pointermove', () => (moved = ticks), true);
    window.bandscope.on('change', ({ w }) => {
      const onScreen = window.bandscope.texts()
        .some(({ panel, text, size }) => panel === 'sliders' && size === 16 && text === String(w));
      window.log.push({ w, runs: Object.values(window.bandscope.stageRuns()), onScreen, late: ticks - moved });
    });
  });
  const first = await runs(page);
  const from = await placeOfWindow(page, 10, 64);
  const to = await placeOfWindow(page, 50, 64);
  await drag(page, from, to, { steps: 25 });
  const log = await page.evaluate(() => window.log);
  assert.ok(log.length >= 10, `${log.length} values of W`);
  let before = first;
  let w = 10;
  for (const entry of log) {
    assert.notEqual(entry.w, w, 'each event is a new W');
    assert.deepEqual(entry.runs.map((count, i) => count - before[i]), [0, 0, 0, 0, 1, 1, 1, 1, 1], `W ${entry.w}`);
    assert.ok(entry.onScreen, `W = ${entry.w} is on screen when it is told`);
    assert.ok(entry.late <= 1, `W = ${entry.w} came ${entry.late} frames after the hand`);
    before = entry.runs;
    w = entry.w;
  }
  assert.equal((await get(page)).w, 50);
});

test('values are typed, stepped by keys and reset by a double click', async () => {
  const page = await bench.open('t=24&w=4');
  // The value's right end: the play button lies over its left.
  const digits = async () => {
    const { x, y, width, height } = await box(page, 'W value');
    return { x: x + width - 6, y: y + height / 2 };
  };
  // A click waits for the second one of a double click before it opens the field.
  const openValue = async () => {
    await click(page, await digits());
    await page.waitForFunction(() => document.activeElement.tagName === 'INPUT', { timeout: 3000 });
  };
  await openValue();
  await page.keyboard.type('11');
  await page.keyboard.press('Enter');
  await settle(page);
  assert.equal((await get(page)).w, 11);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'CANVAS');
  // Whatever is typed, the range holds.
  for (const [typed, wanted] of [['99999999999999999999', 24], ['-7', null], ['x', null], ['12.7', null]]) {
    await openValue();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await settle(page);
    const { w } = await get(page);
    if (wanted !== null) assert.equal(w, wanted, typed);
    assert.ok(w >= 1 && w <= 24, `${typed} gave ${w}`);
  }
  // Escape leaves it as it was.
  await page.evaluate(() => window.bandscope.set({ w: 6 }));
  await openValue();
  await page.keyboard.type('20');
  await page.keyboard.press('Escape');
  await settle(page);
  assert.equal((await get(page)).w, 6);
  // Keys on the slider itself.
  const thumb = await placeOfWindow(page, 6, 24);
  await click(page, thumb);
  const at = (await get(page)).w;
  const press = async (key) => {
    await page.keyboard.press(key, { delay: 70 });
    await settle(page);
    return (await get(page)).w;
  };
  assert.equal(await press('ArrowRight'), at + 1);
  assert.equal(await press('ArrowLeft'), at);
  assert.equal(await press('End'), 24);
  assert.equal(await press('PageDown'), 14);
  assert.equal(await press('Home'), 1);
  // A double click returns to the value of the page's opening.
  await page.mouse.click(thumb.x, thumb.y, { count: 2, delay: 40 });
  await settle(page);
  assert.equal((await get(page)).w, 4);
});

test('a window that is resized during a drag loses neither the drag nor the picture', async () => {
  const page = await bench.open('t=40&w=5', { width: 1280, height: 800 });
  const from = await placeOfWindow(page, 5, 40);
  await page.mouse.move(from.x, from.y);
  await nextFrame(page);
  await page.mouse.down();
  await pause(70);
  await page.mouse.move(from.x + 20, from.y);
  await nextFrame(page);
  const during = (await get(page)).w;
  assert.ok(during > 5);
  await page.setViewport({ width: 1240, height: 700 });
  await pause(100);
  await page.mouse.move(from.x + 60, from.y + 30);
  await nextFrame(page);
  await nextFrame(page);
  assert.ok((await get(page)).w > during);
  await page.mouse.up();
  await settle(page);
  const after = await get(page);
  await page.mouse.move(from.x, from.y);
  await settle(page);
  assert.deepEqual(await get(page), after);
  const size = await page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    return [canvas.width, canvas.getBoundingClientRect().width, innerWidth];
  });
  assert.deepEqual(size, [1240, 1240, 1240]);
  await compare(page);
});

test('play sweeps W once and stops at a touch', async () => {
  const page = await bench.open('t=16&w=4');
  await page.evaluate(() => {
    window.seen = [];
    window.bandscope.on('change', ({ w }) => window.seen.push(w));
  });
  await click(page, await centre(page, 'play W'));
  await page.waitForFunction(() => window.seen.length >= 17, { timeout: 8000 });
  await settle(page);
  const seen = await page.evaluate(() => window.seen);
  assert.deepEqual(seen.slice(0, 16), Array.from({ length: 16 }, (_, i) => i + 1));
  assert.equal((await get(page)).w, 4);
  await page.evaluate(() => (window.seen.length = 0));
  const button = await centre(page, 'play W');
  await page.mouse.move(button.x, button.y);
  await page.mouse.down();
  await pause(70);
  await page.mouse.up();
  await page.waitForFunction(() => window.seen.length >= 4);
  await page.mouse.move(700, 790);
  await page.mouse.down();
  await pause(70);
  await page.mouse.up();
  await settle(page);
  const count = await page.evaluate(() => window.seen.length);
  await pause(400);
  assert.equal(await page.evaluate(() => window.seen.length), count);
  assert.ok((await texts(page)).length > 0);
});
