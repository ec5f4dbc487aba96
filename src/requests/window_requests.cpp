#include "requests/window_requests.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include <craton/base/floor_div.h>
#include <craton/base/position.h>
#include <craton/files/folder.h>
#include <craton/noise/noise.h>
#include <craton/recipe/noise_json.h>
#include <craton/recipe/voxel_recipe.h>
#include <craton/requests/edit_orders.h>
#include <craton/worlds/first_sight.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/refined_world.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/voxel_levels.h>
#include <craton/worlds/voxel_window.h>
#include <craton/worlds/voxels.h>

#include "base/text.h"
#include "requests/edits.h"
#include "requests/memory.h"
#include "requests/of.h"
#include "requests/terrain_tables.h"
#include "requests/values.h"
#include "requests/world_requests.h"

namespace craton {

using requests::NoiseRequest;
using requests::TerrainRequest;
using requests::VoxelsRequest;

namespace requests {
namespace {

constexpr double farthest = 0x1p52;  // metres
constexpr std::uint64_t most_samples = std::uint64_t{1} << 32;

Error wrong(std::string_view path, std::string message) {
  return {ErrorCode::invalid_value, std::string(path), std::move(message)};
}

Result<std::vector<std::int64_t>> units_of(const std::vector<double>& metres, std::size_t count, std::string_view path) {
  if (metres.size() != count)
    return wrong(path, concat({"found ", std::to_string(metres.size()), " numbers, allowed ", std::to_string(count)}));
  std::vector<std::int64_t> units;
  for (const double each : metres) {
    const Result<std::int64_t> found = units_from_metres(each);
    if (!found) return wrong(path, found.error().message);
    units.push_back(*found);
  }
  return units;
}

Result<std::vector<std::uint32_t>> sides_of(const std::vector<double>& sizes, std::size_t count) {
  if (sizes.size() != count)
    return wrong("size", concat({"found ", std::to_string(sizes.size()), " numbers, allowed ", std::to_string(count)}));
  std::vector<std::uint32_t> sides;
  std::uint64_t samples = 1;
  for (const double each : sizes) {
    const auto side = static_cast<std::uint32_t>(each);
    if (static_cast<double>(side) != each)
      return wrong("size", concat({"found ", to_string(ParamValue{each}), ", allowed whole numbers"}));
    samples *= side;
    if (samples > most_samples) return wrong("size", "more than 2^32 samples in all");
    sides.push_back(side);
  }
  return sides;
}

/// Only these layers, in the order of the surface; the error names those that there are.
Result<void> keep_layers(Surface& surface, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return {};
  std::vector<std::string> there;
  for (const auto& layer : surface.layers()) there.push_back(layer->name());
  for (const std::string& name : wanted) {
    const std::vector<std::string_view> names(there.begin(), there.end());
    if (std::find(there.begin(), there.end(), name) == there.end())
      return Error{
          ErrorCode::unknown_name, "layers",
          concat({"there is no layer \"", name, "\"; there are ", joined(names, ", "), suggestion(nearest_name(name, names))})};
  }
  for (const std::string& name : there)
    if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) surface.remove_layer(name);
  return {};
}

}  // namespace

Result<Answer> terrain_request(const TerrainRequest& request, const RequestContext& context) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const RecipeChoice choice, choice_in(request));
  const std::unique_ptr<AssetSource> assets = choice.folder.empty() ? nullptr : assets_in_folder(choice.folder);
  CRATON_TRY(Recipe recipe, chosen_recipe(choice, terms, [&](Recipe& changed) -> Result<void> {
               if (request.map.empty()) return {};
               const Result<void> stands = stand_on_world(changed, request.map, assets.get(), terms);
               return stands ? stands : inside("map", stands.error());
             }));
  if (request.step > 0) recipe.domain.params.set("step", request.step);
  CRATON_TRY(const std::vector<std::string> wanted, names_in(request.layers, "layers"));
  CRATON_TRY(const std::vector<std::uint32_t> sides, sides_of(request.size, 2));
  std::optional<FirstSight> sight;
  std::vector<std::int64_t> at{0, 0};
  if (!request.at.empty()) {
    CRATON_TRY(at, units_of(request.at, 2, "at"));
  } else {
    Result<std::optional<FirstSight>> found =
        first_sight(recipe, terms, assets.get(), {.threads = context.execution.threads, .cancel = context.execution.cancel});
    if (!found) return inside("recipe", found.error());
    sight = *found;
    if (sight && request.step == 0) recipe.domain.params.set("step", sight->step);
  }
  Result<Terrain> terrain = Terrain::make(recipe, terms, {.levels = 1, .assets = assets.get()});
  if (!terrain) return inside("recipe", terrain.error());
  if (!request.file.empty()) { CRATON_TRY(terrain, with_kept(*terrain, request.file)); }
  CRATON_TRY(terrain, with_edits(*terrain, request.edits, context.execution));
  const std::uint64_t tile_side = terrain->options().tile_cells + 3;  // what tile_bytes counts
  const std::uint64_t a_sample = 2 * (terrain->tile_bytes() / (tile_side * tile_side) + sizeof(float) * (request.slope ? 2 : 1));
  const std::int64_t step = terrain->step(0);
  if (sight) {
    const Point2 corner = sight->corner(sides[0], sides[1], step);
    at = {corner.x, corner.y};
  }
  const TerrainArea area{.x = floor_div(at[0], step),
                         .y = floor_div(at[1], step),
                         .width = sides[0],
                         .height = sides[1],
                         .margin = request.slope ? 1U : 0U};  // so that neighbouring windows have the same slopes
  std::uint64_t bytes = std::uint64_t{sides[0]} * sides[1] * a_sample;
  std::optional<Scatter> things;
  if (!request.things.empty()) {
    CRATON_TRY(things, things_on(*terrain, request.things));
    bytes += bytes_of_things(*things, area, step);
  }
  CRATON_TRY(check_memory(bytes, context.memory_limit, "size", "ask for fewer samples"));
  Result<Surface> surface = terrain->area(area, context.execution);
  if (!surface) return surface.error().path == "area" ? wrong("at", surface.error().message) : inside("recipe", surface.error());
  if (request.slope) { CRATON_TRY(add_slope(*surface, context.execution)); }
  surface->drop_halo();
  if (request.rivers) { CRATON_TRY(add_rivers(*surface, recipe, area, step)); }
  if (things) { CRATON_TRY(add_things(*surface, *things, area, step, context.execution)); }
  CRATON_TRY(keep_layers(*surface, wanted));
  return Answer::of_world(World{.recipe = std::move(recipe), .surface = *std::move(surface), .reports = {}}, true);
}

