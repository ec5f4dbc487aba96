#include "stages/water/droplet_limits.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "stages/water/droplets.h"
#include "surface/sweep.h"

namespace craton {
namespace {

constexpr std::uint64_t cells_at_once = 1 << 14;
constexpr double most_grains = 0x1p24;  // of one cell in one round: 4096 m

/// Calls f(neighbour) for all links of a cell, fast where they are regular.
template <class T>
struct Neighbours {
  const T& topology;
  std::array<std::int32_t, 8> offsets = topology.regular_offsets();

  template <class F>
  void regular(Cell cell, F&& f) const {
    for (const std::int32_t offset : offsets) f(cell + static_cast<Cell>(offset));
  }
  template <class F>
  void any(Cell cell, F&& f) const {
    topology.for_each_link(cell, [&](Link link) { f(link.to); });
  }
};

/// Calls body(cell, neighbours) for all cells, where neighbours(f) calls f for each neighbour.
template <class T, class Body>
Result<void> for_each_cell(const T& topology, const Execution& execution, const Body& body) {
  const Neighbours<T> around{topology};
  return parallel_blocks(topology.cell_count(), cells_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
    sweep(
        topology, static_cast<Cell>(begin), static_cast<Cell>(end),
        [&](Cell first, Cell last) {
          for (Cell c = first; c < last; ++c) body(c, [&](auto&& f) { around.regular(c, f); });
        },
        [&](Cell c) { body(c, [&](auto&& f) { around.any(c, f); }); });
  });
}

/// A cell's area by the mean.
double relative_area(const PlaneTile&, Cell) { return 1; }
double relative_area(const Torus&, Cell) { return 1; }
double relative_area(const CubeSphere& sphere, Cell cell) { return sphere.area(cell) / (sphere.spacing() * sphere.spacing()); }

/// What near the sea withstands water: `shore` at sea level, nothing from shore_height on.
float yields(const DropletGround& ground, Cell cell, float height) {
  const float near = std::max(1 - std::max(height, 0.0F) / ground.shore_height, 0.0F);
  return (1 - ground.hardness[cell]) * (1 - ground.shore[cell] * near);
}

/// Metres that a cell may lose and get.
struct MetreLimits {
  float taken, laid;
};

template <class Around>
MetreLimits metre_limits(std::span<const float> heights, Cell cell, const Around& around) {
  const float height = heights[cell];
  float fall = 0, rise = 0;
  around([&](Cell other) {
    fall = std::max(fall, height - heights[other]);
    rise = std::max(rise, heights[other] - height);
  });
  if (height < 0) return {0, highest_lay * std::min(rise, -height)};  // sea stays sea,
  return {deepest_dig * std::min(fall, height), highest_lay * rise};  // and land stays land
}

}  // namespace

Result<void> share_limits(const Domain& domain, const DropletGround& ground, std::span<const float> heights,
                          std::span<std::int32_t> flow, std::span<std::int32_t> limits, const Execution& execution) {
  return std::visit(
      [&](const auto& topology) {
        return for_each_cell(topology, execution, [&](Cell cell, const auto& around) {
          const std::int32_t visits = flow[cell];
          limits[cell] = 0;
          if (visits == 0) return;
          const MetreLimits metres = metre_limits(heights, cell, around);
          const float yielding = yields(ground, cell, heights[cell]), strength = ground.strength[cell];
          const double grains = grains_per_metre * relative_area(topology, cell);
          const auto a_visit = [&](float limit) { return std::floor(std::min(limit * grains, most_grains)) / visits; };
          limits[cell] = static_cast<std::int32_t>(
              packed_limits(a_visit(metres.taken * yielding * strength), a_visit(metres.laid * strength)));
          const float gathered = static_cast<float>(visits) / ground.even_flow;
          flow[cell] = static_cast<std::int32_t>(packed_ground(ground.capacity[cell] * std::sqrt(gathered),
                                                               ground.erosion[cell] * ground.time * yielding * strength,
                                                               ground.deposition[cell] * ground.time));
        });
      },
      domain);
}

double metres_of_grain(const Domain& domain, Cell cell) {
  return std::visit([&](const auto& topology) { return 1 / (grains_per_metre * relative_area(topology, cell)); }, domain);
}

}  // namespace craton
