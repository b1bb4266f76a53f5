// A browser test's beginning and end: the built site, Chromium, and pages whose errors fail the test.
//
//   const bench = useBrowser();                    // at the top of a test file
//   test('...', async () => {
//     const page = await bench.open('t=8', { width: 390, touch: true });
//     ...                                          // closed, and its errors looked at, by bench
//   });
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, open, settle } from '../../../tools/lib/browser.mjs';
import { serve } from '../../../tools/serve.mjs';

export { settle };

const dist = process.env.BANDSCOPE_DIST ?? fileURLToPath(new URL('../../../dist', import.meta.url));

export function useBrowser(options = {}) {
  const bench = { pages: [] };
  before(async () => {
    bench.site = await serve(dist);
    bench.browser = await launch(options);
    bench.address = bench.site.address;
  });
  after(async () => {
    await bench.browser?.close();
    await bench.site?.close();
  });
  afterEach(async () => {
    const pages = bench.pages.splice(0);
    const problems = pages.flatMap((page) => (page.expectProblems ? [] : page.problems));
    await Promise.all(pages.map((page) => page.close()));
    assert.deepEqual(problems, [], 'the page reported errors');
  });
  bench.open = async (query = '', size = {}) => {
    const page = await open(bench.browser, bench.address, { dpr: 1, ...size, query });
    await page.bringToFront();
    bench.pages.push(page);
    return page;
  };
  return bench;
}

/** The API's answers, by name. */
export const get = (page) => page.evaluate(() => window.bandscope.get());
export const query = (page) => page.evaluate(() => window.bandscope.query());
export const texts = (page) => page.evaluate(() => window.bandscope.texts());
export const runs = (page) => page.evaluate(() => Object.values(window.bandscope.stageRuns()));
export const stats = (page) => page.evaluate(() => window.bandscope.stats());

/** A trace with its data as numbers; NaN and infinities survive the way. */
export async function trace(page, name) {
  const answer = await page.evaluate((wanted) => {
    const found = window.bandscope.trace(wanted);
    if (found === null) return null;
    const bytes = new Uint8Array(found.data.buffer, found.data.byteOffset, found.data.byteLength);
    let text = '';
    for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
    return { shape: found.shape, bytes: btoa(text) };
  }, name);
  if (answer === null) return null;
  const bytes = Uint8Array.from(Buffer.from(answer.bytes, 'base64'));
  return { shape: answer.shape, data: new Float32Array(bytes.buffer) };
}

/** The client rectangle of a control. */
export async function box(page, label) {
  const boxes = await page.evaluate(() => window.bandscope.boxes());
  assert.ok(boxes[label], `nothing on the page is called '${label}': ${Object.keys(boxes).join(', ')}`);
  return boxes[label];
}

export async function centre(page, label) {
  const { x, y, width, height } = await box(page, label);
  return { x: x + width / 2, y: y + height / 2 };
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Waits for the next animation frame, after everything in it. */
export const nextFrame = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));

/** A press lasts as a hand's does. */
export async function click(page, { x, y }) {
  await page.mouse.move(x, y);
  await nextFrame(page);
  await page.mouse.down();
  await pause(70);
  await page.mouse.up();
  await settle(page);
}

/** A drag by hand, in steps of a frame each. `between(step)` looks on. */
export async function drag(page, from, to, { steps = 12, between = null } = {}) {
  await page.mouse.move(from.x, from.y);
  await nextFrame(page);
  await page.mouse.down();
  await pause(70);
  for (let i = 1; i <= steps; ++i) {
    await page.mouse.move(from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps);
    await nextFrame(page);
    await between?.(i);
  }
  await page.mouse.up();
  await settle(page);
}

/** Where a slider's thumb stands for a value of W: linear over 1..T, travel inset by 8 px. */
export async function placeOfWindow(page, w, tokens) {
  const slot = await box(page, 'W');
  return { x: slot.x + 8 + ((slot.width - 16) * (w - 1)) / Math.max(1, tokens - 1), y: slot.y + 36 };
}
