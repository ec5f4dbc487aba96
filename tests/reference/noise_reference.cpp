#include "reference/noise_reference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include <craton/base/hash.h>

#include "base/lattice_hash.h"
#include "base/uint128.h"

namespace craton::reference {
namespace {

__extension__ using int128 = __int128;

// ---- specifications

template <class T>
T param(const NoiseSpec& spec, std::string_view name, T fallback) {
  const ParamValue* value = spec.params.find(name);
  if (!value) return fallback;
  if constexpr (std::is_same_v<T, double>)
    if (const auto* whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  return std::get<T>(*value);
}

Octave base_octave(const NoiseSpec& spec) {
  Octave octave;
  octave.kind = spec.kind == "white"    ? Kind::white
                : spec.kind == "value"  ? Kind::value
                : spec.kind == "perlin" ? Kind::perlin
                                        : Kind::simplex;
  octave.smoothness = static_cast<int>(param<std::int64_t>(spec, "smoothness", 2));
  octave.falloff = static_cast<int>(param<std::int64_t>(spec, "falloff", 4));
  octave.fixed_gradients = param<std::string>(spec, "gradients", "circle") == "fixed";
  return octave;
}

double base_frequency(const NoiseSpec& spec) { return param<double>(spec, "frequency", spec.kind == "white" ? 1.0 : 0.01); }

std::vector<double> weights_of(const NoiseSpec& fbm) {
  std::vector<double> weights = param<std::vector<double>>(fbm, "amplitudes", {});
  if (weights.empty()) {
    double weight = 1;
    for (std::int64_t i = 0; i < param<std::int64_t>(fbm, "octaves", 6); ++i) {
      weights.push_back(weight);
      weight *= param<double>(fbm, "persistence", 0.5);
    }
  }
  double sum = 0;
  for (const double weight : weights) sum += std::abs(weight);
  if (param<bool>(fbm, "normalise", true) && sum > 0)
    for (double& weight : weights) weight /= sum;
  return weights;
}

// ---- gradients

/// A vector of the given length: an angle within ±45°, whose sine and cosine are polynomials in its square, turned by one bit
/// and flipped by another. The length and the unit of the angle, 2^-15 quarter turns, are part of the coefficients.
Vector on_circle(std::uint32_t hash, float length) {
  const auto term = [length](double coefficient) { return static_cast<float>(coefficient * double{length}); };
  const float t = static_cast<float>(static_cast<std::int32_t>(hash >> 15 & 0x7ffeU) - 0x3fff);
  const float z = t * t;
  const float sine =
      (z * (z * term(0.07795379369956688 * 0x1p-75) + term(-0.6458015288039364 * 0x1p-45)) + term(1.570794069975203 * 0x1p-15)) *
      t;
  const float cosine =
      z * (z * term(0.24594198210800455 * 0x1p-60) + term(-1.2329786502744982 * 0x1p-30)) + term(0.9999899797834083);
  const bool swap = hash >> 31 & 1U, flip = hash >> 30 & 1U;
  const float x = swap ? sine : cosine, y = swap ? cosine : sine;
  return {flip ? -x : x, flip ? -y : y, 0, 0};
}

/// Archimedes: on a sphere, z is uniform.
Vector on_sphere(std::uint32_t hash, float length) {
  const float z = static_cast<float>(hash & 0xffffU) * 0x1p-15F - (1.0F - 0x1p-16F);
  const float radius = std::sqrt(1.0F - z * z);
  const Vector turn = on_circle(hash, length);
  return {turn[0] * radius, turn[1] * radius, z * length, 0};
}

Vector cube_edge(std::uint32_t hash, float length) {
  const std::uint32_t edge = (hash >> 16) * 12 >> 16;
  const float component = 0.70710677F * length;
  const float first = edge & 1U ? -component : component, second = edge & 2U ? -component : component;
  switch (edge / 4) {
    case 0: return {0, first, second, 0};
    case 1: return {first, 0, second, 0};
    default: return {first, second, 0, 0};
  }
}

/// Two circles that share the squared length: with a uniform share, directions are uniform.
Vector on_hypersphere(std::uint32_t hash, float length) {
  const float share = static_cast<float>(hash & 0x3ffU) * 0x1p-10F + 0x1p-11F;
  const float radius_xy = std::sqrt(share), radius_zw = std::sqrt(1.0F - share);
  const Vector xy = on_circle(hash, length), zw = on_circle(hash << 11, length);
  return {xy[0] * radius_xy, xy[1] * radius_xy, zw[0] * radius_zw, zw[1] * radius_zw};
}

/// One axis is zero, and each of the others has a sign.
Vector tesseract_edge(std::uint32_t hash, float length) {
  const float component = 0.57735026F * length;
  Vector edge{};
  for (std::uint32_t a = 0; a < 4; ++a)
    if (a != hash >> 30) edge[a] = hash >> (29 - a) & 1U ? -component : component;
  return edge;
}

float signed_unit(std::uint32_t hash) { return static_cast<float>(static_cast<std::int32_t>(hash) >> 8) * 0x1p-23F; }

// ---- the square lattice

float mix(float from, float to, float share) { return from + share * (to - from); }

/// A point among the corners of its cell.
struct Cell {
  std::array<AxisKey, 4> before{}, after{};
  Vector fraction{}, blend{};

  std::uint32_t hash(int dimensions, int x, int y, int z, int w) const {
    const int side[4] = {x, y, z, w};
    std::uint32_t low = 0, high = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
      const AxisKey& key = side[a] ? after[a] : before[a];
      low += key.low;
      high += key.high;
    }
    return lattice_point_hash(low, high);
  }
};

Cell cell_at(const Octave& octave, Position position) {
  Cell cell;
  const std::uint64_t cells = octave.frequency.cells_per_wrap;
  for (std::size_t a = 0; a < position.size(); ++a) {
    // Positions count from the lowest one round to the highest, modulo 2^64; lattice cells do so modulo `cells`.
    const uint128 place = uint128{static_cast<std::uint64_t>(position[a])} * cells + octave.offset[a];
    const std::uint64_t index = high_word(place) % cells, next = (index + 1) % cells;
    AxisKeys keys(octave.seed, static_cast<int>(a));
    cell.before[a] = keys(index);
    cell.after[a] = keys(next);
    cell.fraction[a] = static_cast<float>(low_word(place) >> 40) * 0x1p-24F;
    cell.blend[a] = blend(cell.fraction[a], octave.smoothness);
  }
  return cell;
}

float white_at(const Octave& octave, Position position) {
  const int n = static_cast<int>(position.size());
  return signed_unit(cell_at(octave, position).hash(n, 0, 0, 0, 0)) * scale(octave, n);
}

float value_at(const Octave& octave, Position position) {
  const int n = static_cast<int>(position.size());
  const Cell cell = cell_at(octave, position);
  const auto corner = [&](int x, int y, int z, int w) { return signed_unit(cell.hash(n, x, y, z, w)) * scale(octave, n); };
  const auto along_w = [&](int x, int y, int z) {
    return n < 4 ? corner(x, y, z, 0) : mix(corner(x, y, z, 0), corner(x, y, z, 1), cell.blend[3]);
  };
  const auto along_z = [&](int x, int y) {
    return n < 3 ? along_w(x, y, 0) : mix(along_w(x, y, 0), along_w(x, y, 1), cell.blend[2]);
  };
  const auto along_y = [&](int x) { return n < 2 ? along_z(x, 0) : mix(along_z(x, 0), along_z(x, 1), cell.blend[1]); };
  return mix(along_y(0), along_y(1), cell.blend[0]);
}

/// What gradients add along their own axis, blended.
float level(float before, float after, float f, float u) { return before * (f * (1.0F - u)) + after * ((f - 1.0F) * u); }

/// What the corners on one side in x come to: slope · (distance in x) + level.
struct Line {
  float slope = 0, level = 0;
};

float perlin_at(const Octave& octave, Position position) {
  const int n = static_cast<int>(position.size());
  const Cell cell = cell_at(octave, position);
  const auto [fx, fy, fz, fw] = cell.fraction;
  const auto [ux, uy, uz, uw] = cell.blend;
  const auto corner = [&](int x, int y, int z, int w) {
    return gradient(cell.hash(n, x, y, z, w), n, octave.fixed_gradients, scale(octave, n));
  };
  // A row of corners along w leaves slopes in x, y and z, and the level that w adds.
  const auto along_w = [&, f = fw, u = uw](int x, int y, int z) -> Vector {
    if (n < 4) return corner(x, y, z, 0);
    const Vector before = corner(x, y, z, 0), after = corner(x, y, z, 1);
    return {mix(before[0], after[0], u), mix(before[1], after[1], u), mix(before[2], after[2], u),
            level(before[3], after[3], f, u)};
  };
  // A row along z leaves slopes in x and y, and the level that z and w add.
  const auto along_z = [&, f = fz, u = uz](int x, int y) -> Vector {
    if (n < 3) return along_w(x, y, 0);
    const Vector before = along_w(x, y, 0), after = along_w(x, y, 1);
    const float level_z = level(before[2], after[2], f, u);
    return {mix(before[0], after[0], u), mix(before[1], after[1], u), n == 4 ? level_z + mix(before[3], after[3], u) : level_z,
            0};
  };
  const auto along_y = [&, f = fy, u = uy](int x) -> Line {
    if (n < 2) return {corner(x, 0, 0, 0)[0], 0};
    const Vector before = along_z(x, 0), after = along_z(x, 1);
    const float level_y = level(before[1], after[1], f, u);
    return {mix(before[0], after[0], u), n > 2 ? level_y + mix(before[2], after[2], u) : level_y};
  };
  const Line before = along_y(0), after = along_y(1);
  // mix(before.slope · f + before.level, after.slope · (f − 1) + after.level, u), sorted by powers of f.
  return (before.slope * fx + before.level) +
         ux * ((after.slope - before.slope) * fx + ((after.level - after.slope) - before.level));
}

// ---- the simplex lattice: corner (i, j, k) lies at (i, j, k) − (i + j + k)·G
//
// G is (3 − √3)/6 in 2D, 1/6 in 3D and (5 − √5)/20 in 4D, rounded up to 28 binary digits ("steps"), so that offsets are exact at
// any distance.

struct SimplexLattice {
  std::size_t dimensions;
  std::uint32_t unskew_steps;  ///< G in 2^-28
  double skew;                 ///< F = G / (1 − dimensions·G), the way back
  std::uint64_t skew_word;     ///< F in 2^-64
};
constexpr SimplexLattice triangles{2, 0x361962fU, 0x5db3d75584caa8d2p-64, 0x5db3d75584caa8d2U};
constexpr SimplexLattice tetrahedra{3, 0x2aaaaabU, 0x5555556aaaaaad55p-64, 0x5555556aaaaaad55U};

constexpr SimplexLattice pentatopes{4, 0x2360da4U, 0x4f1bbcf97f4a81dcp-64, 0x4f1bbcf97f4a81dcU};

using Index = std::array<std::int64_t, 4>;

/// floor(value · fraction / 2^64) for a signed value.
int128 times_fraction(int128 value, std::uint64_t fraction) {
  const auto high = static_cast<std::int64_t>(value >> 64);
  return static_cast<int128>(high) * fraction +
         static_cast<int128>(high_word(wide_product(static_cast<std::uint64_t>(value), fraction)));
}

/// Whole cells and 28 bits of fraction, modulo 16 cells: enough to tell how far a corner of the neighbourhood is.
std::uint32_t steps(int128 coordinate) { return static_cast<std::uint32_t>(static_cast<uint128>(coordinate) >> 36); }

class SimplexPoint {
 public:
  SimplexPoint(const Octave& octave, Position position)
      : octave_(octave),
        lattice_(position.size() == 2   ? triangles
                 : position.size() == 3 ? tetrahedra
                                        : pentatopes) {
    int128 shift = 0;
    for (std::size_t a = 0; a < lattice_.dimensions; ++a) {
      coordinate_[a] = static_cast<int128>(position[a]) * octave.frequency.cells_per_wrap + octave.offset[a];
      shift += times_fraction(coordinate_[a], lattice_.skew_word);
    }
    // F is rounded: 2^62 cells out, this cell may be one off.
    for (std::size_t a = 0; a < lattice_.dimensions; ++a)
      cell_[a] = static_cast<std::int64_t>(high_word(static_cast<uint128>(coordinate_[a]) + static_cast<uint128>(shift)));
  }

