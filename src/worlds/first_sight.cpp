// Three looks at the land: a coarse one for where mountains meet water in a mild climate, a finer one around the best of those
// places for windows, and one at the best windows as they are shown.
#include <craton/worlds/first_sight.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

#include <craton/worlds/terrain.h>

#include "base/fp_mode.h"

namespace craton {
namespace {

constexpr std::int32_t far_step = 8192, near_step = 512, shown_step = 64;  // metres
constexpr std::int32_t far_side = 144, near_side = 96, shown_side = 128;   // samples
constexpr std::size_t most_shown = 6;                                      // windows that are looked at closely
constexpr std::int32_t window = 16;                                        // samples of the finer look: what is shown

/// What is known of a square of land, sample by sample.
struct Look {
  Surface surface;
  std::span<const float> height, rugged, rain, temperature, river, distance;
  std::int32_t side = 0;

  std::size_t at(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x);
  }
};

/// The land and its water alone: what grows on it need not be known.
Recipe bare(Recipe recipe) {
  const auto last = std::find_if(recipe.stages.rbegin(), recipe.stages.rend(),
                                 [](const StageSpec& stage) { return stage.stage == "endless_land" && stage.enabled; });
  recipe.stages.erase(last.base(), recipe.stages.end());
  recipe.keep.clear();
  recipe.knobs.clear();
  return recipe;
}

/// Around the middle of a square of `step`.
Result<std::optional<Look>> look_at(Recipe recipe, const RecipeTerms& terms, const AssetSource* assets, std::int64_t x,
                                    std::int64_t y, std::int32_t step, std::int32_t side, const Execution& execution) {
  recipe.domain.params.set("step", static_cast<double>(step));
  CRATON_TRY(const Terrain terrain, Terrain::make(recipe, terms, {.margin = 0, .levels = 1, .assets = assets}));
  const auto samples = static_cast<std::uint32_t>(side);
  CRATON_TRY(Surface surface,
             terrain.area({.x = x - side / 2, .y = y - side / 2, .width = samples, .height = samples}, execution));
  Look look{.surface = std::move(surface),
            .height = {},
            .rugged = {},
            .rain = {},
            .temperature = {},
            .river = {},
            .distance = {},
            .side = side};
  const auto find = [&](std::string_view name, std::span<const float>& values) {
    const Layer* layer = look.surface.layer(name);
    if (!layer || layer->type() != LayerType::number) return false;
    values = layer->numbers();
    return true;
  };
  if (!find("height", look.height) || !find("rugged", look.rugged) || !find("rain", look.rain) ||
      !find("temperature", look.temperature) || !find("river", look.river) || !find("river_distance", look.distance))
    return std::optional<Look>{};
  return std::optional<Look>(std::move(look));
}

float tent(float value, float from, float full, float full_to, float to) {
  if (value < full) return std::clamp((value - from) / (full - from), 0.0F, 1.0F);
  return std::clamp((to - value) / (to - full_to), 0.0F, 1.0F);
}

float mildness(float temperature, float rain) { return tent(temperature, 0, 6, 19, 28) * tent(rain, 25, 60, 220, 400); }

struct Place {
  std::int32_t x = 0, y = 0;
  float score = -1;
};

/// Some 40 km around each sample: rugged land, a coast, a mild climate.
Place best_far(const Look& look) {
  constexpr std::int32_t around = 2;
  Place best;
  for (std::int32_t y = around; y + around < look.side; ++y)
    for (std::int32_t x = around; x + around < look.side; ++x) {
      if (look.height[look.at(x, y)] <= 0) continue;
      float sea = 0, rugged = 0, mild = 0, land = 0;
      for (std::int32_t dy = -around; dy <= around; ++dy)
        for (std::int32_t dx = -around; dx <= around; ++dx) {
          const std::size_t i = look.at(x + dx, y + dy);
          if (look.height[i] <= 0) {
            sea += 1;
            continue;
          }
          land += 1;
          rugged += tent(look.rugged[i], 0.1F, 0.6F, 1, 2);
          mild += mildness(look.temperature[i], look.rain[i]);
        }
      const auto away_x = static_cast<float>(x - look.side / 2), away_y = static_cast<float>(y - look.side / 2);
      const float away = std::sqrt(away_x * away_x + away_y * away_y) / static_cast<float>(look.side / 2);
      const float coast = tent(sea / (sea + land), 0, 0.12F, 0.4F, 0.8F);
      const float score = (mild / land) * (0.15F + rugged / land) * (0.6F + 0.4F * coast) * (1 - 0.3F * away);
      if (score > best.score) best = {x, y, score};
    }
  return best;
}

/// A window with relief and with water that shows: a river, a shore.
float score_of(const Look& look, std::int32_t left, std::int32_t top) {
  std::array<float, std::size_t{window} * window> heights{};
  std::size_t count = 0;
  float sea = 0, river = 0, mild = 0, cold = 0;
  for (std::int32_t y = top; y < top + window; ++y)
    for (std::int32_t x = left; x < left + window; ++x) {
      const std::size_t i = look.at(x, y);
      heights[count++] = std::max(look.height[i], 0.0F);
      sea += look.height[i] <= 0 ? 1.0F : 0.0F;
      mild += mildness(look.temperature[i], look.rain[i]);
      cold += look.temperature[i] < 0 ? 1.0F : 0.0F;
      // Rivers that pass the middle, not the rim.
      const bool inner = x >= left + 3 && x < left + window - 3 && y >= top + 3 && y < top + window - 3;
      if (inner && look.height[i] > 0) river = std::max(river, look.river[i]);
    }
  const auto all = static_cast<float>(count);
  std::nth_element(heights.begin(), heights.begin() + 13, heights.end());
  const float low = heights[13];
  std::nth_element(heights.begin(), heights.end() - 14, heights.end());
  const float relief = *(heights.end() - 14) - low;
  const float shore = tent(sea / all, 0.01F, 0.08F, 0.3F, 0.6F);
  const float water = std::max(shore, std::min(river / 60, 1.0F));
  if (sea > 0.6F * all) return 0;
  return (0.2F + std::min(relief, 1100.0F) / 1100) * (0.05F + water + 0.3F * std::min(river / 60, 1.0F) * shore) *
         (0.3F + mild / all) * (1 - 0.7F * cold / all);
}

/// The best windows, no two of which lie within half a window of each other.
std::vector<Place> best_near(const Look& look) {
  std::vector<Place> all;
  for (std::int32_t y = 0; y + window <= look.side; y += 2)
    for (std::int32_t x = 0; x + window <= look.side; x += 2)
      all.push_back({x + window / 2, y + window / 2, score_of(look, x, y)});
  std::stable_sort(all.begin(), all.end(), [](const Place& a, const Place& b) { return a.score > b.score; });
  std::vector<Place> best;
  for (const Place& place : all) {
    const bool apart = std::none_of(best.begin(), best.end(), [&](const Place& other) {
      return std::abs(other.x - place.x) < window / 2 && std::abs(other.y - place.y) < window / 2;
    });
    if (apart) best.push_back(place);
    if (best.size() == most_shown) break;
  }
  return best;
}

/// How much of what a window promised it shows: relief and water.
float shown_of(const Look& look) {
  std::vector<float> heights(look.height.begin(), look.height.end());
  std::size_t wet = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    wet += heights[i] <= 0 || look.distance[i] <= 0 ? 1 : 0;
    heights[i] = std::max(heights[i], 0.0F);
  }
  std::sort(heights.begin(), heights.end());
  const float relief = heights[heights.size() * 95 / 100] - heights[heights.size() * 5 / 100];
  const float water = static_cast<float>(wet) / static_cast<float>(heights.size());
  return std::min(relief / 400, 1.0F) * std::min(water / 0.02F, 1.0F);
}

}  // namespace

