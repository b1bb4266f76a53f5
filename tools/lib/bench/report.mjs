// Results as Markdown: the report, and the README's part of it.
import { checkText } from './check.mjs';
import {
  bestPeer, caseRate, ceilingOf, contenderFigures, contendersOf, extrapolated, memoryRatio, ofCeiling, rateOf, slopeOf,
} from './figures.mjs';
import { kOurs } from './race.mjs';
import { kMemory, raceName } from './sizes.mjs';
import { median } from './statistics.mjs';

const kPlaceNames = { node: 'Node', chromium: 'Chromium', native: 'Native, one thread' };

export const shownMs = (ms) => (Number.isFinite(ms) ? (ms >= 100 ? ms.toFixed(0) : ms.toPrecision(ms >= 10 ? 3 : 2)) : '–');
const shownRatio = (ratio) => (Number.isFinite(ratio) ? `${ratio.toPrecision(ratio < 1 ? 2 : 3)}×` : '–');
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Numbers behind a name stay together: 1.2 (1.1–1.3). */
const spread = ({ median: middle, low, high, runs }) =>
  `${shownMs(middle)} (${runs > 1 ? `${shownMs(low)}–${shownMs(high)}` : 'one run'})`;

function raceRows(results, place) {
  const own = results.measurements.filter((one) => one.place === place && one.section === 'race');
  const names = contendersOf(place);
  return own.map(({ options: { race }, result, error }) => {
    if (!result) return [raceName(race), `failed: ${error}`, ...names.map(() => '–')];
    const cells = names.map((name) => {
      const figures = contenderFigures(result, name);
      if (figures?.ms) return spread(figures.ms);
      if (!figures) return '–';
      const shorter = own.filter(({ options }) => options.race.kind === race.kind && options.race.width === race.width &&
          (options.race.window === options.race.tokens) === (race.window === race.tokens))
        .map((one) => ({ tokens: one.options.race.tokens, ms: contenderFigures(one.result, name)?.ms?.median }));
      return `≈ ${shownMs(extrapolated(shorter, race.tokens))} *`;
    });
    const ours = contenderFigures(result, kOurs);
    const best = bestPeer(result);
    const rate = ours?.ms ? `${rateOf(race, ours.ms.median).toFixed(1)}` : '–';
    return [raceName(race), ...cells, rate, best ? `${shownRatio(best.ratio)} ${best.name}` : '–'];
  });
}

/** From float64, over all races. */
function largestError(results, place, name) {
  const errors = results.measurements.filter((one) => one.place === place && one.section === 'race')
    .map(({ result }) => result?.[name]?.error).filter(Number.isFinite);
  return errors.length ? Math.max(...errors).toExponential(1) : '–';
}

function races(results) {
  return Object.entries(kPlaceNames).flatMap(([place, name]) => {
    const rows = raceRows(results, place);
    if (!rows.length) return [];
    const refused = results.measurements.filter((one) => one.place === place && one.section === 'race' && one.result)
      .flatMap(({ options, result }) => Object.entries(result).filter(([, own]) => own.refused)
        .map(([who, own]) => `\\* ${raceName(options.race)}, ${who}: ${own.refused}`));
    return [`## ${name}`, 'Milliseconds: median (quartiles).',
      table(['', ...contendersOf(place), 'GFLOP/s, ours', 'against the best peer'],
        [...rows, ['largest error', ...contendersOf(place).map((who) => largestError(results, place, who)), '', '']]),
      ...(refused.length ? [`Extrapolated, and decides nothing:\n${refused.join('\n')}`] : [])];
  });
}

function kernels(results) {
  return results.measurements.filter(({ section, result }) => section === 'kernels' && result).flatMap(({ place, result }) => {
    const ceiling = ceilingOf(result);
    return [`## Kernels, ${kPlaceNames[place]}`,
      `Ceiling: ${caseRate(ceiling).toFixed(1)} GFLOP/s, a tile of ${ceiling.facts.tile} vectors of ${ceiling.facts.lanes}.`,
      table(['kernel rows keys depth window', 'rate', 'of the ceiling'], result.cases.filter(({ words }) => words.startsWith('kernel'))
        .map((one) => [one.words.slice(7), one.facts.elements
          ? `${(1 / caseRate(one)).toFixed(2)} ns an element` : `${caseRate(one).toFixed(1)} GFLOP/s`,
        Number.isNaN(ofCeiling(result, one.words)) ? '–' : ofCeiling(result, one.words).toFixed(3)]))];
  });
}

