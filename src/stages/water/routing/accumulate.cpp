// What runs through each cell: its own area (or rain) and that of all cells upstream, from the sources to the mouths in the order
// of Kahn 1962.
#include <algorithm>
#include <vector>

#include <craton/stages/flow_shares.h>
#include "stages/all_stages.h"
#include "stages/each_cell.h"
#include "stages/water/water_params.h"
#include "surface/flat_array.h"
#include "surface/link_slots.h"

namespace craton {
namespace {

enum class Runoff { area, discharge };

struct AccumulateParams {
  Read<std::int32_t> flow = "flow";
  Write<float> layer = "catchment";
  Runoff what = Runoff::area;
  Field rain = 1.0;
  OnPlanes on_planes = OnPlanes::refuse;
};

/// Lets water run through a graph in which a cell may have several receivers.
template <Topology T>
class Downstream {
 public:
  Downstream(const T& topology, std::span<const std::int32_t> flow)
      : topology_(topology), flow_(flow), offsets_(topology.regular_offsets()), waiting_(flow.size()) {
    for_all([&](Cell cell) { for_each_receiver(cell, [&](Cell to, int) { ++waiting_[to]; }); });
  }

  /// Adds to each cell what comes from upstream. False where water runs in circles.
  bool run(std::span<double> values) {
    std::size_t passed = 0;
    std::vector<Cell> ready;
    for_all([&](Cell source) {
      if (waiting_[source] != 0) return;
      waiting_[source] = done;
      ready.push_back(source);
      while (!ready.empty()) {
        const Cell cell = ready.back();
        ready.pop_back();
        ++passed;
        int total = 0;  // of slots that there are: nothing leaves over a border
        for_each_receiver(cell, [&](Cell, int weight) { total += weight; });
        const double part = values[cell] / std::max(total, 1);
        for_each_receiver(cell, [&](Cell to, int weight) {
          values[to] += part * weight;
          if (--waiting_[to] != 0) return;
          waiting_[to] = done;
          ready.push_back(to);
        });
      }
    });
    return passed == flow_.size();
  }

 private:
  static constexpr std::uint8_t done = 0xFF;

  template <class F>
  void for_all(const F& f) {
    for (std::size_t c = 0; c < flow_.size(); ++c) f(static_cast<Cell>(c));
  }

  template <class F>
  void for_each_receiver(Cell cell, const F& f) const {
    const FlowShares shares{flow_[cell]};
    if (shares.ends()) return;
    if (topology_.run_from(cell).regular) {
      for (int slot = 0; slot < slot_count; ++slot)
        if (const int weight = shares.weight(slot)) f(cell + static_cast<Cell>(offsets_[static_cast<std::size_t>(slot)]), weight);
    } else {
      for_each_slot(topology_, cell, [&](int slot, Link link) {
        if (const int weight = shares.weight(slot)) f(link.to, weight);
      });
    }
  }

  const T& topology_;
  std::span<const std::int32_t> flow_;
  std::array<std::int32_t, slot_count> offsets_;
  FlatArray<std::uint8_t> waiting_;
};

Result<void> run(const AccumulateParams& params, StageContext& context) {
  const bool discharge = params.what == Runoff::discharge;
  FlatArray<double> values(params.flow->size());
  const bool complete = std::visit(
      [&](const auto& topology) {
        for (std::size_t c = 0; c < values.size(); ++c) {
          const auto cell = static_cast<Cell>(c);
          values[c] = topology.area(cell) * (discharge ? double{params.rain[cell]} : 1);
        }
        return Downstream(topology, params.flow).run(values.span());
      },
      context.domain());
  if (!complete)
    return Error{ErrorCode::invalid_value, context.path + "/flow", "its water runs in circles: make it by route_flow"};
  params.layer->set_unit(discharge ? "m3/year" : "m2");
  const std::span<float> out = params.layer;
  return each_cell(out.size(), context.execution, [&](Cell c) { out[c] = static_cast<float>(values[c]); });
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<Runoff>() {
  static constexpr std::string_view names[] = {"area", "discharge"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<AccumulateParams>() {
  using P = AccumulateParams;
  static const ParamInfo list[] = {
      layer_param<&P::flow>("flow", "Where water goes, by `route_flow`."),
      result_param<&P::layer>("layer", "What runs through each cell.", ""),
      choice_param<&P::what>("what",
                             "area: square metres that drain through the cell. discharge: the rain on them, in m³ a year."),
      field_param<&P::rain>("rain", 0, 1000, "m/year", "The rain that runs off (with what = discharge)."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

const StageEntry& accumulate_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "accumulate",
      .title = "Catchments and discharge",
      .doc = "Adds up what drains through each cell, its own part included: the area upstream, or the water that falls on "
             "it in a year. Nothing is lost: what arrives where water ends adds up to the whole.",
      .cite = "O'Callaghan & Mark 1984",
  });
  return entry;
}

}  // namespace craton
