#!/usr/bin/env python3
"""Where NumPy puts the numbers of q, k and v on their way through the heads and back.

Run with Debian's python3 and python3-numpy:  /usr/bin/python3 make_strides.py > strides.json
A record is [shape, strides, base, c_contiguous]; strides and base count float32 numbers. In `heads` base is a list, for
q, k and v, which agree in all else; `flip` is of k alone. `wide` cuts the three from one (B, T, 3C) buffer, `given` has
a (B, T, C) buffer for each. `merges` take a fresh head_out (B, H, T, D) back to (B, T, C).
"""
import json
import numpy as np

CASES = [(B, T, H, D) for B in (1, 2) for T in (1, 3, 4) for H in (1, 2, 3) for D in (1, 2, 4)]


def address(a):
    return a.__array_interface__["data"][0]


def record(a, buffer):
    assert all(s % a.itemsize == 0 for s in a.strides)
    base, rest = divmod(address(a) - address(buffer), a.itemsize)
    assert rest == 0 and np.shares_memory(a, buffer)
    return [list(a.shape), [s // a.itemsize for s in a.strides], base, a.flags.c_contiguous]


def together(records):
    """The records of q, k and v as one."""
    shape, strides, bases, flags = zip(*records)
    for same in (shape, strides, flags):
        assert same[0] == same[1] == same[2]
    return [shape[0], strides[0], list(bases), flags[0]]


def heads_case(layout, B, T, H, D):
    C = H * D
    if layout == "wide":
        buffers = [np.zeros((B, T, 3 * C), np.float32)] * 3
        cut = [buffers[0][..., n * C:(n + 1) * C] for n in range(3)]
    else:
        buffers = cut = [np.zeros((B, T, C), np.float32) for _ in range(3)]
    split = [a.reshape(B, T, H, D) for a in cut]
    reshelve = [a.transpose(0, 2, 1, 3) for a in split]
    pin = [a[B - 1, H - 1] for a in reshelve]
    stages = dict(cut=cut, split=split, reshelve=reshelve, pin=pin)
    out = {name: together(map(record, arrays, buffers)) for name, arrays in stages.items()}
    return dict(layout=layout, B=B, T=T, H=H, D=D, **out, flip=record(reshelve[1].transpose(0, 1, 3, 2), buffers[1]))


def merge_case(B, T, H, D):
    head_out = np.zeros((B, H, T, D), np.float32)
    back = head_out.transpose(0, 2, 1, 3)
    fresh = np.ascontiguousarray(back)
    moved = 0 if np.shares_memory(fresh, head_out) else fresh.size
    merged = back.reshape(B, T, H * D)
    shares = np.shares_memory(merged, head_out)
    return dict(B=B, T=T, H=H, D=D, back=record(back, head_out),
                contiguous=record(fresh, fresh if moved else head_out), numbers_moved=moved,
                merged=record(merged, head_out if shares else merged), merge_shares_memory=bool(shares))


def lines(cases):
    return "[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]"


heads = [heads_case(layout, *case) for layout in ("wide", "given") for case in CASES]
print('{"heads":' + lines(heads) + ',\n"merges":' + lines(merge_case(*case) for case in CASES) + "}")
