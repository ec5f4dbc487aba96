#include <craton/worlds/planet_zoom.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <craton/base/hash.h>

#include "base/smooth_step.h"
#include "base/text.h"
#include "worlds/zoom_ground.h"
#include "worlds/zoom_inflow.h"
#include "worlds/zoom_recipe.h"
#include "worlds/zoom_rivers.h"

namespace craton {
namespace {

constexpr double least_span = 1000, most_span = 4'000'000;
constexpr std::uint32_t least_samples = 64, most_samples = 8192;
constexpr std::uint32_t climate_side = 129;
constexpr float lapse = 0.0057F;     // °C a metre, as the stage `temperature` has it
constexpr float bank_height = 0.1F;  // metres, of each sample away from a river

struct Climate {
  std::string_view layer;
  bool falls;  ///< with height
};
constexpr std::array climates{Climate{"temperature", true}, Climate{"temperature_warmest", true},
                              Climate{"temperature_coldest", true}, Climate{"rain", false}};  // rain last: runoff follows from it

Result<void> check(const World& planet, const ZoomOptions& options) {
  const auto error = [](std::string_view path, std::string message) {
    return Error{ErrorCode::invalid_value, std::string(path), std::move(message)};
  };
  if (!std::holds_alternative<CubeSphere>(planet.surface.domain()))
    return Error{ErrorCode::unsupported, "zoom", "the world is no planet: it lies on no sphere"};
  const double radius = std::get<CubeSphere>(planet.surface.domain()).radius();
  if (!(options.span >= least_span && options.span <= std::min(most_span, radius)))
    return error("span",
                 concat({"found ", std::to_string(options.span), " m, allowed 1 km … 4000 km, and no more than the radius"}));
  if (options.samples < least_samples || options.samples > most_samples)
    return error("samples", concat({"found ", std::to_string(options.samples), ", allowed 64 … 8192"}));
  if (!(std::abs(options.centre.latitude) <= 90) || !(std::abs(options.centre.longitude) <= 360))
    return error("centre", "a latitude is -90 … 90 degrees, a longitude -360 … 360");
  for (const std::string_view name : {"height", "temperature", "temperature_warmest", "temperature_coldest", "rain"}) {
    const Layer* layer = planet.surface.layer(name);
    if (!layer || layer->type() != LayerType::number)
      return Error{ErrorCode::unsupported, "zoom", concat({"the planet lacks the layer \"", name, "\""})};
  }
  return {};
}

/// The ground with hills on it and with valleys for the planet's rivers; where the region's own water may cut.
struct Shaped {
  std::vector<float> heights, free;
};

/// Hills take no place across the sea's edge: |hills| < |height| whatever the bound is.
Shaped shaped(const std::vector<float>& heights, const zoom::ZoomGround::Detail& detail, const zoom::RegionLakes& lakes,
              const zoom::Corridors& corridors, double step) {
  Shaped out{heights, std::vector<float>(heights.size(), 1)};
  const auto width = static_cast<float>(corridors.width), bed_width = static_cast<float>(step);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const float ground = heights[i], away = corridors.distance[i], dry = lakes.away(i);
    const float hills = detail.hills[i] * std::abs(ground) / (std::abs(ground) + detail.bound[i]);
    const float beside = smooth_step(0.0F, width, away);
    float height = ground + hills * beside * dry;
    if (ground >= 0 && away < width && !lakes.covers(i, ground)) {
      const float bed = std::max(corridors.bed[i], 0.05F);
      // Ground beside a bed rises from it even on plains, as banks do that floods have left: its water stays in it.
      const float bank = bank_height * away / bed_width * (1 - beside);
      height = away < bed_width ? bed : bed + std::max((height - bed) * beside, 0.0F) + bank;
    }
    out.heights[i] = height;
    out.free[i] = ground < 0 ? 0 : dry * smooth_step(1.5F * bed_width, std::max(0.5F * width, 4 * bed_width), away);
  }
  return out;
}

/// Metres of water a year that run off, from cm of rain, by the curve of the region's own recipe.
std::vector<float> runoff_of(const std::vector<float>& rain, const Recipe& recipe, std::uint32_t samples) {
  std::vector<double> points;
  for (const StageSpec& stage : recipe.stages)
    if (const ParamValue* value = stage.id == "runoff" ? stage.params.find("points") : nullptr)
      if (const auto* list = std::get_if<std::vector<double>>(value)) points = *list;
  const auto curve = [&](double at) {
    std::size_t i = 2;
    while (i + 3 < points.size() && points[i] < at) i += 2;
    if (i + 1 >= points.size()) return 0.0;
    const double share = std::clamp((at - points[i - 2]) / (points[i] - points[i - 2]), 0.0, 1.0);
    return points[i - 1] + (points[i + 1] - points[i - 1]) * share;
  };
  std::vector<float> runoff(std::size_t{samples} * samples);
  const double scale = (climate_side - 1.0) / samples;
  for (std::uint32_t row = 0; row < samples; ++row)
    for (std::uint32_t column = 0; column < samples; ++column) {
      const double x = column * scale, y = row * scale;
      const auto left = static_cast<std::size_t>(x), top = static_cast<std::size_t>(y);
      const double right = x - static_cast<double>(left), below = y - static_cast<double>(top);
      const float* at = rain.data() + top * climate_side + left;
      const double upper = double{at[0]} + (double{at[1]} - double{at[0]}) * right;
      const double lower = double{at[climate_side]} + (double{at[climate_side + 1]} - double{at[climate_side]}) * right;
      runoff[std::size_t{row} * samples + column] = static_cast<float>(curve(upper + (lower - upper) * below));
    }
  return runoff;
}

ZoomRaster raster(std::string_view name, std::uint32_t side, std::vector<float> values) {
  return {concat({"region/", name, ".exr"}), {side, side, std::move(values), true}};
}

/// Values of a layer as if all ground lay at sea level, where it is colder above.
std::vector<float> at_sea_level(std::span<const float> values, std::span<const float> heights) {
  std::vector<float> out(values.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[i] + lapse * std::max(heights[i], 0.0F);
  return out;
}

class RegionAssets final : public AssetSource {
 public:
  explicit RegionAssets(const PlanetZoom& zoom) : zoom_(zoom) {}

  Result<HeightMap> height_map(std::string_view name, const RawLayout&) const override {
    for (const ZoomRaster& each : zoom_.rasters)
      if (each.file == name) return each.map;
    return Error{ErrorCode::unknown_name, std::string(name), "the region has no such raster"};
  }
  Result<std::uint64_t> fingerprint(std::string_view name) const override {
    CRATON_TRY(const HeightMap map, height_map(name, {}));
    return mix64_bytes(std::as_bytes(std::span(map.values))) ^ map.width;
  }

 private:
  const PlanetZoom& zoom_;
};

}  // namespace

Result<PlanetZoom> zoom_into(const World& planet, const ZoomOptions& options, const RecipeTerms& terms,
                             const Execution& execution) {
  CRATON_TRY(check(planet, options));
  const auto& sphere = std::get<CubeSphere>(planet.surface.domain());
  // Steps of planes are whole units: samples lie exactly where the recipe says.
  CRATON_TRY(const std::int64_t units, units_from_metres(options.span / options.samples));
  const std::int64_t step_units = std::max<std::int64_t>(units, 1);
  const double step = metres_from_units(step_units);
  const double first = metres_from_units(-step_units * (options.samples / 2));
  const zoom::RegionGrid grid{.plane = {options.centre, sphere.radius()},
                              .west = first,
                              .north = first,
                              .step = step,
                              .samples = options.samples,
                              .margin = 2.5 * sphere.spacing() + 0.05 * options.span};
  const std::span<const float> heights = planet.surface.layer("height")->numbers();
  const Seed seed = zoom::detail_seed(planet.recipe.seed);
  CRATON_TRY(const zoom::ZoomGround ground, zoom::ZoomGround::make(sphere, heights, seed, execution));
  CRATON_TRY(std::vector<float> base, ground.heights(grid, execution));
  CRATON_TRY(const zoom::ZoomGround::Detail detail, ground.detail(grid, execution));
  CRATON_TRY(zoom::RegionLakes lakes, zoom::lakes_near(planet.surface, ground, grid, execution));
  zoom::roughen_shores(lakes, detail.waves, base);
  zoom::close_shores(lakes, grid, base);
  CRATON_TRY(std::vector<zoom::RegionRiver> rivers, zoom::rivers_near(planet.surface, ground, grid));
  const zoom::Corridors corridors = zoom::find_corridors(rivers, base, lakes, grid, sphere.spacing());
  Shaped shape = shaped(base, detail, lakes, corridors, step);

  PlanetZoom zoom;
  const double spacing = step * options.samples / (climate_side - 1);
  CRATON_TRY(
      Recipe recipe,
      zoom::region_recipe(
          {.first = first, .step = step, .samples = options.samples, .climate_spacing = spacing, .seed = seed.value}, terms));
  zoom.recipe = std::move(recipe);
  std::vector<ZoomRaster> climate_rasters;
  for (const Climate& climate : climates) {
    const std::span<const float> values = planet.surface.layer(climate.layer)->numbers();
    std::vector<float> even;
    if (climate.falls) even = at_sea_level(values, heights);
    climate_rasters.push_back(raster(climate.layer, climate_side,
                                     zoom::sampled(sphere, climate.falls ? std::span<const float>(even) : values, grid.plane,
                                                   first, first, spacing, climate_side)));
  }
  const std::vector<float> runoff = runoff_of(climate_rasters.back().map.values, zoom.recipe, options.samples);
  CRATON_TRY(std::vector<float> inflow, zoom::inflow_of(rivers, shape.heights, runoff, grid, execution));
  for (float& water : inflow) water = static_cast<float>(double{water} / (step * step));  // m³ a year → metres a year
  zoom.rasters.push_back(raster("height", options.samples, std::move(shape.heights)));
  zoom.rasters.push_back(raster("free", options.samples, std::move(shape.free)));
  zoom.rasters.push_back(raster("inflow", options.samples, std::move(inflow)));
  for (ZoomRaster& each : climate_rasters) zoom.rasters.push_back(std::move(each));
  return zoom;
}

std::unique_ptr<AssetSource> assets_of(const PlanetZoom& zoom) { return std::make_unique<RegionAssets>(zoom); }

}  // namespace craton