Point2 FirstSight::corner(std::uint32_t width, std::uint32_t height, std::int64_t step_units) const {
  const auto half = [&](std::uint32_t samples) { return static_cast<std::int64_t>(samples / 2) * step_units; };
  return {middle.x - half(width), middle.y - half(height)};
}

Result<std::optional<FirstSight>> first_sight(const Recipe& recipe, const RecipeTerms& terms, const AssetSource* assets,
                                              const Execution& execution) {
  const bool knows = std::any_of(recipe.stages.begin(), recipe.stages.end(),
                                 [](const StageSpec& stage) { return stage.stage == "endless_land" && stage.enabled; });
  if (!knows || recipe.domain.kind != "plane") return std::optional<FirstSight>{};
  const FloatingPointMode ieee;
  const Recipe land = bare(recipe);
  const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(const std::optional<Look> far, look_at(land, terms, assets, 0, 0, far_step, far_side, quiet));
  if (!far) return std::optional<FirstSight>{};
  const Place region = best_far(*far);
  constexpr std::int64_t ratio = far_step / near_step;
  const std::int64_t x = (region.score < 0 ? 0 : region.x - far_side / 2) * ratio,
                     y = (region.score < 0 ? 0 : region.y - far_side / 2) * ratio;
  CRATON_TRY(const std::optional<Look> near, look_at(land, terms, assets, x, y, near_step, near_side, quiet));
  if (!near) return std::optional<FirstSight>{};
  Place spot;
  for (const Place& place : best_near(*near)) {
    constexpr std::int64_t samples = near_step / shown_step;
    CRATON_TRY(const std::optional<Look> shown, look_at(land, terms, assets, (x + place.x - near_side / 2) * samples,
                                                        (y + place.y - near_side / 2) * samples, shown_step, shown_side, quiet));
    if (!shown) return std::optional<FirstSight>{};
    if (const float score = place.score * shown_of(*shown); score > spot.score) spot = {place.x, place.y, score};
  }
  constexpr std::int64_t units = std::int64_t{near_step} * units_per_metre;
  return std::optional(FirstSight{.middle = {(x + spot.x - near_side / 2) * units, (y + spot.y - near_side / 2) * units}});
}

}  // namespace craton
