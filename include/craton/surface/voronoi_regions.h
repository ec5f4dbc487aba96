#pragma once

#include <cstdint>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/cube_sphere.h>

/// The true (Voronoi) regions of a sphere: of each site, the places that are nearer to it than to any other. They are polygons
/// whose sides are parts of great circles. Links of a CubeSphere are cells of a grid instead, up to eight a cell: they stay what
/// stages walk on, because they need no table. Regions need none either: each is found by itself.
///
///     const VoronoiRegion region = region_of(sphere, sphere.nearest(direction_of(LatLon{50.1, 14.4})));
///     for (const RegionSide& side : region.sides) border_with[side.neighbour] = side.length;
namespace craton {

/// A side begins at its corner and ends where the next side begins.
struct RegionSide {
  Cell neighbour = no_cell;  ///< the region beyond it
  Vec3d corner;              ///< direction of its beginning; the same bits in all regions that meet there
  double length = 0;         ///< metres along the great circle
};

struct VoronoiRegion {
  Cell cell = no_cell;
  std::vector<RegionSide> sides;  ///< counterclockwise, seen from outside
  double area = 0;                ///< m²; those of all regions add up to the sphere
};

/// In constant time, about half a microsecond. Regions that touch in a single corner are no neighbours; corners that are nearer
/// to each other than some 10⁻¹¹ of the radius are one. What is neighbour of another has it for a neighbour.
CRATON_API VoronoiRegion region_of(const CubeSphere& sphere, Cell cell);
/// The same without new memory, for loops over many regions.
CRATON_API void find_region(const CubeSphere& sphere, Cell cell, VoronoiRegion& region);

/// What a region knows of its site.
struct RegionSite {
  Cell cell = no_cell;
  std::uint32_t face = 0, column = 0, row = 0;  ///< of its cell: (face · R + row) · R + column
  double a = 0, b = 0;                          ///< its place on the face, each 0 … 1 (coords.h)
  double right = 0, down = 0;                   ///< its offset in the cell, each 0 … 1: a = (column + right) / R
  Vec3d direction;
};
CRATON_API RegionSite site_of(const CubeSphere& sphere, Cell cell);

/// Who borders on whom: those of cell c are cells[first[c]] … cells[first[c + 1] − 1], counterclockwise.
struct RegionNeighbours {
  std::vector<std::uint32_t> first;
  std::vector<Cell> cells;
};
CRATON_API Result<RegionNeighbours> region_neighbours(const CubeSphere& sphere, const Execution& execution = {});

}  // namespace craton
