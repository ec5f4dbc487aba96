#include "stages/places/cultures.h"

#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>

#include "stages/places/mesh_regions.h"

namespace craton {
namespace {

/// Where a people could come from: a part of the world with much land.
struct Homeland {
  std::uint64_t lot = 0;
  std::uint32_t part = 0, centre = no_cell;  ///< of the coarse mesh, and a cell of the mesh
};

/// All of them, by lots that are drawn for parts of the world and not for its coasts, which are a little others at each size.
std::vector<Homeland> homelands(const PlaceMesh& mesh, const PlaceMesh& parts, std::span<const float> heights, Seed seed) {
  constexpr double least_land = 0.25;
  std::vector<Homeland> all(parts.size());
  std::vector<double> land(parts.size(), 0.0), whole(parts.size(), 0.0), nearest(parts.size(), never);
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) {
    const std::uint32_t part = parts.cell_of(mesh.middle(cell));
    whole[part] += mesh.area(cell);
    if (heights[cell] < 0) continue;
    land[part] += mesh.area(cell);
    const double far = mesh.distance(mesh.centre(cell), parts.centre(part));
    if (!(far < nearest[part])) continue;
    nearest[part] = far;
    all[part].centre = cell;
  }
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    all[part].part = part;
    all[part].lot = mix64(seed.value + part);
    // Small lands last.
    if (!(land[part] > least_land * whole[part]))
      all[part].lot |= std::uint64_t{1} << 63;
    else
      all[part].lot >>= 1;
  }
  all.erase(std::remove_if(all.begin(), all.end(), [](const Homeland& each) { return each.centre == no_cell; }), all.end());
  std::sort(all.begin(), all.end(),
            [](const Homeland& a, const Homeland& b) { return a.lot != b.lot ? a.lot < b.lot : a.part < b.part; });
  return all;
}

}  // namespace

Result<Cultures> find_cultures(const Domain& domain, const PlaceMesh& mesh, std::span<const float> heights, std::uint32_t count,
                               Seed seed) {
  CRATON_TRY(const PlaceMesh parts, PlaceMesh::make(domain, std::max(count * 6, 96U)));
  const double land_each = std::sqrt(mesh.whole_area() / count);
  Cultures cultures{.centres = {}, .keys = {}, .at = std::vector<std::uint32_t>(mesh.size(), 0)};
  const std::vector<Homeland> all = homelands(mesh, parts, heights, seed);
  // Far from each other at first, then what is left.
  std::vector<bool> chosen(all.size(), false);
  for (const double apart : {0.75, 0.5, 0.0})
    for (std::size_t i = 0; i < all.size() && cultures.centres.size() < count; ++i) {
      const bool far = std::all_of(cultures.keys.begin(), cultures.keys.end(), [&](std::uint64_t key) {
        return mesh.distance(parts.centre(static_cast<std::uint32_t>(key)), parts.centre(all[i].part)) >= apart * land_each;
      });
      if (chosen[i] || !far) continue;
      chosen[i] = true;
      cultures.centres.push_back(all[i].centre);
      cultures.keys.push_back(all[i].part);
    }
  const auto cost = [&](std::uint32_t from, const Link& link) {
    const bool at_sea = heights[from] < 0 || heights[link.to] < 0;
    const double climb = std::abs(double{heights[link.to]} - double{heights[from]}) / double{link.length};
    return double{link.length} * (at_sea ? 2.5 : 1 + 30 * climb);
  };
  std::vector<double> far(mesh.size(), never);
  for (std::uint32_t culture = 0; culture < cultures.centres.size(); ++culture) {
    std::vector<double> from_here(mesh.size(), never);
    from_here[cultures.centres[culture]] = 0;
    spread(mesh, from_here, cost);
    for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
      if (from_here[cell] < far[cell]) {
        far[cell] = from_here[cell];
        cultures.at[cell] = culture;
      }
  }
  if (cultures.centres.empty()) {
    cultures.centres.push_back(0);
    cultures.keys.push_back(0);
  }
  return cultures;
}

}  // namespace craton
