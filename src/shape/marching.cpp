// Marching cubes (Lorensen & Cline 1987) and marching tetrahedra (Doi & Koide 1991; here five to a cube). The tables are made
// here, not copied: on each side of a cube, solid corners in a row are cut off by one line from edge to edge. Two cubes see the
// same corners on their common side and so the same lines, and at an edge of a cube one line ends and one begins: lines close to
// rings, rings are filled with triangles, and no hole is left (the tables of 1987 have some).
#include "shape/marching.h"

#include "shape/point_grid.h"

namespace craton::shape {
namespace {

CellTriangles triangles_of(unsigned signs) {
  std::vector<CellLine> lines;
  for (const auto& side : cube_sides)
    add_lines(
        std::to_array(side), [&](int corner) { return (signs >> corner & 1) != 0; }, lines);
  CellTriangles triangles;
  for (const std::vector<CellEdge>& ring : rings_of(lines))
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) triangles.push_back({ring[0], ring[i + 1], ring[i]});
  return triangles;
}

/// The five tetrahedra of a cube: of cubes whose coordinates have an even sum, and mirrored of others.
constexpr int tetrahedra[2][5][4] = {{{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 3, 6}, {4, 0, 5, 6}, {7, 3, 5, 6}},
                                     {{1, 2, 4, 7}, {0, 1, 2, 4}, {3, 1, 2, 7}, {5, 1, 4, 7}, {6, 2, 4, 7}}};

std::array<int, 3> middle_of(const CellEdge& edge) {  // twice
  const Corner a = corner_of(edge.a), b = corner_of(edge.b);
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

/// Turned so that its normal, in a right-handed system, looks from `solid` to what is not.
CellTriangle turned(const CellTriangle& triangle, int solid) {
  const auto a = middle_of(triangle[0]), b = middle_of(triangle[1]), c = middle_of(triangle[2]);
  const int u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const Corner inside = corner_of(solid);
  const int to_solid[3] = {2 * inside[0] - a[0], 2 * inside[1] - a[1], 2 * inside[2] - a[2]};
  const int side = (u[1] * v[2] - u[2] * v[1]) * to_solid[0] + (u[2] * v[0] - u[0] * v[2]) * to_solid[1] +
                   (u[0] * v[1] - u[1] * v[0]) * to_solid[2];
  return side > 0 ? CellTriangle{triangle[0], triangle[2], triangle[1]} : triangle;
}

void add_tetrahedron(const int (&corners)[4], unsigned signs, CellTriangles& triangles) {
  std::vector<int> solid, other;
  for (const int corner : corners) ((signs >> corner & 1) != 0 ? solid : other).push_back(corner);
  if (solid.empty() || other.empty()) return;
  if (solid.size() == 2) {
    const CellEdge ring[] = {edge_of(solid[0], other[0]), edge_of(solid[0], other[1]), edge_of(solid[1], other[1]),
                             edge_of(solid[1], other[0])};
    triangles.push_back(turned({ring[0], ring[1], ring[2]}, solid[0]));
    triangles.push_back(turned({ring[0], ring[2], ring[3]}, solid[1]));
    return;
  }
  const bool one_solid = solid.size() == 1;
  const int tip = one_solid ? solid[0] : other[0];
  const std::vector<int>& base = one_solid ? other : solid;
  triangles.push_back(turned({edge_of(tip, base[0]), edge_of(tip, base[1]), edge_of(tip, base[2])}, solid[0]));
}

struct MarchTables {
  std::array<CellTriangles, 256> cubes, tetrahedra_of[2];

  MarchTables() {
    for (unsigned signs = 0; signs < 256; ++signs) {
      cubes[signs] = triangles_of(signs);
      for (std::size_t parity = 0; parity < 2; ++parity)
        for (const auto& corners : tetrahedra[parity]) add_tetrahedron(corners, signs, tetrahedra_of[parity][signs]);
    }
  }
};

const MarchTables& tables() {
  static const MarchTables made;
  return made;
}

template <class Choose>
void march(const PointGrid& points, VoxelMesh& mesh, const Choose& choose) {
  VertexMap vertices(points, mesh);
  for (int z = -1; z < points.height(); ++z)
    for (int y = points.first_y(); y < points.side(); ++y)
      for (int x = points.first_x(); x < points.side(); ++x) {
        const unsigned signs = points.signs({x, y, z});
        if (signs == 0 || signs == 255) continue;
        for (const CellTriangle& triangle : choose(signs, (x + y + z) & 1)) {
          std::uint32_t index[3] = {};
          for (std::size_t k = 0; k < 3; ++k) {
            const bool first = (signs >> triangle[k].a & 1) != 0;
            const Corner solid = corner_of(first ? triangle[k].a : triangle[k].b),
                         other = corner_of(first ? triangle[k].b : triangle[k].a);
            index[k] = vertices.between({x + solid[0], y + solid[1], z + solid[2]}, {x + other[0], y + other[1], z + other[2]});
          }
          add_triangle(mesh, index[0], index[1], index[2]);
        }
      }
}

}  // namespace

std::vector<std::vector<CellEdge>> rings_of(std::vector<CellLine>& lines) {
  std::vector<std::vector<CellEdge>> rings;
  while (!lines.empty()) {
    std::vector<CellEdge> ring{lines.back().first};
    CellEdge next = lines.back().second;
    lines.pop_back();
    while (!(next == ring.front())) {
      ring.push_back(next);
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!(lines[i].first == next)) continue;
        next = lines[i].second;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
    }
    rings.push_back(std::move(ring));
  }
  return rings;
}

const CellTriangles& cube_triangles(unsigned signs) { return tables().cubes[signs]; }
const CellTriangles& tetrahedra_triangles(unsigned signs, int parity) { return tables().tetrahedra_of[parity][signs]; }

void add_marching_cubes(const PointGrid& points, VoxelMesh& mesh) {
  march(points, mesh, [](unsigned signs, int) -> const CellTriangles& { return cube_triangles(signs); });
}

void add_marching_tetrahedra(const PointGrid& points, VoxelMesh& mesh) {
  // Sides of chunks are even: parities within chunks are those of the world.
  march(points, mesh, tetrahedra_triangles);
}

}  // namespace craton::shape
