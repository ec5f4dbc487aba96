// Coarse to fine: valleys of all sizes are found where they are cheapest. A step at half the size costs a quarter, and water
// reaches the far side in half as many cells.
#include "stages/water/stream_power/power_levels.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "stages/water/stream_power/half_resolution.h"
#include "surface/borders.h"

namespace craton {
namespace {

constexpr std::uint32_t least_side = 96, smallest_side = 8, most_levels = 10;
constexpr double share_of_finer = 0.1;                     // of the years, for each level but the coarsest
constexpr double bend_cells = 1.2, bend_wave_cells = 3.5;  // below what would fold the ground
constexpr std::uint32_t least_steps = 10;                  // of a level: so often do its rivers look for their way

/// A term on the coarser level.
Result<void> carry(const PowerLevel& fine, const Field& term, Field& out, PowerLevel& coarse, bool largest,
                   const Execution& execution) {
  out = term;
  if (!term.varies()) return {};
  FlatArray<float> values(cell_count(*coarse.domain));
  CRATON_TRY((largest ? largest_around : averaged)(*fine.domain, term.values(), *coarse.domain, values.span(), execution));
  coarse.layers.push_back(std::move(values));
  out = std::as_const(coarse.layers.back()).span();
  return {};
}

Result<PowerLevel> coarser_level(const PowerLevel& fine, const Execution& execution) {
  CRATON_TRY(Domain domain, half_resolution(*fine.domain, execution));
  PowerLevel level;
  level.own_domain = std::make_unique<Domain>(std::move(domain));
  level.domain = level.own_domain.get();
  level.terms = fine.terms;
  for (Field StreamPowerTerms::*term : {&StreamPowerTerms::uplift, &StreamPowerTerms::erodibility, &StreamPowerTerms::rain,
                                        &StreamPowerTerms::diffusivity, &StreamPowerTerms::lakes, &StreamPowerTerms::strength})
    CRATON_TRY(carry(fine, fine.terms.*term, level.terms.*term, level, term == &StreamPowerTerms::lakes, execution));
  level.before = FlatArray<float>(cell_count(*level.domain));
  CRATON_TRY(averaged(*fine.domain, fine.before.span(), *level.domain, level.before.span(), execution));
  return level;
}

/// Rivers of a grid run in eight directions. At its own size that hardly shows, but each refinement would make the straight
/// reaches twice as long: so what was found is displaced a little, by no more than a coarse cell or so.
Bend bend_of(const PowerLevel& coarse) {
  const double cell = spacing(*coarse.domain);
  return {bend_cells * cell, bend_wave_cells * cell, coarse.seed};
}

/// Whether a cell keeps its height, beside those at borders.
bool holds(const StreamPowerTerms& terms, Cell cell, float height) {
  return height < static_cast<float>(terms.sea_level) || terms.lakes[cell] > 0 || !(terms.strength[cell] > 0);
}

/// Land stays land where it does not sink.
float changed(const StreamPowerTerms& terms, Cell cell, float height, float change) {
  const float after = height + change;
  return terms.uplift[cell] < 0 ? after : std::max(after, static_cast<float>(terms.sea_level));
}

}  // namespace

std::uint32_t level_count(const Domain& domain, int asked) {
  const std::uint32_t side = asked == 0 ? least_side : smallest_side;
  const std::uint32_t most = asked == 0 ? most_levels : static_cast<std::uint32_t>(asked);
  std::uint32_t count = 1;
  for (std::uint32_t left = (shortest_side(domain) + 1) / 2; left >= side && count < most; left = (left + 1) / 2) ++count;
  return count;
}

std::vector<PowerSchedule> schedule(double duration, double time_step, std::uint32_t levels) {
  const double finer = std::min(share_of_finer, 0.6 / levels);
  std::vector<PowerSchedule> all;
  for (std::uint32_t level = 0; level < levels; ++level) {
    const double years = duration * (level + 1 < levels ? finer : 1 - finer * (levels - 1));
    const auto asked = static_cast<std::uint32_t>(std::ceil(years / time_step - 1e-9));
    const std::uint32_t steps = std::max(asked, level + 1 < levels ? least_steps : 1);
    all.push_back({steps, years / steps});
  }
  return all;
}

Result<std::vector<PowerLevel>> make_levels(const Domain& domain, const StreamPowerTerms& terms, std::span<const float> heights,
                                            std::uint32_t count, Seed seed, const Execution& execution) {
  std::vector<PowerLevel> levels(1);
  levels[0].domain = &domain;
  levels[0].terms = terms;
  if (count == 1) return levels;
  levels[0].before = FlatArray<float>(heights.size());
  std::copy(heights.begin(), heights.end(), levels[0].before.begin());
  while (levels.size() < count) {
    CRATON_TRY(PowerLevel next, coarser_level(levels.back(), execution));
    levels.push_back(std::move(next));
  }
  // Counted from the coarsest, which is the same at all resolutions.
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i].seed = seed.child(std::to_string(levels.size() - i));
  return levels;
}

Result<void> refine_change(const PowerLevel& coarse, std::span<const float> heights, const PowerLevel& fine, std::span<float> out,
                           const Execution& execution) {
  FlatArray<float> change(heights.size());
  for (std::size_t c = 0; c < change.size(); ++c) change[c] = heights[c] - coarse.before[c];
  CRATON_TRY(refined(*coarse.domain, change.span(), *fine.domain, out, bend_of(coarse), execution));
  constexpr std::uint64_t block_cells = 1 << 15;
  return std::visit(
      [&](const auto& topology) {
        return parallel_blocks(out.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t i = begin; i < end; ++i) {
            const auto cell = static_cast<Cell>(i);
            const bool stays = at_border(topology, cell) || holds(fine.terms, cell, fine.before[i]);
            out[i] = stays ? fine.before[i] : changed(fine.terms, cell, fine.before[i], out[i]);
          }
        });
      },
      *fine.domain);
}

}  // namespace craton
