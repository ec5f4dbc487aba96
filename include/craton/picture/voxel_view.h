#pragma once

#include <cstdint>
#include <optional>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/shape/voxel_surfaces.h>
#include <craton/worlds/voxels.h>

/// Pictures of voxel worlds, with their plants, sun and shadows.
namespace craton {

enum class VoxelProjection {
  isometric,    ///< a block cut out of the world, seen from afar
  perspective,  ///< as somebody sees it who stands in it
};

struct VoxelViewOptions {
  std::uint32_t width = 1600, height = 1000;  ///< pixels
  std::uint32_t samples = 16;                 ///< rays a pixel
  VoxelProjection projection = VoxelProjection::isometric;
  ChunkPlace centre{};
  int radius = 8;  ///< chunks around the one in the centre
  bool plants = true;
  std::optional<VoxelSurface> surface;  ///< of the ground, relaxed by less than a voxel; nothing: faces of voxels
  double azimuth = 315;                 ///< where the camera looks, in degrees from north over east
  double pitch = -33;                   ///< how far upwards, in degrees
  double eye_height = 6;  ///< of a perspective view: voxels above the ground, near the centre where there is much to see
  double fov = 70;        ///< degrees across the picture
  double sun_azimuth = 250, sun_elevation = 42;
};

/// What no picture can be; errors name the option. `draw_voxels` asks it too.
CRATON_API Result<void> check_view(const VoxelViewOptions& options);

/// The same picture for any number of threads; on other machines single pixels may differ by a level. Errors name the option.
CRATON_API Result<Rgb8Image> draw_voxels(const VoxelWorld& world, const VoxelViewOptions& options = {},
                                         const Execution& execution = {});

}  // namespace craton
