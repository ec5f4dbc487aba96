// Courses of streams. A link of the drainage is a cubic through both nodes (Catmull & Rom 1974), so that no bend tells where
// cells end. Where more than two streams meet in a node, the lesser ones go on beside the greatest and join it one after another,
// the farther down the more they come from that side: no place sees more than one join.
#include <algorithm>
#include <array>
#include <cmath>

#include <craton/base/hash.h>

#include "base/smooth_step.h"
#include "stages/water/drainage/streams.h"

namespace craton::drainage {
namespace {

constexpr int samples_a_cell = 8;
constexpr double steepest = 2.5;
constexpr double last_join = 0.42;  ///< of the way to the next node
constexpr double seen_bend = 0.3;   ///< samples that a piece may lie beside its curve
constexpr int most_pieces = 8;
constexpr double largest_swing = 0.16;  ///< of a link's length, in the mean, that rivers swing out on plains
/// Lakes are drawn from levels whose cells are that many times as wide as it is to their shores; they overlap a little.
constexpr double least_lake = 0.25, largest_lake = 0.8;
constexpr double widest_bed = 8;      ///< metres: beside it floors of valleys begin to rise
constexpr double widest_river = 1.6;  ///< cells

struct Way {
  double x = 0, y = 0;  ///< metres

  double length() const { return std::sqrt(x * x + y * y); }
  Way unit() const {
    const double far = length();
    return far > 0 ? Way{x / far, y / far} : Way{};
  }
  friend Way operator+(Way a, Way b) { return {a.x + b.x, a.y + b.y}; }
  friend Way operator-(Way a, Way b) { return {a.x - b.x, a.y - b.y}; }
  friend Way operator*(double s, Way a) { return {s * a.x, s * a.y}; }
};

struct Cell2 {
  std::int64_t x, y;

  Cell2 next(int way) const { return {x + way_x[way], y + way_y[way]}; }
};

/// A node as its streams see it.
struct Meeting {
  int main = no_way;             ///< the way by which most water comes
  int count = 0;                 ///< of streams that come in
  std::array<double, 8> join{};  ///< of each way: how far down the stream that leaves it is joined, 0 … last_join
  Way ahead;                     ///< where its water goes, of length 1
};

Sides between(const Sides& a, const Sides& b, double t) {
  const auto at = [&](double from, double to) { return from + (to - from) * t; };
  return {at(a.inner, b.inner), at(a.outer, b.outer), at(a.foot, b.foot), at(a.floor, b.floor)};
}

class Courses {
 public:
  Courses(const Drainage& drainage, const Level& level, const Rect& rect, std::int64_t step)
      : laws_(drainage.laws()),
        lattice_(drainage.lattice()),
        country_(drainage.country()),
        level_(level),
        rect_(rect),
        step_(metres(step)),
        cell_(drainage.lattice().metres(level.level)) {}

  /// Streams lie where the country bends them to.
  void bend(std::vector<Stream>& pieces, std::size_t first) const {
    std::vector<Point2> places;
    places.reserve(2 * (pieces.size() - first));
    for (std::size_t i = first; i < pieces.size(); ++i) {
      places.push_back(pieces[i].from);
      places.push_back(pieces[i].to);
    }
    country_.bend(places);
    for (std::size_t i = first; i < pieces.size(); ++i) {
      Stream& piece = pieces[i];
      piece.from = places[2 * (i - first)];
      piece.to = places[2 * (i - first) + 1];
      piece.length = std::max(Way{metres(piece.to.x - piece.from.x), metres(piece.to.y - piece.from.y)}.length(), 1e-3);
    }
  }

  Streams run() {
    meet();
    measure_sides();
    Streams streams;
    streams.rect = rect_;
    streams.first.reserve(rect_.size() + 1);
    streams.pieces.reserve(rect_.size() * 2);
    for (std::int64_t y = rect_.y; y < rect_.y + rect_.height; ++y)
      for (std::int64_t x = rect_.x; x < rect_.x + rect_.width; ++x) {
        streams.first.push_back(streams.pieces.size());
        const Node& node = level_.node(x, y);
        if (node.flows()) add({x, y}, streams.pieces);
      }
    streams.first.push_back(streams.pieces.size());
    bend(streams.pieces, 0);
    return streams;
  }

