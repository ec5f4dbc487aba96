// Endless voxel worlds, chunk by chunk, as triangles.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>

#include <craton/shape/voxel_faces.h>
#include <craton/shape/voxel_surfaces.h>

#include "services.h"

namespace craton::server {
namespace {

Result<std::shared_ptr<const VoxelWorld>> world_of(Services& services, const Named& named) {
  const std::string key = fmt::format("{} {}", named.entry->hash, named.seed);
  return services.voxels.get(key, [&]() -> Result<SharedStore<VoxelWorld>::Made> {
    VoxelRecipe recipe = *named.entry->voxels;
    recipe.seed = named.seed;
    Result<VoxelWorld> world = VoxelWorld::make(recipe);
    if (!world) return world.error();
    return SharedStore<VoxelWorld>::Made{std::make_shared<const VoxelWorld>(*std::move(world)), 256 << 10};
  });
}

struct Mesh {
  VoxelMesh mesh;
  std::size_t solid = 0;  ///< indices of what is not liquid; the others follow
};

/// Faces of cubes; liquids come last, because they are drawn last.
Result<void> add_faces(const VoxelChunk& chunk, const VoxelTable& table, bool greedy, bool liquids_alone, Mesh& out) {
  VoxelFaces faces;
  const Result<std::span<const VoxelQuad>> quads =
      faces.find(chunk, table, {.greedy = greedy, .ambient_occlusion = !liquids_alone});
  if (!quads) return quads.error();
  std::vector<VoxelQuad> solid, liquid;
  for (const VoxelQuad& quad : *quads) (table.grounds[quad.ground].liquid ? liquid : solid).push_back(quad);
  if (!liquids_alone) add_quads(solid, out.mesh);
  out.solid = out.mesh.triangles.size();
  add_quads(liquid, out.mesh);
  return {};
}

Result<Mesh> mesh_of(const VoxelChunk& chunk, const VoxelTable& table, const std::string& mesher) {
  Mesh out;
  if (mesher == "greedy" || mesher == "faces") {
    CRATON_TRY(add_faces(chunk, table, mesher == "greedy", false, out));
    return out;
  }
  const VoxelSurface kind = mesher == "cubes"        ? VoxelSurface::marching_cubes
                            : mesher == "tetrahedra" ? VoxelSurface::marching_tetrahedra
                                                     : VoxelSurface::surface_nets;
  CRATON_TRY(add_surface(chunk, table, kind, out.mesh));
  CRATON_TRY(add_faces(chunk, table, true, true, out));
  return out;
}

/// Numbers one after the other, little endian.
class Writer {
 public:
  template <class T>
  void put(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    text_.append(bytes, sizeof(T));
  }
  std::string text_;
};

// The layout is told in docs/server.md.
std::string binary(const Mesh& made, const VoxelChunk& chunk, const VoxelTable& table) {
  const float longest = static_cast<float>(std::max(chunk.side(), chunk.height())) + 2;
  const float scale = std::exp2(std::ceil(std::log2(longest / 65536)));  // a power of two: whole places stay whole
  Writer out;
  out.text_.reserve(28 + made.mesh.vertices.size() * 16 + made.mesh.triangles.size() * 4 + chunk.plants().size() * 12);
  out.text_ += "CVX1";
  out.put(static_cast<std::uint32_t>(made.mesh.vertices.size()));
  out.put(static_cast<std::uint32_t>(made.mesh.triangles.size()));
  out.put(static_cast<std::uint32_t>(made.solid));
  out.put(static_cast<std::uint32_t>(chunk.plants().size()));
  out.put(scale);
  out.put(static_cast<std::uint16_t>(chunk.side()));
  out.put(static_cast<std::uint16_t>(chunk.height()));
  const auto level = [scale](float place) { return static_cast<std::uint16_t>(std::lround((place + 1) / scale)); };
  for (const VoxelVertex& v : made.mesh.vertices) {
    for (const float place : {v.x, v.y, v.z}) out.put(level(place));
    out.put(v.ground);
    out.put(v.shade);
    for (const std::int8_t part : {v.normal_x, v.normal_y, v.normal_z, std::int8_t{0}}) out.put(part);
    const std::array<std::uint8_t, 3>& colour = table.grounds[v.ground].colour;
    for (const std::uint8_t part : {colour[0], colour[1], colour[2], std::uint8_t{255}}) out.put(part);
  }
  for (const std::uint32_t index : made.mesh.triangles) out.put(index);
  for (const VoxelPlant& plant : chunk.plants()) {
    out.put(plant.x);
    out.put(plant.y);
    out.put(plant.z);
    out.put(plant.species);
    out.put(plant.rotation);
    out.put(plant.size);
  }
  return std::move(out.text_);
}

std::variant<Named, Response> voxels_named(Services& services, const Call& call) {
  auto found = named_of(services, call);
  if (const Named* named = std::get_if<Named>(&found); named && !named->entry->voxels)
    return error_response(422, "unsupported", "recipe", fmt::format("is of the kind \"{}\", not voxels", named->entry->kind));
  return found;
}

Outcome chunk(Services& services, const Call& call) {
  auto found = voxels_named(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  Work work = work_of([&services, named, place = ChunkPlace{call.integer("x"), call.integer("y")},
                       mesher = call.text("mesher")](const CancelToken&) -> Result<Response> {
    const Result<std::shared_ptr<const VoxelWorld>> world = world_of(services, named);
    if (!world) return world.error();
    const Result<VoxelChunk> made = (*world)->chunk(place, 2);
    if (!made) return made.error();
    const Result<Mesh> mesh = mesh_of(*made, (*world)->table(), mesher);
    if (!mesh) return mesh.error();
    return bytes_response(binary(*mesh, *made, (*world)->table()), "application/octet-stream");
  });
  work.compress = services.remote;
  work.stamp = named.entry->hash;
  return work;
}

Outcome info(Services& services, const Call& call) {
  auto found = voxels_named(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  Work work = work_of([&services, named](const CancelToken&) -> Result<Response> {
    const Result<std::shared_ptr<const VoxelWorld>> world = world_of(services, named);
    if (!world) return world.error();
    const VoxelParams& params = (*world)->params();
    Json grounds = Json::array(), biomes = Json::array();
    for (const VoxelTable::Ground& ground : (*world)->table().grounds)
      grounds.push_back({{"name", ground.name},
                         {"colour", hex_colour(ground.colour[0], ground.colour[1], ground.colour[2])},
                         {"liquid", ground.liquid}});
    for (const VoxelTable::Biome& biome : (*world)->table().biomes) biomes.push_back({{"name", biome.name}});
    const std::span<const std::string> species = (*world)->species();
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

Outcome ground(Services& services, const Call& call) {
  auto found = voxels_named(services, call);
  if (Response* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
  const Named named = std::get<Named>(found);
  Work work = work_of(
      [&services, named, x = call.integer("column_x"), y = call.integer("column_y")](const CancelToken&) -> Result<Response> {
        const Result<std::shared_ptr<const VoxelWorld>> world = world_of(services, named);
        if (!world) return world.error();
        const Result<VoxelGroundInfo> there = (*world)->ground_at(x, y);
        if (!there) return there.error();
        return json_response(Json{{"biome", (*world)->table().biomes[there->biome].name}, {"height", there->height}}.dump());
      });
  work.stamp = named.entry->hash;
  return work;
}

}  // namespace

void add_voxel_routes(Router& router, Services& services) {
  router.add({.pattern = "/api/v1/voxels/{recipe}/{seed}",
              .summary = "What chunks of a voxel world are like: sizes, grounds, species.",
              .params = {recipe_param(), seed_param()},
              .handler = [&services](const Call& call) { return info(services, call); }});
  router.add({.pattern = "/api/v1/voxels/{recipe}/{seed}/at",
              .summary = "Biome and height of a column, before caves and overhangs.",
              .params = {recipe_param(), seed_param(), place_param("column_x", "Voxels to the east."),
                         place_param("column_y", "Voxels to the south.")},
              .handler = [&services](const Call& call) { return ground(services, call); }});
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
                          .choices = {"greedy", "faces", "cubes", "tetrahedra", "nets"}},
                         {.name = "format",
                          .kind = ParamKind::choice,
                          .doc = "The binary layout of docs/server.md.",
                          .standard = "bin",
                          .choices = {"bin"}}},
              .gives = "Vertices, indices and plants.",
              .types = {"application/octet-stream"},
              .handler = [&services](const Call& call) { return chunk(services, call); }});
}

}  // namespace craton::server
