// The page as a document and as a program: what it loads, shows, answers, and does when things are missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../../tools/lib/browser.mjs';
import { box, click, centre, drag, get, nextFrame, pause, query, runs, settle, stats, texts, trace, useBrowser } from './support/browser.mjs';

const bench = useBrowser();

test('an empty address opens the sentence, with nothing but its own files', async () => {
  const requests = [];
  const page = await bench.browser.newPage();
  page.problems = [];
  bench.pages.push(page);
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => page.problems.push(String(error)));
  await page.goto(bench.address);
  await settle(page);
  for (const url of requests) {
    assert.ok(url.startsWith(bench.address) || url.startsWith('data:'), `the page asked for ${url}`);
  }
  assert.equal(await page.title(), 'Bandscope: sliding-window attention, live');
  const head = await page.evaluate(() => ({
    description: document.querySelector('meta[name=description]').content,
    icon: document.querySelector('link[rel=icon]').href,
    noscript: document.querySelector('noscript').textContent,
  }));
  assert.match(head.description, /attention/);
  assert.match(head.icon, /^data:image\/svg/);
  assert.match(head.noscript, /JavaScript/);
  const config = await get(page);
  assert.equal(config.weights, 'built');
  assert.equal(config.w, 6);
  assert.ok(config.text.length > 0);
  const words = (await texts(page)).map(({ text }) => text);
  assert.ok(words.includes('Mask band') && words.includes('Head merge'), 'the panels are drawn');
});

test('get, set and query speak the same keys', async () => {
  const page = await bench.open('t=12&w=3&h=2');
  assert.equal(await query(page), 'v=1&t=12&h=2&w=3');
  const fields = await page.evaluate(() => window.bandscope.fields);
  assert.deepEqual(Object.keys(await get(page)), fields.map(({ key }) => key));
  const set = (change) => page.evaluate((c) => window.bandscope.set(c), change);
  assert.equal((await set({ w: 5 })).w, 5);
  assert.equal((await set({ causal: false })).causal, 0);
  assert.equal((await set({ w: 'all' })).w, 'all');
  assert.equal((await set({ d: 9999 })).d, 256);
  assert.match((await page.evaluate(() => window.bandscope.notices())).join(' '), /256/);
  assert.equal((await set({ pick: '3,2' })).pick, '3,2');
  assert.equal((await set({ t: 'ten' })).t, 12);
  const error = await page.evaluate(() => {
    try {
      window.bandscope.set({ w: 2, window: 3 });
    } catch (e) {
      return [e.name, e.message];
    }
    return null;
  });
  assert.equal(error[0], 'TypeError');
  assert.match(error[1], /'window'/);
  assert.equal((await get(page)).w, 'all', 'a refused change changes nothing');
  for (const wrong of [null, 3, 'w=3']) {
    const name = await page.evaluate((c) => {
      try {
        window.bandscope.set(c);
      } catch (e) {
        return e.name;
      }
      return null;
    }, wrong);
    assert.equal(name, 'TypeError');
  }
});

test('listeners hear each change with the new state, until they leave', async () => {
  const page = await bench.open('t=8');
  const heard = await page.evaluate(async () => {
    const log = [];
    const off = window.bandscope.on('change', (config) => log.push(config.w));
    window.bandscope.set({ w: 2 });
    window.bandscope.set({ w: 2 });
    window.bandscope.set({ w: 3 });
    off();
    window.bandscope.set({ w: 4 });
    return log;
  });
  assert.deepEqual(heard, [2, 3]);
});

test('traces are dense, and null or refused where they cannot be', async () => {
  const page = await bench.open('t=6&h=2&d=4&w=2');
  assert.deepEqual((await trace(page, 'x')).shape, [6, 8]);
  assert.deepEqual((await trace(page, 'q')).shape, [2, 6, 4]);
  const masked = await trace(page, 'scores_masked');
  assert.deepEqual(masked.shape, [2, 6, 6]);
  assert.equal(masked.data[1], -Infinity);
  const shares = await trace(page, 'shares');
  assert.equal(shares.data[1], 0);
  assert.equal(shares.data[0], 1);
  assert.equal(await trace(page, 'nothing'), null);
  await page.evaluate(() => window.bandscope.set({ example: 'shapes' }));
  assert.equal(await trace(page, 'output'), null);
  const refused = await page.evaluate(() => {
    window.bandscope.set({ example: '', t: 5000, h: 1, d: 1, w: 1 });
    try {
      window.bandscope.trace('shares');
    } catch (error) {
      return [error.name, error.message];
    }
    return window.bandscope.get();
  });
  assert.equal(refused[0], 'RangeError');
  assert.match(refused[1], /25,000,000/);
});

test('the address follows when a drag has ended', async () => {
  const page = await bench.open('t=16&w=4');
  const from = { ...(await centre(page, 'W')), y: (await box(page, 'W')).y + 36 };
  await drag(page, from, { x: from.x + 40, y: from.y }, {
    between: async () => assert.match(page.url(), /\?t=16&w=4$/, 'not while it is dragged'),
  });
  await pause(250);
  const { w } = await get(page);
  assert.notEqual(w, 4);
  assert.match(page.url(), new RegExp(`w=${w}(&|$)`));
});

