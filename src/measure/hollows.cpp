// When a lake has an outlet: Langbein 1961 ("Salinity and hydrology of closed lakes", USGS Professional Paper 412). Its level
// rises until evaporation from it equals what runs in, so a hollow overflows where its lake, full to the rim, would still be
// small against its catchment.
#include "measure/hollows.h"

#include "surface/flat_array.h"

namespace craton::measure {

double closed_basins(const FlowGraph& graph, const Ground& ground, std::span<const float> filled, std::span<float> areas) {
  const auto drowned = [&](Cell cell) { return filled[cell] > ground.heights[cell] && ground.is_land(cell); };
  FlatArray<float> lakes(filled.size());
  for (Cell cell = 0; cell < filled.size(); ++cell)
    if (drowned(cell)) lakes[cell] = areas[cell];
  double closed = 0;
  for (const Cell cell : graph.order) {
    const Cell to = graph.receiver[cell];
    if (drowned(cell)) {
      // All cells of a lake drain through one of them, the last that has its level.
      const bool lake_goes_on = to != cell && filled[to] == filled[cell] && drowned(to);
      if (lake_goes_on) {
        lakes[to] += lakes[cell];
      } else if (double{areas[cell]} >= least_basin && double{lakes[cell]} > closed_lake_share * double{areas[cell]}) {
        closed += double{areas[cell]};
        continue;
      }
    }
    if (to != cell) areas[to] += areas[cell];
  }
  return closed;
}

std::vector<float> lake_areas(const FlowGraph& graph, const Ground& ground, std::span<const float> filled,
                              std::span<const float> areas) {
  const auto drowned = [&](Cell cell) { return filled[cell] > ground.heights[cell] && ground.is_land(cell); };
  FlatArray<float> upstream(filled.size());
  std::vector<float> lakes;
  for (const Cell cell : graph.order) {
    if (!drowned(cell)) continue;
    const float area = upstream[cell] + areas[cell];
    const Cell to = graph.receiver[cell];
    if (to != cell && filled[to] == filled[cell] && drowned(to))
      upstream[to] += area;
    else
      lakes.push_back(area);
  }
  return lakes;
}

}  // namespace craton::measure
