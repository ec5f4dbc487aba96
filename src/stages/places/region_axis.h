#pragma once

#include <span>
#include <vector>

#include <craton/surface/objects.h>

#include "stages/places/mesh_regions.h"

namespace craton {

/// The line along which a region is lettered: smooth, through its middle, from one far end to the other.
struct RegionAxis {
  ObjectColumn::Path line;  ///< runs on beyond the border of maps that close onto themselves; empty where the region is tiny
  Vec3d place{};            ///< its middle, on the map
  double length = 0;        ///< m
};

/// Areas have straight lines through their middle, ranges such as keep to the crest.
enum class AxisKind { area, crest };

/// `cells` are those of one region (numbers[cell] == number). `attraction`, above 0 in the region, says how gladly the line runs
/// through a cell: the distance to the rim for areas, the rise above the surroundings for ranges.
RegionAxis axis_of(const PlaceMesh& mesh, std::span<const std::uint32_t> cells, const std::vector<std::uint32_t>& numbers,
                   const std::vector<double>& attraction, AxisKind kind);

/// Moves the points of a line towards the middles of their neighbours, the ends excepted, and leaves at most `points`.
void smooth_line(const PlaceMesh& mesh, int rounds, std::size_t points, ObjectColumn::Path& line);

}  // namespace craton
