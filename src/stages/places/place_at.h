#pragma once

#include <optional>

#include "stages/places/place_mesh.h"

namespace craton {

/// The cell at a place in metres, whole periods away too; nothing beyond the border of a map.
inline std::optional<Cell> cell_at(const Domain& domain, const Vec3d& place) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) return sphere->nearest(place);
  const Result<std::int64_t> x = units_from_metres(place.x), y = units_from_metres(place.y);
  if (!x || !y) return {};
  if (const auto* torus = std::get_if<Torus>(&domain)) return torus->nearest({*x, *y});
  return std::get<PlaneTile>(domain).nearest({*x, *y});
}

}  // namespace craton
