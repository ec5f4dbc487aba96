#pragma once

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/shape/voxel_faces.h>

/// Chunks of voxels → surfaces that are not made of cubes.
namespace craton {

enum class VoxelSurface {
  marching_cubes,       ///< Lorensen & Cline 1987
  marching_tetrahedra,  ///< five to a cube, mirrored from cube to cube
  surface_nets,         ///< Gibson 1998: smoother, with fewer triangles
};

/// The surface of the solid ground of a chunk, added to a mesh. Middles of voxels are its points; vertices lie between solid and
/// other ones, have the ground of the nearest solid voxel, and normals along which solidity falls. The chunk needs an apron of
/// two columns.
///
/// A chunk's surface ends half a voxel beyond its own columns, where that of its neighbour begins, vertex upon vertex: together
/// they are closed. Liquids have no such surface: VoxelFaces finds theirs.
CRATON_API Result<void> add_surface(const VoxelChunk& chunk, const VoxelTable& table, VoxelSurface kind, VoxelMesh& mesh);

}  // namespace craton
