#include "stages/air/mesh_world.h"

#include <algorithm>

namespace craton::air {

Result<MeshGround> ground_on(const ClimateMesh& mesh, std::span<const float> heights, const Execution& execution) {
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
  return ground;
}

Result<void> make_layers(Surface& surface, std::initializer_list<NewLayer> wanted) {
  for (const NewLayer& each : wanted) {
    const Result<Layer*> layer = surface.ensure_layer({.name = each.name, .unit = each.unit, .doc = each.doc});
    if (!layer) return layer.error();
    *each.values = (*layer)->numbers();
  }
  return {};
}

Result<void> find_layers(Surface& surface, std::initializer_list<NeededLayer> wanted, const std::string& path) {
  for (const NeededLayer& each : wanted) {
    const Result<Layer*> layer = surface.need_layer(each.name, LayerType::number, path + "/" + each.param);
    if (!layer) return layer.error();
    *each.values = (*layer)->numbers();
  }
  return {};
}

}  // namespace craton::air
