// The page as a program: `window.bandscope` on a page that loads page.mjs.
//
//   await bandscope.ready;
//   bandscope.set({ t: 64, w: 8 });
//   const { shape, data } = bandscope.trace('shares');   // [H, T, T], row-major

/** The state, keyed as the address is. Flags are 0 or 1; `pick` is 'i,j'. */
export interface BandscopeConfig {
  t: number;
  h: number;
  d: number;
  /** Keys that a query may read, itself included; 'all' is no window. What was asked for, also while T holds it down. */
  w: number | 'all';
  causal: 0 | 1;
  scale: 0 | 1;
  strike: 'inf' | 'zero';
  tie: 0 | 1;
  seed: number;
  head: number | 'all';
  example: '' | 'none' | 'shapes' | 'sliding-window' | 'nolan';
  text: string;
  positions: 0 | 1;
  weights: 'random' | 'built';
  view: 'bench' | 'band' | 'scores' | 'shares' | 'merge' | 'reach' | 'needle' | 'cost';
  show: 'raw' | 'scaled' | 'masked';
  pick: string;
  theme: 'auto' | 'light' | 'dark';
  /** L: stacked layers. */
  layers: number;
  /** One letter a layer, repeated: L reads its window, G reads everything. */
  pattern: string;
  /** The weight of the residual, 0..1. */
  alpha: number;
  norm: 'none' | 'rms';
  /** 1: every layer has the first one's weights. */
  shared: 0 | 1;
  /** The chosen layer, from 1; '' while none is: the first in the panels, the last in reach. */
  layer: number | '';
  /** The token that is followed; '' while none is: the middle one. */
  needle: number | '';
  /** The share of the needle that counts as arrived. */
  epsilon: number;
  axis: 'linear' | 'log';
  /** A preset's name, or ''. */
  preset: string;
}

/** What set() takes: any of the keys; values are clamped as the address's are, booleans count as 0 and 1. */
export type BandscopeChange = { [K in keyof BandscopeConfig]?: BandscopeConfig[K] | string | number | boolean };

/** One row of the table of keys, as in the README. */
export interface BandscopeField {
  key: keyof BandscopeConfig;
  kind: 'integer' | 'flag' | 'choice' | 'text' | 'pick' | 'number' | 'pattern';
  legal: string;
  default: string;
  meaning: string;
  choices?: string[];
  low?: number;
  high?: number;
}

/** A dense array, row-major. */
export interface BandscopeTrace {
  shape: number[];
  data: Float32Array;
}

export type BandscopeTraceName =
  | 'x' | 'qkv' | 'q' | 'k' | 'v'
  | 'scores_raw' | 'scores_scaled' | 'scores_masked' | 'keep' | 'shares'
  | 'head_out' | 'merged' | 'output';

/** How often each stage has run since the page was opened. */
export type BandscopeStageRuns = Record<
  'project' | 'split' | 'score' | 'scale' | 'mask' | 'shares' | 'blend' | 'merge' | 'output', number>;

export interface BandscopeStats {
  /** Frames drawn so far. */
  frames: number;
  /** Of the last frame. */
  drawCalls: number;
  vertices: number;
  /** What the engine took for the last change, in milliseconds. */
  engineMs: number;
  /** Whether the picture, or a part of it, is still of a state before this one: its numbers are on their way. */
  pending: boolean;
  /** What the last frame took for numbers, in milliseconds: a change that takes longer is spread over frames. */
  workMs: number;
  /** Pairs of query and key scored by the last change. */
  cellsScored: number;
}

export interface BandscopeDepth {
  /** L, and how many of them are in step with the state; 0 where there are no tensors. */
  layers: number;
  done: number;
  /** All are. */
  current: boolean;
  /** Why there are no tensors; else empty. */
  why: string;
  /** How much each input matters to a token, ‖∂h/∂x‖; worked out while `view` is reach. */
  influence: {
    /** Of this very state; else of one before it. */
    current: boolean;
    exact: boolean;
    /** Seeded probes of which an estimate is made, and within what part of itself each number is, 95 times of 100. */
    probes: number;
    relativeError: number;
    /** Whose: h[layer][token]. */
    layer: number;
    token: number;
    norms: number[];
  };
}

/** A rectangle in client coordinates, in CSS pixels. */
export interface BandscopeBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A text on the canvas, in CSS pixels of the page. For tests. */
export interface BandscopeText {
  text: string;
  /** Its ink: x, y, width, height. */
  box: [number, number, number, number];
  size: number;
  panel: string;
  /** 0 the page, 1 menus and drawers over it. */
  layer: number;
  /** It covers others on purpose. */
  chip: boolean;
}

export interface Bandscope {
  /** Resolves when the first picture is drawn (or could be, where the page has no size yet); rejects where it cannot. */
  readonly ready: Promise<void>;
  /** The table of keys. */
  readonly fields: BandscopeField[];
  get(): BandscopeConfig;
  /** Changes the state and returns it. Throws TypeError on an unknown key, and then changes nothing. */
  set(change: BandscopeChange): BandscopeConfig;
  /** The shortest address of this state, without '?'. */
  query(): string;
  /**
   * The state as a program of its own: it draws its inputs itself, computes the shown layer in float64, and prints the
   * last result (output, or merged without W_o) as JSON on its last line. Throws RangeError where it would be over 100 KB.
   */
  code(language: 'numpy' | 'torch'): string;
  /** Opens the drawer that shows what code() writes, as the reader can: a modal dialog, which follows the state. */
  showCode(): void;
  /**
   * Every intermediate of the layer: scores and shares are (H, Tq, Tk). A struck score is -Infinity in `scores_masked`,
   * a struck share 0; above 256 tokens a pair that was never scored is NaN in `scores_raw` and `scores_scaled`.
   * Of the chosen layer of the stack. Null where the name is unknown or the array does not exist here: in a view of
   * depth, where counting needs no tensors, those of a large layer are not made. Throws RangeError over 16,777,216 numbers.
   */
  trace(name: BandscopeTraceName): BandscopeTrace | null;
  stageRuns(): BandscopeStageRuns;
  stats(): BandscopeStats;
  /** What there is of the stack behind the panels; it may take more frames than one. */
  depth(): BandscopeDepth;
  /** Every control in view by its label. For tests. */
  boxes(): Record<string, BandscopeBox>;
  /** Every text of the last frame. For tests. */
  texts(): BandscopeText[];
  /** Where the panels stand (x, y, width, height), in CSS pixels of the page. For tests. */
  areas(): Record<string, [number, number, number, number]>;
  /** What the page has to say now: clamps, refusals, and what follows from them. */
  notices(): string[];
  /** Calls `listener` after each change with the new state; returns a function that stops it. */
  on(event: 'change', listener: (config: BandscopeConfig) => void): () => void;
}

declare global {
  interface Window {
    bandscope: Bandscope;
  }
}
