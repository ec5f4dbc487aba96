// What grows where, by climate alone: biomes are never placed, they follow from temperature, rain and height (Erstu, source 003).
// Of four schemes each has its own file; here they meet layers.
#include <algorithm>
#include <array>

#include "base/parallel.h"
#include "base/text.h"
#include "stages/life/biome_schemes.h"
#include "stages/life/koppen.h"
#include "stages/life/life_stages.h"
#include "stages/name_categories.h"
#include "stages/noise_on.h"
#include "stages/table_file.h"

namespace craton {
namespace {

enum class BiomesBy { whittaker, koppen, holdridge, table };

struct BiomesParams {
  BiomesBy scheme = BiomesBy::whittaker;
  std::string table;
  Read<float> height = "height", temperature = "temperature", temperature_warmest = "temperature_warmest",
              temperature_coldest = "temperature_coldest", rain = "rain", rain_summer = "rain_summer",
              rain_winter = "rain_winter", drainage;
  Write<std::uint8_t> biome = "biome", second;
  Write<float> share;
  double shelf = 200;
  double snow_limit = usual_snow_limit;
  Field roughness = 0.0;
  double roughness_length = 40'000, blend = 3;
};

constexpr std::uint64_t block_cells = 1 << 13;

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<BiomesBy>() {
  static constexpr std::string_view names[] = {"whittaker", "koppen", "holdridge", "table"};
  return names;
}

namespace {

/// What each scheme cannot do without.
Result<void> check_layers(const BiomesParams& params, const std::string& path) {
  const std::string_view scheme = choice_names<BiomesBy>()[static_cast<std::size_t>(params.scheme)];
  const auto need = [&](const std::string& name, std::string_view param) -> Result<void> {
    if (!name.empty()) return {};
    return Error{ErrorCode::invalid_value, concat({path, "/", param}), concat({"missing: the scheme ", scheme, " needs it"})};
  };
  const bool second = !params.second.name().empty(), share = !params.share.name().empty();
  if ((second || share) && params.scheme != BiomesBy::whittaker)
    return Error{ErrorCode::unsupported, path + (second ? "/second" : "/share"), "only Whittaker's biomes blend into each other"};
  if (second != share)
    return Error{ErrorCode::invalid_value, path + (second ? "/share" : "/second"),
                 "missing: `second` and `share` belong together"};
  if (params.scheme == BiomesBy::table) return need(params.table, "table");
  CRATON_TRY(need(params.height.name(), "height"));
  CRATON_TRY(need(params.temperature.name(), "temperature"));
  if (params.scheme != BiomesBy::koppen) CRATON_TRY(need(params.rain.name(), "rain"));
  if (params.scheme == BiomesBy::whittaker) return {};
  CRATON_TRY(need(params.temperature_warmest.name(), "temperature_warmest"));
  CRATON_TRY(need(params.temperature_coldest.name(), "temperature_coldest"));
  if (params.scheme == BiomesBy::holdridge) return {};
  CRATON_TRY(need(params.rain_summer.name(), "rain_summer"));
  return need(params.rain_winter.name(), "rain_winter");
}

Result<BiomeScheme> scheme_of(const BiomesParams& params, const StageContext& context) {
  const ClimateLayers layers{.height = params.height,
                             .mean = params.temperature,
                             .warmest = params.temperature_warmest,
                             .coldest = params.temperature_coldest,
                             .rain = params.rain,
                             .rain_summer = params.rain_summer,
                             .rain_winter = params.rain_winter,
                             .drainage = params.drainage};
  switch (params.scheme) {
    case BiomesBy::whittaker: return whittaker_scheme(layers, params.shelf, params.blend);
    case BiomesBy::koppen: return koppen_scheme(layers, params.snow_limit);
    case BiomesBy::holdridge: return holdridge_scheme(layers);
    case BiomesBy::table: break;
  }
  CRATON_TRY(const BiomeTable table, read_table<&TableSource::biome_table>(params.table, context));
  return table_scheme(layers, table, context.path);
}

/// A place that is taken for a warmer one is taken for a drier one too: borders of both kinds get rough.
ClimateNudge nudged(float noise, float degrees) {
  const float warmer = noise * degrees;
  return {warmer, std::max(1 - 0.05F * warmer, 0.25F)};
}

/// A scheme and the layers that it fills.
struct BiomeWriter {
  const BiomeScheme& scheme;
  std::span<std::uint8_t> biome, second{};
  std::span<float> share{};

