// A region is cut out of the plane that touches the sphere at its site: seen from the centre (gnomonic projection) great circles
// are straight lines there, so that the bisector with another site is a line and nothing is approximated. Corners are the
// directions that are square to the triangle of three sites, the facets of the convex hull of all of them (Brown 1979, "Voronoi
// diagrams from convex hulls"): each is computed from its sites in the order of their numbers, the same bits in all of its
// regions.
//
// Whether a fourth site cuts off a corner is the sign of the volume of four sites. Where it is nearly 0, it is computed in the
// order of their numbers too, and below rounding all four sites share the corner: all regions decide alike, and who is neighbour
// of another has it for a neighbour. Grids without jitter are full of such corners.

#include <craton/surface/voronoi_regions.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "base/fp_mode.h"
#include "base/math_kernels.h"
#include "base/parallel.h"
#include "surface/cube_faces.h"
#include "surface/site_search.h"
#include "surface/vectors.h"
#include "surface/voronoi_cell.h"
#include "surface/warp.h"

namespace craton {
namespace {

/// Sites are directions rounded to float; brought back to length 1, as exactly as doubles can.
Vec3d unit_site(const Vec3f& site) {
  const double x = site.x, y = site.y, z = site.z;
  const double excess = x * x + y * y + z * z - 1;           // below 3e-7
  const double scale = 1 - excess * (0.5 - 0.375 * excess);  // 1 / √(1 + excess)
  return {x * scale, y * scale, z * scale};
}

/// Axes across a direction, with which they turn counterclockwise (Duff et al. 2017, "Building an orthonormal basis, revisited").
struct TangentPlane {
  explicit TangentPlane(const Vec3d& out) {
    const double sign = out.z < 0 ? -1 : 1;
    const double a = -1 / (sign + out.z), b = out.x * out.y * a;
    first = {1 + sign * out.x * out.x * a, sign * b, -sign * out.x};
    second = {b, sign + out.y * out.y * a, -out.y};
  }
  PlanePoint of(const Vec3d& vector) const { return {dot(first, vector), dot(second, vector)}; }

  Vec3d first, second;
};

/// Volumes of four sites below this share of their distances' square are 0 but for rounding.
constexpr double rounding_of_volumes = 8e-15;

class RegionCutter {
 public:
  RegionCutter(const CubeSphere& sphere, Cell cell)
      : sphere_(sphere),
        search_(sphere),
        cell_(cell),
        site_(unit_site(sphere.sites()[cell])),
        plane_(site_),
        doubtful_(1e-9 * sphere.spacing() / sphere.radius()) {}

  void write(VoronoiRegion& region) {
    if (!cut_on_face()) cut_ring_by_ring();
    std::vector<RegionSide>& sides = region.sides;
    const std::size_t count = polygon_.size();
    region.cell = cell_;
    sides.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      sides[i].neighbour = polygon_.edge(i).site;
      sides[i].corner = corner(i);
    }
    const double radius = sphere_.radius();
    double angle = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3d &from = sides[i].corner, &to = sides[i + 1 == count ? 0 : i + 1].corner;
      const Vec3d side = to - from;
      const double squared = dot(side, side);
      sides[i].length = arc_of(squared) * radius;
      angle += triangle(from - site_, to - site_, squared);
    }
    region.area = angle * (radius * radius);
  }

  std::size_t side_count() {
    if (!cut_on_face()) cut_ring_by_ring();
    return polygon_.size();
  }
  Cell neighbour(std::size_t i) const { return polygon_.edge(i).site; }

 private:
  /// With the sites around the cell alone. False where others might have a part, or lie on other faces.
  bool cut_on_face() {
    const std::uint32_t side = sphere_.resolution(), column = cell_ % side, row = cell_ / side % side;
    const std::uint32_t room = std::min({column, row, side - 1 - column, side - 1 - row});
    if (room < 2) return false;
    const auto step = static_cast<std::int32_t>(side);
    const auto cut_at = [&](std::int32_t right, std::int32_t down) { cut(cell_ + static_cast<Cell>(down * step + right)); };
    for (std::int32_t ring = 1; ring <= static_cast<std::int32_t>(std::min(room, 3U)); ++ring) {
      for (std::int32_t along = 0; along < ring; ++along) {  // from the middles of the ring's sides to its corners
        cut_four(cut_at, ring, along);
        if (along > 0) cut_four(cut_at, ring, -along);
      }
      cut_four(cut_at, ring, ring);
      if (ring > 1 && reach_of(squared_reach_) < search_.room_around(cell_, static_cast<std::uint32_t>(ring))) return true;
    }
    return false;
  }
  template <class CutAt>
  static void cut_four(CutAt&& cut_at, std::int32_t ring, std::int32_t along) {
    cut_at(ring, along);
    cut_at(-ring, -along);
    cut_at(-along, ring);
    cut_at(along, -ring);
  }

