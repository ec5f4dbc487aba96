#include "stages/places/cultures.h"

#include <cmath>

#include <craton/base/hash.h>
#include <craton/base/position.h>

#include "stages/places/mesh_regions.h"

namespace craton {

Cultures find_cultures(const PlaceMesh& mesh, std::span<const float> heights, std::uint32_t count, Seed seed) {
  Cultures cultures{.centres = {}, .at = std::vector<std::uint32_t>(mesh.size(), 0)};
  const auto cost = [&](std::uint32_t from, const Link& link) {
    const bool at_sea = heights[from] < 0 || heights[link.to] < 0;
    const double climb = std::abs(double{heights[link.to]} - double{heights[from]}) / double{link.length};
    return double{link.length} * (at_sea ? 2.5 : 1 + 30 * climb);
  };
  std::vector<double> far(mesh.size(), never);
  for (std::uint32_t culture = 0; culture < count; ++culture) {
    // The land that is farthest from all, but not strictly: a lot moves it.
    std::uint32_t best = no_cell;
    double most = 0;
    for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) {
      if (heights[cell] < 0) continue;
      const auto lot = double{fraction_as_float(mix64(seed.value + cell))};
      const double value = culture == 0 ? lot : far[cell] * (0.6 + 0.4 * lot);
      if (value > most) {
        most = value;
        best = cell;
      }
    }
    if (best == no_cell) break;
    cultures.centres.push_back(best);
    std::vector<double> from_here(mesh.size(), never);
    from_here[best] = 0;
    spread(mesh, from_here, cost);
    for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
      if (from_here[cell] < far[cell]) {
        far[cell] = from_here[cell];
        cultures.at[cell] = culture;
      }
  }
  if (cultures.centres.empty()) cultures.centres.push_back(0);
  return cultures;
}

}  // namespace craton
