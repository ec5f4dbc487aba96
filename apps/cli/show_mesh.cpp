#include "show_mesh.h"

#include <fmt/format.h>

#include <algorithm>

#include <craton/files/glb.h>
#include <craton/files/mesh_file.h>
#include <craton/files/new_file.h>
#include <craton/files/world_file.h>
#include <craton/requests/scenes.h>
#include <craton/worlds/kinds.h>

#include "height_input.h"
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
  const auto told = [](const Error& error) { return error.path == "height" ? invalid("--layer", error.message) : error; };
  if (lower(output).ends_with(".glb")) {
    const Result<Scene> scene = planet_scene(world, options, execution);
    if (!scene) return told(scene.error());
    CRATON_TRY(write_glb(output, scene->glb));
    say("{}: {} triangles\n", output, scene->triangles);
    return {};
  }
  const Result<Mesh> mesh = planet_ball(world, options, execution);
  if (!mesh) return told(mesh.error());
  CRATON_TRY(write_mesh(output, *mesh));
  say("{}: {} triangles\n", output, mesh->triangles.size() / 3);
  return {};
}

}  // namespace craton::cli
