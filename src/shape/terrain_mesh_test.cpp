#include <craton/shape/terrain_mesh.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;

/// A vertex of the world: exact, whatever mesh it belongs to.
using Corner = std::tuple<std::int64_t, std::int64_t, std::uint32_t>;  // units east and south, bits of the height
using Edge = std::pair<Corner, Corner>;

constexpr std::uint32_t cells = 16;

Terrain small_terrain(const Recipe& recipe) { return terrain_of(recipe, {.tile_cells = cells, .levels = 4}); }

/// Meshes put together by the exact places of their vertices.
class Patchwork {
 public:
  void add(const Mesh& mesh, Point2 origin) {
    const auto corner = [&](std::uint32_t vertex) {
      const std::array<float, 3>& at = mesh.positions[vertex];
      const auto units = [](float metres) { return std::llround(static_cast<double>(metres) * units_per_metre); };
      return Corner{origin.x + units(at[0]), origin.y + units(at[1]), std::bit_cast<std::uint32_t>(at[2])};
    };
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
      for (std::size_t k = 0; k < 3; ++k) ++sides_[{corner(mesh.triangles[t + k]), corner(mesh.triangles[t + (k + 1) % 3])}];
    for (std::uint32_t i = 0; i < mesh.positions.size(); ++i) {
      const auto [place, is_new] = normals_.emplace(corner(i), mesh.normals[i]);
      if (!is_new && place->second != mesh.normals[i]) ++normals_that_differ;
      const auto colour = colours_.emplace(corner(i), mesh.colours[i]);
      if (!colour.second && colour.first->second != mesh.colours[i]) ++colours_that_differ;
    }
  }

  /// Sides of triangles without another one beyond, but for those along the rim of a rectangle; or with two.
  std::size_t cracks(Point2 low, Point2 high) const {
    std::size_t count = 0;
    for (const auto& [edge, times] : sides_) {
      const auto& [a, b] = edge;
      const bool rim = (std::get<0>(a) == std::get<0>(b) && (std::get<0>(a) == low.x || std::get<0>(a) == high.x)) ||
                       (std::get<1>(a) == std::get<1>(b) && (std::get<1>(a) == low.y || std::get<1>(a) == high.y));
      const auto back = sides_.find({b, a});
      const int beyond = back == sides_.end() ? 0 : back->second;
      if (times != 1 || (rim ? beyond > 1 : beyond != 1)) ++count;
    }
    return count;
  }

  int normals_that_differ = 0, colours_that_differ = 0;

 private:
  std::map<Edge, int> sides_;
  std::map<Corner, std::array<float, 3>> normals_;
  std::map<Corner, std::array<std::uint8_t, 4>> colours_;
};

/// A square of land seen from somewhere: tiles of many levels that fill it. Each knows which lie around it.
class LevelledLand {
 public:
  LevelledLand(const Terrain& terrain, const std::vector<TileId>& ids) {
    for (const TileId& id : ids) tiles_.push_back(tile_of(terrain, id));
  }

  Patchwork meshed(bool stitched) const {
    Patchwork land;
    for (const TerrainTile& tile : tiles_) {
      TerrainMeshOptions options;
      if (stitched) options.coarser = coarser_than(tile);
      const Result<Mesh> mesh = terrain_mesh(tile.surface, {}, options);
      EXPECT_TRUE(mesh) << mesh.error().to_string();
      if (mesh) land.add(*mesh, tile.place().origin());
    }
    return land;
  }

 private:
  static std::int64_t side(const TerrainTile& tile) { return cells * tile.place().step(); }

  const Surface* coarser_at(const TerrainTile& than, Point2 place) const {
    for (const TerrainTile& tile : tiles_) {
      const Point2 low = tile.place().origin();
      if (place.x < low.x || place.y < low.y || place.x >= low.x + side(tile) || place.y >= low.y + side(tile)) continue;
      return tile.id.level > than.id.level ? &tile.surface : nullptr;
    }
    return nullptr;
  }
  std::array<const Surface*, 8> coarser_than(const TerrainTile& tile) const {
    const Point2 nw = tile.place().origin();
    const std::int64_t w = nw.x - 1, n = nw.y - 1, e = nw.x + side(tile), s = nw.y + side(tile);
    const Point2 places[] = {{w, nw.y}, {e, nw.y}, {nw.x, n}, {nw.x, s}, {w, n}, {e, n}, {w, s}, {e, s}};
    std::array<const Surface*, 8> found{};
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = coarser_at(tile, places[i]);
    return found;
  }

