// e to the power of a vector, as the softmax takes it.
#pragma once

#include <cmath>

#include "engine/kernels/simd.h"

namespace bandscope::engine::kernels {

/// ln of the smallest normal float: below it e^x is given as 0.
inline constexpr float kLowestExponent = -87.336544F;

/// e^x for x <= 88, at most 2 units in the last place off; exactly 0 below kLowestExponent, NaN where x is. By
/// x = n ln 2 + r with |r| <= ln 2 / 2 (ln 2 in two parts: Cody and Waite, "Software Manual for the Elementary
/// Functions", 1980), a minimax polynomial of degree 6 for e^r, and 2^n made of its exponent bits.
inline Vector<float> exp(Vector<float> x) {
  const Full<float> d;
  const hn::RebindToSigned<Full<float>> whole;
  // Adding 1.5 · 2^23 rounds to a whole number, which the low bits of the sum then hold.
  const Vector<float> rounder = hn::Set(d, 12582912.0F);
  const Vector<float> shifted = mul_add(x, hn::Set(d, 1.44269504F), rounder);
  const Vector<float> n = hn::Sub(shifted, rounder);
  Vector<float> r = mul_add(n, hn::Set(d, -0.693359375F), x);
  r = mul_add(n, hn::Set(d, 2.12194440e-4F), r);
  Vector<float> p = hn::Set(d, 1.3814540579915047e-3F);
  p = mul_add(p, r, hn::Set(d, 8.368745446205139e-3F));
  p = mul_add(p, r, hn::Set(d, 4.166838899254799e-2F));
  p = mul_add(p, r, hn::Set(d, 0.1666652113199234F));
  p = mul_add(p, r, hn::Set(d, 0.4999999403953552F));
  p = mul_add(p, r, hn::Set(d, 1.0F));
  p = mul_add(p, r, hn::Set(d, 1.0F));
  const auto exponent = hn::Add(hn::ShiftLeft<23>(hn::BitCast(whole, shifted)), hn::Set(whole, 127 << 23));
  // Multiplied and not added to the bits, so that a NaN stays one.
  const Vector<float> power = hn::Mul(p, hn::BitCast(d, exponent));
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, kLowestExponent)), power);
}

/// The same in double, number by number: the page and its programs run in float.
inline Vector<double> exp(Vector<double> x) {
  const Full<double> d;
  double numbers[kLaneCount<double>];
  hn::StoreU(x, d, numbers);
  for (double& number : numbers) number = std::exp(number);
  return hn::LoadU(d, numbers);
}

}  // namespace bandscope::engine::kernels
