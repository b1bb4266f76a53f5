/** Bandscope's engine without the page, for browsers and Node. */

// ---- One layer ---------------------------------------------------------------------------------

/** A row-major array. */
export interface EngineArray {
  shape: number[];
  data: Float32Array;
}

export type ResultName = 'scoresRaw' | 'scores' | 'shares' | 'headOut' | 'merged' | 'output';

interface CommonOptions<Want extends ResultName> {
  /** Tq: the queries. */
  tokens: number;
  /** H: heads. C must be a multiple of it; D = C / H. */
  heads: number;
  /** W: the keys that a query may read backwards, itself included. Left out: no window. */
  window?: number | null;
  /** Default true: query i keeps key j when j <= i + o and j >= i + o - W + 1, with o = keyTokens - tokens.
   *  False: two-sided, |i + o - j| <= W - 1. */
  causal?: boolean;
  /** (keyTokens): 0 or false strikes a key for every query. */
  keyMask?: Uint8Array | ReadonlyArray<number | boolean> | null;
  /** (C, E): the output projection. Left out: `output` is null. */
  wO?: Float32Array | null;
  /** Which results to return. Default: all but scoresRaw. */
  want?: readonly Want[];
  /** The first and the last query row of every result, inclusive. Default: all. */
  rows?: readonly [first: number, last: number];
}

/** Queries, keys and values as they are, row-major. */
export interface GivenOptions<Want extends ResultName = ResultName> extends CommonOptions<Want> {
  /** Tk: keys and values. Default: tokens. */
  keyTokens?: number;
  /** (tokens, C) */
  q: Float32Array;
  /** (keyTokens, C) */
  k: Float32Array;
  /** (keyTokens, C) */
  v: Float32Array;
  x?: undefined;
  wQkv?: undefined;
}

/** Token rows and the weights that make queries, keys and values of them, row-major. */
export interface ProjectedOptions<Want extends ResultName = ResultName> extends CommonOptions<Want> {
  /** As many as tokens, if given at all. */
  keyTokens?: number;
  /** (tokens, E) */
  x: Float32Array;
  /** (E, 3C): the columns of Q, then of K, then of V. */
  wQkv: Float32Array;
  q?: undefined;
  k?: undefined;
  v?: undefined;
}

export interface Results {
  /** (heads, tokens, keyTokens): q · k. NaN for a pair that was never scored (above 256 tokens, outside the window). */
  scoresRaw: EngineArray;
  /** (heads, tokens, keyTokens): divided by √D and masked; -Infinity where struck. */
  scores: EngineArray;
  /** (heads, tokens, keyTokens): the softmax; 0 where struck. A row that keeps no key is all 0. */
  shares: EngineArray;
  /** (heads, tokens, D) */
  headOut: EngineArray;
  /** (tokens, C): the heads side by side. */
  merged: EngineArray;
  /** (tokens, E): merged · wO; null without wO. */
  output: EngineArray | null;
}

/** A layer whose weights are packed once. */
export interface LayerOptions {
  /** H: heads. C must be a multiple of it. */
  heads: number;
  /** (E, 3C): the columns of Q, then of K, then of V. Copied. */
  wQkv: Float32Array;
  /** (C, E): the output projection. Left out: there is only `merged`. Copied. */
  wO?: Float32Array | null;
  /** E. Default: C, where wQkv is (C, 3C). */
  embedWidth?: number;
  /** As of forward(). */
  window?: number | null;
  causal?: boolean;
}

export interface Layer {
  /** x is (tokens, E), of any length. Gives output, or without wO merged, unless `want` says otherwise; no table is made,
   *  so the window and a block of rows is all that is held beside x and the results. Each number has the bits that
   *  engine.forward() gives it. Throws as that does, and a TypeError once the layer is closed. */
  forward<Want extends 'merged' | 'output' = 'output'>(
    x: Float32Array,
    options?: { want?: readonly Want[]; keyMask?: CommonOptions<ResultName>['keyMask']; rows?: readonly [number, number] },
  ): Pick<Results, Want>;
  /** Gives its memory back. */
  close(): void;
}

