#include "stages/crust/large_land.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

#include <craton/base/floor_div.h>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "stages/crust/large_climate.h"
#include "stages/crust/large_curves.h"
#include "stages/crust/large_knots.h"
#include "stages/crust/large_octaves.h"
#include "stages/noise_on.h"

namespace craton {

using namespace large;

namespace {

constexpr float lapse = 0.0060F;  // °C a metre
/// What is left for octaves shorter than those of knots.
constexpr float coast_weight =
    static_cast<float>(0.85 * octave_gain * octave_gain * octave_gain * octave_gain * octave_gain * octave_gain);

/// Weights of the four knots around a place (uniform cubic B-spline), t after the second one.
struct Weights {
  float w[4];
};
Weights spline(float t) {
  const float u = 1 - t, t2 = t * t, u2 = u * u;
  return {{u2 * u * (1.0F / 6), (4 + 3 * t2 * (t - 2)) * (1.0F / 6), (4 + 3 * u2 * (u - 2)) * (1.0F / 6), t2 * t * (1.0F / 6)}};
}

/// A column or row of samples among knots.
struct Line {
  std::int64_t knot = 0;  ///< at or before it
  Weights weights{};
};
Line line(std::int64_t position, std::int64_t step) {
  const std::int64_t knot = floor_div(position, step);
  // 23 or 25 bits, of which a float keeps the upper 24: the same for whoever asks.
  return {knot, spline(static_cast<float>(position - knot * step) / static_cast<float>(step))};
}
std::vector<Line> lines(std::int64_t origin, std::int64_t step, std::uint32_t count, std::int64_t knots) {
  std::vector<Line> list(count);
  for (std::uint32_t i = 0; i < count; ++i) list[i] = line(origin + step * i, knots);
  return list;
}

/// Knots of one column of the lattice, between four rows of them.
template <class K>
std::array<float, sizeof(K) / sizeof(float)> between_rows(const K* knot, std::size_t stride, const Weights& y) {
  std::array<float, sizeof(K) / sizeof(float)> sum{};
  for (std::size_t j = 0; j < 4; ++j) {
    const float* values = reinterpret_cast<const float*>(knot + j * stride);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += y.w[j] * values[k];
  }
  return sum;
}
/// And then between four such columns.
template <std::size_t n>
std::array<float, n> between_columns(const std::array<float, n>* columns, const Weights& x) {
  std::array<float, n> sum{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < n; ++k) sum[k] += x.w[i] * columns[i][k];
  return sum;
}

/// Octaves shorter than knots can hold.
struct Short {
  float coast = 0, crests = 0;
};

/// All knots of a kind that places in a rectangle need.
template <class K>
class Around {
 public:
  Around(std::int64_t step) : step_(step) {}

  template <class Maker>
  void make(const Maker& maker, Point2 low, Point2 high) {
    const std::int64_t units = step_ * knot_step;
    rect_ = {floor_div(low.x, units) - 1, floor_div(low.y, units) - 1, 0, 0, step_};
    rect_.width = static_cast<std::uint32_t>(floor_div(high.x, units) + 3 - rect_.x);
    rect_.height = static_cast<std::uint32_t>(floor_div(high.y, units) + 3 - rect_.y);
    knots_.resize(rect_.count());
    maker.fill(rect_, knots_);
  }
  using Values = std::array<float, sizeof(K) / sizeof(float)>;

  Values at(Point2 place) const {
    const Line x = line(place.x, step_ * knot_step), y = line(place.y, step_ * knot_step);
    std::array<Values, 4> columns;
    const K* knot = &knots_[row_of(y) * rect_.width + column_of(x)];
    for (std::size_t i = 0; i < 4; ++i) columns[i] = between_rows(knot + i, rect_.width, y.weights);
    return between_columns(columns.data(), x.weights);
  }

