#pragma once

#include <optional>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "measure/ground.h"
#include "surface/flow_graph.h"

/// Rivers of a routed ground and their laws. Arrays only: whatever the domain was.
namespace craton::measure {

/// Water on its way, and the land it comes from.
struct Drainage {
  const FlowGraph& graph;
  std::span<const float> lengths;    ///< metres from each cell to its receiver
  std::span<const float> catchment;  ///< of each cell, itself included, in mean cells: exact up to 2²⁴ on grids
  std::span<const float> upstream;   ///< metres along the longest way to it from a divide
  Ground ground;
};

/// Adds up from the divides to the mouths. At first `catchment` holds the cells' own areas, and `upstream` zeros.
void gather(const FlowGraph& graph, std::span<const float> lengths, std::span<float> catchment, std::span<float> upstream);

/// How large a catchment must be to feed a channel, in cells: 500 cells and 0.5 km² at least.
double channel_head(double cell_area);

/// The land cells whose catchments reach the head's, from the springs to the mouths.
std::vector<Cell> channel_cells(const Drainage& drainage, double head);

/// h of L ∝ A^h (Hack 1957): L the longest way to a channel cell, A its catchment.
std::optional<double> hack_exponent(const Drainage& drainage, std::span<const Cell> channels);

/// θ of S ∝ A^−θ (Flint 1974): S the slope of the ground along the next 10 cells of a channel, all of them land; where it falls.
Result<std::optional<double>> concavity(const Drainage& drainage, std::span<const Cell> channels, const Execution& execution);

/// The streams of one of Strahler's orders (1957): order 1 begins at a head, two of one order that meet make the next.
struct StreamOrder {
  std::uint64_t count = 0;
  double length = 0;     ///< m, of all together
  double catchment = 0;  ///< cells, of all at their ends; a stream's holds those of its tributaries
};
std::vector<StreamOrder> stream_orders(const Drainage& drainage, std::span<const Cell> channels);

/// Metres from the farthest source of a river to its mouth.
double longest_channel(const Drainage& drainage, std::span<const Cell> channels);

/// Horton's ratios (1945; Schumm 1956 for areas): by how much one order has fewer, longer and larger streams than that below. By
/// a line through the logarithms, over the orders that have at least four streams; nothing where there are fewer than three.
struct HortonRatios {
  double bifurcation = 0, length = 0, area = 0;
};
std::optional<HortonRatios> horton_ratios(std::span<const StreamOrder> orders);

}  // namespace craton::measure
