#pragma once

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "arguments.h"

namespace craton::cli {

/// What `show` writes of a planet as .glb, .obj or .ply.
struct PlanetMeshChoice {
  std::string kind, parts;

  void add_to(Arguments& args);
  bool any() const { return !kind.empty() || !parts.empty(); }
};

bool is_mesh_name(const std::string& file);

/// The planet as a ball of triangles in its own colours; `layer` is that of the ground, "": height.
Result<void> write_planet_mesh(const std::string& world, const std::string& output, const PlanetMeshChoice& choice,
                               const std::string& layer, const std::string& exaggeration, const Execution& execution);

}  // namespace craton::cli
