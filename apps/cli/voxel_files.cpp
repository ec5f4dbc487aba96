#include "voxel_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <map>
#include <numbers>
#include <optional>

#include <craton/files/glb.h>
#include <craton/files/mesh_file.h>
#include <craton/files/vox_file.h>
#include <craton/shape/mesh.h>
#include <craton/shape/plant_models.h>
#include <craton/shape/voxel_faces.h>
#include <craton/shape/voxel_surfaces.h>
#include <craton/shape/voxel_volume.h>
#include <craton/worlds/voxel_levels.h>

#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Mesher {
  std::string_view name;
  std::optional<VoxelSurface> surface;  ///< nothing: faces
  bool greedy = true, closed = false;
};
constexpr Mesher meshers[] = {
    {"greedy", {}},
    {"closed", {}, true, true},
    {"culled", {}, false},
    {"cubes", VoxelSurface::marching_cubes},
    {"tetrahedra", VoxelSurface::marching_tetrahedra},
    {"nets", VoxelSurface::surface_nets},
};

const Mesher* mesher_of(std::string_view name) {
  const auto* const found = std::find_if(std::begin(meshers), std::end(meshers), [&](const Mesher& m) { return m.name == name; });
  return found == std::end(meshers) ? nullptr : found;
}

/// A chunk, with what stands in it.
struct ChunkScene {
  int x = 0, y = 0;  ///< in chunks from the middle
  int level = 0;     ///< of detail
  VoxelMeshParts parts;
  std::vector<PlantInstance> plants;  ///< of models of that level
};

class ChunkMesher {
 public:
  ChunkMesher(const VoxelWorld& world, const VoxelExport& what, const PlantModels& plants)
      : world_(world), what_(what), how_(*mesher_of(what.mesher)), plants_(plants) {}

  Result<ChunkScene> make(int x, int y) {
    const int level = level_at(x, y), apron = how_.surface ? apron_for_surface(level) : apron_for_level(level);
    CRATON_TRY(const VoxelChunk chunk, world_.chunk({what_.centre.x + x, what_.centre.y + y}, context_, apron));
    VoxelMesh mesh;
    if (how_.surface) {
      CRATON_TRY(add_ground(chunk, x, y, mesh));
      CRATON_TRY(add_faces(chunk, x, y, 0, mesh));  // the sea is flat: its merged faces need no levels
    } else if (level == 0) {
      CRATON_TRY(add_faces(chunk, x, y, 0, mesh));
    } else {
      CRATON_TRY(const VoxelChunk coarse, coarser(chunk, level));
      CRATON_TRY(add_faces(coarse, x, y, level, mesh));
    }
    ChunkScene scene{x, y, level, parts_of(mesh, world_.table(), world_.params().step), {}};
    if (what_.plants) plants_.add_instances(chunk, level, mesh, world_.table(), scene.plants);
    return scene;
  }

 private:
  /// By distance, so that chunks that touch differ by one at most.
  int level_at(int x, int y) const {
    if (what_.detail <= 0) return 0;
    const int smallest = std::min(world_.params().chunk_side, world_.params().chunk_height);
    int most = 0;
    while (2 << most < smallest && most < most_voxel_level) ++most;
    return voxel_level_at(std::max(std::abs(x), std::abs(y)), what_.detail, most);
  }

  Result<void> add_ground(const VoxelChunk& chunk, int x, int y, VoxelMesh& mesh) {
    if (what_.detail <= 0) return add_surface(chunk, world_.table(), *how_.surface, mesh);
    VoxelLevels levels{};
    for (int i = 0; i < 9; ++i) levels[static_cast<std::size_t>(i)] = level_at(x + i % 3 - 1, y + i / 3 - 1);
    return add_surface(chunk, world_.table(), *how_.surface, levels, mesh);
  }

  /// Surfaces are of solid ground: of their faces only those of liquids are wanted.
  Result<void> add_faces(const VoxelChunk& chunk, int x, int y, int level, VoxelMesh& mesh) {
    VoxelFaceOptions options{.greedy = how_.greedy, .ambient_occlusion = what_.occlusion, .floor = !how_.surface};
    const int r = what_.radius;
    const auto ends = [&](int dx, int dy) {
      const bool last = std::abs(x + dx) > r || std::abs(y + dy) > r;
      return last || level_at(x + dx, y + dy) != level_at(x, y) ? 1 : 0;
    };
    options.open_sides = static_cast<std::uint8_t>(ends(-1, 0) | ends(1, 0) << 1 | ends(0, -1) << 2 | ends(0, 1) << 3);
    if (how_.surface) options.open_sides = 0;
    CRATON_TRY(const std::span<const VoxelQuad> quads, faces_.find(chunk, world_.table(), options));
    if (!how_.surface) {
      if (how_.closed)
        add_closed_quads(quads, chunk.side(), mesh, level);
      else
        add_quads(quads, mesh, level);
      return {};
    }
    std::vector<VoxelQuad> liquids;
    for (const VoxelQuad& quad : quads)
      if (world_.table().grounds[quad.ground].liquid) liquids.push_back(quad);
    add_quads(liquids, mesh);
    return {};
  }

