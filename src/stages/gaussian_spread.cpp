// On grids: along rows, then along columns, a few passes that mix values some cells apart ("à trous", Holschneider et al. 1989):
// twice the weights ¼ ½ ¼ at strides 1, 2, 4, … and a last stride that makes up for the rest of the variance. Twice the first n
// strides is exactly four box filters of 2^n cells, so the bell is a cubic spline; it ends within 4 radii.
// On spheres: diffusion between neighbours, in proportion to 1/length², weighed by area.
#include "stages/gaussian_spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <craton/surface/layer.h>
#include "base/parallel.h"
#include "stages/erosion/grid_strip.h"
#include "surface/sweep.h"

namespace craton {
namespace {

struct StridedPass {
  std::uint32_t stride;
  float weight;  ///< of each side
};

/// A pass of weight a at stride s widens by the variance 2 a s².
std::vector<StridedPass> strided_passes(double radius_in_cells) {
  std::vector<StridedPass> passes;
  double rest = radius_in_cells * radius_in_cells;
  for (std::uint32_t stride = 1; rest > 0; stride *= 2) {
    const double full = double(stride) * stride;
    const bool last = rest < full;
    const auto cells = last ? static_cast<std::uint32_t>(std::ceil(std::sqrt(rest))) : stride;
    const double variance = last ? rest : full;
    const auto weight = static_cast<float>(variance / (4.0 * cells * cells));
    passes.push_back({cells, weight});
    passes.push_back({cells, weight});
    rest -= variance;
  }
  return passes;
}

/// The line at `index` where lines repeat, or are mirrored at the ends. What mirrors a to b mirrors b to a.
std::uint32_t line_at(std::int64_t index, std::uint32_t count, bool wraps) {
  const std::int64_t period = wraps ? count : 2 * std::int64_t{count};
  const std::int64_t rest = index % period, folded = rest < 0 ? rest + period : rest;
  return static_cast<std::uint32_t>(folded < count ? folded : period - 1 - folded);
}

/// Lines of `lanes` numbers, `count` of them, from `from` to `to`.
void mix_lines(const float* from, float* to, std::uint32_t count, std::uint32_t lanes, bool wraps, StridedPass pass) {
  const float weight = pass.weight;
  for (std::uint32_t line = 0; line < count; ++line) {
    const std::uint32_t before = line_at(std::int64_t{line} - pass.stride, count, wraps);
    const std::uint32_t after = line_at(std::int64_t{line} + pass.stride, count, wraps);
    const float *own = from + std::size_t{line} * lanes, *west = from + std::size_t{before} * lanes,
                *east = from + std::size_t{after} * lanes;
    float* out = to + std::size_t{line} * lanes;
    for (std::uint32_t i = 0; i < lanes; ++i) out[i] = own[i] + weight * ((west[i] - own[i]) + (east[i] - own[i]));
  }
}

/// All passes on lines in `lines`, with `other` as long.
void mix_all(std::vector<float>& lines, std::vector<float>& other, std::uint32_t count, std::uint32_t lanes, bool wraps,
             std::span<const StridedPass> passes) {
  for (const StridedPass pass : passes) {
    mix_lines(lines.data(), other.data(), count, lanes, wraps, pass);
    lines.swap(other);
  }
}

constexpr std::uint32_t lanes_at_once = 32;

/// Rows are turned so that neighbours in a row are lines: `lanes` rows at a time.
Result<void> spread_rows(const GridFrame& grid, std::span<float> values, std::span<const StridedPass> passes,
                         const Execution& execution) {
  return parallel_blocks(grid.height, lanes_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
    const auto lanes = static_cast<std::uint32_t>(end - begin);
    std::vector<float> lines(std::size_t{grid.width} * lanes), other(lines.size());
    for (std::uint32_t i = 0; i < lanes; ++i)
      for (std::uint32_t x = 0; x < grid.width; ++x) lines[x * lanes + i] = values[(begin + i) * grid.width + x];
    mix_all(lines, other, grid.width, lanes, grid.wrap_x, passes);
    for (std::uint32_t i = 0; i < lanes; ++i)
      for (std::uint32_t x = 0; x < grid.width; ++x) values[(begin + i) * grid.width + x] = lines[x * lanes + i];
  });
}

Result<void> spread_columns(const GridFrame& grid, std::span<float> values, std::span<const StridedPass> passes,
                            const Execution& execution) {
  return parallel_blocks(grid.width, lanes_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
    const auto lanes = static_cast<std::uint32_t>(end - begin);
    std::vector<float> lines(std::size_t{grid.height} * lanes), other(lines.size());
    for (std::size_t y = 0; y < grid.height; ++y)
      std::copy_n(values.data() + y * grid.width + begin, lanes, lines.data() + y * lanes);
    mix_all(lines, other, grid.height, lanes, grid.wrap_y, passes);
    for (std::size_t y = 0; y < grid.height; ++y)
      std::copy_n(lines.data() + y * lanes, lanes, values.data() + y * grid.width + begin);
  });
}

