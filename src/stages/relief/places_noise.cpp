#include "stages/relief/places_noise.h"

#include <algorithm>
#include <string>

namespace craton::relief {

Result<PlacesNoise> PlacesNoise::make(const Domain& domain, Seed seed, double wavelength, int octaves, double amplitude,
                                      const std::string& path) {
  PlacesNoise noise;
  if (amplitude == 0) return noise;
  noise.amplitude_ = static_cast<float>(amplitude);
  NoiseRepeat repeat{};
  if (const auto* torus = std::get_if<Torus>(&domain)) std::copy_n(torus->period().begin(), 2, repeat.begin());
  NoiseSpec waves{.kind = "perlin"};
  waves.params.set("frequency", 1 / wavelength);
  NoiseSpec sum{.kind = "fbm", .inputs = {{"source", waves}}};
  sum.params.set("octaves", std::int64_t{octaves});
  const bool in_space = std::holds_alternative<CubeSphere>(domain);
  for (const char* name : {"x", "y", "z"}) {
    if (*name == 'z' && !in_space) break;
    Result<Noise> axis = Noise::make(sum, seed.child(name), repeat);
    if (!axis) return Error{axis.error().code, path, axis.error().message};
    noise.axis_.push_back(*std::move(axis));
  }
  return noise;
}

void PlacesNoise::at(const Patch& patch, std::array<std::array<float, Patch::capacity>, 3>& metres) const {
  for (auto& axis : metres) axis.fill(0);
  const Execution alone{.threads = 1};
  for (std::size_t a = 0; a < axis_.size(); ++a) {
    const std::span<float> out(metres[a].data(), patch.count);
    if (patch.step != 0) {
      const auto step = static_cast<std::int64_t>(patch.step * units_per_metre);  // exact
      (void)axis_[a].grid(Grid2{{patch.base.x, patch.base.y}, {step, step}, patch.columns, patch.rows}, out, alone);
    } else {
      std::array<Point3, Patch::capacity> places;
      for (std::size_t i = 0; i < patch.count; ++i)
        places[i] = {patch.base.x + static_cast<std::int64_t>(patch.x[i] * units_per_metre),
                     patch.base.y + static_cast<std::int64_t>(patch.y[i] * units_per_metre),
                     patch.base.z + static_cast<std::int64_t>(patch.z[i] * units_per_metre)};
      (void)axis_[a].points(std::span<const Point3>(places.data(), patch.count), out, alone);
    }
    for (float& value : out) value *= amplitude_;
  }
}

}  // namespace craton::relief
