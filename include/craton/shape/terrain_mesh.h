#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/shape/mesh.h>
#include <craton/surface/surface.h>

/// Endless terrain → triangles.
namespace craton {

/// A rectangle of cells of a surface; the whole surface where nothing is said.
struct TerrainPatch {
  std::uint32_t column = 0, row = 0;    ///< of its north-western sample, without the margin
  std::uint32_t columns = 0, rows = 0;  ///< cells; 0: all that follow
};

/// Around a patch: its sides, then its corners.
enum class PatchRim : std::uint8_t { west, east, north, south, north_west, north_east, south_west, south_east };

/// Which diagonal a cell is cut along.
enum class CellCut : std::uint8_t {
  smaller_step,  ///< the one whose ends differ less in height
  alternate,     ///< by turns, as on a chequerboard: then a coarser level's triangles are made of whole ones of the finer level
};

struct TerrainMeshOptions {
  std::string height = "height";  ///< the layer
  bool colours = true;            ///< those of the ground: ground_colours
  bool texture = false;           ///< places on a picture that covers the whole surface from its first sample to its last
  /// Metres that borders hang down, to hide gaps where neighbours are of another level and know nothing of each other.
  double skirt = 0;
  CellCut cut = CellCut::smaller_step;
  /// The surfaces that lie beside the patch, by PatchRim, where they are of a coarser level than this one (their steps are twice,
  /// four times, … as long); null where they are not. They must hold the samples on the border.
  ///
  /// On a border with a coarser level the mesh has the vertices of that level, bit for bit, and a strip of triangles leads from
  /// them to the patch's own: meshes of all levels close without gaps. Name a corner wherever the surface across it is coarser:
  /// where four surfaces meet, all take the sample of the coarsest.
  std::array<const Surface*, 8> coarser{};
};

/// The ground of a patch of a plane. Places count from its north-western sample, heights from the sea. Normals and colours are
/// those of samples, so that neighbours shade alike at their border; for that the surface needs a margin of one sample.
///
///     Result<TerrainTile> tile = terrain->tile({.level = 0, .x = 12, .y = -7});
///     Result<Mesh> mesh = terrain_mesh(tile->surface, {});
CRATON_API Result<Mesh> terrain_mesh(const Surface& surface, const TerrainPatch& patch, const TerrainMeshOptions& options = {});

/// The sea over a patch, at 0 m: rectangles over all cells with a corner below it. Where the surface has the layers of the stage
/// `endless_rivers`, their rivers and lakes too.
CRATON_API Result<Mesh> water_mesh(const Surface& surface, const TerrainPatch& patch, const std::string& height = "height");

/// A colour for each stored sample: what grows there by `temperature` and `rain`, under what the layers `soil`, `rock`, `sand`,
/// `snow`, `gravel` and `mud` say of the ground; where layers are missing, by height and slope.
CRATON_API Result<std::vector<std::array<std::uint8_t, 4>>> ground_colours(const Surface& surface,
                                                                           const std::string& height = "height");

}  // namespace craton
