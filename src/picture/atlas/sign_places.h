#pragma once

#include <vector>

#include <craton/surface/surface.h>

#include "picture/atlas/flat_rasters.h"
#include "picture/atlas/label_layout.h"
#include "picture/atlas/labels.h"
#include "picture/atlas/map_frame.h"

// Where hills, trees and dunes are drawn on a map without shading.
namespace craton::atlas {

struct LandSign {
  enum class Kind : std::uint8_t { mountain, hill, leaf_tree, needle_tree, palm, dune } kind = Kind::hill;
  Spot foot;                          ///< the middle of its lower edge
  double half_width = 0, height = 0;  ///< pixels
  std::uint32_t salt = 0;             ///< makes it unlike its neighbours

  OrientedBox box() const {
    return {.middle = {foot.x, foot.y - 0.5 * height}, .half_width = half_width, .half_height = 0.5 * height};
  }
};

struct SignSources {
  const Surface* surface = nullptr;
  const MapFrame* frame = nullptr;
  const FlatRasters* rasters = nullptr;
  const BusyMap* busy = nullptr;
  const std::vector<NamedPlace>* places = nullptr;
  double unit = 1;
};

/// Signs that overlap neither each other nor what `layout` holds, from north to south. Mountains first, the highest of each
/// neighbourhood before others, so that they stand along crests; then woods and deserts.
Result<std::vector<LandSign>> land_signs(const SignSources& from, LabelLayout& layout, const Execution& execution);

}  // namespace craton::atlas
