// onnxruntime-web, one thread: a layer or a core as one graph, its weights and masks constants of it.
import { blocksOf, maskOf } from './sizes.mjs';
import { OnnxGraph } from './onnx_file.mjs';

const folder = new URL('./peers/node_modules/onnxruntime-web/dist/', import.meta.url).href;
let loaded = null;

async function load() {
  const file = globalThis.process?.versions?.node ? 'ort.node.min.mjs' : 'ort.wasm.bundle.min.mjs';
  const ort = await import(folder + file);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = folder;
  ort.env.logLevel = 'error';
  return ort;
}

/** Heads of q, k and v (tokens, C): q and v as (H, T, D), k as (H, D, T), and q scaled. */
function headsOf(graph, race, inputs) {
  const { kind, tokens, width, heads } = race;
  const depth = width / heads;
  const scale = 1 / Math.sqrt(depth);
  let q, k, v;
  if (kind === 'layer') {
    const wQkv = inputs.wQkv.map((weight, n) => (n % (3 * width) < width ? weight * scale : weight));
    const x = graph.input('x', [tokens, width]);
    const qkv = graph.node('MatMul', [x, graph.constant([width, 3 * width], wQkv)]);
    [q, k, v] = graph.node('Split', [qkv], { axis: 1 }, { outputs: 3 });
  } else {
    [q, k, v] = ['q', 'k', 'v'].map((name) => graph.input(name, [tokens, width]));
    q = graph.node('Mul', [q, graph.constant([], Float32Array.of(scale))]);
  }
  const cut = graph.integers(tokens, heads, depth);
  const turned = (part, perm) => graph.node('Transpose', [graph.node('Reshape', [part, cut])], { perm });
  return { q: turned(q, [1, 0, 2]), k: turned(k, [1, 2, 0]), v: turned(v, [1, 0, 2]) };
}

function softmaxBlend(graph, q, k, v, mask) {
  const scores = graph.node('Add', [graph.node('MatMul', [q, k]), mask]);
  return graph.node('MatMul', [graph.node('Softmax', [scores], { axis: -1 }), v]);
}

const sliced = (graph, value, axis, from, to) =>
  graph.node('Slice', [value, graph.integers(from), graph.integers(to), graph.integers(axis)]);

/** (H, T, D): the full T x T grid, masked. */
function plain(graph, { tokens, window }, { q, k, v }) {
  const mask = graph.constant([1, tokens, tokens], maskOf({ from: 0, to: tokens, first: 0 }, window, tokens));
  return softmaxBlend(graph, q, k, v, mask);
}

/** (H, T, D): blocks of W queries as one more axis, against the W keys before and their own. */
function windowBlocks(graph, { tokens, heads, width, window }, { q, k, v }) {
  const depth = width / heads;
  const blocks = tokens / window;
  // The mask of a block is the same for all but the first, whose earlier keys are padding.
  const inner = maskOf({ from: window, to: 2 * window, first: 0 }, window);
  const mask = new Float32Array(blocks * inner.length);
  for (let b = 0; b < blocks; ++b) mask.set(inner, b * inner.length);
  for (let r = 0; r < window; ++r) mask.fill(-Infinity, r * 2 * window, r * 2 * window + window);

  const shape = (value, ...sizes) => graph.node('Reshape', [value, graph.integers(...sizes)]);
  const zero = graph.constant([], Float32Array.of(0));
  const kPadded = graph.node('Pad', [k, graph.integers(0, 0, window, 0, 0, 0), zero]);
  const kBlocks = graph.node('Transpose', [shape(kPadded, heads, depth, blocks + 1, window)], { perm: [0, 2, 1, 3] });
  const vPadded = graph.node('Pad', [v, graph.integers(0, window, 0, 0, 0, 0), zero]);
  const vBlocks = shape(vPadded, heads, blocks + 1, window, depth);
  const pairs = (value, axis) => graph.node(
    'Concat', [sliced(graph, value, 1, 0, blocks), sliced(graph, value, 1, 1, blocks + 1)], { axis });
  const out = softmaxBlend(graph, shape(q, heads, blocks, window, depth), pairs(kBlocks, 3), pairs(vBlocks, 2),
                           graph.constant([1, blocks, window, 2 * window], mask));
  return shape(out, heads, tokens, depth);
}

/** (H, T, D): blocks of queries against every key before their end, one after the other. */
function causalBlocks(graph, race, { q, k, v }) {
  const parts = blocksOf(race).map((block) => {
    const mask = graph.constant([1, block.to - block.from, block.to - block.first], maskOf(block, race.window));
    return softmaxBlend(graph, sliced(graph, q, 1, block.from, block.to), sliced(graph, k, 2, block.first, block.to),
                        sliced(graph, v, 1, block.first, block.to), mask);
  });
  return graph.node('Concat', parts, { axis: 1 });
}

export function onnxModel(race, form, inputs) {
  const { kind, tokens, width } = race;
  const graph = new OnnxGraph();
  const heads = headsOf(graph, race, inputs);
  const build = form === 'plain' ? plain : race.window >= tokens ? causalBlocks : windowBlocks;
  const turned = graph.node('Transpose', [build(graph, race, heads)], { perm: [1, 0, 2] });
  const merged = graph.node('Reshape', [turned, graph.integers(tokens, width)]);
  const last = kind === 'layer' ? graph.node('MatMul', [merged, graph.constant([width, width], inputs.wO)]) : merged;
  return { bytes: graph.model(last, [tokens, width]), output: last };
}

/** {run, close}: run() takes the inputs' numbers and resolves to the result's. */
export async function openOnnx(race, form, inputs) {
  loaded ??= load();
  const ort = await loaded;
  const { tokens, width, kind } = race;
  const { bytes, output } = onnxModel(race, form, inputs);
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'], graphOptimizationLevel: 'all' });
  const names = kind === 'layer' ? ['x'] : ['q', 'k', 'v'];
  return {
    async run() {
      const feeds = {};
      for (const name of names) feeds[name] = new ort.Tensor('float32', inputs[name], [tokens, width]);
      return (await session.run(feeds))[output].data;
    },
    close: () => session.release(),
  };
}
