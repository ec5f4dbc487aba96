#pragma once

#include <memory>

#include <craton/noise/noise.h>

#include "stages/crust/large_land.h"
#include "stages/water/drainage/drainage.h"

namespace craton::drainage {

/// Where the nodes of level 0 lie, and what they know of the land; no ways yet. Its cells are 2^17 m wide.
Level large_sites(const Country& country, Seed seed, const Rect& rect);
/// Which of them `large_streams` needs to know.
Rect needed_sites(const Rect& rect);
/// All nodes of a rectangle of level 0.
Level large_streams(const Laws& laws, Seed seed, Level sites, const Rect& rect);

/// m³/s that run off a square metre, from rain in mm a year and the mean temperature in °C.
double runoff_of(double rain, double temperature);
/// What follows from height, ruggedness as the ladder takes it, rain in mm a year and the mean temperature in °C.
Field field_of(double height, double rugged, double rain, double temperature);
/// Ruggedness from 0 to 1 as the ladder of sides takes it.
double ladder_ruggedness(double rugged);

/// How places of a lattice are moved to where they lie in truth.
class Bends {
 public:
  /// The length of the longest waves, and how far places move at most, about. `metres` above a ninth of `length` bend too much.
  static Result<Bends> make(double length, double metres, Seed seed, const NoiseRepeat& repeat);
  /// `images` are the places, or where they lie on a map that repeats.
  void bend(std::span<const Point2> images, std::span<Point2> places) const;

 private:
  Bends(double metres, Noise x, Noise y) : metres_(metres), x_(std::move(x)), y_(std::move(y)) {}
  double metres_;
  Noise x_, y_;
};

/// The noises that all countries have: along coasts, and from district to district.
NoiseSpec shore_noise();
NoiseSpec district_noise();
/// The factor of a district from its noise.
double district_factor(float noise);
inline constexpr double shore_noise_metres = 8000;  ///< the longest wave along coasts

/// Endless land, from plates.
Result<std::shared_ptr<const Country>> make_large_country(const LargeLandParams& params, Seed seed);

}  // namespace craton::drainage
