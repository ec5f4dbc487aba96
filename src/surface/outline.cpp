// Walks along the sides of cells, the region on the left, from corner to corner (the square tracing of Pavlidis 1982 on sides
// instead of cells); corners are cut as by Chaikin 1974 ("An algorithm for high-speed curve generation").
//
// Why lines never cross: around each corner of cells lies a square whose own corners are the middles of cells. A line enters and
// leaves it through the middles of its sides, one line at most through each. Two lines in one square cut off opposite corners,
// and what the second cut takes away lies on the far side of either line.
#include <craton/surface/outline.h>

#include <algorithm>
#include <cmath>

#include "base/fp_mode.h"
#include "surface/cube_faces.h"
#include "surface/flat_array.h"
#include "surface/vectors.h"

namespace craton {
namespace {

/// Sides of a cell, counterclockwise: each from the end of the one before. A side is walked with its cell on the left.
enum Side : std::uint32_t { south, east, north, west };

Side after(Side side) { return static_cast<Side>((side + 1) % 4); }
Side before(Side side) { return static_cast<Side>((side + 3) % 4); }
Side opposite(Side side) { return static_cast<Side>((side + 2) % 4); }

struct CellSide {
  Cell cell = no_cell;
  Side side = south;

  bool any() const { return cell != no_cell; }
  friend bool operator==(const CellSide&, const CellSide&) = default;
};

/// Planes and maps. Corners are counted in cells, so that all points of lines are whole eighths: exact.
class GridSides {
 public:
  GridSides(std::uint32_t width, std::uint32_t height, bool wrap_x, bool wrap_y, const Vec3d& first, double step)
      : width_(width), height_(height), wrap_x_(wrap_x), wrap_y_(wrap_y), first_(first), step_(step) {}

  static constexpr bool flat = true;

  /// The same side as the cell beyond it sees it; none at a border.
  CellSide across(CellSide from) const {
    std::uint32_t row = from.cell / width_, column = from.cell % width_;
    switch (from.side) {
      case south: row = row + 1 < height_ ? row + 1 : (wrap_y_ ? 0 : no_cell); break;
      case north: row = row > 0 ? row - 1 : (wrap_y_ ? height_ - 1 : no_cell); break;
      case east: column = column + 1 < width_ ? column + 1 : (wrap_x_ ? 0 : no_cell); break;
      case west: column = column > 0 ? column - 1 : (wrap_x_ ? width_ - 1 : no_cell); break;
    }
    if (row == no_cell || column == no_cell) return {};
    return {row * width_ + column, opposite(from.side)};
  }

  /// The corners along a walk, its end included. They run on beyond the border.
  std::vector<Vec3d> corners(std::span<const CellSide> walk) const {
    std::vector<Vec3d> path;
    path.reserve(walk.size() + 1);
    const std::uint32_t row = walk[0].cell / width_, column = walk[0].cell % width_;
    const Side side = walk[0].side;
    Vec3d at{static_cast<double>(column + (side == east || side == north ? 1 : 0)),
             static_cast<double>(row + (side == south || side == east ? 1 : 0)), 0};
    path.push_back(at);
    for (const CellSide& step : walk) {
      at.x += step.side == south ? 1 : step.side == north ? -1 : 0;
      at.y += step.side == west ? 1 : step.side == east ? -1 : 0;
      path.push_back(at);
    }
    return path;
  }

  /// Moves a line by whole periods, so that the middle of it lies on the map.
  void bring_back(std::vector<Vec3d>& path) const {
    const auto [west, east] = std::minmax_element(path.begin(), path.end(), [](auto& a, auto& b) { return a.x < b.x; });
    const auto [north, south] = std::minmax_element(path.begin(), path.end(), [](auto& a, auto& b) { return a.y < b.y; });
    const double x = wrap_x_ ? std::floor((west->x + east->x) / 2 / width_) * width_ : 0;
    const double y = wrap_y_ ? std::floor((north->y + south->y) / 2 / height_) * height_ : 0;
    if (x == 0 && y == 0) return;
    for (Vec3d& at : path) at = {at.x - x, at.y - y, 0};
  }

  /// Corners of cells lie half a step before and behind their samples.
  Vec3d metres(const Vec3d& corner) const {
    return {first_.x + (corner.x - 0.5) * step_, first_.y + (corner.y - 0.5) * step_, 0};
  }

