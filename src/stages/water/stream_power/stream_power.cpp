#include "stages/water/stream_power/stream_power.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math_kernels.h"
#include "base/parallel.h"
#include "stages/fields.h"
#include "stages/water/routing/receiver_distances.h"
#include "stages/water/stream_power/float_power.h"

namespace craton {
namespace {

constexpr std::uint64_t block_cells = 1 << 15;
constexpr float least_channel = 4;         // cells: fewer are no channel at any resolution
constexpr std::size_t chunk_cells = 1024;  // what is known of a chunk stays in the first cache

/// values[i] = a[i] · b[i] · factor, for cells first + i.
void product(const Field& a, const Field& b, float factor, Cell first, std::size_t count, float* values) {
  visit_fields(
      first,
      [=](auto x, auto y) {
        for (std::size_t i = 0; i < count; ++i) values[i] = x[i] * y[i] * factor;
      },
      a, b);
}

/// (area + more)^m
void power_of_areas(const float* areas, float more, double m, std::size_t count, float* out) {
  if (m == 0.5) {
    for (std::size_t i = 0; i < count; ++i) out[i] = std::sqrt(areas[i] + more);
  } else {
    for (std::size_t i = 0; i < count; ++i) out[i] = areas[i] + more > 0 ? float_power(areas[i] + more, m) : 0;
  }
}

/// 1 / length^n
struct InversePower {
  double n;
  float operator()(float length) const { return n == 1 ? 1 / length : 1 / std::max(float_power(length, n), 1e-30F); }
};

/// What the ground is before rivers cut it, and what they can cut, chunk by chunk.
template <class T>
class Raise {
 public:
  Raise(const T& topology, const StreamPowerTerms& terms, const FlowGraph& graph, double years)
      : terms_(terms),
        receivers_(graph.receiver.data()),
        ways_(topology, receivers_, InversePower{terms.n}),
        years_(static_cast<float>(years)) {
    const double cell = topology.spacing() * topology.spacing();
    per_area_ = static_cast<float>(years * math::kernel::pow(cell, terms.m));
    head_cells_ = static_cast<float>(terms.head_area / cell);
  }

  void operator()(const float* heights, const float* areas, CutCell* cells, Cell first, std::size_t count) const {
    std::array<float, chunk_cells> rise, hardness, power, per_length;
    product(terms_.uplift, terms_.strength, years_, first, count, rise.data());
    product(terms_.erodibility, terms_.strength, per_area_, first, count, hardness.data());
    power_of_areas(areas + first, head_cells_, terms_.m, count, power.data());
    ways_(first, count, per_length.data());
    const bool linear = terms_.n == 1;
    for (std::size_t i = 0; i < count; ++i) {
      const float rate = hardness[i] * power[i] * per_length[i];
      const float risen = heights[first + i] + rise[i];
      cells[first + i] = {receivers_[first + i] == first + i ? heights[first + i] : risen, linear ? linear_share(rate) : rate};
    }
  }

 private:
  const StreamPowerTerms& terms_;
  const Cell* receivers_;
  ReceiverDistances<T, InversePower> ways_;
  float years_, per_area_, head_cells_;
};

}  // namespace

StreamPower::StreamPower(const Domain& domain, const StreamPowerTerms& terms)
    : domain_(domain), terms_(terms), router_(domain), areas_(cell_count(domain)), cells_(cell_count(domain)) {
  if (terms.diffusivity.varies() || terms.diffusivity.constant() > 0) {
    slopes_.emplace(domain);
    conductances_ = FlatArray<float>(cell_count(domain));
  }
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    const double mean = sphere->spacing() * sphere->spacing();
    sizes_ = FlatArray<float>(sphere->cell_count());
    for (Cell c = 0; c < sphere->cell_count(); ++c) sizes_[c] = static_cast<float>(sphere->area(c) / mean);
  }
}

/// Numbers of cells are exact in floats up to 2²⁴; beyond that only sums of that size are rounded.
Result<void> StreamPower::gather_water(const Execution& execution) {
  const Field size = sizes_.empty() ? Field(1.0) : Field(std::as_const(sizes_).span());
  CRATON_TRY(parallel_blocks(areas_.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    product(terms_.rain, size, 1, static_cast<Cell>(begin), end - begin, areas_.data() + begin);
  }));
  accumulate(router_.graph(), areas_.span());
  return {};
}

Result<void> StreamPower::raise(std::span<const float> heights, double years, const Execution& execution) {
  return std::visit(
      [&](const auto& topology) {
        const Raise raise(topology, terms_, router_.graph(), years);
        return parallel_blocks(heights.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t first = begin; first < end; first += chunk_cells)
            raise(heights.data(), areas_.data(), cells_.data(), static_cast<Cell>(first),
                  std::min<std::uint64_t>(chunk_cells, end - first));
        });
      },
      domain_);
}

Result<void> StreamPower::cut(const Execution& execution) {
  const auto base_level = static_cast<float>(terms_.sea_level);
  if (terms_.deposition > 0)
    return load_.cut_and_lay(router_.graph(), cells_.span(), base_level, terms_.n, terms_.deposition, areas_.span(),
                             sizes_.span(), execution);
  if (terms_.n == 1)
    cut_linear(router_.graph(), cells_.span(), base_level);
  else
    cut_by_power(router_.graph(), cells_.span(), base_level, terms_.n);
  return {};
}

Result<void> StreamPower::take_over(std::span<float> heights, const Execution& execution) {
  return parallel_blocks(heights.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) heights[i] = cells_[i].height;
  });
}

/// Only above channel heads: what creeps into a channel is carried away. So valleys keep the ground that drains, and slopes
/// between them are smooth, where steepest descent alone would leave a furrow in every row of cells.
Result<void> StreamPower::creep(std::span<float> heights, double years, const Execution& execution) {
  const Cell* receivers = router_.graph().receiver.data();
  const auto sea_level = static_cast<float>(terms_.sea_level);
  const float channel = std::max(least_channel, static_cast<float>(terms_.head_area / (spacing(domain_) * spacing(domain_))));
  CRATON_TRY(parallel_blocks(heights.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    float* conductances = conductances_.data();
    product(terms_.diffusivity, terms_.strength, 1, static_cast<Cell>(begin), end - begin, conductances + begin);
    for (std::uint64_t c = begin; c < end; ++c) {
      const bool stays = receivers[c] == c || areas_[c] > channel || heights[c] < sea_level;
      conductances[c] = stays ? Hillslopes::holds : conductances[c];
    }
  }));
  return slopes_->creep(heights, conductances_.span(), sea_level, years, execution);
}

Result<void> StreamPower::step(std::span<float> heights, double years, const Execution& execution) {
  const WaterEnds ends{.sea_level = static_cast<float>(terms_.sea_level), .lakes = terms_.lakes};
  CRATON_TRY(router_.route(heights, ends, execution));
  CRATON_TRY(gather_water(execution));
  CRATON_TRY(raise(heights, years, execution));
  CRATON_TRY(cut(execution));
  CRATON_TRY(take_over(heights, execution));
  if (slopes_) CRATON_TRY(creep(heights, years, execution));
  return {};
}

}  // namespace craton
