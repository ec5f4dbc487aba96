#pragma once

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/shape/mesh.h>

namespace craton {

/// How far a mesh is simplified: until one of these is reached.
struct SimplifyOptions {
  double ratio = 0;     ///< 0 … 1: of the triangles, that remain
  double error = 1e30;  ///< metres that the surface may move, about
  /// Of ground, seen from above: no triangle may stand upright or hang over, as otherwise happens along borders.
  bool ground = false;
};

/// How far it was.
struct Simplified {
  Mesh mesh;
  double error = 0;  ///< metres that the surface moved, about
};

/// The same surface with fewer triangles; its vertices are some of those it had. Vertices and edges on the border stay, so that
/// the meshes of neighbours still close. The same triangles in every run; on processors of another kind they may differ.
///
/// Part of craton::simplify, which needs meshoptimizer.
CRATON_API Result<Simplified> simplify(const Mesh& mesh, const SimplifyOptions& options);

}  // namespace craton
