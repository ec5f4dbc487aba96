// Trunks: one node a square of a jittered lattice, with the height of the smooth relief there. Edges are those of the Gabriel
// graph (Gabriel & Sokal 1969), which is planar and known from a few nodes around; each node drains along the steepest one that
// falls. So heights fall along every path, whose end nobody needs to know, and no two rivers cross. Corners are rounded within
// the triangle of a node and the middles of two of its edges, which holds no other node: the discs on both edges are empty and
// cover it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <craton/base/hash.h>

#include "stages/relief/scatter.h"
#include "stages/water/endless/endless_network.h"

namespace craton::endless {
namespace {

constexpr int look = 3;     // squares that an edge's disc can touch
constexpr int longest = 2;  // squares that an edge spans
constexpr int depth = 6;    // how far upstream water is counted
constexpr int margin = longest * (depth + 2) + look;
constexpr int bend_pieces = 6;
constexpr int confluence_piece = 4;  // of the main river, after which others have joined
constexpr double ground_gain = 2;    // how much more a metre of height counts than a stream's own fall

/// A part of the lattice, with room around it for what its rivers depend on.
class Lattice {
 public:
  Lattice(const SmoothLand& land, Seed seed, const Box& box) : laws_(land.laws()), seed_(seed), size_(laws_.spacing(0)) {
    const std::int64_t reach = longest;  // a curve lies within the edges of its node
    const auto cell = [&](std::int64_t place) { return floor_div(place, size_); };
    first_x_ = cell(box.low.x) - reach - margin;
    first_y_ = cell(box.low.y) - reach - margin;
    columns_ = static_cast<int>(cell(box.high.x) - first_x_) + 1 + longest + margin;
    rows_ = static_cast<int>(cell(box.high.y) - first_y_) + 1 + longest + margin;
    places_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
    for (int y = 0; y < rows_; ++y)
      for (int x = 0; x < columns_; ++x) places_[index(x, y)] = place_of(first_x_ + x, first_y_ + y);
    land.at(places_, ground_);
    receivers_.assign(places_.size(), unknown);
    edges_.resize(places_.size());
  }

  std::vector<RiverPiece> pieces() {
    for (int y = margin; y < rows_ - margin; ++y)
      for (int x = margin; x < columns_ - margin; ++x) add_node(index(x, y));
    return std::move(pieces_);
  }

 private:
  using Node = std::size_t;
  static constexpr int unknown = -2, none = -1;
  struct Edges {
    std::array<int, 24> to;
    int count = -1;
  };
  struct Curve {
    Point2 start, bend, end;
    double level_start, level_bend, level_end, rugged_start, rugged_bend, rugged_end;
  };

  Node index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
  }

  Point2 place_of(std::int64_t x, std::int64_t y) const {
    relief::Dice dice(relief::cell_random(seed_, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y), 0));
    const auto along = [&](std::int64_t cell, std::uint64_t random) {
      return cell * size_ + size_ / 10 + static_cast<std::int64_t>(random >> 40) * (size_ * 8 / 10) / (std::int64_t{1} << 24);
    };
    const std::int64_t right = along(x, dice.bits());
    return {right, along(y, dice.bits())};
  }

  /// Edge a–b is in the graph where no third node lies within the disc whose diameter it is. In whole numbers, hence exact.
  bool empty_disc(Node a, Node b, int x, int y) const {
    for (int dy = -look; dy <= look; ++dy)
      for (int dx = -look; dx <= look; ++dx) {
        const Node c = index(x + dx, y + dy);
        if (c == a || c == b) continue;
        const Point2 &p = places_[a], &q = places_[b], &r = places_[c];
        if ((p.x - r.x) * (q.x - r.x) + (p.y - r.y) * (q.y - r.y) < 0) return false;
      }
    return true;
  }

