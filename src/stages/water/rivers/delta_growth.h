#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>

#include "surface/flat_array.h"

namespace craton {

/// Where a river comes to standing water, and what it may build there.
struct DeltaSite {
  std::vector<Cell> reach;   ///< the river's cells from where it may divide to the last on land
  std::vector<float> beds;   ///< m, of these cells; never rising
  std::vector<Cell> onward;  ///< its cells in the lake that it passes; none where it ends in the water
  std::uint32_t lake = 0;    ///< the lake's number; 0: the sea
  float surface = 0;         ///< m: the water's
  double area = 0;           ///< m² of new land wanted
  double waves = 0;          ///< 0 … 1: long fingers … a round front
  int branches = 1;          ///< at most so many ways to the water
};

struct DeltaRules {
  double deepest = 30;  ///< m: deeper water is not filled
  double slope = 3e-4;  ///< m/m: of the new land along its channels
};

/// What lies around.
struct DeltaGround {
  std::span<const float> heights;
  std::span<const std::int32_t> lakes, rivers;  ///< numbers of lakes and rivers, 0: none
  std::span<const std::uint8_t> kept_free;      ///< more than 0: no new land
  Field strength = 1.0;                         ///< 0: no new land

  bool is_water(Cell cell, std::uint32_t lake) const {
    return lake == 0 ? heights[cell] < 0 : lakes[cell] == static_cast<std::int32_t>(lake);
  }
  /// Part of some river, or where one ends.
  bool taken(Cell cell) const { return rivers[cell] != 0 || kept_free[cell] != 0; }
};

/// A way of water through the delta.
struct DeltaChannel {
  std::vector<Cell> cells;     ///< from the cell where it leaves another to the cell of open water where it ends
  std::vector<float> beds;     ///< m; never rising; of the open water its surface
  std::size_t from = 0;        ///< the channel that it leaves
  std::size_t place = 0;       ///< at which of that one's cells
  std::vector<double> shares;  ///< of the river's water, through each cell
};

struct Delta {
  std::vector<DeltaChannel> channels;  ///< the first is the river itself, from the beginning of its reach
  struct Change {
    Cell cell;
    float height;  ///< m
  };
  std::vector<Change> land;   ///< what was water
  std::vector<Change> beds;   ///< channels' cells on what was land before, and on the new land
  std::vector<Change> floor;  ///< water that has become shallower
};

/// The delta that a river builds, if there is room for one. `mark` is room for an index a cell: zeros, and zeros again
/// afterwards.
Result<std::optional<Delta>> grow_delta(const Domain& domain, const DeltaGround& ground, const DeltaSite& site,
                                        const DeltaRules& rules, Seed seed, FlatArray<std::uint32_t>& mark);

}  // namespace craton
