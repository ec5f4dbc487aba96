#include "stages/water/stream_power/half_resolution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/each_cell.h"
#include "stages/erosion/grid_strip.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

/// The samples of an axis that have a part in a value, with their weights.
template <std::size_t N>
struct AxisTaps {
  std::array<std::uint32_t, N> sample{};
  std::array<float, N> weight{};
};

/// Where samples of one axis lie on another of the same whole, as a ratio of integers.
struct AxisMap {
  std::int64_t numerator = 0, denominator = 1;
  std::int64_t count = 1;  ///< of the axis that is read
  bool wraps = false;

  AxisMap(std::uint32_t from, std::uint32_t to, bool wrap) : count(to), wraps(wrap) {
    numerator = wrap ? to : to - 1;
    denominator = wrap ? from : std::max<std::int64_t>(std::int64_t{from} - 1, 1);
  }
  std::uint32_t stored(std::int64_t index) const {
    if (!wraps) return static_cast<std::uint32_t>(std::clamp<std::int64_t>(index, 0, count - 1));
    return static_cast<std::uint32_t>((index % count + count) % count);
  }
};

/// Catmull & Rom 1974: the weights of four samples for the place t beyond the second.
std::array<double, 4> cubic_weights(double t) {
  const double t2 = t * t, t3 = t2 * t;
  return {0.5 * (2 * t2 - t3 - t), 0.5 * (3 * t3 - 5 * t2 + 2), 0.5 * (4 * t2 - 3 * t3 + t), 0.5 * (t3 - t2)};
}

AxisTaps<4> cubic_taps(const AxisMap& map, std::int64_t sample) {
  const std::int64_t at = sample * map.numerator, index = at / map.denominator;
  const double t = static_cast<double>(at - index * map.denominator) / static_cast<double>(map.denominator);
  const std::array<double, 4> weight = cubic_weights(t);
  AxisTaps<4> taps;
  for (std::size_t k = 0; k < 4; ++k) {
    taps.sample[k] = map.stored(index + static_cast<std::int64_t>(k) - 1);
    taps.weight[k] = static_cast<float>(weight[k]);
  }
  return taps;
}

/// A tent as wide as two coarse cells: on a grid of twice the samples ¼, ½, ¼. Nothing from beyond a border.
AxisTaps<5> tent_taps(const AxisMap& map, std::int64_t sample) {
  const std::int64_t at = sample * map.numerator, index = at / map.denominator;
  const double t = static_cast<double>(at - index * map.denominator) / static_cast<double>(map.denominator);
  const double width = std::max(1.0, static_cast<double>(map.numerator) / static_cast<double>(map.denominator));
  std::array<double, 5> weight{};
  double sum = 0;
  for (int k = 0; k < 5; ++k) {
    const std::int64_t other = index + k - 2;
    const bool inside = map.wraps || (other >= 0 && other < map.count);
    weight[static_cast<std::size_t>(k)] = inside ? std::max(0.0, 1 - std::abs(k - 2 - t) / width) : 0;
    sum += weight[static_cast<std::size_t>(k)];
  }
  AxisTaps<5> taps;
  for (std::size_t k = 0; k < 5; ++k) {
    taps.sample[k] = map.stored(index + static_cast<std::int64_t>(k) - 2);
    taps.weight[k] = static_cast<float>(weight[k] / sum);
  }
  return taps;
}

/// Every value of `to` is mix(columns of rows of `from`): rows are mixed first, one row of `to` at a time.
template <std::size_t N, class TapsOf, class Mix>
Result<void> resample(const GridFrame& from, std::span<const float> values, const GridFrame& to, std::span<float> out,
                      TapsOf taps_of, Mix mix, const Execution& execution) {
  std::vector<AxisTaps<N>> columns(to.width);
  const AxisMap across(to.width, from.width, from.wrap_x), down(to.height, from.height, from.wrap_y);
  for (std::uint32_t x = 0; x < to.width; ++x) columns[x] = taps_of(across, x);
  constexpr std::uint64_t rows_a_block = 16;
  return parallel_blocks(to.height, rows_a_block, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<float> row(from.width);
    for (std::uint64_t y = begin; y < end; ++y) {
      const AxisTaps<N> rows = taps_of(down, static_cast<std::int64_t>(y));
      std::array<const float*, N> source;
      for (std::size_t k = 0; k < N; ++k) source[k] = values.data() + std::size_t{rows.sample[k]} * from.width;
      for (std::uint32_t x = 0; x < from.width; ++x) row[x] = mix(rows.weight, [&](std::size_t k) { return source[k][x]; });
      float* target = out.data() + y * to.width;
      for (std::uint32_t x = 0; x < to.width; ++x)
        target[x] = mix(columns[x].weight, [&](std::size_t k) { return row[columns[x].sample[k]]; });
    }
  });
}

