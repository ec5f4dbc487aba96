// Tributaries, order by order. In each square of a jittered lattice, half as wide as that of the order before, a stream rises and
// flows straight to the point q of all coarser rivers where slope · |pq| + potential(q) is least. Then
//   - no two streams of an order cross: at the crossing both ways on would be as good, and one of the two springs would have a
//   way
//     round the corner, which is longer than the straight one that it did not take;
//   - no stream crosses a coarser one, where potentials along rivers fall less than `slope` a metre: it would end there;
//   - streams meet at the angle of Horton (1945), cos = slope of the river / slope of the stream.
// Each order is steeper than the last, as rivers are towards their springs.
#include "stages/water/endless_network.h"

#include <algorithm>
#include <cmath>

#include "stages/relief/scatter.h"
#include "stages/water/piece_grid.h"

namespace craton::endless {
namespace {

// In spacings of the order.
constexpr double search = 3.6;          // how far a stream looks for a river
constexpr double longest = 2.6;         // streams that would have to be longer are left out
constexpr double nearest = 0.3;         // and those that rise so close to a river
constexpr double least_slope = 0.0015;  // of any stream, m/m
constexpr double holding = 2;           // how far rivers keep the ground around from rising
constexpr double plain_rise = 0.015;    // by more than so much, m/m, in plains
constexpr double tapering = 0.4;        // width of a spring by that of its stream

std::int64_t reach_units(double spacings, std::int64_t spacing) {
  return static_cast<std::int64_t>(spacings * static_cast<double>(spacing)) + 1;
}

struct Join {
  const RiverPiece* river = nullptr;
  double t = 0, cost = 1e30, distance = 0;
  double nearest = 1e30;  ///< of any river
  double high = 1e30;     ///< up to this the ground rises gently enough from the rivers around

  Point2 place() const {
    const auto toward = [&](std::int64_t from, std::int64_t to) {
      return from + static_cast<std::int64_t>(std::floor(t * static_cast<double>(to - from) + 0.5));
    };
    return {toward(river->from.x, river->to.x), toward(river->from.y, river->to.y)};
  }
};

/// How streams of an order find their way.
struct Laws {
  double slope, reach,
      hold;     ///< by which distance counts; metres to look around for a river, and for rivers that hold the ground
  double rise;  ///< of the ground away from those, m/m, at most
};

/// The best way from a place into one piece.
void consider(const RiverPiece& piece, Point2 place, const Laws& laws, Join& best) {
  if (piece.is_lake()) return;
  const double dx = metres(piece.to.x - piece.from.x), dy = metres(piece.to.y - piece.from.y);
  const double px = metres(place.x - piece.from.x), py = metres(place.y - piece.from.y);
  const double along = (px * dx + py * dy) / piece.length, across = std::abs(px * dy - py * dx) / piece.length;
  const auto distance_at = [&](double s) { return std::sqrt((along - s) * (along - s) + across * across); };
  const double foot = std::clamp(along, 0.0, piece.length), nearest_here = distance_at(foot);
  best.nearest = std::min(best.nearest, nearest_here);
  if (nearest_here <= laws.hold) {
    const double t = foot / piece.length, floor = valley_floor(piece.width(t), piece.rugged(t));
    const double climb = std::sqrt(nearest_here * nearest_here + floor * floor) - floor;
    best.high = std::min(best.high, piece.level(piece.length - foot) + laws.rise * climb);
  }
  const double fall = (piece.potential_from - piece.potential_to) / piece.length;
  const double cosine = std::clamp(fall / laws.slope, 0.0, 0.95);
  const double s = std::clamp(along + across * cosine / std::sqrt(1 - cosine * cosine), 0.0, piece.length);
  const double distance = distance_at(s);
  if (distance > laws.reach) return;
  const double cost = laws.slope * distance + (piece.potential_from - fall * s);
  if (cost < best.cost || (cost == best.cost && piece.key < best.river->key)) {
    best.river = &piece;
    best.t = s / piece.length;
    best.cost = cost;
    best.distance = distance;
  }
}

/// The streams of one order that rise in a box.
class Tributaries {
 public:
  Tributaries(const SmoothLand& land, Seed seed, int order)
      : land_(land), laws_(land.laws()), seed_(seed), order_(order), spacing_(laws_.spacing(order)) {}

