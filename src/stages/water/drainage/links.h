#pragma once

#include <algorithm>
#include <cmath>

#include "stages/water/drainage/drainage.h"

/// Links of a level as the next one divides them.
namespace craton::drainage {

struct Spot {
  double x = 0, y = 0;  ///< units from the corner of a cell
};

/// A link of the level above, from its cell's corner.
struct Link {
  bool known = false;
  Spot from, over, to;   ///< over: where it leaves its cell
  double at_border = 0;  ///< of the way
  double from_z = 0, to_z = 0, from_change = 0, to_change = 0;
  double lake_end = 0, lake = 0;  ///< where a lake that begins in its node ends, 0: there is none; metres to its shores
  double lake_fall = 0;           ///< metres up to there

  Spot place(double t) const {
    if (t < at_border) {
      const double part = t / at_border;
      return {from.x + part * (over.x - from.x), from.y + part * (over.y - from.y)};
    }
    const double part = (t - at_border) / (1 - at_border);
    return {over.x + part * (to.x - over.x), over.y + part * (to.y - over.y)};
  }
  /// A cubic that falls everywhere, for its slopes at both ends are no more than twice its own.
  double z(double t) const {
    if (lake_end <= 0) return falling({from_z, from_change, to_z, to_change}, t);
    if (t < lake_end) return from_z - lake_fall * (t / lake_end);
    const double rest = 1 - lake_end, outlet = from_z - lake_fall, fall = outlet - to_z;
    return falling({outlet, -fall, to_z, std::max(rest * to_change, -2 * fall)}, (t - lake_end) / rest);
  }
  /// To the shores of a lake, whose ends are round.
  double shore(double t) const {
    if (t >= lake_end) return 0;
    const double part = t / lake_end;
    return lake * (0.3 - 0.2 * part + 3.2 * part * (1 - part));
  }

 private:
  struct Fall {
    double from, from_change, to, to_change;
  };
  static double falling(const Fall& f, double t) {
    const double t2 = t * t, t3 = t2 * t, fall = f.from - f.to;
    const double value =
        f.from * (2 * t3 - 3 * t2 + 1) + f.from_change * (t3 - 2 * t2 + t) + f.to * (3 * t2 - 2 * t3) + f.to_change * (t3 - t2);
    return std::min(std::max(value, f.to + 0.01 * fall * (1 - t)), f.from - 0.01 * fall * t);
  }
};

/// The children that a line crosses, in their order.
struct Crossed {
  int count = 0;
  int child[3] = {};
  double middle[3] = {};  ///< where it is in the midst of them: 0 … 1
};

inline Crossed crossed(Spot a, Spot b, double half) {
  Crossed list;
  int x = a.x >= half, y = a.y >= half;
  double over_x = (b.x >= half) != (x != 0) ? (half - a.x) / (b.x - a.x) : 2;
  double over_y = (b.y >= half) != (y != 0) ? (half - a.y) / (b.y - a.y) : 2;
  double begin = 0;
  const auto add = [&](double end) {
    list.child[list.count] = x + 2 * y;
    list.middle[list.count++] = 0.5 * (begin + end);
    begin = end;
  };
  for (int turn = 0; turn < 2; ++turn) {
    if (over_x <= over_y && over_x <= 1) {
      add(over_x);
      x ^= 1;
      over_x = 2;
    } else if (over_y <= 1) {
      add(over_y);
      y ^= 1;
      over_y = 2;
    }
  }
  add(1);
  return list;
}

/// From one child of a block to one beside it.
inline std::int8_t way_between(int from, int to) {
  const int x = (to & 1) - (from & 1), y = (to >> 1) - (from >> 1);
  return static_cast<std::int8_t>(x > 0 ? 0 : x < 0 ? 4 : y > 0 ? 2 : 6);
}

inline int corner_x(int way) { return way == 1 || way == 7; }
inline int corner_y(int way) { return way == 1 || way == 3; }
inline bool is_main(int way) { return way == 1 || way == 5; }

inline double distance_to(double ax, double ay, double bx, double by, double& t) {
  const double x = bx - ax, y = by - ay, square = x * x + y * y;
  t = square > 0 ? std::clamp(-(ax * x + ay * y) / square, 0.0, 1.0) : 0;
  const double px = ax + t * x, py = ay + t * y;
  return std::sqrt(px * px + py * py);
}

}  // namespace craton::drainage
