#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/hash.h>
#include <craton/noise/noise.h>

/// What the tests of this room share.
namespace craton::test {

/// CRATON_FULL=1: larger sweeps.
inline bool full() {
  const char* set = std::getenv("CRATON_FULL");
  return set && std::string(set) == "1";
}

/// The same numbers in every run.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix64(seed + 1)) {}
  std::uint64_t bits() { return mix64(state_ += 0x9e3779b97f4a7c15U); }
  std::uint64_t below(std::uint64_t end) { return bits() % end; }
  std::int64_t between(std::int64_t from, std::int64_t to) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + below(static_cast<std::uint64_t>(to - from) + 1));
  }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

inline NoiseSpec spec_of(std::string kind, std::vector<std::pair<std::string, ParamValue>> params = {}) {
  NoiseSpec spec{.kind = std::move(kind)};
  for (auto& [name, value] : params) spec.params.set(name, std::move(value));
  return spec;
}

inline NoiseSpec fbm_of(NoiseSpec source, std::vector<std::pair<std::string, ParamValue>> params = {}) {
  NoiseSpec spec = spec_of("fbm", std::move(params));
  spec.inputs.push_back({"source", std::move(source)});
  return spec;
}

struct NamedNoise {
  std::string name;
  NoiseSpec spec;
  int dimensions = 2;
};

/// Every kind, dimension, blend order, gradient set and falloff, at one frequency.
inline std::vector<NamedNoise> all_variants(double frequency) {
  std::vector<NamedNoise> list;
  for (int d = 1; d <= 4; ++d) {
    const std::string dims = "/" + std::to_string(d) + "d";
    list.push_back({"white" + dims, spec_of("white", {{"frequency", frequency}}), d});
    for (std::int64_t n = 0; n <= 10; ++n) {
      const std::string smoothness = dims + "/smoothness" + std::to_string(n);
      for (const std::string kind : {"value", "quick_perlin"})
        list.push_back({kind + smoothness, spec_of(kind, {{"frequency", frequency}, {"smoothness", n}}), d});
      for (const char* kind : {"perlin", "gradient"})
        for (const char* set : {"circle", "fixed"})
          list.push_back({kind + smoothness + "/" + set,
                          spec_of(kind, {{"frequency", frequency}, {"smoothness", n}, {"gradients", std::string(set)}}), d});
    }
    list.push_back({"cubic" + dims, spec_of("cubic", {{"frequency", frequency}}), d});
    if (d > 1) list.push_back({"wavelet" + dims, spec_of("wavelet", {{"frequency", frequency}}), d});
    for (const char* kind : {"kite", "hat"})
      for (const char* set : {"circle", "fixed"})
        if (d == 2)
          list.push_back(
              {kind + dims + "/" + set, spec_of(kind, {{"frequency", frequency}, {"gradients", std::string(set)}}), d});
    for (std::int64_t e = 3; d > 1 && e <= 4; ++e)
      for (const char* kind : {"simplex", "tiling_simplex"})
        for (const char* set : {"circle", "fixed"})
          list.push_back({kind + dims + "/falloff" + std::to_string(e) + "/" + set,
                          spec_of(kind, {{"frequency", frequency}, {"falloff", e}, {"gradients", std::string(set)}}), d});
  }
  std::erase_if(list, [](const NamedNoise& noise) {  // kinds that have no such form
    for (const NoiseKind& kind : all_noise_kinds())
      if (kind.id == noise.spec.kind) return (kind.dimensions >> (noise.dimensions - 1) & 1U) == 0;
    return true;
  });
  return list;
}

/// Each kind in each of its dimensions, with its defaults.
inline std::vector<NamedNoise> all_kinds(double frequency) {
  std::vector<NamedNoise> list;
  for (const NoiseKind& kind : all_noise_kinds())
    for (int d = 1; d <= 4; ++d)
      if (kind.plain && (kind.dimensions >> (d - 1) & 1U) != 0)
        list.push_back(
            {std::string(kind.id) + "/" + std::to_string(d) + "d", spec_of(std::string(kind.id), {{"frequency", frequency}}), d});
  return list;
}

/// A box of samples in 1 to 4 dimensions.
struct Box {
  std::int64_t origin[4] = {0, 0, 0, 0};
  std::int64_t step[4] = {units_per_metre, units_per_metre, units_per_metre, units_per_metre};
  std::uint32_t size[4] = {1, 1, 1, 1};

  std::size_t sample_count() const { return std::size_t{size[0]} * size[1] * size[2] * size[3]; }
  /// How many samples lie between neighbours along an axis.
  std::size_t stride(int axis) const {
    std::size_t stride = 1;
    for (int a = 0; a < axis; ++a) stride *= size[a];
    return stride;
  }
  std::size_t index(std::size_t sample, int axis) const { return sample / stride(axis) % size[axis]; }
};

inline Result<std::vector<float>> grid_of(const Noise& noise, int dimensions, const Box& box, const Execution& execution = {}) {
  std::vector<float> out(box.sample_count());
  const auto& [x, y, z, w] = box.origin;
  const auto& [dx, dy, dz, dw] = box.step;
  const auto& [width, height, depth, duration] = box.size;
  Result<void> done;
  if (dimensions == 1) done = noise.grid(Grid1{{x}, {dx}, width}, out, execution);
  if (dimensions == 2) done = noise.grid(Grid2{{x, y}, {dx, dy}, width, height}, out, execution);
  if (dimensions == 3) done = noise.grid(Grid3{{x, y, z}, {dx, dy, dz}, width, height, depth}, out, execution);
  if (dimensions == 4) done = noise.grid(Grid4{{x, y, z, w}, {dx, dy, dz, dw}, width, height, depth, duration}, out, execution);
  if (!done) return done.error();
  return out;
}

inline float value_at(const Noise& noise, int dimensions, const std::int64_t (&p)[4]) {
  if (dimensions == 1) return noise.at(Point1{p[0]});
  if (dimensions == 2) return noise.at(Point2{p[0], p[1]});
  if (dimensions == 3) return noise.at(Point3{p[0], p[1], p[2]});
  return noise.at(Point4{p[0], p[1], p[2], p[3]});
}
inline float value_at(const Noise& noise, int dimensions, const std::int64_t (&p)[3]) {
  return value_at(noise, dimensions, {p[0], p[1], p[2], 0});
}

inline std::int64_t position_of(const Box& box, int axis, std::size_t index) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(box.origin[axis]) +
                                   static_cast<std::uint64_t>(box.step[axis]) * index);
}

}  // namespace craton::test
