#include <craton/shape/terrain_morph.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <craton/base/hash.h>
#include <craton/worlds/terrain_stream.h>

#include "worlds/stream_wants.h"
#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;

constexpr std::uint32_t cells = 32;

/// The ground of a mesh as one surface, told by its triangles alone.
class MeshSurface {
 public:
  explicit MeshSurface(const Mesh& mesh) : mesh_(mesh) {
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
      float low[2] = {1e9F, 1e9F}, high[2] = {-1e9F, -1e9F};
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t axis = 0; axis < 2; ++axis) {
          low[axis] = std::min(low[axis], mesh.positions[mesh.triangles[t + k]][axis]);
          high[axis] = std::max(high[axis], mesh.positions[mesh.triangles[t + k]][axis]);
        }
      for (int x = int(low[0]); x <= int(high[0]); ++x)
        for (int y = int(low[1]); y <= int(high[1]); ++y) at_[{x, y}].push_back(t);
    }
  }

  /// Height and normal, between vertices; nothing where there is no triangle.
  struct Point {
    double height = NAN;
    std::array<double, 3> normal{};
  };
  Point at(double x, double y) const {
    const auto found = at_.find({int(std::floor(x)), int(std::floor(y))});
    if (found == at_.end()) return {};
    for (const std::size_t t : found->second) {
      const std::uint32_t i[3] = {mesh_.triangles[t], mesh_.triangles[t + 1], mesh_.triangles[t + 2]};
      const auto &a = mesh_.positions[i[0]], &b = mesh_.positions[i[1]], &c = mesh_.positions[i[2]];
      const double area = (b[0] - a[0]) * double(c[1] - a[1]) - (c[0] - a[0]) * double(b[1] - a[1]);
      const double u = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
      const double v = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
      if (u < -1e-9 || v < -1e-9 || u + v > 1 + 1e-9) continue;
      Point point{(1 - u - v) * a[2] + u * b[2] + v * c[2]};
      for (std::size_t k = 0; k < 3; ++k)
        point.normal[k] = (1 - u - v) * mesh_.normals[i[0]][k] + u * mesh_.normals[i[1]][k] + v * mesh_.normals[i[2]][k];
      return point;
    }
    return {};
  }

 private:
  const Mesh& mesh_;
  std::map<std::pair<int, int>, std::vector<std::size_t>> at_;
};

Terrain small_terrain(const Recipe& recipe) { return terrain_of(recipe, {.tile_cells = cells, .levels = 4}); }

Mesh morphed(const TerrainTile& tile, const TerrainTile& parent, float share, const std::array<const Surface*, 8>& coarser = {}) {
  const TerrainMeshOptions options{.cut = CellCut::alternate, .coarser = coarser};
  Result<Mesh> mesh = terrain_mesh(tile.surface, {}, options);
  EXPECT_TRUE(mesh) << mesh.error().to_string();
  const Result<TerrainMorph> morph = terrain_morph(*mesh, tile.surface, {}, parent.surface, options);
  EXPECT_TRUE(morph) << morph.error().to_string();
  apply_morph(*morph, std::vector<float>(mesh->positions.size(), share), *mesh);
  return *std::move(mesh);
}

/// Everywhere, not only at vertices: the same ground, lit alike. Near and at ±2^40 m, with strips at its rims and without.
TEST(TerrainMorph, WhollyMorphedItIsTheCoarserLevel) {
  const Terrain terrain = small_terrain(near_recipe());
  const std::int64_t far_away = (std::int64_t{1} << 40) / (2 * cells);
  for (const std::int64_t at : {std::int64_t{3}, far_away, -far_away})
    for (const bool stitched : {false, true}) {
      const TerrainTile parent = tile_of(terrain, {1, at, -at}), tile = tile_of(terrain, {0, 2 * at + 1, -2 * at});
      const TerrainTile east = tile_of(terrain, {1, at + 1, -at});
      std::array<const Surface*, 8> coarser{};
      if (stitched) coarser[static_cast<std::size_t>(PatchRim::east)] = &east.surface;
      const Mesh fine = morphed(tile, parent, 1, coarser);
      const Result<Mesh> coarse = terrain_mesh(parent.surface, {}, {.cut = CellCut::alternate});
      ASSERT_TRUE(coarse);
      const MeshSurface expected(*coarse), found(fine);
      for (double y = 0.13; y < cells; y += 0.71)
        for (double x = 0.17; x < cells; x += 0.67) {
          const MeshSurface::Point a = found.at(x, y), b = expected.at(x + cells, y);
          ASSERT_NEAR(a.height, b.height, 1e-4) << x << "," << y << (stitched ? " stitched" : "");
          for (std::size_t k = 0; k < 3; ++k) ASSERT_NEAR(a.normal[k], b.normal[k], 1e-5) << x << "," << y;
        }
    }
}

