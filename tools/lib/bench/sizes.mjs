// What is measured: the sizes of the table, each at its window and at W = T.

/** {tokens, width, heads, window}: T, C = E, H, W. */
export const kSizes = [
  { tokens: 64, width: 64, heads: 4, window: 16 },
  { tokens: 256, width: 256, heads: 8, window: 64 },
  { tokens: 512, width: 512, heads: 8, window: 128 },
  { tokens: 1024, width: 512, heads: 8, window: 128 },
  { tokens: 4096, width: 512, heads: 8, window: 128 },
];

/** Every size at its window and at W = T, as layer (x · wQkv, attention, · wO) and as core (q, k, v to merged heads). */
export const kRaces = kSizes.flatMap((size) =>
  [size.window, size.tokens].flatMap((window) => ['layer', 'core'].map((kind) => ({ ...size, window, kind }))));

export const raceName = ({ kind, tokens, width, heads, window }) =>
  `${kind} T ${tokens} C ${width} H ${heads} W ${window === tokens ? 'T' : window}`;

/** Pairs that the causal window keeps: Σ min(i + 1, W). */
export const keptPairs = ({ tokens, window }) => {
  const w = Math.min(window, tokens);
  return (w * (w + 1)) / 2 + (tokens - w) * w;
};

/** Floating-point operations that the result needs, two a multiply-add; the exponentials are not counted. */
export function operations(race) {
  const { kind, tokens, width } = race;
  const projections = kind === 'layer' ? tokens * width * 4 * width : 0;
  return 2 * (projections + 2 * width * keptPairs(race));
}

/**
 * Blocks of queries for who has no band: {from, to, first}, queries from..to-1 against keys first..to-1. At a window of
 * W, blocks of W queries meet 2W keys; at W = T a block meets every key before its end, and eight blocks of at least
 * 64 queries were the fastest.
 */
export function blocksOf({ tokens, window }) {
  const wide = window >= tokens ? Math.min(tokens, Math.max(64, tokens / 8)) : window;
  const blocks = [];
  for (let from = 0; from < tokens; from += wide) {
    blocks.push({ from, to: Math.min(tokens, from + wide), first: Math.max(0, window >= tokens ? 0 : from - wide) });
  }
  return blocks;
}

/** What is added to the scores of queries from..to-1 against keys first..to-1: 0 where kept, else -Infinity. */
export function maskOf({ from, to, first }, window, end = to) {
  const mask = new Float32Array((to - from) * (end - first)).fill(-Infinity);
  for (let i = from; i < to; ++i) {
    const row = (i - from) * (end - first);
    mask.fill(0, row + Math.max(first, i - window + 1) - first, row + i + 1 - first);
  }
  return mask;
}

/** Kernels of the registry and what they are timed on: name, rows, keys, depth, window. A product is rows x keys. */
export const kProduct = 'kernel multiply 1024 1536 512 1';
export const kWeightProduct = 'kernel multiply 256 256 256 1';
export const kKernelCases = [
  kProduct,
  kWeightProduct,
  'kernel attend 64 64 16 16',
  'kernel attend 256 256 32 64',
  'kernel attend 1024 1024 64 128',
  'kernel attend 1024 1024 64 1024',
  'kernel exp 64 1 1024 1',
];

/** Steps of the page's sliders: which, T, H, D, W, and how far the layer goes. */
export const kDefaultSliders = ['t', 'h', 'd', 'w', 'seed'].map((letter) => `slider ${letter} 16 4 8 4 output`);
export const kWindowMerged = 'slider w 256 8 32 64 merged';
export const kWindowOutput = 'slider w 256 8 32 64 output';
export const kSliders = [...kDefaultSliders, kWindowMerged, kWindowOutput];
export const kMoreSliders = ['t', 'h', 'd', 'seed'].map((letter) => `slider ${letter} 256 8 32 64 output`);

export const kSlope = { sizes: [1024, 2048, 4096, 8192, 16384], width: 512, heads: 8, window: 128 };
export const kMemory = { tokens: 16384, width: 512, heads: 8, window: 128 };
/** Natively against NumPy and PyTorch. */
export const kNativeRaces = kRaces.filter(({ tokens, kind, window }) =>
  tokens === 4096 && (kind === 'layer' || window < tokens));
