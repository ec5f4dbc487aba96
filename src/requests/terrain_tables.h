#pragma once

#include <cstdint>
#include <string>

#include <craton/worlds/scatter.h>
#include <craton/worlds/terrain.h>

/// What a window onto endless terrain has beside its layers.
namespace craton::requests {

/// A layer `slope` in degrees, right wherever there are samples around.
Result<void> add_slope(Surface& surface, const Execution& execution);
/// Tables `rivers`, `lakes` and `coasts`.
Result<void> add_rivers(Surface& surface, const Recipe& recipe, const TerrainArea& area, std::int64_t step);
/// Things of these kinds: "usual", or JSON.
Result<Scatter> things_on(const Terrain& terrain, const std::string& kinds);
/// The most that `add_things` holds.
std::uint64_t bytes_of_things(const Scatter& scatter, const TerrainArea& area, std::int64_t step);
/// A table `things`.
ObjectTable things_table(const Scatter& scatter, const std::vector<ScatterPoint>& points);
Result<void> add_things(Surface& surface, const Scatter& scatter, const TerrainArea& area, std::int64_t step,
                        const Execution& execution);

}  // namespace craton::requests
