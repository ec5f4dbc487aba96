#include <optional>
#include <string>
#include <vector>

#include <craton/shape/voxel_faces.h>
#include <craton/shape/voxel_surfaces.h>
#include <craton/worlds/voxel_levels.h>

#include "handles.h"
#include "types.h"

using namespace craton::c;
using craton::Result;

void craton_voxels_options_init(craton_voxels_options* options, size_t struct_size) { init_sized(options, struct_size, {}); }
void craton_voxels_info_init(craton_voxels_info* info, size_t struct_size) { init_sized(info, struct_size, {}); }
void craton_ground_info_init(craton_ground_info* info, size_t struct_size) { init_sized(info, struct_size, {}); }

craton_status craton_voxels_create(const char* recipe, const craton_voxels_options* options, craton_voxels** made,
                                   craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (made == nullptr) return null(error, "made");
    craton_voxels_options how{};
    CRATON_C_TRY(read_sized(options, how, "options", error));
    craton::VoxelRecipe what{.seed = 7};
    if (recipe != nullptr) {
      Result<craton::VoxelRecipe> read = craton::voxel_recipe_from_json(recipe, craton::params_of<craton::VoxelParams>());
      if (!read) return fail(error, read.error());
      what = *std::move(read);
    }
    if (how.has_seed != 0) what.seed = how.seed;
    Result<craton::VoxelWorld> world = craton::VoxelWorld::make(what);
    if (!world) return fail(error, world.error());
    give(std::make_unique<craton_voxels>(craton_voxels{.world = *std::move(world)}), made);
    return CRATON_OK;
  });
}

void craton_voxels_destroy(craton_voxels* voxels) { destroy(voxels); }

craton_status craton_voxels_get_info(const craton_voxels* voxels, craton_voxels_info* info, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(voxels)) return no_handle(error, "voxels");
    const craton::VoxelParams& params = voxels->world.params();
    craton_voxels_info filled{};
    filled.chunk_side = static_cast<std::uint32_t>(params.chunk_side);
    filled.chunk_height = static_cast<std::uint32_t>(params.chunk_height);
    filled.ground_count = static_cast<std::uint32_t>(voxels->world.table().grounds.size());
    filled.species_count = static_cast<std::uint32_t>(voxels->world.species().size());
    filled.step = params.step;
    filled.floor = params.floor;
    return write_sized(filled, info, "info", error);
  });
}

craton_status craton_voxels_get_ground(const craton_voxels* voxels, uint32_t ground, craton_ground_info* info,
                                       craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(voxels)) return no_handle(error, "voxels");
    const std::vector<craton::VoxelTable::Ground>& grounds = voxels->world.table().grounds;
    if (ground >= grounds.size())
      return fail(error, CRATON_UNKNOWN, "ground", "found " + std::to_string(ground) + " of " + std::to_string(grounds.size()));
    craton_ground_info filled{};
    filled.liquid = grounds[ground].liquid ? 1 : 0;
    std::copy(grounds[ground].colour.begin(), grounds[ground].colour.end(), filled.colour);
    filled.colour[3] = 255;
    copy_text(grounds[ground].name, filled.name, sizeof filled.name);
    return write_sized(filled, info, "info", error);
  });
}

craton_status craton_voxels_get_species(const craton_voxels* voxels, uint32_t species, char* name, size_t bytes,
                                        craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(voxels)) return no_handle(error, "voxels");
    if (name == nullptr) return null(error, "name");
    if (bytes == 0) return fail(error, CRATON_TOO_SMALL, "name", "there is no room for a letter");
    const std::span<const std::string> names = voxels->world.species();
    if (species >= names.size())
      return fail(error, CRATON_UNKNOWN, "species", "found " + std::to_string(species) + " of " + std::to_string(names.size()));
    copy_text(names[species], name, bytes);
    return CRATON_OK;
  });
}

craton_status craton_voxel_worker_create(craton_voxel_worker** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (made == nullptr) return null(error, "made");
    give(std::make_unique<craton_voxel_worker>(craton_voxel_worker{}), made);
    return CRATON_OK;
  });
}

void craton_voxel_worker_destroy(craton_voxel_worker* worker) { destroy(worker); }

