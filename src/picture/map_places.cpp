#include "picture/map_places.h"

#include <algorithm>
#include <cmath>

#include "surface/periods.h"

namespace craton::picture {
MapPlaces::MapPlaces(const Domain& domain, GridSize size, Projection projection) : domain_(domain), size_(size) {
  if (std::holds_alternative<CubeSphere>(domain)) {
    faces_ = projection == Projection::faces;
    globe_ = !faces_;
    if (globe_) period_x_ = size.width;
    return;
  }
  const GridSize cells = natural_size(domain);
  const double step = spacing(domain);
  per_metre_x_ = size.width / (cells.width * step);
  per_metre_y_ = size.height / (cells.height * step);
  start_x_ = start_y_ = -0.5 * step;
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) {
    start_x_ += static_cast<double>(tile->origin().x) / units_per_metre;
    start_y_ += static_cast<double>(tile->origin().y) / units_per_metre;
  }
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    if (torus->wraps_x()) period_x_ = size.width;
    if (torus->wraps_y()) period_y_ = size.height;
  }
}

MapPlaces::Place MapPlaces::place_of(const Vec3d& metres) const {
  if (globe_) {
    const LatLon at = lat_lon_of(metres);
    return {(at.longitude + 180) / 360 * size_.width, (90 - at.latitude) / 180 * size_.height, 0};
  }
  if (faces_) {
    const FacePlace at = face_place_of(metres, std::get<CubeSphere>(domain_).theta());
    return {at.a * size_.width, (at.face + at.b) * size_.width, at.face};
  }
  return {(metres.x - start_x_) * per_metre_x_, (metres.y - start_y_) * per_metre_y_, 0};
}

void MapPlaces::add_copies(Stroke stroke, std::vector<Stroke>& strokes) const {
  const double reach = 0.5 * double{std::max(stroke.width0, stroke.width1)} + 0.5;
  // Whole periods that bring some of it into 0 … side.
  const auto turns = [&](float a, float b, double period) {
    if (!(period > 0)) return std::pair{0.0, 0.0};
    const double low = double{std::min(a, b)} - reach, high = double{std::max(a, b)} + reach;
    return std::pair{std::ceil(-high / period), std::floor((period - low) / period)};
  };
  const auto across = turns(stroke.x0, stroke.x1, period_x_), down = turns(stroke.y0, stroke.y1, period_y_);
  for (double j = down.first; j <= down.second; ++j)
    for (double i = across.first; i <= across.second; ++i) {
      Stroke copy = stroke;
      const auto right = static_cast<float>(i * period_x_), below = static_cast<float>(j * period_y_);
      copy.x0 += right;
      copy.x1 += right;
      copy.y0 += below;
      copy.y1 += below;
      const auto limit = static_cast<double>(size_.width) + reach;
      if (double{std::max(copy.x0, copy.x1)} < -reach || double{std::min(copy.x0, copy.x1)} > limit) continue;
      strokes.push_back(copy);
    }
}

void MapPlaces::add_piece(const Vec3d& from, const Vec3d& to, double width0, double width1, double strength,
                          std::vector<Stroke>& strokes) const {
  Place a = place_of(from), b = place_of(to);
  b.x = beside(b.x, a.x, globe_ ? period_x_ : 0);
  // Straight on the ground is not straight on a globe's map, least of all near its poles.
  const double pixels = std::hypot(b.x - a.x, b.y - a.y);
  const int parts = !globe_ && !faces_ ? 1
                    : a.face != b.face ? 8
                                       : static_cast<int>(std::clamp(std::ceil(pixels / 2), 1.0, 64.0));
  for (int part = 1; part <= parts; ++part) {
    const double share = static_cast<double>(part) / parts, before = static_cast<double>(part - 1) / parts;
    Place next = b;
    if (part < parts) {
      next = place_of({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, from.z + (to.z - from.z) * share});
      next.x = beside(next.x, a.x, globe_ ? period_x_ : 0);
    }
    if (globe_) next.x = beside(next.x, a.x, period_x_);
    if (a.face == next.face) {
      Stroke stroke{.x0 = static_cast<float>(a.x),
                    .y0 = static_cast<float>(a.y),
                    .width0 = static_cast<float>(width0 + (width1 - width0) * before),
                    .x1 = static_cast<float>(next.x),
                    .y1 = static_cast<float>(next.y),
                    .width1 = static_cast<float>(width0 + (width1 - width0) * share),
                    .strength = static_cast<float>(strength)};
      if (faces_) {
        stroke.first_row = a.face * size_.width;
        stroke.end_row = stroke.first_row + size_.width;
      }
      add_copies(stroke, strokes);
    }
    a = next;
  }
}

void MapPlaces::add_strokes(const RiverLine& line, std::vector<Stroke>& strokes) const {
  for (std::size_t i = 0; i + 1 < line.places.size(); ++i)
    add_piece(line.places[i], line.places[i + 1], line.widths[i], line.widths[i + 1], line.strength, strokes);
}

}  // namespace craton::picture
