#include "surface/cube_faces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "surface/sphere_test.h"

namespace craton {
namespace {

// The joints are derived from the faces; here they are audited against geometry alone: cells that are said to be neighbours
// must have corners in common, as directions in space.

constexpr int side = 6;

struct CellOnFace {
  std::uint32_t face = 0, column = 0, row = 0;
};

CellOnFace split(Cell cell) { return {cell / (side * side), cell % side, cell / side % side}; }

std::array<Vec3d, 4> corners_of(const CellOnFace& cell) {
  std::array<Vec3d, 4> corners;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t column = cell.column + i % 2, row = cell.row + i / 2;
    corners[i] = direction_of(FacePlace{cell.face, column / double{side}, row / double{side}}, 0.8687);
  }
  return corners;
}

int corners_in_common(Cell first, Cell second) {
  int common = 0;
  for (const Vec3d& a : corners_of(split(first)))
    for (const Vec3d& b : corners_of(split(second)))
      common += std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z) < 1e-12;
  return common;
}

TEST(CubeFaces, AreSeenFromOutside) {
  for (const CubeFace& face : cube_faces) {
    // right × down points inwards where columns go to the right and rows downwards to somebody outside.
    int right[3] = {}, down[3] = {}, out[3] = {};
    right[face.right.axis] = face.right.sign;
    down[face.down.axis] = face.down.sign;
    out[face.out.axis] = face.out.sign;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      EXPECT_EQ(right[j] * down[k] - right[k] * down[j], -out[i]);
    }
  }
}

TEST(CubeFaces, FoldedCellsContinueTheGridOverEveryEdge) {
  const CubeSphere sphere = sphere_of({.resolution = side});
  for (std::uint32_t face = 0; face < face_count; ++face)
    for (int column = -side; column < 2 * side; ++column)
      for (int row = -side; row < 2 * side; ++row) {
        const std::optional<Cell> cell = sphere.folded(face, column, row);
        const bool beside = column < 0 || column >= side, above_or_below = row < 0 || row >= side;
        ASSERT_EQ(cell.has_value(), !(beside && above_or_below));
        if (!cell) continue;
        const std::optional<Cell> right = sphere.folded(face, column + 1, row), down = sphere.folded(face, column, row + 1);
        if (right) { ASSERT_EQ(corners_in_common(*cell, *right), 2) << face << " " << column << " " << row; }
        if (down) { ASSERT_EQ(corners_in_common(*cell, *down), 2) << face << " " << column << " " << row; }
      }
  EXPECT_FALSE(sphere.folded(0, -side - 1, 0));
  EXPECT_FALSE(sphere.folded(0, 0, 2 * side));
}

TEST(CubeFaces, FoldingBackLeadsHome) {
  const CubeSphere sphere = sphere_of({.resolution = side});
  for (std::uint32_t face = 0; face < face_count; ++face)
    for (std::uint32_t edge = 0; edge < 4; ++edge) {
      const Fold& there = cube_folds[face][edge];
      int ways_back = 0;
      for (const Fold& back : cube_folds[there.face]) ways_back += back.face == face;
      EXPECT_EQ(ways_back, 1);
      EXPECT_NE(there.face, face);
    }
}

// Two cells that touch are linked, and no others are.
TEST(CubeFaces, LinksAreTouchingCells) {
  const CubeSphere sphere = sphere_of({.resolution = side});
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    std::vector<Cell> linked;
    sphere.for_each_link(cell, [&](Link link) { linked.push_back(link.to); });
    for (Cell other = 0; other < sphere.cell_count(); ++other) {
      const bool touches = other != cell && corners_in_common(cell, other) > 0;
      ASSERT_EQ(std::count(linked.begin(), linked.end(), other), touches ? 1 : 0) << cell << " " << other;
    }
  }
}

}  // namespace
}  // namespace craton
