#include "measure/required_areas.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "measure/pieces.h"
#include "stages/places/ground_covers.h"
#include "stages/places/place_mesh.h"
#include "stages/places/places_stages.h"
#include "stages/places/region_finder.h"
#include "surface/check_finite.h"
#include "surface/flat_array.h"
#include "surface/table_values.h"

namespace craton::measure {
Result<double> continent_count(const Domain& domain, const Layer& heights, double least_part, const std::string& path,
                               const Execution& execution) {
  CRATON_TRY(check_finite(heights.numbers(), path, "no land is told from sea there", execution));
  CRATON_TRY(const PlaceMesh mesh, PlaceMesh::make(domain, usual_mesh));
  GeographyRules rules;
  rules.continent = least_part;
  FlatArray<std::int32_t> numbers(cell_count(domain));
  const std::vector<Piece> pieces =
      craton::connected_pieces(domain, heights.numbers(), rules.least * mesh.whole_area(), numbers.span());
  CRATON_TRY(const MeshGround ground,
             mesh_ground(mesh, {.heights = heights.numbers(), .pieces = numbers.span(), .covers = {}}, execution));
  const LandAndWater found = find_land_and_water(mesh, ground, pieces, rules);
  return static_cast<double>(
      std::count_if(found.regions.begin(), found.regions.end(), [](const Region& region) { return region.kind == "continent"; }));
}

double area_count(const Domain& domain, const Layer& classes, std::size_t category, double least_share) {
  const std::span<const std::uint8_t> class_of = classes.categories();
  const Pieces pieces = connected_pieces(domain, [&](Cell cell) { return class_of[cell] == category; });
  double whole = 0;
  std::visit(
      [&](const auto& topology) {
        for (Cell cell = 0; cell < topology.cell_count(); ++cell) whole += topology.area(cell);
      },
      domain);
  return static_cast<double>(
      std::count_if(pieces.areas.begin(), pieces.areas.end(), [&](double area) { return area >= least_share * whole; }));
}

Result<double> delta_count(const Surface& surface, const std::string& path) {
  const auto* rivers = values_of<std::int64_t>(surface.objects("distributaries"), "river");
  if (!rivers) return Error{ErrorCode::unknown_name, path, "there are no distributaries with a river"};
  return static_cast<double>(std::set<std::int64_t>(rivers->begin(), rivers->end()).size());
}

const std::vector<std::string_view>& lake_kind_names() {
  static const std::vector<std::string_view> names{"closed", "source", "flow-through", "terminal", "salt", "fresh"};
  return names;
}

const std::vector<std::string_view>& region_kind_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all{"continent", "island", "ocean", "sea",       "gulf",
                                      "bay",       "strait", "range", "highlands", "hills"};
    const std::span<const std::string_view> covers = cover_names();
    all.insert(all.end(), covers.begin() + 1, covers.end());  // the first is "none"
    return all;
  }();
  return names;
}

}  // namespace craton::measure
