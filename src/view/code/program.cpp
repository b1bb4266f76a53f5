#include "view/code/program.h"

#include <algorithm>
#include <span>
#include <utility>

#include "config/limits.h"
#include "config/numbers.h"
#include "engine/examples.h"
#include "view/code/python_parts.h"
#include "view/input_kind.h"

namespace bandscope::view {
namespace {

using config::Config;

constexpr int kWholeTable = 1024;  // tokens: above, the table of scores is made in blocks of queries

/// What the program is about, in the numbers that are in force.
struct Facts {
  Language language;
  const Config& config;
  const std::vector<std::string>& words;
  const engine::WorkedExample* example = nullptr;
  int queries = 0, keys = 0;  // Tq, Tk
  int layer = 1;              // the last that is run
  bool built = false;
  bool zero = false;  // struck by zero
  bool marks() const { return example == nullptr && (config.positions || built); }
  bool numpy() const { return language == Language::kNumpy; }
};

Facts facts_of(Language language, const Config& config, const std::vector<std::string>& words) {
  Facts f{language, config, words};
  f.example = engine::worked_example(input_kind(config));
  f.queries = config::query_count(config);
  f.keys = config::key_count(config);
  f.layer = config::panel_layer(config);
  f.built = config.source() == config::Source::kText && config::effective_weights(config) == config::Weights::kBuilt;
  f.zero = config::effective_strike(config) == config::Strike::kZero;
  return f;
}

std::string number(double value) { return config::write_decimal(value); }

/// A Python string of it: ASCII, so that no encoding can spoil it.
std::string quoted(std::string_view utf8) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    const int more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    char32_t code = more == 0 ? lead : lead & (0x3FU >> more);
    for (int n = 1; n <= more; ++n) {
      code = code << 6 | (static_cast<unsigned char>(utf8[i + static_cast<std::size_t>(n)]) & 0x3FU);
    }
    i += static_cast<std::size_t>(more) + 1;
    if (code == '"' || code == '\\') {
      out += '\\';
      out += static_cast<char>(code);
    } else if (code >= 0x20 && code < 0x7F) {
      out += static_cast<char>(code);
    } else {
      out += code > 0xFFFF ? "\\U" : "\\u";
      for (int shift = code > 0xFFFF ? 28 : 12; shift >= 0; shift -= 4) out += kHex[code >> shift & 0xFU];
    }
  }
  return out + '"';
}

std::string table(std::string_view name, std::span<const float> numbers, int width) {
  std::string out = std::string(name) + " = single([";
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const bool begins = n % static_cast<std::size_t>(width) == 0;
    if (begins) out += n == 0 ? "[" : "], [";
    out += (begins ? "" : ", ") + number(static_cast<double>(numbers[n]));
  }
  return out + "]])\n";
}

std::string sizes(const Facts& f) {
  const Config& c = f.config;
  std::string out = "H, D = " + std::to_string(c.heads) + ", " + std::to_string(c.head_width) +
                    "  # heads, numbers per head\nC = H * D\n";
  if (f.queries == f.keys) {
    out += "T = " + std::to_string(f.keys) + "  # tokens\n";
  } else {
    out += "QUERIES, T = " + std::to_string(f.queries) + ", " + std::to_string(f.keys) + "  # rows of q, rows of k\n";
  }
  out += "W = " + std::to_string(config::effective_window(c)) + "  # keys that a query may read, itself included\n";
  if (f.example != nullptr) return out;
  if (f.built) {
    out += "M = " + std::to_string(std::min(c.head_width, 16) / 2 * 2) +
           "  # numbers of a position's marks\nE = D + M + 1\n";
  } else {
    out += "E = C\n";
  }
  return out + "SEED = " + std::to_string(c.seed) + "\n";
}

std::string words_list(const Facts& f) {
  std::string out = "WORDS = [";
  std::size_t line = out.size();
  for (int n = 0; n < f.keys; ++n) {
    const std::string word = quoted(f.words[static_cast<std::size_t>(n)]);
    if (line + word.size() > 110) {
      out += "\n    ";
      line = 4;
    }
    out += word + (n + 1 < f.keys ? ", " : "");
    line += word.size() + 2;
  }
  return out + "]\n";
}

/// x, or q, k and v.
std::string inputs(const Facts& f) {
  if (f.example != nullptr) {
    const auto rows = [&](std::span<const float> numbers, int count) {
      return numbers.first(static_cast<std::size_t>(count) * static_cast<std::size_t>(f.example->width));
    };
    return table("Q", rows(f.example->q, f.queries), f.example->width) +
           table("K", rows(f.example->k, f.keys), f.example->width) +
           table("V", rows(f.example->v, f.keys), f.example->width);
  }
  const bool text = f.config.source() == config::Source::kText;
  if (f.built) {
    std::string out = "rows = word_rows(D)  # of unit length, then the marks, then 1\n";
    out += "x = np.hstack([rows / np.sqrt((rows * rows).sum(axis=1, keepdims=True)), ";
    out += f.config.positions ? "position_marks(T, M)" : "np.zeros((T, M))";
    return out + ", np.ones((T, 1))])\nx = single(x)\n";
  }
  std::string out = text ? "x = single(word_rows(E))\n" : "x = single(drawn(0, 0, np.arange(T), E))\n";
  if (f.config.positions && text) out += "x = single(x + position_marks(T, E))\n";
  return out;
}

