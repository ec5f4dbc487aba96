#include "show_mesh.h"

#include <craton/files/new_file.h>
#include <craton/files/world_file.h>
#include <craton/worlds/kinds.h>

#include "height_input.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {

void PlanetMeshChoice::add_to(Arguments& args) {
  mesh.add(args, "--mesh KIND", "kind");
  mesh.add(args, "--mesh-parts N", "parts");
  mesh.call("height", "--layer");
}

bool is_mesh_name(const std::string& file) {
  const std::string name = lower(file);
  return name.ends_with(".glb") || name.ends_with(".obj") || name.ends_with(".ply");
}

Result<void> write_planet_mesh(const std::string& world_name, const std::string& output, PlanetMeshChoice& choice,
                               const std::string& layer, const std::string& exaggeration, const Execution& execution) {
  if (!layer.empty()) choice.mesh.set("height", layer);
  if (!exaggeration.empty()) choice.mesh.set("exaggeration", exaggeration);
  choice.mesh.set("format", lower(output).substr(output.size() - 3));
  CRATON_TRY(choice.mesh.values());
  if (is_height_file(world_name)) return invalid("--output", "a height file is no planet; name a world");
  CRATON_TRY(check_writable(output));
  CRATON_TRY(World world, read_world(world_path(world_name), all_terms(), {.layers = {}, .execution = execution}));
  if (!std::holds_alternative<CubeSphere>(world.surface.domain()))
    return invalid("--output", "meshes are for planets here; `craton terrain` writes those of endless land");
  const Answer planet = Answer::of_world(std::move(world), false);
  CRATON_TRY(const Answer made, choice.mesh.ask({.execution = execution, .of = {&planet, 1}}, world_name));
  CRATON_TRY(write_answer_file(output, made));
  say("{}: {} triangles\n", output, made.tables().front().values<std::int64_t>("triangles")->front());
  return {};
}

}  // namespace craton::cli
