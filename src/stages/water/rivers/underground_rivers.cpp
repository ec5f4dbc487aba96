// Underground rivers: in soluble rock small rivers sink and come out again farther down (Ford & Williams 2007, "Karst
// hydrogeology"). Where one sinks, and here and there above its cave, the ground has fallen in: sinkholes (dolines). The bed
// above stays as a dry valley.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/position.h>

#include "stages/all_stages.h"
#include "stages/water/bound_waters.h"
#include "stages/water/rivers/river_path.h"
#include "surface/around.h"
#include "surface/link_slots.h"

namespace craton {
namespace {

struct UndergroundRiversParams : ChangeRivers {
  Change<float> layer = "height";
  Read<std::int32_t> river = "river";
  Read<float> discharge = "discharge";
  Write<float> sinkhole = "sinkhole";
  Field hardness = 0.0, strength = 1.0;
  double soft = 0.35, most_discharge = 5e7, least_length = 500, longest = 5000, roof = 5;
  double sinkhole_depth = 12, sinkhole_radius = 80, sinkhole_distance = 600;
  OnPlanes on_planes = OnPlanes::refuse;
  WriteTable underground = caves_table;
};

constexpr float lowest_ground = 0.5F;  // m: what is dug stays above the sea

/// A cave, and how high its water is where it comes out, m.
struct FoundCave {
  Cave cave;
  float out = 0;
};

class CaveFinder {
 public:
  explicit CaveFinder(const UndergroundRiversParams& params)
      : domain_(params.waters.domain()),
        params_(params),
        rivers_(params.waters.rivers),
        lakes_(params.waters.lakes),
        heights_(params.layer.values()),
        discharge_(params.discharge),
        beds_(params.waters.beds(heights_)),
        joined_(heights_.size()) {
    for (const River& river : rivers_) joined_[river.cells.back()] = 1;
  }

  std::vector<FoundCave> find() const {
    std::vector<FoundCave> all;
    for (std::size_t i = 0; i < rivers_.size(); ++i) {
      const std::vector<Cell>& cells = rivers_[i].cells;
      for (std::size_t k = 0; k < cells.size();) {
        const std::size_t first = k;
        if (!may_sink(cells[k++])) continue;
        double length = 0;
        while (k < cells.size() && length < params_.longest && may_sink(cells[k])) {
          length += double{length_between(domain_, cells[k - 1], cells[k])};
          ++k;
        }
        if (length < params_.least_length || k - first < 3) continue;
        all.push_back(cave(i, first, k - 1));
        ++k;  // it flows in the open before it sinks again
      }
    }
    return all;
  }

 private:
  /// Land of soft rock, a small river, and nothing joins there.
  bool may_sink(Cell cell) const {
    return double{params_.hardness[cell]} < params_.soft && params_.strength[cell] > 0 && heights_[cell] >= lowest_ground &&
           lakes_.number[cell] == 0 && joined_[cell] == 0 && double{discharge_[cell]} <= params_.most_discharge;
  }

  /// The water falls to below the roof, and runs on so that it comes out at the bed where the cave ends.
  FoundCave cave(std::size_t river, std::size_t first, std::size_t last) const {
    Cave made{.river = static_cast<std::int64_t>(river)};
    const std::vector<Cell>& cells = rivers_[river].cells;
    const float out = beds_[cells[last]];
    std::vector<float> heights;  // of the water; never rising
    float water = beds_[cells[first]];
    for (std::size_t k = first; k <= last; ++k) {
      const float under_roof = heights_[cells[k]] - static_cast<float>(params_.roof);
      if (k > first) water = std::max(out, std::min(water, under_roof));
      heights.push_back(k == last ? out : water);
      made.cells.push_back(cells[k]);
    }
    made.sink = river_point(domain_, made.cells.front(), heights.front());
    made.spring = river_point(domain_, made.cells.back(), out);
    made.length = length_of(domain_, made.cells);
    made.discharge = double{discharge_[made.cells.front()]};
    made.path = river_path(domain_, made.cells, heights, std::vector<bool>(made.cells.size(), false));
    return {std::move(made), out};
  }

  const Domain& domain_;
  const UndergroundRiversParams& params_;
  const std::vector<River>& rivers_;
  const Lakes& lakes_;
  std::span<const float> heights_, discharge_;
  FlatArray<float> beds_;
  FlatArray<std::uint8_t> joined_;  // others end there
};

/// Digs sinkholes: `depth` gets how deep each cell has fallen in.
template <Topology T>
class Sinkholes {
 public:
  Sinkholes(const T& topology, const UndergroundRiversParams& params, Seed seed)
      : topology_(topology),
        params_(params),
        heights_(params.layer.values()),
        lakes_(params.waters.lakes),
        rivers_(params.river),
        seed_(seed),
        depth_(params.sinkhole),
        around_(topology, std::max(params.sinkhole_radius, 0.0)) {}

