// Springs: the sources of rivers, and beside them places at the feet of slopes where much water gathers in the ground. Where the
// slope breaks off, the water table cuts the surface (contact springs, Bryan 1919); in soluble rock they are karst springs. Of
// places near each other the one where the break is sharpest is taken: so they keep their distance, as in nature.
#include <algorithm>
#include <cmath>

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

struct SpringsParams {
  Read<float> layer = "height", discharge = "discharge";
  Read<std::int32_t> lake = "lake", river = "river";
  Field density = 1.0, hardness = 1.0;
  double apart = 1500, least_break = 0.1, least_discharge = 1e5, soft = 0.35;
  OnPlanes on_planes = OnPlanes::refuse;
  ReadTable rivers = rivers_table;
  WriteTable springs = "springs";
};

struct Spring {
  Cell cell = 0;
  std::int64_t river = -1;
  double discharge = 0;
};

template <Topology T>
class SpringFinder {
 public:
  SpringFinder(const T& topology, const SpringsParams& params, Seed seed)
      : topology_(topology),
        params_(params),
        heights_(params.layer),
        lakes_(params.lake),
        rivers_(params.river),
        discharge_(params.discharge),
        seed_(seed) {}

  /// Sources first, in the order of the rivers; then the others, the sharpest first.
  std::vector<Spring> find(const RiverRows& rows) {
    FlatArray<std::uint8_t> near(heights_.size());  // to a spring
    CellsAround<T> around(topology_, params_.apart);
    std::vector<Spring> all;
    const auto add = [&](Spring spring) {
      all.push_back(spring);
      around(spring.cell, [&](Cell cell, float) { near[cell] = 1; });
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Cell source = rows.cells[i].front();
      if (lakes_[source] == 0) add({source, static_cast<std::int64_t>(i), double{discharge_[source]}});
    }
    for (const Place& place : places())
      if (near[place.cell] == 0) add({place.cell, -1, double{discharge_[place.cell]}});
    return all;
  }

 private:
  struct Place {
    float sharp;
    Cell cell;
  };

  /// How much steeper the ground rises behind a cell than it falls before it.
  float break_at(Cell cell) const {
    float up = 0, down = 0;
    topology_.for_each_link(cell, [&](Link link) {
      const float slope = (heights_[link.to] - heights_[cell]) / link.length;
      up = std::max(up, slope);
      down = std::max(down, -slope);
    });
    return up - down;
  }

  std::vector<Place> places() const {
    std::vector<Place> all;
    for (Cell cell = 0; cell < heights_.size(); ++cell) {
      if (heights_[cell] < 0 || lakes_[cell] != 0 || rivers_[cell] != 0) continue;
      if (double{discharge_[cell]} < params_.least_discharge) continue;
      const float sharp = break_at(cell);
      if (!(double{sharp} >= params_.least_break)) continue;  // also where the ground is no number
      const float chance = fraction_as_float(mix64(seed_.value + cell));
      if (chance < params_.density[cell]) all.push_back({sharp, cell});
    }
    std::sort(all.begin(), all.end(),
              [](const Place& a, const Place& b) { return a.sharp != b.sharp ? a.sharp > b.sharp : a.cell < b.cell; });
    return all;
  }

  const T& topology_;
  const SpringsParams& params_;
  std::span<const float> heights_;
  std::span<const std::int32_t> lakes_, rivers_;
  std::span<const float> discharge_;
  Seed seed_;
};

ObjectTable table_of(const std::vector<Spring>& springs, const Domain& domain, std::span<const float> heights,
                     const SpringsParams& params) {
  std::vector<std::int64_t> river;
  std::vector<std::string> kind;
  std::vector<Vec3d> at;
  std::vector<double> discharge;
  for (const Spring& spring : springs) {
    const bool karst = double{params.hardness[spring.cell]} < params.soft;
    river.push_back(spring.river);
    kind.emplace_back(karst ? "karst" : spring.river >= 0 ? "source" : "slope");
    at.push_back(river_point(domain, spring.cell, heights[spring.cell]));
    discharge.push_back(spring.discharge);
  }
  return {"springs",
          "Springs: first the sources of rivers, then others.",
          {{"river", "", "Row of the river that begins there; -1: none.", std::move(river)},
           {"kind", "", "source: of a river; slope: at the foot of one; karst: either in soft rock.", std::move(kind)},
           {"at", "m", "On the ground.", std::move(at)},
           {"discharge", "m3/year", "Its water.", std::move(discharge)}}};
}

Result<void> run(const SpringsParams& params, StageContext& context) {
  CRATON_TRY(const RiverRows rows, river_rows(*context.surface, context.path));
  const std::vector<Spring> springs =
      std::visit([&](const auto& topology) { return SpringFinder(topology, params, context.seed).find(rows); }, context.domain());
  return params.springs.set(table_of(springs, context.domain(), params.layer, params));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<SpringsParams>() {
  using P = SpringsParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::lake>("lake", "The numbers of the lakes, by the stage `lakes`."),
      layer_param<&P::river>("river", "The numbers of the rivers, by the stage `rivers`."),
      layer_param<&P::discharge>("discharge", "The water that runs through each cell, by the stage `rivers`."),
      field_param<&P::density>("density", 0, 1, "", "The part of the places that may be springs beside sources: a mask."),
      number_param<&P::apart>("apart", 0, 1e7, "m", "No spring beside sources is nearer to another."),
      number_param<&P::least_break>("least_break", 0, 100, "m/m",
                                    "How much steeper the ground must rise behind a spring than it falls before it."),
      number_param<&P::least_discharge>("least_discharge", 0, 1e15, "m³/year", "The water that a spring beside sources needs."),
      field_param<&P::hardness>("hardness", 0, 1, "", "How hard the rock is: 0 soluble, 1 hard."),
      number_param<&P::soft>("soft", 0, 1, "", "In rock less hard than this springs are karst springs."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<SpringsParams>() {
  static const TableUse list[] = {table_use<&SpringsParams::rivers>(), table_use<&SpringsParams::springs>()};
  return list;
}

const StageEntry& springs_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "springs",
      .title = "Springs",
      .doc = "Finds springs as objects: the sources of rivers, and places at the feet of slopes where water gathers, which "
             "keep their distance from each other. The ground stays as it is.",
      .cite = "Bryan 1919",
  });
  return entry;
}

}  // namespace craton
