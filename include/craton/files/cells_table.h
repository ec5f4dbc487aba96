#pragma once

#include <string>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/recipe/make.h>

namespace craton {

/// The regions of a planet as a table for games and spreadsheets (CSV, RFC 4180): a row each, with face, column and row of its
/// cell, (a, b), latitude and longitude, the direction (x, y, z) of its site, area in m², its neighbours and the lengths of the
/// borders with them in metres (both parted by spaces, counterclockwise), and the value of every layer that the world has.
/// Polygons and attributes are in GeoJSON (files/geojson.h).
CRATON_API Result<void> write_cells_table(const std::string& path, const World& world);

}  // namespace craton
