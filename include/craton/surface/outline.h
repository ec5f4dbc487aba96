#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/export.h>
#include <craton/surface/domain.h>
#include <craton/surface/objects.h>

namespace craton {

enum class OutlineKind : std::uint8_t {
  outer,     ///< a ring around the region
  hole,      ///< a ring around what lies inside the region
  circling,  ///< on maps that close onto themselves: it comes back one period further on, and has no inside
  open,      ///< it begins and ends at the border of the map
};

/// A line with a region on its left, as maps are seen (north up, from outside the sphere): outer rings run counterclockwise.
/// Rings end where they began. On maps that close onto themselves lines run on beyond the border, their middle on the map. z is 0
/// on planes; points on a sphere lie on it.
struct Outline {
  std::uint32_t region = 0;
  OutlineKind kind = OutlineKind::outer;
  ObjectColumn::Path path;
};

struct OutlineRules {
  /// Corners are cut: lines run through the middles of cells' sides, and their corners are cut once more (Chaikin 1974). No line
  /// crosses or touches another of its region, nor itself, and a ring loses about half a cell of area. Otherwise lines follow the
  /// sides of cells, and rings enclose exactly the cells of their region.
  bool cut_corners = true;
  /// Along the border of a map regions have outlines too. Otherwise lines end there.
  bool along_borders = true;
  /// Maps that close onto themselves are cut open at their border, so that all rings are closed. Else regions that run all around
  /// have circling lines.
  bool cut_open = false;
};

/// The outlines of all regions: of each number but 0, the cells that have it. Cells of a region that touch only at a corner
/// belong together. In the order of the regions, and within each in the order of cells. On a sphere a ring is outer where at most
/// half of the cube's corners lie on its left; a region without such a ring takes its longest.
CRATON_API std::vector<Outline> outlines_of(const Domain& domain, std::span<const std::uint32_t> regions,
                                            const OutlineRules& rules = {});

/// Moves a line on planes to a height, and one on a sphere as far from the centre as that.
CRATON_API void lift(const Domain& domain, double height, ObjectColumn::Path& path);

/// The rings of a row of rings, as tables keep them: each ends where it began. What is left over is no ring.
CRATON_API std::vector<std::span<const Vec3d>> rings_of(std::span<const Vec3d> row);

}  // namespace craton
