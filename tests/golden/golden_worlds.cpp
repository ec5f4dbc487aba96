// Makes the worlds of worlds.golden on each instruction set of this machine and with one thread and three; all must have the
// layers and tables of objects whose hashes are on file. No test framework: this also runs where only an emulator does.
//
//   golden_worlds [--update] FILE
#include <bit>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/targets.h>
#include <craton/recipe/make.h>
#include <craton/shape/plant_models.h>
#include <craton/shape/voxel_faces.h>
#include <craton/shape/voxel_surfaces.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/scatter.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/terrain_edits.h>
#include <craton/worlds/voxel_window.h>

#include "golden/golden_file.h"

namespace craton::golden {
namespace {

using Hashes = std::map<std::string, std::uint64_t>;  // layer, or objects:table → hash

void mix_in(std::uint64_t& hash, std::uint64_t value) { hash = mix64(hash ^ value); }
void mix_in(std::uint64_t& hash, std::int64_t value) { mix_in(hash, static_cast<std::uint64_t>(value)); }
void mix_in(std::uint64_t& hash, Cell value) { mix_in(hash, std::uint64_t{value}); }
void mix_in(std::uint64_t& hash, double value) { mix_in(hash, std::bit_cast<std::uint64_t>(value)); }
void mix_in(std::uint64_t& hash, const Vec3d& value) {
  for (const double each : {value.x, value.y, value.z}) mix_in(hash, each);
}
template <class Values>
void mix_in(std::uint64_t& hash, const Values& values) {  // vectors and strings
  mix_in(hash, std::uint64_t{values.size()});
  for (const auto& each : values) {
    if constexpr (std::is_same_v<Values, std::string>)
      mix_in(hash, std::uint64_t{static_cast<unsigned char>(each)});
    else
      mix_in(hash, each);
  }
}

std::uint64_t hash_of(const ObjectTable& table) {
  std::uint64_t hash = 0;
  for (const ObjectColumn& column : table.columns) {
    mix_in(hash, column.name);
    std::visit([&](const auto& values) { mix_in(hash, values); }, column.values);
  }
  return hash;
}

Result<std::string> text_of(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) return Error{ErrorCode::io, path, "cannot be opened"};
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

Result<Hashes> hashes_of(const Recipe& recipe, const RecipeTerms& terms, unsigned threads) {
  const Result<World> world = make_world(recipe, terms, {.execution = {.threads = threads}});
  if (!world) return world.error();
  Hashes hashes;
  for (const auto& layer : world->surface.layers()) hashes[layer->name()] = layer->hash({.threads = threads});
  for (const ObjectTable& table : world->surface.objects()) hashes["objects:" + table.name] = hash_of(table);
  return hashes;
}

/// One brush of each kind, over each other.
Result<void> use_all_brushes(EditStore& store, Terrain& terrain, Point2 middle, unsigned threads) {
  const HeightMap bump{.width = 3, .height = 2, .values = {0, 1, 0, 0, 0.5F, 0}};
  for (const BrushTool tool :
       {BrushTool::raise, BrushTool::lower, BrushTool::flatten, BrushTool::smooth, BrushTool::stamp, BrushTool::paint}) {
    const auto place = static_cast<std::int64_t>(tool);
    BrushStroke stroke{.tool = tool, .at = {middle.x + (place * 9 - 20) * 1024 + 300, middle.y + (place % 3 - 1) * 12 * 1024}};
    stroke.params.radius = 14 + 2 * static_cast<double>(place);
    stroke.params.by = 25;
    stroke.params.falloff = 0.75;
    stroke.biome = "subtropical desert";
    stroke.stamp = &bump;
    const Result<std::shared_ptr<const TerrainEdits>> edits = add_edit(store, terrain, stroke, {.threads = threads});
    if (!edits) return edits.error();
    terrain = terrain.with_edits(*edits);
  }
  return {};
}

/// Land that people changed, near and far and at two levels, and what stands on it.
Result<Hashes> edit_hashes(const Recipe& recipe, const RecipeTerms& terms, unsigned threads) {
  Hashes hashes;
  for (const std::int64_t base : {std::int64_t{0}, std::int64_t{1} << 40}) {
    Result<Terrain> terrain = Terrain::make(recipe, terms, {.levels = 2});
    if (!terrain) return terrain.error();
    const std::unique_ptr<EditStore> store = edits_in_memory();
    const Point2 middle{base * units_per_metre, -base * units_per_metre};
    CRATON_TRY(use_all_brushes(*store, *terrain, middle, threads));
    for (const std::uint32_t level : {0U, 1U}) {
      const Result<Surface> land =
          terrain->area({.level = level, .x = (base >> level) - 48, .y = (-base >> level) - 40, .width = 96, .height = 81},
                        {.threads = threads});
      if (!land) return land.error();
      for (const auto& layer : land->layers()) mix_in(hashes["edited:" + layer->name()], layer->hash());
    }
    const Result<Scatter> scatter = Scatter::make(*terrain);
    if (!scatter) return scatter.error();
    const std::int64_t reach = 40 * units_per_metre;
    const Result<std::vector<ScatterPoint>> things =
        scatter->in({{middle.x - reach, middle.y - reach}, {middle.x + reach, middle.y + reach}}, {.threads = threads});
    if (!things) return things.error();
    for (const ScatterPoint& thing : *things) {
      std::uint64_t& hash = hashes["things"];
      mix_in(hash, std::uint64_t{thing.kind});
      for (const std::int64_t each : {thing.at.x, thing.at.y}) mix_in(hash, each);
      for (const float each : {thing.height, thing.size, thing.turn})
        mix_in(hash, std::uint64_t{std::bit_cast<std::uint32_t>(each)});
    }
  }
  return hashes;
}

void mix_in(std::uint64_t& hash, const VoxelChunk& chunk) {
  for (const GroundId ground : chunk.palette()) mix_in(hash, std::uint64_t{ground});
  for (int p = 0; p < chunk.planes(); ++p)
    for (int w = 0; w < chunk.words(); ++w)
      for (const std::uint64_t word : chunk.plane(p, w)) mix_in(hash, word);
}

void mix_in(std::uint64_t& hash, const VoxelMesh& mesh) {
  for (const VoxelVertex& v : mesh.vertices) {
    for (const float each : {v.x, v.y, v.z}) mix_in(hash, std::uint64_t{std::bit_cast<std::uint32_t>(each)});
    mix_in(hash, static_cast<std::uint64_t>(v.normal_x + 128) << 24 | static_cast<std::uint64_t>(v.normal_y + 128) << 16 |
                     static_cast<std::uint64_t>(v.normal_z + 128) << 8 | v.ground);
    mix_in(hash, std::uint64_t{v.shade});
  }
  for (const std::uint32_t index : mesh.triangles) mix_in(hash, std::uint64_t{index});
}

/// Chunks, plants, faces and surfaces of a voxel world near and far, and the models of its plants.
Result<Hashes> voxel_hashes(const VoxelRecipe& recipe, unsigned threads) {
  const Result<VoxelWorld> world = VoxelWorld::make(recipe);
  if (!world) return world.error();
  Hashes hashes;
  VoxelWindow window(*world, 2, 2);
  VoxelFaces faces;
  for (const ChunkPlace centre :
       {ChunkPlace{0, 0}, ChunkPlace{31, -17}, ChunkPlace{std::int64_t{1} << 44, -(std::int64_t{1} << 44)}}) {
    CRATON_TRY(window.move_to(centre, {.threads = threads}));
    for (const ChunkPlace place : window.changed()) {
      const VoxelChunk& chunk = *window.at(place);
      mix_in(hashes["chunks"], chunk);
      for (const VoxelPlant& plant : chunk.plants()) {
        mix_in(hashes["plants"], std::uint64_t{plant.x} << 48 | std::uint64_t{plant.y} << 40 | std::uint64_t{plant.z} << 24 |
                                     std::uint64_t{plant.species});
        mix_in(hashes["plants"], std::uint64_t{plant.rotation} << 32 | std::bit_cast<std::uint32_t>(plant.size));
      }
    }
    VoxelMesh mesh;
    const Result<std::span<const VoxelQuad>> quads = faces.find(*window.at(centre), world->table(), {.ambient_occlusion = true});
    if (!quads) return quads.error();
    add_quads(*quads, mesh);
    mix_in(hashes["faces"], mesh);
    mesh = {};
    for (const VoxelSurface kind : {VoxelSurface::marching_cubes, VoxelSurface::marching_tetrahedra, VoxelSurface::surface_nets})
      CRATON_TRY(add_surface(*window.at(centre), world->table(), kind, mesh));
    mix_in(hashes["surfaces"], mesh);
    mesh = {};
    for (const int level : {0, 1, 2}) {
      const Result<VoxelChunk> chunk = world->chunk(centre, apron_for_surface(level));
      if (!chunk) return chunk.error();
      VoxelLevels levels{};
      levels.fill(level);
      levels[5] = levels[8] = level + 1;  // to the east and south-east it is coarser
      for (const VoxelSurface kind :
           {VoxelSurface::marching_cubes, VoxelSurface::marching_tetrahedra, VoxelSurface::surface_nets})
        CRATON_TRY(add_surface(*chunk, world->table(), kind, levels, mesh));
    }
    mix_in(hashes["surface_levels"], mesh);
  }
  const PlantModels plants = PlantModels::make(*world);
  for (const PlantModel& model : plants.models()) {
    for (const std::uint8_t cell : model.voxels.cells) mix_in(hashes["models"], std::uint64_t{cell});
    mix_in(hashes["models"], std::uint64_t{model.vertices.size()});
  }
  for (int level = 1; level <= most_voxel_level; ++level)
    for (const PlantModel& model : plants.models(level))
      for (const PlantVertex& v : model.vertices) {
        for (const float along : {v.x, v.y, v.z})
          mix_in(hashes["model_levels"], std::uint64_t{std::bit_cast<std::uint32_t>(along)});
        for (const std::uint8_t part : v.colour) mix_in(hashes["model_levels"], std::uint64_t{part});
      }
  return hashes;
}

/// The hashes of a recipe's layers, once all ways agree on them.
Result<Hashes> run_recipe(const std::string& path) {
  const RecipeTerms terms = all_terms();
  const Result<std::string> text = text_of(path);
  if (!text) return text.error();
  const Result<VoxelRecipe> voxels = voxel_recipe_from_json(*text, params_of<VoxelParams>());
  const Result<Recipe> recipe = voxels ? Recipe{} : recipe_from_json(*text, terms);
  if (!recipe) return recipe.error();
  Hashes first;
  for (const std::string_view target : available_targets())
    for (const unsigned threads : {1U, 3U}) {
      CRATON_TRY(force_target(target));
      Result<Hashes> hashes = voxels ? voxel_hashes(*voxels, threads) : hashes_of(*recipe, terms, threads);
      if (hashes && recipe->name == "brushes") {
        Result<Hashes> edited = edit_hashes(*recipe, terms, threads);
        if (!edited) return edited.error();
        hashes->merge(*edited);
      }
      if (!hashes) return hashes.error();
      if (first.empty()) first = *hashes;
      for (const auto& [layer, hash] : *hashes)
        if (first[layer] != hash)
          return Error{ErrorCode::invalid_value, path,
                       layer + " differs on " + std::string(target) + " with " + std::to_string(threads) + " threads"};
    }
  return first;
}

int run(const std::string& path, bool update) {
  const Result<std::string> text = text_of(path);
  if (!text) {
    std::printf("FAILED  %s\n", text.error().to_string().c_str());
    return 1;
  }
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  std::map<std::string, Result<Hashes>> made;
  std::istringstream lines(*text);
  std::string written;
  int passed = 0, failed = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string recipe, layer, arrow, expected;
    if (line.empty() || line[0] == '#' || !(words >> recipe >> layer >> arrow >> expected)) {
      written += line + "\n";
      continue;
    }
    if (!made.count(recipe)) made.emplace(recipe, run_recipe(folder + recipe));
    const Result<Hashes>& hashes = made.at(recipe);
    const std::string found = !hashes                ? hashes.error().to_string()
                              : hashes->count(layer) ? hex(hashes->at(layer))
                                                     : "no such layer or table";
    const bool good = update ? hashes && hashes->count(layer) != 0 : found == expected;
    (good ? passed : failed) += 1;
    if (!good) std::printf("FAILED  %s %s: %s, on file %s\n", recipe.c_str(), layer.c_str(), found.c_str(), expected.c_str());
    written += recipe + " " + layer + " -> " + found + "\n";
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  if (update && failed == 0) std::ofstream(path) << written;
  return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace craton::golden

int main(int count, char** arguments) {
  const bool update = count == 3 && std::string_view(arguments[1]) == "--update";
  if (count != 2 + update) {
    std::fprintf(stderr, "usage: golden_worlds [--update] FILE\n");
    return 2;
  }
  return craton::golden::run(arguments[count - 1], update);
}
