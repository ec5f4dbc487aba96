#pragma once

#include <span>
#include <string>
#include <vector>

#include "picture/voxel_scene.h"

namespace craton::picture {

/// Plants as a few voxels: enough to see what grows where.
class PlantStamps {
 public:
  PlantStamps(VoxelScene& scene, std::span<const std::string> species);

  /// x and y are those of the scene.
  void plant(const VoxelPlant& plant, int x, int y);

 private:
  enum class Form { broad, tall, cone, flat, thick, bush, cactus, dead, tuft, flower };
  struct Look {
    Form form = Form::bush;
    std::uint8_t wood = 0, leaves = 0;
  };
  Look look_of(const std::string& name);
  std::uint8_t add(Colour colour, float speckle, std::vector<SmallBox> boxes = {});
  void put(int x, int y, int z, std::uint8_t material);
  void trunk(int x, int y, int z, int length, std::uint8_t wood);
  /// An ellipsoid of leaves whose edge is ragged.
  void crown(float x, float y, float z, float radius, float half_height, std::uint8_t leaves);

  VoxelScene& scene_;
  std::vector<Look> looks_;
};

}  // namespace craton::picture
