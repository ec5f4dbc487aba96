#pragma once

#include <string>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "declared.h"

namespace craton::cli {

/// What `show` writes of a planet as .glb, .obj or .ply.
struct PlanetMeshChoice {
  DeclaredOptions mesh{"mesh"};

  void add_to(Arguments& args);
  bool any() const { return mesh.given("kind") || mesh.given("parts"); }
};

bool is_mesh_name(const std::string& file);

/// The planet as a ball of triangles in its own colours; `layer` is that of the ground, "": height.
Result<void> write_planet_mesh(const std::string& world, const std::string& output, PlanetMeshChoice& choice,
                               const std::string& layer, const std::string& exaggeration, const Execution& execution);

}  // namespace craton::cli
