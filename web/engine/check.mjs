// What callers pass in, checked. A TypeError for a wrong type, a RangeError for a value; both name what is wrong.

/** The most numbers that one result may have. */
export const kMostValues = 16_777_216;
/** The largest integer that the engine takes. */
export const kMostInteger = 2 ** 31 - 1;

export const shapeText = (...sizes) => `(${sizes.join(', ')})`;
export const kindOf = (value) => value === null ? 'null' : value?.constructor?.name ?? typeof value;
export const given = (value) => value !== undefined && value !== null;

/** An object of options with no other keys than `known`, a Set. */
export function optionsOf(options, call, known) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${call}() takes an object of options, not ${kindOf(options)}`);
  }
  for (const key of Object.keys(options)) {
    if (!known.has(key)) throw new TypeError(`${call}() has no option '${key}'; it has ${[...known].join(', ')}`);
  }
  return options;
}

function number(value, name) {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, not ${kindOf(value)}`);
  return value;
}

export function integer(value, name, least = 1, most = kMostInteger) {
  if (!Number.isInteger(number(value, name)) || value < least || value > most) {
    const range = most === kMostInteger ? `from ${least} up` : `from ${least} to ${most}`;
    throw new RangeError(`${name} is ${value}, but must be an integer ${range}`);
  }
  return value;
}

/** A number from 0 to 1. */
export function fraction(value, name) {
  if (!(number(value, name) >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}, but must be from 0 to 1`);
  return value;
}

export function boolean(value, name) {
  if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false, not ${kindOf(value)}`);
  return value;
}

/** [first, last], inclusive, of `tokens` rows; all where none are given. */
export function rowsOf(rows, tokens) {
  if (!given(rows)) return [0, tokens - 1];
  if (!Array.isArray(rows) || rows.length !== 2) throw new TypeError('rows must be [first, last]');
  const first = integer(rows[0], 'rows[0]', 0);
  const last = integer(rows[1], 'rows[1]', 0);
  if (first > last || last >= tokens) {
    throw new RangeError(`rows [${first}, ${last}] are not within the ${tokens} tokens, [0, ${tokens - 1}]`);
  }
  return [first, last];
}

// ---- Stacks ------------------------------------------------------------------------------------

/** As many layers as a stack may have. */
export const kMostLayers = 64;

/** One letter a layer, repeated. */
export function patternOf(value) {
  if (!given(value)) return 'L';
  if (typeof value !== 'string') throw new TypeError(`pattern must be a string, not ${kindOf(value)}`);
  if (!/^[LG]{1,64}$/.test(value)) {
    throw new RangeError(`pattern is '${value}', but must be 1 to 64 letters, L (has the window) or G (reads everything)`);
  }
  return value;
}

export const layersOf = (value, most = kMostLayers) => given(value) ? integer(value, 'layers', 1, most) : 1;

// ---- Tensors -----------------------------------------------------------------------------------

/** A Float32Array; `shape` says of what, as "(tokens, E)". */
export function tensor(value, name, shape) {
  if (!(value instanceof Float32Array)) {
    throw new TypeError(`${name} must be a Float32Array ${shape}, row-major, not ${kindOf(value)}`);
  }
  return value;
}

/** The columns of a tensor with `rows` rows; its length must divide. */
export function columnsOf(value, name, rows, shape) {
  if (value.length === 0 || value.length % rows !== 0) {
    throw new RangeError(`${name} has ${value.length} numbers, which is no ${shape} with ${rows} rows`);
  }
  return value.length / rows;
}

/** As many numbers as the sizes of its shape make. */
export function exactly(value, name, shape, ...sizes) {
  const needed = sizes.reduce((product, size) => product * size, 1);
  if (value.length !== needed) {
    throw new RangeError(`${name} has ${value.length} numbers, but ${shape} = ${shapeText(...sizes)} needs ${needed}`);
  }
}
