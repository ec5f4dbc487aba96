#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include <craton/worlds/voxels.h>
#include "repository.h"

namespace craton {
namespace {

Result<VoxelRecipe> read(std::string_view text) { return voxel_recipe_from_json(text, params_of<VoxelParams>()); }
std::string error_of(std::string_view text) {
  const Result<VoxelRecipe> recipe = read(text);
  return recipe ? "none" : recipe.error().to_string();
}

TEST(VoxelRecipe, SaysWhatTheWorldIs) {
  const Result<VoxelRecipe> recipe = read(
      R"({"craton": 1, "world": "voxels", "name": "Hills", "seed": "seven", "voxels": {"relief": 20, "cells": "square", "ores": true}})");
  ASSERT_TRUE(recipe) << recipe.error().to_string();
  EXPECT_EQ(recipe->seed, Seed{0}.child("seven").value);
  const Result<VoxelWorld> world = VoxelWorld::make(*recipe);
  ASSERT_TRUE(world) << world.error().to_string();
  EXPECT_EQ(world->params().relief, 20);
  EXPECT_EQ(world->params().cells, VoxelCells::square);
  EXPECT_TRUE(world->params().ores);
  EXPECT_EQ(world->params().chunk_side, 16);
}

TEST(VoxelRecipe, MistakesAreErrorsWithTheirPath) {
  EXPECT_EQ(error_of(R"({"world": "voxels"})").rfind("/craton: ", 0), 0U);
  EXPECT_EQ(error_of(R"({"craton": 1, "world": "map"})").rfind("/world: ", 0), 0U);
  EXPECT_EQ(error_of(R"({"craton": 1, "world": "voxels", "voxels": {"relief": "high"}})").rfind("/voxels/relief: ", 0), 0U);
  const std::string mistyped = error_of(R"({"craton": 1, "world": "voxels", "voxels": {"releif": 3}})");
  EXPECT_EQ(mistyped.rfind("/voxels/releif: ", 0), 0U);
  EXPECT_NE(mistyped.find("did you mean \"relief\"?"), std::string::npos) << mistyped;
  EXPECT_EQ(error_of(R"({"craton": 1, "world": "voxels", "table": {"grounds": {}}})").rfind("/table/grounds: ", 0), 0U);
  EXPECT_NE(error_of("[1]"), "none");
}

TEST(VoxelRecipe, ParametersCanBeSet) {
  VoxelRecipe recipe;
  const auto set = [&](std::string_view text) { return set_in_voxel_recipe(recipe, text, params_of<VoxelParams>()); };
  EXPECT_TRUE(set("caves=0.5"));
  EXPECT_TRUE(set("overhangs=displaced"));
  EXPECT_TRUE(set("seed=12"));
  EXPECT_EQ(recipe.seed, 12U);
  const Result<VoxelWorld> world = VoxelWorld::make(recipe);
  ASSERT_TRUE(world);
  EXPECT_EQ(world->params().caves, 0.5);
  EXPECT_EQ(world->params().overhangs, VoxelOverhangs::displaced);
  for (const char* wrong : {"caves", "caves=2", "cave=0.5", "overhangs=big", "seed=-1"}) EXPECT_FALSE(set(wrong)) << wrong;
}

TEST(VoxelRecipe, TheSchemaKnowsAllParameters) {
  const std::string schema = voxel_recipe_schema(params_of<VoxelParams>());
  for (const ParamInfo& param : params_of<VoxelParams>())
    EXPECT_NE(schema.find("\"" + std::string(param.name) + "\": {"), std::string::npos) << param.name;
  for (const char* key : {"\"biomes\": {", "\"required\": [", "\"const\": \"voxels\""})
    EXPECT_NE(schema.find(key), std::string::npos) << key;
}

// A noise of one's own in place of what the parameters describe: the same where it is the same, another world where not.
TEST(VoxelRecipe, NoisesCanBeTrees) {
  const auto world_with = [](std::string_view noises) {
    const Result<VoxelRecipe> recipe =
        read(std::string(R"({"craton": 1, "world": "voxels", "seed": 3, "voxels": {"land_height": 9}, "noises": )") +
             std::string(noises) + "}");
    EXPECT_TRUE(recipe) << recipe.error().to_string();
    EXPECT_EQ(voxel_recipe_to_json(*read(voxel_recipe_to_json(*recipe))), voxel_recipe_to_json(*recipe));
    Result<VoxelWorld> world = VoxelWorld::make(*recipe);
    EXPECT_TRUE(world) << world.error().to_string();
    return *std::move(world);
  };
  const VoxelWorld plain = *VoxelWorld::make({.land_height = 9}, Seed{3});
  const VoxelWorld same =
      world_with(R"({"relief": {"kind": "fbm", "octaves": 3, "source": {"kind": "simplex", "frequency": 0.015625}}})");
  const VoxelWorld flat =
      world_with(R"({"relief": {"kind": "constant", "value": -1}, "land": {"kind": "constant", "value": 1}})");
  const VoxelWorld hot =
      world_with(R"({"temperature": {"kind": "constant", "value": 1}, "rain": {"kind": "constant", "value": -1}})");
  for (std::int64_t i = 0; i < 40; ++i) {
    const std::int64_t x = 971 * i - 20000, y = 613 * i;
    EXPECT_EQ(same.ground_at(x, y)->height, plain.ground_at(x, y)->height);
    const VoxelTable::Biome& biome = plain.table().biomes[flat.ground_at(x, y)->biome];
    const float land = static_cast<float>(plain.params().land_height + biome.base),
                shelf = static_cast<float>(plain.params().shelf);
    if (biome.blending < 2) { EXPECT_LE(flat.ground_at(x, y)->height, land * land / (land + shelf) + 1e-4); }
    EXPECT_EQ(hot.table().biomes[hot.ground_at(x, y)->biome].name, "hot desert");
  }
  EXPECT_EQ(error_of(R"({"craton": 1, "world": "voxels", "noises": {"relif": {}}})").rfind("/noises/relif: ", 0), 0U);
  EXPECT_EQ(error_of(R"({"craton": 1, "world": "voxels", "noises": {"rain": {"kind": "fbn"}}})").rfind("/noises/rain/kind: ", 0),
            0U);
  EXPECT_EQ(error_of(R"({"craton": 1, "world": "voxels", "table": "sevn-biomes"})").rfind("/table: ", 0), 0U);
}

TEST(VoxelRecipe, TheDefaultIsTheFile) {
  std::ifstream in(repository_folder() + "/recipes/voxels/lands.json", std::ios::binary);
  const Result<VoxelRecipe> file = read(std::string{std::istreambuf_iterator<char>(in), {}});
  ASSERT_TRUE(file) << file.error().to_string();
  EXPECT_EQ(voxel_recipe_to_json(*file), voxel_recipe_to_json(default_voxel_recipe()));
}

TEST(VoxelRecipe, ThoseOfCratonMakeWorlds) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(repository_folder() + "/recipes/voxels")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().filename().string());
    std::ifstream in(entry.path(), std::ios::binary);
    const Result<VoxelRecipe> recipe = read(std::string{std::istreambuf_iterator<char>(in), {}});
    ASSERT_TRUE(recipe) << recipe.error().to_string();
    const Result<VoxelWorld> world = VoxelWorld::make(*recipe);
    ASSERT_TRUE(world) << world.error().to_string();
    EXPECT_TRUE(world->chunk({3, 4}));
    // Written and read again it is the same world.
    const Result<VoxelRecipe> again =
        read(voxel_recipe_to_json({recipe->name, recipe->doc, recipe->seed, recipe->params, world->table(), recipe->noises}));
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_TRUE(*VoxelWorld::make(*again)->chunk({3, 4}) == *world->chunk({3, 4}));
    EXPECT_EQ(voxel_recipe_to_json(*read(voxel_recipe_to_json(*recipe))), voxel_recipe_to_json(*recipe));
    ++count;
  }
  EXPECT_GE(count, 2);
}

}  // namespace
}  // namespace craton