  float sum(Search search) const { return search == Search::window ? sum_of_window() : sum_of_simplex(); }

 private:
  float sum_of_window() const {
    float sum = 0;
    const std::int64_t deepest = lattice_.dimensions > 2 ? 2 : -2, latest = lattice_.dimensions > 3 ? 2 : -2;
    for (std::int64_t l = -2; l <= latest; ++l)
      for (std::int64_t k = -2; k <= deepest; ++k)
        for (std::int64_t j = -2; j <= 2; ++j)
          for (std::int64_t i = -2; i <= 2; ++i) sum += contribution({cell_[0] + i, cell_[1] + j, cell_[2] + k, cell_[3] + l});
    return sum;
  }

  /// From the cell's first corner to its last, one axis after the other, the largest skewed fraction first.
  float sum_of_simplex() const {
    Index corner = cell_;
    std::array<double, 4> inside = skewed_fractions(corner);
    bool moved = false;
    for (std::size_t a = 0; a < lattice_.dimensions; ++a) {
      moved = moved || inside[a] < 0 || inside[a] >= 1;
      corner[a] += static_cast<std::int64_t>(std::floor(inside[a]));
    }
    if (moved) inside = skewed_fractions(corner);
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(lattice_.dimensions),
                     [&](std::size_t a, std::size_t b) { return inside[a] > inside[b]; });
    float sum = contribution(corner);
    for (std::size_t step = 0; step < lattice_.dimensions; ++step) {
      ++corner[order[step]];
      sum += contribution(corner);
    }
    return sum;
  }