  const Edges& edges(Node node) {
    Edges& edges = edges_[node];
    if (edges.count >= 0) return edges;
    edges.count = 0;
    const int x = static_cast<int>(node % static_cast<std::size_t>(columns_)),
              y = static_cast<int>(node / static_cast<std::size_t>(columns_));
    for (int dy = -longest; dy <= longest; ++dy)
      for (int dx = -longest; dx <= longest; ++dx)
        if ((dx != 0 || dy != 0) && empty_disc(node, index(x + dx, y + dy), x, y))
          edges.to[static_cast<std::size_t>(edges.count++)] = static_cast<int>(index(x + dx, y + dy));
    return edges;
  }

  double distance(Node a, Node b) const {
    const double x = metres(places_[b].x - places_[a].x), y = metres(places_[b].y - places_[a].y);
    return std::sqrt(x * x + y * y);
  }

  int receiver(Node node) {
    int& receiver = receivers_[node];
    if (receiver != unknown) return receiver;
    receiver = none;
    double steepest = 0;
    const Edges& all = edges(node);
    for (int i = 0; i < all.count; ++i) {
      const auto other = static_cast<Node>(all.to[static_cast<std::size_t>(i)]);
      const double slope = (ground_[node].height - ground_[other].height) / distance(node, other);
      if (slope > steepest) {
        steepest = slope;
        receiver = static_cast<int>(other);
      }
    }
    return receiver;
  }

  /// Nodes that drain to this one, in the order of the lattice.
  std::vector<Node> donors(Node node) {
    std::vector<Node> found;
    const Edges all = edges(node);
    for (int i = 0; i < all.count; ++i) {
      const auto other = static_cast<Node>(all.to[static_cast<std::size_t>(i)]);
      if (receiver(other) == static_cast<int>(node)) found.push_back(other);
    }
    return found;
  }

  /// How many squares drain through a node; those more than so many steps upstream are not counted.
  double drained(Node node, int steps) {
    double sum = 1;
    if (steps > 0)
      for (const Node donor : donors(node)) sum += drained(donor, steps - 1);
    return sum;
  }

  Point2 middle(Node a, Node b) const {
    return {floor_div(places_[a].x + places_[b].x, 2), floor_div(places_[a].y + places_[b].y, 2)};
  }

  RiverPiece& add(Node node, Point2 from, Point2 to, double level_from, double level_to) {
    const int x = static_cast<int>(node % static_cast<std::size_t>(columns_)),
              y = static_cast<int>(node / static_cast<std::size_t>(columns_));
    RiverPiece piece;
    piece.from = from;
    piece.to = to;
    const double dx = metres(to.x - from.x), dy = metres(to.y - from.y);
    piece.length = std::sqrt(dx * dx + dy * dy);
    piece.level_to = level_to;
    piece.slope = piece.length > 0 ? (level_from - level_to) / piece.length : 0;
    piece.potential_from = ground_gain * level_from;
    piece.potential_to = ground_gain * level_to;
    piece.key = relief::cell_random(seed_, static_cast<std::uint64_t>(first_x_ + x), static_cast<std::uint64_t>(first_y_ + y),
                                    100 + count_++);
    pieces_.push_back(piece);
    return pieces_.back();
  }

  double width_of(double squares) const { return laws_.width * std::sqrt(squares); }

  /// The rounded way of the main river: a parabola from the middle of one edge to the middle of the next. Heights fall linearly
  /// to the node's own half way along, and then on.
  void add_bend(Node node, const Curve& curve, double width_from, double width_to) {
    const auto along = [](double t, std::int64_t a, std::int64_t b, std::int64_t c) {  // from b: small numbers
      return b + static_cast<std::int64_t>(
                     std::floor((1 - t) * (1 - t) * static_cast<double>(a - b) + t * t * static_cast<double>(c - b) + 0.5));
    };
    const auto mixed = [](double t, double a, double b, double c) {
      return t < 0.5 ? a + (b - a) * (2 * t) : b + (c - b) * (2 * t - 1);
    };
    const auto place = [&](double t) {
      return t == 0 ? curve.start
             : t == 1
                 ? curve.end
                 : Point2{along(t, curve.start.x, curve.bend.x, curve.end.x), along(t, curve.start.y, curve.bend.y, curve.end.y)};
    };
    for (int i = 0; i < bend_pieces; ++i) {
      const double t = static_cast<double>(i) / bend_pieces, u = static_cast<double>(i + 1) / bend_pieces;
      RiverPiece& piece = add(node, place(t), place(u), mixed(t, curve.level_start, curve.level_bend, curve.level_end),
                              mixed(u, curve.level_start, curve.level_bend, curve.level_end));
      piece.rugged_from = mixed(t, curve.rugged_start, curve.rugged_bend, curve.rugged_end);
      piece.rugged_to = mixed(u, curve.rugged_start, curve.rugged_bend, curve.rugged_end);
      piece.width_from = i > confluence_piece ? width_to : width_from;
      piece.width_to = i >= confluence_piece ? width_to : width_from;
    }
  }

