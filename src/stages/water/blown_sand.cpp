#include "stages/water/blown_sand.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "stages/fields.h"
#include "stages/water/wind_steps.h"
#include "surface/sweep.h"

namespace craton {
namespace {

constexpr std::uint64_t block_cells = 1 << 14;

inline float power_of(float east, float north) {
  const float speed = std::sqrt(east * east + north * north) / usual_wind;
  return std::min(speed * speed * speed, 2.0F);
}

/// The arrays of a pass as plain pointers, for loops.
struct Arrays {
  const float *bed, *sand, *air, *roof, *mean, *kept;
  float *next_sand, *next_air, *next_roof, *next_mean;
};

/// What comes to a cell from its neighbours.
struct Coming {
  float air = 0, roof = 0, mean = 0, total = 0, slides = 0;

  void from_upwind(float share, float there_air, float there_roof, float there_mean) {
    air += share * there_air;
    roof += share * there_roof;
    mean += share * there_mean;
    total += share;
  }
};

/// Sand that slides over a link, positive towards `here`: a part of what is steeper than rest, and of what there is. Nothing
/// slides from below the sea.
inline float slide(float here, float sand_here, float there, float sand_there, float rest, float part) {
  const float rise = there - here;
  const float excess = std::abs(rise) - rest;
  const float source = rise > 0 ? there : here, sand = rise > 0 ? sand_there : sand_here;
  const float amount = std::min(part * excess, 0.0625F * sand);
  const float moved = excess > 0 && source >= 0 ? amount : 0.0F;
  return rise > 0 ? moved : -moved;
}

/// The new state of a cell; `power` is what the wind carries compared to a usual one.
template <WindNow Wind>
inline void settle_cell(const SandRates& rates, const Arrays& a, Cell c, const Coming& coming, float strength, float power) {
  const float sand = a.sand[c], height = a.bed[c] + sand;
  const bool upwind = coming.total > 0;
  const float by_total = 1 / (upwind ? coming.total : 1.0F);
  const float mean_there = upwind ? coming.mean * by_total : height;
  const float mean = mean_there + rates.forget * (height - mean_there);
  const float roof = std::max(height, upwind ? coming.roof * by_total - rates.sink : height);
  a.next_mean[c] = mean;
  a.next_roof[c] = roof;

  const float still = std::min((roof - height) / rates.shade, 1.0F);
  const float speed = std::min(std::max(1 + rates.gain * (height - mean), 0.0F), 3.0F);
  const float most = rates.carried * power * (speed * speed * speed);
  const float carried = Wind == WindNow::blows && height >= 0 ? most * (1 - still) : 0.0F;
  float rate = still > 0 || !(most > coming.air) ? rates.settle : rates.pick_up;
  rate = height < 0 || Wind == WindNow::is_over ? 1.0F : rate * strength;
  float taken = std::min(rate * (carried - coming.air), 0.5F * sand);
  taken = strength > 0 ? taken : 0.0F;
  float air = strength > 0 ? coming.air + taken : 0.0F;
  const float stays = a.kept ? a.kept[c] * air : 0.0F;
  a.next_air[c] = air - stays;
  a.next_sand[c] = std::max(sand - taken + (coming.slides + stays), 0.0F);
}

struct GridPass {
  const SandGround& ground;
  SandRates rates;
  GridFrame frame;
  Arrays arrays;
};

/// The same wind everywhere.
struct EvenWind {
  std::array<float, 8> shares;  ///< of what the neighbour over step k sends off
  float even_power;

  EvenWind(float east, float north) : even_power(power_of(east, north)) {
    for (std::size_t k = 0; k < 8; ++k) shares[k] = sent_along(7 - k, east, north);
  }
  float coming(std::size_t k, Cell) const { return shares[k]; }
  float power(Cell) const { return even_power; }
};

struct UnevenWind {
  Field east, north;

