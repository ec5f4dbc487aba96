// Sub-biomes by rule (the list of Erstu, source 003 and a few more): wet, salt, steep, high and sandy places inside the biomes.
// The temperatures and rains are those at which textbooks draw the lines: mangroves and reefs where no month is cold (Köppen's 18
// °C and 20 °C of water), trees where the warmest month has 10 °C.
#include "stages/life/sub_biomes.h"

#include <algorithm>

#include <craton/stages/whittaker.h>

#include "stages/each_cell.h"
#include "stages/gaussian_spread.h"
#include "stages/life/life_stages.h"
#include "stages/life/slope.h"
#include "stages/name_categories.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

constexpr std::string_view names[] = {"none",     "fresh swamp",   "fresh marsh", "salt swamp", "salt marsh",
                                      "mangrove", "coral reef",    "estuary",     "wetland",    "prairie",
                                      "steppe",   "alpine tundra", "glacier",     "dunes",      "oasis"};

constexpr float lapse = 0.0065F;     // °C a metre
constexpr float deepest_reef = -50;  // m, where light still feeds corals

SubBiome of_coast(const SubBiomePlace& place) {
  if (place.river) return SubBiome::estuary;
  if (place.coldest >= 18 && place.rain >= 80) return SubBiome::mangrove;
  if (place.mean >= 12 && place.rain >= 90) return SubBiome::salt_swamp;
  return place.warmest >= 8 && place.rain >= 30 ? SubBiome::salt_marsh : SubBiome::none;
}

SubBiome of_wet_ground(const SubBiomePlace& place) {
  if (place.rain < 25 && place.mean >= 12) return SubBiome::oasis;
  if (place.warmest < 10) return SubBiome::none;
  if (place.mean < 4) return SubBiome::wetland;
  return place.rain >= 90 ? SubBiome::fresh_swamp : place.rain >= 35 ? SubBiome::fresh_marsh : SubBiome::none;
}

SubBiome of_dry_ground(const SubBiomePlace& place) {
  const Biome biome = whittaker_biome(place.mean, place.rain);
  if (place.rain < 15 && place.mean >= 8 && place.slope < 0.05F && place.sandy) return SubBiome::dunes;
  if (biome != Biome::temperate_grassland || place.warmest < 10) return SubBiome::none;
  return place.rain >= 0.55F * (20 + 2.8F * (place.mean + 5)) ? SubBiome::prairie : SubBiome::steppe;
}

}  // namespace

std::span<const std::string_view> sub_biome_names() { return names; }

SubBiome sub_biome_of(const SubBiomePlace& place, const SubBiomeLimits& limits) {
  if (place.height < 0) {
    const bool reef = place.at_coast && place.height > deepest_reef && place.mean >= 21 && place.coldest >= 18;
    return reef ? SubBiome::coral_reef : SubBiome::none;
  }
  if (place.lake) return SubBiome::none;
  if (place.warmest < 0) return place.rain >= 5 ? SubBiome::glacier : SubBiome::none;
  // Too cold for trees because it is high, not because it is far from the equator.
  if (place.warmest < 10) return place.warmest + lapse * place.height >= 12 ? SubBiome::alpine_tundra : SubBiome::none;
  const bool flat = place.slope < limits.flat;
  if (flat && place.at_coast && place.height < limits.low)
    if (const SubBiome coast = of_coast(place); coast != SubBiome::none) return coast;
  if (place.at_coast && place.river && place.height < limits.low) return SubBiome::estuary;
  if (flat && place.moisture >= limits.wet)
    if (const SubBiome wet = of_wet_ground(place); wet != SubBiome::none) return wet;
  return of_dry_ground(place);
}

