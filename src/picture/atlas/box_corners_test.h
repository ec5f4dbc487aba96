#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <craton/picture/atlas.h>

namespace craton::atlas {

/// Convex corners: whether a line parts them.
inline bool parted(const std::array<AtlasLabel::Corner, 4>& a, const std::array<AtlasLabel::Corner, 4>& b) {
  for (const auto* box : {&a, &b})
    for (std::size_t i = 0; i < 4; ++i) {
      const AtlasLabel::Corner from = (*box)[i], to = (*box)[(i + 1) % 4];
      const double nx = to.y - from.y, ny = from.x - to.x;
      const auto reach = [&](const auto& corners) {
        double low = 1e300, high = -1e300;
        for (const AtlasLabel::Corner& c : corners) {
          low = std::min(low, c.x * nx + c.y * ny);
          high = std::max(high, c.x * nx + c.y * ny);
        }
        return std::pair{low, high};
      };
      const auto first = reach(a), second = reach(b);
      const double slack = 1e-6 * std::hypot(nx, ny);
      if (first.second <= second.first + slack || second.second <= first.first + slack) return true;
    }
  return false;
}

}  // namespace craton::atlas