  float coming(std::size_t k, Cell there) const { return sent_along(7 - k, east[there], north[there]); }
  float power(Cell c) const { return power_of(east[c], north[c]); }
};

/// One cell of a grid. `around(f)` calls f(k, to) for its steps in reading order; the same operations for all cells.
template <WindNow Now, class Strength, class Wind, class Around>
inline void grid_cell(const GridPass& pass, Cell c, const Strength& strength, const Wind& wind, const Around& around) {
  const Arrays& a = pass.arrays;
  const float here = a.bed[c] + a.sand[c], strength_here = strength[c];
  Coming coming;
  around([&](std::size_t k, Cell to) __attribute__((always_inline)) {
    const float there = a.bed[to] + a.sand[to];
    coming.from_upwind(wind.coming(k, to), a.air[to], a.roof[to], a.mean[to]);
    const bool diagonal = all_steps[k].diagonal();
    const float rest = pass.rates.repose * (diagonal ? pass.frame.diagonal : pass.frame.straight);
    coming.slides +=
        slide(here, a.sand[c], there, a.sand[to], rest, diagonal ? 0.0625F : 0.125F) * (strength_here * strength[to]);
  });
  settle_cell<Now>(pass.rates, a, c, coming, strength_here, wind.power(c));
}

/// All steps of a cell inside, one after the other in the code: each knows its own direction.
template <std::size_t... K, class F>
inline void each_step(std::index_sequence<K...>, const std::array<std::int32_t, 8>& offset, Cell c, const F& f) {
  (f(K, c + static_cast<Cell>(offset[K])), ...);
}

template <WindNow Now, class Strength, class Wind, class T>
void blow_block(const T& topology, const GridPass& pass, const Strength& strength, const Wind& wind, Cell begin, Cell end) {
  const std::array<std::int32_t, 8> offset = topology.regular_offsets();
  sweep(
      topology, begin, end,
      [&](Cell first, Cell last) {
        const GridPass local = pass;
        const Wind local_wind = wind;
        CRATON_CELLS_APART
        for (Cell c = first; c < last; ++c)
          grid_cell<Now>(
              local, c, strength, local_wind, [&](const auto& f) __attribute__((always_inline)) {
                each_step(std::make_index_sequence<8>(), offset, c, f);
              });
      },
      [&](Cell c) { grid_cell<Now>(pass, c, strength, wind, [&](const auto& f) { for_each_step(pass.frame, c, f); }); });
}

template <WindNow Now, class T>
Result<void> blow_grid(const T& topology, const GridPass& pass, const Execution& execution) {
  const Field &east = pass.ground.wind_east, &north = pass.ground.wind_north;
  const bool uneven = east.varies() || north.varies();
  const EvenWind even(uneven ? 0 : east[0], uneven ? 0 : north[0]);
  return parallel_blocks(topology.cell_count(), block_cells, execution, [&](std::uint64_t first, std::uint64_t last) {
    const auto begin = static_cast<Cell>(first), end = static_cast<Cell>(last);
    visit_fields(
        0,
        [&](auto strength) {
          if (uneven)
            blow_block<Now>(topology, pass, strength, UnevenWind{east, north}, begin, end);
          else
            blow_block<Now>(topology, pass, strength, even, begin, end);
        },
        pass.ground.strength);
  });
}

template <WindNow Wind>
Result<void> blow_sphere(const CubeSphere& sphere, const SandGround& ground, const SandRates& rates, const Arrays& a,
                         const float* shares, const Execution& execution) {
  return parallel_blocks(sphere.cell_count(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c) {
      const float here = a.bed[c] + a.sand[c], strength = ground.strength[c];
      const double area = sphere.area(c);
      Coming coming;
      std::size_t k = 0;
      sphere.for_each_link(c, [&](Link link) {
        coming.from_upwind(shares[std::size_t{8} * c + k++], a.air[link.to], a.roof[link.to], a.mean[link.to]);
        const float there = a.bed[link.to] + a.sand[link.to];
        const auto smaller = static_cast<float>(std::min(area, sphere.area(link.to)) / area);
        coming.slides += slide(here, a.sand[c], there, a.sand[link.to], rates.repose * link.length, 0.0625F) *
                         (strength * ground.strength[link.to]) * smaller;
      });
      settle_cell<Wind>(rates, a, c, coming, strength, power_of(ground.wind_east[c], ground.wind_north[c]));
    }
  });
}

template <WindNow Wind>
Result<void> blow_now(const Domain& domain, const SandGround& ground, const SandRates& rates, const Arrays& arrays,
                      const float* shares, const Execution& execution) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain))
    return blow_sphere<Wind>(*sphere, ground, rates, arrays, shares, execution);
  if (const auto* torus = std::get_if<Torus>(&domain))
    return blow_grid<Wind>(*torus, {ground, rates, grid_frame(*torus), arrays}, execution);
  const auto& tile = std::get<PlaneTile>(domain);
  return blow_grid<Wind>(tile, {ground, rates, grid_frame(tile), arrays}, execution);
}

}  // namespace

float carrying_power(float east, float north) { return power_of(east, north); }

SandState::SandState(Cell cells, std::span<float> sand_values)
    : sand(sand_values), air({.name = "air"}, cells), roof({.name = "roof"}, cells), mean({.name = "mean"}, cells) {}

Result<void> blow(const Domain& domain, const SandGround& ground, const WindWays& ways, const SandRates& rates, WindNow wind,
                  SandState& from, SandState& to, const Execution& execution) {
  const Arrays arrays{.bed = ground.bed.data(),
                      .sand = from.sand.data(),
                      .air = from.air.numbers().data(),
                      .roof = from.roof.numbers().data(),
                      .mean = from.mean.numbers().data(),
                      .kept = ways.kept().data(),
                      .next_sand = to.sand.data(),
                      .next_air = to.air.numbers().data(),
                      .next_roof = to.roof.numbers().data(),
                      .next_mean = to.mean.numbers().data()};
  const float* shares = ways.coming().data();
  switch (wind) {
    case WindNow::blows: return blow_now<WindNow::blows>(domain, ground, rates, arrays, shares, execution);
    case WindNow::dies: return blow_now<WindNow::dies>(domain, ground, rates, arrays, shares, execution);
    case WindNow::is_over: break;
  }
  return blow_now<WindNow::is_over>(domain, ground, rates, arrays, shares, execution);
}

}  // namespace craton