TEST(TerrainMorph, BeginsAsTheFinerLevelAndGoesStraight) {
  const Terrain terrain = small_terrain(near_recipe());
  const TerrainTile parent = tile_of(terrain, {1, 0, 0}), tile = tile_of(terrain, {0, 0, 0});
  const Mesh plain = *terrain_mesh(tile.surface, {}, {.cut = CellCut::alternate});
  const Mesh none = morphed(tile, parent, 0), half = morphed(tile, parent, 0.5F), all = morphed(tile, parent, 1);
  double moved = 0;
  for (std::size_t i = 0; i < plain.positions.size(); ++i) {
    EXPECT_EQ(none.positions[i], plain.positions[i]);
    EXPECT_EQ(none.colours[i], plain.colours[i]);
    EXPECT_NEAR(half.positions[i][2], 0.5F * (none.positions[i][2] + all.positions[i][2]), 1e-4);
    moved = std::max(moved, std::abs(static_cast<double>(all.positions[i][2] - none.positions[i][2])));
  }
  EXPECT_GT(moved, 0.01);
}

TEST(TerrainMorph, WhatDoesNotFitIsAnError) {
  const Terrain terrain = small_terrain(point_recipe());
  const TerrainTile tile = tile_of(terrain, {0, 0, 0}), parent = tile_of(terrain, {1, 0, 0}), far = tile_of(terrain, {1, 5, 5});
  const TerrainMeshOptions options{.cut = CellCut::alternate};
  const Mesh mesh = *terrain_mesh(tile.surface, {}, options);
  EXPECT_TRUE(terrain_morph(mesh, tile.surface, {}, parent.surface, options));
  EXPECT_EQ(terrain_morph(mesh, tile.surface, {}, far.surface, options).error().path, "coarser");
  EXPECT_EQ(terrain_morph(mesh, tile.surface, {}, tile.surface, options).error().path, "coarser");
  EXPECT_EQ(terrain_morph(mesh, tile.surface, {}, parent.surface, {}).error().path, "options");
  EXPECT_EQ(terrain_morph(mesh, tile.surface, {}, parent.surface, {.skirt = 1, .cut = CellCut::alternate}).error().path,
            "options");
}

