// Great rivers that keep their courses at every resolution. On plains metres decide where water goes, and every resolution has
// its own metres: so the ways of the largest rivers are found on a mesh that is always the same, and laid into the ground before
// anything else runs down it (the idea of drainage by a coarser skeleton is that of Génevaux et al. 2013).
#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "stages/all_stages.h"
#include "stages/crust/crust_plan.h"
#include "stages/water/stream_power/trunk_lines.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using trunks::TrunkLine;

struct GreatRiversParams {
  Change<float> layer = "height";
  Read<std::int32_t> plate = "plate";
  double least_area = 2e11;
  double width = 80'000;
  int mesh = 128;
  double sea_share = 0.71, mountains = 1, ruggedness = 1;
  int hot_spots = 24;
  ReadTable plates = "plates";
  ReadTable plate_mesh = "plate_mesh";
};

constexpr double least_fall = 3e-6;  // of beds, m/m
constexpr int level_points = 1 << 16;

/// The crust on the mesh, by the stage that makes it on the world: its tables tell all of it.
Result<Surface> crust_on_mesh(const CubeSphere& sphere, const GreatRiversParams& params, StageContext& context) {
  CRATON_TRY(CubeSphere mesh,
             CubeSphere::make({.resolution = params.mesh, .radius = sphere.radius(), .jitter = 0, .theta = sphere.theta()},
                              Seed{}, {.threads = context.execution.threads, .cancel = context.execution.cancel}));
  Surface coarse{Domain(std::move(mesh))};
  for (const ReadTable& table : {params.plates, params.plate_mesh})
    if (table) CRATON_TRY(coarse.set_objects(*table));
  const Result<Layer*> plate = coarse.add_layer({.name = "plate", .type = LayerType::integer});
  if (!plate) return plate.error();
  StageSpec spec{.stage = "crust_heights", .id = "crust"};
  spec.params.set("sea_share", params.sea_share);
  spec.params.set("mountains", params.mountains);
  spec.params.set("ruggedness", params.ruggedness);
  spec.params.set("hot_spots", std::int64_t{params.hot_spots});
  spec.params.set("level_points", std::int64_t{level_points});
  StageContext inner(context.seed, context.path);
  inner.execution = {.threads = context.execution.threads, .progress = nullptr, .cancel = context.execution.cancel};
  CRATON_TRY(crust_heights_stage().run(coarse, spec, inner));
  return coarse;
}

/// Cells around the lines: how far, and which bed.
struct Corridor {
  std::vector<float> distance, bed;
};

/// The lowest ground so many cells around.
float lowest_around(const CubeSphere& sphere, std::span<const float> heights, Cell cell, std::uint32_t rings) {
  std::vector<Cell> near{cell};
  float lowest = heights[cell];
  for (std::size_t ring = 0, first = 0; ring < rings; ++ring) {
    const std::size_t last = near.size();
    for (; first < last; ++first) {
      const Cell from = near[first];
      sphere.for_each_link(from, [&](const Link& link) {
        if (std::find(near.begin(), near.end(), link.to) != near.end()) return;
        near.push_back(link.to);
        lowest = std::min(lowest, heights[link.to]);
      });
    }
  }
  return lowest;
}

/// Beds as low as the ground around the line, so that water which came there stays; they never rise on their way.
std::vector<double> beds_of(const TrunkLine& line, const CubeSphere& sphere, std::span<const float> heights, double least,
                            std::uint32_t rings) {
  std::vector<double> beds(line.places.size());
  double bed = 1e30, lowest = 0;
  Cell last = no_cell;
  for (std::size_t i = 0; i < beds.size(); ++i) {
    const double fall = i > 0 ? least_fall * (line.left[i - 1] - line.left[i]) : 0;
    const Cell cell = sphere.nearest(line.places[i]);
    if (cell != last) lowest = double{lowest_around(sphere, heights, cell, rings)};
    last = cell;
    bed = std::min(bed - fall, lowest);
    bed = beds[i] = std::max(bed, least + least_fall * line.left[i]);
  }
  return beds;
}

/// Spreads from the cells under the lines to all that are near enough, each told of the nearest place of a line.
class Spreading {
 public:
  Spreading(const CubeSphere& sphere, double width, Corridor& corridor) : sphere_(sphere), width_(width), corridor_(corridor) {}

  void add(const Vec3d& place, double bed) { offer(sphere_.nearest(place), {place, bed}); }
  void run() {
    while (!queue_.empty()) {
      const Item item = queue_.top();
      queue_.pop();
      if (item.distance > corridor_.distance[item.cell]) continue;  // it was reached by a shorter way
      const Source source = sources_[item.source];
      sphere_.for_each_link(item.cell, [&](const Link& link) { offer(link.to, source, item.source); });
    }
  }

