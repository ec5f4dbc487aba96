#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>

/// The aperiodic tiling of the plane by hats (Smith, Myers, Kaplan & Goodman-Strauss 2024), endless and of random access.
namespace craton {

/// A vertex of the lattice of 2D simplex noise: a steps along (1 − G, −G) and b along (−G, 1 − G), in cells, where
/// G = (3 − √3)/6. Six triangles meet there.
struct HatVertex {
  std::int64_t a = 0, b = 0;

  friend bool operator==(const HatVertex&, const HatVertex&) = default;
};

/// A third of a triangle: from a vertex to the middles of two sides and the triangle's centre, which lies k·60° + 15° from the
/// x axis as seen from the vertex.
struct Kite {
  HatVertex vertex;
  int k = 0;  ///< 0 … 5

  friend bool operator==(const Kite&, const Kite&) = default;
};

/// The four shapes that hats gather in; each of them gathers in larger ones of the same four, and so on.
enum class Metatile : std::uint8_t { H, T, P, F };

/// Eight kites: four around its vertex, two around each of two neighbours.
struct CRATON_API Hat {
  HatVertex vertex;       ///< no other hat has four kites around it
  std::uint8_t turn = 0;  ///< by which the hat is turned, in 60°
  bool mirrored = false;  ///< before it is turned
  Metatile metatile = Metatile::H;

  /// Its kites in the order of their places, of which 2n and 2n + 1 share a long side.
  std::array<Kite, 8> kites() const;

  friend bool operator==(const Hat&, const Hat&) = default;
};

/// Where a kite belongs.
struct HatPlace {
  Hat hat;
  int place = 0;  ///< 0 … 7: hat.kites()[place] is the kite
};

/// All vertices with first.a ≤ a ≤ last.a and first.b ≤ b ≤ last.b.
struct HatBox {
  HatVertex first, last;
};

/// Where a place lies on the lattice: its kite, and how far from the kite's vertex it is along x and y, in cells.
struct KiteSite {
  Kite kite;
  double x = 0, y = 0;
};
/// The site that hat noise of this frequency finds.
CRATON_API KiteSite kite_site_of(Point2 place, Frequency frequency);

/// One endless tiling out of uncountably many. Every vertex with 64-bit coordinates is inside; answers are exact, depend on
/// nothing but seed and place, and take time that grows with the logarithm of the plane. Copies are cheap, nothing is shared.
class CRATON_API HatTiling {
 public:
  /// Most vertices a box may have.
  static constexpr std::uint64_t largest_box = 1U << 24;

  /// The seed picks the part of the tiling that lies at the origin, and how it is turned.
  explicit HatTiling(Seed seed);

  /// The hat that a kite belongs to.
  HatPlace at(const Kite& kite) const;
  /// All hats with a kite around a vertex of the box, by b, then by a of their vertices. Refuses boxes without vertices or with
  /// too many.
  Result<std::vector<Hat>> hats(const HatBox& box) const;
  /// A number for a hat of this tiling; two hats share one by chance alone.
  std::uint64_t id(const Hat& hat) const;

 private:
  friend class HatCover;

  Seed seed_;
  /// Where the largest metatile lies: low and high words of a and b, and its turn.
  std::array<std::uint64_t, 4> root_{};
  int turn_ = 0;
};

}  // namespace craton
