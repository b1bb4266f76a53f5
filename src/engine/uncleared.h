// Numbers whose memory is not cleared when it is made: clearing many is a long step, and first touches all of it.
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace bandscope::engine {

template <class Value>
struct Uncleared : std::allocator<Value> {
  template <class Made>
  void construct(Made* at) {
    ::new (static_cast<void*>(at)) Made;
  }
  template <class Made, class... From>
  void construct(Made* at, From&&... from) {
    ::new (static_cast<void*>(at)) Made(std::forward<From>(from)...);
  }
};

/// A vector whose resize() leaves what is new as it is: whoever makes it writes it.
template <class Real>
using UnclearedVector = std::vector<Real, Uncleared<Real>>;

/// Makes it `size` long; nothing of what it held stays.
template <class Real>
void make_room(UnclearedVector<Real>& values, std::size_t size) {
  if (values.capacity() < size) values.clear();
  values.resize(size);
}

}  // namespace bandscope::engine
