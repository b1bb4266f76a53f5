// The module's memory for the length of one call.

/**
 * Calls work(hold) and gives back what it held, also when it throws. hold(array) copies a typed array, hold(bytes) makes
 * room, hold(null) is 0; each gives a pointer. Where there is no more memory, refused() makes the error.
 *
 * Every allocation may move the memory: views are read anew each time, from the module.
 */
export function withMemory(wasm, refused, work) {
  const held = [];
  const hold = (wanted) => {
    if (wanted === null) return 0;
    const bytes = typeof wanted === 'number' ? wanted : wanted.byteLength;
    const pointer = wasm._malloc(bytes);
    if (pointer === 0) throw refused();
    held.push(pointer);
    if (typeof wanted !== 'number') {
      wasm.HEAPU8.set(new Uint8Array(wanted.buffer, wanted.byteOffset, wanted.byteLength), pointer);
    }
    return pointer;
  };
  try {
    return work(hold);
  } finally {
    for (const pointer of held) wasm._free(pointer);
  }
}

/** A copy of `count` numbers of the module's memory, as a typed array of this kind. */
export function copied(wasm, pointer, count, Kind) {
  return new Kind(wasm.HEAPU8.slice(pointer, pointer + count * Kind.BYTES_PER_ELEMENT).buffer);
}

/** A text as bytes with a 0 at its end, to hold. */
export const textBytes = (text) => new TextEncoder().encode(`${text}\0`);
