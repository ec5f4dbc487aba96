#include "reference/lattice_reference.h"

#include "base/lattice_hash.h"

namespace craton::reference {
namespace {

/// Hash of the lattice point `steps` cells from the place's cell along each axis, round the lattice where it closes.
std::uint32_t hash_near(const OctaveSpec& octave, Places places, const std::array<std::int64_t, 3>& steps) {
  std::uint32_t low = 0, high = 0;
  for (std::size_t a = 0; a < places.size(); ++a) {
    const std::uint64_t cells = octave.axis[a].cells;
    std::uint64_t cell = places[a].cell;
    for (std::int64_t s = 0; s < steps[a]; ++s) cell = cell + 1 == cells ? 0 : cell + 1;
    for (std::int64_t s = 0; s > steps[a]; --s) cell = cell == 0 ? cells - 1 : cell - 1;
    const AxisKey key = AxisKeys(octave.seed, static_cast<int>(a))(cell);
    low += key.low;
    high += key.high;
  }
  return lattice_point_hash(low, high);
}

float signed_unit(std::uint32_t hash) { return static_cast<float>(static_cast<std::int32_t>(hash) >> 8) * 0x1p-23F; }

float mix(float from, float to, float share) { return from + share * (to - from); }

}  // namespace

Vector gradient_vector_at(const OctaveSpec& octave, Places places, int smoothness, bool fixed) {
  const int n = static_cast<int>(places.size());
  const auto corner = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return gradient(hash_near(octave, places, {x, y, z}), n, fixed, octave.weight * 0.999985F);
  };
  const auto blended = [&](std::size_t axis, const Vector& before, const Vector& after) -> Vector {
    const float u = blend(places[axis].fraction_as_float(), smoothness);
    return {mix(before[0], after[0], u), mix(before[1], after[1], u), mix(before[2], after[2], u)};
  };
  const auto along_z = [&](int x, int y) { return n < 3 ? corner(x, y, 0) : blended(2, corner(x, y, 0), corner(x, y, 1)); };
  const auto along_y = [&](int x) { return n < 2 ? along_z(x, 0) : blended(1, along_z(x, 0), along_z(x, 1)); };
  return blended(0, along_y(0), along_y(1));
}

float cubic_at(const OctaveSpec& octave, Places places) {
  const std::size_t n = places.size();
  float scale = 1.0F - 0x1p-18F;
  for (std::size_t a = 0; a < n; ++a) scale *= 0.8F;
  scale = octave.weight * scale;

  const auto spline = [&](std::size_t axis, const auto& value) {
    const float f = places[axis].fraction_as_float();
    const float p[4] = {value(-1), value(0), value(1), value(2)};
    if (axis == 0) {
      const float b = 0.5F * (p[2] - p[0]);
      const float c = (p[0] - 2.5F * p[1]) + (2.0F * p[2] - 0.5F * p[3]);
      const float e = 0.5F * (p[3] - p[0]) + 1.5F * (p[1] - p[2]);
      return p[1] + f * (b + f * (c + f * e));
    }
    return p[0] * (0.5F * f * (f * (2.0F - f) - 1.0F)) + p[1] * (f * f * (1.5F * f - 2.5F) + 1.0F) +
           p[2] * (0.5F * f * (f * (4.0F - 3.0F * f) + 1.0F)) + p[3] * (0.5F * (f * f) * (f - 1.0F));
  };
  const auto corner = [&](int x, int y, int z) { return signed_unit(hash_near(octave, places, {x, y, z})) * scale; };
  const auto along_z = [&](int x, int y) { return n < 3 ? corner(x, y, 0) : spline(2, [&](int z) { return corner(x, y, z); }); };
  const auto along_y = [&](int x) { return n < 2 ? along_z(x, 0) : spline(1, [&](int y) { return along_z(x, y); }); };
  return spline(0, along_y);
}

}  // namespace craton::reference
