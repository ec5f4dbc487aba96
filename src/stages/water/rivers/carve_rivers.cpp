// Beds and banks. A river's bed lies as deep below the lowest ground that it has come over as it has water for (Leopold & Maddock
// 1953: depth ∝ discharge^0.4). The ground beside it sinks towards the bed: by all of its height over it at the water, by none
// at the edge of the valley, smoothly between. Where several rivers are near, the lowest result counts, so that no edge shows.
#include <algorithm>
#include <cmath>
#include <vector>

#include <craton/base/math.h>
#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/relief/change_cells.h"
#include "stages/water/bound_waters.h"
#include "surface/around.h"

namespace craton {
namespace {

struct CarveRiversParams : ReadWaters {
  Change<float> layer = "height";
  Read<float> discharge = "discharge";
  Field depth = 1.0, strength = 1.0;
  double valley = 500;
  OnPlanes on_planes = OnPlanes::refuse;
};

constexpr double depth_of_one = 0.3;  // m, for 1 m³/s

float depth_of(float discharge) {
  return static_cast<float>(depth_of_one * math::pow(std::max(double{discharge}, 0.0) / seconds_a_year, 0.4));
}

class Carving {
 public:
  Carving(const CarveRiversParams& params, std::span<float> out)
      : params_(params),
        heights_(params.layer.values()),
        lakes_(params.waters.lakes),
        discharge_(params.discharge),
        out_(out),
        is_bed_(out.size()) {}

  /// From the sources on, tributaries before what they join: no bed rises, and each joins at the height of the other's.
  void dig_beds() {
    const std::vector<River>& rivers = params_.waters.rivers;
    FlatArray<float> floor(heights_.size());  // of the water: in lakes their level
    for (Cell c = 0; c < floor.size(); ++c) floor[c] = lakes_.surface(c, heights_[c]);
    for (std::size_t i = rivers.size(); i-- > 0;)
      for (std::size_t k = 0; k + 1 < rivers[i].cells.size(); ++k) {
        const Cell cell = rivers[i].cells[k], next = rivers[i].cells[k + 1];
        floor[next] = std::min(floor[next], floor[cell]);
        is_bed_[cell] = 1;
        // Not below the sea, which would come in.
        if (may_change(cell)) sink(cell, std::max(floor[cell] - params_.depth[cell] * depth_of(discharge_[cell]), 0.0F));
      }
    // Deeper water may have made a bed higher upstream than the one below it is dug: level that out.
    for (std::size_t i = rivers.size(); i-- > 0;)
      for (std::size_t k = 0; k + 1 < rivers[i].cells.size(); ++k) {
        const Cell cell = rivers[i].cells[k], next = rivers[i].cells[k + 1];
        if (may_change(cell) && may_change(next)) sink(next, out_[cell]);
      }
  }

  template <Topology T>
  void slope_banks(const T& topology) {
    CellsAround<T> around(topology, params_.valley);
    const auto reach = static_cast<float>(params_.valley);
    FlatArray<float> beds(out_.size());
    std::copy(out_.begin(), out_.end(), beds.begin());
    for (std::size_t c = 0; c < out_.size(); ++c) {
      if (is_bed_[c] == 0 || !may_change(static_cast<Cell>(c))) continue;
      const float bed = beds[c];
      around(static_cast<Cell>(c), [&](Cell cell, float distance) {
        if (is_bed_[cell] != 0 || !may_change(cell) || !(heights_[cell] > bed)) return;
        const float t = std::min(distance / reach, 1.0F), share = t * t * (3 - 2 * t);
        sink(cell, bed + (heights_[cell] - bed) * share);
      });
    }
  }

 private:
  /// Neither sea nor lake.
  bool may_change(Cell cell) const { return heights_[cell] >= 0 && lakes_.number[cell] == 0; }
  void sink(Cell cell, float to) { out_[cell] = std::min(out_[cell], to); }

  const CarveRiversParams& params_;
  std::span<const float> heights_;
  const Lakes& lakes_;
  std::span<const float> discharge_;
  std::span<float> out_;
  FlatArray<std::uint8_t> is_bed_;
};

Result<void> run(const CarveRiversParams& params, StageContext& context) {
  Layer after(params.layer->info(), params.layer->size());
  const std::span<float> before = params.layer, now = after.numbers();
  std::copy(before.begin(), before.end(), now.begin());
  Carving carving(params, now);
  carving.dig_beds();
  std::visit([&](const auto& topology) { carving.slope_banks(topology); }, context.domain());
  return parallel_blocks(now.size(), 1 << 16, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) before[c] = by_strength(before[c], now[c], params.strength[static_cast<Cell>(c)]);
  });
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<CarveRiversParams>() {
  using P = CarveRiversParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground."),
      layer_param<&P::lake>("lake", "The numbers of the lakes, whose floor stays."),
      layer_param<&P::discharge>("discharge", "The water of the rivers, by the stage `rivers`."),
      field_param<&P::depth>("depth", 0, 100, "", "How deep beds are: 1 as on Earth, 0.3 m for each (m³/s)^0.4."),
      number_param<&P::valley>("valley", 0, 100'000, "m", "How far from a river the ground sinks towards its bed."),
      field_param<&P::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 carves it: a mask."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<CarveRiversParams>() {
  return tables_with_waters<CarveRiversParams>();
}

const StageEntry& carve_rivers_stage() {
  static const StageEntry entry = waters_stage_of<run>({
      .id = "carve_rivers",
      .title = "River beds and banks",
      .doc = "Digs the beds of the rivers into the ground, through whatever small hollows and "
             "rims are in their way, and slopes "
             "the ground beside them: afterwards no river rises. Sea and lake floors stay, and so does the coast.",
      .cite = "Leopold & Maddock 1953",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