namespace {

Result<VoxelRecipe> voxel_recipe_of(const VoxelsRequest& request) {
  VoxelRecipe recipe = default_voxel_recipe();
  const std::span<const ParamInfo> declared = params_of<VoxelParams>();
  if (!request.file.empty() && (!request.recipe.empty() || !request.seed.empty() || !request.set.empty()))
    return Error{ErrorCode::invalid_value, "file", "a world's file has a recipe and a seed of its own"};
  if (!request.recipe.empty() || !request.file.empty()) {
    CRATON_TRY(const std::string text,
               request.file.empty() ? recipe_text(request.recipe, "voxels", "recipe") : recipe_in(request.file, "voxels"));
    Result<VoxelRecipe> read = voxel_recipe_from_json(text, declared);
    if (!read) return inside("recipe", read.error());
    recipe = *std::move(read);
  }
  if (!request.seed.empty()) { CRATON_TRY(recipe.seed, seed_from_text(request.seed, "seed")); }
  CRATON_TRY(const std::vector<std::string> settings, assignments_of(request.set, "set"));
  for (const std::string& setting : settings)
    if (const Result<void> set = set_in_voxel_recipe(recipe, setting, declared); !set) return inside("set", set.error());
  return recipe;
}

/// A block of voxels and the plants in it.
struct VoxelBlock {
  ChunkPlace first;    ///< the chunk in the north-west
  std::size_t across;  ///< chunks
  std::size_t side, height;

  std::size_t width() const { return across * side; }
};

void copy_chunk(const VoxelChunk& chunk, std::size_t column, std::size_t row, const VoxelBlock& block, std::span<GroundId> into) {
  for (std::size_t z = 0; z < block.height; ++z)
    for (std::size_t y = 0; y < block.side; ++y) {
      GroundId* out = &into[(z * block.width() + row * block.side + y) * block.width() + column * block.side];
      for (std::size_t x = 0; x < block.side; ++x)
        out[x] = chunk.at(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z));
    }
}

