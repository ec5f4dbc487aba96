// Tributaries, order by order. In each square of a jittered lattice, half as wide as that of the order before, a stream rises and
// flows straight to the point q of all coarser rivers where slope · |pq| + potential(q) is least. Then
//   - no two streams of an order cross: at the crossing both ways on would be as good, and one of the two springs would have a
//   way
//     round the corner, which is longer than the straight one that it did not take;
//   - no stream crosses a coarser one, where potentials along rivers fall less than `slope` a metre: it would end there;
//   - streams meet at the angle of Horton (1945), cos = slope of the river / slope of the stream.
// Each order is steeper than the last, as rivers are towards their springs.
#include "stages/water/endless/endless_network.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/parallel.h"
#include "stages/relief/scatter.h"
#include "stages/water/endless/pieces_by_square.h"

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
constexpr double beside_reach = 0.75;   // so close by, streams of an order are compared
constexpr double settled_part = 0.25;   // of their length, from the spring
constexpr double settling = 1.5;        // as are their springs at most from each other
constexpr double dry = 0.8;             // width of streams that lost their water, by the least of those that have some
constexpr double slack = 0.5;           // metres by which the water of a stream and the ground beside it may disagree

std::int64_t reach_units(double spacings, std::int64_t spacing) {
  return static_cast<std::int64_t>(spacings * static_cast<double>(spacing)) + 1;
}

struct Join {
  const RiverPiece* river = nullptr;
  double t = 0, cost = 1e30, distance = 0;
  double nearest = 1e30;  ///< of any river
  double high = 1e30;     ///< up to this the ground rises gently enough from the rivers around

  Point2 place() const { return river->place(t); }
};

/// How streams of an order find their way.
struct Laws {
  double slope, reach,
      hold;     ///< by which distance counts; metres to look around for a river, and for rivers that hold the ground
  double rise;  ///< of the ground away from those, m/m, at most
};

/// √(s² + floor²) − floor: flat on the floor of a valley, then rising evenly.
double climb(double s, double floor) { return std::sqrt(s * s + floor * floor) - floor; }

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
    best.high = std::min(best.high, piece.level(piece.length - foot) + laws.rise * climb(nearest_here, floor));
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

/// A place beside a piece.
struct Beside {
  Beside(const RiverPiece& piece, Point2 place) {
    const double dx = metres(piece.to.x - piece.from.x), dy = metres(piece.to.y - piece.from.y);
    const double px = metres(place.x - piece.from.x), py = metres(place.y - piece.from.y);
    t = piece.is_lake() ? 0 : std::clamp((px * dx + py * dy) / (piece.length * piece.length), 0.0, 1.0);
    distance = std::sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy));
  }
  double t = 0, distance = 0;
};

/// The streams of one order that rise in a box.
class Tributaries {
 public:
  Tributaries(const SmoothLand& land, Seed seed, int order)
      : land_(land), laws_(land.laws()), seed_(seed), order_(order), spacing_(laws_.spacing(order)) {}