  /// All columns at a row of samples, for `at`.
  void begin_row(const Line& y, std::vector<Values>& columns) const {
    columns.resize(rect_.width);
    const K* knot = &knots_[row_of(y) * rect_.width];
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = between_rows(knot + i, rect_.width, y.weights);
  }
  Values at(const std::vector<Values>& columns, const Line& x) const {
    return between_columns(columns.data() + column_of(x), x.weights);
  }

 private:
  std::size_t column_of(const Line& x) const { return static_cast<std::size_t>(x.knot - 1 - rect_.x); }
  std::size_t row_of(const Line& y) const { return static_cast<std::size_t>(y.knot - 1 - rect_.y); }

  std::int64_t step_;
  KnotRect rect_;
  std::vector<K> knots_;
};

/// Calls f(indices, low, high) for the places of each square of a lattice that has some.
template <class F>
void for_each_group(std::span<const Point2> places, std::int64_t side, F&& f) {
  const auto square = [&](std::size_t i) { return std::pair(floor_div(places[i].y, side), floor_div(places[i].x, side)); };
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(square(i), i); });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    Point2 low = places[order[begin]], high = low;
    for (end = begin; end < order.size() && square(order[end]) == square(order[begin]); ++end) {
      const Point2 place = places[order[end]];
      low = {std::min(low.x, place.x), std::min(low.y, place.y)};
      high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    }
    f(std::span(order).subspan(begin, end - begin), low, high);
  }
}

}  // namespace

class LargeLand::Impl {
 public:
  Impl(const LargeLandParams& params, KnotMaker knots, ClimateMaker climate, Noise coast, Noise crests)
      : detail_(static_cast<float>(params.detail)),
        knots_(std::move(knots)),
        climate_(std::move(climate)),
        coast_(std::move(coast)),
        crests_(std::move(crests)) {}

  Result<void> grid(const Grid2& grid, const Layers& layers, const Execution& execution) const {
    // Blocks of some knots at least: what is known of a knot serves many samples.
    const std::int64_t step = std::max<std::int64_t>(std::max(grid.step.x, grid.step.y), 1);
    const auto side = static_cast<std::uint32_t>(std::clamp<std::int64_t>(64 * knot_step / step, 128, 512));
    const std::uint32_t across = (grid.width + side - 1) / side, down = (grid.height + side - 1) / side;
    return parallel_blocks(std::uint64_t{across} * down, 1, execution, [&](std::uint64_t index, std::uint64_t) {
      const auto left = static_cast<std::uint32_t>(index % across) * side,
                 top = static_cast<std::uint32_t>(index / across) * side;
      const Grid2 part = part_of(grid, left, top, std::min(side, grid.width - left), std::min(side, grid.height - top));
      const Sink sink{layers, std::size_t{top} * grid.width + left, grid.width};
      if (std::max(grid.step.x, grid.step.y) > 2 * knot_step)
        fill_points(part, sink);
      else
        fill(part, sink);
    });
  }

  void points(std::span<const Point2> places, std::span<LargeGround> ground) const {
    const ShortOctaves octaves = short_octaves(places);
    Around<Knot> knots(1);
    Around<ClimateKnot> climate(climate_step);
    for_each_group(places, far, [&](std::span<const std::size_t> together, Point2 low, Point2 high) {
      climate.make(climate_, low, high);
      std::vector<Point2> near_places;
      for (const std::size_t i : together) near_places.push_back(places[i]);
      for_each_group(near_places, near, [&](std::span<const std::size_t> nearest, Point2 near_low, Point2 near_high) {
        knots.make(knots_, near_low, near_high);
        for (const std::size_t k : nearest) {
          const std::size_t i = together[k];
          ground[i] = finish(knots.at(places[i]), climate.at(places[i]), octaves.at(i));
        }
      });
    });
  }

