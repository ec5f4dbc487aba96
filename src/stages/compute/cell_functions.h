#pragma once

#include "stages/compute/branch_free.h"

/// Functions of a cell that formulas and stages share, in the one form that worlds were made with.
namespace craton {

/// Where the strength is 0 the old value stays, bit for bit; where it is 1 the new one counts alone.
[[gnu::always_inline]] inline float by_strength(float from, float to, float strength) {
  const float mixed = from * (1 - strength) + to * strength;
  return chosen(strength > 0, mixed, from);
}

/// Rough and smooth relief crossed by a selector (the first step of Erstu's Random World Generator): t = ½ + (selector −
/// threshold) / width, held to 0 … 1, and the share of the second is 3t² − 2t³, so that the relief changes without a crease at
/// either end. What is not needed is not looked at: a hole (NaN) in one layer does not reach where the other counts alone.
[[gnu::always_inline]] inline float crossed(float a, float b, float selector, float threshold, float width) {
  const float narrowest = 1e-30F;  // a width of 0 is a step
  const float t = (selector - threshold) / greater(width, narrowest) + 0.5F;
  const float share = t * t * (3 - 2 * t);
  const float inside = a * (1 - share) + b * share;
  return chosen(t <= 0, a, chosen(t >= 1, b, inside));
}

/// What a knee takes off at a distance from a bound: within k of it the parabola (k − |x − bound|)² / 4k, which meets both the
/// height and the bound with their own slopes.
[[gnu::always_inline]] inline float bend(float distance, float knee) {
  const float smallest = 1e-30F;  // a knee of 0 has nothing to take off
  const float inside = greater(knee - greater(distance, -distance), 0);
  return inside * inside / (4 * greater(knee, smallest));
}

/// Held between two bounds. Where they cross, the lower one counts. The knees never overlap, so that each bound is reached.
[[gnu::always_inline]] inline float held(float height, float low, float high, float knee) {
  const float widest = greater(0.5F * (high - low), 0);
  const float k = lesser(knee, widest);
  const float bent = lesser(height, high) - bend(height - high, k);
  return greater(bent, low) + bend(bent - low, k);
}

}  // namespace craton
