// The benchmark's own wasm program (tests/bench), in Node and in a page alike.
import { hasRelaxedSimd } from '../../../web/engine/relaxed.mjs';

/**
 * {list, bytes, open}: bytes() is the memory it holds; open(words) gives {facts, run}, where run(times) is the
 * milliseconds of all, by the program's clock.
 */
export async function openProgram() {
  const folder = hasRelaxedSimd() ? 'build/web-release/relaxed' : 'build/web-release';
  const { default: create } = await import(new URL(`../../../${folder}/bench_program.mjs`, import.meta.url).href);
  const wasm = await create();
  return {
    list: JSON.parse(wasm.UTF8ToString(wasm._bench_list())),
    bytes: () => wasm.HEAPU8.length,
    open(words) {
      const bytes = new TextEncoder().encode(`${words}\0`);
      const at = wasm._malloc(bytes.length);
      wasm.HEAPU8.set(bytes, at);
      const id = wasm._bench_open(at);
      wasm._free(at);
      if (id < 0) throw new Error(`the benchmark's program has no case '${words}'`);
      return {
        facts: JSON.parse(wasm.UTF8ToString(wasm._bench_facts(id))),
        run: (times) => wasm._bench_run(id, times),
      };
    },
  };
}