  void add(const Box& box, const Box& around, std::vector<RiverPiece>& pieces) {
    const PieceGrid grid(pieces, around, spacing_);
    find_springs(box);
    std::vector<RiverPiece> found;
    const double width = laws_.spacing_metres(order_);
    Laws laws{laws_.stream_slope(order_), search * width, holding * width, 0};
    std::vector<Join> joins;
    land_.at(places_, ground_);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      Join best;
      laws.rise = plain_rise * (laws_.orders - order_) / laws_.orders + 1.2 * laws.slope * ground_[i].rugged;
      grid.around(
          places_[i], static_cast<std::int64_t>(search) + 1, static_cast<std::int64_t>(holding),
          [&](double distance, double lowest) { return distance <= laws.reach && laws.slope * distance + lowest <= best.cost; },
          [&](const RiverPiece& piece) { consider(piece, places_[i], laws, best); });
      if (!best.river || best.nearest < nearest * width || best.distance > longest * width) continue;
      if (crosses_a_trunk(grid, places_[i], best)) continue;
      const std::size_t kept = joins.size();
      joins.push_back(best);
      places_[kept] = places_[i];
      keys_[kept] = keys_[i];
      ground_[kept] = ground_[i];
    }
    for (std::size_t i = 0; i < joins.size(); ++i) found.push_back(stream(i, joins[i]));
    pieces.insert(pieces.end(), found.begin(), found.end());
  }

 private:
  void find_springs(const Box& box) {
    places_.clear();
    keys_.clear();
    for (std::int64_t y = floor_div(box.low.y, spacing_); y <= floor_div(box.high.y, spacing_); ++y)
      for (std::int64_t x = floor_div(box.low.x, spacing_); x <= floor_div(box.high.x, spacing_); ++x) {
        const std::uint64_t key = relief::cell_random(seed_, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y),
                                                      static_cast<std::uint64_t>(order_));
        relief::Dice dice(key);
        const auto along = [&](std::int64_t cell) {
          return cell * spacing_ + spacing_ / 50 +
                 static_cast<std::int64_t>(dice.bits() >> 40) * (spacing_ * 48 / 50) / (std::int64_t{1} << 24);
        };
        const std::int64_t right = along(x);
        places_.push_back({right, along(y)});
        keys_.push_back(key);
      }
  }

  /// Where two trunks meet at a sharp angle, potentials between them may be too steep for what is said above.
  bool crosses_a_trunk(const PieceGrid& grid, Point2 place, const Join& join) const {
    const Point2 end = join.place();
    bool found = false;
    const double reach = join.distance + 1;
    grid.around(
        place, static_cast<std::int64_t>(longest) + 1, 0, [&](double distance, double) { return distance <= reach; },
        [&](const RiverPiece& piece) {
          found = found || (piece.order == 0 && &piece != join.river && crosses(place, end, piece.from, piece.to));
        });
    return found;
  }

  RiverPiece stream(std::size_t i, const Join& join) const {
    const RiverPiece& river = *join.river;
    RiverPiece piece;
    piece.from = places_[i];
    piece.to = join.place();
    piece.length = join.distance;
    piece.order = order_;
    piece.key = keys_[i];
    piece.parent = river.key;
    piece.potential_to = river.potential_from + (river.potential_to - river.potential_from) * join.t;
    piece.potential_from = piece.potential_to + laws_.stream_slope(order_) * piece.length;
    piece.rugged_from = ground_[i].rugged;
    piece.rugged_to = river.rugged(join.t);
    piece.width_to = laws_.stream_width(order_);
    piece.width_from = tapering * piece.width_to;
    piece.level_to = river.level_at(join.t);
    piece.floor = valley_floor(river.width(join.t), piece.rugged_to);
    const double climb = std::sqrt(piece.length * piece.length + piece.floor * piece.floor) - piece.floor;
    const double least = piece.level_to + least_slope * piece.length;
    // Springs of an order lie on one smooth surface, whichever way their water goes: so valleys agree on the ridges between them.
    const double wanted = ground_[i].height + ground_[i].rugged * laws_.spring_height(order_);
    piece.slope = (std::max(least, std::min(wanted, join.high)) - piece.level_to) / climb;
    return piece;
  }

