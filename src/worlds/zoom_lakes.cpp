#include "worlds/zoom_lakes.h"

#include <algorithm>
#include <cmath>

#include <craton/surface/sample.h>

#include "base/parallel.h"
#include "base/smooth_step.h"

namespace craton::zoom {
namespace {

constexpr float shore = 0.15F;                       // the share from which ground is a lake's shore
constexpr float shore_height = 0.4F, border = 0.2F;  // metres above the water

constexpr float roughness = 4;                           // of shores
constexpr float least_hills = 12, hills_a_metre = 1.2F;  // on the ground of lakes: metres, and by how deep it lies

/// Of each cell of the planet.
struct PlanetLakes {
  std::vector<float> share, level;  ///< the level is 0 away from lakes
};

PlanetLakes lakes_of(std::span<const std::int32_t> lake, std::span<const float> heights, std::span<const float> depth) {
  PlanetLakes lakes{std::vector<float>(lake.size(), 0.0F), std::vector<float>(lake.size(), 0.0F)};
  for (std::size_t i = 0; i < lake.size(); ++i)
    if (lake[i] != 0) {
      lakes.share[i] = 1;
      lakes.level[i] = heights[i] + depth[i];
    }
  return lakes;
}

}  // namespace

float RegionLakes::away(std::size_t i) const { return empty() ? 1.0F : 1 - smooth_step(0, shore, share[i]); }

Result<RegionLakes> lakes_near(const Surface& planet, const ZoomGround& ground, const RegionGrid& grid,
                               const Execution& execution) {
  const Layer *lake = planet.layer("lake"), *depth = planet.layer("lake_depth"), *height = planet.layer("height");
  RegionLakes out;
  if (!lake || !depth || lake->type() != LayerType::integer || depth->type() != LayerType::number) return out;
  const auto& sphere = std::get<CubeSphere>(planet.domain());
  const PlanetLakes lakes = lakes_of(lake->integers(), height->numbers(), depth->numbers());
  out = {std::vector<float>(grid.count(), 0.0F), std::vector<float>(grid.count(), 0.0F)};
  CRATON_TRY(parallel_blocks(grid.samples, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) {
      const std::vector<Vec3d> places = ground.bends().moved(directions_of_row(grid, row));
      for (std::uint32_t column = 0; column < grid.samples; ++column) {
        const std::size_t i = std::size_t{row} * grid.samples + column;
        const float share = sample(sphere, lakes.share, places[column], Sampling::linear);
        if (!(share > 0)) continue;
        out.share[i] = share;
        out.level[i] = sample(sphere, lakes.level, places[column], Sampling::linear) / share;
      }
    }
  }));
  if (std::none_of(out.share.begin(), out.share.end(), [](float share) { return share > 0; })) return RegionLakes{};
  return out;
}

void roughen_shores(RegionLakes& lakes, const std::vector<float>& waves, std::vector<float>& heights) {
  for (std::size_t i = 0; i < lakes.share.size(); ++i) {
    float& share = lakes.share[i];
    if (!(share > 0) || heights[i] < 0) continue;
    const float hills = least_hills + hills_a_metre * std::abs(lakes.level[i] - heights[i]);
    heights[i] = std::max(heights[i] + hills * waves[i] * smooth_step(0.0F, 0.5F, share), 0.0F);
    share = std::clamp(share + roughness * waves[i] * share * (1 - share), 0.0F, 1.0F);
  }
}

void close_shores(const RegionLakes& lakes, const RegionGrid& grid, std::vector<float>& heights) {
  for (std::size_t i = 0; i < lakes.share.size(); ++i) {
    if (heights[i] < 0) continue;
    const std::size_t column = i % grid.samples, row = i / grid.samples, last = grid.samples - 1;
    const bool at_border = column == 0 || row == 0 || column == last || row == last;
    if (lakes.share[i] >= shore && lakes.share[i] < 0.5F)
      heights[i] = std::max(heights[i], lakes.level[i] + shore_height);
    else if (lakes.share[i] >= 0.5F && at_border)
      heights[i] = std::max(heights[i], lakes.level[i] + border);
  }
}

std::vector<float> with_water(const RegionLakes& lakes, const std::vector<float>& heights) {
  std::vector<float> out = heights;
  for (std::size_t i = 0; i < lakes.share.size(); ++i)
    if (lakes.covers(i, heights[i])) out[i] = lakes.level[i];
  return out;
}

}  // namespace craton::zoom