/// Where two levels meet the finer one has wholly turned into the coarser, which has not yet begun to turn: no crack; and where a
/// level takes the place of another both are the same ground: no change is seen.
TEST(TerrainMorph, LevelsMeetAndChangeWhereTheyAreAlike) {
  const Terrain terrain = terrain_of(point_recipe(), {.tile_cells = cells, .levels = 8});
  for (const double detail : {1.5, 2.0, 3.7}) {
    const terrain::TileTree tree(terrain, detail);
    std::map<TileId, bool> before;
    int borders = 0, changes = 0;
    for (int frame = 0; frame < 60; ++frame) {
      StreamCamera camera{.place = {static_cast<std::int64_t>(frame) * 7321 + 5, -static_cast<std::int64_t>(frame) * 3117},
                          .altitude = frame % 5 * 20.0,
                          .distance = 3000};
      const auto share = [&](std::uint32_t level, Point2 at) {
        const double x = std::abs(metres_from_units(at.x - camera.place.x)),
                     y = std::abs(metres_from_units(at.y - camera.place.y));
        return tree.morph_range(level).share(std::max({x, y, camera.altitude}));
      };
      std::map<TileId, bool> now;
      for (const terrain::Want& want : tree.wants(camera)) now[want.id] = true;
      for (const auto& [id, yes] : now) {
        const std::int64_t side = tree.side(id.level);
        // Borders with coarser tiles, at both ends and in the middle.
        for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
          const TileId other{id.level + 1, (id.x + dx) >> 1, (id.y + dy) >> 1};
          if (!now.contains(other)) continue;
          ++borders;
          for (const std::int64_t part : {0, 1, 2}) {
            const Point2 at{id.x * side + (dx == 0 ? part * side / 2 : (dx + 1) / 2 * side),
                            id.y * side + (dy == 0 ? part * side / 2 : (dy + 1) / 2 * side)};
            EXPECT_EQ(share(id.level, at), 1);
            EXPECT_EQ(share(id.level + 1, at), 0);
          }
        }
        // Tiles that took the place of finer ones: those had turned by then (a step of the camera before), this one has not
        // begun.
        if (id.level == 0 || !before.contains({id.level - 1, 2 * id.x, 2 * id.y})) continue;
        ++changes;
        for (const std::int64_t k : {0, 1, 2, 3}) {
          const Point2 corner{(id.x + k % 2) * side, (id.y + k / 2) * side};
          const MorphRange range = tree.morph_range(id.level);
          EXPECT_EQ(share(id.level - 1, corner), 1);
          EXPECT_LE(share(id.level, corner), 8 / (range.end - range.begin));
        }
      }
      before = now;
    }
    EXPECT_GT(borders, 500);
    EXPECT_GT(changes, 10);
  }
}

/// What a change of level moves of the recipe that comes with Craton, as seen from where it happens: without morphing about a
/// pixel in the mean and more on crags, with it nothing.
TEST(TerrainMorph, LevelsOfTheRecipeDifferVisiblyWithoutItAndNotWithIt) {
  const Terrain terrain = terrain_of(recipe_file("terrain"), {.tile_cells = 128, .levels = 6});
  const terrain::TileTree tree(terrain, StreamOptions{}.detail);
  double sum = 0, largest = 0, morphed_largest = 0;
  std::size_t count = 0;
  for (std::uint32_t level = 0; level < 4; ++level)
    for (std::int64_t place = 0; place < 4; ++place) {
      const auto at = static_cast<std::int64_t>(mix64(level * 77 + place) % 64);
      const TerrainTile tile = tile_of(terrain, {level, 2 * at, -6 * at}), parent = tile_of(terrain, {level + 1, at, -3 * at});
      const TerrainMeshOptions options{.colours = false, .cut = CellCut::alternate};
      Mesh mesh = *terrain_mesh(tile.surface, {}, options);
      const TerrainMorph morph = *terrain_morph(mesh, tile.surface, {}, parent.surface, options);
      const double distance = tree.morph_range(level).end;
      const auto angle = [&](float a, float b) { return std::abs(static_cast<double>(a - b)) / distance; };
      for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const double moved = angle(mesh.positions[i][2], morph.heights[i]);
        sum += moved * moved;
        largest = std::max(largest, moved);
        ++count;
      }
      apply_morph(morph, std::vector<float>(mesh.positions.size(), 1), mesh);
      const Mesh coarse = *terrain_mesh(parent.surface, {0, 0, 64, 64}, options);
      for (std::size_t i = 0; i < coarse.positions.size(); ++i) {
        const std::size_t column = i % 65, row = i / 65;
        morphed_largest = std::max(morphed_largest, angle(coarse.positions[i][2], mesh.positions[2 * row * 129 + 2 * column][2]));
      }
    }
  // A pixel of a picture of 1920 that spans 60 degrees is 0.6 milliradians: docs/terrain.md tells these figures.
  const double rms = std::sqrt(sum / static_cast<double>(count));
  RecordProperty("rms_microradians", static_cast<int>(rms * 1e6));
  RecordProperty("largest_microradians", static_cast<int>(largest * 1e6));
  EXPECT_GT(rms, 0.3e-3);
  EXPECT_LT(rms, 0.9e-3);
  EXPECT_LT(largest, 15e-3);
  EXPECT_EQ(morphed_largest, 0);
}

}  // namespace
}  // namespace craton
