#pragma once

#include <cstdint>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// A position on an axis is a signed 64-bit count of world units, 1/1024 m each: every place up to ±2^53 m
/// is equally sharp. Positions wrap at 2^64 units.
inline constexpr std::int64_t units_per_metre = 1024;

struct Point1 {
  std::int64_t x = 0;
};
struct Point2 {
  std::int64_t x = 0, y = 0;
};
struct Point3 {
  std::int64_t x = 0, y = 0, z = 0;
};
/// The fourth axis is measured in units like the others; an animation may take it for time.
struct Point4 {
  std::int64_t x = 0, y = 0, z = 0, w = 0;
};

/// Nearest unit to a length in metres, halves to even; an error for NaN and anything outside −2^53 ≤ metres < 2^53.
CRATON_API Result<std::int64_t> units_from_metres(double metres);
CRATON_API double metres_from_units(std::int64_t units);

/// Uniform samples at origin + index · step, in units. Values are stored row by row: x fastest, then y, z and w.
///
///     Grid2 grid{.origin = {0, 0}, .step = {1024, 1024}, .width = 512, .height = 512};   // one sample a metre
struct Grid1 {
  Point1 origin{};
  Point1 step{units_per_metre};
  std::uint32_t width = 0;

  std::uint64_t sample_count() const { return width; }
};
struct Grid2 {
  Point2 origin{};
  Point2 step{units_per_metre, units_per_metre};
  std::uint32_t width = 0, height = 0;

  std::uint64_t sample_count() const { return std::uint64_t{width} * height; }
};
struct Grid3 {
  Point3 origin{};
  Point3 step{units_per_metre, units_per_metre, units_per_metre};
  std::uint32_t width = 0, height = 0, depth = 0;

  std::uint64_t sample_count() const { return std::uint64_t{width} * height * depth; }
};
struct Grid4 {
  Point4 origin{};
  Point4 step{units_per_metre, units_per_metre, units_per_metre, units_per_metre};
  std::uint32_t width = 0, height = 0, depth = 0, duration = 0;

  std::uint64_t sample_count() const { return std::uint64_t{width} * height * depth * duration; }
};

/// How many lattice cells fit into 2^64 units: an integer, so that lattice cell and fraction of any position are the
/// high and the low word of one exact 128-bit product, and the lattice closes onto itself where positions wrap.
struct Frequency {
  std::uint64_t cells_per_wrap = 0;

  /// From lattice cells per metre. Allowed: 2^-48 … 512 cells a metre.
  CRATON_API static Result<Frequency> per_metre(double cells);
  CRATON_API double cells_per_metre() const;

  friend bool operator==(const Frequency&, const Frequency&) = default;
};

/// A place on a lattice: the cell (0 ≤ cell < cells_per_wrap; −1 is cells_per_wrap − 1) and how far into it, in 2^-64.
struct LatticeCoordinate {
  std::uint64_t cell = 0;
  std::uint64_t fraction = 0;

  friend bool operator==(const LatticeCoordinate&, const LatticeCoordinate&) = default;
};

/// The exact lattice coordinate of position · frequency + offset (offset in 2^-64 cells).
CRATON_API LatticeCoordinate lattice_coordinate(std::int64_t position, Frequency frequency, std::uint64_t offset = 0);

/// The fraction as kernels see it: its upper 24 bits, a float in [0, 1).
CRATON_API float fraction_as_float(std::uint64_t fraction);

}  // namespace craton