/// Plants as rows: where their feet stand, in metres.
class PlantRows {
 public:
  void add(const VoxelChunk& chunk, const VoxelWorld& world) {
    const VoxelParams& params = world.params();
    for (const VoxelPlant& plant : chunk.plants()) {
      x_.push_back((static_cast<double>(chunk.place().x) * params.chunk_side + plant.x + 0.5) * params.step);
      y_.push_back((static_cast<double>(chunk.place().y) * params.chunk_side + plant.y + 0.5) * params.step);
      z_.push_back(params.floor + plant.z * params.step);
      species_.push_back(world.species()[plant.species]);
      size_.push_back(static_cast<double>(plant.size));
      rotation_.push_back(plant.rotation);
    }
  }
  ObjectTable table() && {
    return {"plants",
            "Plants on the ground.",
            {{"x", "m", "To the east.", std::move(x_)},
             {"y", "m", "To the south.", std::move(y_)},
             {"z", "m", "Height of the foot.", std::move(z_)},
             {"species", "", "What it is.", std::move(species_)},
             {"size", "", "1 is usual.", std::move(size_)},
             {"rotation", "°", "From x towards y.", std::move(rotation_)}}};
  }

 private:
  std::vector<double> x_, y_, z_, size_;
  std::vector<std::int64_t> rotation_;
  std::vector<std::string> species_;
};

std::vector<std::string> ground_names(const VoxelWorld& world) {
  std::vector<std::string> names;
  for (const VoxelTable::Ground& ground : world.table().grounds) names.push_back(ground.name);
  return names;
}

std::int64_t in_units(double metres) { return static_cast<std::int64_t>(metres * static_cast<double>(units_per_metre)); }

}  // namespace

namespace {

Error at_place(const Error& error) { return error.code == ErrorCode::cancelled ? error : wrong("at", error.message); }

/// All chunks of a block, at full detail with their plants, or at a coarser level without.
Result<void> fill_block(const VoxelWorld& world, const VoxelBlock& block, const VoxelsRequest& request, ChunkPlace centre,
                        const Execution& execution, std::span<GroundId> into, PlantRows& plants) {
  VoxelWindow window(world, request.radius);
  if (request.level == 0)
    if (const Result<void> moved = window.move_to(centre, execution); !moved) return at_place(moved.error());
  VoxelContext context;
  for (std::size_t row = 0; row < block.across; ++row)
    for (std::size_t column = 0; column < block.across; ++column) {
      const ChunkPlace place{block.first.x + static_cast<std::int64_t>(column), block.first.y + static_cast<std::int64_t>(row)};
      if (request.level == 0) {
        copy_chunk(*window.at(place), column, row, block, into);
        plants.add(*window.at(place), world);
        continue;
      }
      if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      const Result<VoxelChunk> fine = world.chunk(place, context, apron_for_level(request.level));
      if (!fine) return at_place(fine.error());
      CRATON_TRY(const VoxelChunk coarse, coarser(*fine, request.level));
      copy_chunk(coarse, column, row, block, into);
    }
  return {};
}

}  // namespace

Result<Answer> voxels_request(const VoxelsRequest& request, const RequestContext& context) {
  CRATON_TRY(const VoxelRecipe recipe, voxel_recipe_of(request));
  Result<VoxelWorld> world = VoxelWorld::make(recipe);
  if (!world) return inside("recipe", world.error());
  if (!request.file.empty()) { CRATON_TRY(world, with_kept(*world, request.file)); }
  CRATON_TRY(world, with_edits(*world, request.edits));
  CRATON_TRY(const std::vector<std::int64_t> at, units_of(request.at, 2, "at"));
  const VoxelParams& params = world->params();
  const std::int64_t voxel = in_units(params.step), side = params.chunk_side * voxel;
  const ChunkPlace centre{floor_div(at[0], side), floor_div(at[1], side)};
  const VoxelBlock block{.first = {centre.x - request.radius, centre.y - request.radius},
                         .across = static_cast<std::size_t>(2 * request.radius + 1),
                         .side = static_cast<std::size_t>(params.chunk_side) >> request.level,
                         .height = static_cast<std::size_t>(params.chunk_height) >> request.level};
  if (block.side == 0 || block.side << request.level != static_cast<std::size_t>(params.chunk_side) ||
      block.height << request.level != static_cast<std::size_t>(params.chunk_height))
    return wrong("level", "chunks of this world cannot be halved so often");
  const std::size_t bytes = block.width() * block.width() * block.height;
  CRATON_TRY(check_memory(2 * bytes, context.memory_limit, "radius", "ask for fewer chunks"));
  auto voxels = std::make_unique<Layer>(
      LayerInfo{.name = "ground", .type = LayerType::category, .doc = "What each voxel is.", .categories = ground_names(*world)},
      bytes);
  PlantRows plants;
  CRATON_TRY(fill_block(*world, block, request, centre, context.execution, voxels->categories(), plants));
  Answer::Parts parts{.seed = recipe.seed,
                      .name = recipe.name.empty() ? "voxels" : recipe.name,
                      .recipe = voxel_recipe_to_json(recipe),
                      .voxels = std::make_shared<const VoxelScene>(VoxelScene{*world, centre, request.radius})};
  parts.arrays.push_back({std::move(voxels),
                          {{"z", block.height, true, in_units(params.floor), voxel << request.level},
                           {"y", block.width(), true, block.first.y * side, voxel << request.level},
                           {"x", block.width(), true, block.first.x * side, voxel << request.level}}});
  parts.tables.push_back(std::move(plants).table());
  return Answer::of_values(std::move(parts));
}

