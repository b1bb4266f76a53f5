// Where tasks run: a process of Node, or a page in Chromium. Each is {run(task, options), renew(), close()}: renew()
// forgets everything that was compiled and held, by a new process or page.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hasRelaxedSimd } from '../../../web/engine/relaxed.mjs';
import { serve } from '../../serve.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Which of the binaries runs there. */
const named = (name, relaxed) => `${name}${relaxed ? ' (relaxed SIMD)' : ''}`;

/** Ends a task that hangs. */
const kMostMs = 300_000;

function within(promise, what) {
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Error(`${what} was not done after ${kMostMs / 1000} s`)), kMostMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export async function openNode() {
  let child = null;
  const end = () => {
    child?.kill();
    child = null;
  };
  return {
    name: 'Node',
    version: named(`Node ${process.versions.node}`, hasRelaxedSimd()),
    run(task, options) {
      child ??= fork(fileURLToPath(new URL('./node_child.mjs', import.meta.url)), [], { serialization: 'advanced' });
      const own = child;
      return within(new Promise((done, failed) => {
        const ended = (code) => failed(new Error(`the process ended with ${code}`));
        own.once('exit', ended);
        own.once('message', ({ result, error }) => {
          own.off('exit', ended);
          if (error === undefined) done(result);
          else failed(new Error(error));
        });
        own.send({ task, options });
      }), task).catch((problem) => {
        end();
        throw problem;
      });
    },
    renew: async () => end(),
    close: async () => end(),
  };
}

export async function openChromium() {
  const { launch } = await import('../browser.mjs');
  const site = await serve(root);
  const browser = await launch({ protocolTimeout: kMostMs + 10_000 });
  let page = null;
  const renew = async () => {
    await page?.close();
    page = null;
  };
  const open = async () => {
    page = await browser.newPage();
    await page.goto(new URL('tools/lib/bench/page.html', site.address).href);
  };
  await open();
  const relaxed = await page.evaluate(async () => (await import('../../../web/engine/relaxed.mjs')).hasRelaxedSimd());
  return {
    name: 'Chromium',
    version: named((await browser.version()).replace('Headless', '').replace('/', ' '), relaxed),
    async run(task, options) {
      if (!page) await open();
      // A call of the browser's protocol carries JSON.
      const plain = JSON.stringify(options, (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value));
      return within(page.evaluate(async (name, text) => {
        const { kTasks } = await import('./tasks.mjs');
        return kTasks[name](JSON.parse(text));
      }, task, plain), task).catch(async (problem) => {
        await renew();
        throw problem;
      });
    },
    renew,
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