 private:
  struct Source {
    Vec3d place;
    double bed = 0;
  };
  struct Item {
    float distance;
    Cell cell;
    std::size_t source;
    /// A total order: the nearest first.
    bool operator<(const Item& other) const {
      return std::tie(other.distance, other.cell, other.source) < std::tie(distance, cell, source);
    }
  };
  void offer(Cell cell, const Source& source) {
    sources_.push_back(source);
    offer(cell, source, sources_.size() - 1);
  }
  void offer(Cell cell, const Source& source, std::size_t index) {
    const double distance = length(sphere_.direction(cell) - source.place) * sphere_.radius();
    if (!(distance < width_) || !(static_cast<float>(distance) < corridor_.distance[cell])) return;
    corridor_.distance[cell] = static_cast<float>(distance);
    corridor_.bed[cell] = static_cast<float>(source.bed);
    queue_.push({static_cast<float>(distance), cell, index});
  }

  const CubeSphere& sphere_;
  double width_;
  Corridor& corridor_;
  std::vector<Source> sources_;
  std::priority_queue<Item> queue_;
};

/// Ground near a line sinks towards its bed; seas stay, and land stays land.
void lay_in(std::span<float> heights, const Corridor& corridor, double width) {
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const float away = corridor.distance[i] / static_cast<float>(width);
    if (!(away < 1) || !(heights[i] > corridor.bed[i])) continue;
    const float share = (1 - away * away) * (1 - away * away);
    heights[i] += share * (corridor.bed[i] - heights[i]);
  }
}

Result<void> run(const GreatRiversParams& params, StageContext& context) {
  const auto& sphere = std::get<CubeSphere>(context.domain());
  CRATON_TRY(const Surface coarse, crust_on_mesh(sphere, params, context));
  const auto& mesh = std::get<CubeSphere>(coarse.domain());
  const Execution quiet{.threads = context.execution.threads, .progress = nullptr, .cancel = context.execution.cancel};
  CRATON_TRY(const crust::CrustPlan plan, crust::plan_from_tables(params.plates.get(), params.plate_mesh.get(), context.path));
  // The seed is that of the crust, not the stage's own: run again later, it finds the same lines.
  CRATON_TRY(const std::vector<TrunkLine> lines,
             trunks::find_trunks(mesh, coarse.layer("height")->numbers(), {.least_area = params.least_area},
                                 plan.seed.child("great_rivers"), quiet));
  const std::span<float> heights = params.layer;
  Corridor corridor{std::vector<float>(heights.size(), static_cast<float>(params.width)), std::vector<float>(heights.size(), 0)};
  Spreading spreading(sphere, params.width, corridor);
  std::vector<std::vector<double>> beds;
  const auto rings = static_cast<std::uint32_t>(std::clamp(std::floor(0.6 * mesh.spacing() / sphere.spacing() + 0.5), 1.0, 6.0));
  for (const TrunkLine& line : lines) {
    const double least =
        line.joins < 0 ? 0.5 : beds[static_cast<std::size_t>(line.joins)][line.joins_at] - least_fall * line.left.back();
    beds.push_back(beds_of(line, sphere, heights, least, rings));
    for (std::size_t i = 0; i < line.places.size(); ++i) spreading.add(line.places[i], beds.back()[i]);
  }
  spreading.run();
  lay_in(heights, corridor, params.width);
  return {};
}

Reach reach(const GreatRiversParams&, double) { return Reach::whole(); }

Result<void> check(const GreatRiversParams&, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind == "sphere") return {};
  return Error{ErrorCode::unsupported, path, "finds the rivers of a planet: it needs a sphere"};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<GreatRiversParams>() {
  using P = GreatRiversParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::plate>("plate", "Numbers of the plates, by the stage `plates`."),
      number_param<&P::least_area>("least_area", 1, 1e15, "m²", "Rivers with a smaller catchment find their own way."),
      number_param<&P::width>("width", 0, 1e6, "m", "How far from its line the ground sinks towards a river."),
      integer_param<&P::mesh>("mesh", 16, 512, "",
                              "Cells along an edge of the cube on which the ways are found, whatever the world's are."),
      number_param<&P::sea_share>(
          "sea_share", 0, 1, "",
          "The part of the world that is sea: the same number as in `crust_heights`, whose ground the rivers cross."),
      number_param<&P::mountains>("mountains", 0, 3, "", "How high ranges are: the same number as in `crust_heights`."),
      number_param<&P::ruggedness>("ruggedness", 0, 3, "", "How rough the ground is: the same number as in `crust_heights`."),
      integer_param<&P::hot_spots>("hot_spots", 0, 200, "",
                                   "How many hot spots there are: the same number as in `crust_heights`."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<GreatRiversParams>() {
  static const TableUse list[] = {table_use<&GreatRiversParams::plates>(), table_use<&GreatRiversParams::plate_mesh>()};
  return list;
}

const StageEntry& great_rivers_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "great_rivers",
      .title = "Courses of great rivers",
      .doc = "Lays broad valleys for the largest rivers into the ground of `crust_heights`, along ways that are the same at "
             "every resolution; comes between it and `stream_power`, and may come again after that. Coasts stay where they "
             "are.",
      .cite = "Génevaux et al. 2013; Braun & Willett 2013",
      .reach_doc = "whole",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
