// Explicit diffusion in few passes: Meyer, Balsara & Aslam 2012, "A second-order accurate super time-stepping formulation for
// anisotropic thermal conduction", MNRAS 422: the Runge–Kutta–Legendre method of first order. s passes reach as far as
// (s² + s)/2 explicit ones.
//
// The weight of a link is half the mean cell over length², its flux that times the drop: on a grid of squares ½ and ¼ over step²,
// the usual nine-point scheme. Sites of a sphere may almost touch: lengths below half the spacing count as that.
#include "stages/water/stream_power/hillslopes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "surface/sweep.h"

namespace craton {
namespace {

constexpr std::uint64_t block_cells = 1 << 15;
constexpr int most_stages = 32;
constexpr double most_rounds = 64;
constexpr double margin = 1.5;  // at the very limit of stability the roughest ground would not settle

/// Volume over a link for each metre of drop and m²/year, in m².
template <class T>
float weight_of(const T& topology, float length) {
  const float spacings = std::max(length / static_cast<float>(topology.spacing()), 0.5F);
  return 0.5F / (spacings * spacings);
}

template <class T>
double largest_sum(const T& topology) {
  if constexpr (T::even_links) {
    return 3 / (topology.spacing() * topology.spacing());
  } else {
    double most = 0;
    for (Cell c = 0; c < topology.cell_count(); ++c) {
      double sum = 0;
      topology.for_each_link(c, [&](Link link) { sum += weight_of(topology, link.length); });
      most = std::max(most, sum / topology.area(c));
    }
    return most;
  }
}

/// One stage of the method: out = now + onward · (now − before) + years · (change of now in a year). So a cell that neither gives
/// nor takes keeps its bits.
struct Stage {
  float onward = 0, years = 0;
  float base_level = 0;
};

/// What flows in over a link, in m³ a year. Only the sea counts as higher than it is: were it the land too, stages could push
/// it below the sea and it would stay there.
inline float inflow(float weight, float mine, float other, float here, float there, float base) {
  const float level = other == Hillslopes::holds ? std::max(there, base) : there;
  return weight * std::min(mine, other) * (level - here);
}

template <class T>
void creep_cell(const T& topology, const Stage& stage, const float* d, const float* now, const float* before, float* out,
                Cell c) {
  const float here = now[c];
  float sum = 0;
  topology.for_each_link(c, [&](Link link) {
    sum += inflow(weight_of(topology, link.length), d[c], d[link.to], here, now[link.to], stage.base_level);
  });
  const float change = sum * static_cast<float>(1 / topology.area(c));
  const float next = now[c] + stage.onward * (now[c] - before[c]) + stage.years * change;
  out[c] = d[c] == Hillslopes::holds ? now[c] : next;
}

/// The same operations in the same order as creep_cell, where the links are constant.
template <class T>
void creep_run(const T& topology, const Stage& stage, const float* d, const float* now, const float* before, float* out,
               Cell first, Cell last) {
  const std::array<std::int32_t, 8> offset = topology.regular_offsets();
  std::array<float, 8> weight = topology.regular_lengths();
  for (float& w : weight) w = weight_of(topology, w);
  const float per_area = static_cast<float>(1 / topology.area(first)), base = stage.base_level;
  for (Cell c = first; c < last; ++c) {
    const float here = now[c];
    float sum = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      const std::ptrdiff_t other = static_cast<std::ptrdiff_t>(c) + offset[k];
      sum += inflow(weight[k], d[c], d[other], here, now[other], base);
    }
    const float change = sum * per_area;
    const float next = now[c] + stage.onward * (now[c] - before[c]) + stage.years * change;
    out[c] = d[c] == Hillslopes::holds ? now[c] : next;
  }
}

template <class T>
Result<void> creep_stage(const T& topology, const Stage& stage, const float* d, const float* now, const float* before, float* out,
                         const Execution& execution) {
  return parallel_blocks(topology.cell_count(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    const auto cell = [&](Cell c) { creep_cell(topology, stage, d, now, before, out, c); };
    if constexpr (T::even_links) {
      sweep(
          topology, static_cast<Cell>(begin), static_cast<Cell>(end),
          [&](Cell first, Cell last) { creep_run(topology, stage, d, now, before, out, first, last); }, cell);
    } else {
      for (auto c = static_cast<Cell>(begin); c < static_cast<Cell>(end); ++c) cell(c);
    }
  });
}

/// The largest D of all cells that do not hold.
Result<double> largest(std::span<const float> conductances, const Execution& execution) {
  std::vector<float> most((conductances.size() + block_cells - 1) / block_cells, 0.0F);
  CRATON_TRY(parallel_blocks(conductances.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    float high = 0;
    for (std::uint64_t i = begin; i < end; ++i) high = std::max(high, conductances[i] == Hillslopes::holds ? 0 : conductances[i]);
    most[begin / block_cells] = high;
  }));
  return most.empty() ? 0.0 : double{*std::max_element(most.begin(), most.end())};
}

}  // namespace

Hillslopes::Hillslopes(const Domain& domain) : domain_(domain) {
  most_ = std::visit([](const auto& topology) { return largest_sum(topology); }, domain);
}

template <class T>
Result<void> Hillslopes::creep_on(const T& topology, std::span<float> heights, std::span<const float> conductances,
                                  float base_level, double years, const Execution& execution) {
  CRATON_TRY(const double high, largest(conductances, execution));
  const double explicit_passes = margin * high * years * most_;
  if (!(explicit_passes > 0)) return {};
  constexpr double reach = most_stages * (most_stages + 1) / 2.0;
  const double rounds = std::ceil(explicit_passes / reach);
  if (rounds > most_rounds)
    return Error{ErrorCode::invalid_value, "diffusivity",
                 "slopes would creep over more than 350 cells in a step: take a smaller diffusivity, shorter steps or a "
                 "coarser resolution"};
  int stages = 1;
  while (stages * (stages + 1) / 2.0 * rounds < explicit_passes) ++stages;

  for (FlatArray<float>& array : stages_)
    if (array.size() != heights.size()) array = FlatArray<float>(heights.size());
  const double w1 = 2.0 / (stages * (stages + 1)), round_years = years / rounds;
  for (int round = 0; round < static_cast<int>(rounds); ++round) {
    // Three arrays take turns: the stage before last, the last one, the new one.
    float *before = stages_[0].data(), *now = heights.data(), *next = stages_[1].data();
    for (int j = 1; j <= stages; ++j) {
      const double onward = (j - 1.0) / j;
      const Stage stage{static_cast<float>(onward), static_cast<float>((1 + onward) * w1 * round_years), base_level};
      CRATON_TRY(creep_stage(topology, stage, conductances.data(), now, before, next, execution));
      float* const free = before;
      before = now;
      now = next;
      next = free;
    }
    if (now != heights.data()) std::copy_n(now, heights.size(), heights.data());
  }
  // A stage may take rough ground a little too far: what was no lower than the sea stays so.
  return parallel_blocks(heights.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c)
      heights[c] = conductances[c] == holds ? heights[c] : std::max(heights[c], base_level);
  });
}

Result<void> Hillslopes::creep(std::span<float> heights, std::span<const float> conductances, float base_level, double years,
                               const Execution& execution) {
  return std::visit([&](const auto& topology) { return creep_on(topology, heights, conductances, base_level, years, execution); },
                    domain_);
}

}  // namespace craton
