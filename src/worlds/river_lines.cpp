#include <craton/worlds/river_lines.h>

#include <algorithm>

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

const StageSpec* endless_rivers_of(const Recipe& recipe) {
  const auto found = std::find_if(recipe.stages.begin(), recipe.stages.end(),
                                  [](const StageSpec& stage) { return stage.stage == "endless_rivers" && stage.enabled; });
  return found == recipe.stages.end() ? nullptr : &*found;
}

Result<std::vector<EndlessRiver>> river_lines(const Recipe& recipe, Point2 low, Point2 high, double detail) {
  const StageSpec* spec = endless_rivers_of(recipe);
  if (!spec) return std::vector<EndlessRiver>{};
  CRATON_TRY(std::vector<EndlessRiver> rivers, endless_rivers_in(*spec, Seed{recipe.seed}, low, high, detail));
  std::erase_if(rivers, [&](const EndlessRiver& river) { return !is_wet(river) || !touches(river, low, high); });
  return rivers;
}

}  // namespace craton
