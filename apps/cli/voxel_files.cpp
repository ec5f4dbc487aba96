#include "voxel_files.h"

#include <fmt/format.h>

#include <algorithm>

#include <craton/files/glb.h>
#include <craton/files/mesh_file.h>
#include <craton/files/vox_file.h>
#include <craton/shape/voxel_volume.h>

#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

Result<void> write_scene(const std::string& path, const VoxelWorld& world, const VoxelSceneOptions& what,
                         const Execution& execution) {
  CRATON_TRY(const Scene scene, voxel_scene(world, what, execution));
  CRATON_TRY(write_glb(path, scene.glb));
  const int side = 2 * what.radius + 1;
  say("{}: {} chunks with {} triangles, {} plants of {} models\n", path, side * side, scene.triangles, scene.things,
      scene.models);
  return {};
}

Result<void> write_one_mesh(const std::string& path, const VoxelWorld& world, const VoxelSceneOptions& what,
                            const Execution& execution) {
  CRATON_TRY(const Mesh mesh, voxel_mesh(world, what, execution));
  CRATON_TRY(write_mesh(path, mesh));
  say("{}: {} vertices, {} triangles\n", path, mesh.positions.size(), mesh.triangles.size() / 3);
  return {};
}

Result<void> write_voxels(const std::string& path, const VoxelWorld& world, const VoxelSceneOptions& what,
                          const Execution& execution) {
  CRATON_TRY(const VoxelVolume volume, voxel_volume(world, what.centre, what.radius, what.plants, execution));
  CRATON_TRY(write_vox(path, volume));
  say("{}: {} × {} × {} voxels, {} colours\n", path, volume.width, volume.length, volume.height, volume.palette.size());
  return {};
}

struct Format {
  std::string_view ending;
  Result<void> (*write)(const std::string& path, const VoxelWorld& world, const VoxelSceneOptions& what,
                        const Execution& execution);
};
constexpr Format formats[] = {{".glb", write_scene}, {".obj", write_one_mesh}, {".ply", write_one_mesh}, {".vox", write_voxels}};

const Format* format_of(const std::string& path) {
  const std::string name = lower(path);
  const auto* const found =
      std::find_if(std::begin(formats), std::end(formats), [&](const Format& f) { return name.ends_with(f.ending); });
  return found == std::end(formats) ? nullptr : found;
}

}  // namespace

Result<void> check_voxel_file(const std::string& path, const VoxelSceneOptions& what) {
  if (!format_of(path)) return invalid("--output", fmt::format("\"{}\" ends in none of .glb, .obj, .ply, .vox", path));
  const bool voxels = lower(path).ends_with(".vox");
  if (voxels && what.mesher != Mesher::greedy) return invalid("--mesher", "is for meshes; a .vox file has the voxels themselves");
  if (voxels && what.occlusion) return invalid("--occlusion", "is for meshes; a .vox file has the voxels themselves");
  if (voxels && what.detail > 0) return invalid("--detail", "is for meshes; a .vox file has the voxels themselves");
  if (what.in_place && !lower(path).ends_with(".glb")) return invalid("--in-place", "is for .glb files");
  return {};
}

Result<void> write_voxel_file(const std::string& path, const VoxelWorld& world, const VoxelSceneOptions& what, unsigned threads) {
  CRATON_TRY(check_voxel_file(path, what));
  return format_of(path)->write(path, world, what, {.threads = threads, .cancel = &cancel_token()});
}

}  // namespace craton::cli
