#include <craton/measure/cell_measures.h>

#include <algorithm>
#include <cmath>

#include <craton/surface/voronoi_regions.h>

namespace craton {
namespace {

/// How far areas are from their mean.
class Evenness {
 public:
  void add(double area) {
    sum_ += area;
    squares_ += area * area;
    least_ = std::min(least_, area);
    most_ = std::max(most_, area);
    count_ += 1;
  }
  double error() const {
    const double mean = sum_ / count_;
    return std::sqrt(std::max(squares_ / count_ - mean * mean, 0.0)) / mean;
  }
  double ratio() const { return most_ / least_; }

 private:
  double sum_ = 0, squares_ = 0, least_ = 1e300, most_ = 0, count_ = 0;
};

}  // namespace

std::vector<CellMeasure> measure_cells(const CubeSphere& sphere) {
  Evenness cells, regions;
  std::uint64_t links = 0, idle_links = 0, sides = 0;
  double borders = 0, apart = 0;
  VoronoiRegion region;
  std::vector<Cell> linked;
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    find_region(sphere, cell, region);
    cells.add(sphere.area(cell) / (sphere.radius() * sphere.radius()));
    regions.add(region.area / (sphere.radius() * sphere.radius()));
    linked.clear();
    sphere.for_each_link(cell, [&](const Link& link) { linked.push_back(link.to); });
    links += linked.size();
    sides += region.sides.size();
    for (const Cell to : linked)
      idle_links +=
          std::none_of(region.sides.begin(), region.sides.end(), [&](const RegionSide& side) { return side.neighbour == to; });
    for (const RegionSide& side : region.sides) {
      borders += side.length;
      if (std::find(linked.begin(), linked.end(), side.neighbour) == linked.end()) apart += side.length;
    }
  }
  return {{"cell_area_error", "root mean square of how far areas of cells are from their mean, as a share of it", cells.error()},
          {"cell_area_ratio", "the largest cell by the smallest", cells.ratio()},
          {"region_area_error", "the same of regions", regions.error()},
          {"neighbours", "of a region, on average", static_cast<double>(sides) / sphere.cell_count()},
          {"links_without_border", "share of links of the grid between regions that are no neighbours",
           static_cast<double>(idle_links) / static_cast<double>(links)},
          {"borders_without_link", "share of the length of borders between regions without a link", apart / borders}};
}

}  // namespace craton