  /// One where the river sinks, others above the cave about every sinkhole_distance.
  void dig_above(const FoundCave& found) {
    double since = params_.sinkhole_distance;
    const std::vector<Cell>& cells = found.cave.cells;
    for (std::size_t k = 0; k + 1 < cells.size(); ++k) {
      const auto random = double{fraction_as_float(mix64(seed_.value + cells[k]))};
      if (k == 0 || since >= params_.sinkhole_distance * (0.5 + random)) {
        dig(cells[k], found.out, static_cast<std::size_t>(found.cave.river), static_cast<float>(0.5 + random));
        since = 0;
      }
      since += double{link_length(topology_, cells[k], cells[k + 1])};
    }
  }

 private:
  /// A bowl; not below where the water comes out, so that all still runs down.
  void dig(Cell middle, float lowest, std::size_t river, float size) {
    const auto radius = static_cast<float>(params_.sinkhole_radius), deep = static_cast<float>(params_.sinkhole_depth) * size;
    around_(middle, [&](Cell cell, float distance) {
      const bool other = rivers_[cell] != 0 && rivers_[cell] != static_cast<std::int32_t>(river + 1);
      if (lakes_.number[cell] != 0 || other || !(params_.strength[cell] > 0)) return;
      const float t = radius > 0 ? std::min(distance / radius, 1.0F) : 0;
      const float room = heights_[cell] - std::max(lowest, lowest_ground);
      const float wanted = deep * (1 - t * t) * (1 - t * t) * params_.strength[cell];
      depth_[cell] = std::max(depth_[cell], std::min(wanted, std::max(room, 0.0F)));
    });
  }

  const T& topology_;
  const UndergroundRiversParams& params_;
  std::span<const float> heights_;
  const Lakes& lakes_;
  std::span<const std::int32_t> rivers_;
  Seed seed_;
  std::span<float> depth_;
  CellsAround<T> around_;
};

Result<void> run(UndergroundRiversParams& params, StageContext& context) {
  std::vector<FoundCave> found = CaveFinder(params).find();
  const std::span<float> heights = params.layer, depth = params.sinkhole;
  std::fill(depth.begin(), depth.end(), 0.0F);
  std::visit(
      [&](const auto& topology) {
        Sinkholes holes(topology, params, context.seed);
        for (const FoundCave& each : found) holes.dig_above(each);
      },
      context.domain());
  for (std::size_t c = 0; c < heights.size(); ++c)
    if (depth[c] > 0) heights[c] -= depth[c];
  std::vector<ObjectColumn::Cells> dry(params.waters.rivers.size());
  for (FoundCave& each : found) {
    const Cave& cave = params.waters.caves.emplace_back(std::move(each.cave));
    ObjectColumn::Cells& cells = dry[static_cast<std::size_t>(cave.river)];
    cells.insert(cells.end(), cave.cells.begin() + 1, cave.cells.end() - 1);
  }
  params.waters.tell({"dry", "", "Cells where it runs below ground.", std::move(dry)});
  CRATON_TRY(params.underground.set(params.waters.cave_table()));
  return params.rivers.set(params.waters.river_table());
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<UndergroundRiversParams>() {
  using P = UndergroundRiversParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::lake>("lake", "The numbers of the lakes, by the stage `lakes`."),
      layer_param<&P::river>("river", "The numbers of the rivers, by the stage `rivers`."),
      layer_param<&P::discharge>("discharge", "The water of the rivers, by the stage `rivers`."),
      result_param<&P::sinkhole>("sinkhole", "How deep the ground has fallen in.", "m"),
      field_param<&P::hardness>("hardness", 0, 1, "", "How hard the rock is: 0 soluble, 1 hard."),
      number_param<&P::soft>("soft", 0, 1, "", "In rock less hard than this rivers sink."),
      number_param<&P::most_discharge>("most_discharge", 0, 1e15, "m³/year", "Larger rivers stay above ground."),
      number_param<&P::least_length>("least_length", 0, 1e7, "m", "Shorter reaches stay above ground."),
      number_param<&P::longest>("longest", 0, 1e7, "m", "A river comes out again after so long a cave."),
      number_param<&P::roof>("roof", 0, 1000, "m", "How thick the rock above a cave is, where the river falls enough."),
      number_param<&P::sinkhole_depth>("sinkhole_depth", 0, 1000, "m",
                                       "How deep sinkholes are: each half to one and a half times as much."),
      number_param<&P::sinkhole_radius>("sinkhole_radius", 0, 1e4, "m", "How far from its middle a sinkhole reaches."),
      number_param<&P::sinkhole_distance>("sinkhole_distance", 1, 1e7, "m",
                                          "Mean distance from one sinkhole to the next along a cave."),
      field_param<&P::strength>("strength", 0, 1, "", "Multiplies the depth of sinkholes; where it is 0 no river sinks: a mask."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<UndergroundRiversParams>() {
  return tables_with_waters<UndergroundRiversParams, &UndergroundRiversParams::underground>();
}

const StageEntry& underground_rivers_stage() {
  static const StageEntry entry = waters_stage_of<run>({
      .id = "underground_rivers",
      .title = "Underground rivers",
      .doc = "In soft rock small rivers sink and come out again farther down: reaches below ground as objects, sinkholes "
             "where they sink and above them, and a column `dry` of the rivers. Heights never rise below ground either.",
      .cite = "Ford & Williams 2007",
  });
  return entry;
}

}  // namespace craton
