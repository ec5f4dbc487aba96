#include "show_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <craton/files/glb.h>
#include <craton/files/mesh_file.h>
#include <craton/files/new_file.h>
#include <craton/files/world_file.h>
#include <craton/picture/planet_textures.h>
#include <craton/shape/planet_mesh.h>
#include <craton/worlds/kinds.h>

#include "height_input.h"
#include "planet_pictures.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

Result<PlanetMeshOptions> options_of(const PlanetMeshChoice& choice, const std::string& layer, const std::string& exaggeration) {
  PlanetMeshOptions options;
  if (!layer.empty()) options.height = layer;
  const auto names = planet_mesh_kind_names();
  if (!choice.kind.empty()) {
    const auto found = std::find(names.begin(), names.end(), choice.kind);
    if (found == names.end())
      return invalid("--mesh",
                     fmt::format("found \"{}\", allowed {}{}", choice.kind, joined(names), suggestion(choice.kind, names)));
    options.kind = static_cast<PlanetMeshKind>(found - names.begin());
  }
  if (!choice.parts.empty()) {
    const Result<std::int64_t> parts = parse_integer(choice.parts, "--mesh-parts");
    if (!parts || *parts < 1 || *parts > 2048)
      return invalid("--mesh-parts", fmt::format("found \"{}\", allowed 1 … 2048", choice.parts));
    options.parts = static_cast<std::uint32_t>(*parts);
  }
  if (exaggeration.empty()) return options;
  const Result<double> times = parse_number(exaggeration, "--exaggeration");
  if (!times || *times < 0 || *times > 1000)
    return invalid("--exaggeration", fmt::format("found \"{}\", allowed 0 … 1000", exaggeration));
  options.exaggeration = *times;
  return options;
}

/// Those of the planet's picture without light, each place that of the nearest pixel.
Result<void> add_colours(const World& world, std::uint32_t parts, const Execution& execution, Mesh& mesh) {
  PlanetSheetOptions wants{.layers = {}, .cells = false, .slopes = false, .bends = world.recipe.seed};
  for (const std::string_view layer : planet_colour_layers()) wants.layers.emplace_back(layer);
  const TextureShape shape{TextureLayout::equirectangular, std::clamp(2 * parts, 64U, 2048U)};
  CRATON_TRY(const PlanetSheet sheet, planet_sheet(world.surface, shape, wants, execution));
  CRATON_TRY(const NaturalPalette palette, palette_of(world.recipe, ""));
  CRATON_TRY(const NaturalPictures colours, planet_colours(world.surface, sheet, palette, execution));
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

void PlanetMeshChoice::add_to(Arguments& args) {
  args.option("--mesh KIND", kind,
              fmt::format("Of a planet as .glb, .obj or .ply: how the ball is made of triangles: {}. Default: cube.",
                          joined(planet_mesh_kind_names())));
  args.option(
      "--mesh-parts N", parts,
      "Likewise: parts of an edge of the cube's faces, of the icosahedron's triangles, or of a quarter of the equator. Half as "
      "many are a coarser level of detail of the same ball. Default: 128.");
}

bool is_mesh_name(const std::string& file) {
  const std::string name = lower(file);
  return name.ends_with(".glb") || name.ends_with(".obj") || name.ends_with(".ply");
}

Result<void> write_planet_mesh(const std::string& world_name, const std::string& output, const PlanetMeshChoice& choice,
                               const std::string& layer, const std::string& exaggeration, const Execution& execution) {
  CRATON_TRY(const PlanetMeshOptions options, options_of(choice, layer, exaggeration));
  if (is_height_file(world_name)) return invalid("--output", "a height file is no planet; name a world");
  CRATON_TRY(check_writable(output));
  const std::string path = world_path(world_name);
  CRATON_TRY(const World world, read_world(path, all_terms(), {.layers = {}, .execution = execution}));
  if (!std::holds_alternative<CubeSphere>(world.surface.domain()))
    return invalid("--output", "meshes are for planets here; `craton terrain` writes those of endless land");
  Result<Mesh> mesh = planet_mesh(world.surface, options, execution);
  if (!mesh) return mesh.error().path == "height" ? invalid("--layer", mesh.error().message) : mesh.error();
  if (options.height == "height") CRATON_TRY(add_colours(world, options.parts, execution, *mesh));
  if (lower(output).ends_with(".glb")) {
    GlbScene scene{.name = world.recipe.name};
    scene.notes = {{"seed", std::to_string(world.recipe.seed)}};
    scene.materials = {{.name = "planet"}};
    scene.meshes = {{"planet", {{&*mesh, 0}}}};
    scene.nodes = {{.name = "planet", .mesh = 0, .place = {}}};
    CRATON_TRY(write_glb(output, scene));
  } else {
    CRATON_TRY(write_mesh(output, *mesh));
  }
  say("{}: {} triangles\n", output, mesh->triangles.size() / 3);
  return {};
}

}  // namespace craton::cli
