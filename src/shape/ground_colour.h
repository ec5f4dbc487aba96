#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "shape/plane_samples.h"

namespace craton {

/// The colour of the ground at samples of a surface; see ground_colours.
class GroundColour {
 public:
  GroundColour(const Surface& surface, const PlaneSamples& samples);
  std::array<std::uint8_t, 4> at(Cell cell) const;
  /// Of samples side by side: the same colours as one by one.
  void row(Cell first, std::size_t count, std::array<std::uint8_t, 4>* out) const;

 private:
  void block(Cell first, std::size_t count, std::array<std::uint8_t, 4>* out) const;

  PlaneSamples samples_;
  std::span<const float> temperature_, rain_;
  std::array<std::span<const float>, 5> shares_;  // rock, sand, snow, gravel, mud
  bool has_shares_ = false;
};

}  // namespace craton
