// Bands of 70 … 400 km between fracture zones lie on small circles about the pole of the plates' relative motion (Wilson 1965,
// "A new class of faults and their bearing on continental drift", Nature 207; Morgan 1968). In each the ridge stands square to
// that motion where the smooth border crosses the middle of the band, and a bit aside.
#include "stages/crust/ridge_steps.h"

#include <algorithm>
#include <cmath>

#include "stages/relief/scatter.h"

namespace craton::crust {
namespace {

constexpr double band_width = 240;      // kilometres, in the mean
constexpr std::int64_t repeated = 8;    // on maps bands repeat after so many, so that the map closes
constexpr double furthest_aside = 150;  // kilometres
constexpr double furthest_shift = 220;

}  // namespace

Vec3d RidgeSteps::axis_of(const Ground& ground, const Vec3d& relative_turn) {
  const Vec3d along = unit(relative_turn);
  if (ground.is_sphere()) return along;
  // Whole turns of eight bands along both sides of the map.
  const auto bands = [](double part, double extent) {
    return repeated * std::floor(part * extent / (repeated * band_width) + 0.5) / extent;
  };
  return {bands(-along.y, ground.width()), bands(along.x, ground.height()), 0};
}

double RidgeSteps::random(const Arc& arc, std::int64_t number, std::uint64_t what) const {
  const auto one = static_cast<std::uint64_t>(std::min(arc.label, arc.other_label));
  const auto other = static_cast<std::uint64_t>(std::max(arc.label, arc.other_label));
  if (!ground_.is_sphere()) number = number & (repeated - 1);
  const std::uint64_t bits = relief::cell_random(seed_, static_cast<std::uint64_t>(number), (one << 32) | other, what);
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// The frame of bands at a place: unit vectors across bands and along them, and the number of kilometres of a band.
struct RidgeSteps::Band {
  Vec3d across, along;
  double at = 0, width = 0;
};

RidgeStep RidgeSteps::at(const Arc& arc, const Vec3d& place) const {
  Band band;
  if (ground_.is_sphere()) {
    const Vec3d up = ground_.up(place);
    const double height = dot(arc.bands, up), flat = std::sqrt(std::max(1 - height * height, 0.0));
    if (flat < 0.1) return {};
    band.across = (arc.bands - up * height) * (1 / flat);
    band.along = cross(arc.bands, up) * (1 / flat);
    band.at = height * (earth_radius / band_width);
    band.width = band_width / flat;
  } else {
    const double per_kilometre = length(arc.bands);
    if (!(per_kilometre > 0)) return {};
    band.across = arc.bands * (1 / per_kilometre);
    band.along = {band.across.y, -band.across.x, 0};
    band.at = dot(arc.bands, place);
    band.width = 1 / per_kilometre;
  }
  const auto edge = [&](std::int64_t number) { return static_cast<double>(number) + 0.7 * (random(arc, number, 0) - 0.5); };
  auto number = static_cast<std::int64_t>(std::floor(band.at));
  double first = edge(number), last = edge(number + 1);
  if (band.at < first) {
    last = first;
    first = edge(--number);
  } else if (band.at >= last) {
    first = last;
    last = edge(++number + 1);
  }
  const Vec3d facing{double{arc.facing[0]}, double{arc.facing[1]}, double{arc.facing[2]}};
  const double leans = dot(band.across, facing) * band.width, straight = dot(band.along, facing);
  const auto shift = [&](std::int64_t of, double middle) {
    const double t = 2 * random(arc, of, 1) - 1;
    const double aside = furthest_aside * t * (0.4 + 0.6 * t * t) * straight;
    return static_cast<float>(std::clamp(aside - (band.at - middle) * leans, -furthest_shift, furthest_shift));
  };
  RidgeStep step;
  step.shift = shift(number, 0.5 * (first + last));
  const bool before = band.at - first < last - band.at;
  const double beyond = before ? edge(number - 1) : edge(number + 2);
  step.across_edge = before ? shift(number - 1, 0.5 * (beyond + first)) : shift(number + 1, 0.5 * (last + beyond));
  step.to_edge = static_cast<float>((before ? band.at - first : last - band.at) * band.width);
  return step;
}

}  // namespace craton::crust
