// Fusek 2020, "Generování procedurálních planet", section 5.4 and algorithm 3: a flood fill in which every plate expands by a
// rate of its own. Its errata: a plate expands while the rate is at least 1, and once more where a random number is below the
// rest. A cell that has expanded once has no free neighbours left, so that the frontier of a plate is what its last expansion
// added, and the whole is done in one look at each cell.
#include "stages/crust/plate_growth.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/uint128.h"
#include "stages/crust/plate_neighbours.h"

namespace craton {
namespace {

constexpr double slowest_rate = 0x1p-10;
constexpr std::uint64_t draws_of_a_start = 64;  // then the next free cell is taken

/// A whole number below `count`.
std::uint64_t below(std::uint64_t count, std::uint64_t bits) { return static_cast<std::uint64_t>((uint128{bits} * count) >> 64); }

template <Topology T>
class FloodFill {
 public:
  FloodFill(const T& topology, const GrowthRules& rules, Seed seed, std::span<std::int32_t> plate,
            const RegionNeighbours* regions)
      : rules_(rules),
        neighbours_(topology, regions),
        plate_(plate),
        free_(plate.size()),
        dice_(seed.child("expansion")),
        choice_(seed.child("choice")),
        frontier_(rules.plates) {
    const Seed starts = seed.child("starts"), rates = seed.child("rates");
    for (std::uint32_t p = 0; p < rules.plates; ++p) {
      growth_.starts.push_back(start_of(starts, p));
      growth_.rates.push_back(expansion_rate(rules.rate_range, unit_of_bits(counted_random(rates, p, 0))));
      claim(growth_.starts.back(), p);
      growing_.push_back(p);
    }
    round_ = {};  // starts are there before the first round
  }

  Result<PlateGrowth> run(FunctionRef<Result<void>(GrowthRound)> after_round) {
    while (free_ > 0 && (rules_.rounds == 0 || growth_.rounds < rules_.rounds)) {
      if (rules_.random_driven)
        expand_one();
      else
        expand_all();
      CRATON_TRY(after_round(std::exchange(round_, {})));
      ++growth_.rounds;
    }
    return std::move(growth_);
  }

 private:
  Cell start_of(Seed seed, std::uint32_t p) const {
    Cell cell = 0;
    for (std::uint64_t draw = 0; draw < draws_of_a_start; ++draw) {
      cell = static_cast<Cell>(below(plate_.size(), counted_random(seed, p, draw)));
      if (plate_[cell] == 0) return cell;
    }
    while (plate_[cell] != 0) cell = cell + 1 < plate_.size() ? cell + 1 : 0;
    return cell;
  }

  void claim(Cell cell, std::uint32_t p) {
    plate_[cell] = static_cast<std::int32_t>(p + 1);
    frontier_[p].push_back(cell);
    round_.cells.push_back(cell);
    round_.plates.push_back(plate_[cell]);
    --free_;
  }

  /// Takes the free neighbours of the frontier. Nothing where there are none: then the plate is finished.
  void expand(std::uint32_t p) {
    std::swap(frontier_[p], last_);
    frontier_[p].clear();
    for (const Cell cell : last_)
      neighbours_(cell, [&](Cell to) {
        if (plate_[to] == 0) claim(to, p);
      });
  }

  void expand_by_rate(std::uint32_t p) {
    const double random = unit_of_bits(counted_random(dice_, p, growth_.rounds));
    const std::uint32_t times = expansions_of(growth_.rates[p], random);
    for (std::uint32_t i = 0; i < times && !frontier_[p].empty(); ++i) expand(p);
  }

  void expand_all() {
    for (const std::uint32_t p : growing_) expand_by_rate(p);
    std::erase_if(growing_, [&](std::uint32_t p) { return frontier_[p].empty(); });
  }

  /// Plates that are finished are not drawn any more: their turns would change nothing.
  void expand_one() {
    const std::size_t i = below(growing_.size(), counted_random(choice_, growth_.rounds, 0));
    expand_by_rate(growing_[i]);
    if (frontier_[growing_[i]].empty()) growing_.erase(growing_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  const GrowthRules& rules_;
  PlateNeighbours<T> neighbours_;
  std::span<std::int32_t> plate_;
  std::size_t free_;
  Seed dice_, choice_;
  PlateGrowth growth_;
  GrowthRound round_;
  std::vector<std::uint32_t> growing_;  // plates that are not finished, in their order
  std::vector<std::vector<Cell>> frontier_;
  std::vector<Cell> last_;
};

}  // namespace

double expansion_rate(double range, double random) {
  const double low = range < 1 ? 1 - range : 0, high = range < 1 ? 1 + range : range;
  return std::max(low + (high - low) * random, slowest_rate);
}

std::uint32_t expansions_of(double rate, double random) {
  const double whole = std::floor(rate);
  return static_cast<std::uint32_t>(whole) + (random < rate - whole ? 1 : 0);
}

Result<PlateGrowth> grow_plates(const Domain& domain, const GrowthRules& rules, Seed seed, std::span<std::int32_t> plate,
                                FunctionRef<Result<void>(GrowthRound)> after_round, const RegionNeighbours* regions) {
  return std::visit([&](const auto& topology) { return FloodFill(topology, rules, seed, plate, regions).run(after_round); },
                    domain);
}

}  // namespace craton
