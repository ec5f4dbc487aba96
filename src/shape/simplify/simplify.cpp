// Edges are collapsed where the quadrics of their ends say that it shows least (Garland & Heckbert 1997, "Surface Simplification
// Using Quadric Error Metrics"), by meshoptimizer.
#include <craton/shape/simplify.h>

#include <meshoptimizer.h>

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "shape/simplify/face_up.h"

namespace craton {
namespace {

Error wrong(const char* path, double found, const char* allowed) {
  return {ErrorCode::invalid_value, path, concat({"found ", std::to_string(found), ", allowed ", allowed})};
}

/// The vertices that triangles use, in the order in which they do.
Mesh with_triangles(const Mesh& mesh, std::vector<unsigned> triangles) {
  constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
  Mesh made;
  std::vector<std::uint32_t> place_of_vertex(mesh.positions.size(), nowhere);
  for (unsigned& vertex : triangles) {
    std::uint32_t& place = place_of_vertex[vertex];
    if (place == nowhere) {
      place = static_cast<std::uint32_t>(made.positions.size());
      made.positions.push_back(mesh.positions[vertex]);
      if (!mesh.normals.empty()) made.normals.push_back(mesh.normals[vertex]);
      if (!mesh.colours.empty()) made.colours.push_back(mesh.colours[vertex]);
      if (!mesh.texture.empty()) made.texture.push_back(mesh.texture[vertex]);
    }
    vertex = place;
  }
  made.triangles = std::move(triangles);
  return made;
}

}  // namespace

Result<Simplified> simplify(const Mesh& mesh, const SimplifyOptions& options) {
  if (!(options.ratio >= 0 && options.ratio <= 1)) return wrong("ratio", options.ratio, "0 … 1");
  if (!(options.error >= 0)) return wrong("error", options.error, "0 m or more");
  if (mesh.triangles.size() % 3 != 0 || std::ranges::any_of(mesh.triangles, [&](auto v) { return v >= mesh.positions.size(); }))
    return Error{ErrorCode::invalid_value, "mesh", "a triangle lacks a vertex"};
  if (mesh.empty()) return Simplified{};
  const float* const positions = mesh.positions.front().data();
  const double scale = static_cast<double>(meshopt_simplifyScale(positions, mesh.positions.size(), sizeof mesh.positions[0]));
  // meshoptimizer reckons with errors relative to the extent of the mesh.
  const double most = std::min(scale > 0 ? options.error / scale : 1, 1e6);
  const std::size_t triangles_given = mesh.triangles.size() / 3;
  const auto target = static_cast<std::size_t>(static_cast<double>(triangles_given) * options.ratio) * 3;
  std::vector<unsigned> triangles(mesh.triangles.size());
  float error = 0;
  triangles.resize(meshopt_simplify(triangles.data(), mesh.triangles.data(), mesh.triangles.size(), positions,
                                    mesh.positions.size(), sizeof mesh.positions[0], target, static_cast<float>(most),
                                    meshopt_SimplifyLockBorder, &error));
  if (options.ground) face_up(triangles, mesh.positions);
  meshopt_optimizeVertexCache(triangles.data(), triangles.data(), triangles.size(), mesh.positions.size());
  return Simplified{with_triangles(mesh, std::move(triangles)), static_cast<double>(error) * scale};
}

}  // namespace craton
