// Pictures of the page; see tools/shots.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '../serve.mjs';
import { launch, open, showAll } from './browser.mjs';

const { values: given } = parseArgs({
  options: {
    one: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    touch: { type: 'boolean', default: false },
    query: { type: 'string', default: '' },
    views: { type: 'string' },
    widths: { type: 'string', default: '390,768,1280' },
    themes: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string' },
    theme: { type: 'string', default: 'light' },
    dpr: { type: 'string', default: '2' },
    out: { type: 'string' },
    dist: { type: 'string', default: 'dist' },
    page: { type: 'string', default: '' },
  },
});

const number = (text, name) => {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not '${text}'`);
  return value;
};
const dpr = number(given.dpr, 'dpr');
const heights = { 390: 844, 768: 1024 };
const heightFor = (width) => (given.height ? number(given.height, 'height') : heights[width] ?? 800);

const site = await serve(given.dist);
const address = new URL(given.page, site.address).href;
const browser = await launch();
let problems = 0;

async function shoot(browser, file, { query, width, theme, full }) {
  const size = { query, width, height: heightFor(width), dpr, theme, touch: given.touch };
  const page = await open(browser, address, size);
  if (full) await showAll(page, size);
  await mkdir(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  for (const problem of page.problems) {
    ++problems;
    console.error(`  ${file}: ${problem}`);
  }
  await page.close();
}

// The views that the page itself names, or those that are known.
async function allViews() {
  if (given.views) return given.views.split(',');
  const page = await open(browser, address, { width: 1280, height: 800, dpr: 1 });
  const views = await page.evaluate(() => {
    const field = [].concat(window.bandscope?.fields ?? []).find((f) => f.key === 'view' || f.name === 'view');
    return field?.values ?? field?.choices ?? field?.words ?? null;
  });
  await page.close();
  return Array.isArray(views) && views.length ? views.map(String) : ['bench', 'band', 'scores', 'shares', 'merge'];
}

try {
  if (given.one) {
    const file = resolve(given.out ?? 'build/shots/one.png');
    await shoot(browser, file, { query: given.query, width: number(given.width, 'width'), theme: given.theme, full: given.full });
    console.log(file);
  } else {
    const folder = resolve(given.out ?? 'build/shots');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const widths = given.widths.split(',').map((text) => number(text, 'widths'));
    const themes = given.themes.split(',');
    const cells = [];
    for (const view of await allViews()) {
      for (const theme of themes) {
        for (const width of widths) {
          const query = new URLSearchParams(given.query);
          if (view !== 'bench') query.set('view', view);
          cells.push({ view, theme, width, name: `${view}-${width}-${theme}.png`, query: query.toString() });
        }
      }
    }
    const waiting = [...cells];
    // A browser each: one browser pictures only its front page.
    const worker = async () => {
      const own = await launch();
      try {
        for (let cell; (cell = waiting.shift()); ) {
          await shoot(own, join(folder, cell.name), { ...cell, full: true });
        }
      } finally {
        await own.close();
      }
    };
    await Promise.all([worker(), worker()]);
    await contactSheet(folder, cells, widths, themes);
    console.log(join(folder, 'contact-sheet.png'));
  }
} finally {
  await browser.close();
  await site.close();
}
if (problems) {
  console.error(`${problems} error${problems === 1 ? '' : 's'} on the page`);
  process.exitCode = 1;
}

// One picture of all: a row a view, a column a width and theme, at half size.
async function contactSheet(folder, cells, widths, themes) {
  const half = (px) => Math.round(px / 2);
  const views = [...new Set(cells.map((cell) => cell.view))];
  const columns = themes.flatMap((theme) => widths.map((width) => ({ theme, width })));
  const figure = ({ view, theme, width }) =>
    `<figure><figcaption>${view} · ${width} · ${theme}</figcaption>` +
    `<img src="${view}-${width}-${theme}.png" style="width:${half(width)}px"></figure>`;
  const html = `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 16px; background: #888; width: max-content; font: 13px sans-serif; }
    main { display: grid; gap: 16px; align-items: start;
           grid-template-columns: ${columns.map(({ width }) => `${half(width)}px`).join(' ')}; }
    figure { margin: 0; } figcaption { color: #fff; padding: 2px 0; white-space: nowrap; } img { display: block; }
    </style><main>${views.map((view) => columns.map((c) => figure({ view, ...c })).join('')).join('')}</main>`;
  await writeFile(join(folder, 'contact-sheet.html'), html);
  const pictures = await serve(folder);
  const page = await browser.newPage();
  await page.setViewport({ width: 1600, height: 900, deviceScaleFactor: 1 });
  await page.goto(pictures.address + 'contact-sheet.html', { waitUntil: 'networkidle0' });
  const body = await page.$('body');
  await body.screenshot({ path: join(folder, 'contact-sheet.png') });
  await page.close();
  await pictures.close();
}
