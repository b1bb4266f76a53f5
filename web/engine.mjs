// Bandscope's engine without the page, for browsers and Node. See engine.d.ts and the README.
//
//   import {createEngine} from './engine.mjs';
//   const engine = await createEngine();
//   const {shares, merged} = engine.forward({tokens: 4, heads: 2, window: 2, q, k, v});
//   const {h} = engine.stack({x, layers: [{wQkv, wO}, {wQkv, wO}], tokens: 4, heads: 2, window: 2});
//   const {first, last} = engine.reach({tokens: 100, window: 3, layers: 5});
import {depthOf} from './engine/depth.mjs';
import {forwardOf} from './engine/forward.mjs';
import {stackOf} from './engine/stack.mjs';
import createModule from './engine_wasm.mjs';
import {hasRelaxedSimd} from './engine/relaxed.mjs';

/** Loads the engine. Rejects where the WebAssembly cannot be loaded. */
export async function createEngine() {
  // Both written out, so that a bundler sees what to take along.
  const binary = hasRelaxedSimd() ? new URL('./engine_relaxed.wasm', import.meta.url) : new URL('./engine.wasm', import.meta.url);
  const wasm = await createModule({locateFile: () => binary.href});
  // A file of ./engine/ a concern; each makes its functions for this instance.
  return {
    ...forwardOf(wasm),  // one layer with its tensors
    ...stackOf(wasm),    // a stack of layers with its tensors: every h, shares, influence
    ...depthOf(wasm),    // a stack without tensors: reach, uniform relay, cost
  };
}
