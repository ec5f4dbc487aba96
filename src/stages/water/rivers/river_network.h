#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>

#include "stages/water/hydrography.h"

namespace craton {

struct RiverRules {
  float sea_level = 0;
  Field rain = 1.0;            ///< m/year that run off
  double least_discharge = 0;  ///< m³/year: where a river begins
  double least_length = 0;     ///< m, up to the farthest source: shorter rivers are left out, with all that flows into them
  Field sinks = 0.0;           ///< cells with more than 0 swallow water
  /// m/year that lakes lose beyond the rain on them, and whether they do; then no rain on them runs off.
  Field lake_loss = 0.0;
  bool lakes_lose = false;
  Field bed_loss = 0.0;  ///< m/year that water on land loses through its bed, over its width (bed_loss.h)
  bool beds_lose = false;
};

/// Where the water of a world goes, m³ a year.
struct WaterBalance {
  double runoff = 0, sea = 0, border = 0, lakes = 0, sinks = 0, beds = 0;
};

/// Rivers on a ground with lakes, as cells.
struct RiverNetwork {
  std::vector<River> rivers;
  FlatArray<std::uint32_t> number;  ///< of each cell: 0, or 1 + the river whose bed it is; mouths belong to what they are in
  FlatArray<float> bed;         ///< m, of rivers alone: their bed on land, the surface of lakes and sea; never rises downstream
  FlatArray<double> discharge;  ///< m³/year through each cell
  FlatArray<Cell> receiver;     ///< where each cell's water goes: itself where it ends
  WaterBalance balance;
  std::vector<Cell> outlets;  ///< of each lake: the one of its cells from which water leaves; no_cell where none does
};

/// Kinds of lakes by what the rivers bring and take.
void name_lakes(const RiverNetwork& network, Lakes& lakes);

/// Routes water over the ground and through its lakes, and picks the rivers. Their links never cross: of two that would, on the
/// diagonals of four cells, one joins the other.
Result<RiverNetwork> find_rivers(const Domain& domain, std::span<const float> heights, const Lakes& lakes,
                                 const RiverRules& rules, const Execution& execution);

}  // namespace craton
