// One level from the one above. The proof that there are no pits:
//   1. A cell's node goes on in the child where it lies, with all that it knows, but for its place, which is smoothed within the
//      cell. Such a child is called the heir of its block of four.
//   2. The link from A to B becomes a way of children: from the heir of A over those that the line crosses to the border, and on
//      the other side to the heir of B or to a child that B's own way out passes. Levels on it fall from A's to B's without a
//      stop; where several links share a child, it has the least of their levels, and so have those after it. A child on B's own
//      way out lies no higher than B, and everything that comes in lies higher than B.
//   3. Every other child is born now: it lies a little higher than the lowest of its allowed neighbours that 1 and 2 made, or in
//      the sea. There is one at least: all four children of a block touch each other, and where its diagonals cross, the one to
//      the heir is allowed. It drains to the steepest of its lower neighbours.
// So every child on land has a lower receiver, or is the heir of a basin's bottom.
// Ways cross no other: sides of cells are passed by one link, and each corner allows one of its two diagonals.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/smooth_step.h"
#include "stages/relief/scatter.h"
#include "stages/water/drainage/links.h"

namespace craton::drainage {
namespace {

using relief::Dice;

constexpr int reach = 2;        // cells: how far a node that is born looks for streams
constexpr int born_around = 2;  // cells around the rectangle where nodes are born: their receivers, and theirs
constexpr std::int32_t children_around = born_around + reach + 1;
constexpr double rim = 0.06;  // of a cell, that no node enters
constexpr double least_fall = 2e-5, least_step = 1e-4;
constexpr double shore_rise = 0.8;  // of the ground by that of the land at large, at most, along coasts
constexpr double coast = 250;
constexpr int last_sparse = 3;                            // of 16 km: finer levels look at the land more closely
constexpr int last_lakes = 10;                            // of 128 m, that streams pass first at this level
constexpr double lake_height = 100;                       // metres: lower land may have sunk into the sea
constexpr double steepest_lake = 0.06;                    // slope of streams that pass one
constexpr double largest_lake = 0.22, least_lake = 0.04;  // of a cell, from the stream to the shore

class Refiner {
 public:
  Refiner(const Laws& laws, const Country& country, Seed seed, const Level& parents, const Rect& rect)
      : laws_(laws),
        country_(country),
        lattice_(laws.lattice),
        seed_(seed),
        parents_(parents),
        rect_(rect),
        blocks_(rect.grown(children_around).parents()),
        out_(parents.level + 1, {blocks_.x * 2, blocks_.y * 2, blocks_.width * 2, blocks_.height * 2}),
        wide_(static_cast<double>(lattice_.units(parents.level))),
        half_(static_cast<double>(lattice_.units(parents.level + 1))) {}

  Level run() {
    find_donors();
    smooth();
    link();
    fill_fields();
    heirs_.assign(blocks_.size(), 0);
    for (std::int64_t y = blocks_.y; y < blocks_.y + blocks_.height; ++y)
      for (std::int64_t x = blocks_.x; x < blocks_.x + blocks_.width; ++x) divide(x, y);
    find_lakes();
    find_shores();
    find_valleys();
    find_diagonals();
    for (std::int64_t y = rect_.y - born_around; y < rect_.y + rect_.height + born_around; ++y)
      for (std::int64_t x = rect_.x - born_around; x < rect_.x + rect_.width + born_around; ++x)
        if (is_born(x, y)) raise(x, y);
    for (std::int64_t y = rect_.y - 1; y < rect_.y + rect_.height + 1; ++y)
      for (std::int64_t x = rect_.x - 1; x < rect_.x + rect_.width + 1; ++x)
        if (is_born(x, y)) find_receiver(x, y);
    for (std::int64_t y = rect_.y; y < rect_.y + rect_.height; ++y)
      for (std::int64_t x = rect_.x; x < rect_.x + rect_.width; ++x)
        if (is_born(x, y)) gather(x, y);
    Level part = out_.part(rect_);
    if (out_.level == lattice_.last_large && !lattice_.finished) look_at_middles(part);
    return part;
  }

 private:
  /// What lies below knows the land by the middles of these cells, and so they must be in truth what they say there.
  void look_at_middles(Level& level) const {
    const std::int64_t half = lattice_.units(level.level) / 2;
    std::vector<Point2> places;
    for (std::int64_t y = rect_.y; y < rect_.y + rect_.height; ++y)
      for (std::int64_t x = rect_.x; x < rect_.x + rect_.width; ++x)
        places.push_back({corner(x, y).x + half, corner(x, y).y + half});
    country_.bend(places);
    country_.fields(places, level.fields);
  }

