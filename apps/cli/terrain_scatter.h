#pragma once

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/worlds/scatter.h>

namespace craton::cli {

/// .json or .geojson; an error that names the option otherwise.
Result<void> check_scatter_file(const std::string& path);

/// A table of kinds of things from a JSON file; no name: the usual ones. Errors name the file and the place in it.
Result<std::vector<ScatterKind>> load_kinds(const std::string& file);

/// Things that stand in a window of terrain.
Result<std::vector<ScatterPoint>> things_in(const Scatter& scatter, const Terrain& terrain, const TerrainArea& area,
                                            const Execution& execution);

Result<void> write_scatter(const std::string& path, const Scatter& scatter, const std::vector<ScatterPoint>& points);

/// Seen from above: a crown with its shadow each, as large as it is.
void draw_things(const Scatter& scatter, const std::vector<ScatterPoint>& points, const Terrain& terrain, const TerrainArea& area,
                 Rgb8Image& image);

}  // namespace craton::cli
