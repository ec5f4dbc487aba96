#pragma once

#include "stages/relief/crater_shape.h"
#include "stages/relief/scatter.h"

/// Which craters there are.
namespace craton::relief {

struct CraterPopulation {
  CraterLaws laws;
  double largest, smallest;  ///< diameters, metres
  double coverage;           ///< by the largest octave
  double exponent;
  double degradation;  ///< of the oldest

  /// How many at least this wide there are, by square metre.
  double wider_than(double diameter) const;
};

struct Crater {
  Point3 place;
  std::uint64_t age = 0;   ///< the larger, the older
  std::size_t octave = 0;  ///< 0: the largest
  double diameter = 0;
  CraterShape shape{};
};

/// One scatter an octave of diameters.
class CraterScatter {
 public:
  /// Craters narrower than `visible` metres are left out.
  CraterScatter(const Domain& domain, Seed seed, const CraterPopulation& population, double visible);

  std::size_t octaves() const { return octaves_.size(); }
  /// All that reach into a box, from the oldest to the newest.
  std::vector<Crater> around(const Box& box) const;

 private:
  struct Octave {
    Scatter scatter;
    double narrowest, widest;
  };

  CraterPopulation population_;
  double visible_;
  std::vector<Octave> octaves_;
};

}  // namespace craton::relief
