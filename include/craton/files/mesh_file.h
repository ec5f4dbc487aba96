#pragma once

#include <string>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/shape/mesh.h>
#include <craton/shape/voxel_faces.h>

namespace craton {

/// A mesh as Wavefront OBJ (y upwards) or binary PLY (z upwards, y to the north), with normals and colours where it has them.
/// Written beside and renamed. The ending of the path says which: .obj or .ply.
CRATON_API Result<void> write_mesh(const std::string& path, const Mesh& mesh);

/// The same as bytes, "obj" or "ply".
CRATON_API Result<std::string> mesh_bytes(std::string_view format, const Mesh& mesh);

/// Triangles that name no vertex, arrays of unequal lengths and places that are no numbers are errors; `path` is theirs.
CRATON_API Result<void> check_mesh(const Mesh& mesh, const std::string& path);

/// A mesh of voxels, each as long as 1, with the colour of a ground at each vertex.
CRATON_API Result<void> write_mesh(const std::string& path, const VoxelMesh& mesh, const VoxelTable& table);

}  // namespace craton
