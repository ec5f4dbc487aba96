#include <string>

#include <craton/base/floor_div.h>
#include <craton/shape/terrain_mesh.h>
#include <craton/shape/terrain_morph.h>
#include <craton/worlds/kinds.h>

#include "handles.h"
#include "types.h"

using namespace craton::c;
using craton::Result;

namespace {

craton_terrain_options default_options() {
  const craton::TerrainOptions usual;
  craton_terrain_options options{};
  options.tile_cells = usual.tile_cells;
  options.margin = usual.margin;
  options.levels = usual.levels;
  options.block_bytes = usual.block_bytes;
  return options;
}

const craton::Layer* layer_of(const craton_tile& tile, std::uint32_t layer) {
  const auto& layers = tile.tile->surface.layers();
  return layer < layers.size() ? layers[layer].get() : nullptr;
}

craton_status no_layer(const craton_tile& tile, std::uint32_t layer, craton_error* error) {
  return fail(error, CRATON_UNKNOWN, "layer",
              "found " + std::to_string(layer) + " of " + std::to_string(tile.tile->surface.layers().size()) + " layers");
}

}  // namespace

void craton_terrain_options_init(craton_terrain_options* options, size_t struct_size) {
  init_sized(options, struct_size, default_options());
}
void craton_tile_info_init(craton_tile_info* info, size_t struct_size) { init_sized(info, struct_size, {}); }
void craton_layer_info_init(craton_layer_info* info, size_t struct_size) { init_sized(info, struct_size, {}); }
void craton_tile_mesh_options_init(craton_tile_mesh_options* options, size_t struct_size) {
  init_sized(options, struct_size, {});
}

craton_status craton_terrain_create(const char* recipe, const craton_terrain_options* options, craton_terrain** made,
                                    craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (recipe == nullptr) return null(error, "recipe");
    if (made == nullptr) return null(error, "made");
    craton_terrain_options how = default_options();
    CRATON_C_TRY(read_sized(options, how, "options", error));
    const craton::RecipeTerms terms = craton::all_terms();
    Result<craton::Recipe> read = craton::recipe_from_json(recipe, terms);
    if (!read) return fail(error, read.error());
    if (how.has_seed != 0) read->seed = how.seed;
    Result<craton::Terrain> terrain = craton::Terrain::make(
        *read, terms, {.tile_cells = how.tile_cells, .margin = how.margin, .levels = how.levels, .block_bytes = how.block_bytes});
    if (!terrain) return fail(error, terrain.error());
    give(std::make_unique<craton_terrain>(craton_terrain{.terrain = *std::move(terrain)}), made);
    return CRATON_OK;
  });
}

void craton_terrain_destroy(craton_terrain* terrain) { destroy(terrain); }

craton_status craton_terrain_step(const craton_terrain* terrain, uint32_t level, int64_t* units, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(terrain)) return no_handle(error, "terrain");
    if (units == nullptr) return null(error, "units");
    const std::uint32_t levels = terrain->terrain.options().levels;
    if (level >= levels)
      return fail(error, CRATON_INVALID, "level",
                  "found " + std::to_string(level) + ", allowed 0 … " + std::to_string(levels - 1));
    *units = terrain->terrain.step(level);
    return CRATON_OK;
  });
}

craton_status craton_terrain_tile(const craton_terrain* terrain, uint32_t level, int64_t x, int64_t y, uint32_t threads,
                                  craton_tile** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(terrain)) return no_handle(error, "terrain");
    if (made == nullptr) return null(error, "made");
    Result<craton::TerrainTile> tile = terrain->terrain.tile({level, x, y}, {.threads = threads});
    if (!tile) return fail(error, tile.error());
    give(std::make_unique<craton_tile>(craton_tile{.tile = std::make_shared<const craton::TerrainTile>(*std::move(tile))}), made);
    return CRATON_OK;
  });
}

void craton_tile_destroy(craton_tile* tile) { destroy(tile); }

craton_status craton_tile_get_info(const craton_tile* tile, craton_tile_info* info, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(tile)) return no_handle(error, "tile");
    const craton::PlaneTile& place = tile->tile->place();
    craton_tile_info filled{};
    filled.level = tile->tile->id.level;
    filled.x = tile->tile->id.x;
    filled.y = tile->tile->id.y;
    filled.origin[0] = place.origin().x;
    filled.origin[1] = place.origin().y;
    filled.step = place.step();
    filled.width = place.size().width;
    filled.height = place.size().height;
    filled.margin = place.halo();
    filled.layer_count = static_cast<std::uint32_t>(tile->tile->surface.layers().size());
    filled.sample_count = place.cell_count();
    return write_sized(filled, info, "info", error);
  });
}