  void add_node(Node node) {
    count_ = 0;
    const int receiver_node = receiver(node);
    const std::vector<Node> from = donors(node);
    const double all = drained(node, depth);
    if (receiver_node == none) return add_end(node, from, all);
    const auto next = static_cast<Node>(receiver_node);
    const SmoothLand::Ground &here = ground_[node], &below = ground_[next];
    Curve curve{};
    curve.bend = places_[node];
    curve.end = middle(node, next);
    curve.level_bend = here.height;
    curve.level_end = 0.5 * (here.height + below.height);
    curve.rugged_bend = here.rugged;
    curve.rugged_end = 0.5 * (here.rugged + below.rugged);
    if (from.empty()) {
      RiverPiece& spring = add(node, curve.bend, curve.end, curve.level_bend, curve.level_end);
      spring.rugged_from = curve.rugged_bend;
      spring.rugged_to = curve.rugged_end;
      spring.width_from = width_of(0.2);
      spring.width_to = width_of(1);
      return;
    }
    std::vector<double> waters;
    for (const Node donor : from) waters.push_back(drained(donor, depth - 1));
    const auto main = static_cast<std::size_t>(std::max_element(waters.begin(), waters.end()) - waters.begin());
    const auto half = [&](Node donor, double SmoothLand::Ground::*value) { return 0.5 * (ground_[donor].*value + here.*value); };
    curve.start = middle(from[main], node);
    curve.level_start = half(from[main], &SmoothLand::Ground::height);
    curve.rugged_start = half(from[main], &SmoothLand::Ground::rugged);
    const std::size_t first = pieces_.size();
    add_bend(node, curve, width_of(waters[main]), width_of(all));
    for (std::size_t i = 0; i < from.size(); ++i)
      if (i != main) add_confluence(node, from[i], first, width_of(waters[i]));
  }

