#pragma once

#include <cstdint>
#include <vector>

#include <craton/base/position.h>
#include <craton/base/seed.h>

/// Plates that a point can know: one in each square of a jittered lattice, larger and smaller ones by a power distance.
namespace craton::large {

struct Plate {
  std::int64_t cell_x = 0, cell_y = 0;
  Point2 site{};
  std::uint64_t id = 0;
  double handicap = 0;  ///< m²; added to the square of a distance: small plates have much
  double value = 0;     ///< −1: ocean … 1: continent
  double drift_x = 0, drift_y = 0;
  double chance = 0;  ///< 0 … 1
};

/// A plate as seen from a place.
struct SeenPlate {
  const Plate* plate = nullptr;
  double x = 0, y = 0;  ///< from the place, metres
  double far = 0;       ///< root of square and handicap
};

/// Between two plates, as seen from a place. The first is the one with the lesser id, wherever one stands: so nothing that is
/// made of a border jumps where it is crossed.
struct PlateBorder {
  const Plate *first = nullptr, *second = nullptr;
  double across = 0;   ///< metres from the border, towards the first
  double closing = 0;  ///< how fast the plates near each other, about −2 … 2
  double share = 0;    ///< 1 on the border, 0 where a third plate is nearer
};

class PlateLattice {
 public:
  struct Laws {
    double side = 1'100'000;                        ///< metres
    double jitter = 0.76;                           ///< of a side
    double unequal = 0.16;                          ///< of a side squared
    double fade_from = -90'000, fade_to = 120'000;  ///< how much farther a third plate is
  };
  PlateLattice(const Laws& laws, Seed seed);

  /// All plates that places in a rectangle may see, if they are displaced no farther than `displaced` metres.
  void gather(Point2 low, Point2 high, double displaced, std::vector<Plate>& plates) const;

  /// What a place sees of the gathered plates after it was displaced: the nearest ones first and all that are within `beyond`
  /// of the second. Which others were gathered does not matter.
  void look(const std::vector<Plate>& plates, Point2 place, double displaced_x, double displaced_y, double beyond,
            std::vector<SeenPlate>& seen) const;
  /// Borders between those, without the ones whose share is 0.
  void borders(const std::vector<SeenPlate>& seen, std::vector<PlateBorder>& borders) const;

  const Laws& laws() const { return laws_; }

 private:
  Plate plate(std::int64_t x, std::int64_t y) const;

  Laws laws_;
  std::int64_t side_;  ///< units
  std::uint64_t seed_;
};

}  // namespace craton::large