namespace {

struct SubBiomesParams {
  Read<float> height = "height", temperature = "temperature", temperature_warmest = "temperature_warmest",
              temperature_coldest = "temperature_coldest", rain = "rain", moisture;
  Read<std::int32_t> lake, river;
  Write<std::uint8_t> sub_biome = "sub_biome";
  double shore = 4000, dune_length = 120'000, flat_length = 0;
  Field flat = 0.01, low = 30.0, wet = 0.5, dunes = 0.4;
};

/// From so much sea around it on, land is at the coast: 1.4 radii from a straight one.
constexpr float coast_share = 0.08F;

double shore_radius(double shore, double spacing) { return std::max(shore, 0.6 * spacing); }

struct SubBiomeInputs {
  std::span<const float> height, mean, warmest, coldest, rain, moisture;
  std::span<const std::int32_t> lake, river;
};

SubBiomePlace place_of(const SubBiomeInputs& in, Cell c) {
  SubBiomePlace place{.height = in.height[c], .mean = in.mean[c], .rain = in.rain[c]};
  // Without months, a mild year of 16 °C between the extremes.
  place.warmest = in.warmest.empty() ? place.mean + 8 : in.warmest[c];
  place.coldest = in.coldest.empty() ? place.mean - 8 : in.coldest[c];
  place.moisture = in.moisture.empty() ? 0 : in.moisture[c];
  place.lake = !in.lake.empty() && in.lake[c] != 0;
  place.river = !in.river.empty() && in.river[c] != 0;
  return place;
}

/// Share of sea around each cell, in place of a distance: the same at any resolution, and known on tiles.
Result<void> fill_sea_shares(const Domain& domain, std::span<const float> height, double radius, std::span<float> out,
                             const Execution& execution) {
  CRATON_TRY(each_cell(out.size(), execution, [&](Cell c) { out[c] = height[c] < 0 ? 1.0F : 0.0F; }));
  return spread(domain, out, radius, execution);
}

Result<void> check_shore(double shore, double spacing, const std::string& path) {
  if (shore <= widest_spread_on_sphere * spacing) return {};
  return Error{ErrorCode::invalid_value, path + "/shore",
               "more than 24 cells of this sphere; take a coarser one, or a shorter one"};
}

Result<void> run(const SubBiomesParams& params, StageContext& context) {
  const Domain& domain = context.domain();
  const double metres = spacing(domain);
  if (std::holds_alternative<CubeSphere>(domain))
    CRATON_TRY(check_shore(std::max(params.shore, params.flat_length), metres, context.path));
  name_categories(*params.sub_biome, {std::begin(names), std::end(names)});
  const SubBiomeInputs in{
      params.height, params.temperature, params.temperature_warmest, params.temperature_coldest, params.rain, params.moisture,
      params.lake,   params.river};
  CRATON_TRY(const Noise noise, make_noise_on(domain, rough_noise(params.dune_length, 4), context.seed.child("dunes"),
                                              context.path_of("dune_length")));
  Layer sea({.name = "sea_shares"}, in.height.size()), sand({.name = "sand"}, in.height.size());
  CRATON_TRY(fill_sea_shares(domain, in.height, shore_radius(params.shore, metres), sea.numbers(), context.execution));
  const std::span<float> sandy = sand.numbers();
  CRATON_TRY(fill_with_noise(domain, noise, sandy, context.execution));

  // How steep the ground is at the length at which swamps lie: what is flat so is flat at any resolution.
  Layer smooth({.name = "smooth"}, params.flat_length > 0 ? in.height.size() : 0);
  std::span<const float> ground = in.height;
  if (params.flat_length > 0) {
    const std::span<float> wide = smooth.numbers();
    CRATON_TRY(each_cell(wide.size(), context.execution, [&](Cell c) { wide[c] = std::max(in.height[c], 0.0F); }));
    CRATON_TRY(spread(domain, wide, params.flat_length, context.execution));
    ground = wide;
  }

  const std::span<std::uint8_t> out = params.sub_biome;
  return std::visit(
      [&](const auto& topology) {
        return each_cell(out.size(), context.execution, [&](Cell c) {
          SubBiomePlace place = place_of(in, c);
          place.slope = steepest_slope(topology, ground, c);
          const float water = sea.numbers()[c];
          place.at_coast = place.height < 0 ? water < 1 - coast_share : water > coast_share;
          // The noise is about a bell of width 0.25: ±0.35 leaves out nearly nothing or nearly all.
          place.sandy = sandy[c] < 0.7F * (params.dunes[c] - 0.5F);
          const SubBiomeLimits limits{params.flat[c], params.low[c], params.wet[c]};
          out[c] = static_cast<std::uint8_t>(sub_biome_of(place, limits));
        });
      },
      domain);
}

Reach reach(const SubBiomesParams& params, double metres) {
  const std::uint32_t shore = spread_reach(shore_radius(params.shore, metres), metres);
  const std::uint32_t flat = params.flat_length > 0 ? spread_reach(params.flat_length, metres) : 0;
  return Reach::stencil(std::max(shore, flat + 1));
}

Result<void> check(const SubBiomesParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_noise_on(domain, rough_noise(params.dune_length, 4), path + "/dune_length"));
  if (domain.kind != "sphere") return {};
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  return check_shore(std::max(params.shore, params.flat_length), extent.spacing, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<SubBiomesParams>() {
  using P = SubBiomesParams;
  static const ParamInfo list[] = {
      layer_param<&P::height>("height", "The ground; what lies below 0 m is sea."),
      layer_param<&P::temperature>("temperature", "Mean of the year, °C."),
      optional_layer_param<&P::temperature_warmest>("temperature_warmest",
                                                    "Mean of the warmest month, °C; \"\": 8 °C above the year's."),
      optional_layer_param<&P::temperature_coldest>("temperature_coldest",
                                                    "Mean of the coldest month, °C; \"\": 8 °C below the year's."),
      layer_param<&P::rain>("rain", "Rain of the year, cm."),
      optional_layer_param<&P::moisture>("moisture", "How moist the ground is by the waters near it, 0 to 1; \"\": dry."),
      optional_layer_param<&P::lake>("lake", "The numbers of the lakes; \"\": there are none."),
      optional_layer_param<&P::river>("river", "The numbers of the rivers; \"\": there are none."),
      result_param<&P::sub_biome>("sub_biome", "What a biome becomes where ground and water are out of the ordinary.", ""),
      number_param<&P::shore>("shore", 1, 1e6, "m", "How wide coasts are; at least about a cell."),
      number_param<&P::dune_length>("dune_length", 1, 1e7, "m", "How large the fields of dunes are."),
      number_param<&P::flat_length>("flat_length", 0, 1e6, "m",
                                    "At which length ground is steep or flat, whatever the size of cells; 0: from cell to cell."),
      field_param<&P::flat>("flat", 0, 10, "m/m", "Ground less steep than this can be a swamp."),
      field_param<&P::low>("low", 0, 1e4, "m", "Coasts lower than this can be salt marshes and mangroves."),
      field_param<&P::wet>("wet", 0, 1, "", "From this moisture on flat ground is a swamp, and desert an oasis."),
      field_param<&P::dunes>("dunes", 0, 1, "", "How much of flat deserts is sand: 0 none, 1 nearly all."),
  };
  return list;
}

const StageEntry& sub_biomes_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "sub_biomes",
      .title = "Sub-biomes",
      .doc = "Tells what biomes become at wet, salt, high and sandy places: swamps, marshes, mangroves, reefs, estuaries, "
             "bogs, prairie, steppe, alpine tundra, glaciers, dunes, oases.",
      .cite = "Erstu (source 003)",
      .reach_doc = "stencil: about 2 · shore / spacing cells, or as many of flat_length",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