  const SmoothLand& land_;
  const RiverLaws& laws_;
  Seed seed_;
  int order_;
  std::int64_t spacing_;
  std::vector<Point2> places_;
  std::vector<std::uint64_t> keys_;
  std::vector<SmoothLand::Ground> ground_;
};

bool touches(const RiverPiece& piece, const Box& box) {
  return std::max(piece.from.x, piece.to.x) >= box.low.x && std::min(piece.from.x, piece.to.x) <= box.high.x &&
         std::max(piece.from.y, piece.to.y) >= box.low.y && std::min(piece.from.y, piece.to.y) <= box.high.y;
}

}  // namespace

double RiverLaws::stream_slope(int order) const {
  double slope = hill_slope;
  for (int i = order; i < orders; ++i) slope /= concavity;
  return slope;
}

double RiverLaws::spring_height(int order) const {
  double height = 0;
  for (int i = 1; i <= order; ++i) height += 0.6 * stream_slope(i) * spacing_metres(i);
  return height;
}

double RiverLaws::stream_width(int order) const {
  double metres_wide = 0.62 * width;
  for (int i = 1; i < order; ++i) metres_wide *= 0.58;
  return metres_wide;
}

void SmoothLand::at(std::span<const Point2> places, std::vector<Ground>& ground) const {
  std::vector<float> heights(places.size()), changes(places.size(), 0.0F);
  const Execution alone{.threads = 1};
  (void)relief_.points(places, heights, alone);  // made for the plane: cannot fail
  if (ruggedness_) (void)ruggedness_->points(places, changes, alone);
  ground.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double height = offset_ + scale_ * static_cast<double>(heights[i]);
    const double t =
        std::clamp((height * (1 + static_cast<double>(changes[i])) - laws_.foot) / (laws_.summit - laws_.foot), 0.0, 1.0);
    ground[i] = {height, laws_.plains + (1 - laws_.plains) * (t * t * (3 - 2 * t))};
  }
}

bool crosses(Point2 a, Point2 b, Point2 c, Point2 d) {
  const auto side = [](Point2 p, Point2 q, Point2 r) {
    const std::int64_t turn = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    return turn > 0 ? 1 : turn < 0 ? -1 : 0;
  };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

double RiverPiece::level(double before_end) const {
  return level_to + slope * (std::sqrt(before_end * before_end + floor * floor) - floor);
}

double valley_floor(double river_width, double rugged) { return 3 * river_width / (0.15 + rugged); }

std::vector<RiverPiece> rivers_in(const SmoothLand& land, Seed seed, const Box& box) {
  const RiverLaws& laws = land.laws();
  // Streams of an order that touch a box rise within their length of it, and look around from there.
  std::vector<Box> springs(static_cast<std::size_t>(laws.orders)), around = springs;
  Box needed = box;
  for (int order = laws.orders - 1; order > 0; --order) {
    const auto i = static_cast<std::size_t>(order);
    springs[i] = needed.grown(reach_units(longest, laws.spacing(order)));
    needed = around[i] = springs[i].grown(reach_units(search + 1, laws.spacing(order)));
  }
  std::vector<RiverPiece> pieces = trunks_in(land, seed, needed);
  for (int order = 1; order < laws.orders; ++order) {
    const auto i = static_cast<std::size_t>(order);
    std::erase_if(pieces, [&](const RiverPiece& piece) { return !touches(piece, around[i]); });
    Tributaries(land, seed, order).add(springs[i], around[i], pieces);
  }
  std::erase_if(pieces, [&](const RiverPiece& piece) { return !touches(piece, box); });
  return pieces;
}

}  // namespace craton::endless
