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
constexpr double knot_metres = 8192.0 * climate_step;

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

std::shared_ptr<const GroundBlock> make_ground(const KnotMaker& maker, std::int64_t column, std::int64_t row) {
  std::array<Knot, ground_side * ground_side> knots;
  maker.fill({column * ground_side, row * ground_side, ground_side, ground_side, climate_step}, knots);
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
  std::shared_ptr<const GroundBlock> block(const KnotMaker& maker, std::int64_t column, std::int64_t row) {
    Slot& slot = slots_[mix64(static_cast<std::uint64_t>(column) + mix64(static_cast<std::uint64_t>(row))) % slots_.size()];
    {
      const std::lock_guard lock(mutex_);
      if (slot.block && slot.column == column && slot.row == row) return slot.block;
    }
    auto made = make_ground(maker, column, row);
    const std::lock_guard lock(mutex_);
    slot = {column, row, made};
    return made;
  }

 private:
  struct Slot {
    std::int64_t column = 0, row = 0;
    std::shared_ptr<const GroundBlock> block;
  };
  std::mutex mutex_;
  std::array<Slot, 2048> slots_;
};

namespace {

/// Ground at climate knots around a block, made where it is asked for.
template <class Kept>
class GroundAround {
 public:
  GroundAround(const KnotMaker& maker, Kept& kept, const KnotRect& rect, std::int64_t around)
      : maker_(maker),
        kept_(kept),
        x_(floor_div(rect.x - around, ground_side)),
        y_(floor_div(rect.y - around, ground_side)),
        columns_(floor_div(rect.x + rect.width + around, ground_side) - x_ + 1),
        rows_(floor_div(rect.y + rect.height + around, ground_side) - y_ + 1),
        blocks_(static_cast<std::size_t>(columns_ * rows_)) {}

  /// At a place in steps of the lattice from the knot (x, y): between the four knots around.
  Ground at(std::int64_t x, std::int64_t y, double right, double down) {
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
  std::int64_t x_, y_, columns_, rows_;
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
  maker.kept_ = std::make_shared<Kept>();
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
  std::array<std::array<float, std::size_t{block_side} * block_side>, noise_count> noise;
  const Execution alone{.threads = 1};
  for (std::size_t i = 0; i < noise_count; ++i)
    (void)noise_[i].grid(grid, std::span(noise[i]).first(rect.count()), alone);  // made for the plane: cannot fail
  const double scale = params_.scale;
  GroundAround ground(knots_, *kept_, rect, static_cast<std::int64_t>(upwind.back() * scale / knot_metres) + 3);
  for (std::uint32_t row = 0; row < rect.height; ++row)
    for (std::uint32_t column = 0; column < rect.width; ++column) {
      const std::size_t i = std::size_t{row} * rect.width + column;
      const auto value = [&](NoiseName name) { return static_cast<double>(noise[name][i]); };
      // South is where y grows; the walk goes north.
      const LatticeCoordinate walked = lattice_coordinate(grid.origin.y + step * row, round_);
      const std::uint64_t place = start_ - walked.fraction;
      const double angle = turn * (static_cast<double>(place >> 11) * 0x1p-53 + 0.09 * value(bend));
      const double sine = math::sin(angle), cosine = math::cos(angle), square = sine * sine;

      // Trade winds from the east up to 30°, westerlies to 60°, and again from the east. Signs along y turn with hemisphere and
      // side.
      const double east = -1.0 + 2.0 * smooth_step(0.12, 0.40, square) - 1.7 * smooth_step(0.68, 0.88, square);
      const double poleward = -0.75 + 1.35 * smooth_step(0.14, 0.36, square) - 1.2 * smooth_step(0.66, 0.86, square);
      const double pole_is_north = 2 * smooth_step(-0.12, 0.12, sine * cosine) - 1;
      double wind_x = east, wind_y = -poleward * pole_is_north;
      const double speed = std::sqrt(wind_x * wind_x + wind_y * wind_y + 0.02);
      wind_x /= speed;
      wind_y /= speed;

      const double warmth = 27.5 - square * (28 + 24 * square) + 7 * value(warm) + params_.warmth;

      // The air's way here, from afar.
      const auto cell_x = rect.x + column, cell_y = rect.y + row;
      const auto look = [&](double metres) {
        return ground.at(cell_x, cell_y, -wind_x * metres / knot_metres, -wind_y * metres / knot_metres);
      };
      double water = 0.55, last_height = 0, last = upwind.back() + 200e3;
      double lifted = 0;
      for (std::size_t k = upwind.size() + 1; k-- > 0;) {
        const double metres = k == 0 ? 0 : upwind[k - 1];
        const Ground here = look(metres * scale);
        const double way = last - metres, land = static_cast<double>(here.land), height = static_cast<double>(here.height);
        water += (1 - land) * (1 - water) * way / (way + 360e3);
        const double climb = std::max(height - last_height, 0.0);
        water /= 1 + land * way / 5200e3;
        water /= 1 + climb / 1900;
        lifted = 0.62 * lifted + climb;
        last = metres;
        last_height = height;
      }
      const double uplift = lifted / (lifted + 900);
      const double share = water * (0.95 + 1.9 * uplift) + 0.05;
      const double rain = zonal_rain(square) * share * (1 + 0.9 * value(moist)) * params_.wetness;
      knots[std::size_t{row} * stride + column] = {static_cast<float>(warmth), static_cast<float>(std::max(rain, 8.0)),
                                                   static_cast<float>(wind_x), static_cast<float>(wind_y)};
    }
}

}  // namespace craton::large
