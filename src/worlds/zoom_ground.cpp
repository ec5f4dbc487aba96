#include "worlds/zoom_ground.h"

#include <algorithm>
#include <cmath>

#include <craton/surface/sample.h>

#include "base/parallel.h"

namespace craton::zoom {
namespace {

constexpr double hill_wave = 1.3;                        // cells of the planet
constexpr double hills_a_metre = 0.9, least_hills = 14;  // of the steps between cells; metres

/// Mean step to the neighbours: flat seas and plains have hardly any.
std::vector<float> steps_of(const CubeSphere& sphere, std::span<const float> heights, const Execution& execution) {
  std::vector<float> steps(heights.size());
  (void)parallel_blocks(heights.size(), 1 << 13, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      float sum = 0;
      int count = 0;
      sphere.for_each_link(static_cast<Cell>(i), [&](const Link& link) {
        sum += std::abs(std::max(heights[i], 0.0F) - std::max(heights[link.to], 0.0F));
        ++count;
      });
      steps[i] = sum / static_cast<float>(count);
    }
  });
  return steps;
}

}  // namespace

std::vector<Vec3d> directions_of_row(const RegionGrid& grid, std::uint32_t row) {
  std::vector<Vec3d> directions;
  directions.reserve(grid.samples);
  for (std::uint32_t column = 0; column < grid.samples; ++column)
    directions.push_back(grid.plane.direction(grid.x(column), grid.y(row)));
  return directions;
}

Result<ZoomGround> ZoomGround::make(const CubeSphere& sphere, std::span<const float> heights, Seed seed,
                                    const Execution& execution) {
  CRATON_TRY(PlanetBends bends, PlanetBends::make(sphere, seed));
  ZoomGround ground(sphere, heights, std::move(bends));
  ground.roughness_ = steps_of(sphere, heights, execution);
  CRATON_TRY(Noise hills, Noise::make(detail_noise(hill_wave * sphere.spacing(), 0.55), seed.child("hills")));
  ground.hills_.push_back(std::move(hills));
  return ground;
}

float ZoomGround::height_between(const Vec3d& place) const {
  constexpr float low = 60, least = 0.05F;
  const float height = sample(*sphere_, heights_, place, Sampling::cubic);
  if (std::abs(height) > low) return height;
  // Curves swing beyond the cells that they run through; straight lines do not: they say what is land.
  const bool land = sample(*sphere_, heights_, place, Sampling::linear) >= 0;
  return land ? std::max(height, least) : std::min(height, -least);
}

Result<std::vector<float>> ZoomGround::heights(const RegionGrid& grid, const Execution& execution) const {
  std::vector<float> all(grid.count());
  CRATON_TRY(parallel_blocks(grid.samples, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) {
      const std::vector<Vec3d> places = bends_.moved(directions_of_row(grid, row));
      for (std::uint32_t column = 0; column < grid.samples; ++column)
        all[std::size_t{row} * grid.samples + column] = height_between(places[column]);
    }
  }));
  return all;
}

Result<ZoomGround::Detail> ZoomGround::detail(const RegionGrid& grid, const Execution& execution) const {
  Detail detail{std::vector<float>(grid.count()), std::vector<float>(grid.count()), std::vector<float>(grid.count())};
  CRATON_TRY(parallel_blocks(grid.samples, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) {
      const std::vector<Vec3d> directions = directions_of_row(grid, row);
      const std::size_t first = std::size_t{row} * grid.samples;
      (void)hills_[0].points(points_on(directions, sphere_->radius()), std::span(detail.waves).subspan(first, grid.samples),
                             {.threads = 1});
      for (std::uint32_t column = 0; column < grid.samples; ++column) {
        const float rough = sample(*sphere_, roughness_, directions[column], Sampling::linear);
        const float bound = static_cast<float>(hills_a_metre) * rough + static_cast<float>(least_hills);
        detail.bound[first + column] = bound;
        detail.hills[first + column] = detail.waves[first + column] * bound;
      }
    }
  }));
  return detail;
}

std::vector<float> sampled(const CubeSphere& sphere, std::span<const float> values, const RegionPlane& plane, double west,
                           double north, double spacing, std::uint32_t side) {
  std::vector<float> all;
  all.reserve(std::size_t{side} * side);
  for (std::uint32_t row = 0; row < side; ++row)
    for (std::uint32_t column = 0; column < side; ++column)
      all.push_back(sample(sphere, values, plane.direction(west + column * spacing, north + row * spacing), Sampling::cubic));
  return all;
}

}  // namespace craton::zoom