Result<void> spread_grid(const GridFrame& grid, std::span<float> values, double radius_in_cells, const Execution& execution) {
  const std::vector<StridedPass> passes = strided_passes(radius_in_cells);
  CRATON_TRY(spread_rows(grid, values, passes, execution));
  return spread_columns(grid, values, passes, execution);
}

template <EvenTopology T>
Result<void> spread_on(const T& topology, std::span<float> values, double radius, const Execution& execution) {
  return spread_grid(grid_frame(topology), values, radius / topology.spacing(), execution);
}

/// Weights of links are at most 2 and of 8 links hardly more than 8; areas at least 0.7 of the mean: far from swinging.
constexpr double diffusion_rate = 0.06;
constexpr float least_length = 0.7F;  // spacings: sites may almost touch

/// What a cell takes of the differences to its neighbours in a pass, eight a cell.
void find_weights(const CubeSphere& sphere, Cell cell, float rate, float* weights) {
  const auto spacing = static_cast<float>(sphere.spacing());
  const auto by_area = static_cast<float>(sphere.spacing() * sphere.spacing() / sphere.area(cell));
  sphere.for_each_link(cell, [&](Link link) {
    const float near = 1 / std::max(link.length / spacing, least_length);
    *weights++ = rate * by_area * (near * near);
  });
}

void diffuse(const CubeSphere& sphere, const float* weights, const float* in, float* out, Cell begin, Cell end) {
  const std::array<std::int32_t, 8> offset = sphere.regular_offsets();
  sweep(
      sphere, begin, end,
      [&](Cell first, Cell last) {
        for (Cell c = first; c < last; ++c) {
          float sum = 0;
          for (std::size_t k = 0; k < 8; ++k) sum += weights[std::size_t{8} * c + k] * ((in + c)[offset[k]] - in[c]);
          out[c] = in[c] + sum;
        }
      },
      [&](Cell c) {
        float sum = 0;
        const float* weight = weights + std::size_t{8} * c;
        sphere.for_each_link(c, [&](Link link) { sum += *weight++ * (in[link.to] - in[c]); });
        out[c] = in[c] + sum;
      });
}

Result<void> spread_on(const CubeSphere& sphere, std::span<float> values, double radius, const Execution& execution) {
  // A pass of rate k widens by the variance 4 k: eight links, each of weight · length² = 1, half of it along each axis.
  const double cells = std::min(radius / sphere.spacing(), widest_spread_on_sphere);
  const double total = cells * cells / 4;
  const auto count = static_cast<std::uint32_t>(std::ceil(total / diffusion_rate));
  if (count == 0) return {};
  constexpr std::uint64_t block_cells = 1 << 13;
  Layer scratch({.name = "spread"}, values.size()), weights({.name = "weights"}, std::uint64_t{8} * values.size());
  float* const weight = weights.numbers().data();
  CRATON_TRY(parallel_blocks(values.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c)
      find_weights(sphere, c, static_cast<float>(total / count), weight + std::size_t{8} * c);
  }));
  std::span<float> in = values, out = scratch.numbers();
  for (std::uint32_t i = 0; i < count; ++i, std::swap(in, out))
    CRATON_TRY(parallel_blocks(values.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
      diffuse(sphere, weight, in.data(), out.data(), static_cast<Cell>(begin), static_cast<Cell>(end));
    }));
  if (in.data() != values.data()) std::copy(in.begin(), in.end(), values.begin());
  return {};
}

}  // namespace

Result<void> spread(const Domain& domain, std::span<float> values, double radius, const Execution& execution) {
  return std::visit([&](const auto& topology) { return spread_on(topology, values, radius, execution); }, domain);
}

std::uint32_t spread_reach(double radius, double spacing) {
  std::uint32_t cells = 0;
  for (const StridedPass pass : strided_passes(radius / spacing)) cells += pass.stride;
  return cells;
}

}  // namespace craton
