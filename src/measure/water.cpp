#include "measure/water.h"

#include <algorithm>

#include "measure/fit.h"
#include "measure/hollows.h"
#include "stages/water/routing/flow_router.h"
#include "surface/flat_array.h"

namespace craton::measure {
namespace {

double mean_area(const Domain& domain) { return spacing(domain) * spacing(domain); }

/// In mean cells: whole numbers on grids, whose sums are exact.
FlatArray<float> cell_areas(const Domain& domain) {
  FlatArray<float> areas(cell_count(domain));
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    const double mean = mean_area(domain);
    for (Cell cell = 0; cell < areas.size(); ++cell) areas[cell] = static_cast<float>(sphere->area(cell) / mean);
  } else {
    std::fill(areas.begin(), areas.end(), 1.0F);
  }
  return areas;
}

/// Areas of land, in m².
struct Land {
  double all = 0, raised = 0;
  bool any_sea = false;
};

Result<Land> land_of(const Domain& domain, const Ground& ground, std::span<const float> filled, const Execution& execution) {
  const auto blocks = block_by_block(domain, execution, [&](const auto& topology, Cell begin, Cell end) {
    Land land;
    for (Cell cell = begin; cell < end; ++cell) {
      if (!ground.is_land(cell)) {
        land.any_sea = true;
        continue;
      }
      const double area = topology.area(cell);
      land.all += area;
      if (filled[cell] > ground.heights[cell]) land.raised += area;
    }
    return land;
  });
  if (!blocks) return blocks.error();
  Land total;
  for (const Land& block : *blocks) {
    total.all += block.all;
    total.raised += block.raised;
    total.any_sea |= block.any_sea;
  }
  return total;
}

bool has_borders(const Domain& domain) {
  if (const auto* torus = std::get_if<Torus>(&domain)) return !torus->wraps_x() || !torus->wraps_y();
  return std::holds_alternative<PlaneTile>(domain);
}

double closed_share(const Domain& domain, const Ground& ground, const FlowRouter& router, std::span<const float> filled,
                    const Land& land) {
  if (land.raised == 0) return 0;
  FlatArray<float> areas = cell_areas(domain);
  return closed_basins(router.graph(), ground, filled, areas.span()) * mean_area(domain) / land.all;
}

std::optional<double> lake_exponent(const Domain& domain, const Ground& ground, const FlowRouter& router,
                                    std::span<const float> filled) {
  const FlatArray<float> areas = cell_areas(domain);
  return pareto_exponent(lake_areas(router.graph(), ground, filled, areas.span()), least_lake, least_lakes);
}

Result<void> measure_channels(const Domain& domain, const Ground& ground, const FlowGraph& graph, std::span<const float> filled,
                              WaterLaws& laws, const Execution& execution) {
  FlatArray<float> lengths(ground.heights.size()), upstream(ground.heights.size()), catchment = cell_areas(domain);
  CRATON_TRY(receiver_lengths(domain, graph.receiver.span(), lengths.span(), execution));
  gather(graph, lengths.span(), catchment.span(), upstream.span());
  const Drainage drainage{
      .graph = graph, .lengths = lengths.span(), .catchment = catchment.span(), .upstream = upstream.span(), .ground = ground};
  const std::vector<Cell> channels = channel_cells(drainage, channel_head(mean_area(domain)));
  laws.any_channels = !channels.empty();
  laws.hack = hack_exponent(drainage, channels);
  CRATON_TRY(const std::optional<double> found, concavity(drainage, channels, execution));
  laws.concavity = found;
  const std::vector<StreamOrder> orders = stream_orders(drainage, channels);
  laws.horton = horton_ratios(orders);
  if (!orders.empty()) laws.river_count = static_cast<double>(orders.front().count);
  laws.longest_river = longest_channel(drainage, channels);
  for (const Cell cell : channels)
    if (filled[cell] == ground.heights[cell]) laws.river_length += double{lengths[cell]};
  return {};
}

}  // namespace

Result<WaterLaws> measure_water(const Domain& domain, const Ground& ground, const Execution& execution) {
  FlowRouter router(domain);
  const WaterEnds ends{.sea_level = ground.sea_level};
  CRATON_TRY(router.route(ground.heights, ends, execution));
  FlatArray<float> filled(ground.heights.size());
  std::copy(ground.heights.begin(), ground.heights.end(), filled.begin());
  CRATON_TRY(router.fill(filled.span(), execution));
  CRATON_TRY(const Land land, land_of(domain, ground, filled.span(), execution));
  WaterLaws laws;
  laws.pit_share = land.raised / land.all;
  if (land.any_sea || has_borders(domain)) laws.closed_share = closed_share(domain, ground, router, filled.span(), land);
  if (land.raised > 0) laws.lake_exponent = lake_exponent(domain, ground, router, filled.span());
  // Rivers cross lakes as on a map, straight to the outlet and not over the deepest places.
  if (land.raised > 0) CRATON_TRY(router.route(filled.span(), ends, execution));
  CRATON_TRY(measure_channels(domain, ground, router.graph(), filled.span(), laws, execution));
  return laws;
}

}  // namespace craton::measure
