// Endless land: continents by plates (large_land), rivers by a drainage quadtree (refined), the ground around them
// (fill_ground).
#include "stages/water/drainage/endless_land.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

#include "stages/all_stages.h"
#include "stages/water/drainage/fill_ground.h"

namespace craton {

template <>
std::span<const ParamInfo> params_of<drainage::Params>() {
  using P = drainage::Params;
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> all{
        filled_layer_param<&P::layer>("layer", "Where the ground goes.", "m"),
        filled_result_param<&P::river>("river", "Width of the nearest river; 0 where none is near.", "m"),
        filled_result_param<&P::distance>("river_distance", "To its bank; negative on the water.", "m"),
        filled_result_param<&P::level>("river_level", "Height of its water; where none is near, of the ground.", "m"),
        optional_result_param<&P::lake_depth>("lake_depth", "Of the water of lakes above the ground.", "m"),
        filled_result_param<&P::rugged>("rugged", "0: plains … 1: alpine.", ""),
        filled_result_param<&P::rain>("rain", "In a year.", "cm"),
        filled_result_param<&P::temperature>("temperature", "Mean of the year.", "°C"),
    };
    for (ParamInfo info : params_of<LargeLandParams>()) all.push_back(info);
    all.push_back(
        number_param<&P::steepness>("steepness", 0.05, 2, "m/m", "Slope of the sides of the smallest valleys in mountains."));
    all.push_back(number_param<&P::roundness>("roundness", 0, 1, "", "How much of ridges is rounded off."));
    all.push_back(number_param<&P::wander>("wander", 0, 0.45, "", "How much rivers wander, in cells of their network."));
    all.push_back(
        number_param<&P::width>("width", 0.1, 100, "m", "Of a river of one cubic metre a second; others by the root of that."));
    return all;
  }();
  return list;
}

namespace {

using namespace drainage;

/// What was found for the last stages that ran, so that tiles of one world share it. It makes no difference to any bit.
Result<std::shared_ptr<const Drainage>> kept_drainage(const Params& params, Seed seed, const std::string& path) {
  struct Entry {
    std::array<double, 11> numbers;
    Seed seed;
    std::shared_ptr<const Drainage> drainage;
  };
  constexpr std::size_t most = 3;
  static std::mutex mutex;
  static std::vector<Entry> entries;  // the last used one first
  const std::array<double, 11> numbers{params.scale,         params.land,     params.mountains, params.detail,
                                       params.pole_distance, params.latitude, params.warmth,    params.wetness,
                                       params.steepness,     params.wander,   params.width};
  const std::lock_guard lock(mutex);
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.numbers == numbers && entry.seed == seed; });
  if (found != entries.end()) {
    std::rotate(entries.begin(), found, found + 1);
    return entries.front().drainage;
  }
  CRATON_TRY(std::shared_ptr<const Drainage> made, make_drainage(params, seed, path));
  entries.insert(entries.begin(), {numbers, seed, made});
  if (entries.size() > most) entries.pop_back();
  return made;
}

Error not_a_plane(const std::string& path) { return {ErrorCode::unsupported, path, "endless land lies on planes alone"}; }

Result<void> run(const Params& params, StageContext& context) {
  const auto* tile = std::get_if<PlaneTile>(&context.domain());
  if (!tile) return not_a_plane(context.path);
  CRATON_TRY(const std::shared_ptr<const Drainage> drainage, kept_drainage(params, context.seed, context.path));
  return fill_ground(*drainage, *tile, params.roundness,
                     {params.layer.values(), params.river.values(), params.distance.values(), params.level.values(),
                      params.rugged.values(), params.rain.values(), params.temperature.values(), params.lake_depth.values()},
                     context.execution);
}

Result<void> check(const Params&, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "plane") return not_a_plane(path);
  return {};
}

}  // namespace

Result<std::shared_ptr<const Drainage>> drainage::make_drainage(const Params& params, Seed seed, const std::string& path) {
  Result<std::shared_ptr<const Country>> country = make_large_country(params, seed);
  if (!country) return Error{country.error().code, path, country.error().message};
  Laws laws;
  laws.steepness = params.steepness;
  laws.wander = params.wander;
  laws.width = params.width;
  return std::make_shared<const Drainage>(laws, *country, seed.child("drainage"));
}

const StageEntry& endless_land_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "endless_land",
      .title = "Endless land",
      .doc = "Land from continents down to brooks, on a plane without end: every part of it drains to the sea. Coarse samples "
             "show the "
             "large streams alone.",
      .cite = "Génevaux et al. 2013; Cortial et al. 2020; Lindsay 2016",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
