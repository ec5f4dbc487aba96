#include "measure_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <craton/files/world_file.h>
#include <craton/surface/voronoi_regions.h>
#include <craton/worlds/kinds.h>

#include "height_input.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

struct Figure {
  const char* key;
  const char* doc;
  double value;
};

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

std::vector<Figure> figures_of(const CubeSphere& sphere) {
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

}  // namespace

Result<void> print_cell_measures(const std::vector<std::string>& worlds, bool json, const Execution& execution) {
  std::vector<std::vector<Figure>> all;
  for (const std::string& name : worlds) {
    if (is_height_file(name)) return invalid("--cells", "is for planets; a height file has no regions");
    const std::string path = world_path(name);
    CRATON_TRY(const WorldFileInfo info, read_world_info(path));
    WorldReadOptions reading{.layers = {}, .execution = execution};
    if (!info.layers.empty()) reading.layers.push_back(info.layers.front().info.name);  // none would mean all
    CRATON_TRY(const World world, read_world(path, all_terms(), reading));
    const auto* sphere = std::get_if<CubeSphere>(&world.surface.domain());
    if (!sphere) return invalid("--cells", fmt::format("is for planets; {} lies on no sphere", name));
    all.push_back(figures_of(*sphere));
  }
  if (json) {
    say("[");
    for (std::size_t i = 0; i < all.size(); ++i) {
      say("{}\n  {{\"path\": {}", i ? "," : "", json_string(worlds[i]));
      for (const Figure& figure : all[i]) say(", \"{}\": {}", figure.key, json_number(figure.value));
      say("}}");
    }
    say("\n]\n");
    return {};
  }
  std::vector<std::vector<std::string>> rows{{""}};
  for (const std::string& name : worlds) rows[0].push_back(name);
  rows[0].emplace_back("what");
  for (std::size_t k = 0; k < all.front().size(); ++k) {
    rows.push_back({all.front()[k].key});
    for (const std::vector<Figure>& figures : all) rows.back().push_back(fmt::format("{:.4f}", figures[k].value));
    rows.back().emplace_back(all.front()[k].doc);
  }
  say("{}", table(rows, "l" + std::string(worlds.size(), 'r') + "l", "  "));
  return {};
}

}  // namespace craton::cli
