#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace craton::shape {

/// Where the surface cuts a cell: between two corners, or two points of what is more than a cube, a < b.
struct CellEdge {
  std::uint8_t a = 0, b = 0;
  friend bool operator==(const CellEdge&, const CellEdge&) = default;
};
constexpr CellEdge edge_of(int a, int b) {
  return a < b ? CellEdge{static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)}
               : CellEdge{static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(a)};
}

using CellTriangle = std::array<CellEdge, 3>;
using CellTriangles = std::vector<CellTriangle>;
/// From the edge where solid points end to the one where they begin, seen from outside.
using CellLine = std::pair<CellEdge, CellEdge>;

/// The corners of a cube's sides, counter-clockwise from outside in a right-handed system.
inline constexpr int cube_sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

/// Lines on a polygon, by whose points are solid: every row of solid ones is cut off by one line.
template <class Points, class Solid>
void add_lines(const Points& polygon, const Solid& solid, std::vector<CellLine>& lines) {
  const std::size_t count = polygon.size();
  for (std::size_t begin = 0; begin < count; ++begin) {
    const auto before = polygon[(begin + count - 1) % count];
    if (!solid(polygon[begin]) || solid(before)) continue;
    std::size_t end = begin;
    while (solid(polygon[(end + 1) % count])) ++end;
    lines.emplace_back(edge_of(polygon[end % count], polygon[(end + 1) % count]), edge_of(before, polygon[begin]));
  }
}

/// Lines that close to rings; takes them all.
std::vector<std::vector<CellEdge>> rings_of(std::vector<CellLine>& lines);

/// Triangles of a cube by its solid corners.
const CellTriangles& cube_triangles(unsigned signs);
/// Those of its five tetrahedra, of which there are two kinds.
const CellTriangles& tetrahedra_triangles(unsigned signs, int parity);

}  // namespace craton::shape
