// The C++ program behind the page: loads it, and passes text and numbers to and fro.
import { hasRelaxedSimd } from '../engine/relaxed.mjs';

/** What C++ tells after a frame, in the order of `Outcome` in src/platform/web/exports.cpp. */
const outcomeFields = ['pageHeight', 'cursor', 'dark', 'covered', 'changes', 'settles', 'codes'];

export class Core {
  constructor(module) {
    this.module = module;
  }

  /** Loads the program and starts it with a query. Rejects where the file or WebAssembly fails. */
  static async load({ canvas, query, copy, onAbort }) {
    if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly.');
    const { default: create } = await import('../bandscope.mjs');
    const binary = new URL(hasRelaxedSimd() ? '../bandscope_relaxed.wasm' : '../bandscope.wasm', import.meta.url);
    const locateFile = () => binary.href;
    const module = await create({ canvas, locateFile, bandscopeQuery: query, bandscopeCopy: copy, onAbort });
    return new Core(module);
  }

  /** Calls `use` with C copies of the strings, which live as long as the call. */
  withText(texts, use) {
    const { _malloc, _free, stringToUTF8, lengthBytesUTF8 } = this.module;
    const pointers = texts.map((text) => {
      const size = lengthBytesUTF8(text) + 1;
      const pointer = _malloc(size);
      stringToUTF8(text, pointer, size);
      return pointer;
    });
    try {
      return use(...pointers);
    } finally {
      pointers.forEach((pointer) => _free(pointer));
    }
  }

  text(pointer) {
    return this.module.UTF8ToString(pointer);
  }

  json(pointer) {
    return JSON.parse(this.text(pointer));
  }

  floats(pointer, count) {
    return this.module.HEAPF32.subarray(pointer >> 2, (pointer >> 2) + count);
  }

  ints(pointer, count) {
    return this.module.HEAP32.subarray(pointer >> 2, (pointer >> 2) + count);
  }

  outcome() {
    const values = this.floats(this.module._bandscope_outcome(), outcomeFields.length);
    return Object.fromEntries(outcomeFields.map((name, i) => [name, values[i]]));
  }
}
