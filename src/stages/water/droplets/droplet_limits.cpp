#include "stages/water/droplets/droplet_limits.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace craton {
namespace {

constexpr double most_grains = 0x1p24;  // of one cell in one round: 4096 m

/// The upper half of a float: rounded towards 0.
std::uint32_t upper_half(float value) { return std::bit_cast<std::uint32_t>(value) & 0xFFFF0000u; }

/// Grains that a visit of weight 1 may take and lay.
std::uint32_t packed_limits(double taken, double laid) {
  constexpr double safe = 1 - 0x1p-20;  // no rounding to the nearest float may gain anything
  return upper_half(static_cast<float>(taken * safe)) | upper_half(static_cast<float>(laid * safe)) >> 16;
}

std::uint32_t packed_ground(float capacity, float erosion, float deposition) {
  const auto byte = [](float share) { return static_cast<std::uint32_t>(std::clamp(share, 0.0F, 1.0F) * 255 + 0.5F); };
  return upper_half(capacity) | byte(erosion) << 8 | byte(deposition);
}

/// What near the sea withstands water: `shore` at sea level, nothing from shore_height on.
float yields(const DropletGround& ground, Cell cell, float height) {
  const float near = std::max(1 - std::max(height, 0.0F) / ground.shore_height, 0.0F);
  return (1 - ground.hardness[cell]) * (1 - ground.shore[cell] * near);
}

/// Metres that a cell may lose and get.
struct MetreLimits {
  float taken, laid;
};

MetreLimits metre_limits(const float* at, std::ptrdiff_t stride) {
  const float height = *at;
  float fall = 0, rise = 0;
  for (const std::ptrdiff_t to :
       {-stride - 1, -stride, -stride + 1, std::ptrdiff_t{-1}, std::ptrdiff_t{1}, stride - 1, stride, stride + 1}) {
    fall = std::max(fall, height - at[to]);
    rise = std::max(rise, at[to] < no_ground ? at[to] - height : 0.0F);
  }
  if (height < 0) return {0, highest_lay * std::min(rise, -height)};  // sea stays sea,
  return {deepest_dig * std::min(fall, height), highest_lay * rise};  // and land stays land
}

/// Visits around a cell, weighed as by a small bell: else neighbouring cells would compete, and gullies be one cell apart.
float flow_around(const std::int32_t* at, std::ptrdiff_t stride) {
  const auto row = [](const std::int32_t* middle) {
    return static_cast<float>(middle[-1]) + 2 * static_cast<float>(middle[0]) + static_cast<float>(middle[1]);
  };
  return (row(at - stride) + 2 * row(at) + row(at + stride)) * 0.0625F;
}

}  // namespace

double relative_area(const Domain& domain, Cell cell) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  return sphere != nullptr ? sphere->area(cell) / (sphere->spacing() * sphere->spacing()) : 1;
}

PieceLimits limits_in(const Domain& domain, const MapPiece& piece, const DropletGround& ground, const float* heights,
                      const std::int32_t* flow) {
  const std::uint32_t stride = piece.stride();
  PieceLimits result;
  result.limits.assign(piece.cells(), 0);
  result.grounds.assign(piece.cells(), 0);
  std::vector<Cell> cells(stride);
  for (std::uint32_t line = 1; line + 1 < piece.lines(); ++line) {
    cells_of_line(domain, piece, line, cells);
    for (std::uint32_t column = 1; column + 1 < stride; ++column) {
      const std::size_t i = std::size_t{line} * stride + column;
      const Cell cell = cells[column];
      const std::int32_t visits = flow[i];
      if (visits == 0) continue;
      const MetreLimits metres = metre_limits(heights + i, stride);
      const float yielding = yields(ground, cell, heights[i]), strength = ground.strength[cell];
      const double grains = grains_per_metre * relative_area(domain, cell);
      const auto a_visit = [&](float limit) { return std::floor(std::min(limit * grains, most_grains)) / visits; };
      result.limits[i] = packed_limits(a_visit(metres.taken * yielding * strength), a_visit(metres.laid * strength));
      const float gathered = flow_around(flow + i, stride) / ground.even_flow;
      result.grounds[i] =
          packed_ground(ground.capacity[cell] * std::sqrt(gathered), ground.erosion[cell] * ground.time * yielding * strength,
                        ground.deposition[cell] * ground.time);
    }
  }
  return result;
}

}  // namespace craton
