// Endless voxel worlds, chunk by chunk, as triangles.
#include <fmt/format.h>

#include "api_endless.h"
#include "chunk_bytes.h"

namespace craton::server {
namespace {

std::variant<Named, Response> voxels_named(Services& services, const Call& call) {
  auto found = named_of(services, call);
  if (const Named* named = std::get_if<Named>(&found); named && !named->entry->voxels)
    return error_response(422, "unsupported", "recipe", fmt::format("is of the kind \"{}\", not voxels", named->entry->kind));
  return found;
}

Result<std::shared_ptr<const PlantModels>> plants_of(Services& services, const Named& named) {
  const std::string key = fmt::format("{} {}", named.entry->hash, named.seed);
  return services.plants.get(key, [&]() -> Result<SharedStore<PlantModels>::Made> {
    CRATON_TRY(const std::shared_ptr<const VoxelWorld> world, voxel_world_of(services, named));
    auto plants = std::make_shared<const PlantModels>(PlantModels::make(*world));
    std::uint64_t bytes = 4096;
    for (const PlantModel& model : plants->models())
      bytes += model.voxels.cells.size() + model.vertices.size() * sizeof(PlantVertex) + model.triangles.size() * 4;
    return SharedStore<PlantModels>::Made{std::move(plants), bytes};
  });
}

struct ChunkOrder {
  ChunkPlace place;
  std::string mesher, format;
};

Result<Response> answer(Services& services, const Named& named, const ChunkOrder& order, EditedWorld* edited) {
  CRATON_TRY(const std::shared_ptr<const VoxelWorld> plain, voxel_world_of(services, named));
  const VoxelWorld world = edited ? plain->with_edits(edited->voxels()) : *plain;
  CRATON_TRY(const VoxelChunk made, world.chunk(order.place, 2));
  CRATON_TRY(const ChunkMesh mesh, chunk_mesh(made, world.table(), order.mesher));
  if (order.format == "bin") return bytes_response(chunk_bytes(mesh, made, world.table()), "application/octet-stream");
  CRATON_TRY(const std::shared_ptr<const PlantModels> plants, plants_of(services, named));
  CRATON_TRY(std::string scene, chunk_scene(mesh, made, world, *plants));
  return bytes_response(std::move(scene), "model/gltf-binary");
}

Outcome chunk(Services& services, const Call& call) {
  auto found = voxels_named(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  const ChunkOrder order{{call.integer("x"), call.integer("y")}, call.text("mesher"), call.text("format")};
  const EditsAsked asked = edits_asked(services, named, call);
  if (asked.closed) {
    Work work = work_of([&services, named, order](const CancelToken&) -> Result<Response> {
      CRATON_TRY(const std::shared_ptr<EditedWorld> world, services.endless.open(*named.entry, named.seed, false));
      return answer(services, named, order, world.get());
    });
    work.keep = Keep::never;
    return work;
  }
  const std::uint64_t stamp = asked.world ? asked.world->stamp(order.place) : 0;
  Work work = work_of([&services, named, order, edited = asked.world, stamp](const CancelToken&) -> Result<Response> {
    const std::uint64_t before = edited ? edited->changes() : 0;
    Result<Response> made = answer(services, named, order, edited.get());
    // Voxels may be set while a chunk is made: then its tag would promise something else.
    if (made && edited && (before % 2 != 0 || edited->stamp(order.place) != stamp || edited->changes() != before))
      made->passing = true;
    return made;
  });
  work.compress = services.remote;
  work.keep = asked.keep(asked.world ? asked.world->revision() : 0);
  work.stamp = named.entry->hash + edits_stamp(stamp, work.keep);
  return work;
}

Outcome plant_list(Services& services, const Call& call) {
  auto found = voxels_named(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  Work work = work_of([&services, named](const CancelToken&) -> Result<Response> {
    CRATON_TRY(const std::shared_ptr<const VoxelWorld> world, voxel_world_of(services, named));
    CRATON_TRY(const std::shared_ptr<const PlantModels> plants, plants_of(services, named));
    Json species = Json::array();
    for (const std::string& name : world->species()) species.push_back({{"name", name}, {"looks", 0}});
    for (const PlantModel& model : plants->models()) {
      Json& looks = species[model.species]["looks"];
      looks = looks.get<int>() + 1;
    }
    return json_response(dumped({{"species", species}}));
  });
  work.compress = true;
  work.stamp = named.entry->hash;
  return work;
}

Outcome plant(Services& services, const Call& call) {
  auto found = voxels_named(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  Work work = work_of(
      [&services, named, species = call.integer("species"), look = call.integer("look")](const CancelToken&) -> Result<Response> {
        CRATON_TRY(const std::shared_ptr<const PlantModels> plants, plants_of(services, named));
        std::int64_t seen = 0;
        for (const PlantModel& model : plants->models())
          if (model.species == species && seen++ == look) {
            CRATON_TRY(const std::shared_ptr<const VoxelWorld> world, voxel_world_of(services, named));
            return bytes_response(plant_bytes(model, world->params().step), "application/octet-stream");
          }
        return error_response(404, "not_found", seen > 0 ? "look" : "species", "there is no such plant");
      });
  work.compress = services.remote;
  work.stamp = named.entry->hash;
  return work;
}

Outcome voxel_info(Services& services, const Call& call) {
  auto found = voxels_named(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  Work work = work_of([&services, named](const CancelToken&) -> Result<Response> {
    CRATON_TRY(const std::shared_ptr<const VoxelWorld> world, voxel_world_of(services, named));
    const VoxelParams& params = world->params();
    Json grounds = Json::array(), biomes = Json::array();
    for (const VoxelTable::Ground& ground : world->table().grounds)
      grounds.push_back({{"name", ground.name},
                         {"colour", hex_colour(ground.colour[0], ground.colour[1], ground.colour[2])},
                         {"liquid", ground.liquid}});
    for (const VoxelTable::Biome& biome : world->table().biomes) biomes.push_back({{"name", biome.name}});
    const std::span<const std::string> species = world->species();
    const Json json = {{"hash", named.entry->hash},
                       {"seed", seed_json(named.seed)},
                       {"side", params.chunk_side},
                       {"height", params.chunk_height},
                       {"floor", params.floor},
                       {"step", params.step},
                       {"grounds", grounds},
                       {"biomes", biomes},
                       {"species", std::vector<std::string>(species.begin(), species.end())}};
    return json_response(json.dump());
  });
  work.compress = true;
  work.stamp = named.entry->hash;
  return work;
}

Outcome ground_at(Services& services, const Call& call) {
  auto found = voxels_named(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  Work work = work_of(
      [&services, named, x = call.integer("column_x"), y = call.integer("column_y")](const CancelToken&) -> Result<Response> {
        CRATON_TRY(const std::shared_ptr<const VoxelWorld> world, voxel_world_of(services, named));
        CRATON_TRY(const VoxelGroundInfo there, world->ground_at(x, y));
        return json_response(Json{{"biome", world->table().biomes[there.biome].name}, {"height", there.height}}.dump());
      });
  work.stamp = named.entry->hash;
  return work;
}

}  // namespace

Result<std::shared_ptr<const VoxelWorld>> voxel_world_of(Services& services, const Named& named) {
  const std::string key = fmt::format("{} {}", named.entry->hash, named.seed);
  return services.voxels.get(key, [&]() -> Result<SharedStore<VoxelWorld>::Made> {
    VoxelRecipe recipe = *named.entry->voxels;
    recipe.seed = named.seed;
    CRATON_TRY(VoxelWorld world, VoxelWorld::make(recipe));
    return SharedStore<VoxelWorld>::Made{std::make_shared<const VoxelWorld>(std::move(world)), 256 << 10};
  });
}

void add_voxel_routes(Router& router, Services& services) {
  router.add({.pattern = "/api/v1/voxels/{recipe}/{seed}",
              .summary = "What chunks of a voxel world are like: sizes, grounds, species.",
              .params = {recipe_param(), seed_param()},
              .handler = [&services](const Call& call) { return voxel_info(services, call); }});
  router.add({.pattern = "/api/v1/voxels/{recipe}/{seed}/at",
              .summary = "Biome and height of a column, before caves and overhangs.",
              .params = {recipe_param(), seed_param(), place_param("column_x", "Voxels to the east."),
                         place_param("column_y", "Voxels to the south.")},
              .handler = [&services](const Call& call) { return ground_at(services, call); }});
  router.add({.pattern = "/api/v1/voxels/{recipe}/{seed}/plants",
              .summary = "The species of plants, and how many looks each has.",
              .params = {recipe_param(), seed_param()},
              .gives = "{species: [{name, looks}]}",
              .handler = [&services](const Call& call) { return plant_list(services, call); }});
  router.add(
      {.pattern = "/api/v1/voxels/{recipe}/{seed}/plants/{species}",
       .summary = "A plant as triangles, its foot in the middle of the box.",
       .params =
           {recipe_param(),
            seed_param(),
            {.name = "species", .kind = ParamKind::integer, .doc = "Number of the species.", .min = 0, .max = 65535},
            {.name = "look", .kind = ParamKind::integer, .doc = "Which of its looks.", .standard = "0", .min = 0, .max = 65535}},
       .gives = "The layout of chunks, without plants.",
       .types = {"application/octet-stream"},
       .handler = [&services](const Call& call) { return plant(services, call); }});
  router.add({.pattern = "/api/v1/voxels/{recipe}/{seed}/{x}/{y}",
              .summary = "A chunk of a voxel world as triangles, with its plants.",
              .params = {recipe_param(),
                         seed_param(),
                         place_param("x", "Chunks to the east."),
                         place_param("y", "Chunks to the south."),
                         {.name = "mesher",
                          .kind = ParamKind::choice,
                          .doc = "Faces of cubes, joined or single; or a surface between voxels.",
                          .standard = "greedy",
                          .choices = {"greedy", "culled", "cubes", "tetrahedra", "nets", "faces"}},
                         {.name = "format",
                          .kind = ParamKind::choice,
                          .doc = "The binary layout of docs/server.md, or a scene.",
                          .standard = "bin",
                          .choices = {"bin", "glb"}},
                         edits_param()},
              .gives = "Vertices, indices and plants.",
              .types = {"application/octet-stream", "model/gltf-binary"},
              .handler = [&services](const Call& call) { return chunk(services, call); }});
}

}  // namespace craton::server
