#pragma once

#include <cstdint>
#include <vector>

#include <craton/base/seed.h>

/// Random heights on a square lattice, refined by halving it again and again: midpoint displacement. Every value is a function of
/// its place alone, so that any part of the lattice can be had.
namespace craton::relief {

/// How a finer lattice gets its heights from the coarser one.
enum class MidpointForm {
  diamond_square,  ///< midpoints of squares, then of edges, from four neighbours each (Fournier et al. 1982; Miller 1986)
  square,          ///< four new points inside each square by the weights 9, 3, 3, 1 (Miller 1986): no creases
};

/// One axis: `coarse` cells of the coarsest lattice in `length` units, halved `levels` times.
class HalvedAxis {
 public:
  HalvedAxis() = default;
  /// `period` in units, 0: endless. `size` is the width of a coarsest cell, in units; a whole number of them fits the period.
  HalvedAxis(std::int64_t size, std::uint64_t period, int levels);

  struct Place {
    std::int64_t cell;  ///< of the finest lattice
    float fraction;
  };
  Place place(std::int64_t position) const;
  /// The number of a line of a level; images have the same.
  std::uint64_t id(std::int64_t line, int level) const;

 private:
  std::int64_t length_ = 1, coarse_ = 1;
  bool closed_ = false;
  int levels_ = 0;
};

/// Lines from `first` on, both axes.
struct LatticePart {
  std::int64_t first_x = 0, first_y = 0;
  std::uint32_t width = 0, height = 0;
  std::vector<float> values;

  float& at(std::int64_t x, std::int64_t y) {
    return values[static_cast<std::size_t>(y - first_y) * width + static_cast<std::size_t>(x - first_x)];
  }
  float at(std::int64_t x, std::int64_t y) const { return const_cast<LatticePart*>(this)->at(x, y); }
};

class HalvedLattice {
 public:
  HalvedLattice(Seed seed, MidpointForm form, double roughness, int levels, HalvedAxis x, HalvedAxis y);

  const HalvedAxis& x() const { return x_; }
  const HalvedAxis& y() const { return y_; }
  int levels() const { return levels_; }

  /// Fills `part` (its place and size are given) with the heights of the finest level.
  void fill(LatticePart& part) const;
  /// Between the lines: bilinear for diamonds and squares; for squares the smooth surface to which they converge.
  float between(const LatticePart& part, const HalvedAxis::Place& x, const HalvedAxis::Place& y) const;
  /// How many lines before and after a cell `between` needs.
  std::int64_t lines_before() const { return form_ == MidpointForm::square ? 1 : 0; }

 private:
  void refine(const LatticePart& coarse, int level, LatticePart& fine) const;
  void refine_squares(const LatticePart& coarse, int level, LatticePart& fine) const;

  Seed seed_;
  MidpointForm form_;
  int levels_;
  HalvedAxis x_, y_;
  std::vector<float> amplitude_, middle_;  // of each level: on edges, and in the middle of squares
};

}  // namespace craton::relief
