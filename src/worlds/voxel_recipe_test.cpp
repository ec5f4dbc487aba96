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
    ++count;
  }
  EXPECT_GE(count, 2);
}

}  // namespace
}  // namespace craton
