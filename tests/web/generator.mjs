// The seeded generator in JavaScript, bit for bit the engine's (src/engine/generator.h).

const kMultiplier = [0xD2511F53n, 0xCD9E8D57n];
const kWeyl = [0x9E3779B9, 0xBB67AE85];

/** Philox4x32-10 of four counter words and two key words, as unsigned 32-bit numbers. */
export function philox(counter, key) {
  let [c0, c1, c2, c3] = counter.map((word) => BigInt(word >>> 0));
  let [k0, k1] = key.map((word) => word >>> 0);
  for (let round = 0; round < 10; ++round) {
    const p0 = kMultiplier[0] * c0;
    const p1 = kMultiplier[1] * c2;
    [c0, c1, c2, c3] = [(p1 >> 32n) ^ c1 ^ BigInt(k0), p1 & 0xFFFFFFFFn, (p0 >> 32n) ^ c3 ^ BigInt(k1), p0 & 0xFFFFFFFFn];
    k0 = (k0 + kWeyl[0]) >>> 0;
    k1 = (k1 + kWeyl[1]) >>> 0;
  }
  return [c0, c1, c2, c3].map(Number);
}

/** 64-bit FNV-1a of a text's UTF-8 bytes, as [low, high]. */
export function fnv1a(text) {
  let hash = 0xCBF29CE484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001B3n);
  }
  return [Number(hash & 0xFFFFFFFFn), Number(hash >> 32n)];
}

/** The counter's first three words for a word of a text. */
export const wordRow = (word) => [3, ...fnv1a(word)];

/** A number of mean 0 and variance 1 for (seed, row = [tensor, layer, row], column). */
export function normal(seed, row, column) {
  const words = [...philox([...row, column], [seed, 0]), ...philox([...row, column], [seed, 1]).slice(0, 2)];
  const sum = words.reduce((total, word) => total + (word & 0xFFFF) + (word >>> 16), 0);
  return (sum - 393210) / 65536;
}

/** A row of float32 numbers; `weightRows` is a weight's number of rows, 1 for inputs. */
export function normalRow(seed, row, columns, weightRows = 1) {
  return Float32Array.from({length: columns}, (_, column) => normal(seed, row, column) / Math.sqrt(weightRows));
}

/** A (rows, columns) tensor by its number: x 0, w_qkv 1, w_o 2; weights scaled by their rows. */
export function normalTensor(seed, tensor, rows, columns) {
  const out = new Float32Array(rows * columns);
  for (let row = 0; row < rows; ++row) {
    out.set(normalRow(seed, [tensor, 0, row], columns, tensor === 0 ? 1 : rows), row * columns);
  }
  return out;
}
