#pragma once

#include <span>
#include <vector>

#include "measure/ground.h"
#include "surface/flow_graph.h"

namespace craton::measure {

/// A hollow whose lake, full to the rim, covers more of its catchment than this does not overflow: it would lose more water than
/// it gets. That depends on the climate; with this share the relief of Earth (20 arc minutes) has as much closed land as it has
/// in truth, a fifth.
inline constexpr double closed_lake_share = 1.0 / 6;
/// Smaller catchments, in cells, are roughness of the ground and no basins.
inline constexpr double least_basin = 20;

/// Land whose water never leaves, in mean cells: closed lakes and what drains into them. `filled` is the ground with its hollows
/// full to their rims; `areas` are those of the cells, in mean cells, and are used up.
double closed_basins(const FlowGraph& graph, const Ground& ground, std::span<const float> filled, std::span<float> areas);

/// The areas of all lakes, in mean cells: hollows full to their rims. `areas` are those of the cells.
std::vector<float> lake_areas(const FlowGraph& graph, const Ground& ground, std::span<const float> filled,
                              std::span<const float> areas);

/// Smaller lakes, in cells, have their sizes from the grid; and with fewer lakes their exponent tells nothing.
inline constexpr double least_lake = 10;
inline constexpr std::size_t least_lakes = 30;

}  // namespace craton::measure