  const VoxelWorld& world_;
  const VoxelExport& what_;
  const Mesher& how_;
  const PlantModels& plants_;
  VoxelContext context_;
  VoxelFaces faces_;
};

/// All chunks, row by row.
Result<std::deque<ChunkScene>> chunks_of(const VoxelWorld& world, const VoxelExport& what, const PlantModels& plants) {
  ChunkMesher mesher(world, what, plants);
  std::deque<ChunkScene> chunks;
  for (int y = -what.radius; y <= what.radius; ++y)
    for (int x = -what.radius; x <= what.radius; ++x) {
      if (cancel_token().cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      CRATON_TRY(ChunkScene chunk, mesher.make(x, y));
      chunks.push_back(std::move(chunk));
    }
  return chunks;
}

std::array<double, 3> corner_of(const ChunkScene& chunk, const VoxelParams& params) {
  const double side = params.chunk_side * params.step;
  return {chunk.x * side, chunk.y * side, params.floor};
}

/// Meshes of plants, made when they are first asked for.
class PlantMeshes {
 public:
  explicit PlantMeshes(const PlantModels& plants) : plants_(plants) {}

  struct Asked {
    const Mesh& mesh;  ///< stays where it is
    bool first;        ///< time that it was asked for
    std::size_t number;
  };
  Asked of(int level, std::uint32_t model) {
    const auto [found, first] = numbers_.try_emplace({level, model}, meshes_.size());
    if (first) meshes_.push_back(mesh_of(plants_.models(level)[model]));
    return {meshes_[found->second], first, found->second};
  }

 private:
  const PlantModels& plants_;
  std::map<std::pair<int, std::uint32_t>, std::size_t> numbers_;
  std::deque<Mesh> meshes_;
};

Result<void> write_scene(const std::string& path, const VoxelWorld& world, const VoxelExport& what) {
  const PlantModels plants = PlantModels::make(world);
  CRATON_TRY(const std::deque<ChunkScene> chunks, chunks_of(world, what, plants));
  const VoxelParams& params = world.params();
  const std::int64_t side = params.chunk_side * static_cast<std::int64_t>(params.step * units_per_metre);
  GlbScene scene{.name = "voxels", .origin = {what.centre.x * side, what.centre.y * side, 0}, .in_place = what.in_place};
  scene.notes = {{"kind", "voxels"}, {"seed", std::to_string(world.seed().value)}};
  scene.materials = {{.name = "ground"}, {.name = "water", .transparent = true, .roughness = 0.1F}, {.name = "plants"}};
  PlantMeshes plant_meshes(plants);
  std::vector<std::size_t> mesh_of_plant;  // of the scene
  std::size_t triangles = 0, instances = 0;
  for (const ChunkScene& chunk : chunks) {
    const std::string name = fmt::format("{}_{}", what.centre.x + chunk.x, what.centre.y + chunk.y);
    scene.meshes.push_back({name, {{&chunk.parts.solid, 0}, {&chunk.parts.liquid, 1}}});
    scene.nodes.push_back({.name = name, .mesh = scene.meshes.size() - 1, .place = corner_of(chunk, params)});
    const std::size_t parent = scene.nodes.size() - 1;
    triangles += (chunk.parts.solid.triangles.size() + chunk.parts.liquid.triangles.size()) / 3;
    instances += chunk.plants.size();
    for (const PlantInstance& plant : chunk.plants) {
      const PlantMeshes::Asked asked = plant_meshes.of(chunk.level, plant.model);
      if (asked.first) {
        mesh_of_plant.push_back(scene.meshes.size());
        scene.meshes.push_back({world.species()[plants.models()[plant.model].species], {{&asked.mesh, 2}}});
      }
      scene.nodes.push_back({.name = scene.meshes[mesh_of_plant[asked.number]].name,
                             .mesh = mesh_of_plant[asked.number],
                             .parent = parent,
                             .place = {static_cast<double>(plant.x), static_cast<double>(plant.y), static_cast<double>(plant.z)},
                             .turn = static_cast<double>(plant.rotation),
                             .size = static_cast<double>(plant.scale)});
    }
  }
  CRATON_TRY(write_glb(path, scene));
  say("{}: {} chunks with {} triangles, {} plants of {} models\n", path, chunks.size(), triangles, instances,
      mesh_of_plant.size());
  return {};
}

/// A plant where it stands.
Mesh placed(const Mesh& model, const PlantInstance& plant) {
  const double angle = static_cast<double>(plant.rotation) * std::numbers::pi / 180;
  const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
  const auto turned = [&](const std::array<float, 3>& v) -> std::array<float, 3> {
    return {v[0] * c - v[1] * s, v[0] * s + v[1] * c, v[2]};
  };
  Mesh mesh = model;
  for (std::array<float, 3>& at : mesh.positions) {
    at = turned(at);
    at = {at[0] * plant.scale + plant.x, at[1] * plant.scale + plant.y, at[2] * plant.scale + plant.z};
  }
  for (std::array<float, 3>& normal : mesh.normals) normal = turned(normal);
  return mesh;
}

Result<void> write_one_mesh(const std::string& path, const VoxelWorld& world, const VoxelExport& what) {
  const PlantModels plants = PlantModels::make(world);
  CRATON_TRY(const std::deque<ChunkScene> chunks, chunks_of(world, what, plants));
  PlantMeshes plant_meshes(plants);
  Mesh mesh;
  for (const ChunkScene& chunk : chunks) {
    const std::array<double, 3> corner = corner_of(chunk, world.params());
    const std::array<float, 3> offset{static_cast<float>(corner[0]), static_cast<float>(corner[1]),
                                      static_cast<float>(corner[2])};
    append(chunk.parts.solid, mesh, offset);
    append(chunk.parts.liquid, mesh, offset);
    for (const PlantInstance& plant : chunk.plants)
      append(placed(plant_meshes.of(chunk.level, plant.model).mesh, plant), mesh, offset);
  }
  CRATON_TRY(write_mesh(path, mesh));
  say("{}: {} vertices, {} triangles\n", path, mesh.positions.size(), mesh.triangles.size() / 3);
  return {};
}

Result<void> write_voxels(const std::string& path, const VoxelWorld& world, const VoxelExport& what) {
  CRATON_TRY(const VoxelVolume volume,
             voxel_volume(world, what.centre, what.radius, what.plants, {.threads = what.threads, .cancel = &cancel_token()}));
  CRATON_TRY(write_vox(path, volume));
  say("{}: {} × {} × {} voxels, {} colours\n", path, volume.width, volume.length, volume.height, volume.palette.size());
  return {};
}

struct Format {
  std::string_view ending;
  Result<void> (*write)(const std::string& path, const VoxelWorld& world, const VoxelExport& what);
};
constexpr Format formats[] = {{".glb", write_scene}, {".obj", write_one_mesh}, {".ply", write_one_mesh}, {".vox", write_voxels}};

const Format* format_of(const std::string& path) {
  const std::string name = lower(path);
  const auto* const found =
      std::find_if(std::begin(formats), std::end(formats), [&](const Format& f) { return name.ends_with(f.ending); });
  return found == std::end(formats) ? nullptr : found;
}

}  // namespace