test('garbage in the address is said in words and never breaks the page', async () => {
  const long = 'x'.repeat(5000);
  for (const garbage of ['foo=bar&t=abc', 't=-5&w=99999999999999999999&h=0', 't=8&t=9&t=10', 'text=%zz%e6%9d', '%%%', '?&&==&=', 'pick=99,99,9', `text=${long}`, 'theme=pink&view=nowhere']) {
    const page = await bench.open(garbage);
    const [notices, drawn] = await page.evaluate(() => [window.bandscope.notices(), window.bandscope.texts().length]);
    assert.ok(drawn > 0, garbage);
    assert.ok(notices.every((notice) => notice.length <= 120), JSON.stringify(notices));
    if (!garbage.startsWith('?')) assert.ok(notices.length > 0 || garbage === '%%%', garbage);
  }
});

test('worked examples show the numbers of the articles', async () => {
  let page = await bench.open('example=sliding-window');
  const shares = await trace(page, 'shares');
  assert.deepEqual(shares.shape, [2, 4, 4]);
  assert.equal(shares.data[4].toFixed(3), '0.330');
  assert.equal(shares.data[5].toFixed(3), '0.670');
  const merged = await trace(page, 'merged');
  assert.deepEqual([...merged.data.slice(-4)].map((v) => v.toFixed(2)), ['1.50', '1.50', '1.67', '0.67']);
  const shown = (await texts(page)).filter(({ panel }) => panel === 'shares').map(({ text }) => text);
  assert.ok(shown.includes('0.330') && shown.includes('0.670'), shown.join(' '));
  page = await bench.open('example=shapes');
  assert.ok((await trace(page, 'shares')).data.length > 0);
  page = await bench.open('example=nolan');
  const nolan = await trace(page, 'shares');
  assert.deepEqual(nolan.shape.slice(1), [1, 2]);
  const words = (await texts(page)).map(({ text }) => text);
  assert.ok(words.includes('nolan') && words.includes('ended'), words.join(' '));
});

test('an idle page has no animation frame pending, and a hidden one draws nothing', async () => {
  const page = await bench.open('t=16');
  // Counted from here on: every frame asked for and not yet given.
  await page.evaluate(() => {
    window.asked = 0;
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => {
      ++window.asked;
      return ask(then);
    };
  });
  const { frames } = await stats(page);
  await pause(400);
  assert.equal((await stats(page)).frames, frames);
  assert.equal(await page.evaluate(() => window.asked), 0);
  await page.mouse.move(500, 400);
  await settle(page);
  const after = (await stats(page)).frames;
  assert.ok(after > frames);
  await pause(300);
  const asked = await page.evaluate(() => window.asked);
  await pause(300);
  assert.equal((await stats(page)).frames, after);
  assert.equal(await page.evaluate(() => window.asked), asked);
  // Hidden: changes are taken, frames are not.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    window.bandscope.set({ w: 2 });
  });
  await pause(200);
  assert.equal((await stats(page)).frames, after);
  await page.evaluate(() => {
    delete document.hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await settle(page);
  assert.ok((await stats(page)).frames > after);
});

test('a canvas of no size draws once it is shown', async () => {
  const page = await bench.browser.newPage();
  page.problems = [];
  bench.pages.push(page);
  page.on('pageerror', (error) => page.problems.push(String(error)));
  await page.evaluateOnNewDocument(() => {
    addEventListener('DOMContentLoaded', () => {
      document.getElementById('bandscope').style.display = 'none';
    });
  });
  await page.goto(`${bench.address}?t=8`);
  await page.evaluate(() => window.bandscope.ready);
  assert.equal((await stats(page)).frames, 0);
  assert.deepEqual((await trace(page, 'shares')).shape, [4, 8, 8]);
  await page.evaluate(() => {
    document.getElementById('bandscope').style.display = '';
  });
  await settle(page);
  assert.ok((await stats(page)).frames > 0);
  const painted = await page.evaluate(async () => {
    window.bandscope.set({ w: 2 });
    await new Promise((done) => requestAnimationFrame(done));
    const canvas = document.querySelector('canvas');
    return [canvas.width, canvas.height];
  });
  assert.ok(painted[0] > 300 && painted[1] > 300, String(painted));
});

/** Opens a page in which something is broken before it loads. */
async function openBroken(breakIt, route = null) {
  const page = await bench.browser.newPage();
  page.problems = [];
  page.expectProblems = true;
  bench.pages.push(page);
  if (breakIt) await page.evaluateOnNewDocument(breakIt);
  if (route) {
    await page.setRequestInterception(true);
    page.on('request', (request) => (route.test(request.url()) ? request.abort() : request.continue()));
  }
  await page.goto(`${bench.address}?t=8`);
  await page.waitForSelector('[role=alert]', { timeout: 20_000 });
  return page;
}
const alertOf = (page) => page.evaluate(() => document.querySelector('[role=alert]').textContent);

