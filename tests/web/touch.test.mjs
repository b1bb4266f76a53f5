// A phone: 390 px wide, a finger, its keyboard and its scrolling.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { box, centre, get, pause, query, settle, texts, trace, useBrowser } from './support/browser.mjs';

const bench = useBrowser();
const phone = { width: 390, height: 844, dpr: 2, touch: true };
const scrolled = (page) => page.evaluate(() => scrollY);

/** A finger goes down, moves and lifts, with the time that a hand takes. */
async function swipe(page, from, to, steps = 12) {
  await page.touchscreen.touchStart(from.x, from.y);
  await pause(50);
  for (let i = 1; i <= steps; ++i) {
    await page.touchscreen.touchMove(from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps);
    await pause(20);
  }
  await page.touchscreen.touchEnd();
  await settle(page);
}

async function tap(page, { x, y }) {
  await page.touchscreen.touchStart(x, y);
  await pause(70);
  await page.touchscreen.touchEnd();
  await settle(page);
}

test('a sentence is typed by the page\'s own input, and relabels both axes', async () => {
  const page = await bench.open('text=one+two+three&positions=0', phone);
  const field = await centre(page, 'text');
  await tap(page, { x: field.x - 60, y: field.y });
  const input = await page.evaluate(() => {
    const { tagName, value } = document.activeElement;
    const size = parseFloat(getComputedStyle(document.activeElement).fontSize);
    return { tagName, value, size };
  });
  assert.equal(input.tagName, 'INPUT');
  assert.equal(input.value, 'one two three');
  assert.ok(input.size >= 16, 'or a phone zooms in');
  await page.evaluate(() => document.activeElement.select());
  // As an input method does: half-made first, then whole.
  const session = await page.createCDPSession();
  await session.send('Input.imeSetComposition', { text: 'とう', selectionStart: 2, selectionEnd: 2 });
  await pause(100);
  assert.equal((await get(page)).text, 'one two three', 'nothing is taken while it is composed');
  await session.send('Input.insertText', { text: '東京' });
  await page.keyboard.sendCharacter(' naïve');
  await settle(page);
  assert.equal((await get(page)).text, '東京 naïve');
  assert.equal((await get(page)).t, 2);
  await page.keyboard.press('Enter');
  await settle(page);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'CANVAS');
  const labels = (await texts(page)).filter(({ panel }) => panel === 'band').map(({ text }) => text);
  // The faces have no 東: it is written by its code point, and cut where its gutter ends.
  assert.equal(labels.filter((text) => text.startsWith('U+67')).length, 2, labels.join(' '));
  assert.equal(labels.filter((text) => text === 'naïve').length, 2, labels.join(' '));
  assert.deepEqual((await trace(page, 'x')).shape[0], 2);
  assert.match(decodeURIComponent(await query(page)), /東京/);
});

test('equal words have equal rows of x when positions are off', async () => {
  const page = await bench.open('text=the+cat+saw+the+dog&positions=0', phone);
  const { shape: [, width], data } = await trace(page, 'x');
  const row = (i) => [...data.slice(i * width, (i + 1) * width)];
  assert.deepEqual(row(0), row(3));
  assert.notDeepEqual(row(0), row(1));
});

test('a swipe from the middle of a heatmap scrolls the page and changes nothing else', async () => {
  const page = await bench.open('t=16&w=4', phone);
  const before = await page.evaluate(() => [window.bandscope.query(), Object.values(window.bandscope.stageRuns())]);
  const sheet = await centre(page, 'sheet band');
  await swipe(page, sheet, { x: sheet.x + 4, y: sheet.y - 300 });
  await pause(300);
  assert.ok((await scrolled(page)) > 150, `scrolled ${await scrolled(page)}`);
  await settle(page);
  const after = await page.evaluate(() => [window.bandscope.query(), Object.values(window.bandscope.stageRuns())]);
  assert.deepEqual(after, before);
});

test('a tap picks a cell', async () => {
  const page = await bench.open('t=16&w=4', phone);
  const sheet = await box(page, 'sheet band');
  const cell = sheet.width / 16;
  await tap(page, { x: sheet.x + 7.5 * cell, y: sheet.y + 9.5 * cell });
  assert.equal((await get(page)).pick, '9,7');
  assert.equal(await scrolled(page), 0);
});

test('W is dragged past the canvas\' edge and let go there: the page stays where it is', async () => {
  const page = await bench.open('t=16&w=4', phone);
  const slot = await box(page, 'W');
  const y = slot.y + slot.height / 2;
  const x = slot.x + 8 + ((slot.width - 16) * 3) / 15;
  const seen = new Set();
  await page.touchscreen.touchStart(x, y);
  await pause(60);
  for (let i = 1; i <= 14; ++i) {
    await page.touchscreen.touchMove(x + i * 30, y + i * 8);
    await pause(25);
    seen.add((await get(page)).w);
  }
  await page.touchscreen.touchEnd();
  await settle(page);
  assert.equal((await get(page)).w, 16);
  assert.ok(seen.size > 4, [...seen].join(', '));
  assert.equal(await scrolled(page), 0);
  const config = await get(page);
  assert.deepEqual({ ...config, w: 4 }, { ...(await page.evaluate(() => window.bandscope.set({ w: 4 }))) }, 'only W moved');
  // The finger is up: another touch elsewhere drags nothing.
  const sheet = await centre(page, 'sheet band');
  await swipe(page, sheet, { x: sheet.x + 40, y: sheet.y - 100 });
  assert.equal((await get(page)).w, 4);
});

test('a number is typed on a phone', async () => {
  const page = await bench.open('t=16&w=4', phone);
  await tap(page, await centre(page, 'W value'));
  const mode = await page.evaluate(() => document.activeElement.inputMode);
  assert.equal(mode, 'numeric');
  await page.keyboard.sendCharacter('9');
  await page.keyboard.press('Enter');
  await settle(page);
  assert.equal((await get(page)).w, 9);
});
