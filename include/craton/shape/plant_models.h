#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/seed.h>
#include <craton/shape/voxel_faces.h>
#include <craton/worlds/voxel_levels.h>

/// Plants of voxel worlds as things to look at: a few models of each species, and where each of them stands.
namespace craton {

/// The small voxels that a plant is made of: a block whose middle column stands on the foot of the plant.
struct PlantVoxels {
  int width = 0, height = 0;                         ///< along x and y; along z
  float size = 0.5F;                                 ///< of a voxel, in metres
  std::vector<std::uint8_t> cells;                   ///< [z][y][x]; 0 is empty, else 1 + a place in `colours`
  std::vector<std::array<std::uint8_t, 3>> colours;  ///< sRGB

  friend bool operator==(const PlantVoxels&, const PlantVoxels&) = default;
};

struct PlantVertex {
  float x = 0, y = 0, z = 0;                               ///< metres from the foot of the plant
  std::int8_t normal_x = 0, normal_y = 0, normal_z = 127;  ///< of length 127
  std::array<std::uint8_t, 3> colour{};                    ///< sRGB

  friend bool operator==(const PlantVertex&, const PlantVertex&) = default;
};

/// One look of a species. The mesh is that of its voxels, equal faces merged, without those at its foot.
struct PlantModel {
  std::uint16_t species = 0;  ///< a place in VoxelWorld::species()
  PlantVoxels voxels;         ///< of coarser levels none
  std::vector<PlantVertex> vertices;
  std::vector<std::uint32_t> triangles;  ///< three vertices each, counter-clockwise seen from outside (y runs to the south)

  friend bool operator==(const PlantModel&, const PlantModel&) = default;
};

/// A model in the world: scaled, then turned around z from x towards y, then moved.
struct PlantInstance {
  std::uint32_t model = 0;    ///< a place in PlantModels::models()
  float x = 0, y = 0, z = 0;  ///< of its foot: metres from the corner of the chunk at the floor of the world
  float scale = 1;
  float rotation = 0;  ///< degrees, 0 … 359

  friend bool operator==(const PlantInstance&, const PlantInstance&) = default;
};

/// The models of a world's plants: a function of the names of its species and its seed.
///
///     const PlantModels plants = PlantModels::make(world);
///     std::vector<PlantInstance> instances;
///     plants.add_instances(chunk, instances);       // each is plants.models()[instance.model], put somewhere
///
/// What a species looks like follows from words in its name ("red flower", "dwarf pine"); plant_form_names() lists them. Species
/// that no word fits are shrubs.
class CRATON_API PlantModels {
 public:
  static PlantModels make(const VoxelWorld& world);
  static PlantModels make(std::span<const std::string> species, Seed seed, double step = 1);

  std::span<const PlantModel> models() const { return models(0); }
  /// The same models for chunks of a level of detail, 0 … 4: at 1 of voxels twice as large, then of three boxes, two and one.
  std::span<const PlantModel> models(int level) const;

  /// The plants of a chunk, in its order.
  void add_instances(const VoxelChunk& chunk, std::vector<PlantInstance>& instances) const;
  /// Those of a chunk that is shown at a level of detail, on the ground that its mesh has there, which may be one of any kind,
  /// with its liquids or without. Left out is what lies in a liquid there, or would have to rise or sink by more than a voxel of
  /// that level; and from level 1 on what is lower than half such a voxel (plants of 4 m and more stay). Where the mesh ends, as
  /// nets do half a cell before the border, plants stay as they were. Instances are of models(level).
  void add_instances(const VoxelChunk& chunk, int level, const VoxelMesh& mesh, const VoxelTable& table,
                     std::vector<PlantInstance>& instances) const;

 private:
  PlantInstance instance_of(const VoxelPlant& plant) const;

  std::array<std::vector<PlantModel>, most_voxel_level + 1> models_;  ///< by level
  std::vector<std::uint32_t> first_;                                  ///< of each species, and an end
  float step_ = 1;
};

/// The words that give a species its form, in the order in which they are looked for.
CRATON_API std::vector<std::string> plant_form_names();

}  // namespace craton
