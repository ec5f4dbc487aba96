#include "worlds/planet_bends.h"

#include <cmath>
#include <string_view>

#include "stages/noise_on.h"
#include "surface/vectors.h"

namespace craton::zoom {
namespace {

// In cells of the planet: below what would fold the ground, and coasts move by less than half a cell.
constexpr double bend_distance = 1.0, bend_wave = 2.2;
constexpr int octaves = 9;

}  // namespace

Seed detail_seed(std::uint64_t planet_seed) { return Seed{planet_seed}.child("zoom"); }

NoiseSpec detail_noise(double length, double persistence) {
  NoiseSpec spec = rough_noise(length, octaves);
  spec.params.set("persistence", persistence);
  return spec;
}

std::vector<Point3> points_on(std::span<const Vec3d> directions, double radius) {
  std::vector<Point3> points;
  points.reserve(directions.size());
  const double scale = radius * static_cast<double>(units_per_metre);
  const auto units = [&](double part) { return static_cast<std::int64_t>(std::floor(part * scale + 0.5)); };
  for (const Vec3d& direction : directions) points.push_back({units(direction.x), units(direction.y), units(direction.z)});
  return points;
}

Result<PlanetBends> PlanetBends::make(const CubeSphere& sphere, Seed seed) {
  PlanetBends bends(sphere.radius(), bend_distance * sphere.spacing() / sphere.radius());
  for (const std::string_view axis : {"x", "y", "z"}) {
    CRATON_TRY(Noise noise, Noise::make(detail_noise(bend_wave * sphere.spacing(), 0.5), seed.child("bends").child(axis)));
    bends.noises_.push_back(std::move(noise));
  }
  return bends;
}

std::vector<Vec3d> PlanetBends::offsets(std::span<const Vec3d> directions) const {
  const std::vector<Point3> points = points_on(directions, radius_);
  std::vector<Vec3d> all(directions.size());
  std::vector<float> values(directions.size());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    (void)noises_[axis].points(points, values, {.threads = 1});
    for (std::size_t i = 0; i < all.size(); ++i)
      (axis == 0 ? all[i].x : axis == 1 ? all[i].y : all[i].z) = distance_ * double{values[i]};
  }
  return all;
}

std::vector<Vec3d> PlanetBends::moved(std::span<const Vec3d> directions) const {
  std::vector<Vec3d> places = offsets(directions);
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = places[i] + directions[i];
    places[i] = places[i] * (1 / length(places[i]));
  }
  return places;
}

std::vector<Vec3d> PlanetBends::moved_back(std::span<const Vec3d> directions) const {
  std::vector<Vec3d> places(directions.begin(), directions.end());
  for (int round = 0; round < 4; ++round) {  // bends are gentle: each round is several times nearer
    const std::vector<Vec3d> by = offsets(places);
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i] = directions[i] - by[i];
      places[i] = places[i] * (1 / length(places[i]));
    }
  }
  return places;
}

}  // namespace craton::zoom
