#include "reference/lattice_reference.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/lattice_hash.h"

namespace craton::reference {
namespace {

/// Key of the lattice line `steps` cells from the place's cell, round the lattice where it closes.
AxisKey key_near(const OctaveSpec& octave, Places places, std::size_t axis, std::int64_t steps) {
  const std::uint64_t cells = octave.axis[axis].cells;
  std::uint64_t cell = places[axis].cell;
  for (std::int64_t s = 0; s < steps; ++s) cell = cell + 1 == cells ? 0 : cell + 1;
  for (std::int64_t s = 0; s > steps; --s) cell = cell == 0 ? cells - 1 : cell - 1;
  return AxisKeys(octave.seed, static_cast<int>(axis))(cell);
}

/// Hash of the lattice point `steps` cells from the place's cell along each axis.
std::uint32_t hash_near(const OctaveSpec& octave, Places places, const std::array<std::int64_t, 3>& steps) {
  std::uint32_t low = 0, high = 0;
  for (std::size_t a = 0; a < places.size(); ++a) {
    const AxisKey key = key_near(octave, places, a, steps[a]);
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

namespace {

constexpr float analysis[16] = {0.655340F, 0.033979F, -0.243780F, -0.025936F, 0.103311F, 0.011655F, -0.044412F, -0.005040F,
                                0.019120F, 0.002172F, -0.008233F, -0.000938F, 0.003546F, 0.000410F, -0.001528F, 0.000334F};

/// Coefficients around a place: each axis asks the one after it for 2 × 32 values, and remembers what it has found.
class WaveletCoefficients {
 public:
  using Steps = std::array<std::int64_t, 3>;

  WaveletCoefficients(const OctaveSpec& octave, Places places) : octave_(octave), places_(places) {}

  /// The coefficient `steps` cells from the place's cell.
  float operator()(const Steps& steps) { return random(steps) - filtered(0, steps); }

 private:
  float random(const Steps& at) const { return signed_unit(hash_near(octave_, places_, at)); }

  /// Downsampled and upsampled along `axis`, of values that are so along the axes after it.
  float filtered(std::size_t axis, const Steps& at) {
    if (axis == places_.size()) return random(at);
    const auto [found, is_new] = known_[axis].try_emplace(at, 0.0F);
    if (is_new) found->second = refined(axis, at);
    return found->second;
  }

  float refined(std::size_t axis, const Steps& at) {
    const bool odd = (places_[axis].cell + static_cast<std::uint64_t>(at[axis])) % 2 != 0;
    const std::int64_t even = at[axis] - (odd ? 1 : 0);
    const float before = coarse(axis, at, even), after = coarse(axis, at, even + 2);
    return odd ? 0.25F * before + 0.75F * after : 0.75F * before + 0.25F * after;
  }

  float coarse(std::size_t axis, Steps at, std::int64_t even) {
    float sum = 0;
    for (int t = 0; t < 32; ++t) {
      at[axis] = even - 16 + t;
      const float term = analysis[t < 16 ? 15 - t : t - 16] * filtered(axis + 1, at);
      sum = t == 0 ? term : sum + term;
    }
    return sum;
  }

  const OctaveSpec& octave_;
  Places places_;
  std::map<Steps, float> known_[3];
};

}  // namespace

float wavelet_at(const OctaveSpec& octave, Places places, float scale) {
  const std::size_t n = places.size();
  const auto spline = [&](std::size_t axis, const auto& value) {
    const float f = places[axis].fraction_as_float(), rest = 1.0F - f;
    const float p[3] = {value(-1), value(0), value(1)};
    if (axis == 0) return 0.5F * (p[0] + p[1]) + f * ((p[1] - p[0]) + f * (0.5F * (p[0] + p[2]) - p[1]));
    return p[0] * (0.5F * (rest * rest)) + p[1] * (0.5F + f * rest) + p[2] * (0.5F * (f * f));
  };
  WaveletCoefficients coefficients(octave, places);
  const auto coefficient = [&](int x, int y, int z) { return coefficients({x, y, z}) * (octave.weight * scale); };
  const auto along_z = [&](int x, int y) {
    return n < 3 ? coefficient(x, y, 0) : spline(2, [&](int z) { return coefficient(x, y, z); });
  };
  return spline(0, [&](int x) { return spline(1, [&](int y) { return along_z(x, y); }); });
}

namespace {

/// (r² − d²)^e · (gradient · offset), nothing beyond r.
float felt(const OctaveSpec& octave, Places places, const std::array<std::int64_t, 3>& steps, const Vector& offset,
           bool in_middle, int falloff, bool fixed, float length) {
  const int n = static_cast<int>(places.size());
  std::uint32_t low = 0, high = 0;
  for (std::size_t a = 0; a < places.size() + (in_middle ? 1 : 0); ++a) {
    const AxisKey key = a < places.size() ? key_near(octave, places, a, steps[a]) : AxisKeys(octave.seed, 3)(1);
    low += key.low;
    high += key.high;
  }
  float room = n == 2 ? 0.8F - 0x1p-18F : 0.5F - 0x1p-19F;
  if (n == 3) room = room - offset[2] * offset[2];
  room = room - offset[1] * offset[1];
  room = std::max(room - offset[0] * offset[0], 0.0F);
  const Vector g = gradient(lattice_point_hash(low, high), n, fixed, length);
  float slope = g[0] * offset[0] + g[1] * offset[1];
  if (n == 3) slope = slope + g[2] * offset[2];
  return room * room * (falloff == 3 ? room : room * room) * slope;
}

}  // namespace

float tiling_simplex_at(const OctaveSpec& octave, Places places, int falloff, bool fixed, float scale) {
  const float length = octave.weight * scale;
  const auto corner = [&](const std::array<std::int64_t, 3>& steps, const Vector& offset, bool in_middle) {
    return felt(octave, places, steps, offset, in_middle, falloff, fixed, length);
  };
  const float fx = places[0].fraction_as_float(), fy = places[1].fraction_as_float();
  if (places.size() == 2) {
    float sum = 0;
    for (std::int64_t row = 0; row < 2; ++row) {
      const bool shifted = (places[1].cell + static_cast<std::uint64_t>(row)) % 2 != 0;
      // Corners of a shifted row lie at −½, ½ and 1½.
      const std::int64_t first = shifted && fx < 0.5F ? -1 : 0;
      const float at = static_cast<float>(first) + (shifted ? 0.5F : 0.0F);
      for (std::int64_t side = 0; side < 2; ++side) {
        const float part =
            corner({first + side, row, 0}, {fx - (at + static_cast<float>(side)), fy - static_cast<float>(row), 0}, false);
        sum = row == 0 && side == 0 ? part : sum + part;
      }
    }
    return sum;
  }
  const Vector f{fx, fy, places[2].fraction_as_float()};
  const Vector h{f[0] - 0.5F, f[1] - 0.5F, f[2] - 0.5F};
  std::array<std::size_t, 3> order{0, 1, 2};  // the axis furthest from the middle of the cell first
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return std::abs(h[a]) > std::abs(h[b]); });
  const std::size_t face = order[0], edge = order[2];
  const std::int64_t beyond = h[face] >= 0 ? 1 : -1;
  std::array<std::int64_t, 3> next{}, low{}, high{};
  Vector to_next = h, to_low{}, to_high{};
  next[face] = beyond;
  to_next[face] -= static_cast<float>(beyond);
  for (std::size_t a = 0; a < 3; ++a) {
    low[a] = a != edge && h[a] >= 0 ? 1 : 0;
    high[a] = a == edge || h[a] >= 0 ? 1 : 0;
    to_low[a] = f[a] - static_cast<float>(low[a]);
    to_high[a] = f[a] - static_cast<float>(high[a]);
  }
  return corner({0, 0, 0}, h, true) + corner(next, to_next, true) + corner(low, to_low, false) + corner(high, to_high, false);
}

}  // namespace craton::reference
