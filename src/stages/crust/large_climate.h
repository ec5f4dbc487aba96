#pragma once

#include <memory>
#include <span>
#include <vector>

#include <craton/noise/noise.h>

#include "stages/crust/large_knots.h"

/// Climate on endless land: belts of warmth as if one walked round a planet, over its poles, again and again; wind by these
/// belts; rain that it brings from the sea and leaves on the ranges in its way.
namespace craton::large {

inline constexpr std::int64_t climate_step = 4;  ///< in knots: 32 km

struct ClimateKnot {
  float warmth = 0;              ///< °C at the level of the sea
  float rain = 0;                ///< mm a year
  float wind_x = 0, wind_y = 0;  ///< where it blows to: 1 is a usual wind
};

class ClimateMaker {
 public:
  static Result<ClimateMaker> make(const LargeLandParams& params, Seed seed, const KnotMaker& knots);
  /// Row by row; the rectangle's step is `climate_step`.
  void fill(const KnotRect& rect, std::span<ClimateKnot> knots) const;

 private:
  ClimateMaker(const LargeLandParams& params, KnotMaker knots) : params_(params), knots_(std::move(knots)) {}
  void fill_block(const KnotRect& rect, std::span<ClimateKnot> knots, std::size_t stride) const;

  class Kept;

  LargeLandParams params_;
  KnotMaker knots_;
  std::shared_ptr<Kept> kept_;
  Frequency round_;
  std::uint64_t start_ = 0;
  std::vector<Noise> noise_;
};

}  // namespace craton::large
