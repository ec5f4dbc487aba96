#pragma once

#include <array>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/seed.h>
#include <craton/surface/domain.h>

/// Faults that run right around a world and cut it in two.
namespace craton::crust {

struct FaultLaw {
  int count = 1000;
  double fall = 0;        ///< the step of fault i is i^-fall
  double off_centre = 0;  ///< how far planes may pass the centre, in radii
  double width = 0;       ///< over which a step rises, in metres
  bool balanced = false;  ///< on spheres: no half of the world is higher than the other
};

/// On a sphere a plane, one side of which rises; on a map a circle, the inside of which does. Lengths in radii of the sphere or
/// in shorter sides of the map.
struct GreatFault {
  float x, y, z;       ///< the plane's normal; the circle's centre
  float edge;          ///< how far the plane is from the centre; the circle's radius
  float half_width;    ///< of the step
  float per_distance;  ///< 1 / half_width, or so large that a step is sharp
  float step;          ///< up to + this on the rising side, down to − this on the other
};

/// Some places that lie together, in the lengths of the faults.
struct FaultPlaces {
  static constexpr std::size_t capacity = 64;

  std::size_t count = 0;
  std::array<float, capacity> x{}, y{}, z{};
};

/// A ball around places.
struct FaultBall {
  float x = 0, y = 0, z = 0, radius = 0;
};
FaultBall ball_around(std::span<const float> x, std::span<const float> y, std::span<const float> z);

class GreatFaults {
 public:
  /// Fault i depends on the seed and on those before it, not on how many there are.
  GreatFaults(const Domain& domain, const FaultLaw& law, Seed seed);

  std::span<const GreatFault> all() const { return faults_; }
  double metres() const { return metres_; }  ///< in how many metres a length of 1 is
  /// What all steps together would be in the mean over the whole world.
  double mean() const { return mean_; }

  /// Of the faults in `from` those whose steps differ among the places of a ball; gives the sum of the others' steps there.
  double choose(std::span<const GreatFault> from, const FaultBall& ball, std::vector<GreatFault>& chosen) const;
  /// The sums of steps at places.
  void add(std::span<const GreatFault> faults, const FaultPlaces& places, std::span<float> sums) const;

  /// Standard deviation of the sums over the world, found at places that are the same at every resolution.
  Result<double> deviation(const Execution& execution) const;

 private:
  GreatFault plane(double off_centre, double half_width, std::uint64_t random);
  GreatFault circle(double off_centre, double half_width, std::uint64_t random);
  FaultPlaces even_places(std::uint64_t first, std::uint64_t count) const;

  bool sphere_ = false;
  double metres_ = 1, mean_ = 0;
  float width_ = 1, height_ = 1;         // of a map
  float half_x_ = 1e9F, half_y_ = 1e9F;  // beyond which the other way around is shorter
  std::vector<GreatFault> faults_;
};

}  // namespace craton::crust
