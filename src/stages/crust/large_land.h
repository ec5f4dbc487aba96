#pragma once

#include <memory>
#include <span>

#include <craton/base/params.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>

/// The large forms of endless land: continents, oceans and ranges as they follow from plates, and the climate over them. All of
/// it is a pure function of the place: nobody needs to know more of the world than some plates around.
namespace craton {

struct LargeLandParams {
  double scale = 1;                  ///< of all lengths; 1: plates of some 1100 km
  double land = 0.4;                 ///< its share, about
  double mountains = 1;              ///< height of all that plates raise
  double detail = 1;                 ///< of crests and spurs between 5 and 45 km
  double pole_distance = 5'000'000;  ///< from the warmest to the coldest belt
  double latitude = 40;              ///< of the origin
  double warmth = 0;                 ///< added everywhere
  double wetness = 1;                ///< multiplies rain
};

template <>
std::span<const ParamInfo> params_of<LargeLandParams>();

/// The ground at large, without what is smaller than about four kilometres.
struct LargeGround {
  double height = 0;       ///< metres; below 0 is sea floor
  double rugged = 0;       ///< 0: plains … 1: alpine
  double rain = 0;         ///< mm a year
  double temperature = 0;  ///< °C, mean of the year at that height
  double season = 0;       ///< °C: how much warmer the warmest month is, and colder the coldest one
};

class LargeLand {
 public:
  static Result<LargeLand> make(const LargeLandParams& params, Seed seed);

  LargeGround at(Point2 place) const;
  /// The same for many: cheapest for places near each other.
  void at(std::span<const Point2> places, std::span<LargeGround> ground) const;

  /// For places many kilometres apart, each by itself: some metres and a little rain off what `at` says, and much cheaper.
  void sparse(std::span<const Point2> places, std::span<LargeGround> ground) const;

  /// The same for the samples of a grid; spans may be empty.
  struct Layers {
    std::span<float> height, rugged, rain, temperature, season;
  };
  Result<void> grid(const Grid2& grid, const Layers& layers, const Execution& execution = {}) const;

  class Impl;

 private:
  explicit LargeLand(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace craton
