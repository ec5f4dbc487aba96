#include "stages/relief/crater_scatter.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include <craton/base/math.h>

namespace craton::relief {

/// With x = D / largest, N(> D) = c (x^-b − 1) + N(> largest), of which only differences matter; the area within the rims of one
/// octave, ∫ π/4 D² dN from x = ½ to 1, tells c.
double CraterPopulation::wider_than(double diameter) const {
  const double beyond = 2 - exponent;
  const double octave = std::abs(beyond) < 1e-6 ? 0.6931471805599453 : (1 - math::pow(0.5, beyond)) / beyond;
  const double c = coverage / (0.7853981633974483 * largest * largest * exponent * octave);
  return c * (math::pow(diameter / largest, -exponent) - 1);
}

CraterScatter::CraterScatter(const Domain& domain, Seed seed, const CraterPopulation& population, double visible)
    : population_(population), visible_(visible) {
  if (population.coverage <= 0) return;
  double widest = population.largest;
  for (int i = 0; widest > population.smallest && widest > visible; ++i, widest /= 2) {
    const double narrowest = std::max(widest / 2, population.smallest);
    const double density = population.wider_than(narrowest) - population.wider_than(widest);
    if (density <= 0) break;
    octaves_.push_back({Scatter(domain, seed.child("octave " + std::to_string(i)), density), narrowest, widest});
  }
}

/// Whether a place lies within so many metres of a box, or not much farther.
static bool is_near(const Box& box, const Point3& place, double metres) {
  const Box around = box.grown(metres);
  const std::array<std::int64_t, 3> along{place.x, place.y, place.z};
  for (std::size_t a = 0; a < 3; ++a)
    if (along[a] < around.low[a] || along[a] > around.high[a]) return false;
  return true;
}

std::vector<Crater> CraterScatter::around(const Box& box) const {
  const double reach = population_.laws.ejecta * (1 + largest_swing) / 2;  // in diameters
  std::vector<Crater> craters;
  std::vector<ScatterPoint> points;
  for (std::size_t i = 0; i < octaves_.size(); ++i) {
    const Octave& octave = octaves_[i];
    // The inverse of the power law between the octave's ends.
    const double wide = math::pow(octave.widest / octave.narrowest, -population_.exponent);
    points.clear();
    octave.scatter.collect(box.grown(octave.widest * reach), points);
    for (const ScatterPoint& point : points) {
      Dice dice(point.random);
      Crater crater{.place = point.place, .age = dice.bits(), .octave = i};
      crater.diameter = octave.narrowest * math::pow(dice.between(wide, 1), -1 / population_.exponent);
      if (crater.diameter < visible_ || !is_near(box, crater.place, crater.diameter * reach)) continue;
      const double age = static_cast<double>(crater.age >> 11) * 0x1p-53;
      crater.shape = make_crater(population_.laws, crater.diameter, age * population_.degradation, dice.bits());
      craters.push_back(crater);
    }
  }
  std::sort(craters.begin(), craters.end(), [](const Crater& a, const Crater& b) {
    const auto key = [](const Crater& c) { return std::tuple(~c.age, c.octave, c.place.z, c.place.y, c.place.x); };
    return key(a) < key(b);
  });
  return craters;
}

}  // namespace craton::relief
