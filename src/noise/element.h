#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <craton/noise/noise.h>

/// Operations on whole blocks of values, element by element: what shaping and combining noises are made of.
namespace craton {

enum class Element {
  add,       ///< a, b
  multiply,  ///< a, b
  minimum,   ///< a, b
  maximum,   ///< a, b
  absolute,  ///< x
  clamp,     ///< x, low, high
  mix,       ///< a, b, share (held to 0 … 1)
  select,    ///< a, b, selector, threshold, width: b where the selector is above the threshold
  power,     ///< x, exponent: |x|^exponent with the sign of x
  remap,     ///< x, to_low, to_high; constants: from_low, 1 / (from_high − from_low)
  terrace,   ///< x, sharpness; constants: steps, 1 / steps, low, height (the source's range)
  curve,     ///< x; constants: x, y, slope of each point
  sine,      ///< turns
};

/// One value per sample, or one for all.
struct Operand {
  const float* values = nullptr;
  float constant = 0;
};

using Operands = std::array<Operand, 5>;

/// Fills `out`; arrays are aligned and padded to whole vectors.
void run_element(Element element, const Operands& in, std::span<const float> constants, float* out, std::size_t count);

/// The derivative of the result with respect to one operand; only where has_partial says so.
void run_partial(Element element, std::size_t operand, const Operands& in, std::span<const float> constants, float* out,
                 std::size_t count);
bool has_partial(Element element, std::size_t operand);

/// The least and the greatest of some values.
struct Extent {
  float low = 0, high = 0;
};
Extent extent_of(const float* values, std::size_t count);

}  // namespace craton
