#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <craton/shape/voxel_faces.h>

#include "picture/view/tracer.h"

namespace craton::view {

/// The ground of a scene as one smooth surface. Voxels know no slopes, so that meshes of them are full of steps; as Gibson (1998)
/// has it, the joined mesh is relaxed: every vertex moves towards its neighbours, but by less than a voxel.
class SmoothSurface {
 public:
  /// Adds the mesh of a chunk whose corner lies at (x, y), y to the south; vertices of chunks beside each other become one.
  void add(const VoxelMesh& mesh, float x, float y);
  void relax();

  const std::vector<std::uint32_t>& triangles() const { return triangles_; }
  const std::vector<Vec>& places() const { return places_; }  ///< y to the north
  Vec normal(std::uint32_t vertex) const { return normals_[vertex]; }
  GroundId ground(std::uint32_t vertex) const { return grounds_[vertex]; }

 private:
  std::vector<std::uint32_t> triangles_;
  std::vector<Vec> places_, normals_;
  std::vector<GroundId> grounds_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
};

}  // namespace craton::view