craton_status craton_voxels_chunk(const craton_voxels* voxels, craton_voxel_worker* worker, int64_t x, int64_t y, uint32_t apron,
                                  craton_chunk** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(voxels)) return no_handle(error, "voxels");
    if (worker != nullptr && !alive(worker)) return no_handle(error, "worker");
    if (made == nullptr) return null(error, "made");
    if (apron > 2 && apron != 4 && apron != 8 && apron != 16)
      return fail(error, CRATON_INVALID, "apron", "found " + std::to_string(apron) + ", allowed 0 … 2, 4, 8 and 16");
    const craton::ChunkPlace place{x, y};
    Result<craton::VoxelChunk> chunk = worker != nullptr ? voxels->world.chunk(place, worker->context, static_cast<int>(apron))
                                                         : voxels->world.chunk(place, static_cast<int>(apron));
    if (!chunk) return fail(error, chunk.error());
    give(std::make_unique<craton_chunk>(craton_chunk{.world = voxels->world,
                                                     .chunk = std::make_shared<const craton::VoxelChunk>(*std::move(chunk)),
                                                     .plants = voxels->plants}),
         made);
    return CRATON_OK;
  });
}

void craton_chunk_destroy(craton_chunk* chunk) { destroy(chunk); }

craton_status craton_chunk_read(const craton_chunk* chunk, uint8_t* grounds, size_t count, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(chunk)) return no_handle(error, "chunk");
    if (grounds == nullptr) return null(error, "grounds");
    const craton::VoxelChunk& from = *chunk->chunk;
    const auto side = static_cast<std::size_t>(from.side()), height = static_cast<std::size_t>(from.height());
    const std::size_t needed = side * side * height;
    if (count < needed)
      return fail(error, CRATON_TOO_SMALL, "grounds",
                  "there is room for " + std::to_string(count) + " of " + std::to_string(needed) + " voxels");
    for (int z = 0; z < from.height(); ++z)
      for (int y = 0; y < from.side(); ++y)
        for (int x = 0; x < from.side(); ++x) *grounds++ = from.at(x, y, z);
    return CRATON_OK;
  });
}

craton_status craton_chunk_plants(const craton_chunk* chunk, craton_plant* plants, size_t capacity, size_t* count,
                                  craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(chunk)) return no_handle(error, "chunk");
    if (count == nullptr) return null(error, "count");
    const std::span<const craton::VoxelPlant> from = chunk->chunk->plants();
    *count = from.size();
    if (plants == nullptr) return CRATON_OK;
    if (capacity < from.size())
      return fail(error, CRATON_TOO_SMALL, "plants",
                  "there is room for " + std::to_string(capacity) + " of " + std::to_string(from.size()));
    for (const craton::VoxelPlant& plant : from)
      *plants++ = {plant.x, plant.y, plant.z, plant.species, plant.size, static_cast<float>(plant.rotation)};
    return CRATON_OK;
  });
}

namespace {

constexpr std::uint32_t known_flags = CRATON_MESH_OCCLUSION | CRATON_MESH_NO_LIQUIDS | CRATON_MESH_LIQUIDS;

std::optional<craton::VoxelSurface> surface_of(std::uint32_t mesher) {
  switch (mesher) {
    case CRATON_MESH_CUBES: return craton::VoxelSurface::marching_cubes;
    case CRATON_MESH_TETRAHEDRA: return craton::VoxelSurface::marching_tetrahedra;
    case CRATON_MESH_NETS: return craton::VoxelSurface::surface_nets;
    default: return {};
  }
}

Result<void> add_faces(const craton_chunk& chunk, std::uint32_t mesher, std::uint32_t flags, bool liquids_only,
                       craton::VoxelMesh& mesh) {
  const craton::VoxelTable& table = chunk.world.table();
  craton::VoxelFaces faces;
  CRATON_TRY(const std::span<const craton::VoxelQuad> quads,
             faces.find(*chunk.chunk, table,
                        {.greedy = mesher != CRATON_MESH_CULLED, .ambient_occlusion = (flags & CRATON_MESH_OCCLUSION) != 0}));
  std::vector<craton::VoxelQuad> wanted;
  for (const craton::VoxelQuad& quad : quads) {
    const bool liquid = table.grounds[quad.ground].liquid;
    if (liquid ? (flags & CRATON_MESH_NO_LIQUIDS) == 0 : !liquids_only) wanted.push_back(quad);
  }
  craton::add_quads(wanted, mesh, chunk.level);
  return {};
}

}  // namespace

