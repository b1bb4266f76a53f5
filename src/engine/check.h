// Are these shapes and settings legal? The messages name the shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "engine/layer.h"

namespace bandscope::engine {

/// The words of an error: each % is the next number. One call, since every + of strings costs the module as much.
std::string fill_in(const char* words, std::initializer_list<std::int64_t> numbers);

/// Nothing where the layer can run.
template <class Real>
std::optional<ShapeError> check_shapes(const Tensors<Real>& tensors, const LayerSettings& settings);

/// The sizes and the window alone; E only where x is projected.
std::optional<ShapeError> check_sizes(const LayerSettings& settings, bool given_qkv);

/// Whether a tensor has as many numbers as `needed`. "w_qkv is (16, 90), but H·D = 32 needs (16, 96)": `rows` is what
/// its length is divided by for its own shape; a length that does not divide is given as a count.
std::optional<ShapeError> mismatch(const char* name, std::size_t length, std::int64_t rows, const std::string& because,
                                   std::initializer_list<std::int64_t> needed);

extern template std::optional<ShapeError> check_shapes(const Tensors<float>&, const LayerSettings&);
extern template std::optional<ShapeError> check_shapes(const Tensors<double>&, const LayerSettings&);

}  // namespace bandscope::engine
