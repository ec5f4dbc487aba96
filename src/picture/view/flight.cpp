#include <craton/picture/flight.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>
#include <vector>

#include <craton/picture/land_skin.h>
#include <craton/picture/waters.h>
#include <craton/worlds/scroll_window.h>

#include "picture/view/levelled_land.h"

namespace craton {

double FlightPlan::length() const {
  const double x = metres_from_units(to.x - from.x), y = metres_from_units(to.y - from.y);
  return std::sqrt(x * x + y * y);
}

Point2 FlightPlan::at(double metres) const {
  const double share = metres / length();
  return {from.x + static_cast<std::int64_t>(share * static_cast<double>(to.x - from.x)),
          from.y + static_cast<std::int64_t>(share * static_cast<double>(to.y - from.y))};
}

double FlightPlan::azimuth() const {  // y is south
  return std::atan2(static_cast<double>(to.x - from.x), -static_cast<double>(to.y - from.y)) * 180 / std::numbers::pi;
}

namespace {

// ---- one level, as one smooth surface

constexpr std::uint32_t window_cells = 1280;
constexpr double behind_share = 0.16;  // of the window that lies behind the camera

std::int64_t sample_at(std::int64_t place, std::int64_t step) { return place / step - (place % step < 0 ? 1 : 0); }

/// Bilinear between samples, so that the camera flies evenly.
template <class Sample>
double between(Point2 at, std::int64_t step, Sample sample) {
  const std::int64_t x = sample_at(at.x, step), y = sample_at(at.y, step);
  const double u = static_cast<double>(at.x - x * step) / static_cast<double>(step);
  const double v = static_cast<double>(at.y - y * step) / static_cast<double>(step);
  const auto height = [&](std::int64_t column, std::int64_t row) { return double{sample(column, row)}; };
  return (height(x, y) * (1 - u) + height(x + 1, y) * u) * (1 - v) + (height(x, y + 1) * (1 - u) + height(x + 1, y + 1) * u) * v;
}

/// The land around the camera, scrolled along.
class Land {
 public:
  static Result<Land> make(const Terrain& terrain, const FlightPlan& plan) {
    std::uint32_t level = 0;
    const double wanted = plan.distance / ((1 - behind_share) * window_cells);
    while (level + 1 < terrain.options().levels && metres_from_units(terrain.step(level)) < wanted) ++level;
    CRATON_TRY(ScrollWindow window, ScrollWindow::make(terrain, {.level = level, .width = window_cells, .height = window_cells}));
    return Land(std::move(window), terrain.step(level), plan);
  }

  /// The camera lies towards the back.
  Result<void> move_to(double metres, const Execution& execution) {
    const double ahead = (0.5 - behind_share) * window_cells * metres_from_units(step_);
    const Point2 middle = plan_.at(metres + ahead * 0.9);
    const auto first = [&](std::int64_t place) { return sample_at(place, step_) - window_cells / 2; };
    return window_.move_to(first(middle.x), first(middle.y), execution);
  }

  double height(Point2 at) const {
    const auto inside = [](std::int64_t sample, std::int64_t first) {
      return std::clamp(sample, first, first + window_cells - 1);
    };
    return between(at, step_, [&](std::int64_t x, std::int64_t y) {
      return window_.layer("height")->numbers()[window_.slot(inside(x, window_.x()), inside(y, window_.y()))];
    });
  }

  Result<Surface> surface() const {
    PlaneTile::Params params{.x = metres_from_units(window_.x() * step_), .y = metres_from_units(window_.y() * step_)};
    params.step = metres_from_units(step_);
    params.width = params.height = window_cells;
    CRATON_TRY(const PlaneTile tile, PlaneTile::make(params));
    Surface result{Domain(tile)};
    for (const auto& layer : window_.layers()) {
      CRATON_TRY(const auto copy, result.add_layer(layer->info()));
      const std::size_t cell = bytes_per_cell(layer->type());
      for (std::uint32_t row = 0; row < window_cells; ++row)
        for (std::uint32_t column = 0; column < window_cells;) {
          const std::size_t slot = window_.slot(window_.x() + column, window_.y() + row);
          const auto to_edge = static_cast<std::uint32_t>(window_.columns() - slot % window_.columns());
          const std::uint32_t run = std::min(window_cells - column, to_edge);
          std::memcpy(copy->bytes().data() + (std::size_t{row} * window_cells + column) * cell,
                      layer->bytes().data() + slot * cell, run * cell);
          column += run;
        }
    }
    return result;
  }

