#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <craton/stages/stage.h>

#include "stages/all_stages.h"
#include "stages/water/water_test.h"

/// Worlds with rivers and lakes, for tests of the stages that come after them.
namespace craton::water_test {

struct RiverWorld {
  RiverWorld(const Domain& domain, std::span<const float> heights) : surface(domain) {
    const Result<Layer*> layer = surface.add_layer({.name = "height", .unit = "m"});
    EXPECT_TRUE(layer);
    std::copy(heights.begin(), heights.end(), (*layer)->numbers().begin());
  }
  Result<void> run(const StageEntry& entry, std::initializer_list<std::pair<const char*, ParamValue>> params = {},
                   std::vector<LayerInput> layers = {}) {
    StageSpec spec;
    for (const auto& [name, value] : params) spec.params.set(name, value);
    spec.layers = std::move(layers);
    StageContext context(Seed{3}, "/stages/1");
    return entry.run(surface, spec, context);
  }
  void find_waters(double least_discharge, double least_area = 300, double dryness = 3) {
    ASSERT_TRUE(run(lakes_stage(), {{"least_area", least_area}, {"least_depth", 0.5}, {"dryness", dryness}}));
    ASSERT_TRUE(run(rivers_stage(), {{"least_discharge", least_discharge}, {"least_length", 30.0}, {"rain", 1.0}}));
  }
  std::vector<float> numbers(std::string_view name) const {
    const std::span<const float> values = surface.layer(name)->numbers();
    return {values.begin(), values.end()};
  }
  std::vector<std::int32_t> integers(std::string_view name) const {
    const std::span<const std::int32_t> values = surface.layer(name)->integers();
    return {values.begin(), values.end()};
  }
  template <class Values>
  const std::vector<Values>& column(std::string_view table, std::string_view name) const {
    return std::get<std::vector<Values>>(surface.objects(table)->column(name)->values);
  }

  Surface surface;
};

/// All kinds of domains, large enough for rivers.
inline std::vector<std::pair<std::string, Domain>> river_domains() {
  return {{"plane", domain_of("plane", 70, 60)},
          {"torus", domain_of("torus", 64, 64)},
          {"x", domain_of("torus", 61, 40, "x")},
          {"bordered", domain_of("torus", 60, 50, "none")},
          {"planet", domain_of("sphere", 24, 0)}};
}

inline bool are_linked(const Domain& domain, Cell a, Cell b) {
  bool found = false;
  std::visit([&](const auto& topology) { topology.for_each_link(a, [&](Link link) { found |= link.to == b; }); }, domain);
  return found;
}

using CellLinks = std::set<std::pair<Cell, Cell>>;
inline void add_links(const std::vector<Cell>& cells, CellLinks& links) {
  for (std::size_t k = 0; k + 1 < cells.size(); ++k) links.insert(std::minmax(cells[k], cells[k + 1]));
}

/// Two links cross where each end of one is a neighbour of both ends of the other: the diagonals of four cells.
inline std::size_t crossings(const Domain& domain, const CellLinks& links) {
  std::size_t count = 0;
  for (const auto& [a, b] : links) {
    std::vector<Cell> both;
    const Cell one = a, other = b;
    std::visit(
        [&](const auto& topology) {
          topology.for_each_link(one, [&](Link link) {
            if (link.to != other && are_linked(domain, link.to, other)) both.push_back(link.to);
          });
        },
        domain);
    if (both.size() == 2) count += links.count(std::minmax(both[0], both[1]));
  }
  return count;
}

/// How high a place of a path lies.
inline double path_height(const Domain& domain, const Vec3d& at) {
  return std::holds_alternative<CubeSphere>(domain) ? std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z) - 200 : at.z;
}

/// No place of a path is higher than the one before. Between two places of a sphere the line sinks below the arc.
inline void expect_never_rises(const Domain& domain, const ObjectColumn::Path& path, const std::string& what) {
  const double sag = std::holds_alternative<CubeSphere>(domain) ? 2 : 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    EXPECT_LE(path_height(domain, path[i + 1]), path_height(domain, path[i]) + sag) << what << " at " << i;
}

}  // namespace craton::water_test
