#include "stages/crust/large_climate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>

#include <craton/base/floor_div.h>
#include <craton/base/hash.h>
#include <craton/base/math.h>

#include "base/smooth_step.h"
#include "stages/crust/large_curves.h"
#include "stages/noise_on.h"

namespace craton::large {
namespace {

constexpr double turn = 6.283185307179586;
constexpr std::uint32_t block_side = 16;

enum NoiseName { bend, warm, moist, noise_count };

/// Metres upwind, from near to far.
constexpr std::array<double, 14> upwind = {30e3,  60e3,  95e3,  135e3, 180e3, 235e3,  300e3,
                                           380e3, 470e3, 580e3, 710e3, 860e3, 1030e3, 1230e3};

/// What rain would be where the air is full of water, by the square of the latitude's sine: wet at the equator, dry where air
/// sinks, wet again under the storms of the westerlies, dry at the poles.
double zonal_rain(double square) {
  constexpr std::array<std::array<double, 2>, 9> points = {
      {{0, 2700}, {0.03, 2350}, {0.09, 1400}, {0.18, 900}, {0.30, 950}, {0.48, 1350}, {0.62, 1250}, {0.80, 620}, {1, 280}}};
  for (std::size_t i = 1; i < points.size(); ++i)
    if (square <= points[i][0]) {
      const double t = smooth_step(points[i - 1][0], points[i][0], square);
      return points[i - 1][1] + t * (points[i][1] - points[i - 1][1]);
    }
  return points.back()[1];
}

struct Ground {
  float land = 0, height = 0;
};

constexpr std::int64_t ground_side = 8;
using GroundBlock = std::array<Ground, ground_side * ground_side>;

std::shared_ptr<const GroundBlock> make_ground(const KnotMaker& maker, std::int64_t step, std::int64_t column, std::int64_t row) {
  std::array<Knot, ground_side * ground_side> knots;
  maker.fill({column * ground_side, row * ground_side, ground_side, ground_side, step}, knots);
  auto block = std::make_shared<GroundBlock>();
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const float height = height_of_crust(knots[i].crust) + knots[i].uplift;
    (*block)[i] = {smooth_step(-250.0F, 150.0F, height), std::max(height, 0.0F)};
  }
  return block;
}

}  // namespace

/// Blocks of ground that were made lately. Which ones these are changes no bit.
class ClimateMaker::Kept {
 public:
  explicit Kept(std::int64_t step) : step_(step) {}

  std::int64_t step() const { return step_; }  ///< of the lattice on which ground is known, in knots
  std::shared_ptr<const GroundBlock> block(const KnotMaker& maker, std::int64_t column, std::int64_t row) {
    Slot& slot = slots_[mix64(static_cast<std::uint64_t>(column) + mix64(static_cast<std::uint64_t>(row))) % slots_.size()];
    {
      const std::lock_guard lock(mutex_);
      if (slot.block && slot.column == column && slot.row == row) return slot.block;
    }
    auto made = make_ground(maker, step_, column, row);
    const std::lock_guard lock(mutex_);
    slot = {column, row, made};
    return made;
  }

 private:
  struct Slot {
    std::int64_t column = 0, row = 0;
    std::shared_ptr<const GroundBlock> block;
  };
  std::int64_t step_;
  std::mutex mutex_;
  std::array<Slot, 2048> slots_;
};

namespace {

/// Ground on a lattice around some places, made where it is asked for.
template <class Kept>
class GroundAround {
 public:
  GroundAround(const KnotMaker& maker, Kept& kept, Point2 low, Point2 high, double metres)
      : maker_(maker), kept_(kept), units_(kept.step() * knot_step) {
    const auto more = static_cast<std::int64_t>(metres * units_per_metre) + 2 * units_;
    x_ = floor_div(low.x - more, units_ * ground_side);
    y_ = floor_div(low.y - more, units_ * ground_side);
    columns_ = floor_div(high.x + more, units_ * ground_side) - x_ + 1;
    blocks_.resize(static_cast<std::size_t>(columns_ * (floor_div(high.y + more, units_ * ground_side) - y_ + 1)));
  }

