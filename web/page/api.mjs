// window.bandscope: the page as a program. Typed in bandscope.d.ts.
import { program } from './code.mjs';

const traceTooLarge = 2;

/** A Config as an object from its full query: numbers as numbers, flags 0 or 1, `all` and picks as text. */
function configFrom(query, fields) {
  const values = new URLSearchParams(query);
  const config = {};
  for (const { key, kind } of fields) {
    const text = values.get(key);
    if (text === null) continue;
    const isNumber = kind === 'flag' || kind === 'number' || (kind === 'integer' && /^\d+$/.test(text));
    config[key] = isNumber ? Number(text) : text;
  }
  return config;
}

/** A query from a partial Config; an unknown key is the caller's mistake. */
function queryFrom(partial, fields) {
  if (partial === null || typeof partial !== 'object') {
    throw new TypeError(`bandscope.set() takes an object such as {w: 3}, not ${partial === null ? 'null' : typeof partial}`);
  }
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(partial)) {
    if (!fields.some((field) => field.key === key)) {
      throw new TypeError(`bandscope.set() knows no key '${key}': ${fields.map((field) => field.key).join(', ')}`);
    }
    if (value === undefined) continue;
    query.set(key, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  return query.toString();
}

/** `page` has `core` once it is loaded; before, every call but `ready` and `on` throws. */
export function createApi(page, ready) {
  const listeners = new Set();
  let fields = null;
  const core = () => {
    if (!page.core) throw new Error('Bandscope is still loading: await bandscope.ready first');
    fields ??= page.core.json(page.core.module._bandscope_fields());
    return page.core;
  };
  const get = () => {
    const { module } = core();
    return configFrom(page.core.text(module._bandscope_query(1)), fields);
  };

  const api = {
    ready,
    get fields() {
      core();
      return structuredClone(fields);
    },
    get,
    set(partial) {
      const { module } = core();
      const query = queryFrom(partial, fields);
      if (query !== '') {
        page.core.withText([query], (pointer) => module._bandscope_set(pointer));
        page.tell();
        page.request();
      }
      return get();
    },
    query() {
      return core().text(page.core.module._bandscope_query(0));
    },
    code(language) {
      core();
      if (language !== 'numpy' && language !== 'torch') throw new TypeError(`code() writes numpy or torch, not ${language}`);
      return program(page.core, language);
    },
    showCode() {
      core();
      page.code.open();
    },
    trace(name) {
      const { module } = core();
      const answer = page.core.withText([String(name)], (pointer) => module._bandscope_trace(pointer));
      if (answer === 0) return null;
      const [status, rank, low, high, data] = page.core.ints(answer, 5);
      const shape = [...page.core.ints(answer + 20, rank)];
      if (status === traceTooLarge) {
        const count = (high * 2 ** 32 + (low >>> 0)).toLocaleString('en');
        throw new RangeError(`${name} would be ${count} numbers; trace() gives up to 16,777,216`);
      }
      const count = shape.reduce((product, size) => product * size, 1);
      const copy = page.core.floats(data, count).slice();
      module._bandscope_trace_done();
      return { shape, data: copy };
    },
    stageRuns() {
      return core().json(page.core.module._bandscope_stage_runs());
    },
    depth() {
      return core().json(page.core.module._bandscope_depth());
    },
    stats() {
      return core().json(page.core.module._bandscope_stats());
    },
    boxes() {
      const { left, top } = (core(), page.canvas.getBoundingClientRect());
      const boxes = page.core.json(page.core.module._bandscope_boxes());
      return Object.fromEntries(
        Object.entries(boxes).map(([label, [x, y, width, height]]) => [label, { x: left + x, y: top + y, width, height }]),
      );
    },
    texts() {
      return core().json(page.core.module._bandscope_texts());
    },
    areas() {
      return core().json(page.core.module._bandscope_areas());
    },
    notices() {
      return core().json(page.core.module._bandscope_notices());
    },
    on(event, listener) {
      if (event !== 'change') throw new TypeError(`bandscope.on() knows the event 'change', not '${event}'`);
      if (typeof listener !== 'function') throw new TypeError('bandscope.on() takes a function');
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  /** Tells the listeners; one that throws does not keep the others from hearing. */
  const emit = () => {
    if (listeners.size === 0) return;
    const config = get();
    for (const listener of listeners) {
      try {
        listener({ ...config });
      } catch (error) {
        reportError(error);
      }
    }
  };
  return { api, emit };
}
