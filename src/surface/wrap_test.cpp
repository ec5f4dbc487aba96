#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include <craton/surface/cube_sphere.h>
#include <craton/surface/wrap.h>

namespace craton {
namespace {

constexpr double theta = 0.8687;

double distance(const Vec3d& a, const Vec3d& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

/// A place `depth` beyond an edge (0 left, 1 right, 2 top, 3 bottom), `along` it.
FacePlace beyond(std::uint32_t face, int edge, double along, double depth) {
  const double across = edge % 2 == 0 ? -depth : 1 + depth;
  return edge < 2 ? FacePlace{face, across, along} : FacePlace{face, along, across};
}

TEST(Wrap, GoesOnOverEveryEdgeWithoutAJump) {
  for (std::uint32_t face = 0; face < 6; ++face)
    for (int edge = 0; edge < 4; ++edge)
      for (const double along : {0.0, 0.1, 0.5, 0.83, 1.0}) {
        const Vec3d on_edge = direction_of(beyond(face, edge, along, 0), theta);
        const std::optional<FacePlace> near = wrapped(beyond(face, edge, along, 1e-9));
        ASSERT_TRUE(near);
        EXPECT_NE(near->face, face);
        EXPECT_LT(distance(direction_of(*near, theta), on_edge), 1e-8) << face << " " << edge << " " << along;
        // And away from the edge, the faster the further.
        double last = 0;
        for (const double depth : {0.05, 0.2, 0.45}) {
          const double now = distance(direction_of(*wrapped(beyond(face, edge, along, depth)), theta), on_edge);
          EXPECT_GT(now, last);
          last = now;
        }
      }
}

// Cells are folded by whole numbers: the middle of a folded cell is the wrapped middle.
TEST(Wrap, AgreesWithTheFoldingOfCells) {
  constexpr int side = 7;
  const CubeSphere sphere = *CubeSphere::make({.resolution = side, .radius = 1, .jitter = 0}, Seed{1});
  int found = 0;
  for (std::uint32_t face = 0; face < 6; ++face)
    for (int row = -side; row < 2 * side; ++row)
      for (int column = -side; column < 2 * side; ++column) {
        const std::optional<Cell> cell = sphere.folded(face, column, row);
        const std::optional<FacePlace> place = wrapped({face, (column + 0.5) / side, (row + 0.5) / side});
        ASSERT_EQ(cell.has_value(), place.has_value()) << face << " " << column << " " << row;
        if (!cell) continue;
        ++found;
        EXPECT_LT(distance(direction_of(*place, sphere.theta()), sphere.direction(*cell)), 1e-6);
      }
  EXPECT_EQ(found, 6 * 5 * side * side);
}

TEST(Wrap, APlaceOnTheSphereIsThatPlaceAgain) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const Vec3d direction{any(random), any(random), any(random)};
    const FacePlace place = face_place_of(direction, theta);
    EXPECT_EQ(wrapped(place), place);
  }
}

TEST(Wrap, BeyondTwoEdgesOrAFaceThereIsNothing) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const FacePlace& place :
       {FacePlace{0, 1.1, 1.1}, FacePlace{3, -0.1, 1.1}, FacePlace{4, 2.1, 0.5}, FacePlace{5, 0.5, -1.01}, FacePlace{0, nan, 0.5},
        FacePlace{0, 0.5, nan}, FacePlace{6, 0.5, 0.5}})
    EXPECT_FALSE(wrapped(place)) << place.face << " " << place.a << " " << place.b;
  EXPECT_EQ(wrapped({0, 1.25, 0.5}), (FacePlace{1, 0.25, 0.5}));
}

}  // namespace
}  // namespace craton