  /// So many metres from a place: between the four knots around.
  Ground at(Point2 place, double right, double down) {
    const double size = static_cast<double>(units_);
    std::int64_t x = floor_div(place.x, units_), y = floor_div(place.y, units_);
    right = (static_cast<double>(place.x - x * units_) + right * units_per_metre) / size;
    down = (static_cast<double>(place.y - y * units_) + down * units_per_metre) / size;
    const double across = std::floor(right), along = std::floor(down);
    x += static_cast<std::int64_t>(across);
    y += static_cast<std::int64_t>(along);
    const auto u = static_cast<float>(right - across), v = static_cast<float>(down - along);
    const Ground a = knot(x, y), b = knot(x + 1, y), c = knot(x, y + 1), d = knot(x + 1, y + 1);
    const auto mix = [](float p, float q, float t) { return p + t * (q - p); };
    return {mix(mix(a.land, b.land, u), mix(c.land, d.land, u), v),
            mix(mix(a.height, b.height, u), mix(c.height, d.height, u), v)};
  }

 private:
  Ground knot(std::int64_t x, std::int64_t y) {
    const std::int64_t column = floor_div(x, ground_side), row = floor_div(y, ground_side);
    std::shared_ptr<const GroundBlock>& block = blocks_[static_cast<std::size_t>((row - y_) * columns_ + column - x_)];
    if (!block) block = kept_.block(maker_, column, row);
    return (*block)[static_cast<std::size_t>((y - row * ground_side) * ground_side + x - column * ground_side)];
  }

  const KnotMaker& maker_;
  Kept& kept_;
  std::int64_t units_, x_ = 0, y_ = 0, columns_ = 0;
  std::vector<std::shared_ptr<const GroundBlock>> blocks_;
};

}  // namespace

Result<ClimateMaker> ClimateMaker::make(const LargeLandParams& params, Seed seed, const KnotMaker& knots) {
  ClimateMaker maker(params, knots);
  CRATON_TRY(maker.round_, Frequency::per_metre(0.25 / params.pole_distance));
  // Where the walk begins: at this latitude, on its way to the pole.
  maker.start_ = static_cast<std::uint64_t>(std::floor((params.latitude / 360 + 1) * 0x1p53)) << 11;
  constexpr std::array<const char*, noise_count> names = {"climate bend", "warmth", "moisture"};
  const std::array<double, noise_count> lengths = {0.52 * params.pole_distance, 0.34 * params.pole_distance,
                                                   700e3 * params.scale};
  for (std::size_t i = 0; i < noise_count; ++i) {
    CRATON_TRY(Noise noise, Noise::make(rough_noise(lengths[i], 3), seed.child(names[i])));
    maker.noise_.push_back(std::move(noise));
  }
  maker.near_ = std::make_shared<Kept>(climate_step);
  maker.sparse_ = std::make_shared<Kept>(4 * climate_step);
  return maker;
}

void ClimateMaker::fill(const KnotRect& rect, std::span<ClimateKnot> knots) const {
  for (std::uint32_t top = 0; top < rect.height; top += block_side)
    for (std::uint32_t left = 0; left < rect.width; left += block_side) {
      const KnotRect block{rect.x + left, rect.y + top, std::min(block_side, rect.width - left),
                           std::min(block_side, rect.height - top), rect.step};
      fill_block(block, knots.subspan(std::size_t{top} * rect.width + left), rect.width);
    }
}

void ClimateMaker::fill_block(const KnotRect& rect, std::span<ClimateKnot> knots, std::size_t stride) const {
  const std::int64_t step = climate_step * knot_step;
  const Grid2 grid{{rect.x * step, rect.y * step}, {step, step}, rect.width, rect.height};
  std::vector<Point2> places;
  for (std::uint32_t row = 0; row < rect.height; ++row)
    for (std::uint32_t column = 0; column < rect.width; ++column)
      places.push_back({grid.origin.x + step * column, grid.origin.y + step * row});
  std::vector<float> noise(noise_count * places.size());
  for (std::size_t i = 0; i < noise_count; ++i)  // made for the plane: cannot fail
    (void)noise_[i].grid(grid, std::span(noise).subspan(i * places.size(), places.size()), {.threads = 1});
  std::vector<ClimateKnot> made(places.size());
  finish(places, noise, *near_, made);
  for (std::uint32_t row = 0; row < rect.height; ++row)
    std::copy_n(made.begin() + std::ptrdiff_t{row} * rect.width, rect.width,
                knots.begin() + static_cast<std::ptrdiff_t>(row * stride));
}

