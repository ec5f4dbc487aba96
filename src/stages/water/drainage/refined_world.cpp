// A finished map at any spacing: what it knows stays, what is smaller than its cells is added as on endless land.
#include "stages/water/drainage/refined_world.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

#include <craton/surface/world_source.h>

#include "stages/all_stages.h"
#include "stages/water/drainage/base_country.h"
#include "stages/water/drainage/fill_ground.h"

namespace craton {
namespace {

using namespace drainage;

struct RefinedWorldParams {
  std::string world;
  Write<float> layer = "height", river = "river", distance = "river_distance", level = "river_level";
  Write<float> lake_depth = "lake_depth", rugged = "rugged", rain = "rain", temperature = "temperature";
  double steepness = 0.85, roundness = 0.3, wander = 0.32, width = 5;
};

constexpr std::string_view base_layers[] = {"height", "rain", "temperature", "discharge", "lake"};

/// What was found for the last worlds, so that all tiles share it. It makes no difference to any bit.
Result<std::shared_ptr<const Drainage>> drainage_of(const RefinedWorldParams& params, const StageContext& context) {
  struct Entry {
    std::uint64_t world;
    std::array<double, 3> numbers;
    Seed seed;
    std::shared_ptr<const Drainage> drainage;
  };
  constexpr std::size_t most = 2;
  static std::mutex mutex;
  static std::vector<Entry> entries;  // the last used one first
  const std::string path = context.path + "/world";
  const auto* source = dynamic_cast<const WorldSource*>(context.assets);
  if (!source) return Error{ErrorCode::unsupported, path, "there are no worlds to read here"};
  const auto at_path = [&](const Error& error) { return Error{error.code, path, error.to_string()}; };
  const Result<std::uint64_t> key = source->world_key(params.world);
  if (!key) return at_path(key.error());
  const std::array<double, 3> numbers{params.steepness, params.wander, params.width};
  const std::lock_guard lock(mutex);
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
    return entry.world == *key && entry.numbers == numbers && entry.seed == context.seed;
  });
  if (found != entries.end()) {
    std::rotate(entries.begin(), found, found + 1);
    return entries.front().drainage;
  }
  const Result<Surface> base = source->world(params.world, base_layers);
  if (!base) return at_path(base.error());
  Laws laws;
  laws.steepness = params.steepness;
  laws.wander = params.wander;
  laws.width = params.width;
  CRATON_TRY(std::shared_ptr<const Country> country, make_base_country(*base, laws, context.seed, path));
  auto made = std::make_shared<const Drainage>(laws, std::move(country), context.seed.child("drainage"));
  entries.insert(entries.begin(), {*key, numbers, context.seed, made});
  if (entries.size() > most) entries.pop_back();
  return made;
}

Error not_a_plane(const std::string& path) { return {ErrorCode::unsupported, path, "windows of a world lie on planes alone"}; }

Result<void> run(const RefinedWorldParams& params, StageContext& context) {
  const auto* tile = std::get_if<PlaneTile>(&context.domain());
  if (!tile) return not_a_plane(context.path);
  CRATON_TRY(const std::shared_ptr<const Drainage> drainage, drainage_of(params, context));
  return fill_ground(*drainage, *tile, params.roundness,
                     {params.layer.values(), params.river.values(), params.distance.values(), params.level.values(),
                      params.rugged.values(), params.rain.values(), params.temperature.values(), params.lake_depth.values()},
                     context.execution);
}

Result<void> check(const RefinedWorldParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (params.world.empty()) return Error{ErrorCode::invalid_value, path + "/world", "missing: the name of a .craton file"};
  if (domain.kind != "plane") return not_a_plane(path);
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<RefinedWorldParams>() {
  using P = RefinedWorldParams;
  static const ParamInfo list[] = {
      asset_param<&P::world>("world", "A finished map: a .craton file beside the recipe, or below its folder."),
      filled_layer_param<&P::layer>("layer", "Where the ground goes.", "m"),
      filled_result_param<&P::river>("river", "Width of the nearest river; 0 where none is near.", "m"),
      filled_result_param<&P::distance>("river_distance", "To its bank; negative on the water.", "m"),
      filled_result_param<&P::level>("river_level", "Height of the water of rivers and lakes; where none is near, of the ground.",
                                     "m"),
      filled_result_param<&P::lake_depth>("lake_depth", "Depth of lakes; 0: none.", "m"),
      filled_result_param<&P::rugged>("rugged", "0: plains … 1: alpine.", ""),
      filled_result_param<&P::rain>("rain", "In a year.", "cm"),
      filled_result_param<&P::temperature>("temperature", "Mean of the year.", "°C"),
      number_param<&P::steepness>("steepness", 0.05, 2, "m/m", "Slope of the sides of the smallest valleys in mountains."),
      number_param<&P::roundness>("roundness", 0, 1, "", "How much of ridges is rounded off."),
      number_param<&P::wander>("wander", 0, 0.45, "", "How much rivers wander, in cells of their network."),
      number_param<&P::width>("width", 0.1, 100, "m", "Of a river of one cubic metre a second; others by the root of that."),
  };
  return list;
}

const StageEntry& refined_world_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "refined_world",
      .title = "Refined world",
      .doc = "A finished map at any spacing down to a metre. Its coasts, ranges, rivers, lakes and climate stay where they are; "
             "valleys and brooks below its cells are a function of the place.",
      .cite = "Cortial et al. 2020; Génevaux et al. 2013; Barnes et al. 2014",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
