// Where things worth digging for lie. Each has a geology: metal ores near volcanoes and in hard, folded rock; coal in old lowland
// basins that were swamps; oil and gas below young shelves and basins; salt where seas dried up: dry lowlands; clay in flat, wet
// lowlands. Inside it lies scattered: spots of a noise that are the same whoever asks, whatever the tile. Values are richness, 0
// to 1; most ground has none.
#include <algorithm>
#include <array>

#include "stages/each_cell.h"
#include "stages/life/life_stages.h"
#include "stages/life/slope.h"
#include "stages/noise_on.h"
#include "stages/optional_layer.h"

namespace craton {
namespace {

struct ResourcesParams {
  std::string height = "height", hardness, volcano, age, rain;
  std::string ore = "ore", coal = "coal", salt = "salt", clay = "clay", oil = "oil";
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
  const float low = 1 - smooth_ramp(place.height, 150, 900), flat = 1 - smooth_ramp(place.slope, 0.01F, 0.06F);
  const float land = place.height < 0 ? 0.0F : 1.0F, basin = low * flat, soft = 1 - smooth_ramp(place.hardness, 0.3F, 0.8F);
  std::array<float, resource_count> shares{};
  shares[ore] = land * std::max({smooth_ramp(place.volcano, 0.05F, 0.5F), 0.8F * smooth_ramp(place.hardness, 0.45F, 0.85F),
                                 0.5F * smooth_ramp(place.slope, 0.02F, 0.12F)});
  shares[coal] = land * basin * (0.4F + 0.6F * soft) * smooth_ramp(place.age, 20, 150);
  shares[salt] = land * basin * (1 - smooth_ramp(place.rain, 10, 45));
  shares[clay] = land * basin * soft * smooth_ramp(place.rain, 20, 70);
  const float shelf = 1 - smooth_ramp(-place.height, 150, 400);  // 1 on land
  shares[oil] = shelf * std::max(basin, place.height < 0 ? 0.8F : 0.0F) * soft * smooth_ramp(place.age, 5, 40);
  return shares;
}

/// How much of the likeliest ground has any.
constexpr std::array<float, resource_count> shares_of_ground{0.45F, 0.25F, 0.35F, 0.45F, 0.2F};

NoiseSpec spots(double length) {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", 1 / length);
  NoiseSpec rough{.kind = "fbm", .inputs = {{"source", perlin}}};
  rough.params.set("octaves", std::int64_t{4});
  return rough;
}

/// A noise of about ±0.4 becomes richness: the less likely the ground, the fewer crests of the noise count.
float richness_of(float noise, float likelihood, float share) {
  const float from = 0.3F - 0.7F * share * likelihood;
  return likelihood > 0 ? smooth_ramp(noise, from, from + 0.2F) * likelihood : 0;
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

Result<ResourceInputs> inputs_of(Surface& surface, const ResourcesParams& params, const StageContext& context) {
  ResourceInputs in;
  const auto numbers = [&](const std::string& name, std::string_view param, std::span<const float>& out) -> Result<void> {
    const Result<std::span<const float>> found = optional_numbers(surface, name, param, context);
    if (!found) return found.error();
    out = *found;
    return {};
  };
  CRATON_TRY(numbers(params.height, "height", in.height));
  CRATON_TRY(numbers(params.hardness, "hardness", in.hardness));
  CRATON_TRY(numbers(params.volcano, "volcano", in.volcano));
  CRATON_TRY(numbers(params.age, "age", in.age));
  CRATON_TRY(numbers(params.rain, "rain", in.rain));
  return in;
}

/// The noise of a resource is made in its own layer, then turned into richness.
template <class T>
Result<void> fill(const T& topology, const ResourceInputs& in, std::size_t resource, const Field& richness, std::span<float> out,
                  const Execution& execution) {
  return each_cell(out.size(), execution, [&](Cell c) {
    const float likelihood = likely(in.at(topology, c))[resource];
    out[c] = std::min(richness_of(out[c], likelihood, shares_of_ground[resource]) * richness[c], 1.0F);
  });
}

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  const Result<ResourcesParams> params = stage_params<ResourcesParams>(spec, surface, context);
  if (!params) return params.error();
  const std::string* names[] = {&params->ore, &params->coal, &params->salt, &params->clay, &params->oil};
  for (std::size_t i = 0; i < resource_count; ++i) {
    const Result<Layer*> layer =
        surface.ensure_layer({.name = *names[i], .doc = "How much " + std::string(resource_ids[i]) + " lies here, 0 to 1."});
    if (!layer) return layer.error();
  }
  const Result<ResourceInputs> in = inputs_of(surface, *params, context);
  if (!in) return in.error();
  for (std::size_t i = 0; i < resource_count; ++i) {
    const Result<Noise> noise =
        make_noise_on(surface.domain(), spots(params->spot), context.seed.child(resource_ids[i]), context.path + "/spot");
    if (!noise) return noise.error();
    const std::span<float> out = surface.layer(*names[i])->numbers();
    CRATON_TRY(noise_in_runs(surface.domain(), *noise, out, context.execution, [&](std::uint64_t first, std::span<float> values) {
      if (values.data() != out.data() + first)
        std::copy(values.begin(), values.end(), out.begin() + static_cast<std::ptrdiff_t>(first));
    }));
    CRATON_TRY(std::visit([&](const auto& topology) { return fill(topology, *in, i, params->richness, out, context.execution); },
                          surface.domain()));
  }
  return {};
}

Reach reach(const StageSpec&, double) { return Reach::stencil(1); }

Result<void> check(const StageSpec& spec, const DomainSpec& domain, const std::string& path) {
  return check_noise_on(domain, spots(plain_params<ResourcesParams>(spec).spot), path + "/spot");
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ResourcesParams>() {
  using P = ResourcesParams;
  static const ParamInfo list[] = {
      layer_param<&P::height>("height", LayerAccess::read, "The ground; what lies below 0 m is sea."),
      optional_layer_param<&P::hardness>("hardness", LayerAccess::read, "Hardness of rock, 0 to 1; \"\": 0.5 everywhere."),
      optional_layer_param<&P::volcano>("volcano", LayerAccess::read, "How likely a volcano is, 0 to 1; \"\": there are none."),
      optional_layer_param<&P::age>("age", LayerAccess::read, "Age of the crust, million years; \"\": 100 everywhere."),
      optional_layer_param<&P::rain>("rain", LayerAccess::read, "Rain of the year, cm; \"\": 60 everywhere."),
      layer_param<&P::ore>("ore", LayerAccess::write, "Metal ores."),
      layer_param<&P::coal>("coal", LayerAccess::write, "Coal."),
      layer_param<&P::salt>("salt", LayerAccess::write, "Salt."),
      layer_param<&P::clay>("clay", LayerAccess::write, "Clay."),
      layer_param<&P::oil>("oil", LayerAccess::write, "Oil and gas."),
      field_param<&P::richness>("richness", 0, 10, "", "Times all of them; 0 leaves a cell without."),
      number_param<&P::spot>("spot", 1, 1e7, "m", "How large deposits are."),
  };
  return list;
}

const StageEntry& resources_stage() {
  static const StageEntry entry{
      .info = {.id = "resources",
               .title = "Resources",
               .doc = "Where ores, coal, salt, clay and oil lie, by geology and climate, scattered in spots.",
               .cite = "",
               .version = 1,
               .reach_doc = "stencil: 1 cell",
               .params = params_of<ResourcesParams>(),
               .layers = {},
               .sea = true},
      .run = run,
      .reach = reach,
      .check = check};
  return entry;
}

}  // namespace craton
