// The generator's bits in JavaScript are those that NumPy froze, which the C++ tests read too.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {normalRow, philox, wordRow} from './generator.mjs';

test('Philox4x32-10 gives its published answers', () => {
  assert.deepEqual(philox([0, 0, 0, 0], [0, 0]), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
  const ones = 0xffffffff;
  assert.deepEqual(philox([ones, ones, ones, ones], [ones, ones]), [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]);
  assert.deepEqual(philox([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0]),
                   [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]);
});

test('generated numbers have the bits of NumPy and C++', () => {
  const {rows} = JSON.parse(readFileSync(new URL('../golden/generator.json', import.meta.url), 'utf8'));
  assert.ok(rows.length > 40);
  for (const {seed, row, word, weight_rows: weightRows, float_bits: bits} of rows) {
    if (word !== undefined) assert.deepEqual(wordRow(word), row);
    const made = normalRow(seed, row, bits.length, weightRows);
    assert.deepEqual([...new Uint32Array(made.buffer)], bits);
  }
});
