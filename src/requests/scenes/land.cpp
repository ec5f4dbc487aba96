#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <craton/requests/scenes.h>
#include <craton/shape/terrain_mesh.h>
#ifdef CRATON_HAS_SIMPLIFY
#include <craton/shape/simplify.h>
#endif

#include "base/text.h"
#include "requests/scenes/thing_models.h"

namespace craton {
namespace {

constexpr std::uint32_t patch_cells = 128;  // so that vertices of a patch are counted in 16 bits
constexpr std::array<std::uint8_t, 4> water_colour{38, 92, 112, 205};

Result<Mesh> simplified([[maybe_unused]] const Mesh& mesh, [[maybe_unused]] const SceneSimplify& how) {
#ifdef CRATON_HAS_SIMPLIFY
  SimplifyOptions limits{.ground = true};
  limits.ratio = how.ratio.value_or(limits.ratio);
  limits.error = how.error.value_or(limits.error);
  CRATON_TRY(Simplified less, simplify(mesh, limits));
  return std::move(less.mesh);
#else
  return Error{ErrorCode::unsupported, "simplify", "this craton was built without meshoptimizer"};
#endif
}

Result<Mesh> ground_of(const Surface& surface, const TerrainPatch& patch, const LandSceneOptions& options) {
  Result<Mesh> ground = terrain_mesh(surface, patch, {.height = options.height, .texture = true});
  return ground && options.simplify.any() ? simplified(*ground, options.simplify) : std::move(ground);
}

}  // namespace

GlbMaterial water_material(bool with_colour) {
  GlbMaterial material{.name = "water", .transparent = true, .roughness = 0.08F};
  if (with_colour) material.colour = water_colour;
  return material;
}

Result<SceneSimplify> scene_simplify_from_text(std::string_view text, std::string_view path) {
  SceneSimplify how;
  if (text.empty()) return how;
  const bool metres = text.ends_with('m');
  const std::string_view digits = text.substr(0, text.size() - (metres ? 1 : 0));
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool good = error == std::errc() && end == digits.data() + digits.size() && std::isfinite(number) && number > 0;
  if (!good || (!metres && number > 1))
    return Error{
        ErrorCode::invalid_value, std::string(path),
        concat({"found \"", text.substr(0, 64), "\"; write a share of the triangles above 0 and up to 1, such as 0.1, or an ",
                "error in metres, such as 0.5m"})};
  (metres ? how.error : how.ratio) = number;
  return how;
}

Result<Scene> land_scene(const Surface& surface, const LandSceneOptions& options, const Execution& execution) {
  const auto& place = std::get<PlaneTile>(surface.domain());
  Scene scene{.glb = {.name = "terrain", .in_place = options.in_place, .notes = options.notes}, .meshes = {}};
  scene.glb.origin = {place.origin().x, place.origin().y, 0};
  scene.glb.materials = {{.name = "ground"}, water_material(true)};
  const GridSize size = place.size();
  for (std::uint32_t row = 0; row + 1 < size.height; row += patch_cells)
    for (std::uint32_t column = 0; column + 1 < size.width; column += patch_cells) {
      if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      const TerrainPatch patch{column, row, std::min(patch_cells, size.width - 1 - column),
                               std::min(patch_cells, size.height - 1 - row)};
      Result<Mesh> ground = ground_of(surface, patch, options);
      if (!ground) return ground.error();
      CRATON_TRY(Mesh water, water_mesh(surface, patch, options.height));
      const Mesh& land = scene.meshes.emplace_back(*std::move(ground));
      const Mesh& waters = scene.meshes.emplace_back(std::move(water));
      scene.triangles += (land.triangles.size() + waters.triangles.size()) / 3;
      const std::string name = concat({std::to_string(column / patch_cells), "_", std::to_string(row / patch_cells)});
      scene.glb.meshes.push_back({name, {{&land, 0}, {&waters, 1}}});
      scene.glb.nodes.push_back(
          {.name = name, .mesh = scene.glb.meshes.size() - 1, .place = {column * place.spacing(), row * place.spacing(), 0}});
    }
  if (!options.things.empty()) requests::ThingModels(options.kinds).add_to(scene, options.things);
  return scene;
}

Result<Mesh> land_mesh(const Surface& surface, const LandSceneOptions& options) {
  Result<Mesh> ground = ground_of(surface, {}, options);
  if (!ground) return ground.error();
  CRATON_TRY(Mesh water, water_mesh(surface, {}, options.height));
  water.colours.assign(water.positions.size(), water_colour);
  append(water, *ground);
  return ground;
}

}  // namespace craton
