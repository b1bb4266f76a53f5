// The two binaries: which is loaded, and that both tell the same.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {test} from 'node:test';

import {hasRelaxedSimd} from '../../web/engine/relaxed.mjs';
import {arrayError} from './oracle.mjs';
import {settle, useBrowser} from './support/browser.mjs';

const bench = useBrowser();

test('a browser with relaxed SIMD downloads its binary, and not the other', async () => {
  const page = await bench.browser.newPage();
  page.problems = [];
  bench.pages.push(page);
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(bench.address);
  await settle(page);
  assert.deepEqual(asked.filter((path) => path.endsWith('.wasm')), ['/bandscope_relaxed.wasm']);
});

/** A layer's output by engine.mjs in a process of its own: Node is asked for relaxed SIMD by a flag. */
function outputOf(...flags) {
  const program = `
    import {hasRelaxedSimd} from './web/engine/relaxed.mjs';
    import {createEngine} from './tests/web/support/engine.mjs';
    import {normalTensor} from './tests/web/generator.mjs';
    const [tokens, width, heads] = [70, 96, 4];
    const x = normalTensor(1, 0, 1, tokens * width);
    const [wQkv, wO] = [normalTensor(2, 1, width, 3 * width), normalTensor(3, 2, width, width)];
    const {output} = (await createEngine()).forward({tokens, heads, window: 20, x, wQkv, wO, want: ['output']});
    console.log(JSON.stringify({relaxed: hasRelaxedSimd(), data: [...output.data]}));`;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [...flags, '--input-type=module', '-e', program], {cwd: root}));
}

test('both binaries give the same output to 1e-5', () => {
  const plain = outputOf(), relaxed = outputOf('--experimental-wasm-relaxed-simd');
  assert.equal(plain.relaxed, hasRelaxedSimd());
  assert.equal(relaxed.relaxed, true);
  assert.equal(relaxed.data.length, 70 * 96);
  const error = arrayError(Float32Array.from(relaxed.data), plain.data);
  assert.ok(error <= 1e-5, `error ${error}`);
});
