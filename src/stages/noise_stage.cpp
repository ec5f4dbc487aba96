// value = offset + scale · noise, applied while the noise is still in the cache: the layer is written once.
#include <algorithm>
#include <array>
#include <optional>

#include "base/parallel.h"
#include "noise/grid_in_runs.h"
#include "stages/all_stages.h"
#include "stages/fields.h"

namespace craton {
namespace {

struct NoiseParams {
  std::string layer = "height";
  Field scale = 1000.0;
  Field offset = 0.0;
  std::string unit = "m";
};

/// out[first …] = offset + scale · noise, where out may be the noise's own place.
void combine(const NoiseParams& params, std::span<const float> noise, Cell first, float* out) {
  const std::size_t count = noise.size();
  const float* values = noise.data();
  float* to = out + first;
  visit_fields(
      first,
      [=](auto scale, auto offset) {
#pragma GCC ivdep
        for (std::size_t i = 0; i < count; ++i) to[i] = offset[i] + scale[i] * values[i];
      },
      params.scale, params.offset);
}

/// Planes and tori: rows of samples at origin + index · step.
struct SampleGrid {
  Point2 origin;
  std::int64_t step;
  std::uint32_t width, height;
};

SampleGrid grid_of(const PlaneTile& tile) { return {tile.position(0), tile.step(), tile.stored_width(), tile.stored_height()}; }
SampleGrid grid_of(const Torus& torus) { return {torus.position(0), torus.step(), torus.size().width, torus.size().height}; }

Result<void> fill_grid(const SampleGrid& grid, const Noise& noise, const NoiseParams& params, std::span<float> out,
                       const Execution& execution) {
  const Grid2 samples{.origin = grid.origin, .step = {grid.step, grid.step}, .width = grid.width, .height = grid.height};
  // Where the layer is one of the parameters, the noise must not overwrite it before it is read.
  std::optional<Layer> scratch;
  const auto is_out = [&](const Field& field) { return field.values().data() == out.data(); };
  if (is_out(params.scale) || is_out(params.offset)) scratch.emplace(LayerInfo{.name = "scratch"}, out.size());
  return grid_in_runs(
      noise, samples, scratch ? scratch->numbers() : out, execution,
      [&](std::uint64_t first, std::span<float> run) { combine(params, run, static_cast<Cell>(first), out.data()); });
}

Result<void> fill(const PlaneTile& tile, const Noise& noise, const NoiseParams& params, std::span<float> out,
                  const Execution& execution) {
  return fill_grid(grid_of(tile), noise, params, out, execution);
}

Result<void> fill(const Torus& torus, const Noise& noise, const NoiseParams& params, std::span<float> out,
                  const Execution& execution) {
  return fill_grid(grid_of(torus), noise, params, out, execution);
}

Result<void> fill(const CubeSphere& sphere, const Noise& noise, const NoiseParams& params, std::span<float> out,
                  const Execution& execution) {
  constexpr std::uint64_t block_cells = 4096;
  return parallel_blocks(sphere.cell_count(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::array<Point3, block_cells> places;
    std::array<float, block_cells> values;
    const auto count = static_cast<std::size_t>(end - begin);
    for (std::size_t i = 0; i < count; ++i) places[i] = sphere.position(static_cast<Cell>(begin + i));
    (void)noise.points(std::span<const Point3>(places.data(), count), {values.data(), count}, Execution{.threads = 1});
    combine(params, {values.data(), count}, static_cast<Cell>(begin), out.data());
  });
}

int dimensions_on(const Domain& domain) { return std::holds_alternative<CubeSphere>(domain) ? 3 : 2; }

Result<Noise> make_noise(const StageSpec& spec, const NoiseRepeat& repeat, int dimensions, Seed seed, const std::string& path) {
  const std::string place = path + "/noise";
  const NoiseSpec* noise_spec = spec.noise("noise");
  if (!noise_spec) return Error{ErrorCode::invalid_value, place, "missing: which noise"};
  Result<Noise> noise = Noise::make(*noise_spec, seed, repeat);
  if (!noise) return Error{noise.error().code, place + "/" + noise.error().path, noise.error().message};
  if (!noise->has_dimension(dimensions))
    return Error{ErrorCode::unsupported, place,
                 "this noise has no " + std::to_string(dimensions) + "D form, as this domain needs"};
  return noise;
}

NoiseRepeat repeat_of(const Domain& domain) {
  NoiseRepeat repeat{};
  if (const auto* torus = std::get_if<Torus>(&domain)) std::copy_n(torus->period().begin(), 2, repeat.begin());
  return repeat;
}

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  const Result<NoiseParams> params = stage_params<NoiseParams>(spec, surface, context);
  if (!params) return params.error();
  const Domain& domain = surface.domain();
  const Result<Noise> noise = make_noise(spec, repeat_of(domain), dimensions_on(domain), context.seed, context.path);
  if (!noise) return noise.error();
  const Result<Layer*> layer = surface.ensure_layer({.name = params->layer, .unit = params->unit});
  if (!layer) return layer.error();
  const std::span<float> out = (*layer)->numbers();
  return std::visit([&](const auto& topology) { return fill(topology, *noise, *params, out, context.execution); }, domain);
}

Result<void> check(const StageSpec& spec, const DomainSpec& domain, const std::string& path) {
  NoiseRepeat repeat{};
  if (domain.kind == "torus") {
    const Result<Domain> torus = make_domain(domain, Seed{}, 0, "/domain");
    if (!torus) return torus.error();
    repeat = repeat_of(*torus);
  }
  const Result<Noise> noise = make_noise(spec, repeat, domain.kind == "sphere" ? 3 : 2, Seed{}, path);
  if (!noise) return noise.error();
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<NoiseParams>() {
  static const ParamInfo list[] = {
      noise_param("noise", "Which noise: its kind, parameters and inputs, as in `craton noise --spec`."),
      layer_param<&NoiseParams::layer>("layer", LayerAccess::write, "Where the values go."),
      field_param<&NoiseParams::scale>("scale", -1e9, 1e9, "", "Multiplies the noise, whose values lie mostly between −1 and 1."),
      field_param<&NoiseParams::offset>("offset", -1e9, 1e9, "",
                                        "Added after that. The layer itself, to add the noise to what is there already."),
      text_param<&NoiseParams::unit>("unit", 32, "Unit of the values."),
  };
  return list;
}

const StageEntry& noise_stage() {
  static const StageEntry entry{
      .info = {.id = "noise",
               .title = "Noise",
               .doc = "Fills a layer with offset + scale · noise. On a map that closes onto itself the "
                      "noise repeats with it; on a sphere it is taken in space, so that there is no seam.",
               .cite = "",
               .version = 1,
               .reach_doc = "point",
               .params = params_of<NoiseParams>(),
               .layers = {}},
      .run = run,
      .check = check};
  return entry;
}

}  // namespace craton
