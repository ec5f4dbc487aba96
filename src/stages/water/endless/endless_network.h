#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/base/seed.h>
#include <craton/noise/noise.h>

/// A network of rivers on an endless plane: any part of it can be found alone, and is the same whoever asks.
namespace craton::endless {

/// A rectangle of places, in units, both ends included.
struct Box {
  Point2 low, high;

  bool holds(Point2 place) const { return place.x >= low.x && place.x <= high.x && place.y >= low.y && place.y <= high.y; }
  Box grown(std::int64_t units) const { return {{low.x - units, low.y - units}, {high.x + units, high.y + units}}; }
};

inline double metres(std::int64_t units) { return static_cast<double>(units) * (1.0 / units_per_metre); }

/// The laws of a network.
struct RiverLaws {
  std::int64_t finest = 256 * units_per_metre;  ///< from one of the smallest streams to the next; doubles at each coarser order
  int orders = 6;                               ///< trunks are order 0, the smallest streams the last
  double hill_slope = 0.6;                      ///< of hillsides in mountains
  double concavity = 1.5;                       ///< streams are so much steeper than those they flow into
  double plains = 0.035;                        ///< ruggedness of plains; mountains have 1
  double foot = 10, summit = 520;               ///< heights where mountains begin and where they are rugged entirely
  double width = 14;                            ///< of a trunk that drains one square of its lattice
  double least_width = 1.2;                     ///< narrower streams are dry
  bool settled = false;                         ///< streams are no higher than the ground beside them

  std::int64_t spacing(int order) const { return finest << (orders - 1 - order); }
  double spacing_metres(int order) const { return metres(spacing(order)); }
  double valley_reach() const { return 3.5 * spacing_metres(orders - 1); }  ///< metres; rivers farther away do not count
  double stream_slope(int order) const;                                     ///< of a stream in mountains
  double spring_height(int order) const;                                    ///< above the relief, in mountains
  double stream_width(int order) const;                                     ///< of a tributary where it ends
};

/// The smooth relief whose heights rivers have where trunks begin, bend and meet.
class SmoothLand {
 public:
  SmoothLand(RiverLaws laws, Noise relief, std::optional<Noise> ruggedness, double scale, double offset)
      : laws_(laws), relief_(std::move(relief)), ruggedness_(std::move(ruggedness)), scale_(scale), offset_(offset) {}

  struct Ground {
    double height = 0, rugged = 0;
  };
  void at(std::span<const Point2> places, std::vector<Ground>& ground) const;
  const RiverLaws& laws() const { return laws_; }

 private:
  RiverLaws laws_;
  Noise relief_;
  std::optional<Noise> ruggedness_;
  double scale_, offset_;
};

/// A straight piece of a river, from upstream to downstream; a lake where both ends are one. Along it the water falls as
/// level(s) = level_to + slope · (√(s² + floor²) − floor), s metres before its end: flat on the valley floor that it flows into.
struct RiverPiece {
  Point2 from, to;
  double length = 0;  ///< metres
  double level_to = 0, slope = 0, floor = 0;
  double potential_from = 0, potential_to = 0;  ///< streams flow where distance and potential are least
  double width_from = 0, width_to = 0;          ///< metres of water
  double rugged_from = 0, rugged_to = 0;
  int order = 0;
  std::uint64_t key = 0;     ///< its own, for a total order
  std::uint64_t parent = 0;  ///< key of the piece that it flows into; 0: of a trunk, which the next one continues

  bool is_lake() const { return length == 0; }
  Point2 place(double t) const;  ///< rounded to a unit
  double level(double before_end) const;
  double level_at(double t) const { return level((1 - t) * length); }
  double width(double t) const { return width_from + (width_to - width_from) * t; }
  double rugged(double t) const { return rugged_from + (rugged_to - rugged_from) * t; }
};

/// Whether the ways a–b and c–d cross; no where they only touch.
bool crosses(Point2 a, Point2 b, Point2 c, Point2 d);

/// How wide the floor of a valley is: half the width of the parabola that it begins with.
double valley_floor(double river_width, double rugged);

/// Finds the pieces that touch a box; others may be among them. The order depends on the box.
std::vector<RiverPiece> trunks_in(const SmoothLand& land, Seed seed, const Box& box);
std::vector<RiverPiece> rivers_in(const SmoothLand& land, Seed seed, const Box& box, const Execution& execution = {.threads = 1});

}  // namespace craton::endless
