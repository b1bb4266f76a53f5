// The state as a program: what code() writes is run, and gives what is on screen.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { trace, useBrowser } from './support/browser.mjs';

const bench = useBrowser();
const python = process.env.BANDSCOPE_PYTHON ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3');

/** The numbers of the program's last line. */
function run(program) {
  const { status, stdout, stderr } = spawnSync(python, ['-'], { input: program, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1)).flat();
}

test('the NumPy program gives what is on screen to 1e-5', async () => {
  const page = await bench.open('');
  const states = [
    '', 't=16', 't=60&h=6&d=5&w=9&causal=0', 't=33&layers=5&layer=4&alpha=0.5&norm=rms&pattern=LLG', 't=20&strike=zero&scale=0',
    't=300&h=2&w=40&tie=1', 'example=shapes', 'example=sliding-window', 'example=nolan', 'text=the%20cat%20saw%20the%20dog&w=2',
  ];
  for (const state of states) {
    const shown = await bench.open(state);
    const program = await shown.evaluate(() => window.bandscope.code('numpy'));
    assert.ok(program.length < 100_000);
    const { data } = (await trace(shown, 'output')) ?? (await trace(shown, 'merged'));
    const numbers = run(program);
    assert.equal(numbers.length, data.length, state);
    const most = Math.max(1, ...numbers.map(Math.abs));
    const error = Math.max(...numbers.map((value, n) => Math.abs(value - data[n]))) / most;
    assert.ok(error < 1e-5, `${state}: ${error}`);
  }
  const torch = await page.evaluate(() => window.bandscope.code('torch'));
  assert.match(torch, /scaled_dot_product_attention\(q\[None\], k\[None\], v\[None\], attn_mask=keep\)/);
  const refused = await page.evaluate(() => {
    try {
      return window.bandscope.code('jax');
    } catch (error) {
      return `${error.name}: ${error.message}`;
    }
  });
  assert.equal(refused, 'TypeError: code() writes numpy or torch, not jax');
});

/** The drawer as a reader finds it; `where` is a page or a frame. */
const drawer = (where) => where.evaluate(() => {
  const dialog = document.querySelector('dialog.bandscope-code');
  return {
    open: dialog?.matches(':modal') ?? false,
    tab: dialog?.querySelector('[aria-selected="true"]').textContent,
    focus: document.activeElement.textContent,
    text: dialog?.querySelector('pre').textContent,
    status: dialog?.querySelector('[role="status"]').textContent,
    selected: getSelection().toString(),
    canCopy: dialog?.querySelector('header button').disabled === false,
  };
});
const code = (where, language) => where.evaluate((wanted) => window.bandscope.code(wanted), language);
/** The dialog's close event, which gives the focus back, comes after `open` is false. */
const onCanvas = (page) => page.waitForFunction(() => document.activeElement?.tagName === 'CANVAS');

test('the drawer shows the program, follows the state, and gives the keyboard back', async () => {
  const page = await bench.open('t=16');
  assert.equal((await drawer(page)).open, false);
  await page.evaluate(() => window.bandscope.showCode());
  const numpy = await code(page, 'numpy');
  const torch = await code(page, 'torch');
  assert.deepEqual(await drawer(page), {
    open: true, tab: 'NumPy', focus: 'NumPy', text: numpy, status: '', selected: '', canCopy: true,
  });

  const tabs = await page.$$('.bandscope-code [role="tab"]');
  await tabs[1].click();
  assert.equal((await drawer(page)).text, torch);
  const presses = [['ArrowLeft', 'NumPy'], ['ArrowLeft', 'PyTorch'], ['ArrowRight', 'NumPy'], ['End', 'PyTorch'], ['Home', 'NumPy']];
  for (const [key, tab] of presses) {
    await page.keyboard.press(key);
    const { tab: chosen, focus, text } = await drawer(page);
    assert.deepEqual([chosen, focus, text], [tab, tab, tab === 'NumPy' ? numpy : torch], key);
  }

  await page.evaluate(() => window.bandscope.set({ w: 7 }));
  const followed = await drawer(page);
  assert.match(followed.text, /^W = 7\b/m);
  assert.equal(followed.text, await code(page, 'numpy'));

  // A program that is refused says why, and cannot be copied; the next state can.
  const words = Array.from({ length: 250 }, (_, n) => `${'\u{1F600}'.repeat(60)}${n}`).join(' ');
  const refusal = await page.evaluate((text) => {
    window.bandscope.set({ text });
    try {
      return window.bandscope.code('numpy');
    } catch (error) {
      return error.message;
    }
  }, words);
  const { text, canCopy } = await drawer(page);
  assert.match(refusal, /would be a program of \d+ KB$/);
  assert.deepEqual([text, canCopy], [`${refusal}.`, false]);
  await page.evaluate(() => window.bandscope.set({ text: '', w: 3 }));
  assert.ok((await drawer(page)).canCopy);

  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.bandscope-code').open);
  await onCanvas(page);
  await page.evaluate(() => window.bandscope.showCode());
  assert.ok((await drawer(page)).open);
  await (await page.$$('.bandscope-code header button'))[1].click();
  await page.waitForFunction(() => document.activeElement === document.querySelector('canvas'));
  assert.equal((await drawer(page)).open, false);
});

test('a frame without the clipboard copies the old way, or selects the program', async () => {
  const page = await bench.open('t=8');
  await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
    frame.allow = "clipboard-write 'none'; clipboard-read 'none'";
    frame.src = location.href;
    frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0';
    document.body.replaceChildren(frame);
    await new Promise((done) => frame.addEventListener('load', done));
    await frame.contentWindow.bandscope.ready;
  });
  const frame = await (await page.$('iframe')).contentFrame();
  await frame.evaluate(() => window.bandscope.showCode());
  const said = () => frame.waitForFunction(() => document.querySelector('.bandscope-code [role="status"]').textContent !== '');
  const copy = await frame.$('.bandscope-code header button');
  await copy.click();
  await said();
  const { status, selected, focus } = await drawer(frame);
  assert.ok(status === 'Copied' || (status.startsWith('Selected') && selected !== ''), status);
  if (status === 'Copied') assert.equal(focus, 'Copy');

  await frame.evaluate(() => {
    document.execCommand = () => false;
  });
  await copy.click();
  await frame.waitForFunction(() => document.querySelector('.bandscope-code [role="status"]').textContent.startsWith('Selected'));
  const fallen = await drawer(frame);
  assert.equal(fallen.selected.trimEnd(), fallen.text.trimEnd());
  await page.keyboard.press('Escape');
  await frame.waitForFunction(() => !document.querySelector('.bandscope-code').open);
  await onCanvas(frame);
  // Chromium itself writes the refusal to the console.
  page.problems = page.problems.filter((problem) => !problem.includes('Clipboard API has been blocked'));
});
