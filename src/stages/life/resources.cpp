// Where things worth digging for lie. Each has a geology: metal ores near volcanoes and in hard, folded rock; coal in old lowland
// basins that were swamps; oil and gas below young shelves and basins; salt where seas dried up: dry lowlands; clay in flat, wet
// lowlands. Inside it lies scattered: spots of a noise that are the same whoever asks, whatever the tile. Values are richness, 0
// to 1; most ground has none.
#include <algorithm>
#include <array>

#include "base/smooth_step.h"
#include "stages/each_cell.h"
#include "stages/life/life_stages.h"
#include "stages/life/slope.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

struct ResourcesParams {
  Read<float> height = "height", hardness, volcano, age, rain;
  Write<float> ore = "ore", coal = "coal", salt = "salt", clay = "clay", oil = "oil";
  Field richness = 1.0;
  double spot = 30'000;
};

/// What the rules know of a cell; quantities that nobody made are in the middle.
struct Geology {
  float height = 0, slope = 0, hardness = 0.5F, volcano = 0, age = 100, rain = 60;
};

enum : std::size_t { ore, coal, salt, clay, oil, resource_count };
constexpr std::string_view resource_ids[] = {"ore", "coal", "salt", "clay", "oil"};

/// How likely each is here, 0 … 1.
std::array<float, resource_count> likely(const Geology& place) {
  const float low = 1 - smooth_step(150.0F, 900.0F, place.height), flat = 1 - smooth_step(0.01F, 0.06F, place.slope);
  const float land = place.height < 0 ? 0.0F : 1.0F, basin = low * flat, soft = 1 - smooth_step(0.3F, 0.8F, place.hardness);
  std::array<float, resource_count> shares{};
  shares[ore] = land * std::max({smooth_step(0.05F, 0.5F, place.volcano), 0.8F * smooth_step(0.45F, 0.85F, place.hardness),
                                 0.5F * smooth_step(0.02F, 0.12F, place.slope)});
  shares[coal] = land * basin * (0.4F + 0.6F * soft) * smooth_step(20.0F, 150.0F, place.age);
  shares[salt] = land * basin * (1 - smooth_step(10.0F, 45.0F, place.rain));
  shares[clay] = land * basin * soft * smooth_step(20.0F, 70.0F, place.rain);
  const float shelf = 1 - smooth_step(150.0F, 400.0F, -place.height);  // 1 on land
  shares[oil] = shelf * std::max(basin, place.height < 0 ? 0.8F : 0.0F) * soft * smooth_step(5.0F, 40.0F, place.age);
  return shares;
}

/// How much of the likeliest ground has any.
constexpr std::array<float, resource_count> shares_of_ground{0.45F, 0.25F, 0.35F, 0.45F, 0.2F};

/// A noise of about ±0.4 becomes richness: the less likely the ground, the fewer crests of the noise count.
float richness_of(float noise, float likelihood, float share) {
  const float from = 0.3F - 0.7F * share * likelihood;
  return likelihood > 0 ? smooth_step(from, from + 0.2F, noise) * likelihood : 0;
}

struct ResourceInputs {
  std::span<const float> height, hardness, volcano, age, rain;

  template <class T>
  Geology at(const T& topology, Cell c) const {
    Geology place{.height = height[c], .slope = steepest_slope(topology, height, c)};
    if (!hardness.empty()) place.hardness = hardness[c];
    if (!volcano.empty()) place.volcano = volcano[c];
    if (!age.empty()) place.age = age[c];
    if (!rain.empty()) place.rain = rain[c];
    return place;
  }
};

/// The noise of a resource is made in its own layer, then turned into richness.
template <class T>
Result<void> fill(const T& topology, const ResourceInputs& in, std::size_t resource, const Field& richness, std::span<float> out,
                  const Execution& execution) {
  return each_cell(out.size(), execution, [&](Cell c) {
    const float likelihood = likely(in.at(topology, c))[resource];
    out[c] = std::min(richness_of(out[c], likelihood, shares_of_ground[resource]) * richness[c], 1.0F);
  });
}

Result<void> run(const ResourcesParams& params, StageContext& context) {
  const ResourceInputs in{params.height, params.hardness, params.volcano, params.age, params.rain};
  const std::array<std::span<float>, resource_count> layers{params.ore, params.coal, params.salt, params.clay, params.oil};
  for (std::size_t i = 0; i < resource_count; ++i) {
    CRATON_TRY(const Noise noise, make_noise_on(context.domain(), rough_noise(params.spot, 4),
                                                context.seed.child(resource_ids[i]), context.path_of("spot")));
    CRATON_TRY(fill_with_noise(context.domain(), noise, layers[i], context.execution));
    CRATON_TRY(
        std::visit([&](const auto& topology) { return fill(topology, in, i, params.richness, layers[i], context.execution); },
                   context.domain()));
  }
  return {};
}

Reach reach(const ResourcesParams&, double) { return Reach::stencil(1); }

Result<void> check(const ResourcesParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_noise_on(domain, rough_noise(params.spot, 4), path + "/spot");
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ResourcesParams>() {
  using P = ResourcesParams;
  static const ParamInfo list[] = {
      layer_param<&P::height>("height", "The ground; what lies below 0 m is sea."),
      optional_layer_param<&P::hardness>("hardness", "Hardness of rock, 0 to 1; \"\": 0.5 everywhere."),
      optional_layer_param<&P::volcano>("volcano", "How likely a volcano is, 0 to 1; \"\": there are none."),
      optional_layer_param<&P::age>("age", "Age of the crust, million years; \"\": 100 everywhere."),
      optional_layer_param<&P::rain>("rain", "Rain of the year, cm; \"\": 60 everywhere."),
      result_param<&P::ore>("ore", "How much metal ore lies here, 0 to 1.", ""),
      result_param<&P::coal>("coal", "How much coal lies here, 0 to 1.", ""),
      result_param<&P::salt>("salt", "How much salt lies here, 0 to 1.", ""),
      result_param<&P::clay>("clay", "How much clay lies here, 0 to 1.", ""),
      result_param<&P::oil>("oil", "How much oil and gas lies here, 0 to 1.", ""),
      field_param<&P::richness>("richness", 0, 10, "", "Multiplies all deposits; 0 leaves a cell without: a mask."),
      number_param<&P::spot>("spot", 1, 1e7, "m", "How large deposits are."),
  };
  return list;
}

const StageEntry& resources_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "resources",
      .title = "Resources",
      .doc = "Where ores, coal, salt, clay and oil lie, by geology and climate, scattered in spots.",
      .reach_doc = "stencil: 1 cell",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
