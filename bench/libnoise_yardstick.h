#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/harness.h"

namespace craton::bench {

/// The points a yardstick walks: `width` × `height` × `depth` samples, x fastest, `frequency` lattice cells apart.
struct Walk {
  std::uint32_t width = 1, height = 1, depth = 1;
  double frequency = 0.01;

  std::uint64_t samples() const { return std::uint64_t{width} * height * depth; }
};

/// Debian's libnoise in its standard quality, point by point: value noise for value, its white noise for white, its
/// Voronoi module for cellular, its Perlin for all else; its Perlin module for fractal sums (`octaves` > 1). None where it was
/// not built in.
std::optional<Yardstick> libnoise_yardstick(const std::string& kind, int octaves, const Walk& walk);

/// The same at any points, in lattice cells.
struct CellPosition {
  double x = 0, y = 0, z = 0;
};
std::optional<Yardstick> libnoise_yardstick(const std::string& kind, int octaves, std::vector<CellPosition> points);

}  // namespace craton::bench
