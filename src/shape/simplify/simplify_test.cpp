#include <craton/shape/simplify.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <craton/shape/terrain_mesh.h>

#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;
using Corner = std::array<float, 3>;

/// Sides of triangles that have no other triangle beyond.
std::set<std::pair<Corner, Corner>> border_of(const Mesh& mesh) {
  std::map<std::pair<Corner, Corner>, int> sides;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
    for (std::size_t k = 0; k < 3; ++k)
      ++sides[{mesh.positions[mesh.triangles[t + k]], mesh.positions[mesh.triangles[t + (k + 1) % 3]]}];
  std::set<std::pair<Corner, Corner>> border;
  for (const auto& [side, times] : sides)
    if (!sides.contains({side.second, side.first})) border.insert(side);
  return border;
}

Mesh some_land() {
  const Terrain terrain = terrain_of(near_recipe(), {.tile_cells = 64, .levels = 1});
  return *terrain_mesh(tile_of(terrain, {0, 2, 1}).surface, {});
}

TEST(Simplify, BordersStay) {
  const Mesh land = some_land();
  const Simplified less = *simplify(land, {.ratio = 0.2});
  EXPECT_LT(less.mesh.triangles.size(), land.triangles.size() / 4);
  EXPECT_EQ(border_of(less.mesh), border_of(land));
  EXPECT_EQ(less.mesh.normals.size(), less.mesh.positions.size());
  EXPECT_EQ(less.mesh.colours.size(), less.mesh.positions.size());
}

TEST(Simplify, GroundFacesUpEverywhere) {
  const Mesh land = some_land();
  for (const double ratio : {0.5, 0.2, 0.05, 0.0}) {
    const Mesh less = simplify(land, {.ratio = ratio, .ground = true})->mesh;
    EXPECT_EQ(border_of(less), border_of(land));
    double area = 0;
    std::size_t wrong = 0;
    for (std::size_t t = 0; t < less.triangles.size(); t += 3) {
      const Corner a = less.positions[less.triangles[t]], b = less.positions[less.triangles[t + 1]],
                   c = less.positions[less.triangles[t + 2]];
      const double twice = (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);
      wrong += twice <= 0;
      area += twice / 2;
    }
    EXPECT_EQ(wrong, 0U) << ratio;
    EXPECT_EQ(area, 64 * 64);  // nothing lies over anything
  }
}

TEST(Simplify, IsTheSameEveryTime) {
  const Mesh land = some_land();
  const Mesh once = simplify(land, {.ratio = 0.1})->mesh, twice = simplify(land, {.ratio = 0.1})->mesh;
  EXPECT_EQ(once.positions, twice.positions);
  EXPECT_EQ(once.triangles, twice.triangles);
}

/// Metres from what the triangles say to the old heights, at all old vertices that lie over them.
double farthest(const Mesh& before, const Mesh& after) {
  std::map<std::pair<float, float>, float> height_of;
  for (const Corner& at : before.positions) height_of[{at[0], at[1]}] = at[2];
  double most = 0;
  for (std::size_t t = 0; t < after.triangles.size(); t += 3) {
    const Corner a = after.positions[after.triangles[t]], b = after.positions[after.triangles[t + 1]],
                 c = after.positions[after.triangles[t + 2]];
    const double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    for (float y = std::min({a[1], b[1], c[1]}); y <= std::max({a[1], b[1], c[1]}); ++y)
      for (float x = std::min({a[0], b[0], c[0]}); x <= std::max({a[0], b[0], c[0]}); ++x) {
        const double v = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
        const double w = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
        if (v < 0 || w < 0 || v + w > 1) continue;
        const double height = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
        most = std::max(most, std::abs(height - static_cast<double>(height_of.at({x, y}))));
      }
  }
  return most;
}

TEST(Simplify, ErrorsAreMetres) {
  const Mesh land = some_land();
  const Simplified fine = *simplify(land, {.error = 0.05}), coarse = *simplify(land, {.error = 1});
  EXPECT_LE(fine.error, 0.05);
  EXPECT_LE(coarse.error, 1);
  EXPECT_LT(coarse.mesh.triangles.size(), fine.mesh.triangles.size());
  EXPECT_LT(fine.mesh.triangles.size(), land.triangles.size());
  EXPECT_LT(farthest(land, fine.mesh), 3 * 0.05 + 0.2);
  EXPECT_LT(farthest(land, coarse.mesh), 5);
}

TEST(Simplify, BadInputIsAnError) {
  const Mesh land = some_land();
  EXPECT_FALSE(simplify(land, {.ratio = 1.5}));
  EXPECT_FALSE(simplify(land, {.ratio = -0.1}));
  EXPECT_FALSE(simplify(land, {.error = -1}));
  EXPECT_FALSE(simplify(land, {.error = std::numeric_limits<double>::quiet_NaN()}));
  EXPECT_FALSE(simplify({.positions = {{}}, .normals = {}, .colours = {}, .triangles = {0, 0, 1}}, {}));
  EXPECT_TRUE(simplify({}, {})->mesh.empty());
}

}  // namespace
}  // namespace craton
