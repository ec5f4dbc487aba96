#pragma once

namespace craton::large {

/// What a place at a border of two plates is made of; lengths are kilometres of the border's own scale.
struct BeltPlace {
  double across = 0;       ///< from the border, towards the plate that stays on top
  double closing = 0;      ///< how fast the plates near each other; below 0 they part
  double continental = 0;  ///< 0: the crust here is oceanic … 1: continental
  double collision = 0;    ///< 0: one plate is oceanic … 1: both are continents
  double strength = 1;     ///< along the belt
  double plateau = 0.5;    ///< 0 … 1: how much of a plateau lies behind
  double beads = 0;        ///< 0 … 1: where an arc has its islands
  double phase = 0;        ///< of parallel chains, in turns
  double chance = 0.5;     ///< 0 … 1: what kind of border it is among its likes
};

struct Belt {
  double uplift = 0;    ///< metres
  double mountain = 0;  ///< metres of it that crests and spurs stand on
};

/// What two plates do to the ground between them.
Belt belt_at(const BeltPlace& place);

/// How much of a continent's crust is gone where plates part: 1 on the axis of a young sea.
double torn_crust(double across, double closing, double chance);

/// (1 − x²)³ within ±1.
inline double bell(double x) {
  const double left = 1 - x * x;
  return left > 0 ? left * left * left : 0;
}

/// A wave of length 1 with values −1 … 1, crest at 0: parabolas in place of a cosine.
double wave(double turns);

}  // namespace craton::large