 private:
  std::uint32_t width_, height_;
  bool wrap_x_, wrap_y_;
  Vec3d first_;  // metres, of the first sample
  double step_;
};

/// Corners are directions.
class SphereSides {
 public:
  explicit SphereSides(const CubeSphere& sphere) : sphere_(sphere), side_(sphere.resolution()) {}

  static constexpr bool flat = false;

  CellSide across(CellSide from) const {
    const std::uint32_t face = from.cell / side_ / side_, row = from.cell / side_ % side_, column = from.cell % side_;
    switch (from.side) {
      case south: return row + 1 < side_ ? CellSide{from.cell + side_, north} : folded(face, Edge::bottom, column);
      case north: return row > 0 ? CellSide{from.cell - side_, south} : folded(face, Edge::top, column);
      case east: return column + 1 < side_ ? CellSide{from.cell + 1, west} : folded(face, Edge::right, row);
      case west: return column > 0 ? CellSide{from.cell - 1, east} : folded(face, Edge::left, row);
    }
    return {};
  }

  std::vector<Vec3d> corners(std::span<const CellSide> walk) const {
    std::vector<Vec3d> path;
    path.reserve(walk.size() + 1);
    for (const CellSide& step : walk) path.push_back(corner(step));
    path.push_back(path.front());
    return path;
  }

  void bring_back(std::vector<Vec3d>&) const {}

  Vec3d metres(const Vec3d& at) const {
    const double far = sphere_.radius() / std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z);
    return {at.x * far, at.y * far, at.z * far};
  }

 private:
  CellSide folded(std::uint32_t face, Edge edge, std::uint32_t along) const {
    const Fold& fold = cube_folds[face][static_cast<std::uint32_t>(edge)];
    const std::uint32_t depth_there = fold.depth_backwards ? side_ - 1 : 0;
    const std::uint32_t along_there = fold.along_backwards ? side_ - 1 - along : along;
    if (fold.depth_is_column) return {sphere_.cell(fold.face, depth_there, along_there), fold.depth_backwards ? east : west};
    return {sphere_.cell(fold.face, along_there, depth_there), fold.depth_backwards ? south : north};
  }

  /// Where the walk along a side begins.
  Vec3d corner(CellSide at) const {
    const std::uint32_t row = at.cell / side_ % side_ + (at.side == south || at.side == east ? 1 : 0);
    const std::uint32_t column = at.cell % side_ + (at.side == east || at.side == north ? 1 : 0);
    const double a = static_cast<double>(column) / side_, b = static_cast<double>(row) / side_;
    return direction_of(FacePlace{at.cell / side_ / side_, a, b}, sphere_.theta());
  }

  const CubeSphere& sphere_;
  std::uint32_t side_;
};

/// A walk around a region: the sides in their order, and how the walk turns after each: 1 left, 0 on, −1 right.
struct Walk {
  std::vector<CellSide> sides;
  std::vector<std::int8_t> turns;

  /// 4 around a flat region, −4 around a hole, 0 where it circles the map. Around k corners of the cube 4 − k.
  int turned() const {
    int sum = 0;
    for (const std::int8_t turn : turns) sum += turn;
    return sum;
  }
};

template <class Sides>
class OutlineTracer {
 public:
  OutlineTracer(const Sides& sides, std::span<const std::uint32_t> regions, const OutlineRules& rules)
      : sides_(sides), regions_(regions), rules_(rules), walked_(regions.size()) {}

  template <Topology T>
  std::vector<Outline> trace(const T& topology) {
    const std::array<std::int32_t, 8> offsets = topology.regular_offsets();
    for (Cell cell = 0; cell < regions_.size();) {
      const CellRun run = topology.run_from(cell);
      for (; cell < run.end; ++cell)
        if (regions_[cell] != 0 && !(run.regular && inside(cell, offsets))) trace_from(cell);
    }
    std::stable_sort(found_.begin(), found_.end(), [](const Outline& a, const Outline& b) { return a.region < b.region; });
    if constexpr (!Sides::flat) ensure_outer_rings();
    return std::move(found_);
  }

 private:
  bool in(Cell cell, std::uint32_t region) const { return cell != no_cell && regions_[cell] == region; }