namespace {

Result<void> fill(const Noise& noise, const Grid4& g, int dimensions, std::span<float> out, const Execution& execution) {
  switch (dimensions) {
    case 1: return noise.grid(Grid1{{g.origin.x}, {g.step.x}, g.width}, out, execution);
    case 2: return noise.grid(Grid2{{g.origin.x, g.origin.y}, {g.step.x, g.step.y}, g.width, g.height}, out, execution);
    case 3:
      return noise.grid(Grid3{{g.origin.x, g.origin.y, g.origin.z}, {g.step.x, g.step.y, g.step.z}, g.width, g.height, g.depth},
                        out, execution);
    default: return noise.grid(g, out, execution);
  }
}

/// What is not given: 512 samples along the first two axes and one along the others, from the origin.
std::vector<double> filled_up(std::vector<double> given, std::size_t count, bool sizes) {
  for (std::size_t i = given.size(); i < count; ++i) given.push_back(!sizes ? 0 : i < 2 ? 512 : 1);
  return given;
}

}  // namespace

Result<Answer> noise_request(const NoiseRequest& request, const RequestContext& context) {
  CRATON_TRY(const std::string text, recipe_text(request.noise, "noise", "noise"));
  const Result<NoiseSpec> spec = noise_spec_from_json(text);
  if (!spec) return inside("noise", spec.error());
  CRATON_TRY(const std::uint64_t seed, seed_from_text(request.seed, "seed"));
  const Result<Noise> noise = Noise::make(*spec, Seed{seed});
  if (!noise) return inside("noise", noise.error());
  const auto count = static_cast<std::size_t>(request.dimensions);
  if (!noise->has_dimension(request.dimensions))
    return Error{ErrorCode::unsupported, "dimensions", concat({"this noise does not exist in ", std::to_string(count)})};
  CRATON_TRY(const std::vector<std::int64_t> at, units_of(filled_up(request.at, count, false), count, "at"));
  CRATON_TRY(const std::vector<std::uint32_t> sides, sides_of(filled_up(request.size, count, true), count));
  CRATON_TRY(const std::int64_t step, units_from_metres(request.step));
  std::array<std::int64_t, 4> from{};
  std::array<std::uint32_t, 4> size{1, 1, 1, 1};
  std::copy(at.begin(), at.end(), from.begin());
  std::copy(sides.begin(), sides.end(), size.begin());
  const Grid4 grid{.origin = {from[0], from[1], from[2], from[3]},
                   .step = {step, step, step, step},
                   .width = size[0],
                   .height = size[1],
                   .depth = size[2],
                   .duration = size[3]};
  CRATON_TRY(check_memory(grid.sample_count() * sizeof(float), context.memory_limit, "size", "ask for fewer samples"));
  auto values = std::make_unique<Layer>(LayerInfo{.name = "value", .doc = "The noise."}, grid.sample_count());
  CRATON_TRY(fill(*noise, grid, request.dimensions, values->numbers(), context.execution));
  std::vector<AnswerAxis> axes;
  constexpr std::string_view names[] = {"x", "y", "z", "w"};
  for (std::size_t i = count; i-- > 0;) axes.push_back({names[i], size[i], true, from[i], step});
  Answer::Parts parts{.seed = seed, .name = "noise", .recipe = noise_spec_to_json(*spec)};
  parts.arrays.push_back({std::move(values), std::move(axes)});
  return Answer::of_values(std::move(parts));
}

}  // namespace requests