  /// point − corner, along an axis.
  float offset(const Index& corner, std::size_t axis) const {
    std::uint32_t distance = steps(coordinate_[axis]) - (static_cast<std::uint32_t>(corner[axis]) << 28);
    for (std::size_t a = 0; a < lattice_.dimensions; ++a)
      distance += static_cast<std::uint32_t>(corner[a]) * lattice_.unskew_steps;
    return static_cast<float>(static_cast<std::int32_t>(distance)) * 0x1p-28F;
  }

  std::array<double, 4> skewed_fractions(const Index& corner) const {
    std::array<double, 4> inside{};
    double sum = 0;
    for (std::size_t a = 0; a < lattice_.dimensions; ++a) sum += inside[a] = double{offset(corner, a)};
    for (std::size_t a = 0; a < lattice_.dimensions; ++a) inside[a] += sum * lattice_.skew;
    return inside;
  }

  /// (r² − d²)^e · (gradient · offset), nothing beyond r.
  float contribution(const Index& corner) const {
    std::uint32_t low = 0, high = 0;
    Vector at{};
    for (std::size_t a = 0; a < lattice_.dimensions; ++a) {
      const AxisKey key = AxisKeys(octave_.seed, static_cast<int>(a))(static_cast<std::uint64_t>(corner[a]));
      low += key.low;
      high += key.high;
      at[a] = offset(corner, a);
    }
    float room = 0.5F - 0x1p-19F;
    if (lattice_.dimensions > 3) room = room - at[3] * at[3];
    if (lattice_.dimensions > 2) room = room - at[2] * at[2];
    room = room - at[1] * at[1];
    room = std::max(room - at[0] * at[0], 0.0F);

    const auto n = static_cast<int>(lattice_.dimensions);
    const Vector g = gradient(lattice_point_hash(low, high), n, octave_.fixed_gradients, scale(octave_, n));
    float slope = g[1] * at[1];
    if (lattice_.dimensions > 2) slope = slope + g[2] * at[2];
    if (lattice_.dimensions > 3) slope = slope + g[3] * at[3];
    slope = g[0] * at[0] + slope;
    const float squared = room * room;
    return squared * (octave_.falloff == 3 ? room : squared) * slope;
  }

