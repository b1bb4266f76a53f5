/** Bandscope's attention layer without the page, for browsers and Node. */

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
}

/** Loads the engine's WebAssembly, which lies beside this module. */
export function createEngine(): Promise<Engine>;
