#include "picture/atlas/flat_rasters.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <craton/picture/natural.h>
#include <craton/surface/sample.h>

#include "base/parallel.h"
#include "picture/atlas/coast_distance.h"

namespace craton::atlas {
namespace {

/// Four samples and their weights.
struct Tap {
  std::array<std::uint32_t, 4> at{};
  std::array<float, 4> weight{};
};

std::vector<Tap> taps(std::uint32_t from, std::uint32_t to, bool wrap) {
  std::vector<Tap> all(to);
  for (std::uint32_t i = 0; i < to; ++i) {
    const double x = (i + 0.5) * from / to - 0.5, base = std::floor(x), t = x - base;
    const std::array<double, 4> weights{-0.5 * t + t * t - 0.5 * t * t * t, 1 - 2.5 * t * t + 1.5 * t * t * t,
                                        0.5 * t + 2 * t * t - 1.5 * t * t * t, -0.5 * t * t + 0.5 * t * t * t};
    for (int k = 0; k < 4; ++k) {
      const auto n = static_cast<std::int64_t>(from);
      const std::int64_t at = static_cast<std::int64_t>(base) - 1 + k;
      const auto slot = static_cast<std::size_t>(k);
      all[i].at[slot] = static_cast<std::uint32_t>(wrap ? ((at % n) + n) % n : std::clamp<std::int64_t>(at, 0, n - 1));
      all[i].weight[slot] = static_cast<float>(weights[slot]);
    }
  }
  return all;
}

Result<std::vector<float>> enlarged(FloatView from, GridSize size, const Ground& ground, const Execution& execution) {
  const std::vector<Tap> across = taps(from.width, size.width, ground.wrap_x),
                         down = taps(from.height, size.height, ground.wrap_y);
  std::vector<float> wide(std::size_t{size.width} * from.height), out(std::size_t{size.width} * size.height);
  const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(parallel_blocks(from.height, 32, quiet, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t y = begin; y < end; ++y) {
      const float* in = from.values.data() + y * from.width;
      for (std::uint32_t x = 0; x < size.width; ++x) {
        const Tap& tap = across[x];
        wide[y * size.width + x] = in[tap.at[0]] * tap.weight[0] + in[tap.at[1]] * tap.weight[1] + in[tap.at[2]] * tap.weight[2] +
                                   in[tap.at[3]] * tap.weight[3];
      }
    }
  }));
  CRATON_TRY(parallel_blocks(size.height, 32, quiet, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t y = begin; y < end; ++y) {
      const Tap& tap = down[y];
      const auto row = [&](std::size_t k) { return wide.data() + std::size_t{tap.at[k]} * size.width; };
      const float *a = row(0), *b = row(1), *c = row(2), *d = row(3);
      float* to = out.data() + y * size.width;
      for (std::uint32_t x = 0; x < size.width; ++x)
        to[x] = a[x] * tap.weight[0] + b[x] * tap.weight[1] + c[x] * tap.weight[2] + d[x] * tap.weight[3];
    }
  }));
  return out;
}

/// One sample a pixel, however many cells it covers.
Result<std::vector<float>> sampled(const CubeSphere& sphere, std::span<const float> values, GridSize size,
                                   const Execution& execution) {
  std::vector<float> out(std::size_t{size.width} * size.height);
  CRATON_TRY(parallel_blocks(
      size.height, 4, {.threads = execution.threads, .cancel = execution.cancel}, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t y = begin; y < end; ++y)
          for (std::uint32_t x = 0; x < size.width; ++x) {
            const LatLon at{90 - 180 * (static_cast<double>(y) + 0.5) / size.height, 360 * (x + 0.5) / size.width - 180};
            out[y * size.width + x] = sample(sphere, values, direction_of(at), Sampling::linear);
          }
      }));
  return out;
}

}  // namespace

Result<std::vector<float>> flat_raster(const Domain& domain, const Layer& layer, GridSize size, bool calm,
                                       const Execution& execution) {
  const GridSize natural = natural_size(domain);
  GridSize read{std::min(size.width, natural.width), std::min(size.height, natural.height)};
  const auto* sphere = calm ? std::get_if<CubeSphere>(&domain) : nullptr;
  if (sphere) read = {(read.width + 1) / 2, (read.height + 1) / 2};
  Result<std::vector<float>> raster =
      sphere ? sampled(*sphere, layer.numbers(), read, execution)
             : raster_of_numbers(domain, layer.numbers(), read, Projection::equirectangular, execution);
  if (!raster || read == size) return raster;
  return enlarged({*raster, read.width, read.height}, size, ground_of(domain, size), execution);
}

std::size_t FlatRasters::index(double x, double y) const {
  const auto inner = [](double at, std::uint32_t side, bool wrap) {
    double whole = std::floor(at);
    if (wrap) whole -= side * std::floor(whole / side);
    return static_cast<std::size_t>(std::clamp(whole, 0.0, side - 1.0));
  };
  return inner(y, size.height, ground.wrap_y) * size.width + inner(x, size.width, ground.wrap_x);
}

Result<FlatRasters> flat_rasters(const Surface& surface, const Layer& heights, GridSize size, double unit,
                                 const Execution& execution) {
  const Domain& domain = surface.domain();
  FlatRasters rasters{
      .size = size, .ground = ground_of(domain, size), .heights = {}, .temperature = {}, .warmest = {}, .rain = {}, .coast = {}};
  const NaturalLayers natural = natural_layers_of(surface);
  const auto fill = [&](const Layer* layer, bool calm, std::vector<float>& into) -> Result<void> {
    if (!layer) return {};
    Result<std::vector<float>> made = flat_raster(domain, *layer, size, calm, execution);
    if (!made) return Error{made.error().code, "size", made.error().message};
    into = *std::move(made);
    return {};
  };
  CRATON_TRY(fill(&heights, false, rasters.heights));
  if (natural.complete()) {
    CRATON_TRY(fill(natural.temperature, true, rasters.temperature));
    CRATON_TRY(fill(natural.warmest, true, rasters.warmest));
    CRATON_TRY(fill(natural.rain, true, rasters.rain));
    const int soft = static_cast<int>(std::lround(1.5 * unit));
    for (std::vector<float>* each : {&rasters.temperature, &rasters.warmest, &rasters.rain})
      CRATON_TRY(soften(*each, size.width, soft, rasters.ground, execution));
  }
  Result<std::vector<float>> coast = coast_distance(rasters.view(rasters.heights), rasters.ground, coast_reach * unit, execution);
  if (!coast) return coast.error();
  rasters.coast = *std::move(coast);
  return rasters;
}

}  // namespace craton::atlas
