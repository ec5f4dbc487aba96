#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>

#include "stages/water/lakes/lake_finder.h"

namespace craton {

/// Where a river ends.
enum class Mouth : std::uint8_t { sea, border, lake, river, sink };

/// A river from its source to its mouth. Rivers are numbered so that each comes after the one it joins.
struct River {
  std::vector<Cell> cells;  ///< from the source on; the last is its mouth: a cell of the sea, a lake or the river it joins
  Mouth mouth = Mouth::sea;
  std::uint32_t joins = 0;  ///< 1 + the river it runs into, there or beyond the lake at its mouth; 0: none
  std::uint32_t lake = 0;   ///< 1 + the lake at its mouth; 0: none
  int order = 1;            ///< of Strahler, where it ends
  double length = 0;        ///< m
  double discharge = 0;     ///< m³/year, before its mouth
};

struct RiverRules {
  float sea_level = 0;
  Field rain = 1.0;            ///< m/year that run off
  double least_discharge = 0;  ///< m³/year: where a river begins
  double least_length = 0;     ///< m, up to the farthest source: shorter rivers are left out, with all that flows into them
  Field sinks = 0.0;           ///< cells with more than 0 swallow water
};

/// Rivers on a ground with lakes, as cells.
struct RiverNetwork {
  std::vector<River> rivers;
  FlatArray<std::uint32_t> number;  ///< of each cell: 0, or 1 + the river whose bed it is; mouths belong to what they are in
  FlatArray<float> bed;         ///< m, of rivers alone: their bed on land, the surface of lakes and sea; never rises downstream
  FlatArray<double> discharge;  ///< m³/year through each cell
  FlatArray<Cell> receiver;     ///< where each cell's water goes: itself where it ends
  std::vector<Cell> outlets;    ///< of each lake: the one of its cells from which water leaves; no_cell where none does
};

/// Routes water over the ground and through its lakes, and picks the rivers. Their links never cross: of two that would, on the
/// diagonals of four cells, one joins the other.
Result<RiverNetwork> find_rivers(const Domain& domain, std::span<const float> heights, const Lakes& lakes,
                                 const RiverRules& rules, const Execution& execution);

}  // namespace craton
