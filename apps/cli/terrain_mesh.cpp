#include "terrain_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include <craton/files/glb.h>
#include <craton/files/mesh_file.h>
#include <craton/shape/terrain_mesh.h>
#ifdef CRATON_HAS_SIMPLIFY
#include <craton/shape/simplify.h>
#endif

#include "command.h"
#include "runtime.h"
#include "text.h"
#include "thing_models.h"

namespace craton::cli {
namespace {

constexpr std::uint32_t patch_cells = 128;  // so that vertices of a patch are counted in 16 bits
constexpr std::array<std::uint8_t, 4> water_colour{38, 92, 112, 205};

/// Of the triangles a share, or metres of error; nothing where the text is neither.
struct Simplification {
  double ratio = 0, error = 1e30;
};

Result<Simplification> parsed(const std::string& text) {
  Simplification how;
  const bool metres = text.ends_with("m");
  CRATON_TRY(const double number, parse_number(metres ? text.substr(0, text.size() - 1) : text, "--simplify"));
  if (metres ? !(number > 0) : !(number > 0 && number <= 1))
    return invalid("--simplify",
                   fmt::format("found \"{}\"; write a share of the triangles above 0 and up to 1, such as 0.1, or an "
                               "error in metres, such as 0.5m",
                               text));
  (metres ? how.error : how.ratio) = number;
  return how;
}

Result<Mesh> simplified([[maybe_unused]] const Mesh& mesh, [[maybe_unused]] const std::string& how) {
#ifdef CRATON_HAS_SIMPLIFY
  CRATON_TRY(const Simplification limits, parsed(how));
  CRATON_TRY(Simplified less, simplify(mesh, {.ratio = limits.ratio, .error = limits.error, .ground = true}));
  return std::move(less.mesh);
#else
  return Error{ErrorCode::unsupported, "--simplify", "this craton was built without meshoptimizer"};
#endif
}

struct Piece {
  TerrainPatch patch;
  Mesh ground, water;
};

Result<Piece> piece_of(const Surface& surface, const TerrainPatch& patch, const std::string& height, const std::string& how) {
  Result<Mesh> ground = terrain_mesh(surface, patch, {.height = height, .texture = true});
  if (!ground) return ground.error();
  if (!how.empty()) {
    ground = simplified(*ground, how);
    if (!ground) return ground.error();
  }
  CRATON_TRY(Mesh water, water_mesh(surface, patch, height));
  return Piece{patch, *std::move(ground), std::move(water)};
}

Result<void> write_scene(const std::string& path, const Surface& surface, const std::string& height,
                         const TerrainMeshSettings& settings, const Notes& notes, const Things& things, std::size_t& triangles) {
  const auto& place = std::get<PlaneTile>(surface.domain());
  GlbScene scene{.name = "terrain", .in_place = settings.in_place, .notes = notes};
  scene.origin = {place.origin().x, place.origin().y, 0};
  scene.materials = {{.name = "ground"}, {.name = "water", .colour = water_colour, .transparent = true, .roughness = 0.08F}};
  std::deque<Piece> pieces;  // their places stay
  const GridSize size = place.size();
  for (std::uint32_t row = 0; row + 1 < size.height; row += patch_cells)
    for (std::uint32_t column = 0; column + 1 < size.width; column += patch_cells) {
      if (cancel_token().cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      const TerrainPatch patch{column, row, std::min(patch_cells, size.width - 1 - column),
                               std::min(patch_cells, size.height - 1 - row)};
      CRATON_TRY(Piece piece, piece_of(surface, patch, height, settings.simplify));
      pieces.push_back(std::move(piece));
      const Piece& last = pieces.back();
      triangles += (last.ground.triangles.size() + last.water.triangles.size()) / 3;
      const std::string name = fmt::format("{}_{}", column / patch_cells, row / patch_cells);
      scene.meshes.push_back({name, {{&last.ground, 0}, {&last.water, 1}}});
      scene.nodes.push_back(
          {.name = name, .mesh = scene.meshes.size() - 1, .place = {column * place.spacing(), row * place.spacing(), 0}});
    }
  const ThingModels models(things.kinds);
  if (!things.points.empty()) {
    scene.materials.push_back({.name = "things"});
    say("{} things\n", models.add_to(scene, things.points, scene.materials.size() - 1));
  }
  return write_glb(path, scene);
}

Result<void> write_one_mesh(const std::string& path, const Surface& surface, const std::string& height,
                            const TerrainMeshSettings& settings, std::size_t& triangles) {
  CRATON_TRY(Piece piece, piece_of(surface, {}, height, settings.simplify));
  piece.water.colours.assign(piece.water.positions.size(), water_colour);
  append(piece.water, piece.ground);
  triangles = piece.ground.triangles.size() / 3;
  return write_mesh(path, piece.ground);
}

}  // namespace

void TerrainMeshSettings::add_to(Arguments& args) {
  args.option("--simplify RATIO|ERROR", simplify,
              "Of meshes: fewer triangles, as a share of all (0.1) or by the error that they may make (0.5m).");
  args.flag("--in-place", in_place,
            "Of .glb: moves the scene to where it lies in the world, which few programs can bear far from the origin.");
}

Result<void> TerrainMeshSettings::check() const {
  if (simplify.empty()) return {};
  if (const Result<Simplification> how = parsed(simplify); !how) return how.error();
  return {};
}

Result<void> write_terrain_mesh(const std::string& path, const Surface& surface, const std::string& height,
                                const TerrainMeshSettings& settings, const Notes& notes, const Things& things) {
  std::size_t triangles = 0;
  CRATON_TRY(lower(path).ends_with(".glb") ? write_scene(path, surface, height, settings, notes, things, triangles)
                                           : write_one_mesh(path, surface, height, settings, triangles));
  say("{}: {} triangles\n", path, triangles);
  return {};
}

}  // namespace craton::cli