  bool inside(Cell cell, const std::array<std::int32_t, 8>& offsets) const {
    const std::uint32_t region = regions_[cell];
    for (const std::size_t straight : {1, 3, 4, 6})
      if (regions_[cell + static_cast<Cell>(offsets[straight])] != region) return false;
    return true;
  }

  bool walked(CellSide at) const { return (walked_[at.cell] >> at.side & 1) != 0; }

  void trace_from(Cell cell) {
    for (const Side side : {south, east, north, west}) {
      const CellSide start{cell, side};
      if (walked(start) || in(sides_.across(start).cell, regions_[cell])) continue;
      const Walk walk = walk_from(start);
      rules_.along_borders ? add_ring(walk) : add_lines(walk);
    }
  }

  Walk walk_from(CellSide start) {
    Walk walk;
    CellSide at = start;
    do {
      walked_[at.cell] = static_cast<std::uint8_t>(walked_[at.cell] | 1U << at.side);
      walk.sides.push_back(at);
      walk.turns.push_back(0);
      at = next(at, walk.turns.back());
    } while (!(at == start));
    return walk;
  }

  /// Around the corner at the end of a side, as far to the right as the region goes: over corners too.
  CellSide next(CellSide at, std::int8_t& turn) const {
    const std::uint32_t region = regions_[at.cell];
    const CellSide ahead = sides_.across({at.cell, after(at.side)});
    if (const CellSide outside = sides_.across(at); outside.any()) {
      const CellSide right = sides_.across({outside.cell, before(outside.side)});
      if (in(right.cell, region)) {
        turn = right.cell == ahead.cell ? 0 : -1;  // only three cells meet at the corners of the cube
        return right;
      }
    }
    if (in(ahead.cell, region)) {
      turn = 0;
      return {ahead.cell, after(ahead.side)};
    }
    turn = 1;
    return {at.cell, after(at.side)};
  }

  void add_ring(const Walk& walk) {
    const int turned = walk.turned();
    OutlineKind kind = turned < 0 ? OutlineKind::hole : OutlineKind::outer;
    if (Sides::flat && turned == 0) kind = OutlineKind::circling;
    add(walk.sides, walk.turns, kind);
  }

  /// The parts of a walk that are not along the border of the map.
  void add_lines(const Walk& walk) {
    const auto at_border = [&](const CellSide& side) { return !sides_.across(side).any(); };
    const auto first = std::find_if(walk.sides.begin(), walk.sides.end(), at_border) - walk.sides.begin();
    const std::size_t count = walk.sides.size();
    if (static_cast<std::size_t>(first) == count) return add_ring(walk);
    Walk turned = walk;
    std::rotate(turned.sides.begin(), turned.sides.begin() + first, turned.sides.end());
    std::rotate(turned.turns.begin(), turned.turns.begin() + first, turned.turns.end());
    const std::span<const CellSide> sides(turned.sides);
    for (std::size_t i = 0; i < count;) {
      std::size_t end = i;
      while (end < count && !at_border(sides[end])) ++end;
      if (end > i) add(sides.subspan(i, end - i), std::span(turned.turns).subspan(i, end - i), OutlineKind::open);
      i = end + 1;
    }
  }

  void add(std::span<const CellSide> sides, std::span<const std::int8_t> turns, OutlineKind kind) {
    std::vector<Vec3d> corners = sides_.corners(sides);
    sides_.bring_back(corners);
    if (rules_.cut_corners) corners = kind == OutlineKind::open ? cut_line(corners, turns) : cut_ring(corners, turns);
    for (Vec3d& corner : corners) corner = sides_.metres(corner);
    if (kind == OutlineKind::outer || kind == OutlineKind::hole) corners.back() = corners.front();
    found_.push_back({regions_[sides[0].cell], kind, std::move(corners)});
  }

  /// The points that take the place of the middle of a side, between the middles before and after it.
  static void cut(const Vec3d& from, const Vec3d& middle, const Vec3d& to, int turn_before, int turn_after,
                  std::vector<Vec3d>& path) {
    if (turn_before + turn_after == 0) {  // straight on, or along steps
      if (!Sides::flat) path.push_back(middle);
      return;
    }
    path.push_back(between(middle, from, 0.25));
    path.push_back(between(middle, to, 0.25));
  }

