// The large forms of endless land, laid onto the samples of a tile (large_land.h).
#include "stages/all_stages.h"
#include "stages/crust/large_land.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

struct LargeLandStage : LargeLandParams {
  Write<float> layer = "height", rugged = "rugged", rain = "rain", temperature = "temperature", warmest = "temperature_warmest",
               coldest = "temperature_coldest";
};

constexpr float millimetres_to_centimetres = 0.1F;

Error not_a_plane(const std::string& path) { return {ErrorCode::unsupported, path, "large land lies on endless planes alone"}; }

Result<void> run(const LargeLandStage& params, StageContext& context) {
  const auto* tile = std::get_if<PlaneTile>(&context.domain());
  if (!tile) return not_a_plane(context.path);
  CRATON_TRY(const LargeLand land, LargeLand::make(params, context.seed));
  const std::span<float> rain = params.rain;
  const std::span<float> mean = params.temperature, warmest = params.warmest, coldest = params.coldest;
  CRATON_TRY(land.grid(noise_grid(*tile), {params.layer, params.rugged, rain, mean, warmest}, context.execution));
  for (std::size_t i = 0; i < mean.size(); ++i) {
    const float season = warmest[i];
    warmest[i] = mean[i] + season;
    coldest[i] = mean[i] - season;
  }
  for (float& value : rain) value *= millimetres_to_centimetres;
  return {};
}

Result<void> check(const LargeLandStage&, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "plane") return not_a_plane(path);
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<LargeLandStage>() {
  using P = LargeLandStage;
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> all{
        filled_layer_param<&P::layer>("layer", "Where the ground goes; below 0 it is the floor of the sea.", "m"),
        filled_result_param<&P::rugged>("rugged", "From 0, plains, to 1, alpine.", ""),
        filled_result_param<&P::rain>("rain", "Precipitation a year.", "cm"),
        filled_result_param<&P::temperature>("temperature", "Mean of the year at the ground.", "°C"),
        filled_result_param<&P::warmest>("temperature_warmest", "Mean of the warmest month.", "°C"),
        filled_result_param<&P::coldest>("temperature_coldest", "Mean of the coldest month.", "°C"),
    };
    const std::span<const ParamInfo> large = params_of<LargeLandParams>();
    all.insert(all.end(), large.begin(), large.end());
    return all;
  }();
  return list;
}

const StageEntry& large_land_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "large_land",
      .title = "Large land",
      .doc =
          "Continents, oceans, ranges, plateaus, rifts and island arcs on a plane without end, by plates that every place knows, "
          "and the climate over them: belts of warmth, wind, and rain that ranges keep off.",
      .cite = "Dewey & Bird 1970; Parsons & Sclater 1977; Worley 1996",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