  const Octave& octave_;
  const SimplexLattice& lattice_;
  std::array<int128, 4> coordinate_{};
  Index cell_{};
};

}  // namespace

Vector gradient(std::uint32_t hash, int dimensions, bool fixed, float length) {
  if (dimensions == 1) return {fixed ? (hash >> 31 ? -length : length) : signed_unit(hash) * length, 0, 0, 0};
  if (dimensions == 2) return on_circle(fixed ? (hash & 0xf0000000U) | 0x08000000U : hash, length);
  if (dimensions == 3) return fixed ? cube_edge(hash, length) : on_sphere(hash, length);
  return fixed ? tesseract_edge(hash, length) : on_hypersphere(hash, length);
}

float scale(const Octave& octave, int dimensions) {
  constexpr float circle[4] = {1.99997F, 1.414192F, 1.154683F, 0.999985F};
  constexpr float fixed[4] = {1.99997F, 1.434802F, 1.328094F, 1.106503F};
  constexpr float corners[2][2][3] = {{{32.99095F, 37.83735F, 41.40883F}, {99.20511F, 107.65381F, 108.56808F}},
                                      {{33.13923F, 44.20793F, 46.57557F}, {99.41704F, 108.72600F, 108.73441F}}};
  if (octave.kind == Kind::perlin) return octave.weight * (octave.fixed_gradients ? fixed : circle)[dimensions - 1];
  if (octave.kind == Kind::simplex)
    return octave.weight * corners[octave.fixed_gradients ? 1 : 0][octave.falloff - 3][dimensions - 2];
  return octave.weight * (1.0F - 0x1p-19F);
}

