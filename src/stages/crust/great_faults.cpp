// Poisson faulting: Mandelbrot (1982), "The fractal geometry of nature", and Voss (1985), "Random fractal forgeries": great
// circles at random, along each of which one half of the planet rises against the other; many of them make a fractal relief.
// Central planes give antipodes opposite heights; planes off the centre do not. Most of what a hemisphere's step makes is one
// side of the planet higher than the other; where each new fault rises on the side that lies lower, continents lie all around.
//
// On a map that closes onto itself no single straight line parts one side from another: there faults are circles, which is what
// a plane cuts out of a sphere, too.
#include "stages/crust/great_faults.h"

#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "base/parallel.h"
#include "stages/compute/branch_free.h"
#include "stages/relief/scatter.h"

namespace craton::crust {
namespace {

using relief::Dice;

constexpr double turn = 2 * 3.14159265358979323846;
constexpr float sharp = 1e30F;     // by any distance but 0 more than a step is wide
constexpr float rounding = 4e-6F;  // more than sums of three products of numbers near 1 are off

/// −1 … 1, odd: so much of a step has risen.
[[gnu::always_inline]] inline float risen(float side) {
  const float t = greater(-1.0F, lesser(side, 1.0F));
  return t * (1.5F - 0.5F * (t * t));
}

/// The shorter way around.
[[gnu::always_inline]] inline float shorter(float way, float period, float half) {
  return way - chosen(way > half, period, chosen(way < -half, -period, 0.0F));
}

}  // namespace

FaultBall ball_around(std::span<const float> x, std::span<const float> y, std::span<const float> z) {
  const auto middle = [](std::span<const float> along) {
    const auto [low, high] = std::minmax_element(along.begin(), along.end());
    return (*low + *high) / 2;
  };
  FaultBall ball{middle(x), middle(y), middle(z), 0};
  float square = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float dx = x[i] - ball.x, dy = y[i] - ball.y, dz = z[i] - ball.z;
    square = std::max(square, dx * dx + dy * dy + dz * dz);
  }
  ball.radius = std::sqrt(square);
  return ball;
}

GreatFault GreatFaults::plane(double off_centre, double half_width, std::uint64_t random) {
  Dice dice(random);
  const double z = dice.between(-1, 1), angle = dice.between(0, turn), flat = std::sqrt(1 - z * z);
  const double edge = dice.between(-off_centre, off_centre);
  // Along the ground a step is wider than along the normal.
  const double half = half_width * std::sqrt(1 - edge * edge);
  return {static_cast<float>(flat * math::cos(angle)),
          static_cast<float>(flat * math::sin(angle)),
          static_cast<float>(z),
          static_cast<float>(edge),
          static_cast<float>(half),
          half > 1e-9 ? static_cast<float>(1 / half) : sharp,
          dice.unit() < 0.5 ? -1.0F : 1.0F};
}

GreatFault GreatFaults::circle(double off_centre, double half_width, std::uint64_t random) {
  Dice dice(random);
  const double along_x = dice.unit(), along_y = dice.unit(), edge = dice.between(-off_centre, off_centre);
  // A map with borders has circles around it, too.
  const bool open_x = half_x_ > width_, open_y = half_y_ > height_;
  return {static_cast<float>(open_x ? along_x * (double{width_} + 1) - 0.5 : along_x * double{width_}),
          static_cast<float>(open_y ? along_y * (double{height_} + 1) - 0.5 : along_y * double{height_}),
          0,
          static_cast<float>(0.5 * std::sqrt(1 - edge * edge)),
          static_cast<float>(half_width),
          half_width > 1e-9 ? static_cast<float>(1 / half_width) : sharp,
          dice.unit() < 0.5 ? -1.0F : 1.0F};
}