// ---- A stack of layers -------------------------------------------------------------------------

/** The weights of one layer, row-major. The same object, or array, may serve many layers. */
export interface LayerWeights {
  /** (E, 3C): the columns of Q, then of K, then of V. */
  wQkv: Float32Array;
  /** (C, E) */
  wO: Float32Array;
}

/** h[l] = alpha · h[l-1] + (1 - alpha) · layer_l(norm(h[l-1])), l = 1 … L; h[0] is x. */
interface TensorStackOptions {
  /** (tokens, E) */
  x: Float32Array;
  /** One entry a layer, 1 to 64. */
  layers: readonly LayerWeights[];
  /** T */
  tokens: number;
  /** H: heads. C must be a multiple of it; D = C / H. */
  heads: number;
  /** W: the keys that a query may read backwards, itself included; with causal off, as many forwards. Left out or null:
   *  no window. */
  window?: number | null;
  /** One letter a layer, repeated: L has the window, G reads everything (everything before, when causal). 1 to 64
   *  letters. Default 'L'. */
  pattern?: string;
  /** The weight of the residual, 0 to 1. Default 0. */
  alpha?: number;
  /** 'rms': x / √(mean x² + 1e-6) of each row that a layer reads. Default 'none'. */
  norm?: 'none' | 'rms';
  /** Default true. False: two-sided. */
  causal?: boolean;
}

export type StackResultName = 'h' | 'shares';

export interface StackRunOptions<Want extends StackResultName = StackResultName> extends TensorStackOptions {
  /** Which results to return. Default: h alone. */
  want?: readonly Want[];
}

export interface StackResults {
  /** (tokens, E) each: x, then what layer 1 … L wrote. */
  h: EngineArray[];
  /** (tokens, tokens) each: the mean over heads of layer 1 … L's shares, 0 where struck. */
  shares: EngineArray[];
}

interface CommonInfluenceOptions extends TensorStackOptions {
  /** The output rows asked about, from 0. */
  rows: ArrayLike<number>;
}

/** The product over layers of alpha · I + (1 - alpha) · the head-mean shares; a row sums to 1. */
export interface RolloutOptions extends CommonInfluenceOptions {
  kind: 'rollout';
}

/** The Frobenius norm of the (E, E) block ∂h[L][i] / ∂x[j], by backward passes through all layers. */
export interface GradientOptions extends CommonInfluenceOptions {
  kind: 'gradient';
  /** So many seeded Gaussian probes, each a pass, estimate it. Left out: exact, by E passes. */
  probes?: number | null;
  /** Of the probes, 0 to 4294967295. Default 1. */
  seed?: number | null;
}

export interface Influence {
  /** (rows, tokens) */
  shape: [rows: number, tokens: number];
  /** Row n: the influence of each input on output row rows[n]; 0 outside its hard reach. */
  data: Float64Array;
  /** False where probes estimate it. */
  exact: boolean;
  /** As asked for; 0 where exact. */
  probes: number;
  /** Of the estimate: in 95 of 100 seeds each value of a row is within this part of the true one. 0 where exact. */
  relativeError: number;
}

// ---- A stack of layers, without its tensors ----------------------------------------------------

/** Which token may read which. All integers up to 2^31 - 1. */
interface StackOptions {
  /** T */
  tokens: number;
  /** W: the keys that a query may read backwards, itself included; with causal off, as many forwards. Left out or null:
   *  no window. */
  window?: number | null;
  /** L, 1 to 64. Default 1. */
  layers?: number;
  /** One letter a layer, repeated: L has the window, G reads everything (everything before, when causal). 1 to 64
   *  letters. Default 'L'. */
  pattern?: string;
  /** Default true. False: two-sided. */
  causal?: boolean;
}

export interface ReachOptions extends StackOptions {
  /** The first and the last output row, inclusive; at most 16,777,216 rows. Default: all. */
  rows?: readonly [first: number, last: number];
}

/** One entry for each output row asked for: it can depend on the inputs first..last, and on no others. */
export interface Reach {
  first: Int32Array;
  last: Int32Array;
}