  void add(const Box& box, const Box& around, const Execution& execution, std::vector<RiverPiece>& pieces) {
    const PiecesBySquare grid(pieces, around, spacing_);
    const Box wider = laws_.settled ? box.grown(reach_units(settling, spacing_)) : box;
    trunks_.clear();
    std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(trunks_),
                 [](const RiverPiece& piece) { return piece.order == 0; });
    const PiecesBySquare trunk_grid(trunks_, around, spacing_);
    find_springs(wider);
    land_.at(places_, ground_);
    const std::vector<RiverPiece> found =
        chosen(places_.size(), execution, [&](std::size_t i) { return from_spring(i, grid, trunk_grid); });
    if (!laws_.settled) {
      pieces.insert(pieces.end(), found.begin(), found.end());
      return;
    }
    const PiecesBySquare streams(found, wider, spacing_);
    const std::vector<RiverPiece> kept = chosen(found.size(), execution, [&](std::size_t i) {
      return box.holds(found[i].from) ? std::optional(settled(found[i], streams)) : std::nullopt;
    });
    pieces.insert(pieces.end(), kept.begin(), kept.end());
  }

 private:
  /// Those of choose(0), choose(1), … that there are, in this order.
  template <class F>
  static std::vector<RiverPiece> chosen(std::size_t count, const Execution& execution, const F& choose) {
    constexpr std::size_t block = 128;
    std::vector<std::vector<RiverPiece>> blocks((count + block - 1) / block);
    const Execution all{.threads = execution.threads};  // without a way to stop in between: nothing would be known
    (void)parallel_blocks(count, block, all, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i)
        if (const std::optional<RiverPiece> piece = choose(i)) blocks[begin / block].push_back(*piece);
    });
    std::vector<RiverPiece> pieces;
    for (const std::vector<RiverPiece>& some : blocks) pieces.insert(pieces.end(), some.begin(), some.end());
    return pieces;
  }

  std::optional<RiverPiece> from_spring(std::size_t i, const PiecesBySquare& grid, const PiecesBySquare& trunk_grid) const {
    const double width = laws_.spacing_metres(order_), slope = laws_.stream_slope(order_);
    const Laws laws{slope, search * width, holding * width,
                    plain_rise * (laws_.orders - order_) / laws_.orders + 1.2 * slope * ground_[i].rugged};
    Join best;
    grid.around(
        places_[i], static_cast<std::int64_t>(search) + 1, static_cast<std::int64_t>(holding),
        [&](double distance, double lowest) { return distance <= laws.reach && slope * distance + lowest <= best.cost; },
        [&](const RiverPiece& piece) { consider(piece, places_[i], laws, best); });
    if (!best.river || best.nearest < nearest * width || best.distance > longest * width) return std::nullopt;
    if (crosses_a_trunk(trunks_, trunk_grid, places_[i], best)) return std::nullopt;
    return laws_.settled ? fitted(stream(i, best), grid) : stream(i, best);
  }

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
  static bool crosses_a_trunk(const std::vector<RiverPiece>& trunks, const PiecesBySquare& grid, Point2 place, const Join& join) {
    const Point2 end = join.place();
    const Box way{{std::min(place.x, end.x), std::min(place.y, end.y)}, {std::max(place.x, end.x), std::max(place.y, end.y)}};
    bool found = false;
    grid.touching(way, [&](std::uint32_t i) {
      found = found || (trunks[i].key != join.river->key && crosses(place, end, trunks[i].from, trunks[i].to));
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
    if (laws_.settled && river.width_to < laws_.least_width) piece.width_to = std::min(piece.width_to, river.width_to);
    piece.width_from = tapering * piece.width_to;
    piece.level_to = river.level_at(join.t);
    piece.floor = valley_floor(river.width(join.t), piece.rugged_to);
    const double least = piece.level_to + least_slope * piece.length;
    // Springs of an order lie on one smooth surface, whichever way their water goes: so valleys agree on the ridges between them.
    const double wanted = ground_[i].height + ground_[i].rugged * laws_.spring_height(order_);
    piece.slope = (std::max(least, std::min(wanted, join.high)) - piece.level_to) / climb(piece.length, piece.floor);
    return piece;
  }

  /// Slopes of a stream with which its water and the ground beside it agree.
  struct Slopes {
    double least = 0, most = 1e30;
  };

  /// Its own water may not lie above the ground that another river gives a place of it.
  void stay_below(const RiverPiece& piece, double t, const RiverPiece& river, const Beside& beside, Slopes& slopes) const {
    const double ground = river.level_at(beside.t) + side_rise(river, beside);
    slopes.most = std::min(slopes.most, (ground + slack - piece.level_to) / climb((1 - t) * piece.length, piece.floor));
  }

  /// Nor the ground that it gives a place of another river below that one's water.
  void stay_above(const RiverPiece& piece, Point2 place, double level, Slopes& slopes) const {
    const Beside beside(piece, place);
    const double rise = climb((1 - beside.t) * piece.length, piece.floor);
    if (beside.distance > laws_.valley_reach() || rise < slack) return;
    slopes.least = std::max(slopes.least, (level - side_rise(piece, beside) - slack - piece.level_to) / rise);
  }

  /// How high the side of a valley is there.
  double side_rise(const RiverPiece& piece, const Beside& beside) const {
    const double width = piece.width(beside.t), rugged = piece.rugged(beside.t);
    return laws_.hill_slope * rugged * climb(std::max(beside.distance - 0.5 * width, 0.0), valley_floor(width, rugged));
  }

  /// Raised or lowered so that no coarser river's valley takes the ground from beside it, nor its own the ground from beside a
  /// coarser river; dry where both cannot be.
  RiverPiece fitted(RiverPiece piece, const PiecesBySquare& grid) const {
    Slopes slopes;
    const double reach = std::min(laws_.valley_reach(), metres(spacing_));
    for (const double t : {0.0, 0.5}) {
      const Point2 place = piece.place(t);
      grid.around(
          place, 1, 0, [&](double distance, double) { return distance <= reach; },
          [&](const RiverPiece& river) {
            const Beside beside(river, place);
            if (beside.distance > reach) return;
            stay_below(piece, t, river, beside, slopes);
            stay_above(piece, river.place(beside.t), river.level_at(beside.t), slopes);
            stay_above(piece, river.from, river.level_at(0), slopes);
          });
    }
    piece.slope = std::max(piece.slope, slopes.least);
    return lowered(piece, std::max(slopes.most, slopes.least), slopes.most);
  }

  /// Lowered too where another stream of its order, side by side with it, would take its ground.
  RiverPiece settled(const RiverPiece& piece, const PiecesBySquare& streams) const {
    const double far = beside_reach * metres(spacing_);
    Slopes slopes;
    const Box together = Box{piece.from, piece.from}.grown(reach_units(settling, spacing_) - 1);
    for (const double t : {0.0, settled_part}) {
      const Point2 place = piece.place(t);
      streams.around(
          place, 1, 0, [&](double distance, double) { return distance < far; },
          [&](const RiverPiece& other) {
            if (other.key == piece.key || !together.holds(other.from)) return;
            if (const Beside beside(other, place); beside.distance < far) stay_below(piece, t, other, beside, slopes);
          });
    }
    return lowered(piece, slopes.most, slopes.most);
  }

  /// To this slope if it is steeper, but never flatter than streams are. One that is still steeper than the last carries no
  /// water.
  RiverPiece lowered(RiverPiece piece, double slope, double wet) const {
    const double flattest = least_slope * piece.length / climb(piece.length, piece.floor);
    piece.slope = std::max(std::min(piece.slope, slope), flattest);
    if (piece.slope > wet) piece.width_to = std::min(piece.width_to, dry * laws_.least_width);
    piece.width_from = std::min(piece.width_from, piece.width_to);
    return piece;
  }

  const SmoothLand& land_;
  const RiverLaws& laws_;
  Seed seed_;
  int order_;
  std::int64_t spacing_;
  std::vector<Point2> places_;
  std::vector<std::uint64_t> keys_;
  std::vector<RiverPiece> trunks_;
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

Point2 RiverPiece::place(double t) const {
  const auto toward = [&](std::int64_t a, std::int64_t b) {
    return a + static_cast<std::int64_t>(std::floor(t * static_cast<double>(b - a) + 0.5));
  };
  return {toward(from.x, to.x), toward(from.y, to.y)};
}

double RiverPiece::level(double before_end) const {
  return level_to + slope * (std::sqrt(before_end * before_end + floor * floor) - floor);
}

double valley_floor(double river_width, double rugged) { return 3 * river_width / (0.15 + rugged); }

std::vector<RiverPiece> rivers_in(const SmoothLand& land, Seed seed, const Box& box, const Execution& execution) {
  const RiverLaws& laws = land.laws();
  // Streams of an order that touch a box rise within their length of it, and look around from there.
  std::vector<Box> springs(static_cast<std::size_t>(laws.orders)), around = springs;
  Box needed = box;
  for (int order = laws.orders - 1; order > 0; --order) {
    const auto i = static_cast<std::size_t>(order);
    springs[i] = needed.grown(reach_units(longest, laws.spacing(order)));
    needed = around[i] = springs[i].grown(reach_units((laws.settled ? settling : 0) + search + 1, laws.spacing(order)));
  }
  std::vector<RiverPiece> pieces = trunks_in(land, seed, needed);
  for (int order = 1; order < laws.orders; ++order) {
    const auto i = static_cast<std::size_t>(order);
    std::erase_if(pieces, [&](const RiverPiece& piece) { return !touches(piece, around[i]); });
    Tributaries(land, seed, order).add(springs[i], around[i], execution, pieces);
  }
  std::erase_if(pieces, [&](const RiverPiece& piece) { return !touches(piece, box); });
  return pieces;
}

}  // namespace craton::endless
