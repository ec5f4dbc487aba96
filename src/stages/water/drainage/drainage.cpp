#include "stages/water/drainage/drainage.h"

#include <algorithm>
#include <cmath>

#include "base/math_kernels.h"
#include "stages/water/drainage/kept_tiles.h"

namespace craton::drainage {
namespace {

constexpr double gentlest_ladder = 200;  // metres: valleys of streams nearer to each other are no steeper
constexpr double mean_rise = 0.22;       // of the ground over streams a spacing apart, by their sides
/// A side of the tiles that are kept: small where every node costs much, as those who look far around do.
constexpr std::int64_t tile_cells(int level) { return level <= 0 ? 8 : level <= 4 ? 16 : 32; }
constexpr std::size_t kept_tiles = 640;  // some 50 MB

}  // namespace

Rect Rect::parents() const {
  const std::int64_t left = x >> 1, top = y >> 1, right = (x + width - 1) >> 1, bottom = (y + height - 1) >> 1;
  return {left, top, static_cast<std::int32_t>(right - left + 1), static_cast<std::int32_t>(bottom - top + 1)};
}

Level Level::part(const Rect& cells) const {
  Level out(level, cells);
  for (std::int64_t row = cells.y; row < cells.y + cells.height; ++row) {
    const std::size_t from = rect.index(cells.x, row), to = cells.index(cells.x, row);
    std::copy_n(nodes.begin() + static_cast<std::ptrdiff_t>(from), cells.width,
                out.nodes.begin() + static_cast<std::ptrdiff_t>(to));
    std::copy_n(fields.begin() + static_cast<std::ptrdiff_t>(from), cells.width,
                out.fields.begin() + static_cast<std::ptrdiff_t>(to));
  }
  return out;
}

void Laws::settle(const Lattice& of) {
  lattice = of;
  for (int level = 0; level <= finest_level + 1; ++level)
    sides[level] = steepness * math::kernel::pow(std::max(of.metres(level), gentlest_ladder) / gentlest_ladder, -ladder);
  missing[finest_level + 1] = 0;
  for (int level = finest_level; level >= 0; --level)
    missing[level] = missing[level + 1] + mean_rise * sides[level + 1] * of.metres(level + 1);
}

double Sides::rise(double distance) const {
  const double beyond = std::max(0.0, distance - foot);
  return inner * (std::sqrt(distance * distance + floor * floor) - floor) +
         (outer - inner) * (std::sqrt(beyond * beyond + 0.25 * foot * foot) - 0.5 * foot);
}

Sides sides_by(double inner, double outer, double gradient, double foot, double floor) {
  constexpr double steepest = 1.2, steeper = 1.3;  // than the land at large, or fine streams were no steeper than large ones
  const double slope = std::min(inner, steepest);
  return {slope, std::min(std::max({outer, steeper * gradient, slope}), steepest), foot, floor};
}
double foot_of(double root, double born, double cell) { return std::min(0.006 * root + 0.015 * born, cell); }
double floor_of(double root, double rugged, double cell) { return std::min(0.01 * root * (1.2 - std::min(rugged, 1.0)), cell); }

Sides sides_of(const Laws& laws, const Node& node, double rugged, double gradient, int level) {
  const double root = std::sqrt(node.area), cell = laws.lattice.metres(level), vary = static_cast<double>(node.vary);
  return sides_by(rugged * laws.sides[node.birth] * vary, rugged * std::sqrt(laws.sides[node.birth] * laws.sides[level]) * vary,
                  gradient, foot_of(root, laws.lattice.metres(node.birth), cell), floor_of(root, rugged, cell));
}

void Country::unbend(std::span<Point2> places) const {
  constexpr int steps = 8;  // each brings them nearer: bends are gentler than 1
  const std::vector<Point2> wanted(places.begin(), places.end());
  std::vector<Point2> bent;
  for (int i = 0; i < steps; ++i) {
    bent.assign(places.begin(), places.end());
    bend(bent);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      places[k].x += wanted[k].x - bent[k].x;
      places[k].y += wanted[k].y - bent[k].y;
    }
  }
}

std::pair<Point2, Point2> Country::unbent_box(Point2 low, Point2 high) const {
  constexpr std::int64_t parts = 12;
  std::vector<Point2> places;
  for (std::int64_t y = 0; y <= parts; ++y)
    for (std::int64_t x = 0; x <= parts; ++x)
      places.push_back({low.x + (high.x - low.x) * x / parts, low.y + (high.y - low.y) * y / parts});
  unbend(places);
  const auto [left, right] = std::ranges::minmax(places, {}, &Point2::x);
  const auto [top, bottom] = std::ranges::minmax(places, {}, &Point2::y);
  // No place between lies farther off than bends can draw it.
  const double apart = std::max(metres(high.x - low.x), metres(high.y - low.y)) / static_cast<double>(parts);
  const auto margin = static_cast<std::int64_t>(0.71 * apart / (1 - most_bend) * units_per_metre);
  return {{left.x - margin, top.y - margin}, {right.x + margin, bottom.y + margin}};
}

Shore Country::shore(Point2 place, double height) const {
  Shore found;
  shores({&place, 1}, {&height, 1}, {&found, 1});
  return found;
}

Drainage::Drainage(Laws laws, std::shared_ptr<const Country> country, Seed seed)
    : laws_(laws), country_(std::move(country)), seed_(seed), kept_(std::make_shared<KeptTiles>(kept_tiles)) {
  laws_.settle(country_->lattice());
}

Level Drainage::window(int level, const Rect& rect, bool once) const {
  return level == lattice().first || !once ? from_tiles(level, rect) : make(level, rect);
}

Level Drainage::make(int level, const Rect& rect) const {
  if (level == lattice().first) return country_->uppermost(laws_, rect);
  return refined(laws_, *country_, seed_, from_tiles(level - 1, needed_parents(rect)), rect);
}

Level Drainage::from_tiles(int level, const Rect& rect) const {
  return kept_->gather(lattice(), level, rect, tile_cells(level), [&](const Rect& cells) { return make(level, cells); });
}

}  // namespace craton::drainage
