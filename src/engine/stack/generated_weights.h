// The weights of a stack's layers, drawn when they are needed.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/inputs.h"
#include "engine/stack/stack.h"

namespace bandscope::engine {

/// Layer 1 has the weights that an InputSource makes of the same spec, built ones included; each other layer has its
/// own random ones, or all have layer 1's. At most kMostWeightBytes are held, or one layer's if that is more: the
/// least recently used goes first.
template <class Real>
class GeneratedWeights : public WeightSource<Real> {
 public:
  /// What the weights are made from; a revision changes only where numbers do. A spec of a worked example has none.
  /// The caller keeps the sizes legal, as for an InputSource.
  void set(const InputSpec& spec, bool shared);
  /// Valid until the next call.
  LayerWeights<Real> weights(int layer) override;
  bool make(int layer, std::int64_t& work) override;
  std::uint64_t revision(int layer) override;
  std::int64_t bytes_held() const;

 private:
  struct Held {
    int layer = 0;
    std::vector<Real> w_qkv, w_o;
  };
  int drawn_layer(int layer) const { return shared_ ? 1 : layer; }

  InputSpec spec_;
  LayerShape shape_;
  bool shared_ = false;
  std::uint64_t draws_ = 0;  // counts the specs that made other numbers
  std::vector<Held> held_;   // the most recently used last
  Held making_;              // rows so far; of layer 0: of none
};

extern template class GeneratedWeights<float>;
extern template class GeneratedWeights<double>;

}  // namespace bandscope::engine
