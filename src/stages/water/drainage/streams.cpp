#include "stages/water/drainage/streams.h"

#include <algorithm>
#include <cmath>

namespace craton::drainage {
namespace {

constexpr int samples_a_cell = 4;
constexpr double steepest = 2.5;

/// How steep the sides of a valley must be, so that it takes the ground from under no other stream near by: those that drain into
/// it aside.
double needed_slope(const Lattice& lattice, const Level& level, std::int64_t x, std::int64_t y) {
  const Node& a = level.node(x, y);
  const std::int64_t to_x = x + way_x[a.way], to_y = y + way_y[a.way];
  const Node& b = level.node(to_x, to_y);
  const double cell = static_cast<double>(lattice.units(level.level));
  const double along_x = way_x[a.way] * cell + b.x - a.x, along_y = way_y[a.way] * cell + b.y - a.y;
  const double square = along_x * along_x + along_y * along_y, to_z = b.z;
  double slope = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      const Node& other = level.node(x + dx, y + dy);
      if (other.sea || (dx == 0 && dy == 0) || (x + dx == to_x && y + dy == to_y)) continue;
      if (other.flows() && dx + way_x[other.way] == 0 && dy + way_y[other.way] == 0) continue;
      const double px = dx * cell + other.x - a.x, py = dy * cell + other.y - a.y;
      const double t = std::clamp((px * along_x + py * along_y) / square, 0.0, 1.0);
      const double off_x = px - t * along_x, off_y = py - t * along_y;
      const double distance = std::sqrt(off_x * off_x + off_y * off_y), up = other.z - (a.z + (to_z - a.z) * t);
      if (up > slope * distance) slope = up / distance;
    }
  return slope * units_per_metre;
}

}  // namespace

int level_for(const Lattice& lattice, std::int64_t step) {
  int level = lattice.first;
  while (level < finest_level && lattice.units(level + 1) >= samples_a_cell * step) ++level;
  return level;
}

std::vector<Stream> streams_in(const Drainage& drainage, const Level& level, const Rect& rect) {
  const Laws& laws = drainage.laws();
  const Lattice& lattice = laws.lattice;
  // Of each node the sides of its valley, one cell around for the ends of streams.
  const Rect around = rect.grown(1);
  std::vector<Sides> sides(around.size());
  std::vector<double> widths(around.size());
  for (std::int64_t y = around.y; y < around.y + around.height; ++y)
    for (std::int64_t x = around.x; x < around.x + around.width; ++x) {
      const Node& node = level.node(x, y);
      if (!node.flows()) continue;
      const std::size_t i = around.index(x, y);
      const double slope = std::min(needed_slope(lattice, level, x, y), steepest);
      sides[i] = sides_of(laws, node, level.field(x, y).rugged, 0, std::min(level.level + 1, finest_level));
      sides[i].outer = std::max(sides[i].outer, 1.1 * slope);
      widths[i] = laws.width * std::sqrt(node.flow);
    }
  std::vector<Stream> streams;
  streams.reserve(rect.size());
  for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
    for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
      const Node& node = level.node(x, y);
      if (!node.flows()) continue;
      const std::int64_t to_x = x + way_x[node.way], to_y = y + way_y[node.way];
      const Node& to = level.node(to_x, to_y);
      const std::size_t i = around.index(x, y), j = !to.flows() ? i : around.index(to_x, to_y);
      Stream stream;
      const Point2 from = lattice.corner_of(level.level, x, y), end = lattice.corner_of(level.level, to_x, to_y);
      stream.from = {from.x + node.x, from.y + node.y};
      stream.to = {end.x + to.x, end.y + to.y};
      stream.from_z = node.z;
      stream.to_z = to.z;
      stream.from_sides = sides[i];
      stream.to_sides = sides[j];
      stream.from_width = widths[i];
      // A tributary keeps its own width where it joins.
      stream.to_width = std::min(widths[j], 1.4 * widths[i]);
      streams.push_back(stream);
    }
  return streams;
}

}  // namespace craton::drainage
