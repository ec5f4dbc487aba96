// Heights of plates (Fusek 2020, section 5.4): uniform in [−range, range], half of the plates below the sea. What the source
// leaves open is added to the objects: the kind follows from the height, and so does the age. The sea floor sinks with the root
// of its age, and the oldest there is has 180 million years (Parsons & Sclater 1977); continents wear down as they grow old.
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/crust/plate_table.h"
#include "surface/table_values.h"

namespace craton {
namespace {

struct PlateHeightsParams {
  Write<float> layer = "height";
  Read<std::int32_t> plate = "plate";
  ChangeTable plates = "plates";
  double range = 3200;
};

constexpr double oldest_sea_floor = 180, oldest_continent = 3000, youngest_continent = 500;  // million years

/// `share`: of the range, −1 … 1.
double age_of(double share) {
  return share < 0 ? oldest_sea_floor * share * share : oldest_continent + (youngest_continent - oldest_continent) * share;
}

Result<void> run(const PlateHeightsParams& params, StageContext& context) {
  if (!params.plates)
    return Error{ErrorCode::unknown_name, context.path, "there are no plates yet: put a stage \"grown_plates\" before this one"};
  const std::size_t plates = params.plates->rows();
  const std::span<const std::int32_t> plate = params.plate.values();
  CRATON_TRY(check_plate_numbers(plate, plates, context.path + "/plate"));

  std::vector<double> heights(plates), ages(plates);
  std::vector<std::string> kinds(plates);
  std::vector<float> of_number(plates + 1, 0.0F);  // 0: no plate
  const auto* given = values_of<double>(params.plates.get(), "given_height");
  for (std::size_t p = 0; p < plates; ++p) {
    double share = 2 * unit_of_bits(counted_random(context.seed, p, 0)) - 1;
    if (given && std::isfinite((*given)[p])) share = params.range > 0 ? std::clamp((*given)[p] / params.range, -1.0, 1.0) : 0;
    of_number[p + 1] = static_cast<float>(params.range * share);
    if (given && std::isfinite((*given)[p])) of_number[p + 1] = static_cast<float>((*given)[p]);
    heights[p] = double{of_number[p + 1]};
    kinds[p] = heights[p] < 0 ? "oceanic" : "continental";
    ages[p] = age_of(heights[p] == 0 ? 0 : share);
  }
  const std::span<float> out = params.layer.values();
  CRATON_TRY(parallel_blocks(out.size(), 1 << 16, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) out[c] = of_number[static_cast<std::size_t>(plate[c])];
  }));
  ObjectTable changed = *params.plates;
  set_column(changed, {"kind", "", "oceanic where its height is below 0, else continental.", std::move(kinds)});
  set_column(changed, {"height", "m", "Of its ground, before anything else shapes it.", std::move(heights)});
  set_column(changed,
             {"age", "Myr", "Million years: sea floors sink with the root of their age, continents wear down.", std::move(ages)});
  return params.plates.set(std::move(changed));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<PlateHeightsParams>() {
  using P = PlateHeightsParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "Where the heights go.", "m"),
      layer_param<&P::plate>("plate", "The numbers of plates, by the stage `grown_plates`."),
      number_param<&P::range>("range", 0, 20'000, "m",
                              "Heights lie between −range and range, all equally likely: 0.8 of 4000 m in the source."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<PlateHeightsParams>() {
  static const TableUse list[] = {table_use<&PlateHeightsParams::plates>()};
  return list;
}

const StageEntry& plate_heights_stage() {
  static const StageEntry entry = stage_of<run>({
      .id = "plate_heights",
      .title = "Heights of plates",
      .doc = "Gives every plate a random height, half of them below the sea, and tells the kind and age of its crust. Imported "
             "plates keep the heights that they were given.",
      .cite = "Fusek 2020; Parsons & Sclater 1977",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
