#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <craton/base/export.h>
#include <craton/recipe/voxel_table.h>
#include <craton/shape/plant_models.h>
#include <craton/shape/voxel_faces.h>

namespace craton {

/// Triangles of anything. Lengths are metres from some corner of the world; x runs to the east, y to the south, z upwards.
struct Mesh {
  std::vector<std::array<float, 3>> positions;
  std::vector<std::array<float, 3>> normals;         ///< of length 1, one a position; or none at all
  std::vector<std::array<std::uint8_t, 4>> colours;  ///< sRGB and opacity, one a position; or none at all
  std::vector<std::array<float, 2>> texture{};       ///< places on a picture, from its upper left corner, 0 … 1; or none at all
  std::vector<std::uint32_t> triangles;              ///< three positions each, counter-clockwise seen from outside

  bool empty() const { return triangles.empty(); }
};

/// Adds a mesh to another, moved by so many metres. Where one of them lacks normals or colours, both get none or white ones;
/// places on a picture are kept where both have them.
CRATON_API void append(const Mesh& part, Mesh& mesh, const std::array<float, 3>& offset = {});

/// A mesh of voxels, vertex by vertex. A vertex has the colour of its ground, darker where it is shaded.
CRATON_API Mesh mesh_of(const VoxelMesh& mesh, const VoxelTable& table, double step = 1);

/// The same as solid ground and as liquids, which are seen through.
struct VoxelMeshParts {
  Mesh solid, liquid;
};
CRATON_API VoxelMeshParts parts_of(const VoxelMesh& mesh, const VoxelTable& table, double step = 1);

/// A model of a plant, from its foot.
CRATON_API Mesh mesh_of(const PlantModel& plant);

/// Opacity of liquids in such meshes, of 255.
inline constexpr std::uint8_t liquid_opacity = 190;

}  // namespace craton
