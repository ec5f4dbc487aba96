// Whether the crowns of trees grow into each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <craton/shape/plant_models.h>
#include <craton/worlds/voxels.h>

namespace craton {
namespace {

struct Tree {
  float x, y, radius;
};

/// How far a model reaches from its stem, in metres.
float radius_of(const PlantModel& model) {
  float radius = 0;
  for (const PlantVertex& vertex : model.vertices) radius = std::max(radius, std::hypot(vertex.x, vertex.y));
  return radius;
}

/// The share of trees of a biome whose crown meets another one's, seen from above.
double overlapping(const VoxelWorld& world, std::string_view biome) {
  const PlantModels models = PlantModels::make(world);
  std::vector<float> radii;
  for (const PlantModel& model : models.models()) radii.push_back(radius_of(model));
  std::vector<Tree> trees;
  VoxelContext context;
  for (std::int64_t cy = -200; cy < 200; ++cy)
    for (std::int64_t cx = -200; cx < 200 && trees.size() < 3000; ++cx) {
      const VoxelGroundInfo ground = *world.ground_at(cx * 16 + 8, cy * 16 + 8);
      if (world.table().biomes[ground.biome].name != biome) continue;
      std::vector<PlantInstance> plants;
      models.add_instances(*world.chunk({cx, cy}, context), plants);
      for (const PlantInstance& plant : plants)
        trees.push_back(
            {static_cast<float>(cx * 16) + plant.x, static_cast<float>(cy * 16) + plant.y, radii[plant.model] * plant.scale});
    }
  EXPECT_GT(trees.size(), 300U) << biome;
  std::sort(trees.begin(), trees.end(), [](const Tree& a, const Tree& b) { return a.x < b.x; });
  std::vector<bool> meets(trees.size());
  for (std::size_t i = 0; i < trees.size(); ++i)
    for (std::size_t j = i + 1; j < trees.size() && trees[j].x - trees[i].x < 16; ++j)
      if (std::hypot(trees[i].x - trees[j].x, trees[i].y - trees[j].y) < trees[i].radius + trees[j].radius)
        meets[i] = meets[j] = true;
  return static_cast<double>(std::count(meets.begin(), meets.end(), true)) /
         static_cast<double>(std::max<std::size_t>(trees.size(), 1));
}

TEST(PlantCrowns, DoNotGrowIntoEachOther) {
  VoxelRecipe recipe = default_voxel_recipe();
  recipe.seed = 7;
  const VoxelWorld world = *VoxelWorld::make(recipe);
  for (const char* biome : {"forest", "taiga"}) EXPECT_LT(overlapping(world, biome), 0.02) << biome;
  EXPECT_GT(overlapping(*VoxelWorld::make({}, Seed{7}), "forest"), 0.5);  // the source's distance
}

}  // namespace
}  // namespace craton