const auto weighted_sum = [](const auto& weight, auto value) {
  float sum = 0;
  for (std::size_t k = 0; k < weight.size(); ++k) sum += weight[k] * value(k);
  return sum;
};
const auto largest_part = [](const auto& weight, auto value) {
  float most = -1e30F;
  for (std::size_t k = 0; k < weight.size(); ++k) most = weight[k] > 0 ? std::max(most, value(k)) : most;
  return most;
};

/// The cells of a finer sphere that lie in one of a coarser, face by face: those with the same shares of row and column.
template <class Use>
void for_each_part(const CubeSphere& fine, const CubeSphere& coarse, Cell cell, Use use) {
  const std::uint64_t from = coarse.resolution(), to = fine.resolution();
  const std::uint64_t face = cell / (from * from), row = cell / from % from, column = cell % from;
  for (std::uint64_t r = row * to / from; r < (row + 1) * to / from; ++r)
    for (std::uint64_t c = column * to / from; c < (column + 1) * to / from; ++c)
      use(fine.cell(static_cast<std::uint32_t>(face), static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(r)));
}

/// The value at a direction by cubics between the middles of cells, where the sites of a coarser sphere lie. Over the corners of
/// the cube there are no cells: the row that a place lies in goes on.
float value_between(const CubeSphere& sphere, std::span<const float> values, const Vec3d& direction) {
  const FacePlace place = face_place_of(direction, sphere.theta());
  const double x = place.a * sphere.resolution() - 0.5, y = place.b * sphere.resolution() - 0.5;
  const auto column = static_cast<std::int64_t>(std::floor(x)), row = static_cast<std::int64_t>(std::floor(y));
  const std::array<double, 4> across = cubic_weights(x - static_cast<double>(column));
  const std::array<double, 4> down = cubic_weights(y - static_cast<double>(row));
  const std::int64_t last = sphere.resolution() - 1;
  const bool inside = column >= 1 && column + 2 <= last && row >= 1 && row + 2 <= last;
  double sum = 0;
  for (std::int64_t j = 0; j < 4; ++j) {
    double in_row = 0;
    for (std::int64_t i = 0; i < 4; ++i) {
      const std::int64_t c = column + i - 1, r = row + j - 1;
      Cell cell = 0;
      if (inside) {
        cell = sphere.cell(place.face, static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(r));
      } else {
        const std::optional<Cell> folded = sphere.folded(place.face, c, r);
        cell = folded ? *folded : *sphere.folded(place.face, std::clamp<std::int64_t>(c, 0, last), r);
      }
      in_row += across[static_cast<std::size_t>(i)] * values[cell];
    }
    sum += down[static_cast<std::size_t>(j)] * in_row;
  }
  return static_cast<float>(sum);
}

constexpr std::uint64_t block_cells = 1 << 12;

NoiseSpec bends(double wave) {
  NoiseSpec noise{.kind = "perlin"};
  noise.params.set("frequency", 1 / wave);
  return noise;
}

Result<void> refine_sphere(const CubeSphere& coarse, std::span<const float> values, const CubeSphere& fine, const Domain& domain,
                           std::span<float> out, const Bend& bend, const Execution& execution) {
  std::vector<Noise> noises;
  for (const std::string_view axis : {"x", "y", "z"}) {
    CRATON_TRY(Noise noise, make_noise_on(domain, bends(bend.wave), bend.seed.child(axis), ""));
    noises.push_back(std::move(noise));
  }
  const double per_radius = bend.distance / fine.radius();
  return parallel_blocks(out.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::array<std::array<float, block_cells>, 3> moved;
    for (std::size_t axis = 0; axis < 3; ++axis)
      noise_at_cells(fine, noises[axis], static_cast<Cell>(begin), std::span(moved[axis]).first(end - begin));
    for (std::uint64_t i = begin; i < end; ++i) {
      Vec3d place = fine.direction(static_cast<Cell>(i));
      place.x += per_radius * moved[0][i - begin];
      place.y += per_radius * moved[1][i - begin];
      place.z += per_radius * moved[2][i - begin];
      out[i] = value_between(coarse, values, place);
    }
  });
}

