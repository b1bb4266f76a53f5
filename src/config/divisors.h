// Where an example's H and D can stop.
#pragma once

namespace bandscope::config {

/// The divisor of `number` nearest to `wanted`. Midway between two, the one further from `present` if that is given
/// (a step then leaves the present value), else the smaller.
int nearest_divisor(int number, long long wanted, int present = 0);

}  // namespace bandscope::config