test('without WebGL 2 the page says so, and still answers', async () => {
  const page = await openBroken(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
    };
  });
  assert.match(await alertOf(page), /WebGL 2/);
  const outcome = await page.evaluate(() => window.bandscope.ready.then(() => 'drawn', (error) => error.message));
  assert.match(outcome, /WebGL 2/);
  assert.equal((await get(page)).t, 8);
  assert.deepEqual((await trace(page, 'shares')).shape, [4, 8, 8]);
});

test('a program that cannot be loaded is said with its reason', async () => {
  let page = await openBroken(null, /bandscope_relaxed\.wasm/);
  assert.match(await alertOf(page), /could not be loaded/);
  assert.ok((await page.evaluate(() => document.querySelector('[role=alert] small').textContent)).length > 10);
  page = await openBroken(null, /bandscope\.mjs/);
  assert.match(await alertOf(page), /could not be loaded/);
  page = await openBroken(() => {
    delete window.WebAssembly;
  });
  assert.match(await alertOf(page), /WebAssembly/);
});

test('a lost context is said, and drawn again when it returns', async () => {
  const page = await bench.open('t=8&w=3');
  page.expectProblems = true;
  const before = await page.screenshot();
  await page.evaluate(() => {
    window.lose = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    window.lose.loseContext();
  });
  await page.waitForSelector('[role=alert]');
  assert.match(await alertOf(page), /graphics/);
  await page.evaluate(() => window.lose.restoreContext());
  await page.waitForFunction(() => !document.querySelector('[role=alert]'));
  await settle(page);
  await nextFrame(page);
  const after = await page.screenshot();
  assert.ok(Buffer.compare(before, after) === 0, 'the same picture as before');
});

test('the canvas has whole device pixels at every ratio, each time that it changes', async () => {
  const page = await bench.open('t=8', { width: 1281, height: 700, dpr: 1 });
  // With another width, as when a reader zooms: a ratio alone, set by a debugger, sends no event.
  let wide = 1281;
  for (const dpr of [2, 1.5, 1, 1.25, 3]) {
    wide += 2;
    await page.setViewport({ width: wide, height: 700, deviceScaleFactor: dpr });
    await pause(100);
    await settle(page);
    const [ratio, width, css, frames] = await page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      return [devicePixelRatio, canvas.width, canvas.getBoundingClientRect().width, window.bandscope.stats().frames];
    });
    assert.equal(ratio, dpr);
    assert.equal(width, Math.floor(wide * dpr));
    assert.ok(Math.abs(css * dpr - width) < 0.05, `${css} CSS pixels at ${dpr} are not ${width}`);
    assert.ok(frames > 0);
  }
});

test('a link too long for any browser bar still opens', async () => {
  const page = await bench.open(`t=8&text=${'word+'.repeat(60)}`);
  assert.equal((await get(page)).text.split(' ').length >= 60, true);
  const opened = await bench.browser.newPage();
  opened.problems = [];
  bench.pages.push(opened);
  await opened.goto(bench.address);
  // A server would refuse it; the program itself must not.
  const words = await opened.evaluate(async () => {
    const { mount } = await import('./page.mjs');
    const host = document.createElement('main');
    host.className = 'bandscope';
    document.body.replaceChildren(host);
    const other = mount(host, { query: `text=${'word+'.repeat(100_000)}` });
    await other.ready;
    return [other.get().t, other.trace('x').shape[0]];
  });
  assert.deepEqual(words, [256, 256]);
});

test('the theme follows the system, live, unless the address names one', async () => {
  const page = await bench.open('t=8', { theme: 'light' });
  const theme = () => page.evaluate(() => document.documentElement.dataset.bandscopeTheme);
  assert.equal(await theme(), 'light');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await settle(page);
  assert.equal(await theme(), 'dark');
  await click(page, await centre(page, 'theme'));
  assert.equal((await get(page)).theme, 'light');
  assert.equal(await theme(), 'light');
  const named = await bench.open('t=8&theme=dark', { theme: 'light' });
  assert.equal(await named.evaluate(() => document.documentElement.dataset.bandscopeTheme), 'dark');
});

test('reset returns to the state in which the page was opened', async () => {
  const page = await bench.open('t=12&w=5&h=2');
  const opened = await query(page);
  await page.evaluate(() => window.bandscope.set({ t: 30, w: 9, h: 3, causal: 0 }));
  await click(page, await centre(page, 'more'));
  const boxes = await page.evaluate(() => Object.keys(window.bandscope.boxes()));
  const label = boxes.find((name) => /reset/i.test(name));
  assert.ok(label, boxes.join(', '));
  await click(page, await centre(page, label));
  assert.equal(await query(page), opened);
  assert.deepEqual((await runs(page)).length, 9);
});
