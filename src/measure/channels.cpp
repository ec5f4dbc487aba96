// The laws of river networks: Hack 1957 ("Studies of longitudinal stream profiles in Virginia and Maryland", USGS Professional
// Paper 294-B), Flint 1974 ("Stream gradient as a function of order, magnitude, and discharge", Water Resources Research 10),
// Horton 1945 ("Erosional development of streams and their drainage basins", GSA Bulletin 56), Strahler 1957 ("Quantitative
// analysis of watershed geomorphology", Transactions AGU 38).
#include "measure/channels.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "measure/fit.h"

namespace craton::measure {
namespace {

constexpr double least_head_cells = 500, least_head_area = 500'000;  // m²
constexpr int slope_cells = 10;
/// Few streams of the highest orders are what the map happened to hold of them: neither number nor length nor catchment is whole.
constexpr std::uint64_t least_streams = 4;

std::vector<float> of_cells(std::span<const float> values, std::span<const Cell> cells) {
  std::vector<float> chosen(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) chosen[i] = values[cells[i]];
  return chosen;
}

/// Drop over length of the next cells downstream; nothing where they end before. Ground that rises there, in a hollow, is none
/// that a river has shaped.
std::optional<float> slope_along(const Drainage& drainage, Cell from) {
  const Ground& ground = drainage.ground;
  double length = 0;
  Cell at = from;
  for (int i = 0; i < slope_cells; ++i) {
    const Cell to = drainage.graph.receiver[at];
    if (to == at || !ground.is_land(to)) return {};
    length += double{drainage.lengths[at]};
    at = to;
  }
  const double drop = double{ground.heights[from]} - double{ground.heights[at]};
  if (!(drop > 0)) return {};
  return static_cast<float>(drop / length);
}

/// Strahler's orders while they are found: the highest order that comes in, and whether it comes twice.
struct Inflow {
  std::uint8_t highest : 7 = 0;
  std::uint8_t twice : 1 = 0;

  void add(int order) {
    if (order == highest) twice = 1;
    if (order <= highest) return;
    highest = static_cast<std::uint8_t>(order & 0x7F);
    twice = 0;
  }
  int order() const { return highest == 0 ? 1 : highest + twice; }
};

/// The factor by which a quantity grows from one order to the next.
template <class Quantity>
double ratio(std::span<const StreamOrder> orders, const Quantity& quantity) {
  std::vector<FitPoint> points;
  for (std::size_t i = 0; i < orders.size(); ++i) points.push_back({static_cast<double>(i), std::log(quantity(orders[i]))});
  return std::exp(fitted_slope(points).value_or(0));
}

}  // namespace

void gather(const FlowGraph& graph, std::span<const float> lengths, std::span<float> catchment, std::span<float> upstream) {
  for (const Cell cell : graph.order) {
    const Cell to = graph.receiver[cell];
    if (to == cell) continue;
    catchment[to] += catchment[cell];
    upstream[to] = std::max(upstream[to], upstream[cell] + lengths[cell]);
  }
}

double channel_head(double cell_area) { return std::max(least_head_cells, least_head_area / cell_area); }

std::vector<Cell> channel_cells(const Drainage& drainage, double head) {
  std::vector<Cell> channels;
  for (const Cell cell : drainage.graph.order)
    if (double{drainage.catchment[cell]} >= head && drainage.ground.is_land(cell)) channels.push_back(cell);
  return channels;
}

std::optional<double> hack_exponent(const Drainage& drainage, std::span<const Cell> channels) {
  return exponent_of_means(of_cells(drainage.catchment, channels), of_cells(drainage.upstream, channels));
}

Result<std::optional<double>> concavity(const Drainage& drainage, std::span<const Cell> channels, const Execution& execution) {
  std::vector<std::optional<float>> found(channels.size());
  CRATON_TRY(parallel_blocks(channels.size(), 1 << 14, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) found[i] = slope_along(drainage, channels[i]);
  }));
  std::vector<float> catchments, slopes;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (!found[i]) continue;
    catchments.push_back(drainage.catchment[channels[i]]);
    slopes.push_back(*found[i]);
  }
  const std::optional<double> exponent = exponent_of_medians(catchments, slopes);
  return exponent ? std::optional<double>(-*exponent) : exponent;
}

std::vector<StreamOrder> stream_orders(const Drainage& drainage, std::span<const Cell> channels) {
  const FlowGraph& graph = drainage.graph;
  FlatArray<Inflow> inflow(graph.receiver.size());
  for (const Cell cell : channels)
    if (!graph.ends_at(cell)) inflow[graph.receiver[cell]].add(inflow[cell].order());
  std::vector<StreamOrder> orders;
  for (const Cell cell : channels) {
    const Cell to = graph.receiver[cell];
    const auto order = static_cast<std::size_t>(inflow[cell].order());
    if (order > orders.size()) orders.resize(order);
    StreamOrder& streams = orders[order - 1];
    streams.length += double{drainage.lengths[cell]};
    // In the sea there are no streams to join.
    if (to != cell && drainage.ground.is_land(to) && inflow[to].order() == inflow[cell].order()) continue;
    ++streams.count;
    streams.catchment += double{drainage.catchment[cell]};
  }
  return orders;
}

double longest_channel(const Drainage& drainage, std::span<const Cell> channels) {
  FlatArray<float> way(drainage.graph.receiver.size());
  float longest = 0;
  for (const Cell cell : channels) {
    const Cell to = drainage.graph.receiver[cell];
    const float here = way[cell] + drainage.lengths[cell];
    longest = std::max(longest, here);
    if (to != cell) way[to] = std::max(way[to], here);
  }
  return double{longest};
}

std::optional<HortonRatios> horton_ratios(std::span<const StreamOrder> orders) {
  while (!orders.empty() && orders.back().count < least_streams) orders = orders.first(orders.size() - 1);
  if (orders.size() < 3) return {};
  const auto count = [](const StreamOrder& order) { return static_cast<double>(order.count); };
  return HortonRatios{
      .bifurcation = 1 / ratio(orders, count),
      .length = ratio(orders, [&](const StreamOrder& order) { return order.length / count(order); }),
      .area = ratio(orders, [&](const StreamOrder& order) { return order.catchment / count(order); }),
  };
}

}  // namespace craton::measure
