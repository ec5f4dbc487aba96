// Applied while the noise is still in the cache: the layer is written once.
#include "stages/noise_layer.h"

#include <optional>

#include <craton/surface/layer.h>

#include "stages/fields.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

/// out[first …] = offset + scale · noise, where out may be the noise's own place.
void combine(const NoiseScale& how, std::span<const float> noise, Cell first, float* out) {
  const std::size_t count = noise.size();
  const float* values = noise.data();
  float* to = out + first;
  visit_fields(
      first,
      [=](auto scale, auto offset) {
        CRATON_CELLS_APART
        for (std::size_t i = 0; i < count; ++i) to[i] = offset[i] + scale[i] * values[i];
      },
      how.scale, how.offset);
}

}  // namespace

Result<void> fill_scaled(const Domain& domain, const Noise& noise, const NoiseScale& how, std::span<float> out,
                         const Execution& execution) {
  // Where the layer is one of the parameters, the noise must not overwrite it before it is read.
  std::optional<Layer> scratch;
  const auto is_out = [&](const Field& field) { return field.values().data() == out.data(); };
  const bool on_grid = !std::holds_alternative<CubeSphere>(domain);
  if (on_grid && (is_out(how.scale) || is_out(how.offset))) scratch.emplace(LayerInfo{.name = "scratch"}, out.size());
  return noise_in_runs(
      domain, noise, scratch ? scratch->numbers() : out, execution,
      [&](std::uint64_t first, std::span<float> run) { combine(how, run, static_cast<Cell>(first), out.data()); });
}

}  // namespace craton
