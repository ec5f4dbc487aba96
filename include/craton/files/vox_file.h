#pragma once

#include <string>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/shape/voxel_volume.h>

namespace craton {

/// Voxels as MagicaVoxel's .vox: models of up to 256 voxels a side, which nodes of the scene put side by side, with their
/// palette. x runs to the east, y to the north and z upwards; the middle of the area stands at the middle of the scene. Written
/// beside and renamed.
CRATON_API Result<void> write_vox(const std::string& path, const VoxelVolume& volume);

}  // namespace craton
