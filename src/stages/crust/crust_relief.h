#pragma once

#include "stages/crust/crust_sampler.h"
#include "stages/crust/volcanoes.h"

/// Heights of the crust before sea level is known, and what later stages want to know of it.
namespace craton::crust {

struct ReliefNumbers {
  float mountains = 1, ruggedness = 1;
};

struct ReliefSample {
  float height = 0;    ///< metres
  float uplift = 0;    ///< metres a year
  float hardness = 0;  ///< 0 … 1
  float volcano = 0;   ///< 0 … 1

  friend bool operator==(const ReliefSample&, const ReliefSample&) = default;
};

/// All that a place needs to know; filled for many places at once.
struct ReliefPlaces {
  Places places;
  std::vector<CrustSample> samples;
  HomePlaces homes;
  std::array<std::vector<float>, 6> noise;
};

class CrustRelief {
 public:
  static Result<CrustRelief> make(const Domain& domain, const CrustGeometry& geometry, const Volcanoes& volcanoes,
                                  double shortest);

  /// Noises and borders at `at.places`.
  void prepare(ReliefPlaces& at) const;
  ReliefSample relief(const ReliefPlaces& places, std::size_t index, const ReliefNumbers& numbers) const;

 private:
  CrustRelief(CrustSampler sampler, const Volcanoes& volcanoes) : sampler_(std::move(sampler)), volcanoes_(volcanoes) {}

  CrustSampler sampler_;
  const Volcanoes& volcanoes_;
  std::vector<CrustNoise> noise_;
};

/// Depth of sea floor of an age, metres below the surface of the sea (Parsons & Sclater 1977).
float depth_of_age(float million_years);

}  // namespace craton::crust
