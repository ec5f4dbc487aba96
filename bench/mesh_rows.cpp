// Tiles of terrain as meshes, with normals and the colours of the ground: alone, beside coarser tiles, simplified.
#include <fmt/format.h>

#include <memory>
#include <string>

#include <craton/shape/terrain_mesh.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>
#ifdef CRATON_HAS_SIMPLIFY
#include <craton/shape/simplify.h>
#endif

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr std::uint32_t cells = 256;
constexpr const char* hills = R"({"craton": 1, "world": "terrain", "seed": 7, "domain": {"kind": "plane", "step": 1}, "stages": [
  {"stage": "noise", "scale": 140, "offset": 80, "noise": {"kind": "fbm", "octaves": 8, "source": {"kind": "perlin", "frequency": 0.003}}},
  {"stage": "temperature", "latitude": 42},
  {"stage": "noise", "id": "rain", "layer": "rain", "unit": "cm", "scale": 60, "offset": 90, "noise": {"kind": "perlin", "frequency": 0.001}},
  {"stage": "ground"}]})";

Result<std::shared_ptr<const TerrainTile>> tile_of(const TileId& id) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const Recipe recipe, recipe_from_json(hills, terms));
  CRATON_TRY(const Terrain terrain, Terrain::make(recipe, terms, {.tile_cells = cells, .levels = 2}));
  CRATON_TRY(TerrainTile tile, terrain.tile(id));
  return std::make_shared<const TerrainTile>(std::move(tile));
}

Result<Work> prepare_mesh(bool stitched) {
  CRATON_TRY(const std::shared_ptr<const TerrainTile> fine, tile_of({0, 1, 0}), coarse = tile_of({1, 1, 0}));
  if (!coarse) return coarse.error();
  TerrainMeshOptions options;
  if (stitched) options.coarser[static_cast<std::size_t>(PatchRim::east)] = &(*coarse)->surface;
  return Work{{std::uint64_t{cells} * cells,
               [tile = fine, beside = *coarse, options] {
                 const Result<Mesh> mesh = terrain_mesh(tile->surface, {}, options);
                 keep(mesh ? mesh->positions.data() : nullptr);
               },
               {},
               {}},
              {}};
}

#ifdef CRATON_HAS_SIMPLIFY
Result<Work> prepare_simplify() {
  CRATON_TRY(const std::shared_ptr<const TerrainTile> tile, tile_of({0, 1, 0}));
  Result<Mesh> mesh = terrain_mesh(tile->surface, {});
  if (!mesh) return mesh.error();
  return Work{{std::uint64_t{cells} * cells,
               [mesh = std::make_shared<const Mesh>(*std::move(mesh))] {
                 const Result<Simplified> less = simplify(*mesh, {.ratio = 0.1, .ground = true});
                 keep(less ? less->mesh.positions.data() : nullptr);
               },
               {},
               {}},
              {}};
}
#endif

}  // namespace

std::vector<Row> mesh_rows(unsigned threads) {
  if (threads != 1) return {};
  std::vector<Row> rows;
  rows.push_back({fmt::format("mesh/terrain/{}/1t", cells), [] { return prepare_mesh(false); }});
  rows.push_back({fmt::format("mesh/terrain/{}/stitched/1t", cells), [] { return prepare_mesh(true); }});
#ifdef CRATON_HAS_SIMPLIFY
  rows.push_back({fmt::format("mesh/terrain/{}/simplify0.1/1t", cells), prepare_simplify});
#endif
  return rows;
}

}  // namespace craton::bench
