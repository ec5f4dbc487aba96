#pragma once

#include <string>
#include <utility>
#include <vector>

#include <craton/base/result.h>
#include <craton/requests/scenes.h>
#include <craton/surface/surface.h>

#include "arguments.h"

namespace craton::cli {

/// How `craton terrain` makes meshes.
struct TerrainMeshSettings {
  std::string simplify;  ///< as written: "0.1" or "0.5m"
  bool in_place = false;

  void add_to(Arguments& args);
  bool any() const { return !simplify.empty() || in_place; }
  Result<void> check() const;
};

/// Things that stand on the terrain.
struct Things {
  std::vector<ScatterKind> kinds;
  std::vector<ScatterPoint> points;
};

/// What the file says of itself.
using Notes = std::vector<std::pair<std::string, std::string>>;

/// Ground and sea of a surface with a margin as .glb (in patches, side by side), .obj or .ply; prints how large it became. Things
/// are for .glb alone.
Result<void> write_terrain_mesh(const std::string& path, const Surface& surface, const std::string& height,
                                const TerrainMeshSettings& settings, const Notes& notes, const Things& things);

}  // namespace craton::cli
