#include "picture/sphere_raster.h"

#include <cmath>
#include <numbers>
#include <utility>

#include <craton/picture/layer_raster.h>

#include "base/parallel.h"
#include "picture/sphere_sampler.h"

namespace craton::picture {

std::vector<std::uint8_t> cells_near(const CubeSphere& sphere, std::vector<std::uint8_t> marked) {
  std::vector<Cell> edge;
  for (Cell cell = 0; cell < marked.size(); ++cell)
    if (marked[cell]) edge.push_back(cell);
  for (int round = 0; round < 3; ++round) {
    std::vector<Cell> next;
    for (const Cell cell : edge)
      sphere.for_each_link(cell, [&](const Link& link) {
        if (marked[link.to]) return;
        marked[link.to] = 1;
        next.push_back(link.to);
      });
    edge = std::move(next);
  }
  return marked;
}

Result<std::vector<std::vector<float>>> sphere_rasters(const CubeSphere& sphere, std::span<const std::span<const float>> layers,
                                                       GridSize size, const Execution& execution, const SphereMask& mask) {
  const GridSize natural = natural_size(sphere, Projection::equirectangular);
  // As many samples for each pixel that no cell is skipped.
  const std::uint32_t across = (natural.width + size.width - 1) / size.width;
  const std::uint32_t down = (natural.height + size.height - 1) / size.height;
  std::vector<Vec3d> meridians;
  for (std::uint32_t x = 0; x < size.width * across; ++x) {
    const double longitude = ((x + 0.5) / (size.width * across) - 0.5) * 2 * std::numbers::pi;
    meridians.push_back({std::cos(longitude), std::sin(longitude), 0});
  }
  const SphereSampler sampler(sphere);
  std::vector<std::vector<float>> out(layers.size(), std::vector<float>(std::size_t{size.width} * size.height, 0.0F));
  const float share = 1.0F / static_cast<float>(across * down);
  CRATON_TRY(parallel_blocks(size.height, 4, execution, [&](std::uint64_t begin, std::uint64_t end) {
    SphereTaps taps;
    for (std::uint64_t fine = begin * down; fine < end * down; ++fine) {
      const double latitude = (0.5 - (static_cast<double>(fine) + 0.5) / (size.height * down)) * std::numbers::pi;
      const double ring = std::cos(latitude), high = std::sin(latitude);
      const std::size_t first = fine / down * size.width;
      for (std::uint32_t x = 0; x < meridians.size(); ++x) {
        const Vec3d place{ring * meridians[x].x, ring * meridians[x].y, high};
        if (!mask.cells.empty() && !mask.cells[sampler.cell_at(place)]) {
          for (std::size_t i = 0; i < layers.size(); ++i) out[i][first + x / across] += share * mask.otherwise[i];
          continue;
        }
        sampler.find(place, taps);
        for (std::size_t i = 0; i < layers.size(); ++i) out[i][first + x / across] += share * taps.value(layers[i]);
      }
    }
  }));
  return out;
}

}  // namespace craton::picture
