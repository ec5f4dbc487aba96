#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/shape/mesh.h>
#include <craton/surface/surface.h>

namespace craton {

/// How a ball is made of triangles.
enum class PlanetMeshKind {
  cube,  ///< squares on the six faces of the cube, warped as the planet's: nearly equal everywhere
  uv,    ///< meridians and parallels: narrow at the poles
  ico,   ///< the 20 triangles of an icosahedron, split evenly
};
CRATON_API std::span<const std::string_view> planet_mesh_kind_names();  ///< cube, uv, ico

struct PlanetMeshOptions {
  PlanetMeshKind kind = PlanetMeshKind::cube;
  /// Parts of an edge: of a face of the cube, of a triangle of the icosahedron; a quarter of a meridian or of the equator. Half
  /// as many are the next coarser level of detail: all of its places are places of this one, the heights there the same bits.
  std::uint32_t parts = 128;
  double exaggeration = 20;  ///< of heights; 0: a smooth ball
  bool sea_floor = false;    ///< whether ground below 0 m is shown, or the sea above it
  std::string height = "height";
};

/// A planet as a ball of radius 1 (in its own radii), closed, with a normal at each place. As with all meshes y runs to the south
/// of maps: a place is (x, −y, z) of its direction on the planet. Errors name the option.
CRATON_API Result<Mesh> planet_mesh(const Surface& planet, const PlanetMeshOptions& options = {},
                                    const Execution& execution = {});

}  // namespace craton
