#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/seed.h>
#include <craton/surface/domain.h>

/// Things scattered over a domain: every place knows the things around it, without a list of them all.
namespace craton::relief {

/// Places in whole units, both ends included. On planes and tori z is 0.
struct Box {
  std::array<std::int64_t, 3> low{}, high{};

  Box grown(double metres) const;  ///< at least as far on all sides
};

/// Cells of one width along an axis, numbered without end. Where the axis closes onto itself, a whole number of them fits, some a
/// unit wider than others, and cells that are a turn apart are images of the same one.
class LatticeAxis {
 public:
  LatticeAxis() = default;
  /// `period` in units; 0: endless.
  LatticeAxis(double metres, std::uint64_t period);

  std::int64_t cell_of(std::int64_t position) const;
  std::int64_t start(std::int64_t cell) const;  ///< its first unit
  /// Images of a cell have the same.
  std::uint64_t id(std::int64_t cell) const;
  /// A place in it, from 64 random bits.
  std::int64_t random_unit(std::int64_t cell, std::uint64_t random) const;
  double mean_width() const;  ///< metres

 private:
  std::int64_t width_ = 1;
  std::int64_t period_ = 0, cells_ = 0;
};

/// A random number of 64 bits for a cell of a lattice.
inline std::uint64_t cell_random(Seed seed, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  const std::uint64_t along_x = mix64(seed.value + x * 0x9e3779b97f4a7c15U);
  const std::uint64_t along_y = mix64(along_x + y * 0xd1b54a32d192ed03U + 1);
  return mix64(along_y + z * 0x8cb92ba72f3d8dd7U + 2);
}

/// Independent numbers from one random number.
class Dice {
 public:
  explicit Dice(std::uint64_t random) : state_(random) {}

  std::uint64_t bits() { return mix64(state_ += 0x9e3779b97f4a7c15U); }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  ///< 0 ≤ … < 1
  double between(double low, double high) { return low + (high - low) * unit(); }

 private:
  std::uint64_t state_;
};

struct ScatterPoint {
  Point3 place;          ///< units. On tori one of its images: that in the box asked for
  std::uint64_t random;  ///< its own; images have the same
};

/// Points without any order (a Poisson process): in every cell of a lattice as many as chance will have, anywhere in it. On a
/// sphere the lattice is one of space; points within half a cell of the surface are moved onto it.
class Scatter {
 public:
  Scatter(const Domain& domain, Seed seed, double per_square_metre);

  /// Appends the points in a box, in an order that does not depend on the box.
  void collect(const Box& box, std::vector<ScatterPoint>& points) const;

 private:
  static constexpr std::size_t most_in_a_cell = 16;

  void add_cell(const std::array<std::int64_t, 3>& cell, const Box& box, std::vector<ScatterPoint>& points) const;
  bool misses_the_shell(const std::array<std::int64_t, 3>& cell) const;
  bool onto_the_sphere(std::array<std::int64_t, 3>& place) const;

  Seed seed_;
  std::array<LatticeAxis, 3> axis_;
  double radius_ = 0;                                     // units; 0: flat
  double half_shell_ = 0;                                 // units
  std::array<std::uint64_t, most_in_a_cell> at_least_{};  // a hash below at_least_[k] means more than k points
};

}  // namespace craton::relief
