// Springs: the sources of rivers, and beside them places at the feet of slopes where much water gathers in the ground. Where the
// slope breaks off, the water table cuts the surface (contact springs, Bryan 1919); in soluble rock they are karst springs. Of
// places near each other the one where the break is sharpest is taken: so they keep their distance, as in nature.
#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>
#include <craton/base/position.h>

#include "stages/all_stages.h"
#include "stages/water/bound_waters.h"
#include "stages/water/rivers/river_path.h"
#include "surface/around.h"

namespace craton {
namespace {

struct SpringsParams : ReadWaters {
  Read<float> layer = "height", discharge = "discharge";
  Read<std::int32_t> river = "river";
  Field density = 1.0, hardness = 1.0;
  double apart = 1500, least_break = 0.1, least_discharge = 1e5, soft = 0.35;
  OnPlanes on_planes = OnPlanes::refuse;
  WriteTable springs = springs_table;
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
  std::vector<Spring> find() {
    FlatArray<std::uint8_t> near(heights_.size());  // to a spring
    CellsAround<T> around(topology_, params_.apart);
    std::vector<Spring> all;
    const auto add = [&](Cell cell, std::int64_t river) {
      const bool karst = double{params_.hardness[cell]} < params_.soft;
      const SpringKind kind = karst ? SpringKind::karst : river >= 0 ? SpringKind::source : SpringKind::slope;
      all.push_back({river, kind, river_point(params_.waters.domain(), cell, heights_[cell]), double{discharge_[cell]}});
      around(cell, [&](Cell other, float) { near[other] = 1; });
    };
    const std::vector<River>& rivers = params_.waters.rivers;
    for (std::size_t i = 0; i < rivers.size(); ++i)
      if (lakes_[rivers[i].cells.front()] == 0) add(rivers[i].cells.front(), static_cast<std::int64_t>(i));
    for (const Place& place : places())
      if (near[place.cell] == 0) add(place.cell, -1);
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

Result<void> run(SpringsParams& params, StageContext& context) {
  params.waters.springs =
      std::visit([&](const auto& topology) { return SpringFinder(topology, params, context.seed).find(); }, context.domain());
  return params.springs.set(params.waters.spring_table());
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
  return tables_with_waters<SpringsParams, &SpringsParams::springs>();
}

const StageEntry& springs_stage() {
  static const StageEntry entry = waters_stage_of<run>({
      .id = "springs",
      .title = "Springs",
      .doc = "Finds springs as objects: the sources of rivers, and places at the feet of slopes where water gathers, which "
             "keep their distance from each other. The ground stays as it is.",
      .cite = "Bryan 1919",
  });
  return entry;
}

}  // namespace craton
