#include "stages/water/drainage/river_pieces.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <craton/base/hash.h>

#include "base/fp_mode.h"
#include "stages/water/drainage/endless_land.h"
#include "stages/water/drainage/streams.h"

namespace craton::drainage {
namespace {

constexpr std::int64_t square = 32;  // cells
constexpr double least_width = 1.2;  // metres: narrower streams are dry, as in the ground's laws
constexpr std::int64_t most_cells = std::int64_t{1} << 24;

/// The streams of a rectangle by their cells, and which of them have water.
class Web {
 public:
  Web(const Drainage& drainage, int level, const Rect& rect, std::int64_t step)
      : known_(drainage.window(level, rect.grown(1 + 2 * cells_around_streams))),
        streams_(streams_in(drainage, known_, rect, step)) {}

  const Node& node(std::int64_t x, std::int64_t y) const { return known_.node(x, y); }
  /// From the node of a cell downwards.
  std::span<const Stream> course(std::int64_t x, std::int64_t y) const {
    const std::size_t i = streams_.rect.index(x, y);
    return std::span(streams_.pieces).subspan(streams_.first[i], streams_.first[i + 1] - streams_.first[i]);
  }
  bool wet(std::int64_t x, std::int64_t y) const {
    const std::span<const Stream> pieces = course(x, y);
    return !pieces.empty() && pieces.front().from_width >= least_width;
  }

  /// How many streams with water end at a node; `from` is the last of them that was found.
  int inflows(std::int64_t x, std::int64_t y, Point2& from) const {
    int count = 0;
    for (int way = 0; way < 8; ++way) {
      const std::int64_t u = x + way_x[way], v = y + way_y[way];
      if (!wet(u, v) || node(u, v).way != back(way)) continue;
      from = {u, v};
      ++count;
    }
    return count;
  }

 private:
  Level known_;
  Streams streams_;
};

bool same_square(Point2 a, Point2 b) {
  return floor_div(a.x, square) == floor_div(b.x, square) && floor_div(a.y, square) == floor_div(b.y, square);
}

/// Whether a piece begins at a node with water, whose neighbours are known.
bool begins(const Web& web, Point2 at) {
  Point2 from{};
  return web.inflows(at.x, at.y, from) != 1 || !same_square(from, at);
}

std::uint64_t key_of(Seed seed, int level, Point2 at) {
  const auto bits = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  return mix64(mix64(mix64(seed.value + static_cast<std::uint64_t>(level)) ^ bits(at.x)) ^ bits(at.y));
}

EndlessRiver piece_from(const Web& web, Seed seed, int level, Point2 first) {
  EndlessRiver river{.points = {}, .order = web.node(first.x, first.y).birth, .key = key_of(seed, level, first), .parent = 0};
  for (Point2 at = first;;) {
    const std::span<const Stream> course = web.course(at.x, at.y);
    for (const Stream& each : course) river.points.push_back({each.from, each.from_z, each.from_width});
    const int way = web.node(at.x, at.y).way;
    const Point2 next{at.x + way_x[way], at.y + way_y[way]};
    const bool goes_on = web.wet(next.x, next.y);
    if (goes_on && same_square(at, next) && !begins(web, next)) {
      at = next;
      continue;
    }
    const Stream& last = course.back();
    river.points.push_back({last.to, last.to_z, last.to_width});
    if (goes_on) river.parent = key_of(seed, level, next);
    return river;
  }
}

}  // namespace

Result<std::vector<EndlessRiver>> river_pieces(const StageSpec& spec, Seed seed, Point2 low, Point2 high, double step) {
  if (!(step > 0)) return Error{ErrorCode::invalid_value, "step", "must be more than 0"};
  const FloatingPointMode ieee;
  const Seed own = seed.child(spec.id);
  CRATON_TRY(const std::shared_ptr<const Drainage> drainage, make_drainage(plain_params<Params>(spec), own, "/" + spec.id));
  const Lattice& lattice = drainage->laws().lattice;
  const auto units = static_cast<std::int64_t>(std::min(step, 1e6) * units_per_metre);
  const int level = level_for(lattice, units);
  const std::int64_t cell = lattice.units(level);
  // A cell more, for streams whose nodes lie beside the box and that bend into it.
  const auto column = [&](std::int64_t x) { return floor_div(lattice.column_of(level, x), square); };
  const auto row = [&](std::int64_t y) { return floor_div(lattice.row_of(level, y), square); };
  const auto [first, last] = drainage->country().unbent_box(low, high);
  const Point2 from{column(first.x - cell), row(first.y - cell)}, to{column(last.x + cell), row(last.y + cell)};
  const std::int64_t columns = (to.x - from.x + 1) * square, rows = (to.y - from.y + 1) * square;
  if (columns > most_cells || rows > most_cells || columns * rows > most_cells)
    return Error{ErrorCode::invalid_value, "size", "too many rivers: ask for a smaller window, or a larger step"};
  const Rect rect{from.x * square, from.y * square, static_cast<std::int32_t>(columns), static_cast<std::int32_t>(rows)};
  const Web web(*drainage, level, rect.grown(2), units);
  std::vector<EndlessRiver> rivers;
  for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
    for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x)
      if (web.wet(x, y) && begins(web, {x, y})) rivers.push_back(piece_from(web, own, level, {x, y}));
  return rivers;
}

}  // namespace craton::drainage
