// The Python that a program is put together from.
#pragma once

#include <string_view>

namespace bandscope::view::python {

/// drawn(): engine/generator.h in NumPy; a value depends on seed, tensor, layer, row and column alone.
inline constexpr std::string_view kGenerator = R"py(
def drawn(tensor, layer, row, columns):
    """Rows of a tensor: Philox4x32-10 (Salmon et al., 2011), twelve 16-bit words of it summed."""
    low, mask, shift = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF), np.uint64(32)
    ids = np.broadcast_arrays(tensor, np.reshape(layer, (-1, 1)), np.reshape(row, (-1, 1)), np.arange(columns))
    total = 0
    for call, taken in ((0, 4), (1, 2)):
        c, key = [part.astype(np.uint64) for part in ids], [SEED, call]
        for _ in range(10):
            p, q = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
            c = [q >> shift ^ c[1] ^ np.uint64(key[0]), q & mask, p >> shift ^ c[3] ^ np.uint64(key[1]), p & mask]
            key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
        total = total + sum((word & low) + (word >> np.uint64(16)) for word in c[:taken])
    return (total.astype(float) - 393210) / 65536

)py";

inline constexpr std::string_view kSingle = R"py(
def single(numbers):
    """Inputs are float32; what follows is computed in float64."""
    return np.asarray(numbers, np.float32).astype(float)
)py";

/// Every word's row: its counter is the FNV-1a hash of its UTF-8 bytes.
inline constexpr std::string_view kWords = R"py(

def word_rows(columns):
    hashes = []
    for word in WORDS:
        value = 0xCBF29CE484222325
        for byte in word.encode():
            value = ((value ^ byte) * 0x100000001B3) % 2**64
        hashes.append(value)
    return drawn(3, [h % 2**32 for h in hashes], [h >> 32 for h in hashes], columns)
)py";

inline constexpr std::string_view kMarks = R"py(

def position_marks(count, width):
    """Vaswani et al., 2017, section 3.5: sine and cosine by turns; the first token is position 0."""
    k = np.arange(width)
    angle = np.arange(count)[:, None] * 10000.0 ** (-(k // 2 * 2) / width)
    return np.where(k % 2 == 0, np.sin(angle), np.cos(angle))
)py";

/// w_qkv of heads that mean something: see engine/built_weights.h.
inline constexpr std::string_view kBuilt = R"py(

def built_w_qkv():
    """Heads by turns: the word before, the same word, the first word, every word alike."""
    w = drawn(1, 0, np.arange(E), 3 * C) / np.sqrt(E)
    w[:, :2 * C] = 0
    gain, word_gain, one = 64 * np.sqrt(D), 1024 * np.sqrt(D), D + M
    for h in range(H):
        q, k = h * D, C + h * D
        if h % 4 == 0:  # q is the marks turned back one step, k the marks
            for m in range(0, M, 2):
                rate = 10000.0 ** (-m / M)
                w[D + m, q + m], w[D + m + 1, q + m] = gain * np.cos(rate), -gain * np.sin(rate)
                w[D + m, q + m + 1], w[D + m + 1, q + m + 1] = gain * np.sin(rate), gain * np.cos(rate)
            w[D + np.arange(M), k + np.arange(M)] = 1
        elif h % 4 == 1:
            w[np.arange(D), q + np.arange(D)] = word_gain
            w[np.arange(D), k + np.arange(D)] = 1
        elif h % 4 == 2:
            w[one, q + np.arange(M)] = gain * position_marks(1, M)[0]
            w[D + np.arange(M), k + np.arange(M)] = 1
        else:
            w[np.arange(D), k + np.arange(D)] = 1
    return single(w)
)py";

inline constexpr std::string_view kRms = R"py(

def rms_norm(h):
    return h / np.sqrt((h * h).mean(axis=1, keepdims=True) + 1e-6)
)py";

}  // namespace bandscope::view::python
