#pragma once

#include <span>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/view.h>
#include <craton/shape/mesh.h>

namespace craton {

/// Triangles of the ground, with normals and colours, and where in the world they count from.
struct ViewPatch {
  const Mesh* mesh = nullptr;
  ViewPlace place{};
  const std::vector<float>* water = nullptr;  ///< of each vertex the share that rivers and lakes cover; null: none
};

/// A view of meshes as they are, under the sun and sky of draw_view: what a game shows of tiles of many levels. Water fills what
/// lies below 0 m. The camera must be told: `eye`, `eye_height`, `azimuth`, `pitch`, and `sun_azimuth`; colours and heights are
/// those of the meshes.
CRATON_API Result<Rgb8Image> draw_patches(std::span<const ViewPatch> patches, const ViewOptions& options,
                                          const Execution& execution = {});

}  // namespace craton
