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
  float warmth = 0;  ///< °C at the level of the sea
  float rain = 0;    ///< mm a year
  float season = 0;  ///< °C: how much warmer than the mean of the year its warmest month is
};

class ClimateMaker {
 public:
  static Result<ClimateMaker> make(const LargeLandParams& params, Seed seed, const KnotMaker& knots);
  /// Row by row; the rectangle's step is `climate_step`.
  void fill(const KnotRect& rect, std::span<ClimateKnot> knots) const;
  /// At any places, by ground that is known on a coarser lattice: not quite the same, and cheaper where places lie far apart.
  void sparse(std::span<const Point2> places, std::span<ClimateKnot> knots) const;

 private:
  ClimateMaker(const LargeLandParams& params, KnotMaker knots) : params_(params), knots_(std::move(knots)) {}
  void fill_block(const KnotRect& rect, std::span<ClimateKnot> knots, std::size_t stride) const;

  class Kept;
  /// What a place's latitude alone tells.
  struct Belt {
    double square;          ///< of the latitude's sine
    double wind_x, wind_y;  ///< where it blows to, about 1
    double warmth;          ///< °C at the level of the sea
  };
  Belt belt(std::int64_t y, double bend, double warm) const;
  void finish(std::span<const Point2> places, std::span<const float> noise, Kept& kept, std::span<ClimateKnot> knots) const;

  LargeLandParams params_;
  KnotMaker knots_;
  std::shared_ptr<Kept> near_, sparse_;
  Frequency round_;
  std::uint64_t start_ = 0;
  std::vector<Noise> noise_;
};

}  // namespace craton::large