craton_status craton_chunk_mesh(const craton_chunk* chunk, uint32_t mesher, uint32_t flags, craton_mesh** made,
                                craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(chunk)) return no_handle(error, "chunk");
    if (made == nullptr) return null(error, "made");
    if (mesher > CRATON_MESH_NETS)
      return fail(error, CRATON_INVALID, "mesher", "found " + std::to_string(mesher) + ", allowed 0 … 4");
    if ((flags & ~known_flags) != 0) return fail(error, CRATON_INVALID, "flags", "there are bits that mean nothing");
    const std::optional<craton::VoxelSurface> surface = surface_of(mesher);
    if (surface && chunk->level > 0)
      return fail(error, CRATON_INVALID, "mesher", "chunks of coarser levels have meshes of faces: 0 or 1");
    const bool liquids_only = (flags & CRATON_MESH_LIQUIDS) != 0;
    craton::VoxelMesh mesh;
    if (surface && !liquids_only) {
      const Result<void> added = craton::add_surface(*chunk->chunk, chunk->world.table(), *surface, mesh);
      if (!added) return fail(error, added.error());
    }
    if (!surface || (flags & CRATON_MESH_NO_LIQUIDS) == 0) {
      const Result<void> added = add_faces(*chunk, mesher, flags, surface || liquids_only, mesh);
      if (!added) return fail(error, added.error());
    }
    give(std::make_unique<craton_mesh>(
             craton_mesh{.mesh = craton::mesh_of(mesh, chunk->world.table(), chunk->world.params().step)}),
         made);
    return CRATON_OK;
  });
}

craton_status craton_chunk_coarser(const craton_chunk* chunk, uint32_t level, craton_chunk** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(chunk)) return no_handle(error, "chunk");
    if (made == nullptr) return null(error, "made");
    if (level > craton::most_voxel_level || chunk->level > 0)
      return fail(error, CRATON_INVALID, "level", "allowed are 0 … 4, of a chunk at full detail");
    Result<craton::VoxelChunk> coarse = craton::coarser(*chunk->chunk, static_cast<int>(level));
    if (!coarse) return fail(error, coarse.error());
    give(std::make_unique<craton_chunk>(craton_chunk{.world = chunk->world,
                                                     .chunk = std::make_shared<const craton::VoxelChunk>(*std::move(coarse)),
                                                     .plants = chunk->plants,
                                                     .level = static_cast<int>(level)}),
         made);
    return CRATON_OK;
  });
}

craton_status craton_voxels_model_count(const craton_voxels* voxels, uint32_t* count, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(voxels)) return no_handle(error, "voxels");
    if (count == nullptr) return null(error, "count");
    *count = static_cast<std::uint32_t>(voxels->plants->of(voxels->world).models().size());
    return CRATON_OK;
  });
}

craton_status craton_voxels_model(const craton_voxels* voxels, uint32_t model, uint32_t level, uint32_t* species,
                                  craton_mesh** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(voxels)) return no_handle(error, "voxels");
    if (made == nullptr) return null(error, "made");
    if (level > craton::most_voxel_level)
      return fail(error, CRATON_INVALID, "level", "found " + std::to_string(level) + ", allowed 0 … 4");
    const std::span<const craton::PlantModel> models = voxels->plants->of(voxels->world).models(static_cast<int>(level));
    if (model >= models.size())
      return fail(error, CRATON_UNKNOWN, "model", "found " + std::to_string(model) + " of " + std::to_string(models.size()));
    if (species != nullptr) *species = models[model].species;
    give(std::make_unique<craton_mesh>(craton_mesh{.mesh = craton::mesh_of(models[model])}), made);
    return CRATON_OK;
  });
}

craton_status craton_chunk_models(const craton_chunk* chunk, craton_model_place* places, size_t capacity, size_t* count,
                                  craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(chunk)) return no_handle(error, "chunk");
    if (count == nullptr) return null(error, "count");
    std::vector<craton::PlantInstance> instances;
    chunk->plants->of(chunk->world).add_instances(*chunk->chunk, instances);
    *count = instances.size();
    if (places == nullptr) return CRATON_OK;
    if (capacity < instances.size())
      return fail(error, CRATON_TOO_SMALL, "places",
                  "there is room for " + std::to_string(capacity) + " of " + std::to_string(instances.size()));
    for (const craton::PlantInstance& each : instances)
      *places++ = {each.model, each.x, each.y, each.z, each.scale, each.rotation};
    return CRATON_OK;
  });
}