function sliders(results) {
  return results.measurements.filter(({ section, result }) => section === 'sliders' && result).flatMap(({ place, result }) => [
    `## Sliders, ${kPlaceNames[place]}`,
    `A step there or back, beside a ceiling of ${caseRate(ceilingOf(result)).toFixed(1)} GFLOP/s.`,
    table(['slider T H D W through', 'ms', 'stages there', 'back'], result.cases.filter(({ words }) => !words.startsWith('ceiling'))
      .map(({ words, times, facts }) => [words.replace('slider ', ''), median(times).toPrecision(3), facts.there ?? '', facts.back ?? '']))]);
}

function rest(results) {
  const of = (section) => results.measurements.filter((one) => one.section === section && one.result);
  const lines = [];
  for (const { place, result, options } of of('slope')) {
    lines.push(`- ${kPlaceNames[place]}, ${options.kind}, W ${options.window}: slope ${slopeOf(result).toFixed(3)}; ` +
      result.tokens.map((tokens, n) => `T ${tokens} ${shownMs(median(result.times[n]))} ms`).join(', '));
  }
  for (const { place, result } of of('memory')) {
    lines.push(`- ${kPlaceNames[place]}, memory at T ${kMemory.tokens}: ${(result.peak / 1e6).toFixed(1)} MB, ` +
      `${memoryRatio(result, kMemory).toFixed(3)} of inputs, weights, outputs, window and tile; ` +
      `the WebAssembly memory was ${(result.pages / 1e6).toFixed(1)} MB`);
  }
  for (const { place, result, options } of of('start')) {
    const bytes = result.files?.reduce((sum, { gzip }) => sum + gzip, 0);
    lines.push(`- ${kPlaceNames[place]}, ${options.contender.split(' ')[0]}: ${shownMs(median(result.times))} ms from import to a first result` +
      (bytes ? `, ${(bytes / 1000).toFixed(0)} KB gzipped in ${result.files.length} files` : ''));
  }
  return lines.length ? ['## Growth, memory, start', lines.join('\n')] : [];
}

/** What others took of the machine, while that was measured. */
function othersText(measurements) {
  const all = measurements.map(({ others }) => others).filter(Number.isFinite);
  return all.length ? `, of which others took ${median(all).toFixed(2)}` : '';
}

const headOf = ({ date, machine, command, commit, versions, measurements }) =>
  `${date.slice(0, 10)}, ${machine.cpu} (${machine.cores} cores${othersText(measurements)}), ` +
  `\`${command}\` at ${commit}; ${versions.join(', ')}.`;

export function reportText(results) {
  const failed = results.measurements.filter(({ error }) => error).map(({ id, error }) => `- ${id}: ${error.split('\n')[0]}`);
  const last = results.mode === 'check' ? ['## Check', `\`\`\`\n${checkText(results)}\n\`\`\``] : [];
  return `${['# Benchmark', headOf(results), ...races(results), ...kernels(results), ...sliders(results), ...rest(results),
    ...(failed.length ? ['## What failed', failed.join('\n')] : []), ...last].join('\n\n')}\n`;
}

/** The README's table: ours and the best peer, a row a size and window, in Node and Chromium. */
export function readmeText(results) {
  const own = (place, race) => results.measurements.find((one) => one.id === `${place}: ${raceName(race)}`)?.result;
  const seen = new Map();
  for (const { section, place, options } of results.measurements) {
    if (section === 'race' && place !== 'native') seen.set(raceName(options.race), options.race);
  }
  const rows = [...seen.values()].map((race) => [
    race.kind, race.tokens, race.width, race.heads, race.window === race.tokens ? 'T' : race.window,
    ...['node', 'chromium'].flatMap((place) => {
      const result = own(place, race);
      const ours = contenderFigures(result, kOurs);
      const best = bestPeer(result);
      return [shownMs(ours?.ms?.median ?? NaN), best
        ? `${shownMs(contenderFigures(result, best.name).ms.median)} ${best.name}, ${shownRatio(best.ratio)}` : '–'];
    }),
  ]);
  return `Milliseconds, medians; beside ours the fastest of onnxruntime-web and tfjs-wasm, each plain and chunked by hand.\n` +
    `${headOf(results)}\n\n` +
    table(['', 'T', 'C', 'H', 'W', 'Node', 'best peer', 'Chromium', 'best peer'], rows);
}

/** The README with its part between the marks replaced. */
export function withReadmeTable(readme, text) {
  const parts = readme.split(/(<!-- bench -->\n|\n<!-- \/bench -->)/);
  if (parts.length !== 5) throw new Error('README.md has no part between <!-- bench --> and <!-- /bench -->');
  parts[2] = text;
  return parts.join('');
}
