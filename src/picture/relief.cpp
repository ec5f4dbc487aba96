#include <craton/picture/relief.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/parallel.h"
#include "picture/relief_levels.h"
#include "picture/relief_paint.h"
#include "picture/relief_shade.h"

namespace craton {
namespace {

constexpr double typical_slope_shown = 0.65;

/// To two digits, so that a legend can name it and so that the order of a sum does not matter.
double two_digits(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 1;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

double exaggeration_of(const picture::HeightRows& rows, double asked) {
  if (asked > 0) return asked;
  const double slope = picture::typical_slope(rows);
  return slope > 0 ? two_digits(typical_slope_shown / slope) : 1;
}

Result<void> check(FloatView heights, const Ground& ground, const ReliefOptions& relief) {
  if (heights.width == 0 || heights.height == 0) return Error{ErrorCode::invalid_value, "", "a map of no samples"};
  if (heights.width > 1u << 20 || heights.height > 1u << 20)
    return Error{ErrorCode::invalid_value, "", "a map of more than a million samples along one side"};
  if (!(ground.metres_x > 0) || !(ground.metres_y > 0))
    return Error{ErrorCode::invalid_value, "", "samples must be more than 0 m apart"};
  if (!(relief.exaggeration >= 0)) return Error{ErrorCode::invalid_value, "exaggeration", "must be 0 or more"};
  for (const Light& light : relief.lights) {
    if (!(light.altitude > 0 && light.altitude <= 90))
      return Error{ErrorCode::invalid_value, "light", "a light stands more than 0 and at most 90 degrees high"};
    if (!(light.weight > 0) || !std::isfinite(light.azimuth))
      return Error{ErrorCode::invalid_value, "light", "a light has a direction and a weight above 0"};
  }
  return {};
}

/// Calls body(y, row) with each row lit.
template <class Body>
Result<void> for_each_lit_row(const picture::ReliefLevels& levels, FloatView heights, const Execution& execution, Body body) {
  const std::uint64_t block = std::max<std::uint64_t>(8, 65536 / heights.width);
  return parallel_blocks(heights.height, block, execution, [&](std::uint64_t begin, std::uint64_t end) {
    picture::ReliefLevels::Row row = levels.new_row();
    picture::ReliefPainter::Scratch scratch;
    for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      levels.light_row(y, row);
      body(y, row, scratch);
    }
  });
}

}  // namespace

std::vector<Light> usual_lights() { return {{315, 45, 0.68}, {260, 50, 0.2}, {10, 55, 0.12}}; }

double usual_exaggeration(FloatView heights, const Ground& ground) {
  return exaggeration_of(picture::HeightRows(heights, ground, ReliefOptions{}.sea), 0);
}

double joined_exaggeration(const Ground& ground) {
  return two_digits(typical_slope_shown / (0.35 * std::pow(std::sqrt(ground.metres_x * ground.metres_y), -0.25)));
}

ToneRange usual_tint_range(FloatView heights, bool coast) {
  const picture::HeightCounts counts(heights);
  if (!coast) return {counts.quantile(0.002), counts.quantile(0.998)};
  ToneRange range{0, 0};
  if (counts.any_land()) range = {counts.any_sea() ? 0 : counts.land_quantile(0), counts.land_quantile(0.998)};
  if (counts.any_sea()) range = {counts.sea_quantile(0.002), counts.any_land() ? range.high : counts.sea_quantile(1)};
  return range;
}

Result<Rgb8Image> relief_picture(FloatView heights, const Ground& ground, const ReliefOptions& relief, const TintOptions& tints,
                                 const Execution& execution) {
  CRATON_TRY(check(heights, ground, relief));
  assert(heights.values.size() == std::size_t{heights.width} * heights.height);
  const Ramp* ramp = tints.ramp;
  if (!ramp) {
    CRATON_TRY(const Ramp* usual, find_ramp("relief", ""));
    ramp = usual;
  }
  const bool coast = picture::has_coast(*ramp);
  ReliefOptions options = relief;
  if (!coast) options.sea = 1;
  const ToneRange range = tints.range ? *tints.range : relief.joined ? joined_tint_range : usual_tint_range(heights, coast);
  if (relief.joined && options.exaggeration == 0) options.exaggeration = joined_exaggeration(ground);
  const picture::HeightRows rows(heights, ground, options.sea);
  const bool depth =
      coast && tints.quiet_sea > 0 && options.sea > 0 && range.low < 0 && std::min(heights.width, heights.height) >= 16;
  CRATON_TRY(const picture::ReliefLevels levels,
             picture::ReliefLevels::make(rows, options, exaggeration_of(rows, options.exaggeration), depth, execution));
  picture::ReliefPainter painter(*ramp, range, options, tints, levels.pixels_per_metre());
  painter.begin_at(ground.column, ground.row);
  Rgb8Image image(heights.width, heights.height);
  CRATON_TRY(for_each_lit_row(levels, heights, execution, [&](int y, const auto& row, picture::ReliefPainter::Scratch& scratch) {
    const std::size_t start = static_cast<std::size_t>(y) * heights.width;
    painter.paint({.heights = heights.values.data() + start,
                   .ground = row.here.data() + 1,
                   .light = row.light.data() + 1,
                   .tone = row.tone.data() + 1,
                   .slope = row.slope.data() + 1,
                   .depth = depth ? row.depth.data() + 1 : nullptr},
                  y, std::span(image.pixels).subspan(start, heights.width), scratch);
  }));
  return image;
}

Result<picture::ReliefShade> picture::relief_shade(FloatView heights, const Ground& ground, const ReliefOptions& relief,
                                                   const Execution& execution) {
  CRATON_TRY(check(heights, ground, relief));
  const HeightRows rows(heights, ground, relief.sea);
  CRATON_TRY(const ReliefLevels levels,
             ReliefLevels::make(rows, relief,
                                relief.joined && relief.exaggeration == 0 ? joined_exaggeration(ground)
                                                                          : exaggeration_of(rows, relief.exaggeration),
                                false, execution));
  ReliefShade shade{std::vector<float>(heights.values.size()), std::vector<float>(heights.values.size())};
  CRATON_TRY(for_each_lit_row(levels, heights, execution, [&](int y, const auto& row, ReliefPainter::Scratch&) {
    const std::size_t start = static_cast<std::size_t>(y) * heights.width;
    for (std::size_t x = 0; x < heights.width; ++x) {
      const float tone = row.tone[x + 1] / (1 + std::abs(row.tone[x + 1]));
      shade.light[start + x] = row.light[x + 1] + (tone < 0 ? tone : 0.6F * tone);
      shade.tone[start + x] = tone;
    }
  }));
  return shade;
}

Result<std::vector<float>> relief_light(FloatView heights, const Ground& ground, const ReliefOptions& relief,
                                        const Execution& execution) {
  CRATON_TRY(picture::ReliefShade shade, picture::relief_shade(heights, ground, relief, execution));
  return std::move(shade.light);
}

}  // namespace craton
