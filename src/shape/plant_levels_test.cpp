// Plants at levels of detail: fewer triangles, the same mass, on the ground of the coarse mesh.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <craton/shape/plant_models.h>
#include <craton/shape/voxel_surfaces.h>

#include "shape/plant_test_volume.h"

namespace craton {
namespace {

using test::volume_of;

float top_of(const PlantModel& model) {
  float top = 0;
  for (const PlantVertex& v : model.vertices) top = std::max(top, v.z);
  return top;
}

TEST(PlantLevels, HaveFewerTrianglesAndTheSameMass) {
  const PlantModels plants = PlantModels::make(plant_form_names(), Seed{7});
  constexpr std::size_t most[] = {1100, 420, 34, 22, 10};
  const std::size_t count = plants.models().size();
  std::size_t before = ~std::size_t{0} / 10;
  for (int level = 0; level <= most_voxel_level; ++level) {
    ASSERT_EQ(plants.models(level).size(), count);
    std::size_t all = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const PlantModel &fine = plants.models()[i], &model = plants.models(level)[i];
      SCOPED_TRACE(plant_form_names()[fine.species] + " at level " + std::to_string(level));
      EXPECT_EQ(model.species, fine.species);
      EXPECT_LE(model.triangles.size() / 3, most[level]);
      EXPECT_GT(model.triangles.size(), 0U);
      EXPECT_TRUE(level == 0 || model.triangles.size() <= plants.models(level - 1)[i].triangles.size());
      EXPECT_NEAR(volume_of(model), volume_of(fine), (level == 0 ? 1e-3 : 0.6) * volume_of(fine));
      EXPECT_NEAR(top_of(model), top_of(fine), level == 0 ? 1e-4F : 1.01F * fine.voxels.size);
      // It stands: something of it is at the ground, and none below.
      float lowest = 100;
      for (const PlantVertex& v : model.vertices) lowest = std::min(lowest, v.z);
      EXPECT_EQ(lowest, 0.0F);
      all += model.triangles.size() / 3;
    }
    EXPECT_LT(all, before * 7 / 10) << level;
    before = all;
  }
}

struct Meshed {
  VoxelChunk chunk;
  VoxelMesh mesh;
};

/// Faces where no kind of surface is asked for.
Meshed meshed(const VoxelWorld& world, ChunkPlace place, std::optional<VoxelSurface> kind, int level) {
  Meshed made{*world.chunk(place, kind ? apron_for_surface(level) : apron_for_level(level)), {}};
  VoxelFaces faces;
  if (kind) {
    VoxelLevels levels;
    levels.fill(level);
    EXPECT_TRUE(add_surface(made.chunk, world.table(), *kind, levels, made.mesh));
  } else {
    add_quads(*faces.find(*coarser(made.chunk, level), world.table()), made.mesh, level);
  }
  return made;
}

/// Whether a foot stands on a triangle that looks up: all are tried.
bool on_ground(const VoxelMesh& mesh, double x, double y, double z) {
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
    const VoxelVertex &a = mesh.vertices[mesh.triangles[t]], &b = mesh.vertices[mesh.triangles[t + 1]],
                      &c = mesh.vertices[mesh.triangles[t + 2]];
    const double det = (double{b.x} - a.x) * (double{c.y} - a.y) - (double{c.x} - a.x) * (double{b.y} - a.y);
    if (det > -1e-9) continue;  // looks down, or to the side
    const double u = ((x - a.x) * (double{c.y} - a.y) - (double{c.x} - a.x) * (y - a.y)) / det;
    const double v = ((double{b.x} - a.x) * (y - a.y) - (x - a.x) * (double{b.y} - a.y)) / det;
    if (u < -1e-4 || v < -1e-4 || u + v > 1 + 1e-4) continue;
    if (std::abs(a.z + u * (double{b.z} - a.z) + v * (double{c.z} - a.z) - z) < 1e-3) return true;
  }
  return false;
}

TEST(PlantLevels, StandOnTheGroundOfTheMesh) {
  const VoxelWorld world = *VoxelWorld::make({.step = 0.5, .chunk_height = 128, .floor = -8, .caves = 0.5}, Seed{7});
  const PlantModels plants = PlantModels::make(world);
  std::vector<PlantInstance> all, some;
  for (const auto kind : {std::optional<VoxelSurface>(), std::optional(VoxelSurface::marching_cubes),
                          std::optional(VoxelSurface::marching_tetrahedra), std::optional(VoxelSurface::surface_nets)}) {
    std::size_t before = ~std::size_t{0}, trees_before = 0;
    for (int level = 0; level <= 3; ++level) {
      std::size_t triangles = 0, kept = 0, wanted = 0, trees = 0;
      for (int i = 0; i < 64; ++i) {
        const Meshed made = meshed(world, {i % 8 * 7, i / 8 * 7}, kind, level);
        all.clear();
        some.clear();
        plants.add_instances(made.chunk, all);
        plants.add_instances(made.chunk, level, made.mesh, world.table(), some);
        wanted += all.size();
        kept += some.size();
        auto fine = all.begin();
        for (const PlantInstance& plant : some) {
          while (fine->x != plant.x || fine->y != plant.y) ASSERT_NE(++fine, all.end());
          EXPECT_EQ(fine->model, plant.model);
          EXPECT_EQ(fine->scale, plant.scale);
          // No farther from its ground than a voxel of the level.
          EXPECT_LE(std::abs(plant.z - fine->z), 0.5F * static_cast<float>(1 << level));
          const double x = 2 * double{plant.x}, y = 2 * double{plant.y}, z = 2 * double{plant.z};
          const double end = kind == VoxelSurface::surface_nets ? 16.4 - (1 << level) : 16;  // nets go on in the next chunk
          EXPECT_TRUE(std::max(x, y) > end || on_ground(made.mesh, x, y, z)) << x << ", " << y;
          triangles += plants.models(level)[plant.model].triangles.size() / 3;
          const PlantVoxels& voxels = plants.models()[plant.model].voxels;
          const float height = static_cast<float>(voxels.height) * voxels.size * plant.scale;
          trees += height > 4;
          EXPECT_TRUE(level == 0 || height >= 0.25F * static_cast<float>(1 << level));
        }
      }
      SCOPED_TRACE("level " + std::to_string(level) + (kind ? " of surfaces" : " of faces"));
      EXPECT_LT(triangles, before / 10 * 7);
      before = triangles;
      if (level == 0) {
        EXPECT_EQ(kept, wanted);
        EXPECT_GT(wanted, 200U);
        EXPECT_GT(trees, 20U);
        trees_before = trees;
      }
      EXPECT_GE(trees, trees_before * 8 / 10);  // woods stay
    }
  }
}

}  // namespace
}  // namespace craton
