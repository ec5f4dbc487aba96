#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/shape/plant_models.h>
#include <craton/shape/voxel_surfaces.h>
#include <craton/worlds/voxels.h>

#include "picture/view/tracer.h"

namespace craton::view {

/// From sRGB to linear light.
Colour linear_from(std::array<std::uint8_t, 3> colour);

/// What a ray met.
struct VoxelHit {
  float distance = no_hit;
  Vec normal;           ///< towards the side that it came from
  GroundId ground = 0;  ///< 0: a plant
  Colour colour;        ///< of a plant, or of ground between the grounds of a surface's vertices
};

/// A part of a voxel world that rays are shot at: faces of chunks, and models of plants, each held once. Lengths are voxels from
/// its north-west corner at the floor of the world; x runs to the east, y to the north (all of it lies at y < 0), z up.
class VoxelScene {
 public:
  struct Options {
    ChunkPlace centre{};
    int radius = 8;
    bool plants = true;
    std::optional<VoxelSurface> surface;  ///< of the ground; nothing: faces of voxels
    bool cut = false;                     ///< sides are closed, as if it were cut out
  };
  static Result<VoxelScene> make(const VoxelWorld& world, const Options& options, const Execution& execution);
  VoxelScene(VoxelScene&&) noexcept;
  VoxelScene& operator=(VoxelScene&&) noexcept;
  ~VoxelScene();

  float width() const { return width_; }  ///< along x and y
  float top() const { return top_; }      ///< nothing is higher
  float sea() const { return sea_; }      ///< level of the water

  VoxelHit solid(Vec origin, Vec direction, float from = 0, float to = no_hit) const;
  /// Water from outside.
  VoxelHit water(Vec origin, Vec direction, float to = no_hit) const;
  /// Whether anything but water is there.
  bool blocked(Vec origin, Vec direction, float to = no_hit) const;

 private:
  struct Parts;
  explicit VoxelScene(std::unique_ptr<Parts> parts);

  float width_ = 0, top_ = 0, sea_ = 0;
  std::unique_ptr<Parts> parts_;
};

}  // namespace craton::view