std::string keeps(const Facts& f) {
  std::string out = "\ndef keeps(i, j, window):\n";
  if (f.config.causal) {
    return out +
           "    \"\"\"Query i reads key j: not after itself, and no further back than its window.\"\"\"\n"
           "    return (j <= i) & (j >= i - window + 1)\n\n";
  }
  return out +
         "    \"\"\"Query i reads key j: no further away than its window, on either side.\"\"\"\n"
         "    return abs(i - j) <= window - 1\n\n";
}

/// The body of attention() for the queries and keys i and j that are in scope.
std::string softmax_lines(const Facts& f, std::string_view indent) {
  const std::string in(indent);
  const std::string divide = f.config.scale ? (f.numpy() ? " / np.sqrt(D)" : " / D ** 0.5") : "";
  if (f.numpy()) {
    return in + "scores = q @ k.transpose(0, 2, 1)" + divide + "\n" + in +
           "masked = np.where(keeps(i, j, window), scores, " +
           (f.zero ? "0.0)  # the wrong way: e to the 0 is 1, so struck keys count\n" : "-np.inf)\n") + in +
           "powers = np.exp(masked - masked.max(axis=-1, keepdims=True))\n" + in +
           "return powers / powers.sum(axis=-1, keepdims=True) @ v\n";
  }
  std::string out = in + "scores = q @ k.transpose(-2, -1)" + divide + "\n" + in +
                    "keep = keeps(i, j, window)  # True is read; masked_fill wants the opposite\n" + in +
                    "masked = scores.masked_fill(~keep, " +
                    (f.zero ? "0.0)  # the wrong way: struck keys count" : "float(\"-inf\"))") + "\n" + in +
                    "heads = masked.softmax(dim=-1) @ v\n";
  if (f.zero) {
    out += in + "# scaled_dot_product_attention has no mask that strikes by zero.\n";
  } else {
    out += in +
           "if hasattr(F, \"scaled_dot_product_attention\"):  # the same in one call; its boolean mask too is True "
           "where\n" +
           in + "    # a key is read (the one of nn.MultiheadAttention is True where it is struck)\n" + in +
           "    call = F.scaled_dot_product_attention(q[None], k[None], v[None], attn_mask=keep" +
           (f.config.scale ? "" : ", scale=1.0") + ")[0]\n" + in + "    assert torch.allclose(call, heads)\n";
  }
  return out + in + "return heads\n";
}

std::string attention(const Facts& f) {
  const std::string of = f.numpy() ? "np" : "torch";
  std::string out = "\ndef attention(q, k, v, window):\n    \"\"\"(H, T, D) each, to (H, T, D).\"\"\"\n";
  if (f.keys <= kWholeTable) {
    const std::string rows = f.queries == f.keys ? of + ".arange(T)[:, None]" : of + ".arange(T - QUERIES, T)[:, None]";
    return out + "    i, j = " + rows + ", " + of + ".arange(T)\n" + softmax_lines(f, "    ") + "\n";
  }
  out = "\ndef attend(q, k, v, i, j, window):\n    \"\"\"Queries i of keys j.\"\"\"\n" + softmax_lines(f, "    ") +
        "\n" + out;
  out +=
      "    blocks = []  # of queries, with the keys that they can read\n    for first in range(0, T, 256):\n"
      "        end = min(T, first + 256)\n        a, b = max(0, first - window + 1), ";
  out += f.config.causal ? "end\n" : "min(T, end + window - 1)\n";
  out += "        i, j = " + of + ".arange(first, end)[:, None], " + of + ".arange(a, b)\n";
  out += "        blocks.append(attend(q[:, first:end], k[:, a:b], v[:, a:b], i, j, window))\n";
  return out +
         (f.numpy() ? "    return np.concatenate(blocks, axis=1)\n\n" : "    return torch.cat(blocks, dim=1)\n\n");
}

std::string split_heads(const Facts& f) {
  std::string out =
      "\ndef heads_of(rows):\n    \"\"\"(T, C) to (H, T, D): a divider, then the two shelves trade places. No number "
      "moves.\"\"\"\n";
  return out + (f.numpy() ? "    return rows.reshape(-1, H, D).transpose(1, 0, 2)\n\n"
                          : "    return rows.view(-1, H, D).transpose(0, 1)\n\n");
}

