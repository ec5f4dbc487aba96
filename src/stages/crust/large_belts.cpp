// Belts along the borders of plates: ranges and plateaus where they close (Dewey & Bird 1970), trenches, island arcs, rifts, and
// ridges of the ocean that sink as they cool (Parsons & Sclater 1977).
#include "stages/crust/large_belts.h"

#include <algorithm>
#include <cmath>

#include "base/smooth_step.h"

namespace craton::large {
namespace {

/// 0 outside, 1 within, smooth at both ends.
double between(double from, double full, double fading, double to, double x) {
  return smooth_step(from, full, x) * (1 - smooth_step(fading, to, x));
}

/// 1 where a border that parts has become a sea.
double sea_chance(double chance) { return smooth_step(0.66, 0.74, chance); }
/// Kilometres from the axis to the shores.
double torn_width(double chance) { return 100 + 420 * std::max(chance - 0.7, 0.0); }

/// An ocean floor dives under a continent.
Belt cordillera(const BeltPlace& p) {
  const double x = p.across;
  const double chains = 0.66 + 0.34 * wave(x / 112 + p.phase - 0.9);
  const double width = 140 + 70 * p.plateau;
  const double crest = 3600 * bell((x - 115 - 60 * p.plateau) / width) * chains;
  const double behind = 1900 * p.plateau * between(90, 190, 260 + 160 * p.plateau, 420 + 240 * p.plateau, x);
  const double foreland = -220 * bell((x - 480 - 120 * p.plateau) / 130);
  return {crest + behind + foreland, crest};
}

/// An ocean floor dives under another.
Belt arc(const BeltPlace& p) {
  const double x = p.across;
  const double crest = bell((x - 140) / 66) * (2300 + 3700 * p.beads);
  const double basin = -500 * bell((x - 290) / 110);  // behind the arc
  return {crest + basin, 0.25 * crest};
}

/// A continent meets another: the front is steep, a plateau lies behind.
Belt collision(const BeltPlace& p) {
  const double x = p.across;
  const double chains = 0.7 + 0.3 * wave(x / 96 + p.phase - 0.9);
  const double crest = 3500 * bell((x - 95) / (150 + 60 * p.plateau)) * chains;
  const double behind = 3400 * p.plateau * between(60, 190, 300 + 230 * p.plateau, 480 + 300 * p.plateau, x);
  const double far_crest = 1500 * p.plateau * bell((x - 380 - 230 * p.plateau) / 120) * chains;
  const double foreland = -240 * bell((x + 150) / 110);
  return {crest + behind + far_crest + foreland, crest + far_crest + 0.12 * behind};
}

/// A continent breaks: a valley along a dome, its shoulders higher on one side; or wider apart the shores of a young sea.
Belt rift(const BeltPlace& p) {
  const double x = std::abs(p.across), young_sea = sea_chance(p.chance),
               valley = smooth_step(0.25, 0.45, p.chance) * (1 - young_sea);
  const double one_side = smooth_step(-60, 60, p.across * (p.plateau > 0.5 ? 1 : -1));
  const double high = (0.35 + 0.65 * one_side) * (0.4 + 0.6 * p.beads);
  const double dome = 620 * bell(x / 230), shoulders = 900 * high * bell((x - 62) / 62),
               sinks = 700 * bell(x / (34 + 22 * p.beads));
  const double escarpment = 1500 * high * p.strength * bell((x - torn_width(p.chance) - 60) / 150);
  return {valley * (dome + shoulders - sinks) + young_sea * escarpment, 0.5 * (valley * shoulders + young_sea * escarpment)};
}

}  // namespace

double wave(double turns) {
  const double x = 4 * (turns - std::floor(turns));
  const double t = x < 2 ? x - 1 : 3 - x;  // −1 at the crest … 1 at the trough, and back
  return -t * (1.5 - 0.5 * t * t);
}

double torn_crust(double across, double closing, double chance) {
  if (!(closing < 0)) return 0;
  return smooth_step(0.06, 0.6, -closing) * sea_chance(chance) * bell(across / (1.6 * torn_width(chance)));
}

Belt belt_at(const BeltPlace& p) {
  const double rate = smooth_step(0.03, 0.70, std::abs(p.closing)), sea = 1 - p.continental;
  Belt sum;
  const auto add = [&sum](const Belt& belt, double weight) {
    sum.uplift += weight * belt.uplift;
    sum.mountain += weight * belt.mountain;
  };
  if (!(rate > 0)) return sum;
  if (p.closing > 0) {
    const double strong = rate * p.strength;
    if (p.continental > 0) {
      add(cordillera(p), strong * p.continental * (1 - p.collision));
      add(collision(p), strong * p.continental * p.collision);
    }
    if (sea > 0) {
      add(arc(p), strong * sea * (1 - p.collision));
      sum.uplift -= 3300 * rate * sea * (1 - p.collision) * bell((p.across + 38) / 62);
    }
  } else {
    if (p.continental > 0) add(rift(p), rate * std::min(1.2, 0.2 + p.strength) * p.continental);
    const double age = std::sqrt(p.across * p.across + 64) / 190, root = std::sqrt(age);
    const double cooled = 1 + root * (1.25 + root * (0.78 + root * 0.33));
    sum.uplift += 2150 * sea * (0.4 + 0.6 * rate) / cooled;
  }
  return sum;
}

}  // namespace craton::large