  /// `corners` end where they begin, or one period further.
  static std::vector<Vec3d> cut_ring(std::span<const Vec3d> corners, std::span<const std::int8_t> turns) {
    const std::size_t count = turns.size();
    const Vec3d& first = corners.front();
    const Vec3d& last = corners.back();
    const Vec3d period{last.x - first.x, last.y - first.y, last.z - first.z};
    const auto middle = [&](std::size_t i) { return between(corners[i], corners[i + 1], 0.5); };
    const auto moved = [&](const Vec3d& at, double times) {
      return Vec3d{at.x + period.x * times, at.y + period.y * times, at.z + period.z * times};
    };
    std::vector<Vec3d> path;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3d from = i > 0 ? middle(i - 1) : moved(middle(count - 1), -1);
      const Vec3d to = i + 1 < count ? middle(i + 1) : moved(middle(0), 1);
      cut(from, middle(i), to, turns[i > 0 ? i - 1 : count - 1], turns[i], path);
    }
    if (path.empty()) path.push_back(middle(0));
    path.push_back(moved(path.front(), 1));
    return path;
  }

  static std::vector<Vec3d> cut_line(std::span<const Vec3d> corners, std::span<const std::int8_t> turns) {
    const std::size_t count = turns.size();
    const auto middle = [&](std::size_t i) { return between(corners[i], corners[i + 1], 0.5); };
    std::vector<Vec3d> path{corners.front()};
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3d from = i > 0 ? middle(i - 1) : corners.front();
      const Vec3d to = i + 1 < count ? middle(i + 1) : corners.back();
      cut(from, middle(i), to, i > 0 ? turns[i - 1] : 0, i + 1 < count ? turns[i] : 0, path);
    }
    path.push_back(corners.back());
    return path;
  }

  /// Regions of more than half a sphere have holes only: then the longest is taken for the outer ring.
  void ensure_outer_rings() {
    for (auto first = found_.begin(); first != found_.end();) {
      const auto last = std::find_if(first, found_.end(), [&](const Outline& line) { return line.region != first->region; });
      if (std::none_of(first, last, [](const Outline& line) { return line.kind == OutlineKind::outer; }))
        std::max_element(first, last, [](const Outline& a, const Outline& b) { return a.path.size() < b.path.size(); })->kind =
            OutlineKind::outer;
      first = last;
    }
  }

  const Sides& sides_;
  std::span<const std::uint32_t> regions_;
  const OutlineRules& rules_;
  FlatArray<std::uint8_t> walked_;  // a bit for each side
  std::vector<Outline> found_;
};

template <class Sides, Topology T>
std::vector<Outline> traced(const Sides& sides, const T& topology, std::span<const std::uint32_t> regions,
                            const OutlineRules& rules) {
  return OutlineTracer<Sides>(sides, regions, rules).trace(topology);
}

}  // namespace

std::vector<Outline> outlines_of(const Domain& domain, std::span<const std::uint32_t> regions, const OutlineRules& rules) {
  FloatingPointMode ieee;
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) {
    const GridSides sides(tile->stored_width(), tile->stored_height(), false, false, tile->centre(0), tile->spacing());
    return traced(sides, *tile, regions, rules);
  }
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    const GridSize size = torus->size();
    const GridSides sides(size.width, size.height, torus->wraps_x() && !rules.cut_open, torus->wraps_y() && !rules.cut_open,
                          torus->centre(0), torus->spacing());
    return traced(sides, *torus, regions, rules);
  }
  const auto& sphere = std::get<CubeSphere>(domain);
  return traced(SphereSides(sphere), sphere, regions, rules);
}

void lift(const Domain& domain, double height, ObjectColumn::Path& path) {
  FloatingPointMode ieee;
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  for (Vec3d& at : path) {
    if (!sphere) {
      at.z = height;
      continue;
    }
    const double times = (sphere->radius() + height) / sphere->radius();
    at = {at.x * times, at.y * times, at.z * times};
  }
}

std::vector<std::span<const Vec3d>> rings_of(std::span<const Vec3d> row) {
  std::vector<std::span<const Vec3d>> rings;
  while (!row.empty()) {
    const auto end = std::find(row.begin() + 1, row.end(), row.front());
    if (end == row.end()) break;
    const auto count = static_cast<std::size_t>(end - row.begin()) + 1;
    rings.push_back(row.first(count));
    row = row.subspan(count);
  }
  return rings;
}

}  // namespace craton