  std::vector<TerrainTile> tiles_;
};

Point2 corner_of(std::int64_t tiles_of_level_2) {
  return {tiles_of_level_2 * 4 * cells * units_per_metre, tiles_of_level_2 * 4 * cells * units_per_metre};
}

TEST(TerrainMesh, TilesOfOneLevelCloseTogether) {
  const Terrain terrain = small_terrain(near_recipe());
  for (const std::uint32_t level : {0U, 2U}) {
    const LevelledLand land(terrain, {{level, -1, -1}, {level, 0, -1}, {level, -1, 0}, {level, 0, 0}});
    const Patchwork mesh = land.meshed(true);
    const std::int64_t side = (std::int64_t{cells} << level) * units_per_metre;
    EXPECT_EQ(mesh.cracks({-side, -side}, {side, side}), 0U);
    EXPECT_EQ(mesh.normals_that_differ, 0);
    EXPECT_EQ(mesh.colours_that_differ, 0);
  }
}

/// Four tiles of level 2, one of which is cut into four of level 1, of which one is cut into four of level 0: borders between all
/// levels, corners where three meet, and one where the coarser tile touches with its corner alone.
std::vector<TileId> three_levels(std::int64_t at) {
  const std::int64_t x = 2 * at, y = 2 * at;  // in tiles of level 2
  std::vector<TileId> ids = {{2, x + 1, y}, {2, x, y + 1}, {2, x + 1, y + 1}};
  for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}}) ids.push_back({1, 2 * x + dx, 2 * y + dy});
  for (const auto& [dx, dy] : {std::pair{2, 2}, {3, 2}, {2, 3}, {3, 3}}) ids.push_back({0, 4 * x + dx, 4 * y + dy});
  return ids;
}

TEST(TerrainMesh, LevelsCloseWithoutCracks) {
  // Far out too: 2^40 m.
  for (const std::int64_t at : {std::int64_t{0}, (std::int64_t{1} << 40) / (8 * cells)}) {
    const Terrain terrain = small_terrain(near_recipe());
    const LevelledLand land(terrain, three_levels(at));
    const Patchwork mesh = land.meshed(true);
    const Point2 low = corner_of(2 * at), high = corner_of(2 * at + 2);
    EXPECT_EQ(mesh.cracks(low, high), 0U);
    EXPECT_EQ(mesh.normals_that_differ, 0);
    EXPECT_EQ(mesh.colours_that_differ, 0);
    EXPECT_GT(land.meshed(false).cracks(low, high), 50U);  // the test sees cracks where there are some
  }
}

TEST(TerrainMesh, TrianglesFaceUpAndCoverThePatch) {
  const Terrain terrain = small_terrain(point_recipe());
  const TerrainTile tile = tile_of(terrain, {0, 3, 5}), coarse = tile_of(terrain, {1, 1, 2}),
                    coarser = tile_of(terrain, {2, 1, 1});
  TerrainMeshOptions options;
  options.coarser[static_cast<std::size_t>(PatchRim::west)] = &coarse.surface;
  options.coarser[static_cast<std::size_t>(PatchRim::east)] = &coarser.surface;
  for (const bool stitched : {false, true}) {
    const Mesh mesh = *terrain_mesh(tile.surface, {}, stitched ? options : TerrainMeshOptions{});
    double area = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
      const auto& a = mesh.positions[mesh.triangles[t]];
      const auto& b = mesh.positions[mesh.triangles[t + 1]];
      const auto& c = mesh.positions[mesh.triangles[t + 2]];
      // y runs to the south: counter-clockwise from above is negative here.
      const double twice = (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);
      EXPECT_GT(twice, 0);
      area += twice / 2;
    }
    EXPECT_EQ(area, cells * cells);
  }
}