  /// A lesser river runs from the middle of its edge into the main one.
  void add_confluence(Node node, Node donor, std::size_t first, double width) {
    const Point2 start = middle(donor, node);
    std::size_t joined = first + confluence_piece;
    Point2 end = pieces_[joined].to;
    for (std::size_t i = first; i < first + confluence_piece; ++i)  // where the main river's bend lies in the way
      if (crosses(start, end, pieces_[i].from, pieces_[i].to)) {
        joined = i;
        end = pieces_[i].to;
      }
    const double level = 0.5 * (ground_[donor].height + ground_[node].height),
                 rugged = 0.5 * (ground_[donor].rugged + ground_[node].rugged);
    if (pieces_[joined].level_to >= level) lower_bend(first, joined, 0.5 * (level + ground_[node].height), ground_[node].height);
    std::vector<Point2> way = curved_way(node, start, end);
    if (crosses_any(way, first)) way = {start, end};
    if (crosses_any(way, first)) {  // another lesser river lies in between, and takes this one
      joined = nearest_open(start, level, first, joined);
      way = {start, pieces_[joined].to};
    }
    const RiverPiece river = pieces_[joined];
    const auto parts = static_cast<double>(way.size() - 1);
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      const double t = static_cast<double>(i) / parts, u = static_cast<double>(i + 1) / parts;
      RiverPiece& piece =
          add(node, way[i], way[i + 1], level + (river.level_to - level) * t, level + (river.level_to - level) * u);
      piece.rugged_from = rugged + (river.rugged_to - rugged) * t;
      piece.rugged_to = rugged + (river.rugged_to - rugged) * u;
      piece.width_from = piece.width_to = width;
      if (i + 2 == way.size()) piece.parent = river.key;
    }
  }

  /// A parabola that leaves a place towards the node.
  std::vector<Point2> curved_way(Node node, Point2 start, Point2 end) const {
    constexpr int parts = 4;
    std::vector<Point2> way{start};
    const auto along = [](double t, std::int64_t from, std::int64_t middle, std::int64_t to) {
      const double toward = 1.2 * (1 - t) * t * static_cast<double>(middle - from) + t * t * static_cast<double>(to - from);
      return from + static_cast<std::int64_t>(std::floor(toward + 0.5));
    };
    for (int i = 1; i < parts; ++i) {
      const double t = static_cast<double>(i) / parts;
      way.push_back({along(t, start.x, places_[node].x, end.x), along(t, start.y, places_[node].y, end.y)});
    }
    way.push_back(end);
    return way;
  }

  bool crosses_any(const std::vector<Point2>& way, std::size_t first) const {
    for (std::size_t i = 0; i + 1 < way.size(); ++i)
      for (std::size_t j = first; j < pieces_.size(); ++j)
        if (crosses(way[i], way[i + 1], pieces_[j].from, pieces_[j].to)) return true;
    return false;
  }

  /// The nearest end of a piece of this node that lies lower, with no river before it; else the one given.
  std::size_t nearest_open(Point2 start, double level, std::size_t first, std::size_t otherwise) const {
    std::size_t best = otherwise;
    std::int64_t least = INT64_MAX;
    for (std::size_t i = first; i < pieces_.size(); ++i) {
      const std::int64_t x = pieces_[i].to.x - start.x, y = pieces_[i].to.y - start.y;
      const std::int64_t away = x * x + y * y;
      if (away >= least || pieces_[i].level_to >= level || crosses_any({start, pieces_[i].to}, first)) continue;
      least = away;
      best = i;
    }
    return best;
  }

  /// Before half way the main river may lie higher than a lesser one begins: then it falls earlier, to the node's own height half
  /// way along as before.
  void lower_bend(std::size_t first, std::size_t joined, double level, double level_bend) {
    constexpr std::size_t half = bend_pieces / 2 - 1;
    for (std::size_t i = joined; i < first + half; ++i) {
      const double share = static_cast<double>(i - joined) / static_cast<double>(first + half - joined);
      const double to = std::min(pieces_[i].level_to, level + (level_bend - level) * share);
      RiverPiece &piece = pieces_[i], &next = pieces_[i + 1];
      piece.slope -= (to - piece.level_to) / piece.length;
      next.slope += (to - piece.level_to) / next.length;
      piece.level_to = to;
      piece.potential_to = next.potential_from = ground_gain * to;
    }
  }

  /// Nowhere to go: a lake, or the bottom of the sea.
  void add_end(Node node, const std::vector<Node>& from, double all) {
    const SmoothLand::Ground& here = ground_[node];
    const double width = width_of(all);
    for (const Node donor : from) {
      RiverPiece& piece = add(node, middle(donor, node), places_[node], 0.5 * (ground_[donor].height + here.height), here.height);
      piece.rugged_from = 0.5 * (ground_[donor].rugged + here.rugged);
      piece.rugged_to = here.rugged;
      piece.width_from = piece.width_to = width_of(drained(donor, depth - 1));
    }
    RiverPiece& lake = add(node, places_[node], places_[node], here.height, here.height);
    lake.rugged_from = lake.rugged_to = here.rugged;
    lake.width_from = lake.width_to = here.height > 0 ? 12 * width : width;
  }

  RiverLaws laws_;
  Seed seed_;
  std::int64_t size_, first_x_ = 0, first_y_ = 0;
  int columns_ = 0, rows_ = 0;
  std::vector<Point2> places_;
  std::vector<SmoothLand::Ground> ground_;
  std::vector<int> receivers_;
  std::vector<Edges> edges_;
  std::vector<RiverPiece> pieces_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::vector<RiverPiece> trunks_in(const SmoothLand& land, Seed seed, const Box& box) { return Lattice(land, seed, box).pieces(); }

}  // namespace craton::endless
