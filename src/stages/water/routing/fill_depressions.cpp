// Hollows of the ground are filled up to the lowest rim over which their water can leave (the levels of a priority flood: Barnes,
// Lehman & Mulla 2014), or drained by a cut through that rim where it is short and shallow (Lindsay 2016). The router knows for
// each hollow the way over its rim (flow_router.h).
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/places/connected_pieces.h"
#include "stages/relief/change_cells.h"
#include "stages/water/water_params.h"
#include "surface/flat_array.h"

namespace craton {
namespace {

enum class Hollows { fill, epsilon, breach };

struct FillParams : WaterParams {
  Change<float> layer = "height";
  Write<float> depth = "lake_depth";
  Hollows mode = Hollows::fill;
  double epsilon = 1e-5;
  double breach_depth = 30, breach_length = 1000;
  Field strength = 1.0;
  double least_sea = 0;
};

constexpr std::uint64_t block_cells = 1 << 16;

/// The next number above: what is added may be less than the digits of a height.
float raised(float base, float by) { return std::max(base + by, std::nextafter(base, std::numeric_limits<float>::infinity())); }

/// From the mouths upstream: no cell lies lower than its receiver; with a slope each lies higher.
void raise_upstream(const FlowGraph& graph, std::span<const float> lengths, float slope, std::span<float> heights) {
  for (std::size_t i = graph.order.size(); i-- > 0;) {
    const Cell cell = graph.order[i], to = graph.receiver[cell];
    if (to == cell) continue;
    const float least = slope > 0 ? raised(heights[to], slope * lengths[cell]) : heights[to];
    heights[cell] = std::max(heights[cell], least);
  }
}

/// Cuts the way out of a hollow from its floor on, down to the height of the floor, as long as the cut is no deeper and no longer
/// than allowed.
class Breach {
 public:
  Breach(const FlowGraph& graph, std::span<const float> lengths, const FillParams& params, std::span<float> heights)
      : graph_(graph),
        lengths_(lengths),
        most_depth_(static_cast<float>(params.breach_depth)),
        most_length_(static_cast<float>(params.breach_length)),
        heights_(heights) {}

  /// From the sources on: what flows into a cell has been cut before it.
  void cut_all() {
    for (const Cell cell : graph_.order)
      if (heights_[graph_.receiver[cell]] > heights_[cell]) cut_from(cell);
  }

 private:
  void cut_from(Cell floor) {
    const float bed = heights_[floor];
    float length = 0;
    Cell at = floor;
    for (; !graph_.ends_at(at); at = graph_.receiver[at]) {
      const Cell to = graph_.receiver[at];
      length += lengths_[at];
      if (heights_[to] <= bed) break;
      if (graph_.ends_at(to) || heights_[to] - bed > most_depth_ || length > most_length_) return;  // it is filled instead
    }
    for (Cell cell = graph_.receiver[floor]; cell != at; cell = graph_.receiver[cell])
      heights_[cell] = std::min(heights_[cell], bed);
    heights_[at] = std::min(heights_[at], bed);
  }