TEST(TerrainMesh, NormalsAreThoseOfTheSlope) {
  const Terrain terrain = small_terrain(point_recipe());
  const TerrainTile tile = tile_of(terrain, {1, 0, 0});
  const Mesh mesh = *terrain_mesh(tile.surface, {});
  const std::span<const float> heights = tile.surface.layer("height")->numbers();
  const Cell cell = tile.place().cell(5, 7), row = tile.place().stored_width();
  const std::array<float, 3>& normal = mesh.normals[7 * (cells + 1) + 5];
  EXPECT_NEAR(-normal[0] / normal[2], (heights[cell + 1] - heights[cell - 1]) / 4, 1e-5);
  EXPECT_NEAR(-normal[1] / normal[2], (heights[cell + row] - heights[cell - row]) / 4, 1e-5);
  EXPECT_NEAR(std::hypot(normal[0], normal[1], normal[2]), 1, 1e-6);
}

TEST(TerrainMesh, PatchesAreParts) {
  const Terrain terrain = small_terrain(point_recipe());
  const TerrainTile tile = tile_of(terrain, {0, 0, 0});
  Patchwork parts;
  for (const TerrainPatch& patch : {TerrainPatch{0, 0, 7, 16}, TerrainPatch{7, 0, 9, 1}, TerrainPatch{7, 1}})
    parts.add(*terrain_mesh(tile.surface, patch), {patch.column * units_per_metre, patch.row * units_per_metre});
  EXPECT_EQ(parts.cracks({0, 0}, {cells * units_per_metre, cells * units_per_metre}), 0U);
  for (const TerrainPatch& bad :
       {TerrainPatch{16, 0}, TerrainPatch{0, 17}, TerrainPatch{1, 0, 16, 1}, TerrainPatch{~0U, 0, ~0U, 1}})
    EXPECT_FALSE(terrain_mesh(tile.surface, bad));
}

TEST(TerrainMesh, SkirtsHangDownAllAround) {
  const Terrain terrain = small_terrain(point_recipe());
  const TerrainTile tile = tile_of(terrain, {0, 0, 0});
  const Mesh plain = *terrain_mesh(tile.surface, {}), skirted = *terrain_mesh(tile.surface, {}, {.skirt = 5});
  EXPECT_EQ(skirted.positions.size(), plain.positions.size() + std::size_t{4} * (cells + 1));
  EXPECT_EQ(skirted.triangles.size(), plain.triangles.size() + std::size_t{4} * cells * 2 * 3);
  // Every side of a triangle has one that runs back along it, but for the hems of the skirts.
  std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
  for (std::size_t t = 0; t < skirted.triangles.size(); t += 3)
    for (std::size_t k = 0; k < 3; ++k) sides.insert({skirted.triangles[t + k], skirted.triangles[t + (k + 1) % 3]});
  for (const auto& [a, b] : sides)
    EXPECT_TRUE(a >= plain.positions.size() || b >= plain.positions.size() || sides.contains({b, a}));
}

TEST(TerrainMesh, RiversHaveTheirOwnLevel) {
  Surface surface(*PlaneTile::make({.width = 9, .height = 9}));
  const auto fill = [&](const char* name, const auto& value) {
    Layer& layer = **surface.add_layer({.name = name, .unit = "m"});
    for (Cell c = 0; c < layer.size(); ++c) layer.numbers()[c] = value(static_cast<float>(c % 9));
  };
  fill("height", [](float) { return 10.0F; });
  fill("river_distance", [](float column) { return std::abs(column - 4) - 1; });
  fill("river_level", [](float column) { return 9 + column; });
  const Mesh water = *water_mesh(surface, {});
  EXPECT_EQ(water.triangles.size(), std::size_t{2 * 8 * 6});  // two columns of cells have a wet corner
  for (const auto& place : water.positions) EXPECT_EQ(place[2], 9 + place[0]);
}

TEST(TerrainMesh, WaterLiesWhereTheGroundIsBelow) {
  const Terrain terrain = small_terrain(stages_on_plane(R"({"stage": "noise", "scale": 20,
    "noise": {"kind": "perlin", "frequency": 0.01}})"));
  bool with = false, without = false;
  for (std::int64_t x = 0; x < 24; ++x) {
    const TerrainTile tile = tile_of(terrain, {0, x, 0});
    const Mesh water = *water_mesh(tile.surface, {});
    const std::span<const float> heights = tile.surface.layer("height")->numbers();
    const auto below = [&](std::uint32_t column, std::uint32_t row) { return heights[tile.place().cell(column, row)] < 0; };
    int wet = 0;
    for (std::uint32_t row = 0; row < cells; ++row)
      for (std::uint32_t column = 0; column < cells; ++column)
        wet += below(column, row) || below(column + 1, row) || below(column, row + 1) || below(column + 1, row + 1);
    double area = 0;
    for (std::size_t t = 0; t < water.triangles.size(); t += 3) {
      const auto& a = water.positions[water.triangles[t]];
      const auto& b = water.positions[water.triangles[t + 1]];
      const auto& c = water.positions[water.triangles[t + 2]];
      area += ((b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1])) / 2;
    }
    EXPECT_EQ(area, wet);
    (wet > 0 ? with : without) = true;
  }
  EXPECT_TRUE(with && without);
}

