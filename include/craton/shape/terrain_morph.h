#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/shape/mesh.h>
#include <craton/shape/terrain_mesh.h>
#include <craton/surface/surface.h>

/// Meshes of endless terrain that turn into the next coarser level step by step, so that no change of level is seen.
namespace craton {

/// What the vertices of a mesh are where they lie on the mesh of the next coarser level. Normals and colours are those that a
/// renderer finds there between the coarser vertices: normals between two of them are shorter than 1.
struct TerrainMorph {
  std::vector<float> heights;
  std::vector<std::array<float, 3>> normals;
  std::vector<std::array<std::uint8_t, 4>> colours;  ///< none where the mesh has none
};

/// For a mesh of `patch` made by terrain_mesh with the same options, CellCut::alternate and no skirt. `coarser` is the surface of
/// the next level: it must hold the patch and a margin of one sample.
///
///     options.cut = CellCut::alternate;
///     Result<Mesh> mesh = terrain_mesh(tile->surface, {}, options);
///     Result<TerrainMorph> morph = terrain_morph(*mesh, tile->surface, {}, parent->surface, options);
///
/// Wholly morphed the mesh is that of the coarser level: the same ground, cut into smaller triangles. TerrainStream::morph_range
/// tells how much is due at which distance.
CRATON_API Result<TerrainMorph> terrain_morph(const Mesh& mesh, const Surface& surface, const TerrainPatch& patch,
                                              const Surface& coarser, const TerrainMeshOptions& options);

/// Moves each vertex by its share of the way, 0 … 1: what a vertex program would do.
CRATON_API void apply_morph(const TerrainMorph& morph, std::span<const float> shares, Mesh& mesh);

}  // namespace craton