template <>
std::span<const ParamInfo> params_of<TerrainRequest>() {
  static const ParamInfo list[] = {
      text_param<&TerrainRequest::recipe>(
          "recipe", 1 << 20, "What makes the terrain: a recipe on a plane as JSON, or the name of one that comes with Craton."),
      text_param<&TerrainRequest::seed>("seed", 256, "Another seed than the recipe's: a 64-bit number, 0x…, or a word."),
      text_param<&TerrainRequest::knobs>("knobs", 65536, "Where knobs of the recipe stand: {\"mountains\": 0.9}."),
      text_param<&TerrainRequest::set>("set", 65536, "Other values of the recipe: {\"stage.parameter\": value}."),
      text_param<&TerrainRequest::layers>("layers", 65536, "Only these layers: \"height,biome\". All where none is named."),
      requests::file_param<&TerrainRequest::folder>(
          "folder", "Where files lie that the recipe names, such as height maps; none may be named where there is no folder."),
      text_param<&TerrainRequest::map>(
          "map", 4096,
          "The .craton file of a finished map, below `folder`: its ground at any spacing. The recipe says how it is made finer."),
      numbers_param<&TerrainRequest::at>(
          "at", -requests::farthest, requests::farthest, 2, "m",
          "Where the north-western sample lies, [x, y]; rounded down to whole steps. Where nothing is "
          "said: so that the window lies around a place worth seeing, of land that has one (stage "
          "endless_land), else at [0, 0]."),
      numbers_param<&TerrainRequest::size>("size", 1, 65536, 2, "", "How many samples, [width, height]."),
      number_param<&TerrainRequest::step>("step", 0, 1e6, "m",
                                          "From one sample to the next; 0: as the recipe says, or 8 at a place worth seeing."),
      boolean_param<&TerrainRequest::slope>("slope",
                                            "Whether there is a layer `slope` too: how steep the ground is, in degrees."),
      boolean_param<&TerrainRequest::rivers>(
          "rivers",
          "Whether there are the tables `rivers` and `coasts` (lines) and `lakes`, of a recipe with the stage endless_land or "
          "endless_rivers."),
      text_param<&TerrainRequest::edits>("edits", 4 << 20,
                                         "What is changed by hand: touches of a brush, [{\"tool\": \"raise\", \"x\": 300, \"y\": "
                                         "250, \"radius\": 120, \"by\": 40}]."),
      requests::file_param<&TerrainRequest::file>("file",
                                                  "The .craton file of an endless terrain, with its edits, instead of a recipe."),
      text_param<&TerrainRequest::things>(
          "things", 65536, "Trees, grass and rocks as the table `things`: \"usual\", or kinds of your own as JSON; \"\": none."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<VoxelsRequest>() {
  static const ParamInfo list[] = {
      text_param<&VoxelsRequest::recipe>(
          "recipe", 1 << 20,
          "What makes the world: a recipe of voxels as JSON, or the name of one that comes with Craton; \"\": the usual world."),
      text_param<&VoxelsRequest::seed>(
          "seed", 256, "Another seed than the recipe's, which is 7 where there is none: a 64-bit number, 0x…, or a word."),
      text_param<&VoxelsRequest::set>("set", 65536, "Parameters of the world: {\"caves\": 0.5}."),
      numbers_param<&VoxelsRequest::at>("at", -requests::farthest, requests::farthest, 2, "m",
                                        "A place in the chunk in the middle, [x, y]."),
      integer_param<&VoxelsRequest::radius>("radius", 0, 48, "", "Chunks around it on each side; 0: it alone."),
      integer_param<&VoxelsRequest::level>(
          "level", 0, most_voxel_level, "",
          "Of detail: cubes of 2^level voxels become one, and there are no plants; 0: all voxels."),
      text_param<&VoxelsRequest::edits>(
          "edits", 4 << 20, "Voxels that are set by hand, [{\"x\": 3, \"y\": -2, \"z\": 40, \"ground\": \"granite\"}]."),
      requests::file_param<&VoxelsRequest::file>("file",
                                                 "The .craton file of a voxel world, with its edits, instead of a recipe."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<NoiseRequest>() {
  static const ParamInfo list[] = {
      text_param<&NoiseRequest::noise>(
          "noise", 1 << 20,
          "Which noise: JSON such as {\"kind\": \"perlin\", \"frequency\": 0.01}, or the name of one that comes with Craton."),
      text_param<&NoiseRequest::seed>("seed", 256, "A 64-bit number, 0x…, or a word."),
      integer_param<&NoiseRequest::dimensions>("dimensions", 1, 4, "", "How many axes it has."),
      numbers_param<&NoiseRequest::at>("at", -requests::farthest, requests::farthest, 4, "m",
                                       "Where the first sample lies, [x, y, …]; the origin where nothing is said."),
      numbers_param<&NoiseRequest::size>(
          "size", 1, 65536, 4, "",
          "Samples along each axis, [width, height, …]; 512 along the first two and 1 along the others where nothing is said."),
      number_param<&NoiseRequest::step>("step", 1.0 / units_per_metre, 1e9, "m", "From one sample to the next."),
  };
  return list;
}

}  // namespace craton