  struct Parent {
    int main = -1;        ///< way by which most water comes
    double gradient = 0;  ///< steepest to a neighbour on land
    Spot place;
    Link link;
  };

  Parent& parent(std::int64_t x, std::int64_t y) { return about_[parents_.rect.index(x, y)]; }
  const Parent& parent(std::int64_t x, std::int64_t y) const { return about_[parents_.rect.index(x, y)]; }
  Dice dice(std::int64_t x, std::int64_t y, std::uint64_t purpose) const {
    return Dice(relief::cell_random(seed_, static_cast<std::uint64_t>(lattice_.column(out_.level, x)),
                                    static_cast<std::uint64_t>(lattice_.row(out_.level, y)),
                                    static_cast<std::uint64_t>(out_.level) + 100 * purpose));
  }
  /// Of a node of the level above, for what comes from it.
  Dice source_dice(std::int64_t x, std::int64_t y, std::uint64_t purpose) const {
    return dice(lattice_.column(parents_.level, x), lattice_.row(parents_.level, y), purpose);
  }
  bool drains(std::int64_t x, std::int64_t y, int way) const { return parents_.node(x, y).way == way; }
  double far(std::int64_t x, std::int64_t y, int way) const {
    const Node &a = parents_.node(x, y), &b = parents_.node(x + way_x[way], y + way_y[way]);
    const double dx = (way_x[way] * wide_ + b.x - a.x) / units_per_metre, dy = (way_y[way] * wide_ + b.y - a.y) / units_per_metre;
    return std::sqrt(dx * dx + dy * dy);
  }

  void find_donors() {
    about_.resize(parents_.nodes.size());
    const Rect inner = parents_.rect.grown(-1);
    for (std::int64_t y = inner.y; y < inner.y + inner.height; ++y)
      for (std::int64_t x = inner.x; x < inner.x + inner.width; ++x) {
        Parent& here = parent(x, y);
        double most = -1;
        for (int way = 0; way < 8; ++way) {
          const Node& other = parents_.node(x - way_x[way], y - way_y[way]);
          if (other.way == way && other.flow > most) {
            most = other.flow;
            here.main = way;
          }
          if (!other.sea && !parents_.node(x, y).sea)
            here.gradient = std::max(here.gradient, std::abs(other.z - parents_.node(x, y).z) / far(x, y, back(way)));
        }
      }
  }

  /// Where the line from a to b, in a's frame, leaves a's cell; diagonals pass the corner.
  double leave(Spot a, Spot b, int way, Spot& over) const {
    if (way & 1) {
      over = {corner_x(way) * wide_, corner_y(way) * wide_};
      const auto apart = [](Spot p, Spot q) { return std::sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)); };
      const double first = apart(a, over), second = apart(over, b);
      return first / (first + second);
    }
    if (way_x[way] != 0) {
      const double edge = way == 0 ? wide_ : 0, t = (edge - a.x) / (b.x - a.x);
      over = {edge, a.y + t * (b.y - a.y)};
      return t;
    }
    const double edge = way == 2 ? wide_ : 0, t = (edge - a.y) / (b.y - a.y);
    over = {a.x + t * (b.x - a.x), edge};
    return t;
  }

  Spot within(Spot spot, double side) const {
    const auto one = [&](double value) {
      return std::clamp(std::floor(value), std::ceil(rim * side), std::floor((1 - rim) * side));
    };
    return {one(spot.x), one(spot.y)};
  }

  Spot own_place(std::int64_t x, std::int64_t y, int way) const {  // of a neighbour, from the corner of the cell it is one of
    const Node& node = parents_.node(x + way_x[way], y + way_y[way]);
    return {node.x + way_x[way] * wide_, node.y + way_y[way] * wide_};
  }

  /// Nodes move towards where their stream comes in and leaves: corners are cut, as Chaikin (1974) does.
  void smooth() {
    const Rect inner = parents_.rect.grown(-1);
    for (std::int64_t y = inner.y; y < inner.y + inner.height; ++y)
      for (std::int64_t x = inner.x; x < inner.x + inner.width; ++x) {
        const Node& node = parents_.node(x, y);
        Parent& here = parent(x, y);
        const Spot own{static_cast<double>(node.x), static_cast<double>(node.y)};
        here.place = own;
        if (node.sea || !node.flows() || here.main < 0) continue;
        Spot out, in;
        leave(own, own_place(x, y, node.way), node.way, out);
        leave(own, own_place(x, y, back(here.main)), back(here.main), in);
        const double rest = 1 - 0.5 * laws_.smoothing, part = 0.25 * laws_.smoothing;
        here.place = within({rest * own.x + part * (out.x + in.x), rest * own.y + part * (out.y + in.y)}, wide_);
      }
  }

