#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace craton::air {

/// A function of latitude, from a table of every half degree: for functions that cost more than a mesh can pay in every cell.
template <class Value>
class LatitudeCurve {
 public:
  template <class F>
  explicit LatitudeCurve(F&& f) {
    for (std::size_t i = 0; i < count; ++i) values_[i] = f((static_cast<float>(i) - half) / 2);
  }
  Value operator()(float latitude) const {
    const float at = std::clamp(latitude * 2 + half, 0.0F, 2 * half);
    const auto i = std::min(static_cast<std::size_t>(at), count - 2);
    return values_[i] + (values_[i + 1] - values_[i]) * (at - static_cast<float>(i));
  }

 private:
  static constexpr std::size_t count = 361;
  static constexpr float half = 180;
  std::array<Value, count> values_{};
};

}  // namespace craton::air