GreatFaults::GreatFaults(const Domain& domain, const FaultLaw& law, Seed seed) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    sphere_ = true;
    metres_ = sphere->radius();
  } else if (const auto* map = std::get_if<Torus>(&domain)) {
    const double width = map->spacing() * map->size().width, height = map->spacing() * map->size().height;
    metres_ = std::min(width, height);
    width_ = static_cast<float>(width / metres_);
    height_ = static_cast<float>(height / metres_);
    if (map->wraps_x()) half_x_ = width_ / 2;
    if (map->wraps_y()) half_y_ = height_ / 2;
  }
  const double half_width = law.width / 2 / metres_;
  double tilt_x = 0, tilt_y = 0, tilt_z = 0;
  for (int i = 0; i < law.count; ++i) {
    const std::uint64_t random = relief::cell_random(seed, static_cast<std::uint64_t>(i), 0, 0);
    GreatFault fault = sphere_ ? plane(law.off_centre, half_width, random) : circle(law.off_centre, half_width, random);
    const double size = law.fall == 0 ? 1 : math::pow(i + 1.0, -law.fall);
    const auto edge = double{fault.edge};
    if (sphere_) {
      // A step of 1 raises one side of the world over the other by so much (its part of degree one).
      const double tilt = size * (1 - edge * edge);
      const double there = tilt_x * double{fault.x} + tilt_y * double{fault.y} + tilt_z * double{fault.z};
      if (law.balanced && there != 0) fault.step = there > 0 ? -1.0F : 1.0F;
      tilt_x += tilt * double{fault.step * fault.x};
      tilt_y += tilt * double{fault.step * fault.y};
      tilt_z += tilt * double{fault.step * fault.z};
    }
    fault.step *= static_cast<float>(size);
    // A cap's share of a sphere is linear in where the plane is.
    const double share = sphere_ ? (1 - edge) / 2 : turn / 2 * edge * edge / (double{width_} * double{height_});
    mean_ += double{fault.step} * (2 * share - 1);
    faults_.push_back(fault);
  }
}

double GreatFaults::choose(std::span<const GreatFault> from, const FaultBall& ball, std::vector<GreatFault>& chosen_ones) const {
  double sum = 0;
  for (const GreatFault& fault : from) {
    float side = 0;
    if (sphere_) {
      side = ball.x * fault.x + ball.y * fault.y + ball.z * fault.z - fault.edge;
    } else {
      const float x = shorter(ball.x - fault.x, width_, half_x_), y = shorter(ball.y - fault.y, height_, half_y_);
      side = fault.edge - std::sqrt(x * x + y * y);
    }
    if (std::abs(side) > ball.radius + fault.half_width + rounding)
      sum += double{side > 0 ? fault.step : -fault.step};
    else
      chosen_ones.push_back(fault);
  }
  return sum;
}

void GreatFaults::add(std::span<const GreatFault> faults, const FaultPlaces& places, std::span<float> sums) const {
  const float *x = places.x.data(), *y = places.y.data(), *z = places.z.data();
  float* out = sums.data();
  const float width = width_, height = height_, half_x = half_x_, half_y = half_y_;
  const std::size_t count = places.count;
  for (const GreatFault fault : faults) {
    if (sphere_)
      for (std::size_t i = 0; i < count; ++i)
        out[i] += fault.step * risen((x[i] * fault.x + y[i] * fault.y + z[i] * fault.z - fault.edge) * fault.per_distance);
    else
      for (std::size_t i = 0; i < count; ++i) {
        const float dx = shorter(x[i] - fault.x, width, half_x), dy = shorter(y[i] - fault.y, height, half_y);
        out[i] += fault.step * risen((fault.edge - std::sqrt(dx * dx + dy * dy)) * fault.per_distance);
      }
  }
}

/// A spiral of equal areas on a sphere (Swinbank & Purser 2006), an even sequence on a map (Roberts 2018).
FaultPlaces GreatFaults::even_places(std::uint64_t first, std::uint64_t count) const {
  const auto part = [](std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; };
  FaultPlaces places;
  for (; places.count < FaultPlaces::capacity; ++places.count) {
    const std::uint64_t index = first + places.count;
    if (sphere_) {
      const double z = 1 - (2 * static_cast<double>(index) + 1) / static_cast<double>(count), flat = std::sqrt(1 - z * z);
      const double angle = part(index * 0x9E3779B97F4A7C15U) * turn;
      places.x[places.count] = static_cast<float>(flat * math::cos(angle));
      places.y[places.count] = static_cast<float>(flat * math::sin(angle));
      places.z[places.count] = static_cast<float>(z);
    } else {
      places.x[places.count] = static_cast<float>(part(index * 0xC13FA9A902A6328FU)) * width_;
      places.y[places.count] = static_cast<float>(part(index * 0x91E10DA5C79E7B1DU)) * height_;
    }
  }
  return places;
}

Result<double> GreatFaults::deviation(const Execution& execution) const {
  constexpr std::uint64_t count = 2048;
  std::vector<float> sums(count, 0.0F);
  const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(parallel_blocks(count, FaultPlaces::capacity, quiet, [&](std::uint64_t begin, std::uint64_t) {
    add(faults_, even_places(begin, count), std::span(sums).subspan(begin, FaultPlaces::capacity));
  }));
  double sum = 0, squares = 0;
  for (const float each : sums) {
    sum += double{each};
    squares += double{each} * double{each};
  }
  const double mean = sum / count;
  return std::sqrt(std::max(0.0, squares / count - mean * mean));
}

}  // namespace craton::crust
