// Where water goes: down the steepest link (O'Callaghan & Mark 1984), or to all lower neighbours by a power of the slope (Freeman
// 1991; Holmgren 1994). Hollows are drained by the router, and need not be filled before.
#include <algorithm>
#include <cmath>

#include <craton/base/math.h>
#include <craton/stages/flow_shares.h>
#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/water/water_params.h"
#include "surface/link_slots.h"
#include "surface/sweep.h"

namespace craton {
namespace {

enum class Flow { steepest, multiple };

struct RouteParams : WaterParams {
  Read<float> layer = "height";
  Write<std::int32_t> flow = "flow";
  Flow method = Flow::steepest;
  double exponent = 1.1;
};

constexpr std::uint64_t block_cells = 1 << 16;
constexpr int whole = 15;  // the weight of the steepest way

template <Topology T>
class Shares {
 public:
  Shares(const T& topology, std::span<const float> heights, const FlowRouter& router, const RouteParams& params)
      : topology_(topology), heights_(heights), router_(router), receivers_(router.receivers()), params_(params) {}

  Result<void> write(std::span<std::int32_t> flow, const Execution& execution) const {
    return parallel_blocks(flow.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
      if (params_.method == Flow::multiple) {
        for (std::uint64_t c = begin; c < end; ++c) flow[c] = multiple(static_cast<Cell>(c)).bits;
        return;
      }
      const std::array<std::int32_t, slot_count> offsets = topology_.regular_offsets();
      sweep(
          topology_, static_cast<Cell>(begin), static_cast<Cell>(end),
          [&](Cell first, Cell last) {
            for (Cell cell = first; cell < last; ++cell) flow[cell] = to_offset(offsets, receivers_[cell] - cell).bits;
          },
          [&](Cell cell) { flow[cell] = to_receiver(cell).bits; });
    });
  }

 private:
  static FlowShares to_offset(const std::array<std::int32_t, slot_count>& offsets, Cell away) {
    std::uint32_t bits = 0;
    for (int slot = 0; slot < slot_count; ++slot)
      bits |= away == static_cast<Cell>(offsets[static_cast<std::size_t>(slot)]) ? 15u << (4 * slot) : 0;
    return {static_cast<std::int32_t>(bits)};
  }

  FlowShares to_receiver(Cell cell) const {
    FlowShares shares;
    for_each_slot(topology_, cell, [&](int slot, Link link) {
      if (link.to == receivers_[cell] && link.to != cell && shares.ends()) shares.set(slot, whole);
    });
    return shares;
  }

  float level(Cell cell) const { return std::max(heights_[cell], router_.level(cell)); }

  /// Only to cells that lie lower after filling, so that nothing runs in circles; on level water to the receiver alone.
  FlowShares multiple(Cell cell) const {
    if (receivers_[cell] == cell) return {};
    std::array<float, slot_count> slopes{};
    float steepest = 0;
    for_each_slot(topology_, cell, [&](int slot, Link link) {
      const float slope = (level(cell) - level(link.to)) / link.length;
      slopes[static_cast<std::size_t>(slot)] = slope;
      steepest = std::max(steepest, slope);
    });
    if (!(steepest > 0)) return to_receiver(cell);
    FlowShares shares;
    for (int slot = 0; slot < slot_count; ++slot) {
      const float part = slopes[static_cast<std::size_t>(slot)] / steepest;
      if (part > 0) shares.set(slot, static_cast<int>(math::pow(double{part}, params_.exponent) * whole + 0.5));
    }
    return shares;
  }

  const T& topology_;
  std::span<const float> heights_;
  const FlowRouter& router_;
  std::span<const Cell> receivers_;
  const RouteParams& params_;
};

Result<void> run(const RouteParams& params, StageContext& context) {
  FlowRouter router(context.domain());
  CRATON_TRY(route_water(router, params.layer, params, context));
  return std::visit(
      [&](const auto& topology) { return Shares(topology, params.layer, router, params).write(params.flow, context.execution); },
      context.domain());
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<Flow>() {
  static constexpr std::string_view names[] = {"steepest", "multiple"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<RouteParams>() {
  using P = RouteParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground. Hollows need not be filled: water leaves them over their rims."),
      result_param<&P::flow>("flow", "Where water goes, for `accumulate`: eight weights of four bits, NW N NE W E SW S SE.", ""),
      choice_param<&P::method>("method",
                               "steepest: all water of a cell goes down its steepest link. multiple: to all lower neighbours, "
                               "which spreads it on slopes and fans."),
      number_param<&P::exponent>("exponent", 0.1, 20, "",
                                 "With method = multiple: shares go by this power of the slope; high ones gather the water."),
      sea_level_param(),
      lakes_param(),
      on_planes_param<&WaterParams::on_planes>(),
  };
  return list;
}

const StageEntry& route_flow_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "route_flow",
      .title = "Where water goes",
      .doc = "Finds for each cell the neighbours that its water runs to. All water reaches the sea, the border of a map or "
             "a declared lake (where there is none of these: the lowest place); on plains it takes the shortest way.",
      .cite = "O'Callaghan & Mark 1984; Freeman 1991; Cordonnier, Bovy & Braun 2019",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
