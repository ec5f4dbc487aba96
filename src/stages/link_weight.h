#pragma once

#include <algorithm>

namespace craton {

/// A link's weight in a mean of neighbours: 1 / spacings². Sites of a sphere may almost touch: lengths below half the spacing
/// count as that, or two such cells would trade their values and forget the rest.
inline float link_weight(float spacings) {
  const float near = 1 / std::max(spacings, 0.5F);
  return near * near;
}

}  // namespace craton