  void link() {
    const Rect inner = blocks_.grown(1);
    for (std::int64_t y = inner.y; y < inner.y + inner.height; ++y)
      for (std::int64_t x = inner.x; x < inner.x + inner.width; ++x) {
        const Node& node = parents_.node(x, y);
        if (!node.flows()) continue;
        const int way = node.way;
        const std::int64_t to_x = x + way_x[way], to_y = y + way_y[way];
        if (!blocks_.holds(x, y) && !blocks_.holds(to_x, to_y)) continue;
        const Node& to = parents_.node(to_x, to_y);
        const Parent &here = parent(x, y), &there = parent(to_x, to_y);
        Link link{.known = true, .from = here.place, .over = {}, .to = there.place};
        link.to.x += way_x[way] * wide_;
        link.to.y += way_y[way] * wide_;
        link.at_border = leave(link.from, link.to, way, link.over);
        link.from_z = node.z;
        link.to_z = to.z;
        // Slopes at the ends are the harmonic means of those on both sides: profiles are concave where the land is.
        const double length = far(x, y, way), slope = (link.from_z - link.to_z) / length;
        const auto mean = [&](double other) { return 2 * other * slope / (other + slope); };
        double above = slope, below = slope;
        if (here.main >= 0) {
          const std::int64_t up_x = x - way_x[here.main], up_y = y - way_y[here.main];
          above = mean((parents_.node(up_x, up_y).z - node.z) / far(up_x, up_y, here.main));
        }
        if (!to.sea && to.flows()) {
          const Node& next = parents_.node(to_x + way_x[to.way], to_y + way_y[to.way]);
          below = mean((to.z - next.z) / far(to_x, to_y, to.way));
        }
        link.from_change = -above * length;
        link.to_change = -below * length;
        parent(x, y).link = link;
        if (out_.level >= first_lakes && out_.level <= last_lakes) fill_lake(x, y, slope);
      }
  }

