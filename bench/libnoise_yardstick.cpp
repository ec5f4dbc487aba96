#include "bench/libnoise_yardstick.h"

#if defined(CRATON_HAS_LIBNOISE)
#include <libnoise/noise.h>
#endif

#include <memory>
#include <vector>

namespace craton::bench {

#if defined(CRATON_HAS_LIBNOISE)
namespace {

// A sample's coordinate is frequency · index, as in our grids; 2D is the plane z = 0.
template <class Value>
Subject walked(const Walk& walk, Value value) {
  auto out = std::make_shared<std::vector<float>>(walk.samples());
  return {walk.samples(),
          [walk, value, out] {
            float* place = out->data();
            for (std::uint32_t z = 0; z < walk.depth; ++z)
              for (std::uint32_t y = 0; y < walk.height; ++y)
                for (std::uint32_t x = 0; x < walk.width; ++x)
                  *place++ = static_cast<float>(value(x * walk.frequency, y * walk.frequency, z * walk.frequency));
            keep(out->data());
          },
          {},
          {}};
}

template <class Value>
Subject at_points(const std::vector<CellPosition>& points, Value value) {
  auto out = std::make_shared<std::vector<float>>(points.size());
  return {points.size(),
          [points, value, out] {
            float* place = out->data();
            for (const auto& [x, y, z] : points) *place++ = static_cast<float>(value(x, y, z));
            keep(out->data());
          },
          {},
          {}};
}

/// make(value) gets the noise as a function of x, y, z.
template <class Make>
std::optional<Yardstick> yardstick(const std::string& kind, int octaves, const Make& make) {
  if (kind == "cellular") {
    auto module = std::make_shared<noise::module::Voronoi>();
    module->EnableDistance(true);
    module->SetDisplacement(0);
    module->SetFrequency(1.0);
    return Yardstick{"libnoise", make([module](double x, double y, double z) { return module->GetValue(x, y, z); })};
  }
  if (kind == "warp") {
    auto source = std::make_shared<noise::module::Perlin>();
    auto module = std::make_shared<noise::module::Turbulence>();
    source->SetOctaveCount(1);
    source->SetFrequency(1.0);
    module->SetSourceModule(0, *source);
    module->SetFrequency(1.0);
    module->SetRoughness(1);
    module->SetPower(0.5);
    return Yardstick{"libnoise", make([module, source](double x, double y, double z) { return module->GetValue(x, y, z); })};
  }
  if (octaves > 1 || (kind != "value" && kind != "white")) {  // simplex has no counterpart there; Perlin noise is the nearest
    auto module = std::make_shared<noise::module::Perlin>();
    module->SetOctaveCount(octaves);
    module->SetNoiseQuality(noise::QUALITY_STD);
    module->SetFrequency(1.0);
    return Yardstick{"libnoise", make([module](double x, double y, double z) { return module->GetValue(x, y, z); })};
  }
  if (kind == "value")
    return Yardstick{"libnoise", make([](double x, double y, double z) {
                       return noise::ValueCoherentNoise3D(x, y, z, 0, noise::QUALITY_STD);
                     })};
  return Yardstick{"libnoise", make([](double x, double y, double z) {
                     return noise::ValueNoise3D(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z), 0);
                   })};
}

}  // namespace

std::optional<Yardstick> libnoise_yardstick(const std::string& kind, int octaves, const Walk& walk) {
  Walk from = walk;
  if (kind == "white" && octaves == 1) from.frequency = 1;
  return yardstick(kind, octaves, [&](const auto& value) { return walked(from, value); });
}

std::optional<Yardstick> libnoise_yardstick(const std::string& kind, int octaves, std::vector<CellPosition> points) {
  return yardstick(kind, octaves, [&](const auto& value) { return at_points(points, value); });
}
#else
std::optional<Yardstick> libnoise_yardstick(const std::string&, int, const Walk&) { return {}; }
std::optional<Yardstick> libnoise_yardstick(const std::string&, int, std::vector<CellPosition>) { return {}; }
#endif

}  // namespace craton::bench
