#pragma once

#include <string>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/shape/voxel_faces.h>

namespace craton {

/// A mesh of voxels as Wavefront OBJ (y upwards) or binary PLY (z upwards), with the colour of a ground at each vertex, darker
/// where it is shaded. Written beside and renamed. The ending of the path says which: .obj or .ply.
CRATON_API Result<void> write_mesh(const std::string& path, const VoxelMesh& mesh, const VoxelTable& table);

}  // namespace craton
