#!/usr/bin/env python3
"""Frozen values of the generator, by NumPy and independent of the C++ and JavaScript code.

Run with Debian's python3 and python3-numpy:  /usr/bin/python3 make_generator.py > generator.json
Each row: the seed, the counter's first three words (or the word whose hash they hold), the number of rows of a weight
(1: not a weight), and the float32 bits of its first columns.
"""
import json
import numpy as np

M0, M1, W0, W1 = 0xD2511F53, 0xCD9E8D57, 0x9E3779B9, 0xBB67AE85
LOW = np.uint64(0xFFFFFFFF)
SHIFT = np.uint64(32)


def philox(counters, key):
    """counters (n, 4) of uint32 -> (n, 4)"""
    c = [counters[:, n].astype(np.uint64) for n in range(4)]
    k0, k1 = key
    for _ in range(10):
        p0, p1 = c[0] * np.uint64(M0), c[2] * np.uint64(M1)
        c = [(p1 >> SHIFT) ^ c[1] ^ np.uint64(k0), p1 & LOW, (p0 >> SHIFT) ^ c[3] ^ np.uint64(k1), p0 & LOW]
        k0, k1 = (k0 + W0) & 0xFFFFFFFF, (k1 + W1) & 0xFFFFFFFF
    return np.stack(c, axis=1)


def normal(seed, row, columns):
    counters = np.array([[*row, n] for n in range(columns)], dtype=np.uint32)
    first, second = philox(counters, (seed, 0)), philox(counters, (seed, 1))
    words = np.concatenate([first, second[:, :2]], axis=1)
    halves = np.concatenate([words & np.uint64(0xFFFF), words >> np.uint64(16)], axis=1)
    return (halves.sum(axis=1).astype(np.float64) - 393210.0) / 65536.0


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def line(seed, row=None, word=None, weight_rows=1, columns=20):
    if word is not None:
        h = fnv1a(word.encode())
        row = [3, h & 0xFFFFFFFF, h >> 32]
    values = (normal(seed, row, columns) / np.sqrt(np.float64(weight_rows))).astype(np.float32)
    out = dict(seed=seed, row=row, weight_rows=weight_rows, float_bits=values.view(np.uint32).tolist())
    return out if word is None else {**out, "word": word}


assert philox(np.zeros((1, 4), np.uint32), (0, 0)).tolist() == [[0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]]
rows = [line(seed, [tensor, 0, row]) for seed in (0, 1, 4294967295) for tensor in (0, 1, 2) for row in (0, 1, 999_999)]
rows += [line(1, [tensor, 0, 5], weight_rows=n) for tensor in (1, 2) for n in (2, 3, 32, 100, 1024)]
rows += [line(7, [1, 63, 2], columns=300)]
rows += [line(1, word=word) for word in ("the", "The", "", "naïve", "東京", "don’t", "🙂")]
print('{"rows":[\n' + ",\n".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in rows) + "\n]}")