craton_status craton_tile_get_layer(const craton_tile* tile, uint32_t layer, craton_layer_info* info, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(tile)) return no_handle(error, "tile");
    const craton::Layer* found = layer_of(*tile, layer);
    if (found == nullptr) return no_layer(*tile, layer, error);
    craton_layer_info filled{};
    filled.type = found->type() == craton::LayerType::number    ? CRATON_FLOAT32
                  : found->type() == craton::LayerType::integer ? CRATON_INT32
                                                                : CRATON_UINT8;
    copy_text(found->name(), filled.name, sizeof filled.name);
    copy_text(found->info().unit, filled.unit, sizeof filled.unit);
    return write_sized(filled, info, "info", error);
  });
}

craton_status craton_tile_find_layer(const craton_tile* tile, const char* name, uint32_t* layer, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(tile)) return no_handle(error, "tile");
    if (name == nullptr) return null(error, "name");
    if (layer == nullptr) return null(error, "layer");
    const auto& layers = tile->tile->surface.layers();
    std::string names;
    for (std::uint32_t i = 0; i < layers.size(); ++i) {
      if (layers[i]->name() == name) {
        *layer = i;
        return CRATON_OK;
      }
      names += (i == 0 ? "" : ", ") + layers[i]->name();
    }
    return fail(error, CRATON_UNKNOWN, "name", "there is no layer \"" + std::string(name) + "\"; there are " + names);
  });
}

craton_status craton_tile_read_layer(const craton_tile* tile, uint32_t layer, void* values, size_t bytes, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(tile)) return no_handle(error, "tile");
    const craton::Layer* found = layer_of(*tile, layer);
    if (found == nullptr) return no_layer(*tile, layer, error);
    if (values == nullptr) return null(error, "values");
    const std::span<const std::byte> from = found->bytes();
    if (bytes < from.size())
      return fail(error, CRATON_TOO_SMALL, "values",
                  "there is room for " + std::to_string(bytes) + " of " + std::to_string(from.size()) + " bytes");
    std::memcpy(values, from.data(), from.size());
    return CRATON_OK;
  });
}

craton_status craton_tile_mesh(const craton_tile* tile, const craton_tile_mesh_options* options, craton_mesh** made,
                               craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(tile)) return no_handle(error, "tile");
    if (made == nullptr) return null(error, "made");
    craton_tile_mesh_options how{};
    CRATON_C_TRY(read_sized(options, how, "options", error));
    craton::TerrainMeshOptions mesh_options{.colours = how.no_colours == 0, .skirt = how.skirt};
    if (!(how.skirt >= 0 && how.skirt < 1e9)) return fail(error, CRATON_INVALID, "options.skirt", "allowed are 0 … 10⁹ m");
    for (std::size_t i = 0; i < mesh_options.coarser.size(); ++i) {
      if (how.coarser[i] == nullptr) continue;
      if (!alive(how.coarser[i])) return no_handle(error, "options.coarser");
      mesh_options.coarser[i] = &how.coarser[i]->tile->surface;
    }
    Result<craton::Mesh> mesh = craton::terrain_mesh(tile->tile->surface, {}, mesh_options);
    if (!mesh) return fail(error, mesh.error());
    give(std::make_unique<craton_mesh>(craton_mesh{.mesh = *std::move(mesh)}), made);
    return CRATON_OK;
  });
}

craton_status craton_tile_water(const craton_tile* tile, craton_mesh** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(tile)) return no_handle(error, "tile");
    if (made == nullptr) return null(error, "made");
    Result<craton::Mesh> mesh = craton::water_mesh(tile->tile->surface, {});
    if (!mesh) return fail(error, mesh.error());
    give(std::make_unique<craton_mesh>(craton_mesh{.mesh = *std::move(mesh)}), made);
    return CRATON_OK;
  });
}

craton_status craton_tile_morph(const craton_tile* tile, const craton_tile* parent, craton_mesh** fine, craton_mesh** coarse,
                                craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(tile)) return no_handle(error, "tile");
    if (!alive(parent)) return no_handle(error, "parent");
    if (fine == nullptr) return null(error, "fine");
    if (coarse == nullptr) return null(error, "coarse");
    const craton::TileId own = tile->tile->id, above = parent->tile->id;
    if (above.level != own.level + 1 || above.x != craton::floor_div(own.x, 2) || above.y != craton::floor_div(own.y, 2))
      return fail(error, CRATON_INVALID, "parent", "must be the tile of the next level that holds this one");
    const craton::TerrainMeshOptions options{.cut = craton::CellCut::alternate};
    Result<craton::Mesh> mesh = craton::terrain_mesh(tile->tile->surface, {}, options);
    if (!mesh) return fail(error, mesh.error());
    const Result<craton::TerrainMorph> morph =
        craton::terrain_morph(*mesh, tile->tile->surface, {}, parent->tile->surface, options);
    if (!morph) return fail(error, morph.error());
    craton::Mesh moved = *mesh;
    craton::apply_morph(*morph, std::vector<float>(moved.positions.size(), 1.0F), moved);
    give(std::make_unique<craton_mesh>(craton_mesh{.mesh = *std::move(mesh)}), fine);
    give(std::make_unique<craton_mesh>(craton_mesh{.mesh = std::move(moved)}), coarse);
    return CRATON_OK;
  });
}
