#pragma once

#include <span>

#include "measure/ground.h"
#include "surface/flow_graph.h"

namespace craton::measure {

/// A lake that covers more of its catchment than this loses more water than it gets: what rain brings beyond the sea's share,
/// 0.27 m a year from all land, against 1.2 m that open water gives off less the 0.75 m that fall on it. Then it has no outlet.
inline constexpr double closed_lake_share = 0.4;

/// Cells whose water never leaves: closed lakes and what drains into them, in mean cells. `filled` is the ground with its hollows
/// full to their rims, `areas` are those of the cells (in mean cells; afterwards they are used up), and smaller catchments than
/// `least` do not count, for many of them are roughness and no basins.
double closed_basins(const FlowGraph& graph, const Ground& ground, std::span<const float> filled, std::span<float> areas,
                     double least);

}  // namespace craton::measure
