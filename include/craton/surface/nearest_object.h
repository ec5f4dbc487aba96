#pragma once

#include <cstddef>
#include <optional>

#include <craton/base/export.h>
#include <craton/surface/domain.h>
#include <craton/surface/objects.h>

namespace craton {

struct NearestObject {
  std::size_t row = 0;
  double distance = 0;  ///< metres: straight on planes and maps, along the great circle at sea level on spheres; 0 inside an area
  Vec3d point;          ///< the nearest point of it, with its height
};

/// The object of a table that is nearest to a place (metres; its height is of no account): by its `path`, or its `shore` and
/// `islands` (the area between them), or its `line` where that is not empty, or else its first column of places. Maps that close
/// onto themselves are looked at all around. Every segment is tried. Of two equally near ones the first row; nothing where no row
/// has a place.
CRATON_API std::optional<NearestObject> nearest_object(const Domain& domain, const ObjectTable& table, const Vec3d& place);

}  // namespace craton
