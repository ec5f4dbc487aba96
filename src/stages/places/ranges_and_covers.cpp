// Ranges are ground that stands above its surroundings; forests, deserts and plains are connected land of one cover.
#include <cmath>

#include "stages/places/region_finder.h"

namespace craton {
namespace {

/// Means over a wide neighbourhood, by way of a much coarser mesh: each cell gets the mean of coarse cells near it, weighed by
/// their distance.
Result<std::vector<double>> wide_means(const Domain& domain, const PlaceMesh& mesh, const std::vector<float>& values,
                                       std::uint32_t coarse_cells) {
  CRATON_TRY(const PlaceMesh coarse, PlaceMesh::make(domain, coarse_cells));
  std::vector<double> sums(coarse.size(), 0.0), areas(coarse.size(), 0.0);
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) {
    const std::uint32_t in = coarse.cell_of(mesh.middle(cell));
    sums[in] += double{values[cell]} * mesh.area(cell);
    areas[in] += mesh.area(cell);
  }
  for (std::uint32_t cell = 0; cell < coarse.size(); ++cell) sums[cell] = areas[cell] > 0 ? sums[cell] / areas[cell] : 0;
  const double reach = 2 * coarse.spacing();
  std::vector<double> means(mesh.size());
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) {
    const std::uint32_t in = coarse.cell_of(mesh.middle(cell));
    double sum = 0, weights = 0;
    const auto add = [&](std::uint32_t from) {
      const double far = mesh.distance(coarse.centre(from), mesh.centre(cell)) / reach;
      const double weight = far < 1 ? (1 - far * far) * (1 - far * far) : 0;
      sum += weight * sums[from];
      weights += weight;
    };
    add(in);
    for (const Link& link : coarse.links(in)) add(link.to);
    means[cell] = weights > 0 ? sum / weights : sums[in];
  }
  return means;
}

/// Every cell the mean of itself and its neighbours.
void smooth(const PlaceMesh& mesh, int rounds, std::vector<float>& values) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<float> next(values.size());
    for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) {
      double sum = 2 * double{values[cell]}, weight = 2;
      for (const Link& link : mesh.links(cell)) {
        sum += double{values[link.to]};
        weight += 1;
      }
      next[cell] = static_cast<float>(sum / weight);
    }
    values = std::move(next);
  }
}

/// Above which so much of the land rises.
double rise_of_share(const PlaceMesh& mesh, const MeshGround& ground, const std::vector<double>& rise, double share) {
  std::vector<std::uint32_t> order;
  double land = 0;
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    if (ground.land[cell] != 0) {
      order.push_back(cell);
      land += mesh.area(cell);
    }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return rise[a] != rise[b] ? rise[a] > rise[b] : a < b; });
  double area = 0;
  for (const std::uint32_t cell : order) {
    area += mesh.area(cell);
    if (area > share * land) return rise[cell];
  }
  return 0;
}

Region region_of(const PlaceMesh& mesh, const MeshGround& ground, std::span<const std::uint32_t> cells, std::string_view group) {
  Region region{.kind = {}, .group = group, .axis = {}, .area = 0, .extreme = no_cell};
  float best = 0;
  for (const std::uint32_t cell : cells) {
    region.area += mesh.area(cell);
    if (region.extreme != no_cell && !(ground.highest[cell] > best)) continue;
    best = ground.highest[cell];
    region.extreme = ground.top[cell];
  }
  return region;
}

}  // namespace

Result<std::vector<Region>> find_ranges(const Domain& domain, const PlaceMesh& mesh, const MeshGround& ground,
                                        const GeographyRules& rules) {
  std::vector<float> heights = ground.mean;
  smooth(mesh, 2, heights);
  CRATON_TRY(const std::vector<double> base, wide_means(domain, mesh, heights, 768));
  std::vector<double> rise(mesh.size());
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) rise[cell] = double{heights[cell]} - base[cell];
  const double limit = std::max(rise_of_share(mesh, ground, rise, rules.mountains), rules.least_rise);
  std::vector<bool> high(mesh.size());
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) high[cell] = ground.land[cell] != 0 && rise[cell] >= limit;
  std::vector<std::uint32_t> numbers;
  const double least = rules.least_range * mesh.whole_area();
  const std::uint32_t count =
      split_at_necks(mesh, high, distance_inside(mesh, high), {.neck = 0.3, .least_area = least}, numbers);
  double highest = 0;
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    if (high[cell]) highest = std::max(highest, double{ground.highest[cell]} - base[cell]);
  const double hills = std::min(rules.hills, 0.35 * highest);
  std::vector<Region> ranges;
  for (const std::vector<std::uint32_t>& cells : cells_of(numbers, count)) {
    if (cells.empty()) continue;
    Region range = region_of(mesh, ground, cells, "relief");
    if (range.area < least) continue;
    range.axis = axis_of(mesh, cells, numbers, rise, AxisKind::crest);
    double most = 0;
    for (const std::uint32_t cell : cells) most = std::max(most, double{ground.highest[cell]} - base[cell]);
    const bool long_one = range.axis.length * range.axis.length >= 2.5 * range.area;
    range.kind = most < hills ? "hills" : long_one ? "range" : "highlands";
    ranges.push_back(std::move(range));
  }
  return ranges;
}

std::vector<Region> find_covers(const PlaceMesh& mesh, const MeshGround& ground, const GeographyRules& rules) {
  std::vector<Region> covers;
  for (std::size_t cover = 1; cover < cover_count; ++cover) {
    // Swamps are small beside forests.
    const double least = rules.least_cover * mesh.whole_area() * (cover == static_cast<std::size_t>(Cover::swamp) ? 0.1 : 1);
    std::vector<bool> shape(mesh.size());
    for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) shape[cell] = ground.land[cell] != 0 && ground.cover[cell] == cover;
    const std::vector<double> inside = distance_inside(mesh, shape);
    std::vector<std::uint32_t> numbers;
    const std::uint32_t count = split_at_necks(mesh, shape, inside, {.neck = 0.35, .least_area = least}, numbers);
    for (const std::vector<std::uint32_t>& cells : cells_of(numbers, count)) {
      if (cells.empty()) continue;
      Region region = region_of(mesh, ground, cells, "cover");
      if (region.area < least) continue;
      region.axis = axis_of(mesh, cells, numbers, inside, AxisKind::area);
      region.kind = cover_names()[cover];
      covers.push_back(std::move(region));
    }
  }
  return covers;
}

}  // namespace craton
