#include <algorithm>

#include <craton/picture/planet_textures.h>
#include <craton/picture/usual.h>
#include <craton/requests/scenes.h>

namespace craton {
namespace {

/// Those of the planet's picture without light, each place that of the nearest pixel.
Result<void> add_colours(const World& world, std::uint32_t parts, const Execution& execution, Mesh& mesh) {
  PlanetSheetOptions wants{.layers = {}, .cells = false, .slopes = false, .bends = world.recipe.seed};
  for (const std::string_view layer : planet_colour_layers()) wants.layers.emplace_back(layer);
  const TextureShape shape{TextureLayout::equirectangular, std::clamp(2 * parts, 64U, 2048U)};
  CRATON_TRY(const PlanetSheet sheet, planet_sheet(world.surface, shape, wants, execution));
  CRATON_TRY(const NaturalPictures colours, planet_colours(world.surface, sheet, usual_palette(world.recipe), execution));
  const Rgb8Image& image = colours.plain;
  mesh.colours.reserve(mesh.positions.size());
  for (const auto& [x, y, z] : mesh.positions) {
    const LatLon place = lat_lon_of(Vec3d{double{x}, -double{y}, double{z}});
    const auto column =
        static_cast<std::uint32_t>(std::clamp((place.longitude + 180) / 360 * image.width, 0.0, image.width - 1.0));
    const auto row = static_cast<std::uint32_t>(std::clamp((90 - place.latitude) / 180 * image.height, 0.0, image.height - 1.0));
    const Rgb8 colour = image.at(column, row);
    mesh.colours.push_back({colour.r, colour.g, colour.b, 255});
  }
  return {};
}

}  // namespace

Result<Mesh> planet_ball(const World& planet, const PlanetMeshOptions& options, const Execution& execution) {
  CRATON_TRY(Mesh mesh, planet_mesh(planet.surface, options, execution));
  if (options.height == "height") CRATON_TRY(add_colours(planet, options.parts, execution, mesh));
  return mesh;
}

Result<Scene> planet_scene(const World& planet, const PlanetMeshOptions& options, const Execution& execution) {
  CRATON_TRY(Mesh mesh, planet_ball(planet, options, execution));
  Scene scene{.glb = {.name = planet.recipe.name}, .meshes = {}, .triangles = mesh.triangles.size() / 3};
  const Mesh& ball = scene.meshes.emplace_back(std::move(mesh));
  scene.glb.notes = {{"seed", std::to_string(planet.recipe.seed)}};
  scene.glb.materials = {{.name = "planet"}};
  scene.glb.meshes = {{"planet", {{&ball, 0}}}};
  scene.glb.nodes = {{.name = "planet", .mesh = 0, .place = {}}};
  return scene;
}

}  // namespace craton