std::string merge_heads(const Facts& f) {
  std::string out =
      "\ndef merge(heads):\n    \"\"\"(H, T, D) to (T, C): the shelves trade back; a row must lie in one piece, so it "
      "is copied.\"\"\"\n";
  return out + (f.numpy() ? "    return heads.transpose(1, 0, 2).reshape(-1, C)\n\n"
                          : "    return heads.transpose(0, 1).contiguous().view(-1, C)\n\n");
}

std::string layer_function(const Facts& f) {
  const Config& c = f.config;
  const std::string which = c.shared ? "0" : "number - 1";
  const auto tensor = [&](const std::string& made) { return f.numpy() ? made : "torch.from_numpy(" + made + ")"; };
  std::string w_qkv = "single(drawn(1, " + which + ", np.arange(E), 3 * C) / np.sqrt(E))";
  if (f.built) w_qkv = c.shared || f.layer == 1 ? "built_w_qkv()" : "built_w_qkv() if number == 1 else " + w_qkv;
  std::string out =
      "\ndef layer(x, number, window):\n    \"\"\"(T, E) to (T, E); layer `number` of the stack, from 1.\"\"\"\n";
  out += "    w_qkv = " + tensor(w_qkv) + "  # (E, 3C)\n";
  out += "    w_o = " + tensor("single(drawn(2, " + which + ", np.arange(C), E) / np.sqrt(C))") + "  # (C, E)\n";
  out += f.numpy() ? "    q, k, v = (heads_of(part) for part in np.split(x @ w_qkv, 3, axis=1))\n"
                   : "    q, k, v = (heads_of(part) for part in (x @ w_qkv).split(C, dim=1))\n";
  if (c.tie) out += "    k = q  # tied\n";
  return out + "    return merge(attention(q, k, v, window)) @ w_o\n\n";
}

std::string run(const Facts& f) {
  const Config& c = f.config;
  if (f.example != nullptr) {
    const auto rows = [&](const char* name) {
      return std::string("heads_of(") + (f.numpy() ? name : std::string("torch.from_numpy(") + name + ")") + ")";
    };
    return "\nresult = merge(attention(" + rows("Q") + ", " + rows(c.tie ? "Q" : "K") + ", " + rows("V") + ", W))\n";
  }
  std::string out = f.numpy() ? "" : "x = torch.from_numpy(x)\n";
  const bool rms = c.norm == config::Norm::kRms;
  const auto window = [&](const std::string& number) {
    if (c.pattern == "L") return std::string("W");
    return "W if \"" + c.pattern + "\"[(" + number + " - 1) % " + std::to_string(c.pattern.size()) +
           "] == \"L\" else T";
  };
  if (f.layer == 1) {
    return "\n" + out + "result = layer(" + (rms ? "rms_norm(x)" : "x") + ", 1, " + window("1") + ")\n";
  }
  out += "h = x\nfor number in range(1, " + std::to_string(f.layer + 1) + "):\n    result = layer(" +
         (rms ? "rms_norm(h)" : "h") + ", number, " + window("number") + ")\n    h = ";
  if (c.alpha == 0) return "\n" + out + "result\n";
  return "\n" + out + number(c.alpha) + " * h + (1 - " + number(c.alpha) + ") * result\n";
}

std::string written(const Facts& f) {
  std::string out =
      "# Sliding-window multi-head self-attention: the state on screen, as a program.\nimport json\n\nimport numpy as "
      "np\n";
  if (!f.numpy()) out += "import torch\nimport torch.nn.functional as F\n";
  out += "\n" + sizes(f);
  const bool text = f.example == nullptr && f.config.source() == config::Source::kText;
  if (text) out += words_list(f);
  out += "\n";
  if (f.example == nullptr) out += python::kGenerator;
  out += python::kSingle;
  if (text) out += python::kWords;
  if (f.built || (text && f.config.positions)) out += python::kMarks;
  if (f.built) out += python::kBuilt;
  if (f.example == nullptr && f.config.norm == config::Norm::kRms) {
    std::string norm(python::kRms);
    if (!f.numpy()) {
      const std::string_view from = "np.sqrt((h * h).mean(axis=1, keepdims=True) + 1e-6)";
      norm.replace(norm.find(from), from.size(), "torch.sqrt((h * h).mean(dim=1, keepdim=True) + 1e-6)");
    }
    out += norm;
  }
  out += "\n" + split_heads(f) + keeps(f) + attention(f) + merge_heads(f);
  if (f.example == nullptr) out += layer_function(f);
  out += "\n" + inputs(f) + run(f).substr(1);
  out += "print(json.dumps(result.tolist()))\n";
  return out;
}

}  // namespace

Program program(Language language, const Config& config, const std::vector<std::string>& words) {
  std::string text = written(facts_of(language, config, words));
  if (text.size() <= kMostProgramBytes) return {std::move(text), {}};
  return {{}, "Written out, so many words would be a program of " + std::to_string(text.size() / 1000) + " KB"};
}

}  // namespace bandscope::view
