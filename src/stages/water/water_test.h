#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <string>
#include <vector>

#include <craton/base/hash.h>
#include <craton/surface/domain.h>

#include "stages/water/routing/flow_router.h"
#include "surface/borders.h"

/// Grounds to try water on, and the plainest way to flood them.
namespace craton::water_test {

inline Domain domain_of(const std::string& kind, int width, int height, const std::string& wrap = "both", double step = 10) {
  DomainSpec spec{.kind = kind};
  if (kind == "sphere") {
    spec.params.set("resolution", std::int64_t{width});
    spec.params.set("radius", 200.0);
  } else {
    spec.params.set("width", std::int64_t{width});
    spec.params.set("height", std::int64_t{height});
    spec.params.set("step", step);
  }
  if (kind == "torus") spec.params.set("wrap", wrap);
  Result<Domain> domain = make_domain(spec, Seed{5}, 0, "");
  EXPECT_TRUE(domain) << domain.error().to_string();
  return *std::move(domain);
}

/// All kinds of maps, small ones.
inline std::vector<std::pair<std::string, Domain>> small_domains() {
  return {{"plane", domain_of("plane", 23, 17)},           {"torus", domain_of("torus", 24, 19)},
          {"x", domain_of("torus", 21, 16, "x")},          {"y", domain_of("torus", 9, 31, "y")},
          {"bordered", domain_of("torus", 40, 3, "none")}, {"sphere", domain_of("sphere", 7, 0)}};
}

/// Heights −20 … 80 m in `steps` different ones: few of them make flats and equal passes.
inline std::vector<float> random_heights(std::size_t cells, std::uint64_t seed, std::uint32_t steps) {
  std::vector<float> heights(cells);
  for (std::size_t i = 0; i < cells; ++i)
    heights[i] = static_cast<float>(mix64(seed * 1'000'003 + i) % steps) * (100.0F / static_cast<float>(steps)) - 20;
  return heights;
}

/// Hills with hollows: sums of waves of some height and frequency about a level, and some roughness, on the places of any domain.
struct Hills {
  double frequency, height;
  float level;
};
inline std::vector<float> hills(const Hills& kind, const Domain& domain, std::uint64_t seed, float roughness) {
  std::vector<float> heights(cell_count(domain));
  const std::vector<float> rough = random_heights(heights.size(), seed, 1'000'003);
  for (Cell cell = 0; cell < heights.size(); ++cell) {
    const Vec3d at = std::visit([&](const auto& topology) { return topology.centre(cell); }, domain);
    double sum = 0;
    for (int wave = 0; wave < 6; ++wave) {
      const auto draw = [&](int k) {
        return static_cast<double>(mix64(seed * 100 + static_cast<std::uint64_t>(wave * 10 + k)) % 1000) / 1000 - 0.5;
      };
      sum +=
          std::sin(kind.frequency * (1 + wave) * (at.x * draw(1) + at.y * draw(2) + at.z * draw(3)) + 7 * draw(4)) / (1 + wave);
    }
    heights[cell] = static_cast<float>(kind.height * sum) + kind.level + roughness * (rough[cell] - 30);
  }
  return heights;
}
constexpr Hills steep_hills{0.06, 40, 20}, shallow_seas{0.03, 12, 3}, low_hills{0.012, 12, 6};

/// Whether water ends there, as WaterEnds tells; where nothing is an end, at the first of the lowest cells.
inline std::vector<bool> ends_of(const Domain& domain, std::span<const float> heights, const WaterEnds& ends) {
  std::vector<bool> end(heights.size());
  for (Cell cell = 0; cell < heights.size(); ++cell)
    end[cell] = heights[cell] < ends.sea_level || ends.lakes[cell] > 0 ||
                std::visit([&](const auto& topology) { return at_border(topology, cell); }, domain);
  if (std::find(end.begin(), end.end(), true) == end.end())
    end[static_cast<std::size_t>(std::min_element(heights.begin(), heights.end()) - heights.begin())] = true;
  return end;
}

/// Priority flood (Barnes, Lehman & Mulla 2014): water enters from the ends, always over the lowest rim that it knows.
inline std::vector<float> flooded(const Domain& domain, std::span<const float> heights, const WaterEnds& ends) {
  using Rim = std::pair<float, Cell>;
  std::priority_queue<Rim, std::vector<Rim>, std::greater<>> rims;
  std::vector<bool> reached = ends_of(domain, heights, ends);
  std::vector<float> level(heights.begin(), heights.end());
  for (Cell cell = 0; cell < heights.size(); ++cell)
    if (reached[cell]) rims.push({heights[cell], cell});
  while (!rims.empty()) {
    const Rim rim = rims.top();
    rims.pop();
    level[rim.second] = rim.first;
    const auto enter = [&](Link link) {
      if (reached[link.to]) return;
      reached[link.to] = true;
      rims.push({std::max(heights[link.to], rim.first), link.to});
    };
    std::visit([&](const auto& topology) { topology.for_each_link(rim.second, enter); }, domain);
  }
  return level;
}

}  // namespace craton::water_test
