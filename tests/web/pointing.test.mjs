// Hovering and picking: the card says what the cell holds, at every device ratio; and the keyboard gets everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { box, centre, click, get, nextFrame, pause, settle, texts, trace, useBrowser } from './support/browser.mjs';

const bench = useBrowser();

/** A number as the page writes it: U+2212 for minus. */
const number = (text) => Number(text.replace('\u2212', '-').replace('\u221e', 'Infinity').replace(/,/g, ''));

const cardTexts = async (page) => (await texts(page)).filter(({ panel }) => panel === 'card');
const bottom = ({ box: [, y, , height] }) => y + height;

/** The card's first line, its words from left to right. */
async function cardTitle(page) {
  const words = await cardTexts(page);
  const top = Math.min(...words.map(bottom));
  return words.filter((word) => bottom(word) - top < 6).sort((a, b) => a.box[0] - b.box[0]).map(({ text }) => text).join(' ');
}

/** The number at the end of the line that begins with this word. */
async function cardValue(page, word) {
  const words = await cardTexts(page);
  const first = words.find(({ text }) => text === word);
  assert.ok(first, `the card has no line '${word}': ${words.map(({ text }) => text).join(' | ')}`);
  const line = words.filter((other) => Math.abs(bottom(other) - bottom(first)) < 6 && other.box[0] > first.box[0]);
  return number(line.sort((a, b) => a.box[0] - b.box[0]).at(-1).text);
}

for (const dpr of [1, 1.5, 2]) {
  test(`the card follows the pointer over fifty cells at a device ratio of ${dpr}`, async () => {
    const tokens = 20;
    const page = await bench.open(`t=${tokens}&h=3&d=6&w=7&head=1&seed=5`, { dpr });
    const shares = await trace(page, 'shares');
    const masked = await trace(page, 'scores_masked');
    const raw = await trace(page, 'scores_raw');
    const picked = (await get(page)).pick;
    let random = 12345 + dpr;
    const next = (below) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      return Math.floor((random / 2147483648) * below);
    };
    const sheets = ['sheet band', 'sheet scores', 'sheet shares'];
    for (let n = 0; n < 50; ++n) {
      const sheet = await box(page, sheets[n % 3]);
      const i = next(tokens);
      const j = n % 5 === 0 ? next(tokens) : Math.max(0, i - next(7));
      const cell = sheet.width / tokens;
      await page.mouse.move(sheet.x + (j + 0.5) * cell, sheet.y + (i + 0.5) * cell);
      await nextFrame(page);
      await nextFrame(page);
      const at = (tokens + i) * tokens + j;
      const title = await cardTitle(page);
      assert.match(title.replace(/\s+/g, ' '), new RegExp(`Query\\s+${i}\\b.*key\\s+${j}\\b.*head\\s+1`), title);
      const share = await cardValue(page, 'share');
      assert.ok(Math.abs(share - shares.data[at]) < 6e-4, `(${i}, ${j}): card ${share}, trace ${shares.data[at]}`);
      if (masked.data[at] !== -Infinity) {
        const sum = await cardValue(page, 'raw');
        assert.ok(Math.abs(sum - raw.data[at]) < 6e-4, `(${i}, ${j}): card ${sum}, trace ${raw.data[at]}`);
      }
    }
    assert.equal((await get(page)).pick, picked, 'hovering picks nothing');
    // A click does, and holds when the pointer leaves.
    const sheet = await box(page, 'sheet shares');
    const cell = sheet.width / tokens;
    await click(page, { x: sheet.x + 8.5 * cell, y: sheet.y + 11.5 * cell });
    assert.equal((await get(page)).pick, '11,8');
    await page.mouse.move(5, 5);
    await settle(page);
    assert.match(await cardTitle(page), /11.*8/);
  });
}

test('Tab goes through the controls and leaves at the end; keys nobody wants stay the browser\'s', async () => {
  const page = await bench.open('t=8', { width: 1280, height: 500 });
  await page.evaluate(() => {
    const after = document.createElement('button');
    after.id = 'after';
    after.textContent = 'after';
    document.body.append(after);
  });
  const active = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
  await page.keyboard.press('Tab');
  assert.equal(await active(), 'CANVAS');
  let stops = 0;
  while ((await active()) === 'CANVAS' && stops < 100) {
    await page.keyboard.press('Tab');
    await nextFrame(page);
    ++stops;
  }
  assert.ok(stops > 15 && stops < 100, `${stops} stops`);
  assert.equal(await active(), 'after');
  await page.keyboard.down('Shift');
  await page.keyboard.press('Tab');
  await page.keyboard.up('Shift');
  await nextFrame(page);
  assert.equal(await active(), 'CANVAS');
  // Back to the beginning: the page scrolls so that the keyboard's place is in sight.
  for (let back = 0; back < stops + 3 && (await active()) === 'CANVAS'; ++back) {
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await nextFrame(page);
  }
  assert.notEqual(await active(), 'CANVAS');
});

test('Page Down scrolls the page where nothing on the canvas wants it', async () => {
  const page = await bench.open('t=8', { width: 1280, height: 500 });
  await click(page, { x: 8, y: 300 });
  const before = await get(page);
  await page.keyboard.press('PageDown');
  await pause(400);
  assert.ok((await page.evaluate(() => scrollY)) > 50);
  assert.deepEqual(await get(page), before);
});

test('the wheel scrolls the page and the canvas draws the part in view', async () => {
  const page = await bench.open('t=8', { width: 390, height: 700 });
  await page.mouse.move(200, 600);
  const heat = await box(page, 'sheet scores');
  await page.mouse.wheel({ deltaY: 300 });
  await page.waitForFunction(() => scrollY === 300);
  await settle(page);
  const moved = await box(page, 'sheet scores');
  assert.equal(Math.round(heat.y - moved.y), 300);
  const canvas = await page.evaluate(() => {
    const { top, height } = document.querySelector('canvas').getBoundingClientRect();
    return [top, height, innerHeight];
  });
  assert.deepEqual(canvas, [0, 700, 700]);
});

test('arrow keys move the pick on a heatmap', async () => {
  const page = await bench.open('t=12&pick=6,5');
  const sheet = await box(page, 'sheet scores');
  const cell = sheet.width / 12;
  await click(page, { x: sheet.x + 4.5 * cell, y: sheet.y + 6.5 * cell });
  assert.equal((await get(page)).pick, '6,4');
  for (const [key, wanted] of [['ArrowDown', '7,4'], ['ArrowRight', '7,5'], ['ArrowUp', '6,5'], ['ArrowLeft', '6,4']]) {
    await page.keyboard.press(key, { delay: 70 });
    await settle(page);
    assert.equal((await get(page)).pick, wanted);
  }
});

test('nothing sticks when the window loses the keyboard or the pointer in the middle of a drag', async () => {
  const page = await bench.open('t=24&w=4');
  const from = await centre(page, 'W');
  await page.mouse.move(from.x, from.y + 12);
  await page.mouse.down();
  await pause(70);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await settle(page);
  const before = await get(page);
  await page.mouse.move(from.x + 50, from.y + 12);
  await settle(page);
  assert.deepEqual(await get(page), before);
  await page.mouse.up();
  await settle(page);
  assert.deepEqual(await get(page), before);
});
