#include "engine/check.h"

#include <string>

namespace bandscope::engine {

namespace {

std::string written(std::initializer_list<std::int64_t> shape) {
  std::string text = "(";
  for (const std::int64_t size : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(size);
  }
  return text + ")";
}

std::int64_t product(std::initializer_list<std::int64_t> shape) {
  std::int64_t numbers = 1;
  for (const std::int64_t size : shape) numbers *= size;
  return numbers;
}

}  // namespace

std::string fill_in(const char* words, std::initializer_list<std::int64_t> numbers) {
  std::string text;
  for (auto number = numbers.begin(); *words != 0; ++words) {
    if (*words == '%') {
      text += std::to_string(*number++);
    } else {
      text += *words;
    }
  }
  return text;
}

std::optional<ShapeError> mismatch(const char* name, std::size_t length, std::int64_t rows, const std::string& because,
                                   std::initializer_list<std::int64_t> needed) {
  const auto numbers = static_cast<std::int64_t>(length);
  if (numbers == product(needed)) return std::nullopt;
  std::string message = name;
  if (numbers > 0 && numbers % rows == 0) {
    message += " is " + (needed.size() == 1 ? written({numbers}) : written({rows, numbers / rows}));
  } else {
    message += fill_in(numbers == 1 ? " has % number" : " has % numbers", {numbers});
  }
  return ShapeError{message + ", but " + because + " needs " + written(needed)};
}

std::optional<ShapeError> check_sizes(const LayerSettings& settings, bool given_qkv) {
  const LayerShape& shape = settings.shape;
  struct Size {
    const char* name;
    int value;
  };
  for (const Size& size : {Size{"batch (B)", shape.batch}, Size{"tokens (Tq)", shape.queries},
                           Size{"key tokens (Tk)", shape.keys}, Size{"heads (H)", shape.heads},
                           Size{"head width (D)", shape.head_width}, Size{"window (W)", settings.window}}) {
    if (size.value < 1) {
      return ShapeError{size.name + fill_in(" is %, but must be at least 1", {size.value})};
    }
  }
  if (!given_qkv && shape.embed_width < 1) {
    return ShapeError{fill_in("embed width (E) is %, but must be at least 1", {shape.embed_width})};
  }
  return std::nullopt;
}

template <class Real>
std::optional<ShapeError> check_shapes(const Tensors<Real>& tensors, const LayerSettings& settings) {
  const LayerShape& shape = settings.shape;
  const bool given = !tensors.q.empty() || !tensors.k.empty() || !tensors.v.empty();
  const bool projected = !tensors.x.empty() || !tensors.w_qkv.empty();
  if (given == projected) {
    return ShapeError{given ? "x with w_qkv, or q, k and v: not both"
                            : "x (T, E) with w_qkv (E, 3C), or q, k and v, "
                              "must be given"};
  }
  if (auto error = check_sizes(settings, given)) return error;
  // All sizes in range keep the products below within 64 bits.
  const bool biased = !tensors.b_qkv.empty() || !tensors.b_o.empty();
  const std::int64_t bytes = estimate_bytes(settings, given, !tensors.w_o.empty(), biased);
  if (bytes > kMostBytes) {
    return ShapeError{
        fill_in("a layer of (B, H, Tq, Tk) = (%, %, %, %) with D = % would hold more than % MB",
                {shape.batch, shape.heads, shape.queries, shape.keys, shape.head_width, kMostBytes / 1'000'000})};
  }

  const std::int64_t batch = shape.batch;
  const std::int64_t merged = std::int64_t{shape.heads} * shape.head_width;
  const std::string cut = fill_in("H·D = %", {merged}), embed = fill_in("E = %", {shape.embed_width});
  std::optional<ShapeError> error;
  if (given) {
    error = mismatch("q", tensors.q.size(), batch * shape.queries, cut, {batch * shape.queries, merged});
    if (!error) error = mismatch("k", tensors.k.size(), batch * shape.keys, cut, {batch * shape.keys, merged});
    if (!error) error = mismatch("v", tensors.v.size(), batch * shape.keys, cut, {batch * shape.keys, merged});
    if (!error && !tensors.b_qkv.empty()) error = ShapeError{"b_qkv is given, but no w_qkv that it belongs to"};
  } else {
    if (shape.queries != shape.keys) {
      return ShapeError{fill_in("x gives queries and keys alike, but Tq = % and Tk = %; give q, k and v instead",
                                {shape.queries, shape.keys})};
    }
    error = mismatch("x", tensors.x.size(), batch * shape.queries, embed, {batch * shape.queries, shape.embed_width});
    if (!error) {
      error = mismatch("w_qkv", tensors.w_qkv.size(), shape.embed_width, cut, {shape.embed_width, 3 * merged});
    }
    if (!error && !tensors.b_qkv.empty()) error = mismatch("b_qkv", tensors.b_qkv.size(), 1, cut, {3 * merged});
  }
  if (error) return error;
  if (!tensors.w_o.empty()) {
    if (shape.embed_width < 1) return ShapeError{"w_o is given, but the embed width (E) is 0"};
    error = mismatch("w_o", tensors.w_o.size(), merged, cut + " with " + embed, {merged, shape.embed_width});
    if (error) return error;
  }
  if (!tensors.b_o.empty()) {
    if (tensors.w_o.empty()) return ShapeError{"b_o is given, but no w_o that it belongs to"};
    error = mismatch("b_o", tensors.b_o.size(), 1, embed, {shape.embed_width});
    if (error) return error;
  }
  if (settings.tie && shape.queries != shape.keys) {
    return ShapeError{fill_in("K cannot be Q: q is (%, %), k is (%, %)", {shape.queries, merged, shape.keys, merged})};
  }
  if (!settings.key_mask.empty()) {
    return mismatch("key_mask", settings.key_mask.size(), batch, fill_in("Tk = %", {shape.keys}), {batch, shape.keys});
  }
  return std::nullopt;
}

template std::optional<ShapeError> check_shapes(const Tensors<float>&, const LayerSettings&);
template std::optional<ShapeError> check_shapes(const Tensors<double>&, const LayerSettings&);

}  // namespace bandscope::engine