/// By the stage `perturb`, on the refined layer.
Result<void> refine_grid(const GridFrame& from, std::span<const float> values, const GridFrame& to, const Domain& domain,
                         std::span<float> out, const Bend& bend, const Execution& execution) {
  if (bend.distance == 0) return resample<4>(from, values, to, out, cubic_taps, weighted_sum, execution);
  Surface surface(domain);
  CRATON_TRY(const auto layer, surface.add_layer({.name = "refined"}));
  CRATON_TRY(resample<4>(from, values, to, layer->numbers(), cubic_taps, weighted_sum, execution));
  StageSpec spec{.stage = "perturb", .id = "bend"};
  spec.params.set("layer", "refined");
  spec.params.set("distance", bend.distance);
  spec.noises.push_back({"noise", std::make_shared<NoiseSpec>(bends(bend.wave))});
  StageContext context(bend.seed, "");
  context.execution = execution;
  CRATON_TRY(perturb_stage().run(surface, spec, context));
  std::copy_n(layer->numbers().data(), out.size(), out.data());
  return {};
}

template <class Gather>
Result<void> gather_on_sphere(std::span<float> out, const Execution& execution, Gather gather) {
  return each_cell(out.size(), execution, [&](Cell c) { out[c] = gather(c); });
}

/// Calls on_grids(shape, shape) or on_spheres(sphere, sphere).
template <class OnGrids, class OnSpheres>
Result<void> visit_pair(const Domain& a, const Domain& b, OnGrids on_grids, OnSpheres on_spheres) {
  if (const auto* sphere = std::get_if<CubeSphere>(&a)) return on_spheres(*sphere, std::get<CubeSphere>(b));
  return on_grids(grid_frame(a), grid_frame(b));
}

}  // namespace

std::uint32_t shortest_side(const Domain& domain) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) return sphere->resolution();
  const GridFrame shape = grid_frame(domain);
  return std::min(shape.width, shape.height);
}

Result<Domain> half_resolution(const Domain& domain, const Execution& execution) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    CRATON_TRY(CubeSphere half, CubeSphere::make({.resolution = static_cast<int>((sphere->resolution() + 1) / 2),
                                                  .radius = sphere->radius(),
                                                  .jitter = 0,
                                                  .theta = sphere->theta()},
                                                 Seed{}, {.threads = execution.threads, .cancel = execution.cancel}));
    return Domain(std::move(half));
  }
  const GridFrame shape = grid_frame(domain);
  using Wrap = Torus::Wrap;
  const Wrap wrap = shape.wrap_x ? (shape.wrap_y ? Wrap::both : Wrap::x) : shape.wrap_y ? Wrap::y : Wrap::none;
  CRATON_TRY(Torus half, Torus::make({.width = static_cast<int>((shape.width + 1) / 2),
                                      .height = static_cast<int>((shape.height + 1) / 2),
                                      .step = 2 * spacing(domain),
                                      .wrap = wrap}));
  return Domain(std::move(half));
}

Result<void> averaged(const Domain& fine, std::span<const float> values, const Domain& coarse, std::span<float> out,
                      const Execution& execution) {
  return visit_pair(
      fine, coarse,
      [&](const GridFrame& from, const GridFrame& to) {
        return resample<5>(from, values, to, out, tent_taps, weighted_sum, execution);
      },
      [&](const CubeSphere& from, const CubeSphere& to) {
        return gather_on_sphere(out, execution, [&](Cell cell) {
          double sum = 0, count = 0;
          for_each_part(from, to, cell, [&](Cell part) {
            sum += values[part];
            count += 1;
          });
          return static_cast<float>(sum / count);
        });
      });
}

Result<void> largest_around(const Domain& fine, std::span<const float> values, const Domain& coarse, std::span<float> out,
                            const Execution& execution) {
  return visit_pair(
      fine, coarse,
      [&](const GridFrame& from, const GridFrame& to) {
        return resample<5>(from, values, to, out, tent_taps, largest_part, execution);
      },
      [&](const CubeSphere& from, const CubeSphere& to) {
        return gather_on_sphere(out, execution, [&](Cell cell) {
          float most = -1e30F;
          for_each_part(from, to, cell, [&](Cell part) { most = std::max(most, values[part]); });
          return most;
        });
      });
}

Result<void> refined(const Domain& coarse, std::span<const float> values, const Domain& fine, std::span<float> out,
                     const Bend& bend, const Execution& execution) {
  return visit_pair(
      coarse, fine,
      [&](const GridFrame& from, const GridFrame& to) { return refine_grid(from, values, to, fine, out, bend, execution); },
      [&](const CubeSphere& from, const CubeSphere& to) { return refine_sphere(from, values, to, fine, out, bend, execution); });
}

}  // namespace craton