  void add_lakes(bool finest, std::vector<Stream>& pieces) const {
    const std::size_t first = pieces.size();
    for (std::int64_t y = rect_.y; y < rect_.y + rect_.height; ++y)
      for (std::int64_t x = rect_.x; x < rect_.x + rect_.width; ++x) {
        const Node& from = level_.node(x, y);
        if (from.sea || !from.flows() || !(from.lake > 0)) continue;
        const Cell2 cell{x, y};
        const Node& to = node(cell.next(from.way));
        const double shore = static_cast<double>(std::max(from.lake, to.lake));
        if (!from.shares_lake(to) || shore > largest_lake * cell_ || (!finest && shore < least_lake * cell_)) continue;
        const Curve curve = curve_from(cell, meeting(cell), to.flows() ? meeting(cell.next(from.way)) : Meeting{});
        const double level = static_cast<double>(from.lake_z);
        Stream piece{.from = to_units(cell, curve.from), .from_z = level, .to_z = level, .lake = true};
        piece.from_sides = piece.to_sides = sides(cell);
        piece.from_width = 2 * static_cast<double>(from.lake);
        constexpr int count = 3;
        for (int k = 1; k <= count; ++k) {
          const double t = static_cast<double>(k) / count;
          piece.to = to_units(cell, curve.place(t));
          piece.to_width = 2 * (static_cast<double>(from.lake) + static_cast<double>(to.lake - from.lake) * t);
          add_piece(piece, pieces);
          piece.from = piece.to;
          piece.from_width = piece.to_width;
        }
      }
    bend(pieces, first);
  }

 private:
  const Node& node(Cell2 cell) const { return level_.node(cell.x, cell.y); }
  /// From the corner of a cell: the same numbers whoever asks.
  Way place(Cell2 cell, Cell2 corner) const {
    const Node& at = node(cell);
    return {static_cast<double>(cell.x - corner.x) * cell_ + metres(at.x),
            static_cast<double>(cell.y - corner.y) * cell_ + metres(at.y)};
  }

  void meet() {
    const Rect around = rect_.grown(2);
    meetings_.resize(around.size());
    for (std::int64_t y = around.y; y < around.y + around.height; ++y)
      for (std::int64_t x = around.x; x < around.x + around.width; ++x)
        if (level_.node(x, y).flows() || !level_.node(x, y).sea) meetings_[around.index(x, y)] = meeting({x, y});
  }

  Meeting meeting(Cell2 cell) const {
    Meeting found;
    std::array<int, 8> ways{};
    for (int way = 0; way < 8; ++way) {
      const Node& other = level_.node(cell.x - way_x[way], cell.y - way_y[way]);
      if (other.way != way) continue;
      ways[static_cast<std::size_t>(found.count++)] = way;
      if (found.main < 0 || other.flow > node(cell.next(back(found.main))).flow) found.main = way;
    }
    if (!node(cell).flows()) return found;
    const Way own = place(cell, cell), to = place(cell.next(node(cell).way), cell);
    found.ahead = (to - (found.main < 0 ? own : place(cell.next(back(found.main)), cell))).unit();
    if (found.count < 3) return found;
    // From those that come from behind to those that come from ahead.
    std::array<std::pair<double, int>, 8> lesser;
    int count = 0;
    for (int i = 0; i < found.count; ++i) {
      const int way = ways[static_cast<std::size_t>(i)];
      if (way == found.main) continue;
      const Way from = (place(cell.next(back(way)), cell) - own).unit();
      std::pair<double, int> newcomer{from.x * found.ahead.x + from.y * found.ahead.y, way};
      for (int k = 0; k < count; ++k)
        if (newcomer < lesser[static_cast<std::size_t>(k)]) std::swap(newcomer, lesser[static_cast<std::size_t>(k)]);
      lesser[static_cast<std::size_t>(count++)] = newcomer;
    }
    for (int i = 1; i < count; ++i)
      found.join[static_cast<std::size_t>(lesser[static_cast<std::size_t>(i)].second)] = last_join * i / (count - 1);
    return found;
  }
  const Meeting& at(Cell2 cell) const { return meetings_[rect_.grown(2).index(cell.x, cell.y)]; }

  /// A link from its node's cell, as far as it is the node's own: what others do at its end plays no part up to `last_join`.
  struct Curve {
    Way from, to, leave, arrive;
    Way aside;  ///< by so much it swings out in its middle