export interface UniformRelayOptions {
  /** W, itself included. */
  window: number;
  /** L, 1 to 1000. Default 1. */
  layers?: number;
  /** The weight of the residual, 0 to 1. Default 0. */
  alpha?: number;
}

export interface UniformRelay {
  /** share[d]: how much of a token comes from the token d back, d = 0 … L(W - 1); null above 1,000,000 entries. */
  share: Float64Array | null;
  /** The mean of d: L(1 - alpha)(W - 1) / 2. */
  mean: number;
  /** The spread of d. */
  sigma: number;
  /** The least d with share[0] + … + share[d] >= 0.99 - 1e-12; exact also where share is null. */
  radius99: number;
}

export interface CostOptions extends StackOptions {
  /** H; C = E = heads · headWidth, up to 2^31 - 1. */
  heads: number;
  /** D */
  headWidth: number;
}

/** A number up to 2^53 - 1; its decimal digits above. */
export type Count = number | string;

export interface Cost {
  /** Query-key pairs of one head, over the layers: every pair, the causal ones, and those that this stack keeps. */
  pairs: {full: Count; causal: Count; kept: Count};
  /** Of all heads and layers. project: T · E · 3C; score and blend: kept · C; output: T · C · E. */
  multiplyAdds: {project: Count; score: Count; blend: Count; output: Count};
  /** Of all heads' and layers' scores in float32: as a band of min(W, T) slots a row (two-sided min(2W - 1, T)), and as
   *  T × T. */
  scoreBytes: {band: Count; full: Count};
  /** Keys and values that decoding the next token needs, in a rolling buffer of min(W, T) tokens a layer (a global layer
   *  keeps T): tokens over the layers, and bytes in float32 and in 16 bits. */
  cache: {tokens: Count; bytes32: Count; bytes16: Count};
}

// ---- The module --------------------------------------------------------------------------------

export interface Engine {
  /**
   * Runs one attention layer in float32. Inputs are copied; NaN and infinities in them are accepted, and travel along
   * kept pairs only.
   *
   * Throws a TypeError for a wrong type, an unknown option or result, and tensors of both forms or of neither; a
   * RangeError for a size that does not fit (its message names the shape), a setting that is no integer or below 1,
   * a result of more than 16,777,216 values, and a layer that does not fit into memory.
   */
  forward<Want extends ResultName = Exclude<ResultName, 'scoresRaw'>>(
      options: GivenOptions<Want> | ProjectedOptions<Want>): Pick<Results, Want>;

  /** Packs a layer's weights once, for many inputs. Throws as forward() does. */
  layer(options: LayerOptions): Layer;

  /**
   * Runs a stack of layers in float32. Inputs are copied; NaN and infinities in them are accepted, and travel along kept
   * pairs only.
   *
   * Throws as forward() does; also a TypeError for a layer with other keys, and a RangeError for a pattern with other
   * letters, an unknown norm, and an alpha outside of 0 to 1.
   */
  stack<Want extends StackResultName = 'h'>(options: StackRunOptions<Want>): Pick<StackResults, Want>;

  /** Soft reach through a stack's own numbers: how much each input matters to the output rows asked about. Throws as
   *  stack() does. */
  influence(options: RolloutOptions | GradientOptions): Influence;

  /**
   * Hard reach: the inputs that each output row of the stack can depend on at all. W - 1 back for each windowed layer,
   * everything before for a global one, clipped to the sequence. Exact up to 2^31 - 1 tokens.
   *
   * Throws, as all of these do, a TypeError for a wrong type or an unknown option, and a RangeError for a value out of
   * range, an empty pattern or one with other letters.
   */
  reach(options: ReachOptions): Reach;

  /**
   * Soft reach with uniform shares: h' = alpha · h + (1 - alpha) · mean of the window, causal, far from the start. Each
   * share is right to 1e-12 of itself, the smallest too.
   */
  uniformRelay(options: UniformRelayOptions): UniformRelay;

  /** What the stack costs, counted exactly. */
  cost(options: CostOptions): Cost;
}

/** Loads the engine's WebAssembly, which lies beside this module. */
export function createEngine(): Promise<Engine>;
