#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <craton/picture/ramp.h>

#include "picture/oklab.h"

namespace craton::picture {

/// A ramp sampled finely once, so that a value costs one look-up. A cell may straddle an edge of the ramp: 1/8192 of
/// the range, far below what shows.
class RampTable {
 public:
  enum class Levels { linear, encoded };  ///< 0 … 1 in linear light, or sRGB levels 0 … 255

  RampTable(const Ramp& ramp, Levels levels) : cells_(size) {
    for (std::size_t i = 0; i < size; ++i) {
      const LinearColour c = ramp_colour(ramp, (static_cast<double>(i) + 0.5) / size);
      auto store = [&](double v) { return static_cast<float>(levels == Levels::encoded ? 255 * srgb_encoded(v) : v); };
      cells_[i] = {store(c.r), store(c.g), store(c.b)};
    }
  }

  /// NaN is the dark end.
  const std::array<float, 3>& at(double share) const {
    const double place = share * size;
    return cells_[place > 0 ? static_cast<std::size_t>(std::min(place, size - 1.0)) : 0];
  }

 private:
  static constexpr std::size_t size = 8192;
  std::vector<std::array<float, 3>> cells_;
};

inline double share_scale(ToneRange range) {
  const double width = double{range.high} - double{range.low};
  return width > 0 ? 1 / width : 0.0;
}

}  // namespace craton::picture