    Way place(double t) const {
      const double t2 = t * t, t3 = t2 * t;
      return (2 * t3 - 3 * t2 + 1) * from + (t3 - 2 * t2 + t) * leave + (3 * t2 - 2 * t3) * to + (t3 - t2) * arrive +
             16 * t2 * (1 - t) * (1 - t) * aside;
    }
    /// How far it lies beside a straight line.
    double bend() const {
      return 0.148 * std::max((leave - (to - from)).length(), (arrive - (to - from)).length()) + aside.length();
    }
  };

  Curve curve(Cell2 cell) const {
    const Cell2 next = cell.next(node(cell).way);
    return curve_from(cell, at(cell), node(next).sea || !node(next).flows() ? Meeting{} : at(next));
  }
  Curve curve_from(Cell2 cell, const Meeting& here, const Meeting& there) const {
    const int way = node(cell).way;
    const Cell2 next = cell.next(way);
    Curve curve{.from = place(cell, cell), .to = place(next, cell), .leave = {}, .arrive = {}, .aside = {}};
    const Way chord = curve.to - curve.from;
    const double length = chord.length();
    curve.leave = length * here.ahead;
    // On plains rivers swing from side to side.
    const Node& own = node(cell);
    const std::uint64_t random = mix64((static_cast<std::uint64_t>(own.x) << 32) ^ static_cast<std::uint64_t>(own.y));
    const double fall = (own.z - node(next).z) / length, plain = 1 - smooth_step(0.001, 0.015, fall);
    const double swing =
        (0.5 + 0x1p-53 * static_cast<double>(random >> 11)) * ((random & 1) != 0 ? largest_swing : -largest_swing);
    curve.aside = plain * swing * Way{-chord.y, chord.x};
    curve.arrive = chord;
    const Node& to = node(next);
    if (to.sea || !to.flows()) return curve;
    curve.arrive = length * (there.main == way ? there.ahead : ((1 / length) * chord + 0.6 * there.ahead).unit());
    return curve;
  }

  Point2 to_units(Cell2 cell, Way place) const {
    const Point2 corner = lattice_.corner_of(level_.level, cell.x, cell.y);
    const auto whole = [](double value) { return static_cast<std::int64_t>(std::floor(value * units_per_metre + 0.5)); };
    return {corner.x + whole(place.x), corner.y + whole(place.y)};
  }

  static void add_piece(Stream& piece, std::vector<Stream>& pieces) {
    piece.length = Way{metres(piece.to.x - piece.from.x), metres(piece.to.y - piece.from.y)}.length();
    if (piece.length > 0) pieces.push_back(piece);
  }

  void add(Cell2 cell, std::vector<Stream>& pieces) const {
    const Node& from = node(cell);
    const Cell2 next = cell.next(from.way);
    const Node& to = node(next);
    Curve curve = this->curve(cell);
    const bool ends = to.sea || !to.flows();
    const std::size_t i = index(cell), j = ends ? i : index(next);
    double end_z = to.z;
    Way aside{};
    const double join = ends ? 0 : at(next).join[static_cast<std::size_t>(from.way)];
    if (join > 0) {
      const Cell2 after = next.next(to.way);
      end_z += (node(after).z - end_z) * join;
      const Point2 there = to_units(next, this->curve(next).place(join)), corner = to_units(cell, {});
      aside = Way{metres(there.x - corner.x), metres(there.y - corner.y)} - curve.to;
    }
    const double bend = std::max(curve.bend(), 0.2 * aside.length());
    const int count = std::clamp(static_cast<int>(std::ceil(std::sqrt(bend / (seen_bend * step_)))), 1, most_pieces);
    // A tributary keeps its own width where it joins.
    const double end_width = std::min(widths_[j], 1.4 * widths_[i]);
    Stream piece{.from = to_units(cell, curve.from), .from_z = from.z, .from_sides = sides_[i], .from_width = widths_[i]};
    const double lift = this->lift(cell), end_lift = ends ? lift : this->lift(next);
    piece.from_lift = lift;
    for (int k = 1; k <= count; ++k) {
      const double t = static_cast<double>(k) / count, late = std::max((t - last_join) / (1 - last_join), 0.0);
      piece.to = to_units(cell, curve.place(t) + late * late * (3 - 2 * late) * aside);
      piece.to_z = from.z + (end_z - from.z) * t;
      piece.to_sides = between(sides_[i], sides_[j], t);
      piece.to_width = widths_[i] + (end_width - widths_[i]) * t;
      piece.to_lift = lift + (end_lift - lift) * t;
      add_piece(piece, pieces);
      piece.from = piece.to;
      piece.from_z = piece.to_z;
      piece.from_sides = piece.to_sides;
      piece.from_width = piece.to_width;
      piece.from_lift = piece.to_lift;
    }
  }

