// Underground rivers: in soluble rock small rivers sink and come out again farther down (Ford & Williams 2007, "Karst
// hydrogeology"). Where one sinks, and here and there above its cave, the ground has fallen in: sinkholes (dolines). The bed
// above stays as a dry valley.
#include <algorithm>
#include <cmath>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/position.h>

#include "stages/all_stages.h"
#include "stages/water/on_planes.h"
#include "stages/water/rivers/river_path.h"
#include "stages/water/rivers/river_rows.h"
#include "stages/water/rivers/water_tables.h"
#include "surface/around.h"

namespace craton {
namespace {

struct UndergroundRiversParams {
  Change<float> layer = "height";
  Read<std::int32_t> lake = "lake", river = "river";
  Read<float> discharge = "discharge";
  Write<float> sinkhole = "sinkhole";
  Field hardness = 0.0, strength = 1.0;
  double soft = 0.35, most_discharge = 5e7, least_length = 500, longest = 5000, roof = 5;
  double sinkhole_depth = 12, sinkhole_radius = 80, sinkhole_distance = 600;
  OnPlanes on_planes = OnPlanes::refuse;
  ReadTable lakes = lakes_table;
  WriteTable underground = "underground_rivers";
  ChangeTable rivers = rivers_table;
};

constexpr float lowest_ground = 0.5F;  // m: what is dug stays above the sea

/// Part of a river's cells, from where it sinks to where it comes out.
struct Cave {
  std::size_t river, first, last;
  std::vector<float> heights;  // m, of the water; never rising
};

class CaveFinder {
 public:
  CaveFinder(const Domain& domain, const UndergroundRiversParams& params, const RiverRows& rows, const Lakes& lakes,
             std::span<const float> heights, std::span<const float> discharge)
      : domain_(domain),
        params_(params),
        rows_(rows),
        lakes_(lakes),
        heights_(heights),
        discharge_(discharge),
        beds_(beds_of(domain, heights, lakes, rows)),
        joined_(heights.size()) {
    for (std::size_t i = 0; i < rows.size(); ++i) joined_[rows.cells[i].back()] = 1;
  }

  std::vector<Cave> find() const {
    std::vector<Cave> all;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t k = 0; k < rows_.cells[i].size();) {
        const std::size_t first = k;
        if (!may_sink(rows_.cells[i][k++])) continue;
        double length = 0;
        while (k < rows_.cells[i].size() && length < params_.longest && may_sink(rows_.cells[i][k])) {
          length += double{length_between(domain_, rows_.cells[i][k - 1], rows_.cells[i][k])};
          ++k;
        }
        if (length < params_.least_length || k - first < 3) continue;
        all.push_back(cave(i, first, k - 1));
        ++k;  // it flows in the open before it sinks again
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
  Cave cave(std::size_t river, std::size_t first, std::size_t last) const {
    Cave made{river, first, last, {}};
    const ObjectColumn::Cells& cells = rows_.cells[river];
    const float out = beds_[cells[last]];
    float water = beds_[cells[first]];
    for (std::size_t k = first; k <= last; ++k) {
      const float under_roof = heights_[cells[k]] - static_cast<float>(params_.roof);
      if (k > first) water = std::max(out, std::min(water, under_roof));
      made.heights.push_back(k == last ? out : water);
    }
    return made;
  }

  const Domain& domain_;
  const UndergroundRiversParams& params_;
  const RiverRows& rows_;
  const Lakes& lakes_;
  std::span<const float> heights_, discharge_;
  FlatArray<float> beds_;
  FlatArray<std::uint8_t> joined_;  // others end there
};

/// Digs sinkholes: `depth` gets how deep each cell has fallen in.
template <Topology T>
class Sinkholes {
 public:
  Sinkholes(const T& topology, const UndergroundRiversParams& params, std::span<const float> heights, const Lakes& lakes,
            std::span<const std::int32_t> rivers, Seed seed, std::span<float> depth)
      : topology_(topology),
        params_(params),
        heights_(heights),
        lakes_(lakes),
        rivers_(rivers),
        seed_(seed),
        depth_(depth),
        around_(topology, std::max(params.sinkhole_radius, 0.0)) {}