TEST(TerrainMesh, ColoursFollowTheGround) {
  TerrainTile tile = tile_of(small_terrain(point_recipe()), {0, 0, 0});
  const auto set = [&](const char* name, float value) {
    std::ranges::fill((*tile.surface.ensure_layer({.name = name}))->numbers(), value);
  };
  const auto colour = [&] { return (*ground_colours(tile.surface))[100]; };
  for (const char* name : {"rock", "sand", "snow", "gravel", "mud"}) set(name, 0);
  set("soil", 1);
  set("temperature", 8);
  set("rain", 120);
  const auto wooded = colour();
  EXPECT_GT(wooded[1], wooded[0]);
  EXPECT_GT(wooded[1], wooded[2]);
  set("temperature", 28);
  set("rain", 5);
  const auto dry = colour();
  EXPECT_GT(dry[0], dry[1]);
  set("soil", 0);
  set("snow", 1);
  const auto snowy = colour();
  EXPECT_GT(std::min({snowy[0], snowy[1], snowy[2]}), 230);
}

TEST(TerrainMesh, WhatDoesNotFitIsAnError) {
  const Terrain terrain = small_terrain(point_recipe());
  const TerrainTile tile = tile_of(terrain, {0, 0, 0}), far = tile_of(terrain, {1, 5, 5}), same = tile_of(terrain, {0, 1, 0}),
                    coarse = tile_of(terrain, {1, 0, 0});
  const auto with = [](const Surface& surface, PatchRim rim) {
    TerrainMeshOptions options;
    options.coarser[static_cast<std::size_t>(rim)] = &surface;
    return options;
  };
  EXPECT_FALSE(terrain_mesh(tile.surface, {}, with(far.surface, PatchRim::west)));
  EXPECT_FALSE(terrain_mesh(tile.surface, {}, with(same.surface, PatchRim::east)));
  EXPECT_FALSE(terrain_mesh(tile.surface, {0, 0, 15, 15}, with(coarse.surface, PatchRim::north)));
  EXPECT_FALSE(terrain_mesh(tile.surface, {1, 0, 14, 16}, with(coarse.surface, PatchRim::north)));  // between its samples
  EXPECT_TRUE(terrain_mesh(tile.surface, {0, 0, 14, 14}, with(coarse.surface, PatchRim::north)));
  EXPECT_FALSE(terrain_mesh(tile.surface, {}, {.height = "hight"}));
  EXPECT_FALSE(terrain_mesh(Surface(*make_domain({"torus"}, Seed{7}, 0, "")), {}));
}

// A picture of the whole surface lies on it as on the ground, also on a part of it and beside a coarser level.
TEST(TerrainMesh, TexturesCoverTheWholeSurface) {
  const Terrain terrain = small_terrain(point_recipe());
  const TerrainTile tile = tile_of(terrain, {0, 3, -2});
  const Mesh whole = *terrain_mesh(tile.surface, {}, {.texture = true}),
             part = *terrain_mesh(tile.surface, {4, 8, 8, 4}, {.texture = true});
  const double side = cells * spacing(tile.surface.domain());
  for (std::size_t i = 0; i < whole.positions.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k) ASSERT_NEAR(whole.texture[i][k], whole.positions[i][k] / side, 1e-6);
  for (std::size_t i = 0; i < part.positions.size(); ++i) {
    ASSERT_NEAR(part.texture[i][0], 4.0 / cells + part.positions[i][0] / side, 1e-6);
    ASSERT_NEAR(part.texture[i][1], 8.0 / cells + part.positions[i][1] / side, 1e-6);
  }
  EXPECT_TRUE(terrain_mesh(tile.surface, {})->texture.empty());
}

}  // namespace
}  // namespace craton
