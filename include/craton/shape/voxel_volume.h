#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

namespace craton {

/// Voxels of a box in one array, each with a colour.
struct VoxelVolume {
  std::uint32_t width = 0, length = 0, height = 0;   ///< along x, y and z
  std::vector<std::uint8_t> voxels;                  ///< x fastest, then y, then z; 0 is nothing, else 1 + a place in the palette
  std::vector<std::array<std::uint8_t, 3>> palette;  ///< sRGB; at most 255

  std::size_t index(std::uint32_t x, std::uint32_t y, std::uint32_t z) const { return (std::size_t{z} * length + y) * width + x; }
  std::uint8_t at(std::uint32_t x, std::uint32_t y, std::uint32_t z) const { return voxels[index(x, y, z)]; }
};

/// The chunks up to `radius` around one, from the floor of the world. The first colours are those of the table's grounds (air
/// left out): a voxel is its GroundId. Plants are made of the world's own voxels, as well as these can show them, and stand only
/// where there is air.
CRATON_API Result<VoxelVolume> voxel_volume(const VoxelWorld& world, ChunkPlace centre, int radius, bool plants = true,
                                            const Execution& execution = {});

}  // namespace craton
