#pragma once

#include <span>
#include <string_view>

#include <craton/base/params.h>

namespace craton {

/// Where lattice gradients may point.
enum class GradientSet { circle, fixed };

template <>
inline std::span<const std::string_view> choice_names<GradientSet>() {
  static constexpr std::string_view names[] = {"circle", "fixed"};
  return names;
}

inline constexpr std::string_view gradient_set_doc =
    "Gradient directions: any direction on the unit circle or sphere, or a fixed set (2D: 16 evenly spaced; 3D: the 12 cube "
    "edges; 1D: both signs).";

}  // namespace craton
