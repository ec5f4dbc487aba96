#pragma once

#include <string>

#include <craton/worlds/terrain.h>

/// What a window onto endless terrain has beside its layers.
namespace craton::requests {

/// A layer `slope` in degrees, right wherever there are samples around.
Result<void> add_slope(Surface& surface, const Execution& execution);
/// Tables `rivers` and `lakes`.
Result<void> add_rivers(Surface& surface, const Recipe& recipe, const TerrainArea& area, std::int64_t step);
/// A table `things` of kinds: "usual", or JSON.
Result<void> add_things(Surface& surface, const Terrain& terrain, const std::string& kinds, const TerrainArea& area,
                        const Execution& execution);

}  // namespace craton::requests
