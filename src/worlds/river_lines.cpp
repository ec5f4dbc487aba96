#include <craton/worlds/river_lines.h>

#include <algorithm>

#include "stages/water/drainage/river_pieces.h"

namespace craton {
namespace {

constexpr double least_width = 1.2;  // metres: narrower streams are dry

bool is_wet(const EndlessRiver& river) {
  return std::any_of(river.points.begin(), river.points.end(),
                     [](const EndlessRiverPoint& p) { return p.level > 0 && p.width >= least_width; });
}

bool touches(const EndlessRiver& river, Point2 low, Point2 high) {
  return std::any_of(river.points.begin(), river.points.end(), [&](const EndlessRiverPoint& p) {
    return p.place.x >= low.x && p.place.x <= high.x && p.place.y >= low.y && p.place.y <= high.y;
  });
}

}  // namespace

const StageSpec* river_stage_of(const Recipe& recipe) {
  const auto found = std::find_if(recipe.stages.begin(), recipe.stages.end(), [](const StageSpec& stage) {
    return (stage.stage == "endless_rivers" || stage.stage == "endless_land") && stage.enabled;
  });
  return found == recipe.stages.end() ? nullptr : &*found;
}

Result<std::vector<EndlessRiver>> river_lines(const Recipe& recipe, Point2 low, Point2 high, double step) {
  const StageSpec* spec = river_stage_of(recipe);
  if (!spec) return std::vector<EndlessRiver>{};
  const Seed seed{recipe.seed};
  CRATON_TRY(std::vector<EndlessRiver> rivers, spec->stage == "endless_land"
                                                   ? drainage::river_pieces(*spec, seed, low, high, step)
                                                   : endless_rivers_in(*spec, seed, low, high, std::max(20.0, step)));
  std::erase_if(rivers, [&](const EndlessRiver& river) { return !is_wet(river) || !touches(river, low, high); });
  return rivers;
}

}  // namespace craton