  /// Some streams pass a lake when they leave their node, as far as their own cell goes: its head takes in all that drains there,
  /// and below it the stream falls the more.
  void fill_lake(std::int64_t x, std::int64_t y, double slope) {
    const Node& node = parents_.node(x, y);
    const Node& to = parents_.node(x + way_x[node.way], y + way_y[node.way]);
    if (slope > steepest_lake || node.by_lake || to.by_lake || node.lake > 0 || to.lake > 0 || node.sea || to.sea || !to.flows())
      return;
    if (parents_.field(x, y).height < lake_height) return;
    Dice random = source_dice(x, y, 7);
    if (random.unit() >= parents_.field(x, y).lakes) return;
    Link& link = parent(x, y).link;
    const double end = link.at_border * random.between(0.75, 1), part = random.unit();
    const Crossed list = crossed(link.from, link.over, half_);
    if (list.count < 2 || list.middle[1] * link.at_border >= end) return;
    // Its shores keep away from other streams.
    double shore = (least_lake + (largest_lake - least_lake) * part * part) * wide_ / units_per_metre;
    const Spot middle = link.place(0.5 * end), last = link.place(end);
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dy == 0) continue;
        const Node& other = parents_.node(x + dx, y + dy);
        const auto from = [&](Spot at, double other_x, double other_y) {
          return Spot{(dx * wide_ + other_x - at.x) / units_per_metre, (dy * wide_ + other_y - at.y) / units_per_metre};
        };
        const double beside_x = other.flows() ? way_x[other.way] * wide_ : 0,
                     beside_y = other.flows() ? way_y[other.way] * wide_ : 0;
        const std::int64_t next_x = x + dx + (beside_x > 0) - (beside_x < 0), next_y = y + dy + (beside_y > 0) - (beside_y < 0);
        if (next_x == x && next_y == y) continue;
        const Node& next = parents_.node(next_x, next_y);
        for (const Spot at : {link.from, middle, last}) {
          const Spot a = from(at, other.x, other.y), b = from(at, next.x + beside_x, next.y + beside_y);
          double t = 0;
          shore = std::min(shore, 0.4 * distance_to(a.x, a.y, b.x, b.y, t));
        }
      }
    if (shore < least_lake * wide_ / units_per_metre) return;
    link.lake = shore;
    link.lake_end = end;
    link.lake_fall = std::min(0.02 * (link.from_z - link.to_z), 0.05);
  }

  Point2 corner(std::int64_t x, std::int64_t y) const { return lattice_.corner_of(out_.level, x, y); }

  void fill_fields() {
    const Rect& rect = out_.rect;
    const std::int64_t half = lattice_.units(out_.level) / 2;
    if (out_.level <= lattice_.last_large) return;  // nodes know their own
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
        const std::int64_t px = x >> 1, py = y >> 1, beside_x = (x & 1) ? 1 : -1, beside_y = (y & 1) ? 1 : -1;
        const Field &a = parents_.field(px, py), &b = parents_.field(px + beside_x, py), &c = parents_.field(px, py + beside_y),
                    &d = parents_.field(px + beside_x, py + beside_y);
        const auto between = [](double p, double q, double r, double s) { return (9 * p + 3 * q + 3 * r + s) / 16; };
        out_.fields[rect.index(x, y)] = {
            between(a.height, b.height, c.height, d.height), between(a.rugged, b.rugged, c.rugged, d.rugged),
            between(a.runoff, b.runoff, c.runoff, d.runoff), between(a.lakes, b.lakes, c.lakes, d.lakes)};
      }
    if (out_.level > lattice_.last_large + 1) return;
    std::vector<Point2> places;
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x)
        places.push_back({corner(x, y).x + half, corner(x, y).y + half});
    std::vector<double> factors(places.size());
    country_.bend(places);
    country_.districts(places, factors);
    for (std::size_t i = 0; i < places.size(); ++i) out_.fields[i].rugged = std::min(out_.fields[i].rugged * factors[i], 1.25);
  }

  /// The children of one block: the heir, its way out, what comes in, and the rest.
  struct Block {
    std::int64_t x, y;
    bool used[4] = {}, out[4] = {};
    int heir = 0, exit = 0;
  };

  Field& child_field(const Block& block, int c) {
    return out_.fields[out_.rect.index(block.x * 2 + (c & 1), block.y * 2 + (c >> 1))];
  }
  Node& child(const Block& block, int c) { return out_.node(block.x * 2 + (c & 1), block.y * 2 + (c >> 1)); }

  void put_place(Node& node, Spot spot) const {
    const Spot inside = within(spot, half_);
    node.x = static_cast<std::int32_t>(inside.x);
    node.y = static_cast<std::int32_t>(inside.y);
  }

  /// A child on the way from a parent, `t` of the way along.
  void put(Block& block, int c, std::int64_t from_x, std::int64_t from_y, double t) {
    const Node& from = parents_.node(from_x, from_y);
    const Link& link = parent(from_x, from_y).link;
    Node& node = child(block, c);
    if (block.used[c]) {
      node.z = std::min(node.z, link.z(t));
      return;
    }
    block.used[c] = true;
    node = Node{};
    node.sea = false;
    node.z = link.z(t);
    node.birth = from.birth;
    node.vary = from.vary;
    const Node& to = parents_.node(from_x + way_x[from.way], from_y + way_y[from.way]);
    if (t < link.lake_end) {
      node.lake = static_cast<float>(link.shore(t));
      node.lake_z = static_cast<float>(from.z);
    } else if (from.shares_lake(to)) {
      const double random = dice(block.x * 2 + (c & 1), block.y * 2 + (c >> 1), 8).between(0.75, 1.2);
      const double shore = static_cast<double>(from.lake) + (static_cast<double>(to.lake) - static_cast<double>(from.lake)) * t;
      node.lake = static_cast<float>(shore * random);
      node.lake_z = from.lake_z;
    }
    if (out_.level <= lattice_.last_large) {
      const Field &a = parents_.field(from_x, from_y), &b = parents_.field(from_x + way_x[from.way], from_y + way_y[from.way]);
      child_field(block, c) = {a.height + (b.height - a.height) * t, a.rugged + (b.rugged - a.rugged) * t,
                               a.runoff + (b.runoff - a.runoff) * t, a.lakes + (b.lakes - a.lakes) * t};
    }
    Dice random = dice(block.x * 2 + (c & 1), block.y * 2 + (c >> 1), 1);
    // Rivers wander on plains and keep to their gorges.
    const double fall = (link.from_z - link.to_z) / far(from_x, from_y, from.way);
    const double wander = laws_.wander * half_ * (1.45 - 0.9 * smooth_step(0.0005, 0.02, fall));
    Spot spot = link.place(t);
    spot.x += static_cast<double>(from_x - block.x) * wide_ - (c & 1) * half_ + random.between(-wander, wander);
    spot.y += static_cast<double>(from_y - block.y) * wide_ - (c >> 1) * half_ + random.between(-wander, wander);
    put_place(node, spot);
  }
  static void carry(Node& node, const Node& from) {
    node.area += from.area;
    node.flow += from.flow;
  }

  void divide(std::int64_t x, std::int64_t y) {
    const Node& own = parents_.node(x, y);
    const Spot place = parent(x, y).place;
    Block block{x, y};
    block.heir = block.exit = (place.x >= half_) + 2 * (place.y >= half_);
    heirs_[blocks_.index(x, y)] = static_cast<std::uint8_t>(block.heir);
    Node& heir = child(block, block.heir);
    heir = own;
    heir.born = false;
    if (out_.level <= lattice_.last_large) child_field(block, block.heir) = parents_.field(x, y);
    heir.x = static_cast<std::int32_t>(place.x - (block.heir & 1) * half_);
    heir.y = static_cast<std::int32_t>(place.y - (block.heir >> 1) * half_);
    block.used[block.heir] = true;
    if (own.flows()) {
      const Link& link = parent(x, y).link;
      const Crossed list = crossed(link.from, link.over, half_);
      bool water = own.sea;  // a lake's outlet begins where its way comes to land
      if (link.lake_end > 0) {
        heir.lake = static_cast<float>(link.shore(0));
        heir.lake_z = static_cast<float>(own.z);
      }
      for (int i = 1; i < list.count; ++i) {
        put(block, list.child[i], x, y, list.middle[i] * link.at_border);
        carry(child(block, list.child[i]), own);
        water = water && is_water(block, list.child[i]);
        if (water) {
          child(block, list.child[i]).sea = true;
          child(block, list.child[i]).z = own.z;
        }
        child(block, list.child[i - 1]).way = way_between(list.child[i - 1], list.child[i]);
      }
      block.exit = list.child[list.count - 1];
      child(block, block.exit).way = own.way;
    }
    std::copy(std::begin(block.used), std::end(block.used), block.out);
    int ways[8], count = 0;
    for (int way = 0; way < 8; ++way)
      if (drains(x - way_x[way], y - way_y[way], way)) ways[count++] = way;
    const auto flow = [&](int way) { return parents_.node(x - way_x[way], y - way_y[way]).flow; };
    for (int i = 1; i < count; ++i)  // the greatest first; of equal ones the first way
      for (int j = i; j > 0 && flow(ways[j - 1]) < flow(ways[j]); --j) std::swap(ways[j - 1], ways[j]);
    for (int i = 0; i < count; ++i) {
      if (own.sea)
        reach_sea(block, ways[i]);
      else
        come_in(block, ways[i], i, count);
    }
    for (int c = 0; c < 4; ++c)
      if (!block.used[c]) bear(block, c);
  }

  /// What a link crosses on this side of the border.
  Crossed inside(const Block& block, int way) const {
    const Link& link = parent(block.x - way_x[way], block.y - way_y[way]).link;
    const double dx = way_x[way] * wide_, dy = way_y[way] * wide_;
    Crossed list = crossed({link.over.x - dx, link.over.y - dy}, {link.to.x - dx, link.to.y - dy}, half_);
    for (int i = 0; i < list.count; ++i) list.middle[i] = link.at_border + list.middle[i] * (1 - link.at_border);
    return list;
  }

  /// From a child that is on some way down to the one out of the block: more water, and no higher than the newcomer.
  void join(Block& block, int c, const Node& from, const Link& link, double t) {
    while (!block.out[c]) {
      Node& node = child(block, c);
      node.z = std::min(node.z, link.z(t));
      carry(node, from);
      t += 0.5 * (1 - t);
      c += way_x[node.way] + 2 * way_y[node.way];
    }
  }

  void come_in(Block& block, int way, int rank, int count) {
    const std::int64_t x = block.x - way_x[way], y = block.y - way_y[way];
    const Node& from = parents_.node(x, y);
    const Link& link = parent(x, y).link;
    const Crossed list = inside(block, way);
    const int entry = list.child[0];
    // Lesser ones join farther down where they can, so that few places see three streams meet.
    const bool beside = (entry ^ block.exit) == 1 || (entry ^ block.exit) == 2;
    if (rank > 0 && !block.out[entry] && beside && block.exit != block.heir && (count > 2 || source_dice(x, y, 2).unit() < 0.6)) {
      const double t = link.at_border + 0.3 * (1 - link.at_border);
      if (block.used[entry]) return join(block, entry, from, link, t);
      put(block, entry, x, y, t);
      carry(child(block, entry), from);
      child(block, entry).way = way_between(entry, block.exit);
      return;
    }
    for (int i = 0; i < list.count; ++i) {
      const int c = list.child[i];
      if (block.used[c]) return join(block, c, from, link, list.middle[i]);
      put(block, c, x, y, list.middle[i]);
      carry(child(block, c), from);
      child(block, c).way = way_between(c, list.child[i + 1]);  // the last one is the heir, which is used
    }
  }

  void reach_sea(Block& block, int way) {
    const std::int64_t x = block.x - way_x[way], y = block.y - way_y[way];
    const Node& from = parents_.node(x, y);
    const Link& link = parent(x, y).link;
    const Crossed list = inside(block, way);
    for (int i = 0; i < list.count && list.child[i] != block.heir; ++i) {
      const int c = list.child[i];
      Node& node = child(block, c);
      if (block.out[c]) return;
      if (block.used[c]) {  // another river's: it goes on as that one does
        double t = list.middle[i];
        for (int at = c; !child(block, at).sea; t += 0.5 * (1 - t)) {
          Node& next = child(block, at);
          next.z = std::min(next.z, link.z(t));
          carry(next, from);
          at += way_x[next.way] + 2 * way_y[next.way];
        }
        return;
      }
      put(block, c, x, y, list.middle[i]);
      if (is_water(block, c)) {
        const std::int32_t at_x = node.x, at_y = node.y;
        node = Node{};
        node.x = at_x;
        node.y = at_y;
        node.z = parents_.node(block.x, block.y).z;
        return;
      }
      carry(node, from);
      node.way = way_between(c, list.child[i + 1]);
    }
  }

  bool is_water(const Block& block, int c) const {
    const std::int64_t x = block.x * 2 + (c & 1), y = block.y * 2 + (c >> 1);
    Point2 place = place_of(x, y);
    country_.bend({&place, 1});
    return country_.shore(place, out_.field(x, y).height).height <= 0;
  }

  Point2 place_of(std::int64_t x, std::int64_t y) const {
    const Point2 from = corner(x, y);
    const Node& node = out_.node(x, y);
    return {from.x + node.x, from.y + node.y};
  }

  void bear(Block& block, int c) {
    const std::int64_t x = block.x * 2 + (c & 1), y = block.y * 2 + (c >> 1);
    Node& node = child(block, c);
    node = Node{};
    Dice random = dice(x, y, 0);
    const double right = random.between(0.1, 0.9) * half_;
    put_place(node, {right, random.between(0.1, 0.9) * half_});
    node.vary = static_cast<float>(random.between(0.65, 1.35));
    node.birth = static_cast<std::uint8_t>(out_.level);
    node.born = true;
  }

  bool is_born(std::int64_t x, std::int64_t y) const {
    const Node& node = out_.node(x, y);
    return node.born && !node.sea;
  }

  /// Streams beside lakes pass none of their own, however small they are.
  void find_lakes() {
    const Rect rect = rect_.grown(1);
    for (std::int64_t y = rect_.y; y < rect_.y + rect_.height; ++y)
      for (std::int64_t x = rect_.x; x < rect_.x + rect_.width; ++x)
        out_.node(x, y).by_lake = parents_.node(x >> 1, y >> 1).by_lake;
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
        if (!(out_.node(x, y).lake > 0)) continue;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            if (rect_.holds(x + dx, y + dy)) out_.node(x + dx, y + dy).by_lake = true;
      }
  }

  /// Which of those that are born lie on land; what they know of it.
  void find_shores() {
    std::vector<std::size_t> which;
    std::vector<Point2> places;
    const Rect rect = rect_.grown(born_around + 1);
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x)
        if (out_.node(x, y).born) {
          which.push_back(out_.rect.index(x, y));
          places.push_back(place_of(x, y));
        }
    heights_.resize(out_.rect.size());
    std::vector<double> heights(which.size());
    std::vector<Shore> shores(which.size());
    if (out_.level <= lattice_.last_large) {
      std::vector<Field> fields(which.size());
      country_.bend(places);
      if (out_.level <= last_sparse)
        country_.sparse_fields(places, fields);
      else
        country_.fields(places, fields);
      for (std::size_t i = 0; i < which.size(); ++i) out_.fields[which[i]] = fields[i];
    }
    for (std::size_t i = 0; i < which.size(); ++i) heights[i] = out_.fields[which[i]].height;
    // Only there the place counts.
    const bool coastal = std::any_of(heights.begin(), heights.end(), [](double height) { return height < coast; });
    if (out_.level > lattice_.last_large && coastal) country_.bend(places);
    country_.shores(places, heights, shores);
    for (std::size_t i = 0; i < which.size(); ++i) {
      Node& node = out_.nodes[which[i]];
      node.sea = shores[i].height <= 0;
      if (node.sea) node.z = shores[i].level;
      heights_[which[i]] = {heights[i], shores[i]};
    }
  }

  /// Whether a diagonal may be passed: of each corner one.
  bool allowed(std::int64_t x, std::int64_t y, int way) const {
    return !(way & 1) || main_at(x + corner_x(way), y + corner_y(way)) == is_main(way);
  }
  void find_diagonals() {
    const Rect around = rect_.grown(born_around + 1);
    diagonals_.resize(around.size());
    for (std::int64_t y = around.y; y < around.y + around.height; ++y)
      for (std::int64_t x = around.x; x < around.x + around.width; ++x) diagonals_[around.index(x, y)] = choose_main(x, y);
  }
  bool main_at(std::int64_t x, std::int64_t y) const { return diagonals_[rect_.grown(born_around + 1).index(x, y)]; }
  bool choose_main(std::int64_t x, std::int64_t y) const {
    if ((x & 1) && (y & 1)) {
      const int heir = heirs_[blocks_.index(x >> 1, y >> 1)];
      return heir == 0 || heir == 3;
    }
    if (!(x & 1) && !(y & 1)) {
      const std::int64_t px = x >> 1, py = y >> 1;
      if (drains(px - 1, py - 1, 1) || drains(px, py, 5)) return true;
      if (drains(px, py - 1, 3) || drains(px - 1, py, 7)) return false;
    }
    return (dice(x, y, 5).bits() & 1) != 0;
  }

  /// Metres from a node to its neighbour's.
  double to_neighbour(std::int64_t x, std::int64_t y, int way) const {
    const Node &a = out_.node(x, y), &b = out_.node(x + way_x[way], y + way_y[way]);
    const double dx = (way_x[way] * half_ + b.x - a.x) / units_per_metre, dy = (way_y[way] * half_ + b.y - a.y) / units_per_metre;
    return std::sqrt(dx * dx + dy * dy);
  }

  /// Gradient of the level above, smoothly from cell to cell.
  double gradient(std::int64_t x, std::int64_t y) const {
    const std::int64_t px = x >> 1, py = y >> 1, qx = px + ((x & 1) ? 1 : -1), qy = py + ((y & 1) ? 1 : -1);
    return (9 * parent(px, py).gradient + 3 * parent(qx, py).gradient + 3 * parent(px, qy).gradient + parent(qx, qy).gradient) /
           16;
  }

  /// A stream as those see it that are born beside: from the corner of the rectangle, which changes no bit of a distance.
  struct Valley {
    double x, y, along_x, along_y, per_square;  ///< metres
    double z, change, lowest;                   ///< of its water
    double inner, outer;                        ///< slopes of its sides where rugged is 1
    double foot, root, lake, lake_change;       ///< metres
    bool known;
  };

  void find_valleys() {
    const Rect around = rect_.grown(born_around + reach);
    const double cell = lattice_.metres(out_.level);
    valleys_.resize(around.size());
    for (std::int64_t y = around.y; y < around.y + around.height; ++y)
      for (std::int64_t x = around.x; x < around.x + around.width; ++x) {
        Valley& valley = valleys_[around.index(x, y)];
        const Node& a = out_.node(x, y);
        valley.known = !a.born && !a.sea && a.flows();
        if (!valley.known) continue;
        const Node& b = out_.node(x + way_x[a.way], y + way_y[a.way]);
        valley.x = (static_cast<double>(x - around.x) * half_ + a.x) / units_per_metre;
        valley.y = (static_cast<double>(y - around.y) * half_ + a.y) / units_per_metre;
        valley.along_x = (way_x[a.way] * half_ + b.x - a.x) / units_per_metre;
        valley.along_y = (way_y[a.way] * half_ + b.y - a.y) / units_per_metre;
        valley.per_square = 1 / (valley.along_x * valley.along_x + valley.along_y * valley.along_y);
        valley.z = a.z;
        valley.change = b.z - a.z;
        valley.lowest = a.z + std::min(valley.change, 0.0);
        valley.inner = laws_.sides[a.birth] * static_cast<double>(a.vary);
        valley.outer = std::sqrt(laws_.sides[a.birth] * laws_.sides[out_.level]) * static_cast<double>(a.vary);
        valley.root = std::sqrt(a.area);
        valley.foot = foot_of(valley.root, lattice_.metres(a.birth), cell);
        valley.lake = a.shares_lake(b) ? static_cast<double>(a.lake) : 0;
        valley.lake_change = a.shares_lake(b) ? static_cast<double>(b.lake - a.lake) : 0;
      }
  }

  /// How high the sides of all valleys around let a place be.
  double ground_at(std::int64_t x, std::int64_t y) const {
    const Rect around = rect_.grown(born_around + reach);
    const Node& node = out_.node(x, y);
    const double rugged = out_.field(x, y).rugged, cell = lattice_.metres(out_.level), steep = gradient(x, y);
    const bool large = out_.level <= lattice_.last_large;
    const double at_x = (static_cast<double>(x - around.x) * half_ + node.x) / units_per_metre,
                 at_y = (static_cast<double>(y - around.y) * half_ + node.y) / units_per_metre;
    double lowest = 1e30;
    for (std::int64_t dy = -reach; dy <= reach; ++dy)
      for (std::int64_t dx = -reach; dx <= reach; ++dx) {
        const Valley& valley = valleys_[around.index(x + dx, y + dy)];
        if (!valley.known || valley.lowest >= lowest) continue;
        const double px = at_x - valley.x, py = at_y - valley.y;
        const double t = std::clamp((px * valley.along_x + py * valley.along_y) * valley.per_square, 0.0, 1.0);
        const double off_x = px - t * valley.along_x, off_y = py - t * valley.along_y;
        const double distance = std::max(std::sqrt(off_x * off_x + off_y * off_y) - (valley.lake + valley.lake_change * t), 0.0);
        double rise = 0;
        if (large) {
          const double slope = std::max(std::max(rugged, 0.1) * 1.3 * laws_.sides[out_.level], 1.05 * steep);
          const double beyond = std::max(0.0, distance - 0.8 * cell);
          rise = slope * distance + std::max(0.3 * laws_.sides[out_.level], 3 * slope) * beyond * beyond / cell;
        } else {
          const Sides sides =
              sides_by(rugged * valley.inner, rugged * valley.outer, steep, valley.foot, floor_of(valley.root, rugged, cell));
          const double beyond = std::max(0.0, distance - 1.2 * cell);
          rise = sides.rise(distance) + (sides.outer + 0.02) * beyond * beyond / (0.6 * cell);
        }
        lowest = std::min(lowest, valley.z + valley.change * t + rise);
      }
    return lowest;
  }

  void raise(std::int64_t x, std::int64_t y) {
    Node& node = out_.node(x, y);
    double lowest = 1e30, away = 0;
    for (int way = 0; way < 8; ++way) {
      if (!allowed(x, y, way)) continue;
      const Node& other = out_.node(x + way_x[way], y + way_y[way]);
      if (other.born && !other.sea) continue;
      if (other.z >= lowest) continue;
      lowest = other.z;
      away = to_neighbour(x, y, way);
    }
    const Field& field = out_.field(x, y);
    const auto [height, shore] = heights_[out_.rect.index(x, y)];
    double z = ground_at(x, y);
    if (out_.level <= lattice_.last_large) {
      const double wanted = height - laws_.missing[out_.level] * field.rugged;
      z = std::min(z, std::max(wanted, 0.12 * std::min(z, height)));
    } else if (z > lowest) {
      z = lowest + (z - lowest) * dice(x, y, 3).between(1 - laws_.unevenness, 1);
    }
    if (z > 1e29 || height - shore.level < coast) z = std::min(z, shore.level + std::max(0.3, shore_rise * shore.height));
    node.z = std::max(z, lowest + away * least_fall + least_step);
  }

  void find_receiver(std::int64_t x, std::int64_t y) {
    Node& node = out_.node(x, y);
    double steepest = 0;
    for (int way = 0; way < 8; ++way) {
      if (!allowed(x, y, way)) continue;
      const Node& other = out_.node(x + way_x[way], y + way_y[way]);
      if (other.z >= node.z) continue;
      const double slope = (node.z - other.z) / to_neighbour(x, y, way);
      if (slope <= steepest) continue;
      steepest = slope;
      node.way = static_cast<std::int8_t>(way);
    }
  }

  /// What falls on its own cell and on those of its level that drain here.
  void gather(std::int64_t x, std::int64_t y) {
    int cells = 1;
    for (int way = 0; way < 8; ++way) {
      const std::int64_t from_x = x - way_x[way], from_y = y - way_y[way];
      cells += is_born(from_x, from_y) && out_.node(from_x, from_y).way == way ? 1 : 0;
    }
    Node& node = out_.node(x, y);
    node.area = cells * lattice_.metres(out_.level) * lattice_.metres(out_.level);
    node.flow = node.area * out_.field(x, y).runoff;
  }

  struct Heights {
    double height = 0;
    Shore shore{};
  };

  const Laws& laws_;
  const Country& country_;
  const Lattice& lattice_;
  Seed seed_;
  const Level& parents_;
  Rect rect_, blocks_;
  Level out_;
  double wide_, half_;  ///< sides of a parent's cell and of a child's, units
  std::vector<Parent> about_;
  std::vector<std::uint8_t> heirs_;
  std::vector<Heights> heights_;
  std::vector<Valley> valleys_;
  std::vector<bool> diagonals_;  ///< at the corners of cells
};

}  // namespace

Rect needed_parents(const Rect& rect) { return rect.grown(children_around).parents().grown(3); }

Level refined(const Laws& laws, const Country& country, Seed seed, const Level& parents, const Rect& rect) {
  return Refiner(laws, country, seed, parents, rect).run();
}

}  // namespace craton::drainage
