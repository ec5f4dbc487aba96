#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/worlds/voxels.h>

/// Chunks of voxels → faces that can be seen.
namespace craton {

/// Where a face looks to.
enum class FaceSide : std::uint8_t { west, east, north, south, down, up };

/// A rectangle of faces of one ground. Of sides that look along x, u runs along y; of others along x. v runs along z, or y where
/// a face looks up or down.
struct VoxelQuad {
  std::uint8_t x = 0, y = 0;  ///< of its first voxel, within the chunk
  std::uint16_t z = 0;        ///< from the floor of the world
  std::uint8_t u_length = 1, v_length = 1;
  FaceSide side = FaceSide::up;
  GroundId ground = 0;
  /// Ambient occlusion of the corners (u, v) = (0, 0), (1, 0), (1, 1), (0, 1): two bits each, 0 is open and 3 darkest.
  std::uint8_t shade = 0;

  friend bool operator==(const VoxelQuad&, const VoxelQuad&) = default;
};

struct VoxelFaceOptions {
  bool greedy = true;  ///< equal faces beside each other become one; else each stays alone
  bool ambient_occlusion = false;
  bool floor = false;           ///< whether the world is seen from below
  std::uint8_t open_sides = 0;  ///< bits of FaceSide: where the chunk ends as if beyond there were air
};

/// Finds faces; keeps its memory from chunk to chunk. One for each thread.
///
///     VoxelFaces faces;
///     Result<std::span<const VoxelQuad>> quads = faces.find(*world.chunk({0, 0}, 1), world.table());
///
/// A face is seen where air is on its other side, or a liquid and the face is not of one. Faces between two chunks belong to the
/// chunk of the voxel that they bound, so that chunks beside each other neither overlap nor leave holes.
class CRATON_API VoxelFaces {
 public:
  VoxelFaces();
  ~VoxelFaces();
  VoxelFaces(VoxelFaces&&) noexcept;
  VoxelFaces& operator=(VoxelFaces&&) noexcept;

  /// The chunk must have an apron. What is returned lives until the next call.
  Result<std::span<const VoxelQuad>> find(const VoxelChunk& chunk, const VoxelTable& table, const VoxelFaceOptions& options = {});

  struct State;

 private:
  std::unique_ptr<State> state_;
};

/// A corner of a triangle. Lengths are voxels, from the corner of the chunk at the floor of the world.
struct VoxelVertex {
  float x = 0, y = 0, z = 0;
  std::int8_t normal_x = 0, normal_y = 0, normal_z = 127;  ///< of length 127
  GroundId ground = 0;
  std::uint8_t shade = 0;  ///< 0 … 3

  friend bool operator==(const VoxelVertex&, const VoxelVertex&) = default;
};

struct VoxelMesh {
  std::vector<VoxelVertex> vertices;
  std::vector<std::uint32_t> triangles;  ///< three vertices each, counter-clockwise seen from outside (y runs to the south)
};

/// Two triangles for every rectangle, added to a mesh; their common side is the one that shades the corners better.
/// Of a chunk of a coarser level all lengths are those of the finest.
CRATON_API void add_quads(std::span<const VoxelQuad> quads, VoxelMesh& mesh, int level = 0);

/// The same without T-junctions: sides are divided where a corner of another rectangle lies on them, and at every voxel where the
/// chunk ends, so that chunks of one level that are `side` voxels wide are closed together, side upon side. Divided rectangles
/// have a vertex in the middle.
CRATON_API void add_closed_quads(std::span<const VoxelQuad> quads, int side, VoxelMesh& mesh, int level = 0);

}  // namespace craton
