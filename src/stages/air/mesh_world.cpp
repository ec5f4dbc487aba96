#include "stages/air/mesh_world.h"

#include <algorithm>
#include <cmath>

#include "surface/check_finite.h"

namespace craton::air {
namespace {

/// What is no number in one cell is none in the mean: only then are all cells looked at.
Result<void> check_means(std::span<const float> means, std::span<const float> layer, std::string_view param,
                         const StageContext& context) {
  if (std::all_of(means.begin(), means.end(), [](float mean) { return std::isfinite(mean); })) return {};
  return check_finite(layer, context.path_of(param), "all the air around it would have none", context.execution);
}

}  // namespace

Result<ClimateMesh> mesh_of(const StageContext& context, int size, const LatitudeParams& place, const Field& belts) {
  Result<ClimateMesh> mesh = ClimateMesh::make(context.domain(), size, Latitudes(context.domain(), place));
  if (!mesh || (!belts.varies() && belts.constant() == 0)) return mesh;
  if (belts.varies()) {
    CRATON_TRY(const std::vector<float> degrees, means_on(*mesh, belts.values(), "belts", context));
    mesh->shift_climates(degrees);
  } else {
    mesh->shift_climates(std::vector<float>(mesh->count(), static_cast<float>(belts.constant())));
  }
  return mesh;
}

Result<MeshGround> ground_on(const ClimateMesh& mesh, std::span<const float> heights, const StageContext& context) {
  MeshGround ground;
  ground.land.resize(mesh.count());
  ground.ground.resize(mesh.count());
  CRATON_TRY(mesh.means_of(
      [&](Cell first, std::uint32_t count, float* out) {
        const float* height = heights.data() + first;
        for (std::uint32_t i = 0; i < count; ++i) out[i] = height[i] < 0 ? 0.0F : 1.0F;
      },
      ground.land, context.execution));
  CRATON_TRY(mesh.means_of(
      [&](Cell first, std::uint32_t count, float* out) {
        const float* height = heights.data() + first;
        for (std::uint32_t i = 0; i < count; ++i) out[i] = std::max(height[i], 0.0F) * 0.001F;
      },
      ground.ground, context.execution));
  CRATON_TRY(check_means(ground.ground, heights, "layer", context));
  return ground;
}

Result<std::vector<float>> means_on(const ClimateMesh& mesh, std::span<const float> layer, std::string_view param,
                                    const StageContext& context) {
  std::vector<float> means(mesh.count());
  CRATON_TRY(mesh.means_of(layer, means, context.execution));
  CRATON_TRY(check_means(means, layer, param, context));
  return means;
}

}  // namespace craton::air
