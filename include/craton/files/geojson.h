#pragma once

#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/recipe/make.h>

namespace craton {

struct GeoJsonOptions {
  /// Tables of objects, or "coast", the border between land and sea, or "cells", the regions of a planet, or layers of classes
  /// ("biome"), of which each area that hangs together is one. None named: all tables, and the coast.
  std::vector<std::string> objects{};
  std::string heights = "height";  ///< the layer whose 0 is the coast
};

/// A world's objects as one FeatureCollection (RFC 7946), a feature a line. Rows with a `path` are lines, with a `shore` areas
/// less their `islands`, plates and the lands and waters among regions areas too, with a `line` that is not empty lines too,
/// others points; all numbers and texts of a row are properties (columns called table and row, which say where an object comes
/// from, as source_table and source_row). Cells are the true regions of a planet (surface/voronoi_regions.h): face, column and
/// row of the cell, (a, b) on the face, the direction (x, y, z) of the site, area, neighbours and the length of the border with
/// each, the value of every layer that the world has, and users' own attributes. Coordinates are longitude, latitude and height
/// on planets, cut at longitude 180; elsewhere metres to the east, to the north and up, so that y is that of Craton with its sign
/// turned round. The member "craton" says so, "units" has the units of properties.
CRATON_API Result<std::string> geojson_text(const World& world, const GeoJsonOptions& options = {});

/// Writes it beside `path`, and renames.
CRATON_API Result<void> write_geojson(const std::string& path, const World& world, const GeoJsonOptions& options = {});

}  // namespace craton
