#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/domain.h>
#include <craton/surface/voronoi_regions.h>

#include "base/function_ref.h"

/// Plates that grow from random cells until they meet (Fusek 2020).
namespace craton {

struct GrowthRules {
  std::uint32_t plates = 50;  ///< no more than cells
  double rate_range = 0.5;    ///< e: rates lie in [1 − e, 1 + e], for e ≥ 1 in [0, e]
  bool random_driven = false;
  std::uint32_t rounds = 0;  ///< 0: until all cells have a plate
};

struct PlateGrowth {
  std::vector<Cell> starts;
  std::vector<double> rates;
  std::uint32_t rounds = 0;  ///< that it took
};

/// What a round added: cells, and the number of the plate that took each.
struct GrowthRound {
  std::vector<Cell> cells;
  std::vector<std::int32_t> plates;
};

/// A random number of 64 bits for a counter of two parts.
inline std::uint64_t counted_random(Seed seed, std::uint64_t a, std::uint64_t b) {
  return mix64(mix64(seed.value + a * 0x9e3779b97f4a7c15U) + b * 0xd1b54a32d192ed03U + 1);
}
/// 0 ≤ … < 1
inline double unit_of_bits(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

/// Rate of expansion: how often a plate expands in a round. Never below 2⁻¹⁰, with which a plate still fills any sphere.
double expansion_rate(double range, double random);
/// How often it expands in a round: ⌊rate⌋ times, and once more with the probability of the rest.
std::uint32_t expansions_of(double rate, double random);

/// Fills `plate`, zeros at first, with the numbers of plates, from 1. `after_round` is told of each round; its error ends it all.
/// `regions`: plates spread over the borders of regions instead of the links of the grid.
Result<PlateGrowth> grow_plates(const Domain& domain, const GrowthRules& rules, Seed seed, std::span<std::int32_t> plate,
                                FunctionRef<Result<void>(GrowthRound)> after_round, const RegionNeighbours* regions = nullptr);

}  // namespace craton