  void cut_ring_by_ring() {
    polygon_ = {};
    squared_reach_ = whole;
    const PlaceOnCube place = search_.place_of(site_);
    double inner = -1, outer = std::min(1.25 * search_.size_of(cell_), 2.0);
    for (;;) {
      search_.for_each_cell(search_.within(place, outer), [&](Cell other) {
        const double squared = search_.squared_distance(site_, other);
        if (other != cell_ && squared > inner && squared <= outer * outer) cut(other);
      });
      const double needed = std::sqrt(squared_reach_) * (1 + 1e-6);
      if (needed <= outer || outer >= 2) return;
      inner = outer * outer;
      outer = std::min({needed, 2 * outer, 2.0});
    }
  }

  void cut(Cell other) {
    const Vec3d to = unit_site(sphere_.sites()[other]) - site_;
    const double squared = dot(to, to);
    if (squared >= squared_reach_) return;
    polygon_.cut_along({plane_.of(to), squared / 2, 0, other}, [&](std::size_t corner, double beyond) {
      return std::abs(beyond) < doubtful_ ? decided(corner, other, beyond) : beyond;
    });
    // A bisector passes at tan(α/2) from the site, where 4 sin²(α/2) is the squared chord.
    const double farthest = polygon_.squared_radius();
    squared_reach_ = 4 * farthest / (1 + farthest);
  }

  /// By how much a corner lies beyond the bisector with a site, with the sign that all regions around it agree on.
  double decided(std::size_t corner, Cell other, double beyond) const {
    std::array<Cell, 4> cells{cell_, polygon_.edge_before(corner).site, polygon_.edge(corner).site, other};
    if (cells[1] == no_cell || cells[2] == no_cell) return beyond;
    bool even = true;
    for (std::size_t end = 3; end > 0; --end)
      for (std::size_t i = 0; i < end; ++i)
        if (cells[i] > cells[i + 1]) {
          std::swap(cells[i], cells[i + 1]);
          even = !even;
        }
    const Vec3d first = unit_site(sphere_.sites()[cells[0]]);
    const Vec3d a = unit_site(sphere_.sites()[cells[1]]) - first, b = unit_site(sphere_.sites()[cells[2]]) - first,
                c = unit_site(sphere_.sites()[cells[3]]) - first;
    const double volume = dot(cross(a, b), c);
    const double squared = std::max({dot(a, a), dot(b, b), dot(c, c)});
    if (std::abs(volume) <= rounding_of_volumes * squared) return 0;
    constexpr double hardly = 1e-300;
    return (volume > 0) == even ? std::max(beyond, hardly) : std::min(beyond, -hardly);
  }

  /// Square to the triangle of its three sites, or of the three with the lowest numbers of four.
  Vec3d corner(std::size_t i) const {
    const VoronoiEdge& edge = polygon_.edge(i);
    std::array<Cell, 4> cells{cell_, polygon_.edge_before(i).site, edge.site, edge.tied};  // no_cell is the highest number
    const auto order = [&](std::size_t low, std::size_t high) {
      if (cells[low] > cells[high]) std::swap(cells[low], cells[high]);
    };
    order(0, 1);
    order(2, 3);
    order(0, 2);
    order(1, 3);
    order(1, 2);
    const Vec3d first = unit_site(sphere_.sites()[cells[0]]);
    const Vec3d normal = cross(unit_site(sphere_.sites()[cells[1]]) - first, unit_site(sphere_.sites()[cells[2]]) - first);
    const double scale = 1 / length(normal);
    return normal * (dot(normal, site_) < 0 ? -scale : scale);
  }

