// Makes the worlds of a file of hashes on each instruction set of this machine and with one thread and three; all must have the
// layers and tables of objects whose hashes are on file, and no others. No test framework: this also runs where only an emulator
// does. --quick takes only the best instruction set, with three threads.
//
//   golden_worlds [--quick] [--update] FILE
#include <algorithm>
#include <bit>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/targets.h>
#include <craton/recipe/make.h>
#include <craton/recipe/noise_json.h>
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
  for (const ObjectTable& table : world->surface.objects()) hashes["objects:" + table.name] = table.hash();
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

/// A noise by itself, near and far.
Result<Hashes> noise_hashes(const NoiseSpec& spec) {
  CRATON_TRY(const Noise noise, Noise::make(spec, Seed{7}));
  Hashes hashes;
  std::vector<float> values(101 * 67);
  for (const std::int64_t base : {std::int64_t{0}, std::int64_t{1} << 40}) {
    const Point2 origin{-base * units_per_metre, base * units_per_metre}, step{3 * units_per_metre, 3 * units_per_metre};
    CRATON_TRY(noise.grid({.origin = origin, .step = step, .width = 101, .height = 67}, values));
    for (const float each : values) mix_in(hashes["noise"], std::uint64_t{std::bit_cast<std::uint32_t>(each)});
  }
  return hashes;
}

/// What a recipe makes, by its kind: hashes with so many threads.
using Maker = std::function<Result<Hashes>(unsigned threads)>;

Result<Maker> maker_of(const std::string& path, const std::vector<std::string>& settings) {
  CRATON_TRY(const std::string text, text_of(path));
  if (const Result<NoiseSpec> noise = noise_spec_from_json(text)) return Maker([=](unsigned) { return noise_hashes(*noise); });
  if (const Result<VoxelRecipe> voxels = voxel_recipe_from_json(text, params_of<VoxelParams>()))
    return Maker([=](unsigned threads) { return voxel_hashes(*voxels, threads); });
  const auto terms = std::make_shared<const RecipeTerms>(all_terms());
  CRATON_TRY(Recipe recipe, recipe_from_json(text, *terms));
  for (const std::string& setting : settings) CRATON_TRY(set_in_recipe(recipe, setting, *terms));
  return Maker([=](unsigned threads) -> Result<Hashes> {
    CRATON_TRY(Hashes hashes, hashes_of(recipe, *terms, threads));
    if (recipe.name == "brushes") {
      CRATON_TRY(Hashes edited, edit_hashes(recipe, *terms, threads));
      hashes.merge(edited);
    }
    return hashes;
  });
}

std::vector<std::pair<std::string_view, unsigned>> ways_of(bool quick) {
  const std::vector<std::string_view> targets = available_targets();
  if (quick) return {{targets.front(), 3U}};
  std::vector<std::pair<std::string_view, unsigned>> ways;
  for (const std::string_view target : targets)
    for (const unsigned threads : {1U, 3U}) ways.emplace_back(target, threads);
  return ways;
}

/// The hashes of what a recipe makes, once all ways agree on them. Its words: the file, then settings like domain.width=64.
Result<Hashes> run_recipe(const std::string& folder, const std::string& words, bool quick) {
  std::istringstream stream(words);
  std::string file;
  stream >> file;
  const std::vector<std::string> settings(std::istream_iterator<std::string>(stream), {});
  CRATON_TRY(const Maker make, maker_of(folder + file, settings));
  Hashes first;
  for (const auto& [target, threads] : ways_of(quick)) {
    CRATON_TRY(force_target(target));
    CRATON_TRY(const Hashes hashes, make(threads));
    if (first.empty()) first = hashes;
    if (hashes == first) continue;
    std::string differing;
    for (const auto& [layer, hash] : hashes)
      if (!first.count(layer) || first[layer] != hash) differing += layer + " ";
    return Error{ErrorCode::invalid_value, file,
                 differing + "not the same on " + std::string(target) + " with " + std::to_string(threads) + " threads"};
  }
  return first;
}

/// A file of hashes, read line by line; written anew where they are to be updated.
class Run {
 public:
  Run(std::string folder, bool update, bool quick) : folder_(std::move(folder)), update_(update), quick_(quick) {}

  void line(const std::string& line) {
    const std::size_t arrow = line.find(" -> ");
    const std::size_t space = arrow == std::string::npos || line[0] == '#' ? arrow : line.rfind(' ', arrow - 1);
    if (line[0] == '#' || space == std::string::npos) {
      end_recipe();
      written_ += line + "\n";
      return;
    }
    if (const std::string recipe = line.substr(0, space); recipe != recipe_) {
      end_recipe();
      recipe_ = recipe;
      hashes_ = run_recipe(folder_, recipe, quick_);
      if (!hashes_) fail("", hashes_.error().to_string());
    }
    if (hashes_) compare(line.substr(space + 1, arrow - space - 1), line.substr(arrow + 4));
  }

  /// What the recipe made and no line has named.
  void end_recipe() {
    if (!recipe_.empty() && hashes_)
      for (const auto& [layer, hash] : *hashes_) {
        if (update_) write(layer, hash);
        if (!update_) fail(layer, hex(hash) + ", nothing on file");
      }
    recipe_.clear();
  }

  int passed = 0, failed = 0;
  const std::string& written() const { return written_; }

 private:
  void write(const std::string& layer, std::uint64_t hash) { written_ += recipe_ + " " + layer + " -> " + hex(hash) + "\n"; }

  void fail(const std::string& layer, const std::string& why) {
    std::printf("FAILED  %s %s: %s\n", recipe_.c_str(), layer.c_str(), why.c_str());
    ++failed;
  }

  void compare(const std::string& layer, const std::string& expected) {
    const auto found = hashes_->find(layer);
    if (found == hashes_->end()) return fail(layer, "no such layer or table");
    if (update_ || hex(found->second) == expected)
      ++passed;
    else
      fail(layer, hex(found->second) + ", on file " + expected);
    write(layer, found->second);
    hashes_->erase(found);
  }

  std::string folder_, recipe_, written_;
  bool update_, quick_;
  Result<Hashes> hashes_ = Hashes{};  // of the recipe, without those that were compared
};

int run(const std::string& path, bool update, bool quick) {
  const Result<std::string> text = text_of(path);
  if (!text) {
    std::printf("FAILED  %s\n", text.error().to_string().c_str());
    return 1;
  }
  Run run(path.substr(0, path.rfind('/') + 1), update, quick);
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) run.line(line);
  run.end_recipe();
  std::printf("%d passed, %d failed\n", run.passed, run.failed);
  if (update && run.failed == 0) std::ofstream(path) << run.written();
  return run.failed == 0 && run.passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace craton::golden

int main(int count, char** arguments) {
  const std::vector<std::string_view> words(arguments + 1, arguments + count);
  const bool update = std::count(words.begin(), words.end(), "--update") != 0;
  const bool quick = std::count(words.begin(), words.end(), "--quick") != 0;
  if (words.size() != 1U + update + quick || words.back().substr(0, 2) == "--") {
    std::fprintf(stderr, "usage: golden_worlds [--quick] [--update] FILE\n");
    return 2;
  }
  return craton::golden::run(std::string(words.back()), update, quick);
}
