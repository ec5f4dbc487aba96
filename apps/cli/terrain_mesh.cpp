#include "terrain_mesh.h"

#include <fmt/format.h>

#include <craton/files/glb.h>
#include <craton/files/mesh_file.h>

#include "command.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {

void TerrainMeshSettings::add_to(Arguments& args) {
  args.option("--simplify RATIO|ERROR", simplify,
              "Of meshes: fewer triangles, as a share of all (0.1) or by the error that they may make (0.5m).");
  args.flag("--in-place", in_place,
            "Of .glb: moves the scene to where it lies in the world, which few programs can bear far from the origin.");
}

Result<void> TerrainMeshSettings::check() const {
  if (const Result<SceneSimplify> how = scene_simplify_from_text(simplify, "--simplify"); !how) return how.error();
  return {};
}

Result<void> write_terrain_mesh(const std::string& path, const Surface& surface, const std::string& height,
                                const TerrainMeshSettings& settings, const Notes& notes, const Things& things) {
  LandSceneOptions options{.height = height, .in_place = settings.in_place, .notes = notes};
  CRATON_TRY(options.simplify, scene_simplify_from_text(settings.simplify, "--simplify"));
  if (!lower(path).ends_with(".glb")) {
    CRATON_TRY(const Mesh mesh, land_mesh(surface, options));
    CRATON_TRY(write_mesh(path, mesh));
    say("{}: {} triangles\n", path, mesh.triangles.size() / 3);
    return {};
  }
  options.kinds = things.kinds;
  options.things = things.points;
  CRATON_TRY(const Scene scene, land_scene(surface, options, {.cancel = &cancel_token()}));
  if (!things.points.empty()) say("{} things\n", scene.things);
  CRATON_TRY(write_glb(path, scene.glb));
  say("{}: {} triangles\n", path, scene.triangles);
  return {};
}

}  // namespace craton::cli