  /// So much the ground stands higher by valleys of finer levels.
  double lift(Cell2 cell) const {
    // Measured: so means at all steps are alike.
    const int above = lattice_.last_large - level_.level;
    const double share = above > 0 ? 1.9 : above == 0 ? 1.1 : 0.55;
    return share * laws_.missing[level_.level] * level_.field(cell.x, cell.y).rugged;
  }

  std::size_t index(Cell2 cell) const { return rect_.grown(1).index(cell.x, cell.y); }

  /// Of each node the sides of its valley and the width of its water, one cell around for the ends of streams.
  void measure_sides() {
    const Rect around = rect_.grown(1);
    sides_.resize(around.size());
    widths_.resize(around.size());
    for (std::int64_t y = around.y; y < around.y + around.height; ++y)
      for (std::int64_t x = around.x; x < around.x + around.width; ++x) {
        const Node& node = level_.node(x, y);
        if (!node.flows()) continue;
        const std::size_t i = around.index(x, y);
        sides_[i] = sides({x, y});
        widths_[i] = std::min(laws_.width * std::sqrt(node.flow), widest_river * cell_);
      }
  }
  Sides sides(Cell2 cell) const {
    const double slope = std::min(needed_slope(cell), steepest);
    Sides sides = sides_of(laws_, node(cell), level_.field(cell.x, cell.y).rugged, 0, std::min(level_.level + 1, finest_level));
    // Sides are steeper than the stream, or they would lead down along it.
    const Cell2 next = cell.next(node(cell).way);
    const double fall = (node(cell).z - node(next).z) / (place(next, cell) - place(cell, cell)).length();
    sides.inner = std::max(sides.inner, 1.5 * fall);
    sides.floor = std::min(sides.floor, widest_bed);
    sides.outer = std::max({sides.outer, 1.1 * slope, sides.inner});
    return sides;
  }

  /// How steep the sides of a valley must be, so that it takes the ground from under no other stream near by: those that drain
  /// into it aside.
  double needed_slope(Cell2 cell) const {  // of the stream too, for its valley leans down with it
    const Node& a = node(cell);
    const Cell2 next = cell.next(a.way);
    const Node& b = node(next);
    const Way from = place(cell, cell), along = place(next, cell) - from;
    const double square = along.x * along.x + along.y * along.y, to_z = b.z;
    double slope = 0;
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) {
        const Cell2 there{cell.x + dx, cell.y + dy};
        const Node& other = node(there);
        if (other.sea || other.z <= to_z || (dx == 0 && dy == 0) || (there.x == next.x && there.y == next.y)) continue;
        if (other.flows() && dx + way_x[other.way] == 0 && dy + way_y[other.way] == 0) continue;
        const Way beside = place(there, cell) - from;
        const double t = std::clamp((beside.x * along.x + beside.y * along.y) / square, 0.0, 1.0);
        const double up = other.z - (a.z + (to_z - a.z) * t);
        if (up <= 0) continue;
        double distance = (beside - t * along).length();
        if (a.shares_lake(b)) {
          distance -= static_cast<double>(a.lake) + static_cast<double>(b.lake - a.lake) * t;
          if (distance <= 0) continue;
        }
        if (up > slope * distance) slope = up / distance;
      }
    const double fall = (a.z - to_z) / std::sqrt(square);
    return slope > 0 ? std::sqrt(slope * slope + fall * fall) : 0;
  }

  const Laws& laws_;
  const Lattice& lattice_;
  const Country& country_;
  const Level& level_;
  Rect rect_;
  double step_, cell_;
  std::vector<Meeting> meetings_;
  std::vector<Sides> sides_;
  std::vector<double> widths_;
};

}  // namespace

int level_for(const Lattice& lattice, std::int64_t step) {
  int level = lattice.first;
  while (level < finest_level && lattice.units(level + 1) >= samples_a_cell * step) ++level;
  return level;
}

Streams streams_in(const Drainage& drainage, const Level& level, const Rect& rect, std::int64_t step) {
  return Courses(drainage, level, rect, step).run();
}

void add_lakes(const Drainage& drainage, const Level& level, const Rect& rect, bool finest, std::vector<Stream>& pieces) {
  Courses(drainage, level, rect, 1).add_lakes(finest, pieces);
}

}  // namespace craton::drainage
