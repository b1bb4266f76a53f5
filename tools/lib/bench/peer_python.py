"""NumPy and PyTorch on one thread, behind lines of text as tests/bench/native_main.cpp is.

open LIBRARY FORM KIND T C H W FOLDER -> a number     run ID TIMES -> milliseconds of all
save ID FILE -> "ok"                                  versions -> a JSON object
FORM: plain masks the whole grid; chunked blocks the queries, as blocksOf() in sizes.mjs does.
"""
import json
import os
import sys
import time

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy as np  # noqa: E402  the threads are set before


def mask_of(start, end, first, last, window):
    """0 where query start..end-1 keeps key first..last-1, else -inf."""
    i = np.arange(start, end)[:, None]
    j = np.arange(first, last)[None, :]
    return np.where((j <= i) & (j > i - window), np.float32(0), np.float32(-np.inf))


def blocks_of(tokens, window, form):
    """(start, end, first key, mask) of each block of queries."""
    wide = tokens
    if form == "chunked":
        wide = window if window < tokens else min(tokens, max(64, tokens // 8))
    masks = {}
    for start in range(0, tokens, wide):
        end = min(tokens, start + wide)
        first = 0 if window >= tokens else max(0, start - wide)
        key = (end - start, start - first)
        if key not in masks:
            masks[key] = mask_of(start, end, first, end, window)
        yield start, end, first, masks[key]


class NumPy:
    def __init__(self, race, form, tensors):
        self.race = race
        tokens, _, _, window = race
        self.tensors = tensors
        self.blocks = list(blocks_of(tokens, window, form))
        self.room = {}

    def scores_of(self, shape):
        if shape not in self.room:
            self.room[shape] = np.empty(shape, np.float32)
        return self.room[shape]

    def attend(self, q, k, v):
        """q scaled, k and v (T, C) -> merged (T, C): a product of two dimensions a block and head."""
        tokens, width, heads, _ = self.race
        depth = width // heads
        merged = np.empty((tokens, width), np.float32)
        for h in range(heads):
            own = slice(h * depth, (h + 1) * depth)
            qh, kh, vh = (np.ascontiguousarray(part[:, own]) for part in (q, k, v))
            for start, end, first, mask in self.blocks:
                scores = self.scores_of(mask.shape)
                np.matmul(qh[start:end], kh[first:end].T, out=scores)
                scores += mask
                scores -= scores.max(axis=1, keepdims=True)
                np.exp(scores, out=scores)
                total = scores.sum(axis=1, keepdims=True)
                part = scores @ vh[first:end]
                part /= total
                merged[start:end, own] = part
        return merged

    def run(self):
        width = self.race[1]
        given = self.tensors
        if "x" not in given:
            return self.attend(given["q"] * given["scale"], given["k"], given["v"])
        qkv = given["x"] @ given["w_qkv"]
        merged = self.attend(qkv[:, :width], qkv[:, width:2 * width], qkv[:, 2 * width:])
        return merged @ given["w_o"]


class Torch:
    def __init__(self, race, form, tensors):
        import torch
        torch.set_num_threads(1)
        self.torch = torch
        self.race = race
        tokens, _, _, window = race
        self.given = {name: torch.from_numpy(value) if name != "scale" else float(value)
                      for name, value in tensors.items()}
        self.banded = form == "chunked" and window < tokens
        if self.banded:
            inner = torch.from_numpy(mask_of(window, 2 * window, 0, 2 * window, window))
            mask = inner.expand(tokens // window, -1, -1).clone()
            mask[0, :, :window] = -np.inf
            self.mask = mask
        else:
            self.blocks = [(start, end, first, torch.from_numpy(mask))
                           for start, end, first, mask in blocks_of(tokens, window, form)]

    def pairs(self, part, heads, depth, window):
        """(H, T, D) -> (H, blocks, 2W, D): each block behind the one before."""
        padded = self.torch.nn.functional.pad(part, (0, 0, window, 0))
        blocks = padded.view(heads, -1, window, depth)
        return self.torch.cat([blocks[:, :-1], blocks[:, 1:]], 2)

    def attend(self, q, k, v):
        tokens, width, heads, window = self.race
        depth = width // heads
        q, k, v = (part.reshape(tokens, heads, depth).transpose(0, 1).contiguous() for part in (q, k, v))
        if self.banded:
            blocks = tokens // window
            scores = q.view(heads, blocks, window, depth) @ self.pairs(k, heads, depth, window).transpose(-1, -2)
            shares = scores.add_(self.mask).softmax(-1)
            out = (shares @ self.pairs(v, heads, depth, window)).view(heads, tokens, depth)
        else:
            out = self.torch.cat([
                (q[:, start:end] @ k[:, first:end].transpose(-1, -2)).add_(mask).softmax(-1) @ v[:, first:end]
                for start, end, first, mask in self.blocks], 1)
        return out.transpose(0, 1).reshape(tokens, width)

    def run(self):
        given = self.given
        with self.torch.inference_mode():
            if "x" not in given:
                return self.attend(given["q"] * given["scale"], given["k"], given["v"]).numpy()
            q, k, v = (given["x"] @ given["w_qkv"]).chunk(3, 1)
            return (self.attend(q, k, v) @ given["w_o"]).numpy()


def tensors_of(kind, tokens, width, heads, folder):
    def read(name, rows):
        return np.fromfile(f"{folder}/{name}.f32", np.float32).reshape(rows, -1)

    scale = np.float32((width // heads) ** -0.5)
    if kind == "core":
        return {"scale": scale, **{name: read(name, tokens) for name in "qkv"}}
    w_qkv = read("wQkv", width)
    w_qkv[:, :width] *= scale
    return {"x": read("x", tokens), "w_qkv": w_qkv, "w_o": read("wO", width)}


def main():
    opened = []
    results = {}
    for line in sys.stdin:
        command, *words = line.split()
        if command == "open":
            library, form, kind, *sizes, folder = words
            tokens, width, heads, window = race = tuple(map(int, sizes))
            made = {"numpy": NumPy, "torch": Torch}[library](race, form, tensors_of(kind, tokens, width, heads, folder))
            opened.append(made)
            print(len(opened) - 1, flush=True)
        elif command == "run":
            at, times = map(int, words)
            start = time.perf_counter()
            for _ in range(times):
                results[at] = opened[at].run()
            print((time.perf_counter() - start) * 1000, flush=True)
        elif command == "save":
            results[int(words[0])].tofile(words[1])
            print("ok", flush=True)
        elif command == "versions":
            import torch
            print(json.dumps({"numpy": np.__version__, "torch": torch.__version__}), flush=True)


main()