  void sparse(std::span<const Point2> places, std::span<LargeGround> ground) const {
    const ShortOctaves octaves = short_octaves(places);
    for_each_group(places, far, [&](std::span<const std::size_t> together, Point2, Point2) {
      std::vector<Point2> here;
      for (const std::size_t i : together) here.push_back(places[i]);
      std::vector<Knot> knots(here.size());
      std::vector<ClimateKnot> climate(here.size());
      knots_.at(here, knots);
      climate_.sparse(here, climate);
      for (std::size_t k = 0; k < here.size(); ++k)
        ground[together[k]] = finish(std::bit_cast<Around<Knot>::Values>(knots[k]),
                                     std::bit_cast<Around<ClimateKnot>::Values>(climate[k]), octaves.at(together[k]));
    });
  }

 private:
  static constexpr std::int64_t near = 16 * knot_step, far = 32 * climate_step * knot_step;

  struct ShortOctaves {
    std::vector<float> coast, crests;
    Short at(std::size_t i) const { return {coast[i], crests[i]}; }
  };
  ShortOctaves short_octaves(std::span<const Point2> places) const {
    ShortOctaves octaves{std::vector<float>(places.size()), std::vector<float>(places.size())};
    (void)coast_.points(places, octaves.coast, {.threads = 1});  // made for the plane: cannot fail
    (void)crests_.points(places, octaves.crests, {.threads = 1});
    return octaves;
  }

  struct Sink {
    Layers layers;
    std::size_t first, stride;

    void put(std::uint32_t column, std::uint32_t row, const LargeGround& ground) const {
      const std::size_t to = first + row * stride + column;
      const auto store = [&](std::span<float> layer, double value) {
        if (!layer.empty()) layer[to] = static_cast<float>(value);
      };
      store(layers.height, ground.height);
      store(layers.rugged, ground.rugged);
      store(layers.rain, ground.rain);
      store(layers.temperature, ground.temperature);
      store(layers.season, ground.season);
    }
  };

  LargeGround finish(const Around<Knot>::Values& knot, const Around<ClimateKnot>::Values& climate, const Short& noise) const {
    const auto [crust, uplift, mountain, rugged, rough] = knot;
    float height = height_of_crust(crust + coast_weight * rough * noise.coast) + uplift;
    height += detail_ * mountain * 0.42F * (noise.crests - 0.45F);
    height += detail_ * rugged * 200 * noise.coast * smooth_step(0.0F, 120.0F, height);
    constexpr float ceiling = 4600, room = 2600;
    if (height > ceiling) height = ceiling + (height - ceiling) / (1 + (height - ceiling) / room);
    const float temperature = climate[0] - lapse * std::max(height, 0.0F);
    return {static_cast<double>(height), static_cast<double>(rugged), static_cast<double>(climate[1]),
            static_cast<double>(temperature), static_cast<double>(climate[2])};
  }

  void fill(const Grid2& grid, const Sink& sink) const {
    const Point2 last{grid.origin.x + grid.step.x * (grid.width - 1), grid.origin.y + grid.step.y * (grid.height - 1)};
    Around<Knot> knots(1);
    Around<ClimateKnot> climate(climate_step);
    knots.make(knots_, grid.origin, last);
    climate.make(climate_, grid.origin, last);
    std::vector<float> coast(grid.sample_count()), crests(grid.sample_count());
    const Execution alone{.threads = 1};
    (void)coast_.grid(grid, coast, alone);  // made for the plane: cannot fail
    (void)crests_.grid(grid, crests, alone);
    const std::vector<Line> x = lines(grid.origin.x, grid.step.x, grid.width, knot_step),
                            cx = lines(grid.origin.x, grid.step.x, grid.width, climate_step * knot_step),
                            y = lines(grid.origin.y, grid.step.y, grid.height, knot_step),
                            cy = lines(grid.origin.y, grid.step.y, grid.height, climate_step * knot_step);
    std::vector<Around<Knot>::Values> knot_columns;
    std::vector<Around<ClimateKnot>::Values> climate_columns;
    for (std::uint32_t row = 0; row < grid.height; ++row) {
      knots.begin_row(y[row], knot_columns);
      climate.begin_row(cy[row], climate_columns);
      for (std::uint32_t column = 0; column < grid.width; ++column) {
        const std::size_t i = std::size_t{row} * grid.width + column;
        sink.put(column, row,
                 finish(knots.at(knot_columns, x[column]), climate.at(climate_columns, cx[column]), {coast[i], crests[i]}));
      }
    }
  }

