// TensorFlow.js on its wasm backend, one thread with SIMD; weights and masks are uploaded once.
import { blocksOf, maskOf } from './sizes.mjs';

const folder = new URL('./peers/node_modules/@tensorflow/', import.meta.url);
let loaded = null;

async function load() {
  let tf, wasm;
  if (globalThis.process?.versions?.node) {
    const { createRequire } = await import('node:module');
    const { fileURLToPath } = await import('node:url');
    const require = createRequire(import.meta.url);
    const backend = fileURLToPath(new URL('tfjs-backend-wasm/dist/', folder));
    tf = require(fileURLToPath(new URL('tfjs-core/dist/tf-core.node.js', folder)));
    wasm = require(`${backend}tf-backend-wasm.node.js`);
    wasm.setWasmPaths(backend);
  } else {
    for (const file of ['tfjs-core/dist/tf-core.min.js', 'tfjs-backend-cpu/dist/tf-backend-cpu.min.js',
      'tfjs-backend-wasm/dist/tf-backend-wasm.min.js']) {
      await new Promise((done, failed) => {
        const script = Object.assign(document.createElement('script'), { src: new URL(file, folder).href, onload: done });
        script.onerror = () => failed(new Error(`${file} did not load`));
        document.head.append(script);
      });
    }
    tf = wasm = globalThis.tf;
    wasm.wasm?.setWasmPaths?.(new URL('tfjs-backend-wasm/dist/', folder).href);
    if (!wasm.wasm) wasm.setWasmPaths(new URL('tfjs-backend-wasm/dist/', folder).href);
  }
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await tf.setBackend('wasm'))) throw new Error('the wasm backend did not start');
  await tf.ready();
  return tf;
}

/** One head's queries (n, D), keys (D, m) and values (m, D): only products of two dimensions take its fast path. */
function softmaxBlend(tf, q, k, v, mask) {
  return tf.tidy(() => {
    const scores = tf.matMul(q, k);
    const masked = tf.add(scores, mask);
    scores.dispose(); // at T = 4096 a grid is 64 MB
    const shares = tf.softmax(masked);
    masked.dispose();
    return tf.matMul(shares, v);
  });
}

/** {run, close}: run() gives the result's numbers. */
export async function openTfjs(race, form, inputs) {
  loaded ??= load();
  const tf = await loaded;
  const { kind, tokens, width, heads, window } = race;
  const depth = width / heads;
  const scale = 1 / Math.sqrt(depth);
  const layer = kind === 'layer';
  const kept = [];
  const keep = (array, shape) => {
    kept.push(tf.tensor(array, shape));
    return kept.at(-1);
  };
  const wQkv = layer &&
    keep(inputs.wQkv.map((weight, n) => (n % (3 * width) < width ? weight * scale : weight)), [width, 3 * width]);
  const wO = layer && keep(inputs.wO, [width, width]);
  const blocks = form === 'plain' ? [{ from: 0, to: tokens, first: 0 }] : blocksOf(race);
  const masks = new Map(); // most blocks have the same
  for (const block of blocks) {
    const { from, to, first } = block;
    const key = `${to - from} ${from - first}`;
    if (!masks.has(key)) masks.set(key, keep(maskOf(block, window), [to - from, to - first]));
    block.mask = masks.get(key);
  }

  /** q scaled, k and v, (T, C) each. */
  const project = () => {
    if (layer) return tf.split(tf.matMul(tf.tensor(inputs.x, [tokens, width]), wQkv), 3, 1);
    const [q, k, v] = ['q', 'k', 'v'].map((name) => tf.tensor(inputs[name], [tokens, width]));
    return [tf.mul(q, scale), k, v];
  };
  /** merged (T, C) */
  const attend = ([q, k, v]) => {
    const cut = [tf.split(q, heads, 1), tf.split(tf.transpose(k), heads, 0), tf.split(v, heads, 1)];
    return tf.concat(cut[0].map((_, h) => {
      const [qHead, kHead, vHead] = cut.map((parts) => parts[h]);
      if (blocks.length === 1) return softmaxBlend(tf, qHead, kHead, vHead, blocks[0].mask);
      return tf.concat(blocks.map(({ from, to, first, mask }) => softmaxBlend(
        tf, tf.slice(qHead, [from, 0], [to - from, depth]), tf.slice(kHead, [0, first], [depth, to - first]),
        tf.slice(vHead, [first, 0], [to - first, depth]), mask)), 0);
    }), 1);
  };

  return {
    run: () => {
      const result = tf.tidy(() => {
        const merged = attend(project());
        return layer ? tf.matMul(merged, wO) : merged;
      });
      const numbers = result.dataSync();
      result.dispose();
      return numbers;
    },
    close: () => kept.forEach((tensor) => tensor.dispose()),
  };
}
