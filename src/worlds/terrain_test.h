#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>
#include "repository.h"

/// Terrains for tests.
namespace craton::testing {

inline Recipe recipe_of(const std::string& text) {
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return recipe ? *std::move(recipe) : Recipe{};
}

inline Recipe recipe_file(const std::string& name) {
  std::ifstream in(repository_folder() + "/recipes/" + name + ".json", std::ios::binary);
  return recipe_of({std::istreambuf_iterator<char>(in), {}});
}

inline Recipe stages_on_plane(const std::string& stages, const std::string& step = "1") {
  return recipe_of(R"({"craton": 1, "world": "terrain", "seed": 7, "domain": {"kind": "plane", "step": )" + step +
                   R"(}, "stages": [)" + stages + "]}");
}

inline const std::string hills = R"({"stage": "noise", "id": "hills", "scale": 60, "offset": 20,
  "noise": {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.004}}})";

/// Stages of points alone.
inline Recipe point_recipe() {
  return stages_on_plane(hills + R"(, {"stage": "voronoi", "spacing": 90, "height": 40},
    {"stage": "sea_level", "by": "level", "level": 10})");
}
/// Stencils that tiles compute with their margin.
inline Recipe near_recipe() {
  return stages_on_plane(hills + R"(, {"stage": "perturb", "distance": 9, "frequency": 0.02},
    {"stage": "inverse_thermal", "iterations": 2, "talus": 0.6, "reference_step": 1})");
}
/// Droplets, which look so far that they run in blocks, and a stencil after them.
inline Recipe far_recipe() {
  return stages_on_plane(hills + R"(, {"stage": "droplets", "rounds": 2, "steps": 16, "droplets": 0.15, "reference_step": 1},
    {"stage": "thermal", "iterations": 2, "talus": 0.4, "reference_step": 1})");
}

inline Terrain terrain_of(const Recipe& recipe, const TerrainOptions& options = {.tile_cells = 32, .levels = 4}) {
  Result<Terrain> terrain = Terrain::make(recipe, all_terms(), options);
  EXPECT_TRUE(terrain) << terrain.error().to_string();
  return *std::move(terrain);
}

inline TerrainTile tile_of(const Terrain& terrain, const TileId& id, unsigned threads = 1) {
  Result<TerrainTile> tile = terrain.tile(id, {.threads = threads});
  EXPECT_TRUE(tile) << tile.error().to_string();
  return *std::move(tile);
}

/// 64 bits of all layers.
inline std::uint64_t hash_of(const Surface& surface) {
  std::uint64_t hash = surface.layers().size();
  for (const auto& layer : surface.layers()) hash = hash * 0x9E3779B97F4A7C15U + layer->hash({.threads = 1});
  return hash;
}

}  // namespace craton::testing