 private:
  Land(ScrollWindow window, std::int64_t step, const FlightPlan& plan) : window_(std::move(window)), step_(step), plan_(plan) {}
  ScrollWindow window_;
  std::int64_t step_;
  FlightPlan plan_;
};

/// How high the camera flies: over the highest ground a little before and ahead, taken evenly along the way.
template <class HeightAt>
double eye_height(const FlightPlan& plan, double metres, HeightAt height_at) {
  constexpr int around = 12;
  const double stride = std::max(20.0, 0.35 * plan.altitude);
  const auto highest = [&](double middle) {
    double most = 0;
    for (int i = -3; i <= 8; ++i) most = std::max(most, height_at(plan.at(middle + i * stride)));
    return most;
  };
  double sum = 0, weights = 0;
  for (int i = -around; i <= around; ++i) {
    const double weight = around + 1 - std::abs(i);
    sum += weight * highest(metres + i * stride);
    weights += weight;
  }
  return sum / weights + plan.altitude;
}

ViewOptions view_at(const FlightPlan& plan, double metres, double height) {
  ViewOptions view = plan.view;
  view.exaggeration = 1;
  const Point2 eye = plan.at(metres);
  view.eye = ViewPlace{metres_from_units(eye.x), metres_from_units(eye.y)};
  view.eye_height = height;
  view.azimuth = plan.azimuth();
  view.sky = ViewPlace{};  // one for all frames
  if (!view.pitch) view.pitch = -7;
  if (!view.sun_azimuth) view.sun_azimuth = *view.azimuth > 110 ? *view.azimuth - 430 : *view.azimuth - 70;
  return view;
}

Result<Rgb8Image> draw_frame(const Land& land, const FlightPlan& plan, double metres, const Execution& execution) {
  CRATON_TRY(const Surface surface, land.surface());
  ViewOptions view = view_at(plan, metres, eye_height(plan, metres, [&](Point2 at) { return land.height(at); }));
  CRATON_TRY(const Rgb8Image colours, land_skin(surface, execution));
  if (!colours.pixels.empty()) view.colours = &colours;
  CRATON_TRY(const std::vector<float> waters, river_shares(surface, execution));
  if (!waters.empty()) view.waters = &waters;
  return draw_view(surface, "height", view, execution);
}

/// Heights along the way are those of one level, whatever is shown: the camera flies evenly.
Result<double> eye_height_over(const Terrain& terrain, const FlightPlan& plan, double metres, const Execution& execution) {
  std::uint32_t level = 0;
  while (level + 1 < terrain.options().levels && metres_from_units(terrain.step(level)) < 16) ++level;
  std::vector<Point2> places;
  (void)eye_height(plan, metres, [&](Point2 at) {
    places.push_back(at);
    return 0.0;
  });
  const std::int64_t step = terrain.step(level);
  const auto [west, east] = std::ranges::minmax(places, {}, &Point2::x);
  const auto [north, south] = std::ranges::minmax(places, {}, &Point2::y);
  TerrainArea area{.level = level, .x = sample_at(west.x, step), .y = sample_at(north.y, step)};
  area.width = static_cast<std::uint32_t>(sample_at(east.x, step) - area.x + 2);
  area.height = static_cast<std::uint32_t>(sample_at(south.y, step) - area.y + 2);
  CRATON_TRY(const Surface ground, terrain.area(area, execution));
  const Layer* heights = ground.layer("height");
  if (!heights || heights->type() != LayerType::number)
    return Error{ErrorCode::unsupported, "recipe", "it makes no layer \"height\""};
  return eye_height(plan, metres, [&](Point2 at) {
    return between(at, step, [&](std::int64_t x, std::int64_t y) {
      return heights->numbers()[static_cast<std::size_t>((y - area.y) * area.width + (x - area.x))];
    });
  });
}

}  // namespace

// ---- the way

class Flight::Impl {
 public:
  Impl(const Terrain& terrain, const FlightPlan& plan) : terrain_(terrain), plan_(plan) {}

  Result<void> begin() {
    if (!plan_.levels) {
      CRATON_TRY(Land land, Land::make(terrain_, plan_));
      land_.emplace(std::move(land));
      return {};
    }
    const double fov = (plan_.view.fov > 0 ? plan_.view.fov : 52) * std::numbers::pi / 180;
    levels_.emplace(terrain_, LevelledLand::Options{.distance = plan_.distance,
                                                    .detail = detail_for(2 * std::tan(fov / 2) / plan_.view.width, terrain_),
                                                    .morphing = !plan_.sudden,
                                                    .threads = plan_.threads});
    return {};
  }

  Result<Rgb8Image> frame(double metres, const Execution& execution) {
    if (land_) {
      CRATON_TRY(land_->move_to(metres, execution));
      return draw_frame(*land_, plan_, metres, execution);
    }
    CRATON_TRY(const double height, eye_height_over(terrain_, plan_, metres, execution));
    return levels_->draw(plan_.at(metres), plan_.altitude, view_at(plan_, metres, height), execution);
  }

 private:
  const Terrain& terrain_;
  const FlightPlan& plan_;
  std::optional<Land> land_;
  std::optional<LevelledLand> levels_;
};

Flight::Flight(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Flight::Flight(Flight&&) noexcept = default;
Flight& Flight::operator=(Flight&&) noexcept = default;
Flight::~Flight() = default;

Result<Flight> Flight::begin(const Terrain& terrain, const FlightPlan& plan) {
  auto impl = std::make_unique<Impl>(terrain, plan);
  CRATON_TRY(impl->begin());
  return Flight(std::move(impl));
}

Result<Rgb8Image> Flight::frame(double metres, const Execution& execution) { return impl_->frame(metres, execution); }

TerrainOptions flight_terrain(const FlightPlan& plan) {
  return plan.levels ? TerrainOptions{.tile_cells = 128, .levels = 12} : TerrainOptions{.levels = 8};
}

}  // namespace craton
