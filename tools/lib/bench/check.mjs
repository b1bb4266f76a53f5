// The bars of the issue's "Done when", each with what was measured.
import { bestPeer, caseOf, caseRate, ceilingOf, memoryRatio, ofCeiling, slopeOf } from './figures.mjs';
import {
  kDefaultSliders, kMemory, kNativeRaces, kProduct, kRaces, kWeightProduct, kWindowMerged, kWindowOutput, raceName,
} from './sizes.mjs';
import { median, ratioOf } from './statistics.mjs';

const kPlaces = ['node', 'chromium'];

/** {id, result}: what a measurement gave, if it was made. */
const found = (results, id) => ({ id, result: results.measurements.find((one) => one.id === id)?.result });

/** Of both places, one observation each: of(result) -> figure. */
const inPlaces = (name, of) => (results) => kPlaces.map((place) => {
  const { id, result } = found(results, `${place}: ${name}`);
  const beside = result?.cases ? ` beside a ceiling of ${caseRate(ceilingOf(result)).toFixed(1)} GFLOP/s` : '';
  return { id, where: place, beside, figure: result ? of(result) : NaN };
});

/** Of both places and each of these races the ratio to the best peer of these forms. */
const inRaces = (races, forms, places = kPlaces) => (results) => races.flatMap((race) => places.map((place) => {
  const { id, result } = found(results, `${place}: ${raceName(race)}`);
  const best = bestPeer(result, forms);
  return { id, where: `${place} T ${race.tokens}${best ? `, ${best.name}` : ''}`, figure: best ? best.ratio : NaN };
}));

const races = (kind, whole, from = 256) =>
  kRaces.filter((race) => race.kind === kind && (race.window === race.tokens) === whole && race.tokens >= from);
const native = (kind, whole) =>
  inRaces(kNativeRaces.filter((race) => race.kind === kind && (race.window === race.tokens) === whole), undefined, ['native']);

const stepMs = (result, words) => median(caseOf(result, words)?.times ?? []);

/** {line, what, least or most, unit, observe(results) -> [{id, where, figure}]}; the worst figure counts. */
export const kBars = [
  { line: 1, what: 'sgemm 1024×512×1536, of the ceiling', least: 0.9,
    observe: inPlaces('kernels', (result) => ofCeiling(result, kProduct)) },
  { line: 1, what: 'layer at W = T against the best peer, T ≥ 256', least: 1.4, unit: '×', observe: inRaces(races('layer', true)) },
  { line: 2, what: 'layer at the window against the best peer, T ≥ 256', least: 1.7, unit: '×',
    observe: inRaces(races('layer', false)) },
  { line: 2, what: 'core at the window against the best chunked peer, T ≥ 256', least: 3, unit: '×',
    observe: inRaces(races('core', false), ['chunked']) },
  { line: 2, what: 'core at the window against the best plain peer, T = 4096', least: 40, unit: '×',
    observe: inRaces(races('core', false, 4096), ['plain']) },
  { line: 3, what: 'slope of the layer, T 1,024 to 16,384', most: 1.05, observe: inPlaces('slope layer', slopeOf) },
  { line: 3, what: 'memory of the layer at T = 16,384, of what it must hold', most: 1.2,
    observe: inPlaces('memory', (result) => memoryRatio(result, kMemory)) },
  { line: 4, what: 'step of W at T 256, C 256 through merged, with the Trace', most: 1, unit: ' ms',
    observe: inPlaces('sliders', (result) => stepMs(result, kWindowMerged)) },
  { line: 4, what: 'the same through output, of the product with W_o', most: 2, unit: '×',
    observe: inPlaces('sliders', (result) =>
      ratioOf(caseOf(result, kWindowOutput)?.times ?? [], caseOf(result, kWeightProduct)?.times ?? [])) },
  { line: 4, what: 'step of the slowest slider at the defaults', most: 0.5, unit: ' ms',
    observe: inPlaces('sliders', (result) => Math.max(...kDefaultSliders.map((words) => stepMs(result, words)))) },
  { line: 5, what: 'native layer at W = T against NumPy and PyTorch', least: 0.7, unit: '×', observe: native('layer', true) },
  { line: 5, what: 'native layer at W = 128', least: 1, unit: '×', observe: native('layer', false) },
  { line: 5, what: 'native core at W = 128', least: 2, unit: '×', observe: native('core', false) },
];

/**
 * Every bar with its observations and the one that counts: the worst, and one that was not measured is the worst of
 * all. What --only left out is no observation, and a bar without any is `skipped`.
 */
export function checked(results) {
  const made = new Set(results.measurements.map(({ id }) => id));
  return kBars.map((bar) => {
    const all = bar.observe(results).filter(({ id }) => !results.only || made.has(id));
    const missing = all.find(({ figure }) => !Number.isFinite(figure));
    const worse = (a, b) => (bar.least === undefined ? b.figure - a.figure : a.figure - b.figure);
    const worst = missing ?? [...all].sort(worse)[0];
    const pass = bar.least === undefined ? worst?.figure <= bar.most : worst?.figure >= bar.least;
    return { ...bar, all, worst, pass, skipped: all.length === 0 };
  });
}

const shown = (figure, unit = '') => (Number.isFinite(figure) ? `${Number(figure.toPrecision(3))}${unit}` : 'not measured');

/** A line for each bar, and one for each numbered line of the issue. */
export function checkText(results) {
  const bars = checked(results);
  const lines = [];
  for (const line of new Set(bars.map((bar) => bar.line))) {
    const own = bars.filter((bar) => bar.line === line && !bar.skipped);
    if (!own.length) continue;
    lines.push(`${own.every(({ pass }) => pass) ? 'PASS' : 'FAIL'}  line ${line}`);
    for (const { what, worst, least, most, unit, pass, all } of own) {
      const measured = all.filter(({ figure }) => Number.isFinite(figure));
      const bar = least === undefined ? `at most ${most}` : `at least ${least}`;
      const places = [...new Set(measured.map(({ where }) => where.split(/[ ,]/)[0]))].map((place) => {
        const figures = measured.filter(({ where }) => where.startsWith(place)).map(({ figure }) => figure);
        const { beside = '' } = measured.find(({ where }) => where.startsWith(place));
        return `${place} ${shown(least === undefined ? Math.max(...figures) : Math.min(...figures), unit)}${beside}`;
      });
      lines.push(`  ${pass ? 'PASS' : 'FAIL'}  ${what}: ${shown(worst.figure, unit)}, bar ${bar}${unit ?? ''}` +
        `  (worst: ${worst.where}; ${places.join(', ') || 'nothing measured'})`);
    }
  }
  return lines.join('\n');
}

/** Whether every bar that was asked for is met. */
export const allPass = (results) => checked(results).every(({ pass, skipped }) => pass || skipped);
