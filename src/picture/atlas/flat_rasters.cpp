#include "picture/atlas/flat_rasters.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <craton/base/floor_div.h>
#include <craton/picture/natural.h>

#include "base/parallel.h"
#include "picture/atlas/coast_distance.h"
#include "picture/sphere_raster.h"

namespace craton::atlas {
namespace {

/// Four samples and their weights.
struct Tap {
  std::array<std::uint32_t, 4> at{};
  std::array<float, 4> weight{};
};

/// Between the two samples in the middle, so that no land rises in the sea between shallows, and no lake between low shores.
float between(const Tap& tap, float a, float b, float c, float d) {
  const float smooth = a * tap.weight[0] + b * tap.weight[1] + c * tap.weight[2] + d * tap.weight[3];
  return std::clamp(smooth, std::min(b, c), std::max(b, c));
}

std::vector<Tap> taps(std::uint32_t from, std::uint32_t to, bool wrap) {
  std::vector<Tap> all(to);
  for (std::uint32_t i = 0; i < to; ++i) {
    const double x = (i + 0.5) * from / to - 0.5, base = std::floor(x), t = x - base;
    const std::array<double, 4> weights{-0.5 * t + t * t - 0.5 * t * t * t, 1 - 2.5 * t * t + 1.5 * t * t * t,
                                        0.5 * t + 2 * t * t - 1.5 * t * t * t, -0.5 * t * t + 0.5 * t * t * t};
    for (int k = 0; k < 4; ++k) {
      const std::int64_t at = static_cast<std::int64_t>(base) - 1 + k;
      const auto slot = static_cast<std::size_t>(k);
      all[i].at[slot] = wrap ? wrapped(at, from) : static_cast<std::uint32_t>(std::clamp<std::int64_t>(at, 0, from - 1));
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
        wide[y * size.width + x] = between(tap, in[tap.at[0]], in[tap.at[1]], in[tap.at[2]], in[tap.at[3]]);
      }
    }
  }));
  CRATON_TRY(parallel_blocks(size.height, 32, quiet, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t y = begin; y < end; ++y) {
      const Tap& tap = down[y];
      const auto row = [&](std::size_t k) { return wide.data() + std::size_t{tap.at[k]} * size.width; };
      const float *a = row(0), *b = row(1), *c = row(2), *d = row(3);
      float* to = out.data() + y * size.width;
      for (std::uint32_t x = 0; x < size.width; ++x) to[x] = between(tap, a[x], b[x], c[x], d[x]);
    }
  }));
  return out;
}

}  // namespace

Result<std::vector<std::vector<float>>> flat_rasters_of(const Domain& domain, std::span<const Layer* const> layers, GridSize size,
                                                        const Execution& execution) {
  const GridSize natural = natural_size(domain);
  const GridSize read{std::min(size.width, natural.width), std::min(size.height, natural.height)};
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  std::vector<std::vector<float>> rasters;
  if (sphere) {
    std::vector<std::span<const float>> values;
    for (const Layer* layer : layers) values.push_back(layer->numbers());
    CRATON_TRY(std::vector<std::vector<float>> made, picture::sphere_rasters(*sphere, values, read, execution));
    rasters = std::move(made);
  } else {
    for (const Layer* layer : layers) {
      CRATON_TRY(std::vector<float> made,
                 raster_of_numbers(domain, layer->numbers(), read, Projection::equirectangular, execution));
      rasters.push_back(std::move(made));
    }
  }
  if (read == size) return rasters;
  for (std::vector<float>& raster : rasters) {
    CRATON_TRY(std::vector<float> large, enlarged({raster, read.width, read.height}, size, ground_of(domain, size), execution));
    raster = std::move(large);
  }
  return rasters;
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
  std::vector<const Layer*> layers{&heights};
  std::vector<std::vector<float>*> into{&rasters.heights};
  const auto want = [&](const Layer* layer, std::vector<float>& raster) {
    if (!layer || !natural.complete()) return;
    layers.push_back(layer);
    into.push_back(&raster);
  };
  want(natural.temperature, rasters.temperature);
  want(natural.warmest, rasters.warmest);
  want(natural.rain, rasters.rain);
  Result<std::vector<std::vector<float>>> made = flat_rasters_of(domain, layers, size, execution);
  if (!made) return Error{made.error().code, "size", made.error().message};
  for (std::size_t i = 0; i < into.size(); ++i) *into[i] = std::move((*made)[i]);
  if (natural.complete()) {
    const int soft = static_cast<int>(std::lround(1.5 * unit));
    for (std::vector<float>* each : {&rasters.temperature, &rasters.warmest, &rasters.rain})
      CRATON_TRY(soften(*each, size.width, soft, rasters.ground, execution));
  }
  CRATON_TRY(std::vector<float> coast,
             coast_distance(rasters.view(rasters.heights), rasters.ground, coast_reach * unit, execution));
  rasters.coast = std::move(coast);
  return rasters;
}

}  // namespace craton::atlas
