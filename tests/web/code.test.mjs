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
