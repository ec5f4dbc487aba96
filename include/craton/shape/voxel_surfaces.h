#pragma once

#include <array>

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
///
/// `open_sides` are bits of FaceSide where the world ends as if beyond there were air: surfaces go down there to the floor.
CRATON_API Result<void> add_surface(const VoxelChunk& chunk, const VoxelTable& table, VoxelSurface kind, VoxelMesh& mesh,
                                    std::uint8_t open_sides = 0);

/// Levels of detail of a chunk and the eight around it, row by row from the north-west: the fifth is its own.
using VoxelLevels = std::array<int, 9>;

/// The apron that a chunk needs for its surface at a level.
constexpr int apron_for_surface(int level) { return level > 2 ? 16 : level < 1 ? 2 : 2 << level; }

/// The surface of a chunk at a level of detail, among chunks of the same level or of one more or less. Its points are every
/// 2^level-th voxel; vertices lie where the voxels between two points say, so that those of coarse levels are vertices of fine
/// ones. Where levels meet, the finer surface takes the border of the coarser one, vertex upon vertex: no cracks, and no skirts.
///
///     const VoxelChunk chunk = *world.chunk(place, context, apron_for_surface(level));
///     add_surface(chunk, world.table(), VoxelSurface::marching_cubes, levels_around, mesh);
///
/// 0 ≤ level ≤ 4, and no more than sides and height can be halved; for surface nets once less.
CRATON_API Result<void> add_surface(const VoxelChunk& chunk, const VoxelTable& table, VoxelSurface kind,
                                    const VoxelLevels& levels, VoxelMesh& mesh);

}  // namespace craton
