#pragma once

#include <cstdint>
#include <vector>

#include <craton/base/position.h>
#include <craton/base/seed.h>
#include <craton/worlds/scatter.h>

/// Points without end, nowhere nearer to each other than a spacing.
namespace craton::terrain {

struct BluePoint {
  Point2 at;
  std::uint64_t lot = 0;  ///< random bits of its own

  friend bool operator<(const BluePoint& a, const BluePoint& b) { return a.at.y != b.at.y ? a.at.y < b.at.y : a.at.x < b.at.x; }
};

/// Those in the box, in no order that matters. `spacing` in units, at least 4.
void blue_points(Seed seed, std::int64_t spacing, const ScatterBox& box, std::vector<BluePoint>& to);

/// Random bits of a lot: the n-th of them.
std::uint64_t lot_bits(std::uint64_t lot, std::uint64_t n);
/// The same from 0 up to, but without, 1.
double lot_share(std::uint64_t lot, std::uint64_t n);

}  // namespace craton::terrain