void ClimateMaker::sparse(std::span<const Point2> places, std::span<ClimateKnot> knots) const {
  std::vector<float> noise(noise_count * places.size());
  for (std::size_t i = 0; i < noise_count; ++i)  // made for the plane: cannot fail
    (void)noise_[i].points(places, std::span(noise).subspan(i * places.size(), places.size()), {.threads = 1});
  finish(places, noise, *sparse_, knots);
}

ClimateMaker::Belt ClimateMaker::belt(std::int64_t y, double bend, double warm) const {
  // South is where y grows; the walk goes north.
  const std::uint64_t walked = start_ - lattice_coordinate(y, round_).fraction;
  const double angle = turn * (static_cast<double>(walked >> 11) * 0x1p-53 + 0.09 * bend);
  const double sine = math::sin(angle), cosine = math::cos(angle), square = sine * sine;
  // Trade winds from the east up to 30°, westerlies to 60°, and again from the east. Signs along y turn with hemisphere and side.
  const double east = -1.0 + 2.0 * smooth_step(0.12, 0.40, square) - 1.7 * smooth_step(0.68, 0.88, square);
  const double poleward = -0.75 + 1.35 * smooth_step(0.14, 0.36, square) - 1.2 * smooth_step(0.66, 0.86, square);
  const double pole_is_north = 2 * smooth_step(-0.12, 0.12, sine * cosine) - 1;
  const double south = -poleward * pole_is_north, speed = std::sqrt(east * east + south * south + 0.02);
  return {square, east / speed, south / speed, 27.5 - square * (28 + 24 * square) + 7 * warm + params_.warmth};
}

void ClimateMaker::finish(std::span<const Point2> places, std::span<const float> noise, Kept& kept,
                          std::span<ClimateKnot> knots) const {
  if (places.empty()) return;
  const double scale = params_.scale;
  const auto [left, right] = std::ranges::minmax(places, {}, &Point2::x);
  const auto [top, bottom] = std::ranges::minmax(places, {}, &Point2::y);
  GroundAround ground(knots_, kept, {left.x, top.y}, {right.x, bottom.y}, upwind.back() * scale);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto value = [&](NoiseName name) { return static_cast<double>(noise[name * places.size() + i]); };
    const Belt belt = this->belt(places[i].y, value(bend), value(warm));
    // The air's way here, from afar: it takes up water over the sea, and leaves it on land and where it climbs.
    double water = 0.55, last_height = 0, last = upwind.back() + 200e3, lifted = 0;
    for (std::size_t k = upwind.size() + 1; k-- > 0;) {
      const double metres = k == 0 ? 0 : upwind[k - 1];
      const Ground here = ground.at(places[i], -belt.wind_x * metres * scale, -belt.wind_y * metres * scale);
      const double way = last - metres, land = static_cast<double>(here.land), height = static_cast<double>(here.height);
      water += (1 - land) * (1 - water) * way / (way + 360e3);
      const double climb = std::max(height - last_height, 0.0);
      water /= 1 + land * way / 5200e3;
      water /= 1 + climb / 1900;
      lifted = 0.62 * lifted + climb;
      last = metres;
      last_height = height;
    }
    const double uplift = lifted / (lifted + 900), share = water * (0.95 + 1.9 * uplift) + 0.05;
    const double rain = zonal_rain(belt.square) * share * (1 + 0.9 * value(moist)) * params_.wetness;
    // Seasons are mild at the equator and where the air comes from the sea.
    const double season = std::sqrt(belt.square) * (5 + 26 * (1 - water));
    knots[i] = {static_cast<float>(belt.warmth), static_cast<float>(std::max(rain, 8.0)), static_cast<float>(season)};
  }
}

}  // namespace craton::large