  void write(Cell first, std::span<const ClimateNudge> nudges, std::size_t count) const {
    scheme.classify(first, nudges, biome.subspan(first, count));
    if (!second.empty())
      scheme.blend(first, nudges, biome.subspan(first, count), second.subspan(first, count), share.subspan(first, count));
  }
};

Result<void> classify_roughened(const BiomesParams& params, const BiomeWriter& writer, StageContext& context) {
  CRATON_TRY(const Noise noise, make_noise_on(context.domain(), rough_noise(params.roughness_length, 3),
                                              context.seed.child("borders"), context.path_of("roughness_length")));
  Layer room({.name = "borders"}, writer.biome.size());
  const auto finish = [&](std::uint64_t first, std::span<float> run) {
    std::array<ClimateNudge, 512> nudges;
    for (std::size_t done = 0; done < run.size(); done += nudges.size()) {
      const std::size_t count = std::min(nudges.size(), run.size() - done);
      const auto from = static_cast<Cell>(first + done);
      for (std::size_t i = 0; i < count; ++i) nudges[i] = nudged(run[done + i], params.roughness[static_cast<Cell>(from + i)]);
      writer.write(from, {nudges.data(), count}, count);
    }
  };
  return noise_in_runs(context.domain(), noise, room.numbers(), context.execution, finish);
}

Result<void> run(const BiomesParams& params, StageContext& context) {
  CRATON_TRY(check_layers(params, context.path));
  CRATON_TRY(const BiomeScheme scheme, scheme_of(params, context));
  name_categories(*params.biome, scheme.names);
  if (params.second) name_categories(*params.second, scheme.names);
  const BiomeWriter writer{.scheme = scheme, .biome = params.biome, .second = params.second, .share = params.share};
  const bool rough = params.roughness.varies() || params.roughness.constant() > 0;
  if (rough) return classify_roughened(params, writer, context);
  return parallel_blocks(writer.biome.size(), block_cells, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
    writer.write(static_cast<Cell>(begin), {}, end - begin);
  });
}

Result<void> check(const BiomesParams& params, const StageSpec& spec, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_layers(params, path));
  if (!spec.layer("roughness") && params.roughness.constant() == 0) return {};
  return check_noise_on(domain, rough_noise(params.roughness_length, 3), path + "/roughness_length");
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<BiomesParams>() {
  using P = BiomesParams;
  static const ParamInfo list[] = {
      choice_param<&P::scheme>(
          "scheme",
          "Whittaker's nine biomes by temperature and rain, the thirty climates of Köppen and Geiger, the life "
          "zones of Holdridge, or a table of your own."),
      asset_param<&P::table>("table", "With scheme = table: a file beside the recipe, as docs/climate.md tells it."),
      optional_layer_param<&P::height>("height", "The ground; what lies below 0 m is sea. \"\": none (with scheme = table)."),
      optional_layer_param<&P::temperature>("temperature", "Mean of the year, °C; \"\": none (with scheme = table)."),
      optional_layer_param<&P::temperature_warmest>("temperature_warmest",
                                                    "Mean of the warmest month, °C; \"\": none (Whittaker then knows no ice)."),
      optional_layer_param<&P::temperature_coldest>(
          "temperature_coldest", "Mean of the coldest month, °C; \"\": none (for Köppen and Holdridge it must be there)."),
      optional_layer_param<&P::rain>("rain", "Rain of the year, cm; \"\": none (Köppen asks for its halves)."),
      optional_layer_param<&P::rain_summer>("rain_summer",
                                            "Rain in the warm half of the year, cm; \"\": none (for Köppen it must be there)."),
      optional_layer_param<&P::rain_winter>("rain_winter",
                                            "Rain in the cold half of the year, cm; \"\": none (for Köppen it must be there)."),
      optional_layer_param<&P::drainage>("drainage", "How well water leaves the ground, as the table has it; \"\": none."),
      result_param<&P::biome>("biome", "What grows here, by climate.", ""),
      number_param<&P::shelf>("shelf", 0, 1e5, "m", "Whittaker: how deep shelf seas are at most."),
      number_param<&P::snow_limit>("snow_limit", -10, 10, "°C",
                                   "Köppen: the coldest month between C and D; −3 of Köppen and Kottek 2006, 0 of Peel 2007."),
      field_param<&P::roughness>("roughness", 0, 20, "°C",
                                 "How much a noise moves the climate to and fro before it is read, so that borders are rough."),
      number_param<&P::roughness_length>("roughness_length", 1, 1e7, "m", "How long the largest bends of rough borders are."),
      optional_result_param<&P::second>(
          "second", "Whittaker, for soft borders: which biome is next to a cell's own; \"\": not asked for.", ""),
      optional_result_param<&P::share>("share", "How much of the second biome there is, 0 to 1/2; \"\": not asked for.", ""),
      number_param<&P::blend>("blend", 0, 20, "°C",
                              "How far from a border in the diagram the second biome is felt; 10 cm of rain count as 1 °C."),
  };
  return list;
}

const StageEntry& biomes_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "biomes",
      .title = "Biomes",
      .doc = "Tells what grows where, from temperature, rain and height.",
      .cite = "Whittaker 1975; Kottek et al. 2006; Holdridge 1967",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
