// Values moved and stretched into a range, in doubles, so that rounding takes none of them beyond its ends.
#include "stages/all_stages.h"
#include "stages/relief/change_cells.h"

namespace craton {
namespace {

enum class NormaliseBy { extremes, range };

struct NormaliseParams {
  Change<float> layer = "height";
  NormaliseBy by = NormaliseBy::extremes;
  Field low = 0.0, high = 1000.0;
  double from_low = -1000, from_high = 1000;
  Field strength = 1.0;
};

/// The range that becomes low … high.
struct Source {
  double low = 0, high = 0;
};

Error empty_range(const std::string& path) {
  return {ErrorCode::invalid_value, path + "/from_high", "must be greater than \"from_low\""};
}

Result<void> run(const NormaliseParams& params, StageContext& context) {
  Source from{params.from_low, params.from_high};
  if (params.by == NormaliseBy::extremes) {
    const LayerRange range = params.layer->range(context.execution);
    from = {range.min, range.max};
  } else if (from.high <= from.low) {
    return empty_range(context.path);
  }
  // What is all one height has no stretch: it goes to the lower end.
  const double width = from.high > from.low ? from.high - from.low : 1;
  const auto stretched = [from, width](float value, float low, float high) {
    const double share = (double{value} - from.low) / width;
    return static_cast<float>(double{low} * (1 - share) + double{high} * share);
  };
  return change_cells(params.layer.values(), context.execution, params.strength, stretched, params.low, params.high);
}

Reach reach(const NormaliseParams& params, double) {
  return params.by == NormaliseBy::extremes ? Reach::whole() : Reach::point();
}

Result<void> check(const NormaliseParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (params.by == NormaliseBy::range) return params.from_low < params.from_high ? Result<void>{} : empty_range(path);
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  if (!extent.endless) return {};
  return Error{ErrorCode::unsupported, path + "/by",
               "an endless plane has no smallest and largest value; write \"by\": \"range\", and in from_low and from_high "
               "the range of the source"};
}

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<NormaliseBy>() {
  static constexpr std::string_view names[] = {"extremes", "range"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<NormaliseParams>() {
  static const ParamInfo list[] = {
      layer_param<&NormaliseParams::layer>("layer", "What is stretched."),
      choice_param<&NormaliseParams::by>(
          "by", "What becomes low and high: the layer's smallest and largest value, or the range from_low … from_high."),
      field_param<&NormaliseParams::low>("low", -1e9, 1e9, "m", "The lower end of the new range."),
      field_param<&NormaliseParams::high>("high", -1e9, 1e9, "m", "Its upper end; below the lower one it turns heights over."),
      number_param<&NormaliseParams::from_low>("from_low", -1e9, 1e9, "m",
                                               "What becomes low (with by = range); lesser values land beyond it."),
      number_param<&NormaliseParams::from_high>("from_high", -1e9, 1e9, "m", "What becomes high (with by = range)."),
      field_param<&NormaliseParams::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 stretches it fully: a mask."),
  };
  return list;
}

const StageEntry& normalise_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "normalise",
      .title = "Range",
      .doc = "Moves and stretches values into a range: the layer's own smallest and largest value become its ends, or, "
             "on endless planes too, those of a range that is given.",
      .reach_doc = "whole with by = extremes; point with by = range",
  });
  return entry;
}

}  // namespace craton
