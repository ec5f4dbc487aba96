#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/result.h>
#include <craton/shape/mesh.h>

/// Scenes as binary glTF 2.0 (.glb), which engines, browsers and modelling programs open.
namespace craton {

struct GlbMaterial {
  std::string name{};
  std::array<std::uint8_t, 4> colour{255, 255, 255, 255};  ///< sRGB and opacity, times the colours of vertices
  bool transparent = false;                                ///< opacities are heeded
  bool two_sided = false;
  float roughness = 1;
};

/// A mesh is made of parts with a material each; it may stand at many places. Parts without triangles are left out.
struct GlbPart {
  const Mesh* mesh = nullptr;  ///< must live until the file is written
  std::size_t material = 0;
};
struct GlbMesh {
  std::string name{};
  std::vector<GlbPart> parts{};
};

/// A place in the scene: of a mesh, or of other nodes.
struct GlbNode {
  std::string name{};
  std::optional<std::size_t> mesh{};
  std::optional<std::size_t> parent{};  ///< a node before this one
  std::array<double, 3> place{};        ///< metres east, south and upwards of the parent
  double turn = 0;                      ///< degrees, clockwise seen from above
  double size = 1;
};

/// All places count from the origin, so that a scene far out in an endless world is as sharp as any. The root node knows the
/// origin as `extras.craton.origin`, in metres, and as `extras.craton.units`, exactly; `in_place` also moves the node there, for
/// programs that reckon in doubles.
struct GlbScene {
  std::string name = "world";
  Point3 origin{};
  bool in_place = false;
  std::vector<std::pair<std::string, std::string>> notes{};  ///< more for `extras.craton`: seed, recipe, …
  std::vector<GlbMaterial> materials{};
  std::vector<GlbMesh> meshes{};
  std::vector<GlbNode> nodes{};
};

/// Written beside and renamed. A glTF scene has x to the east, y upwards and z to the south, lengths in metres and colours in
/// linear light. Whatever does not fit together is an error, and so is a scene beyond 4 GiB, the most that the format holds.
CRATON_API Result<void> write_glb(const std::string& path, const GlbScene& scene);

/// The same as bytes, for programs that send scenes instead of keeping them.
CRATON_API Result<std::string> glb_bytes(const GlbScene& scene);

}  // namespace craton
