#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/files/glb.h>
#include <craton/recipe/make.h>
#include <craton/shape/mesh.h>
#include <craton/shape/planet_mesh.h>
#include <craton/shape/voxel_surfaces.h>
#include <craton/worlds/scatter.h>
#include <craton/worlds/voxels.h>

/// Worlds as triangles in files: what commands, servers and programs in other languages hand out alike.
namespace craton {

/// A scene and the meshes that it is made of.
struct Scene {
  GlbScene glb;
  std::deque<Mesh> meshes;  ///< their places stay
  std::size_t triangles = 0;
  std::size_t things = 0, models = 0;  ///< what stands on it, and as how many different ones
};

/// The material of water in all scenes. Voxels bring the colour with their vertices.
CRATON_API GlbMaterial water_material(bool with_colour);

/// How far ground is simplified, as a share of its triangles or by the error in metres; nothing: not at all.
struct SceneSimplify {
  std::optional<double> ratio{}, error{};
  bool any() const { return ratio || error; }
};

/// "0.1" is a share above 0 and up to 1, "0.5m" an error; "" nothing. `path` is put into errors.
CRATON_API Result<SceneSimplify> scene_simplify_from_text(std::string_view text, std::string_view path);

struct LandSceneOptions {
  std::string height = "height";
  SceneSimplify simplify{};
  bool in_place = false;
  std::vector<std::pair<std::string, std::string>> notes{};
  std::vector<ScatterKind> kinds{};    ///< of what stands on it
  std::vector<ScatterPoint> things{};  ///< grass is left out: it would be more nodes than programs bear
};
/// Ground and waters of a plane with a margin of one sample, in patches side by side.
CRATON_API Result<Scene> land_scene(const Surface& surface, const LandSceneOptions& options, const Execution& execution = {});
/// The same as one mesh, without things.
CRATON_API Result<Mesh> land_mesh(const Surface& surface, const LandSceneOptions& options);

/// How voxels become triangles.
enum class Mesher {
  greedy,      ///< equal faces beside each other become one
  closed,      ///< the same without T-junctions: seams between faces of different sizes are shut
  culled,      ///< each face alone
  cubes,       ///< marching cubes: a smooth ground
  tetrahedra,  ///< marching tetrahedra
  nets,        ///< surface nets
};
template <>
CRATON_API std::span<const std::string_view> choice_names<Mesher>();
/// By name; "faces" is an older one of culled. Errors name `path`.
CRATON_API Result<Mesher> find_mesher(std::string_view name, std::string_view path);
/// The surface of a smooth one; nothing of those that make faces.
CRATON_API std::optional<VoxelSurface> surface_of(Mesher mesher);

struct VoxelSceneOptions {
  ChunkPlace centre;
  int radius = 8;
  Mesher mesher = Mesher::greedy;
  bool occlusion = false, plants = true, in_place = false;
  int detail = 0;  ///< chunks nearer than this are whole, those farther have half the detail at each doubling; 0: all are whole
};
/// A mesh a chunk, plants as many nodes of few meshes.
CRATON_API Result<Scene> voxel_scene(const VoxelWorld& world, const VoxelSceneOptions& options, const Execution& execution = {});
/// The same as one mesh.
CRATON_API Result<Mesh> voxel_mesh(const VoxelWorld& world, const VoxelSceneOptions& options, const Execution& execution = {});

/// A planet as a ball in the colours of its picture without light, each place that of the nearest pixel.
CRATON_API Result<Mesh> planet_ball(const World& planet, const PlanetMeshOptions& options, const Execution& execution = {});
CRATON_API Result<Scene> planet_scene(const World& planet, const PlanetMeshOptions& options, const Execution& execution = {});

}  // namespace craton
