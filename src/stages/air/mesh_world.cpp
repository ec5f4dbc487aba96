#include "stages/air/mesh_world.h"
#include "surface/check_finite.h"

#include <algorithm>
#include <cmath>

namespace craton::air {
namespace {

/// What is no number in one cell is none in the mean: only then are all cells looked at.
Result<void> check_means(std::span<const float> means, std::span<const float> layer, const std::string& path,
                         const Execution& execution) {
  if (std::all_of(means.begin(), means.end(), [](float mean) { return std::isfinite(mean); })) return {};
  return check_finite(layer, path, "all the air around it would have none", execution);
}

}  // namespace

Result<ClimateMesh> mesh_of(const Surface& surface, int size, const LatitudeParams& place, const Field& belts,
                            const std::string& path, const Execution& execution) {
  Result<ClimateMesh> mesh = ClimateMesh::make(surface.domain(), size, Latitudes(surface.domain(), place));
  if (!mesh || (!belts.varies() && belts.constant() == 0)) return mesh;
  std::vector<float> degrees(mesh->count(), static_cast<float>(belts.constant()));
  if (belts.varies()) CRATON_TRY(means_on(*mesh, belts.values(), path + "/belts", execution, degrees));
  mesh->shift_climates(degrees);
  return mesh;
}

Result<MeshGround> ground_on(const ClimateMesh& mesh, std::span<const float> heights, const std::string& path,
                             const Execution& execution) {
  MeshGround ground;
  ground.land.resize(mesh.count());
  ground.ground.resize(mesh.count());
  CRATON_TRY(mesh.means_of(
      [&](Cell first, std::uint32_t count, float* out) {
        const float* height = heights.data() + first;
        for (std::uint32_t i = 0; i < count; ++i) out[i] = height[i] < 0 ? 0.0F : 1.0F;
      },
      ground.land, execution));
  CRATON_TRY(mesh.means_of(
      [&](Cell first, std::uint32_t count, float* out) {
        const float* height = heights.data() + first;
        for (std::uint32_t i = 0; i < count; ++i) out[i] = std::max(height[i], 0.0F) * 0.001F;
      },
      ground.ground, execution));
  CRATON_TRY(check_means(ground.ground, heights, path, execution));
  return ground;
}

Result<void> means_on(const ClimateMesh& mesh, std::span<const float> layer, const std::string& path, const Execution& execution,
                      std::vector<float>& means) {
  means.resize(mesh.count());
  CRATON_TRY(mesh.means_of(layer, means, execution));
  return check_means(means, layer, path, execution);
}

}  // namespace craton::air
