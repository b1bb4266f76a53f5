// Chromium for tests and pictures: started the same way everywhere, with WebGL2 in software.
//   const browser = await launch();
//   const page = await open(browser, address, { query, width, height, dpr, theme });
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const places = [
  process.env.BANDSCOPE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const flags = [
  // WebGL2 without a graphics card.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // The same picture on every machine.
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--font-render-hinting=none',
  // No calls home, and nothing that waits for the network.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  // Hidden pages go on drawing, so that several can be driven at once.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export async function launch(options = {}) {
  const executablePath = places.find((place) => place && existsSync(place));
  if (!executablePath) {
    throw new Error('Chromium was not found: install the package chromium, or set BANDSCOPE_CHROMIUM to its path');
  }
  return puppeteer.launch({
    executablePath,
    headless: true,
    args: [...flags, ...(options.args ?? [])],
    protocolTimeout: options.protocolTimeout ?? 120_000,
  });
}

// Opens the page and waits until it is drawn. What goes wrong in it is collected in page.problems.
export async function open(browser, address, options = {}) {
  const { query = '', width = 1280, height = 800, dpr = 2, theme = 'light', touch = false, reducedMotion = false } = options;
  const page = await browser.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(`page error: ${error.stack ?? error.message ?? error}`));
  page.on('error', (error) => page.problems.push(`crash: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(`console error: ${message.text()} ${message.location()?.url ?? ''}`);
  });
  await page.setViewport({ width, height, deviceScaleFactor: dpr, hasTouch: touch, isMobile: touch });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
  ]);
  const url = new URL(address);
  url.search = query;
  await page.goto(url.href, { waitUntil: 'load', timeout: 60_000 });
  await settle(page);
  return page;
}

// Waits until the page says that it is ready, and then until it draws no more.
export async function settle(page) {
  await page.evaluate(async () => {
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let i = 0; i < 100 && !window.bandscope?.ready; ++i) await pause(15);
    if (!window.bandscope?.ready) return;
    await Promise.race([window.bandscope.ready, pause(30_000)]);
    if (typeof window.bandscope.stats !== 'function') return pause(300);
    let last = -1;
    for (let quiet = 0, i = 0; quiet < 4 && i < 200; ++i) {
      await frame();
      await pause(20);
      const { frames } = window.bandscope.stats();
      quiet = frames === last ? quiet + 1 : 0;
      last = frames;
    }
  });
}

// The document's height, for a picture of everything: the canvas is only as high as the viewport.
export async function showAll(page, { width, dpr }) {
  const height = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight));
  await page.setViewport({ width, height: Math.min(height, 6000), deviceScaleFactor: dpr });
  await settle(page);
  return height;
}
