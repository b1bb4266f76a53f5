// What a run measures and how hard it tries, by mode: full, quick or check.
import { kContenders, kOurs } from './race.mjs';
import { kMemory, kMoreSliders, kNativeRaces, kRaces, kSizes, kSliders, kSlope, raceName } from './sizes.mjs';

/** See runRace(): rounds and milliseconds. */
export const kEfforts = {
  full: { rounds: 15, sampleMs: 20, warmMs: 400, budgetMs: 4000, hopeless: 4 },
  check: { rounds: 9, sampleMs: 12, warmMs: 250, budgetMs: 1500, hopeless: 2.5 },
  quick: { rounds: 5, sampleMs: 10, warmMs: 150, budgetMs: 500, hopeless: 2 },
};
export const kModes = Object.keys(kEfforts);
const kStarters = [kOurs, 'onnxruntime-web chunked', 'tfjs-wasm plain'];
const kChunked = Object.keys(kContenders).filter((name) => kContenders[name].form !== 'plain');

function racesOf(mode) {
  if (mode === 'full') return kRaces;
  const asked = kRaces.filter(({ kind, window, tokens }) => kind === 'layer' || window < tokens);
  return asked.filter(({ tokens }) => (mode === 'check' ? tokens >= 256 : tokens <= 1024));
}

/**
 * A race as the task takes it, but for `expected`. What --check compares with a plain core is only T = 4096, and there
 * it decides, so that it runs as often as it can.
 */
function raceOptions(race, mode) {
  const effort = kEfforts[mode];
  const core = race.kind === 'core';
  return {
    race,
    contenders: mode === 'check' && core && race.tokens < 4096 ? kChunked : Object.keys(kContenders),
    effort: core && race.tokens === 4096 ? { ...effort, hopeless: Infinity } : effort,
  };
}

/** [{id, place, section, task, options, fresh}]: `fresh` asks for a process or page that did nothing before. */
export function planOf(mode, only = '') {
  const effort = kEfforts[mode];
  const list = [];
  const add = (place, section, name, options, { task = section, fresh = false } = {}) =>
    list.push({ id: `${place}: ${name}`, place, section, task, options, fresh });
  const places = ['node', 'chromium'];
  for (const place of places) add(place, 'kernels', 'kernels', { effort }, { fresh: true });
  const steps = mode === 'full' ? [...kSliders, ...kMoreSliders] : kSliders;
  for (const place of places) add(place, 'sliders', 'sliders', { effort, steps }, { fresh: true });
  for (const race of racesOf(mode)) {
    for (const place of places) {
      add(place, 'race', raceName(race), raceOptions(race, mode), { fresh: race.tokens >= 4096 });
    }
  }
  if (mode !== 'quick') {
    for (const kind of mode === 'full' ? ['layer', 'core'] : ['layer']) {
      for (const place of places) add(place, 'slope', `slope ${kind}`, { ...kSlope, kind, effort }, { fresh: true });
    }
  }
  const { tokens, width, heads, window } = kMemory;
  for (const place of places) add(place, 'memory', 'memory', { words: `memory ${tokens} ${width} ${heads} ${window}` });
  if (mode !== 'quick') {
    if (mode === 'full') add('native', 'kernels', 'kernels', { effort }, { task: 'nativeKernels' });
    for (const race of kNativeRaces) add('native', 'race', raceName(race), { race, effort }, { task: 'nativeRace' });
  }
  if (mode === 'full') {
    for (const contender of kStarters) {
      for (const place of places) {
        add(place, 'start', `start ${contender}`, { contender, race: { ...kSizes[0], kind: 'layer' }, times: 5 });
      }
    }
  }
  return list.filter(({ id }) => matches(id, only));
}

/** A regular expression, in any case, that is found in the name; an empty one takes all. */
export const matches = (id, only) => new RegExp(only, 'i').test(id);