/// S_n(x) = x^{n+1} Σ_{k=0..n} C(n+k, k) C(2n+1, n−k) (−x)^k; from n = 3 on in doubles, and from the nearer end.
float blend(float x, int smoothness) {
  if (smoothness == 0) return x;
  if (smoothness == 1) return x * x * (3.0F - 2.0F * x);
  if (smoothness == 2) return x * x * x * (x * (x * 6.0F - 15.0F) + 10.0F);
  const auto choose = [](int n, int k) {
    double result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return result;
  };
  const int n = smoothness;
  const double from_end = x <= 0.5F ? double{x} : 1.0 - double{x};
  double sum = 0;
  for (int k = n; k >= 0; --k) sum = sum * from_end + (k % 2 ? -1.0 : 1.0) * choose(n + k, k) * choose(2 * n + 1, n - k);
  for (int k = 0; k <= n; ++k) sum *= from_end;
  return static_cast<float>(x <= 0.5F ? sum : 1.0 - sum);
}

float octave_at(const Octave& octave, Position position, Search search) {
  switch (octave.kind) {
    case Kind::white: return white_at(octave, position);
    case Kind::value: return value_at(octave, position);
    case Kind::perlin: return perlin_at(octave, position);
    case Kind::simplex: return SimplexPoint(octave, position).sum(search);
  }
  std::abort();
}

ReferenceNoise::ReferenceNoise(const NoiseSpec& spec, Seed seed) {
  const bool fractal = spec.kind == "fbm";
  const NoiseSpec& source = fractal ? *spec.inputs[0].noise : spec;
  const std::vector<double> weights = fractal ? weights_of(spec) : std::vector<double>{1.0};
  const double lacunarity = fractal ? param<double>(spec, "lacunarity", 2.0) : 1.0;
  double frequency = base_frequency(source);
  for (std::size_t i = 0; i < weights.size(); ++i, frequency *= lacunarity) {
    Octave octave = base_octave(source);
    octave.frequency = *Frequency::per_metre(frequency);
    octave.weight = static_cast<float>(weights[i]);
    octave.seed = i == 0 ? seed : seed.child("octave " + std::to_string(i));
    for (std::size_t a = 0; i > 0 && a < 4; ++a) octave.offset[a] = mix64(octave.seed.value + a);
    octaves_.push_back(octave);
  }
}

float ReferenceNoise::at(Position position, Search search) const {
  float sum = octave_at(octaves_[0], position, search);
  for (std::size_t i = 1; i < octaves_.size(); ++i) sum = sum + octave_at(octaves_[i], position, search);
  return sum;
}

}  // namespace craton::reference