Result<std::optional<VoxelSurface>> surface_of(std::string_view mesher) {
  if (const Mesher* found = mesher_of(mesher)) return found->surface;
  std::vector<std::string_view> names;
  for (const Mesher& each : meshers) names.push_back(each.name);
  return invalid("--mesher", fmt::format("found \"{}\", allowed {}", mesher, joined(names, " | ")));
}

Result<void> check_voxel_file(const std::string& path, const VoxelExport& what) {
  if (!format_of(path)) return invalid("--output", fmt::format("\"{}\" ends in none of .glb, .obj, .ply, .vox", path));
  if (const auto surface = surface_of(what.mesher); !surface) return surface.error();
  const bool voxels = lower(path).ends_with(".vox");
  if (voxels && what.mesher != "greedy") return invalid("--mesher", "is for meshes; a .vox file has the voxels themselves");
  if (voxels && what.occlusion) return invalid("--occlusion", "is for meshes; a .vox file has the voxels themselves");
  if (voxels && what.detail > 0) return invalid("--detail", "is for meshes; a .vox file has the voxels themselves");
  if (what.in_place && !lower(path).ends_with(".glb")) return invalid("--in-place", "is for .glb files");
  return {};
}

Result<void> write_voxel_file(const std::string& path, const VoxelWorld& world, const VoxelExport& what) {
  CRATON_TRY(check_voxel_file(path, what));
  return format_of(path)->write(path, world, what);
}

}  // namespace craton::cli
