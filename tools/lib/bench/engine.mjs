// The engine as it is shipped, dist/engine.mjs: what a caller calls.
let loaded = null;

export const openEngineModule = async () => (await import(new URL('../../../dist/engine.mjs', import.meta.url).href)).createEngine();

/** {run, close}: run() gives the result's numbers. */
export async function openEngine({ kind, tokens, heads, window }, form, inputs) {
  loaded ??= openEngineModule();
  const engine = await loaded;
  if (kind === 'core') {
    return {
      run: () => engine.forward({ tokens, heads, window, ...inputs, want: ['merged'] }).merged.data,
      close() {},
    };
  }
  const { x, wQkv, wO } = inputs;
  if (!engine.layer) {
    return { run: () => engine.forward({ tokens, heads, window, x, wQkv, wO, want: ['output'] }).output.data, close() {} };
  }
  const layer = engine.layer({ heads, window, wQkv, wO });
  return { run: () => layer.forward(x).output.data, close: () => layer.close() };
}