  /// The angle of a chord of a sphere of radius 1.
  static double arc_of(double squared) {
    const double chord = std::sqrt(squared);
    if (squared > 1e-3) return 2 * math::kernel::atan2(chord, std::sqrt(4 - squared));
    return chord * (1 + squared * (1.0 / 24 + squared * (3.0 / 640 + squared * (5.0 / 7168))));
  }

  /// Area on a sphere of radius 1 of the triangle of the site and two corners (Van Oosterom & Strackee 1983).
  double triangle(const Vec3d& to_first, const Vec3d& to_second, double squared_side) const {
    const double volume = dot(site_, cross(to_first, to_second));
    const double below = 4 - (dot(to_first, to_first) + dot(to_second, to_second) + squared_side) / 2;
    const double tangent = volume / below;
    if (std::abs(tangent) > 0.01) return 2 * math::kernel::atan2(volume, below);
    const double squared = tangent * tangent;
    return 2 * tangent * (1 - squared * (1.0 / 3 - squared * (1.0 / 5 - squared * (1.0 / 7))));
  }

  static constexpr double whole = 5;  // a squared chord longer than any

  const CubeSphere& sphere_;
  SiteSearch search_;
  Cell cell_;
  Vec3d site_;
  TangentPlane plane_;
  double doubtful_;
  VoronoiCell polygon_;
  double squared_reach_ = whole;  // of sites that still may cut
};

// Kernels are out of line for the floating-point guards of their callers.

[[gnu::noinline]] void find_kernel(const CubeSphere& sphere, Cell cell, VoronoiRegion& region) {
  RegionCutter(sphere, cell).write(region);
}

[[gnu::noinline]] RegionSite site_kernel(const CubeSphere& sphere, Cell cell) {
  const std::uint32_t side = sphere.resolution();
  RegionSite site{.cell = cell,
                  .face = cell / side / side,
                  .column = cell % side,
                  .row = cell / side % side,
                  .a = 0,
                  .b = 0,
                  .right = 0,
                  .down = 0,
                  .direction = unit_site(sphere.sites()[cell])};
  const FaceVector vector = in_frame_of(cube_faces[site.face], site.direction);
  site.a = (unwarp_of(vector.right / vector.out, sphere.theta()) + 1) / 2;
  site.b = (unwarp_of(vector.down / vector.out, sphere.theta()) + 1) / 2;
  site.right = site.a * side - site.column;
  site.down = site.b * side - site.row;
  return site;
}

}  // namespace

void find_region(const CubeSphere& sphere, Cell cell, VoronoiRegion& region) {
  assert(cell < sphere.cell_count());
  FloatingPointMode ieee;
  find_kernel(sphere, cell, region);
}

VoronoiRegion region_of(const CubeSphere& sphere, Cell cell) {
  VoronoiRegion region;
  find_region(sphere, cell, region);
  return region;
}

RegionSite site_of(const CubeSphere& sphere, Cell cell) {
  assert(cell < sphere.cell_count());
  FloatingPointMode ieee;
  return site_kernel(sphere, cell);
}

Result<RegionNeighbours> region_neighbours(const CubeSphere& sphere, const Execution& execution) {
  constexpr std::uint64_t block = 4096;
  const std::uint64_t cells = sphere.cell_count();
  std::vector<std::vector<Cell>> found((cells + block - 1) / block);
  RegionNeighbours neighbours;
  neighbours.first.resize(cells + 1);  // how many, until the lists are put together
  CRATON_TRY(parallel_blocks(cells, block, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<Cell>& list = found[begin / block];
    list.reserve(6 * (end - begin) + 64);
    for (std::uint64_t cell = begin; cell < end; ++cell) {
      RegionCutter cutter(sphere, static_cast<Cell>(cell));
      const std::size_t count = cutter.side_count();
      for (std::size_t i = 0; i < count; ++i) list.push_back(cutter.neighbour(i));
      neighbours.first[cell + 1] = static_cast<std::uint32_t>(count);
    }
  }));
  for (std::uint64_t cell = 0; cell < cells; ++cell) neighbours.first[cell + 1] += neighbours.first[cell];
  neighbours.cells.reserve(neighbours.first.back());
  for (const std::vector<Cell>& list : found) neighbours.cells.insert(neighbours.cells.end(), list.begin(), list.end());
  return neighbours;
}

}  // namespace craton
