#include "picture/atlas/graticule.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace craton::atlas {
namespace {

std::string whole(double value) { return std::to_string(static_cast<long long>(std::llround(value))); }

std::string grouped(double value) {
  std::string digits = whole(std::abs(value));
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, "\u202f");  // a narrow space
  }
  return (value <= -0.5 ? "−" : "") + digits;
}

/// South and north of a map that stands for a part of a sphere.
struct MapDegrees {
  double south = -90, north = 90;
};
std::optional<MapDegrees> map_degrees(const Surface& surface) {
  const ObjectTable* table = surface.objects("climate");
  if (!table || std::holds_alternative<PlaneTile>(surface.domain())) return std::nullopt;
  const auto first = [](const auto* values) { return values && !values->empty() ? values->data() : nullptr; };
  const auto* by = first(table->values<std::string>("latitudes"));
  const auto *south = first(table->values<double>("south")), *north = first(table->values<double>("north"));
  // Soft ranges turn back at the edges; where lines stand, they are less than a degree off.
  const bool even = by && (*by == "range" || *by == "soft_range");
  if (!even || !south || !north || !(*north > *south)) return std::nullopt;
  return MapDegrees{*south, *north};
}

std::string latitude_text(double degrees) {
  return std::abs(degrees) < 1e-9 ? "0°" : grouped(std::abs(degrees)) + (degrees > 0 ? "° N" : "° S");
}
std::string longitude_text(double degrees) {
  const double turned = std::remainder(degrees, 360);
  if (std::abs(turned) < 1e-9 || std::abs(std::abs(turned) - 180) < 1e-9) return grouped(std::abs(turned)) + "°";
  return grouped(std::abs(turned)) + (turned > 0 ? "° E" : "° W");
}

Line straight(Spot from, Spot to, int pieces) {
  Line line;
  for (int k = 0; k <= pieces; ++k) line.push_back(between(from, to, static_cast<double>(k) / pieces));
  return line;
}

/// What a flat map shows of a sphere.
struct DegreeWindow {
  double south = -90, north = 90, west = -180, east = 180;
};

Graticule degree_rules(const MapFrame& frame, const DegreeWindow& window, bool ends) {
  const double width = frame.flat_size().width, height = frame.flat_size().height;
  const auto [south, north, west, east] = window;
  const double per_longitude = width / (east - west), per_latitude = height / (north - south);
  double step = 1;
  for (const double each : {2.0, 5.0, 10.0, 15.0, 30.0})
    if ((east - west) / step > 13) step = each;
  Graticule graticule{.rules = {}, .step_x = step * per_longitude, .step_y = step * per_latitude, .degrees = true, .note = ""};
  const int pieces = frame.curved() ? 180 : 1;
  for (double lat = std::ceil(south / step) * step; lat <= north + 1e-9; lat += step) {
    if (!ends && std::abs(lat) > 89.9) continue;
    const double y = (north - lat) * per_latitude;
    graticule.rules.push_back({straight({0, y}, {width, y}, pieces), latitude_text(lat), false, y});
  }
  for (double lon = std::ceil(west / step) * step; lon <= east + 1e-9; lon += step) {
    const double x = (lon - west) * per_longitude;
    graticule.rules.push_back({straight({x, 0}, {x, height}, pieces), longitude_text(lon), true, x});
  }
  return graticule;
}

Graticule metre_rules(const MapFrame& frame) {
  const double width = frame.flat_size().width, height = frame.flat_size().height, pixel = frame.metres_per_pixel();
  const double step = round_down(std::max(width, height) * pixel / 7), unit = step >= 1000 ? 1000 : 1;
  Graticule graticule{.rules = {},
                      .step_x = step / pixel,
                      .step_y = step / pixel,
                      .degrees = false,
                      .note = unit == 1000 ? "kilometres" : "metres"};
  const Spot zero = frame.flat_of(Vec3d{0, 0, 0});
  const auto rules = [&](double start, double side, bool upright) {
    for (double k = std::ceil(-start * pixel / step - 1e-9); start + k * step / pixel <= side + 1e-9; ++k) {
      const double at = start + k * step / pixel;
      const Spot from = upright ? Spot{at, 0} : Spot{0, at}, to = upright ? Spot{at, height} : Spot{width, at};
      graticule.rules.push_back({{from, to}, grouped(k * step / unit), upright, at});
    }
  };
  rules(std::abs(zero.x) < 1 ? 0 : zero.x, width, true);
  rules(std::abs(zero.y) < 1 ? 0 : zero.y, height, false);
  return graticule;
}

}  // namespace

double round_down(double value) {
  if (!(value > 0)) return 1;
  const double ten = std::pow(10, std::floor(std::log10(value)));
  return value >= 5 * ten ? 5 * ten : value >= 2 * ten ? 2 * ten : ten;
}

std::string length_text(double metres) { return metres >= 1000 ? grouped(metres / 1000) + " km" : grouped(metres) + " m"; }

Graticule graticule_of(const Surface& surface, const MapFrame& frame) {
  if (frame.globe()) return degree_rules(frame, {}, !frame.curved());
  if (const std::optional<MapDegrees> degrees = map_degrees(surface)) {
    const auto* torus = std::get_if<Torus>(&surface.domain());
    const bool closes = torus && torus->period()[0] != 0;
    const double per_degree = frame.flat_size().height / (degrees->north - degrees->south);
    const double half = closes ? 180 : 0.5 * frame.flat_size().width / per_degree;
    return degree_rules(frame, {degrees->south, degrees->north, -half, half}, true);
  }
  return metre_rules(frame);
}

}  // namespace craton::atlas
