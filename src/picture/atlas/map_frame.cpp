#include "picture/atlas/map_frame.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace craton::atlas {
namespace {

constexpr double pi = std::numbers::pi;

/// Width over height of the whole map.
double shape_of_map(const Domain& domain, Projection projection) {
  const GridSize natural = natural_size(domain, projection);
  return static_cast<double>(natural.width) / natural.height;
}

}  // namespace

MapFrame::MapFrame(const Domain& domain, Projection projection, const LatLon& centre, const Rect& room) {
  const double shape = shape_of_map(domain, projection);
  const double width = std::max(16.0, std::floor(std::min(room.width(), room.height() * shape)));
  const double height = std::max(16.0, std::round(width / shape));
  const double left = std::floor(room.left + 0.5 * (room.width() - width)),
               top = std::floor(room.top + 0.5 * (room.height() - height));
  map_ = {left, top, left + width, top + height};
  size_ = flat_ = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    sphere_ = wrap_x_ = true;
    projected_ = projection != Projection::equirectangular;
    metres_per_pixel_ = metres_per_flat_ = 2 * pi * sphere->radius() / width;
    if (!projected_) return;
    globe_.emplace(projection, size_, centre);
    flat_ = {globe_->width_around(), globe_->width_around() / 2};
    metres_per_pixel_ = sphere->radius() / globe_->pixels_per_radian();
    metres_per_flat_ = 2 * pi * sphere->radius() / flat_.width;
    return;
  }
  const GridSize cells = natural_size(domain);
  const double step = spacing(domain);
  per_metre_x_ = width / (cells.width * step);
  per_metre_y_ = height / (cells.height * step);
  metres_per_pixel_ = metres_per_flat_ = 1 / per_metre_x_;
  start_x_ = start_y_ = -0.5 * step;
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) {
    start_x_ += static_cast<double>(tile->origin().x) / units_per_metre;
    start_y_ += static_cast<double>(tile->origin().y) / units_per_metre;
  }
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    wrap_x_ = torus->wraps_x();
    wrap_y_ = torus->wraps_y();
  }
}

Spot MapFrame::flat_of(const Vec3d& metres) const {
  if (sphere_) {
    const LatLon at = lat_lon_of(metres);
    return {(at.longitude + 180) / 360 * flat_.width, (90 - at.latitude) / 180 * flat_.height};
  }
  return {(metres.x - start_x_) * per_metre_x_, (metres.y - start_y_) * per_metre_y_};
}

Line MapFrame::flat_of(const ObjectColumn::Path& path) const {
  Line line;
  line.reserve(path.size());
  for (const Vec3d& place : path) {
    Spot spot = flat_of(place);
    if (sphere_ && !line.empty()) {
      const double period = flat_.width;
      spot.x += period * std::round((line.back().x - spot.x) / period);
    }
    line.push_back(spot);
  }
  return line;
}

Spot MapFrame::inside(Spot flat) const {
  const auto turned = [](double x, double period) { return x - period * std::floor(x / period); };
  return {wrap_x_ ? turned(flat.x, flat_.width) : flat.x, wrap_y_ ? turned(flat.y, flat_.height) : flat.y};
}

std::optional<Spot> MapFrame::page_of(Spot flat) const {
  if (!projected_) return Spot{map_.left + flat.x, map_.top + flat.y};
  const double latitude = (0.5 - flat.y / flat_.height) * pi, longitude = (flat.x / flat_.width - 0.5) * 2 * pi;
  const std::optional<picture::GlobeMap::Spot> spot =
      globe_->spot({std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)});
  if (!spot) return std::nullopt;
  return Spot{map_.left + spot->x, map_.top + spot->y};
}

std::optional<Spot> MapFrame::flat_at(Spot page) const {
  if (!map_.contains(page)) return std::nullopt;
  if (!projected_) return Spot{page.x - map_.left, page.y - map_.top};
  const std::optional<Vec3d> direction = globe_->direction({page.x - map_.left, page.y - map_.top});
  if (!direction) return std::nullopt;
  return flat_of(*direction);
}

std::vector<Line> MapFrame::page_lines(const Line& flat) const {
  std::vector<Line> lines;
  if (flat.size() < 2) return lines;
  if (projected_) {
    // Cut where the globe turns away, or where the map is cut open.
    Line line;
    const double jump = 0.2 * map_.width();
    for (const Spot place : flat) {
      const std::optional<Spot> spot = page_of(place);
      if (!spot || (!line.empty() && distance(line.back(), *spot) > jump)) {
        if (line.size() > 1) lines.push_back(line);
        line.clear();
      }
      if (spot) line.push_back(*spot);
    }
    if (line.size() > 1) lines.push_back(std::move(line));
    return lines;
  }
  Rect bounds{flat[0].x, flat[0].y, flat[0].x, flat[0].y};
  for (const Spot spot : flat)
    bounds = {std::min(bounds.left, spot.x), std::min(bounds.top, spot.y), std::max(bounds.right, spot.x),
              std::max(bounds.bottom, spot.y)};
  const auto turns = [](double low, double high, double period, bool wrap) {
    return wrap ? std::pair{std::ceil((-high - 4) / period), std::floor((period - low + 4) / period)} : std::pair{0.0, 0.0};
  };
  const auto across = turns(bounds.left, bounds.right, flat_.width, wrap_x_),
             down = turns(bounds.top, bounds.bottom, flat_.height, wrap_y_);
  for (double j = down.first; j <= down.second; ++j)
    for (double i = across.first; i <= across.second; ++i) {
      const Spot move{map_.left + i * flat_.width, map_.top + j * flat_.height};
      Line line = flat;
      for (Spot& spot : line) spot = spot + move;
      lines.push_back(std::move(line));
    }
  return lines;
}

Shape MapFrame::outline() const {
  Shape shape;
  if (!projected_) {
    shape.add_rect(map_);
    return shape;
  }
  // The edge of what the projection shows: found along rays from the middle.
  constexpr int rays = 360;
  Line edge;
  const Spot middle = map_.middle();
  for (int k = 0; k < rays; ++k) {
    const double angle = 2 * pi * k / rays;
    const Spot way{std::cos(angle), std::sin(angle)};
    double in = 0, out = map_.width() + map_.height();
    for (int i = 0; i < 40; ++i) {
      const double half = 0.5 * (in + out);
      const Spot at = middle + way * half;
      (globe_->direction({at.x - map_.left, at.y - map_.top}) ? in : out) = half;
    }
    edge.push_back(middle + way * in);
  }
  shape.add_smooth(edge, true);
  return shape;
}

}  // namespace craton::atlas
