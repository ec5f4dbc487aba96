#pragma once

#include <vector>

#include <craton/noise/noise.h>

#include "stages/crust/large_land.h"
#include "stages/crust/large_plates.h"

/// What plates and long noises make of the ground, on knots: places of one lattice, the same wherever one stands.
namespace craton::large {

inline constexpr std::int64_t knot_step = std::int64_t{1} << 23;  ///< units: 8192 m

/// The ground at a knot.
struct Knot {
  float crust = 0;     ///< of a curve: deep sea below 0, shelf at 0, highlands at 1
  float uplift = 0;    ///< metres
  float mountain = 0;  ///< metres: how high crests and spurs may stand
  float rugged = 0;    ///< 0 … 1
  float rough = 0;     ///< how much coasts are broken
};

/// Knots of a lattice whose step is `step` times that of all knots.
struct KnotRect {
  std::int64_t x = 0, y = 0;  ///< of the first one, in steps of this lattice
  std::uint32_t width = 0, height = 0;
  std::int64_t step = 1;

  std::size_t count() const { return std::size_t{width} * height; }
};

class KnotMaker {
 public:
  static Result<KnotMaker> make(const LargeLandParams& params, Seed seed);
  /// Row by row.
  void fill(const KnotRect& rect, std::span<Knot> knots) const;
  /// The same at any places, which should lie near each other.
  void at(std::span<const Point2> places, std::span<Knot> knots) const;

 private:
  KnotMaker(const LargeLandParams& params, Seed seed);
  struct Noises;
  struct Around;
  void gather(Point2 low, Point2 high, std::size_t count, Around& around) const;
  Knot knot(Point2 place, std::size_t index, Around& around) const;
  void fill_block(const KnotRect& rect, std::span<Knot> knots, std::size_t stride) const;

  LargeLandParams params_;
  PlateLattice plates_, sutures_, hot_spots_;
  std::shared_ptr<const Noises> noises_;
};

}  // namespace craton::large
