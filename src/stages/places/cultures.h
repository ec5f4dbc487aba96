#pragma once

#include <span>
#include <vector>

#include <craton/base/seed.h>

#include "stages/places/place_mesh.h"

namespace craton {

/// Who lives where: areas of land around old centres, bounded by seas and heights, which are hard to cross.
struct Cultures {
  std::vector<std::uint32_t> centres;  ///< cells of the mesh
  std::vector<std::uint64_t> keys;     ///< of each a number that its part of the world has at every size
  std::vector<std::uint32_t> at;       ///< of each cell of the mesh, the sea's too: the culture that is nearest
};

/// `heights` are means over the cells of the mesh, −1 where it is sea. At most `count` cultures; one where there is no land.
Result<Cultures> find_cultures(const Domain& domain, const PlaceMesh& mesh, std::span<const float> heights, std::uint32_t count,
                               Seed seed);

}  // namespace craton