  /// Samples farther apart than knots.
  void fill_points(const Grid2& grid, const Sink& sink) const {
    std::vector<Point2> places;
    places.reserve(grid.sample_count());
    for (std::uint32_t row = 0; row < grid.height; ++row)
      for (std::uint32_t column = 0; column < grid.width; ++column)
        places.push_back({grid.origin.x + grid.step.x * column, grid.origin.y + grid.step.y * row});
    std::vector<LargeGround> ground(places.size());
    points(places, ground);
    for (std::uint32_t row = 0; row < grid.height; ++row)
      for (std::uint32_t column = 0; column < grid.width; ++column)
        sink.put(column, row, ground[std::size_t{row} * grid.width + column]);
  }

  float detail_;
  KnotMaker knots_;
  ClimateMaker climate_;
  Noise coast_, crests_;
};

template <>
std::span<const ParamInfo> params_of<LargeLandParams>() {
  using P = LargeLandParams;
  static const ParamInfo list[] = {
      number_param<&P::scale>("scale", 0.25, 4, "", "Of all lengths but that of the climate: at 1 plates are some 1100 km wide."),
      number_param<&P::land>("land", 0.05, 0.95, "", "How much of the world is land, about."),
      number_param<&P::mountains>("mountains", 0, 2, "", "Multiplies the heights of ranges, plateaus, arcs and volcanoes."),
      number_param<&P::detail>("detail", 0, 2, "", "How high crests and spurs between 5 and 45 km stand on ranges."),
      number_param<&P::pole_distance>(
          "pole_distance", 2e5, 1e8, "m",
          "From the warmest belt of the climate to the coldest one. Belts follow each other along y for "
          "ever, as if one walked round a planet over its poles."),
      number_param<&P::latitude>("latitude", -90, 90, "°", "Of the origin; north is where y falls."),
      number_param<&P::warmth>("warmth", -60, 60, "°C", "Added to the temperature everywhere."),
      number_param<&P::wetness>("wetness", 0, 5, "", "Multiplies rain."),
  };
  return list;
}

Result<LargeLand> LargeLand::make(const LargeLandParams& params, Seed seed) {
  CRATON_TRY(KnotMaker knots, KnotMaker::make(params, seed));
  CRATON_TRY(ClimateMaker climate, ClimateMaker::make(params, seed, knots));
  CRATON_TRY(Noise coast, Noise::make(Octaves{20.3e3 * params.scale, 3}.spec(), seed.child("short coast")));
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", 1 / (44e3 * params.scale));
  NoiseSpec ridged{.kind = "ridged", .inputs = {{"source", perlin}}};
  ridged.params.set("octaves", std::int64_t{4});
  CRATON_TRY(Noise crests, Noise::make(ridged, seed.child("crests")));
  return LargeLand(std::make_shared<Impl>(params, std::move(knots), std::move(climate), std::move(coast), std::move(crests)));
}

LargeGround LargeLand::at(Point2 place) const {
  LargeGround ground;
  impl_->points({&place, 1}, {&ground, 1});
  return ground;
}

void LargeLand::at(std::span<const Point2> places, std::span<LargeGround> ground) const { impl_->points(places, ground); }

void LargeLand::sparse(std::span<const Point2> places, std::span<LargeGround> ground) const { impl_->sparse(places, ground); }

Result<void> LargeLand::grid(const Grid2& grid, const Layers& layers, const Execution& execution) const {
  return impl_->grid(grid, layers, execution);
}

}  // namespace craton
