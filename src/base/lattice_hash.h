#pragma once

#include <cstdint>

#include <craton/base/hash.h>
#include <craton/base/seed.h>

/// Hashing of 64-bit lattice coordinates, shaped for coherent walks: each axis turns its coordinate into a key once per
/// lattice line, and a lattice point adds the keys of its axes and mixes the sum, in 32-bit arithmetic that every
/// instruction set has. Two points share a hash only by chance: the first word of a key is a bijection of the
/// coordinate's low half, the second depends on its high half, and each axis mixes differently.
namespace craton {

struct AxisKey {
  std::uint32_t low = 0;   ///< bijective mix of the coordinate's low 32 bits
  std::uint32_t high = 0;  ///< constant within 2^32 neighbours
};

/// Mixing steps: x ^= x >> shift_a; x *= factor_a; x ^= x >> shift_b; x *= factor_b; x ^= x >> shift_c. A shift of 0 and a factor
/// of 1 stand for steps that are left out.
struct Mix32 {
  int shift_a;
  std::uint32_t factor_a;
  int shift_b;
  std::uint32_t factor_b;
  int shift_c;

  constexpr std::uint32_t operator()(std::uint32_t x) const {
    if (shift_a != 0) x ^= x >> shift_a;
    x *= factor_a;
    if (shift_b != 0) x ^= x >> shift_b;
    x *= factor_b;
    return shift_c != 0 ? x ^ (x >> shift_c) : x;
  }
};

/// Low-bias integer mixes (Appleby's MurmurHash3 finaliser; C. Wellons, "Prospecting for hash functions", 2018).
inline constexpr Mix32 axis_mix[4] = {{16, 0x85ebca6bU, 13, 0xc2b2ae35U, 16},
                                      {16, 0x7feb352dU, 15, 0x846ca68bU, 16},
                                      {15, 0x2c1b3c6dU, 12, 0x297a2d39U, 15},
                                      {17, 0xed5ad4bbU, 11, 0xac4c1b51U, 15}};
inline constexpr Mix32 point_mix = {16, 0x21f0aaadU, 15, 0xd35a2d97U, 15};

/// How a noise hashes: the mixes of its axes' keys, and of the sum of keys that a lattice point has.
struct LatticeMix {
  Mix32 axis[4];
  Mix32 point;
};

/// What all noises hash by but those that say otherwise.
inline constexpr LatticeMix full_mix{{axis_mix[0], axis_mix[1], axis_mix[2], axis_mix[3]}, point_mix};
/// A third of the work, for noises made for speed. Only the upper bits of a point's hash are random. (Factors of axes: Collet's
/// xxHash, 2012.)
inline constexpr LatticeMix quick_mix{
    {{0, 0x9e3779b1U, 15, 1, 0}, {0, 0x85ebca77U, 15, 1, 0}, {0, 0xc2b2ae3dU, 15, 1, 0}, {0, 0x27d4eb2fU, 15, 1, 0}},
    {16, 0x21f0aaadU, 0, 1, 0}};

/// Makes the keys of one axis.
class AxisKeys {
 public:
  AxisKeys(Seed seed, int axis, const LatticeMix& mix = full_mix)
      : seed_(mix64(seed.value + 0x9e3779b97f4a7c15U * static_cast<std::uint64_t>(axis + 1))), mix_(mix.axis[axis]) {
    enter_block(0);
  }

  AxisKey operator()(std::uint64_t cell) {
    const auto high = static_cast<std::uint32_t>(cell >> 32);
    if (high != high_) enter_block(high);
    return {mix_(static_cast<std::uint32_t>(cell) ^ static_cast<std::uint32_t>(block_)),
            static_cast<std::uint32_t>(block_ >> 32)};
  }

  /// What the keys of all cells with these upper 32 bits share: the lower half is mixed with a cell's lower bits, the upper half
  /// is the high word.
  std::uint64_t block(std::uint32_t high) {
    if (high != high_) enter_block(high);
    return block_;
  }
  /// The same without remembering it.
  std::uint64_t block(std::uint32_t high) const { return high == high_ ? block_ : made_block(high); }

 private:
  std::uint64_t made_block(std::uint32_t high) const { return mix64(seed_ ^ (std::uint64_t{high} * 0xd1b54a32d192ed03U)); }
  void enter_block(std::uint32_t high) {
    high_ = high;
    block_ = made_block(high);
  }

  std::uint64_t seed_;
  Mix32 mix_;
  std::uint32_t high_ = 0;
  std::uint64_t block_ = 0;
};

/// Hash of the lattice point whose axis keys sum to (low, high).
inline std::uint32_t lattice_point_hash(std::uint32_t low, std::uint32_t high) { return point_mix(low ^ high); }

}  // namespace craton