  const FlowGraph& graph_;
  std::span<const float> lengths_;
  float most_depth_, most_length_;
  std::span<float> heights_;
};

/// Levels, cuts and slopes, into `heights`.
Result<void> level_hollows(const Domain& domain, const FlowRouter& router, const FillParams& params, std::span<float> heights,
                           const Execution& execution) {
  if (params.mode == Hollows::fill) return router.fill(heights, execution);
  FlatArray<float> lengths(heights.size());
  CRATON_TRY(receiver_lengths(domain, router.receivers(), lengths.span(), execution));
  if (params.mode == Hollows::breach) Breach(router.graph(), lengths.span(), params, heights).cut_all();
  raise_upstream(router.graph(), lengths.span(), params.mode == Hollows::epsilon ? static_cast<float>(params.epsilon) : 0,
                 heights);
  return {};
}

/// 1 where water may end: in seas of so many m² at least, or in the largest that there is, and in the lakes that are declared.
FlatArray<float> wide_seas(const Domain& domain, const FillParams& params) {
  const std::span<const float> heights = params.layer.values();
  FlatArray<float> above(heights.size()), ends(heights.size());
  FlatArray<std::int32_t> piece_of(heights.size());
  for (std::size_t c = 0; c < heights.size(); ++c) above[c] = heights[c] - static_cast<float>(params.sea_level);
  const std::vector<Piece> pieces = connected_pieces(domain, above.span(), 0, piece_of.span());
  double largest = 0;
  for (const Piece& piece : pieces) largest = piece.land ? largest : std::max(largest, piece.area);
  const double least = std::min(params.least_sea, largest);
  for (std::size_t c = 0; c < heights.size(); ++c) {
    const Piece& piece = pieces[static_cast<std::size_t>(piece_of[c])];
    ends[c] = !piece.land && piece.area >= least ? 1.0F : params.lakes[static_cast<Cell>(c)];
  }
  return ends;
}

Result<void> route_to_seas(FlowRouter& router, const FillParams& params, StageContext& context) {
  if (!(params.least_sea > 0)) return route_water(router, params.layer.values(), params, context);
  const FlatArray<float> ends = wide_seas(context.domain(), params);
  WaterParams wide = params;
  wide.sea_level = std::numeric_limits<float>::lowest();
  wide.lakes = ends.span();
  return route_water(router, params.layer.values(), wide, context);
}

Result<void> run(const FillParams& params, StageContext& context) {
  FlowRouter router(context.domain());
  CRATON_TRY(route_to_seas(router, params, context));

  Layer after({.name = "after"}, params.layer->size());
  const std::span<float> now = after.numbers(), before = params.layer, raise = params.depth;
  std::copy(before.begin(), before.end(), now.begin());
  CRATON_TRY(level_hollows(context.domain(), router, params, now, context.execution));
  return parallel_blocks(now.size(), block_cells, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const float to = by_strength(before[i], now[i], params.strength[static_cast<Cell>(i)]);
      raise[i] = std::max(to - before[i], 0.0F);
      before[i] = to;
    }
  });
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<Hollows>() {
  static constexpr std::string_view names[] = {"fill", "epsilon", "breach"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<FillParams>() {
  using P = FillParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground."),
      result_param<&P::depth>("depth", "How much each cell was raised: lakes, if water filled them.", "m"),
      choice_param<&P::mode>(
          "mode",
          "fill: up to the rim, level. epsilon: a little higher with every step from the way out, so that water "
          "runs. breach: through the rim where a cut is short and shallow, else fill."),
      number_param<&P::epsilon>("epsilon", 0, 1, "m/m",
                                "How steeply filled ground rises from its way out (with mode = epsilon)."),
      number_param<&P::breach_depth>("breach_depth", 0, 1e6, "m", "The deepest cut (with mode = breach)."),
      number_param<&P::breach_length>("breach_length", 0, 1e9, "m", "The longest cut (with mode = breach)."),
      field_param<&P::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 fills it: a mask."),
      number_param<&P::least_sea>("least_sea", 0, 1e18, "m²",
                                  "Seas smaller than this are hollows too; the largest never is. 0: water ends in all."),
      sea_level_param(),
      lakes_param(),
      on_planes_param<&WaterParams::on_planes>(),
  };
  return list;
}

const StageEntry& fill_depressions_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "fill_depressions",
      .title = "Fill hollows",
      .doc = "Fills hollows up to the rim over which their water leaves, or cuts through it, so that all water runs to "
             "the sea, to the border of a map or to a lake that is declared (where there is none of these: to the lowest "
             "place).",
      .cite = "Barnes, Lehman & Mulla 2014; Lindsay 2016; Cordonnier, Bovy & Braun 2019",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
