#pragma once

#include <algorithm>

#include <craton/base/hash.h>
#include <craton/base/position.h>
#include <craton/base/seed.h>

#include "stages/places/place_mesh.h"

namespace craton {

/// Chance by kind and place: lots of the cells of a mesh that is the same at every resolution, and in each a spot for each kind.
/// The cell of the world that is nearest to the spot is about the same place at any size, where a lot for each cell would choose
/// anew.
class PlaceLots {
 public:
  PlaceLots(const PlaceMesh& mesh, Seed seed) : mesh_(mesh), seed_(seed) {}

  /// 0 … 1.
  float lot(std::uint32_t at, std::uint32_t kind) const { return fraction_as_float(draw(at, kind, 0)); }

  /// Falls from 1 at the spot of a kind in a cell of the mesh to little where the cell ends; never 0.
  float nearness(std::uint32_t at, std::uint32_t kind, const Vec3d& place) const {
    const auto away = [&](std::uint64_t axis) {
      return mesh_.spacing() * (double{fraction_as_float(draw(at, kind, axis))} - 0.5) * 0.8;
    };
    const Vec3d middle = mesh_.centre(at);
    const Vec3d spot{middle.x + away(1), middle.y + away(2), mesh_.sphere() ? middle.z + away(3) : place.z};
    return static_cast<float>(std::max(0.02, 1 - mesh_.distance(place, spot) / (1.3 * mesh_.spacing())));
  }

 private:
  std::uint64_t draw(std::uint32_t at, std::uint32_t kind, std::uint64_t which) const {
    return mix64(mix64(seed_.value + at) ^ (std::uint64_t{kind} << 8U | which));
  }

  const PlaceMesh& mesh_;
  Seed seed_;
};

}  // namespace craton
