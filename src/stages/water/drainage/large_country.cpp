#include "stages/water/drainage/large_country.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math_kernels.h"
#include "base/smooth_step.h"
#include "stages/noise_on.h"
#include "stages/water/drainage/kept_tiles.h"

namespace craton::drainage {
namespace {

constexpr double shore_slope = 0.012;  // height by which a coast moves a metre
constexpr int shore_octaves = 9;
constexpr double coast = 200;  // metres: higher and deeper ground knows no shore
/// All octaves bend directions alike.
constexpr double bend_length = 260e3, bend_ratio = 3.2, bend_metres = 27e3;
constexpr int bend_octaves = 5;
constexpr double cliff_length = 9000;
constexpr double district_length = 8000;
constexpr int district_octaves = 4;
constexpr std::int64_t tile_cells = 8;  // each costs much
constexpr std::size_t kept_sites = 1024;

NoiseSpec fractal(double length, int octaves, double persistence) {
  NoiseSpec spec = rough_noise(length, octaves);
  spec.params.set("persistence", persistence);
  return spec;
}

Field field_at(const LargeGround& ground) {
  return field_of(ground.height, ladder_ruggedness(ground.rugged), ground.rain, ground.temperature);
}

class LargeCountry final : public Country {
 public:
  LargeCountry(LargeLand land, Bends bends, Noise shore, Noise cliffs, Noise district, Seed seed)
      : land_(std::move(land)),
        bends_(std::move(bends)),
        shore_(std::move(shore)),
        cliffs_(std::move(cliffs)),
        district_(std::move(district)),
        seed_(seed) {}

  const Lattice& lattice() const override { return lattice_; }

  void bend(std::span<Point2> places) const override { bends_.bend(places, places); }

  Level uppermost(const Laws& laws, const Rect& rect) const override {
    const auto sites = [&](const Rect& cells) { return large_sites(*this, seed_, cells); };
    return large_streams(laws, seed_, sites_.gather(lattice_, 0, needed_sites(rect), tile_cells, sites), rect);
  }

  void fields(std::span<const Point2> places, std::span<Field> fields) const override {
    std::vector<LargeGround> ground(places.size());
    land_.at(places, ground);
    std::transform(ground.begin(), ground.end(), fields.begin(), field_at);
  }

  void sparse_fields(std::span<const Point2> places, std::span<Field> found) const override {
    std::vector<LargeGround> ground(places.size());
    land_.sparse(places, ground);
    std::transform(ground.begin(), ground.end(), found.begin(), field_at);
  }

  void districts(std::span<const Point2> places, std::span<double> factors) const override {
    std::vector<float> noise(places.size());
    (void)district_.points(places, noise, {.threads = 1});  // made for the plane: cannot fail
    std::transform(noise.begin(), noise.end(), factors.begin(), district_factor);
  }

  void shores(std::span<const Point2> places, std::span<const double> heights, std::span<Shore> shores) const override {
    constexpr double metres_of_noise = 0.56 * shore_noise_metres * shore_slope;
    std::vector<Point2> beside;
    for (std::size_t i = 0; i < places.size(); ++i)
      if (std::abs(heights[i]) < coast) beside.push_back(places[i]);
    std::vector<float> noise(beside.size()), cliffs(beside.size());
    (void)shore_.points(beside, noise, {.threads = 1});  // made for the plane: cannot fail
    (void)cliffs_.points(beside, cliffs, {.threads = 1});
    std::size_t next = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double height = heights[i];
      shores[i] = {.height = height, .drowns = true};
      if (std::abs(height) >= coast) continue;
      const double fade = 1 - std::abs(height) / coast;
      shores[i].height = height + fade * metres_of_noise * static_cast<double>(noise[next]);
      shores[i].cliffs = smooth_step(-0.12, 0.12, static_cast<double>(cliffs[next++]));
    }
  }

  Result<void> grid(const Grid2& grid, const Layers& layers, const Execution& execution) const override {
    return land_.grid(grid, {layers.height, layers.rugged, layers.rain, layers.temperature, {}}, execution);
  }

 private:
  Lattice lattice_;
  LargeLand land_;
  Bends bends_;
  Noise shore_, cliffs_, district_;
  Seed seed_;
  mutable KeptTiles sites_{kept_sites};
};

}  // namespace

Result<Bends> Bends::make(double length, double metres, Seed seed, const NoiseRepeat& repeat) {
  NoiseSpec spec = fractal(length, bend_octaves, 1 / bend_ratio);
  spec.params.set("lacunarity", bend_ratio);
  CRATON_TRY(Noise x, Noise::make(spec, seed.child("bend x"), repeat));
  CRATON_TRY(Noise y, Noise::make(spec, seed.child("bend y"), repeat));
  return Bends(metres, std::move(x), std::move(y));
}

void Bends::bend(std::span<const Point2> images, std::span<Point2> places) const {
  std::vector<float> x(images.size()), y(images.size());
  (void)x_.points(images, x, {.threads = 1});  // made for the plane: cannot fail
  (void)y_.points(images, y, {.threads = 1});
  const auto units = [&](float noise) {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(noise) * metres_ * units_per_metre + 0.5));
  };
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = {places[i].x + units(x[i]), places[i].y + units(y[i])};
}

NoiseSpec shore_noise() { return fractal(shore_noise_metres, shore_octaves, 0.5); }
NoiseSpec district_noise() { return fractal(district_length, district_octaves, 0.7); }
double district_factor(float noise) { return math::kernel::exp(4.0 * static_cast<double>(noise)); }

double runoff_of(double rain, double temperature) {
  constexpr double from_millimetres = 1e-3 / 31'557'600;  // mm a year to m/s
  // Turc (1954): what does not evaporate.
  const double fallen = std::max(rain, 0.0);
  const double warm = std::clamp(temperature, 0.0, 30.0), power = 300 + 25 * warm + 0.05 * warm * warm * warm;
  const double ratio = fallen / power, evaporated = fallen / std::sqrt(0.9 + ratio * ratio);
  const double runoff = std::max(fallen - evaporated, 0.03 * fallen);
  return runoff * from_millimetres;
}

Field field_of(double height, double rugged, double rain, double temperature) {
  const double runoff = runoff_of(rain, temperature);
  // Ice left most lakes. Where no water runs off, they dry up.
  constexpr double millimetres = 1e3 * 31'557'600;
  const double cold = std::clamp((9 - temperature) / 9, 0.0, 1.0), wet = std::clamp((runoff * millimetres - 60) / 200, 0.0, 1.0);
  return {height, rugged, runoff, wet * (0.015 + 0.09 * cold)};
}

double ladder_ruggedness(double rugged) {
  const double within = std::clamp(rugged, 0.0, 1.0);
  return std::max(within * std::sqrt(within), 0.008);
}

Result<std::shared_ptr<const Country>> make_large_country(const LargeLandParams& params, Seed seed) {
  CRATON_TRY(LargeLand land, LargeLand::make(params, seed.child("large")));
  CRATON_TRY(Bends bends, Bends::make(bend_length, bend_metres, seed, {}));
  CRATON_TRY(Noise shore, Noise::make(shore_noise(), seed.child("shore")));
  CRATON_TRY(Noise cliffs, Noise::make(rough_noise(cliff_length, 3), seed.child("cliffs")));
  CRATON_TRY(Noise district, Noise::make(district_noise(), seed.child("districts")));
  return std::shared_ptr<const Country>(std::make_shared<LargeCountry>(
      std::move(land), std::move(bends), std::move(shore), std::move(cliffs), std::move(district), seed.child("drainage")));
}

}  // namespace craton::drainage
