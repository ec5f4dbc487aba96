#include <craton/shape/plant_models.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "shape/plant_forms.h"
#include "shape/plant_test_volume.h"

namespace craton {
namespace {

std::vector<std::string> all_forms() {
  std::vector<std::string> names = plant_form_names();
  names.emplace_back("something else");
  return names;
}

TEST(PlantModels, FollowFromSeedAndNamesAlone) {
  const std::vector<std::string> names = all_forms();
  const PlantModels one = PlantModels::make(names, Seed{7}), again = PlantModels::make(names, Seed{7}),
                    other = PlantModels::make(names, Seed{8});
  EXPECT_TRUE(std::ranges::equal(one.models(), again.models()));
  EXPECT_FALSE(std::ranges::equal(one.models(), other.models()));
  // A species looks the same whatever else grows in its world.
  const std::vector<std::string> alone{names[4]};
  const PlantModels few = PlantModels::make(alone, Seed{7});
  for (const PlantModel& model : few.models())
    EXPECT_TRUE(std::ranges::any_of(one.models(), [&](const PlantModel& m) { return m.vertices == model.vertices; }));
}

TEST(PlantModels, AreClosedSmallAndStandOnTheGround) {
  const PlantModels plants = PlantModels::make(all_forms(), Seed{7});
  std::map<int, std::set<std::size_t>> looks;
  for (const PlantModel& model : plants.models()) {
    SCOPED_TRACE(all_forms()[model.species]);
    const PlantVoxels& v = model.voxels;
    const double each = std::pow(double{v.size}, 3);
    const auto filled = std::ranges::count_if(v.cells, [](std::uint8_t c) { return c != 0; });
    EXPECT_GT(filled, 5);
    // The left-handed system of the world turns the sign; closed and turned outwards, the mesh encloses all voxels and no more.
    EXPECT_NEAR(test::volume_of(model), static_cast<double>(filled) * each, 1e-3 * static_cast<double>(filled) * each);
    EXPECT_LE(model.triangles.size() / 3, 1100U);
    looks[model.species].insert(model.triangles.size() * 100000 + static_cast<std::size_t>(filled));
    bool on_ground = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(v.width * v.width); ++i) on_ground |= v.cells[i] != 0;
    EXPECT_TRUE(on_ground);
    for (const PlantVertex& vertex : model.vertices) EXPECT_GE(vertex.z, 0.0F);
  }
  for (const auto& [species, different] : looks)
    EXPECT_GE(different.size(), 2U) << all_forms()[static_cast<std::size_t>(species)];
}

TEST(PlantModels, HaveTheFormOfAWordAndNotOfAPieceOfOne) {
  const std::pair<std::string_view, std::string_view> looks[] = {{"fire lily", "lily"},    {"fir", "fir"},
                                                                 {"silver fir", "fir"},    {"alpine flower", "flower"},
                                                                 {"sunflower", "flower"},  {"tall bluegrass", "grass"},
                                                                 {"dwarf pine", "dwarf"},  {"soaked moss", "shrub"},
                                                                 {"oak-fern", "fern"},     {"red flowers", "flower"},
                                                                 {"dead bush", "dead"},    {"deadly nightshade", "shrub"},
                                                                 {"palm tree", "palm"},    {"a thing", "shrub"},
                                                                 {"street lamp", "shrub"}, {"oak", "oak"}};
  for (const auto& [name, word] : looks) EXPECT_EQ(shape::form_of(name).word, word) << name;
}

TEST(PlantModels, StandWhereThePlantsOfAChunkAre) {
  const VoxelWorld world = *VoxelWorld::make({.step = 0.5, .chunk_height = 128}, Seed{7});
  const PlantModels plants = PlantModels::make(world);
  std::vector<PlantInstance> instances;
  std::size_t count = 0;
  std::set<std::uint32_t> used;
  for (std::int64_t x = 0; x < 40; ++x) {
    const VoxelChunk chunk = *world.chunk({x, 0});
    instances.clear();
    plants.add_instances(chunk, instances);
    ASSERT_EQ(instances.size(), chunk.plants().size());
    for (std::size_t i = 0; i < instances.size(); ++i, ++count) {
      const VoxelPlant& plant = chunk.plants()[i];
      ASSERT_LT(instances[i].model, plants.models().size());
      EXPECT_EQ(plants.models()[instances[i].model].species, plant.species);
      EXPECT_EQ(instances[i].x, (static_cast<float>(plant.x) + 0.5F) / 2);
      EXPECT_EQ(instances[i].z, static_cast<float>(plant.z) / 2);
      EXPECT_NEAR(instances[i].scale, 1.0F, 0.2F);
      used.insert(instances[i].model);
    }
  }
  EXPECT_GT(count, 50U);
  EXPECT_GT(used.size(), 8U);
}

}  // namespace
}  // namespace craton
