#include "stages/crust/crust_noise.h"

#include <algorithm>
#include <cmath>

namespace craton::crust {
namespace {

std::int64_t unit_of(double metres) { return static_cast<std::int64_t>(std::floor(metres * units_per_metre + 0.5)); }

}  // namespace

void Places::clear() {
  km.clear();
  space.clear();
  flat.clear();
}

void Places::add(const Ground& ground, const Vec3d& place) { add_metres(ground, place * ground.metres_a_unit()); }

void Places::add_metres(const Ground& ground, const Vec3d& place) {
  km.push_back(place * (1 / ground.metres_a_unit()));
  if (ground.is_sphere()) {
    // Away from where positions are below 0 on one side: a batch of noise then has all its lattice cells near each other.
    const double aside = ground.metres_a_unit() * (4 * earth_radius);
    space.push_back({unit_of(place.x + aside), unit_of(place.y + aside), unit_of(place.z + aside)});
  } else {
    flat.push_back({unit_of(place.x), unit_of(place.y)});
  }
}

Result<CrustNoise> CrustNoise::make(const Domain& domain, const Ground& ground, Seed seed, const Waves& waves) {
  NoiseSpec source{.kind = "perlin"};
  source.params.set("frequency", 1 / (waves.longest * ground.metres_a_unit()));
  std::vector<double> weights{1};
  for (double wave = waves.longest / 2; wave >= waves.shortest && weights.size() < 20; wave /= 2)
    weights.push_back(weights.back() * waves.persistence);
  NoiseSpec sum{.kind = "fbm", .inputs = {{"source", source}}};
  sum.params.set("amplitudes", weights);
  sum.params.set("normalise", false);
  NoiseRepeat repeat{};
  if (const auto* torus = std::get_if<Torus>(&domain)) std::copy_n(torus->period().begin(), 2, repeat.begin());
  CRATON_TRY(Noise noise, Noise::make(sum, seed, repeat));
  return CrustNoise(std::move(noise), ground.is_sphere());
}

void CrustNoise::at(const Places& places, std::span<float> out) const {
  const Execution alone{.threads = 1};
  if (in_space_)
    (void)noise_.points(std::span<const Point3>(places.space), out, alone);
  else
    (void)noise_.points(std::span<const Point2>(places.flat), out, alone);
}

}  // namespace craton::crust
