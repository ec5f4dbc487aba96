// Ground near water is moist: the share of water around each cell, spread like a bell. A river counts as a ribbon as wide as the
// ground that it keeps wet, which grows slowly with its discharge; so the same river moistens the same ground at any resolution.
#include <algorithm>
#include <cmath>

#include "stages/all_stages.h"
#include "stages/each_cell.h"
#include "stages/gaussian_spread.h"
#include "stages/water/hydrography.h"
#include "surface/table_values.h"

namespace craton {
namespace {

struct MoistureParams {
  Read<float> layer = "height", discharge = "discharge";
  Read<std::int32_t> lake = "lake", river = "river";
  Write<float> moisture = "moisture";
  ReadTable table = lakes_table;
  double distance = 3000, ribbon = 600;
  Field sea = 1.0, strength = 1.0;
};

constexpr float at_the_shore = 0.5F;  // so much of what is around a straight shore is water

Result<void> check_distance(double distance, double spacing, const std::string& path) {
  if (distance <= widest_spread_on_sphere * spacing) return {};
  return Error{ErrorCode::invalid_value, path + "/distance",
               "more than 24 cells of this sphere; take a coarser one, or a shorter distance"};
}

Result<void> run(const MoistureParams& params, StageContext& context) {
  if (std::holds_alternative<CubeSphere>(context.domain()))
    CRATON_TRY(check_distance(params.distance, spacing(context.domain()), context.path));
  const std::span<float> out = params.moisture;
  const std::span<const float> heights = params.layer, water = params.discharge;
  const std::span<const std::int32_t> lakes = params.lake, rivers = params.river;
  const auto ribbon = static_cast<float>(params.ribbon / spacing(context.domain()));
  const auto* kinds = values_of<std::string>(params.table.get(), "water");
  const auto is_salt = [&](std::int32_t lake) {
    return kinds && static_cast<std::size_t>(lake) <= kinds->size() && (*kinds)[static_cast<std::size_t>(lake) - 1] == "salt";
  };
  const auto wet = [&](Cell c) {
    if (heights[c] < 0) return params.sea[c];
    if (lakes[c] != 0) return is_salt(lakes[c]) ? params.sea[c] : 1.0F;
    if (rivers[c] == 0) return 0.0F;
    return ribbon * std::sqrt(std::sqrt(std::max(water[c], 0.0F) / static_cast<float>(seconds_a_year)));
  };
  CRATON_TRY(each_cell(out.size(), context.execution, [&](Cell c) { out[c] = wet(c); }));
  CRATON_TRY(spread(context.domain(), out, params.distance, context.execution));
  return each_cell(out.size(), context.execution, [&](Cell c) {
    const float open = heights[c] < 0 || lakes[c] != 0 ? 1.0F : std::clamp(out[c] / at_the_shore, 0.0F, 1.0F);
    out[c] = open * params.strength[c];
  });
}

Reach reach(const MoistureParams& params, double metres) { return Reach::stencil(spread_reach(params.distance, metres)); }

Result<void> check(const MoistureParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "sphere") return {};
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  return check_distance(params.distance, extent.spacing, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<MoistureParams>() {
  using P = MoistureParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::lake>("lake", "The numbers of the lakes, by the stage `lakes`."),
      layer_param<&P::river>("river", "The numbers of the rivers, by the stage `rivers`."),
      layer_param<&P::discharge>("discharge", "The water of the rivers, by the stage `rivers`."),
      result_param<&P::moisture>("moisture", "How moist the ground is, 0 to 1.", ""),
      number_param<&P::distance>("distance", 0, 1e6, "m", "How far from water the ground is still moist: the radius of a bell."),
      number_param<&P::ribbon>("ribbon", 0, 1e5, "m", "How wide the ground is that a river of 1 m³/s keeps wet."),
      field_param<&P::sea>("sea", 0, 1, "", "How much the sea and salt lakes count: they feed no meadows."),
      field_param<&P::strength>("strength", 0, 1, "", "Times all of it: 0 leaves a cell dry."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<MoistureParams>() {
  static const TableUse list[] = {table_use<&MoistureParams::table>()};
  return list;
}

const StageEntry& moisture_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "moisture",
      .title = "Moist ground near waters",
      .doc = "How moist the ground is by the rivers, lakes and seas near it: 1 in water and "
             "at its shores, less and less inland.",
      .reach_doc = "stencil: about 2 · distance / spacing cells",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