  /// One where the river sinks, others above the cave about every sinkhole_distance.
  void dig_above(const Cave& cave, const ObjectColumn::Cells& cells, const Domain& domain) {
    double since = params_.sinkhole_distance;
    for (std::size_t k = cave.first; k < cave.last; ++k) {
      const auto random = double{fraction_as_float(mix64(seed_.value + cells[k]))};
      if (k == cave.first || since >= params_.sinkhole_distance * (0.5 + random)) {
        dig(cells[k], cave.heights.back(), cave.river, static_cast<float>(0.5 + random));
        since = 0;
      }
      since += double{length_between(domain, cells[k], cells[k + 1])};
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

ObjectTable table_of(const std::vector<Cave>& caves, const Domain& domain, const RiverRows& rows,
                     std::span<const float> discharge) {
  std::vector<std::int64_t> river;
  std::vector<Vec3d> sink, spring;
  std::vector<double> length, water;
  std::vector<ObjectColumn::Path> path;
  std::vector<ObjectColumn::Cells> cells;
  for (const Cave& cave : caves) {
    const auto all = std::span(rows.cells[cave.river]).subspan(cave.first, cave.last - cave.first + 1);
    river.push_back(static_cast<std::int64_t>(cave.river));
    sink.push_back(river_point(domain, all.front(), cave.heights.front()));
    spring.push_back(river_point(domain, all.back(), cave.heights.back()));
    length.push_back(length_of(domain, all));
    water.push_back(double{discharge[all.front()]});
    path.push_back(river_path(domain, all, cave.heights, std::vector<bool>(all.size(), false)));
    cells.emplace_back(all.begin(), all.end());
  }
  return {"underground_rivers",
          "Reaches of rivers below ground, downstream along each river.",
          {{"river", "", "Row of its river.", std::move(river)},
           {"sink", "m", "Where it sinks into the ground.", std::move(sink)},
           {"spring", "m", "Where it comes out.", std::move(spring)},
           {"discharge", "m3/year", "Its water, where it sinks.", std::move(water)},
           {"length", "m", "From sink to spring.", std::move(length)},
           {"path", "m", "Of the water, with heights that never rise.", std::move(path)},
           {"cells", "", "Above it, from sink to spring.", std::move(cells)}}};
}

/// What of each river is dry above ground.
Result<void> mark_dry(const ChangeTable& rivers, const std::vector<Cave>& caves, const RiverRows& rows) {
  std::vector<ObjectColumn::Cells> dry(rows.size());
  for (const Cave& cave : caves)
    for (std::size_t k = cave.first + 1; k < cave.last; ++k) dry[cave.river].push_back(rows.cells[cave.river][k]);
  ObjectTable table = *rivers;
  std::erase_if(table.columns, [](const ObjectColumn& column) { return column.name == "dry"; });
  table.columns.push_back({"dry", "", "Cells where it runs below ground.", std::move(dry)});
  return rivers.set(std::move(table));
}

Result<void> run(const UndergroundRiversParams& params, StageContext& context) {
  CRATON_TRY(const RiverRows rows, river_rows(*context.surface, context.path));
  CRATON_TRY(const Lakes lakes, lakes_of(*context.surface, *params.lake, context.path + "/lake"));
  const std::span<float> heights = params.layer, depth = params.sinkhole;
  const std::vector<Cave> caves = CaveFinder(context.domain(), params, rows, lakes, heights, params.discharge).find();
  std::fill(depth.begin(), depth.end(), 0.0F);
  std::visit(
      [&](const auto& topology) {
        Sinkholes holes(topology, params, heights, lakes, params.river, context.seed, depth);
        for (const Cave& cave : caves) holes.dig_above(cave, rows.cells[cave.river], context.domain());
      },
      context.domain());
  for (std::size_t c = 0; c < heights.size(); ++c)
    if (depth[c] > 0) heights[c] -= depth[c];
  CRATON_TRY(params.underground.set(table_of(caves, context.domain(), rows, params.discharge)));
  return mark_dry(params.rivers, caves, rows);
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
  static const TableUse list[] = {table_use<&UndergroundRiversParams::lakes>(),
                                  table_use<&UndergroundRiversParams::underground>(),
                                  table_use<&UndergroundRiversParams::rivers>()};
  return list;
}

const StageEntry& underground_rivers_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "underground_rivers",
      .title = "Underground rivers",
      .doc = "In soft rock small rivers sink and come out again farther down: reaches below ground as objects, sinkholes "
             "where they sink and above them, and a column `dry` of the rivers. Heights never rise below ground either.",
      .cite = "Ford & Williams 2007",
  });
  return entry;
}

}  // namespace craton
