// Are these shapes and settings legal? The messages name the shape.
#pragma once

#include <optional>

#include "engine/layer.h"

namespace bandscope::engine {

/// Nothing where the layer can run.
template <class Real>
std::optional<ShapeError> check_shapes(const Tensors<Real>& tensors, const LayerSettings& settings);

extern template std::optional<ShapeError> check_shapes(const Tensors<float>&, const LayerSettings&);
extern template std::optional<ShapeError> check_shapes(const Tensors<double>&, const LayerSettings&);

}  // namespace bandscope::engine
