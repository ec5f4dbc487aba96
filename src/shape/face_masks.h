#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <craton/shape/voxel_faces.h>

/// Chunks as words of 64 voxels above each other: what hides what, and how corners are shaded.
namespace craton::shape {

inline constexpr int side_count = 6;

/// The voxels of a chunk with its apron, by word and column.
class ChunkMasks {
 public:
  void load(const VoxelChunk& chunk, const VoxelTable& table, std::uint8_t open_sides);

  int side() const { return side_; }
  int words() const { return words_; }
  std::size_t pitch() const { return static_cast<std::size_t>(side_ + 2); }
  /// 0 ≤ x, y < side.
  std::size_t column(int x, int y) const { return static_cast<std::size_t>(y + 1) * pitch() + static_cast<std::size_t>(x + 1); }
  std::ptrdiff_t row() const { return static_cast<std::ptrdiff_t>(pitch()); }

  std::span<const GroundId> palette() const { return palette_; }
  std::uint64_t entry(std::size_t palette_entry, int word, std::size_t column) const {
    return entries_[palette_entry][place(word, column)];
  }
  std::uint64_t opaque(int word, std::size_t column) const { return opaque_[place(word, column)]; }
  std::uint64_t any(int word, std::size_t column) const { return any_[place(word, column)]; }

  /// Voxels whose face on this side is seen.
  template <FaceSide Side>
  std::uint64_t seen(int word, std::size_t column, bool floor) const {
    std::uint64_t other_opaque = 0, other_any = 0;
    if constexpr (Side == FaceSide::up) {
      other_opaque = opaque_above(word, column);
      other_any = any_above(word, column);
    } else if constexpr (Side == FaceSide::down) {
      other_opaque = opaque_below(word, column, !floor);
      other_any = any_below(word, column, !floor);
    } else {
      const std::ptrdiff_t steps[] = {-1, 1, -row(), row()};
      const std::size_t beside = column + static_cast<std::size_t>(steps[static_cast<int>(Side)]);
      other_opaque = opaque(word, beside);
      other_any = any(word, beside);
    }
    const std::uint64_t own_opaque = opaque(word, column);
    return (own_opaque & ~other_opaque) | (any(word, column) & ~own_opaque & ~other_any);
  }

  /// Which opaque voxels lie one above (+1) or below (−1) those of the word: moved to their place.
  std::uint64_t opaque_above(int word, std::size_t column) const {
    return opaque(word, column) >> 1 | (word + 1 < words_ ? opaque(word + 1, column) << 63 : 0);
  }
  std::uint64_t opaque_below(int word, std::size_t column, bool beyond = true) const {
    return opaque(word, column) << 1 | (word > 0 ? opaque(word - 1, column) >> 63 : std::uint64_t{beyond});
  }

 private:
  void find_any(const VoxelChunk& chunk);
  std::size_t place(int word, std::size_t column) const { return static_cast<std::size_t>(word) * pitch() * pitch() + column; }
  std::uint64_t any_above(int word, std::size_t column) const {
    return any(word, column) >> 1 | (word + 1 < words_ ? any(word + 1, column) << 63 : 0);
  }
  std::uint64_t any_below(int word, std::size_t column, bool beyond) const {
    return any(word, column) << 1 | (word > 0 ? any(word - 1, column) >> 63 : std::uint64_t{beyond});
  }

  int side_ = 0, words_ = 0;
  std::vector<GroundId> palette_;
  std::vector<std::vector<std::uint64_t>> entries_;  // by entry of the palette; the first, air, is empty
  std::vector<std::uint64_t> opaque_, any_;
};

/// Ambient occlusion of faces on one side, at 64 voxels: a low and a high bit for each corner, as VoxelQuad has them.
struct ShadeBits {
  std::array<std::uint64_t, 8> bits{};  // corner 0 low, corner 0 high, corner 1 low, …

  std::uint8_t at(int z) const {
    unsigned shade = 0;
    for (unsigned i = 0; i < 8; ++i) shade |= static_cast<unsigned>(bits[i] >> z & 1) << i;
    return static_cast<std::uint8_t>(shade);
  }
  /// Voxels whose shade is this.
  std::uint64_t equal_to(std::uint8_t shade) const {
    std::uint64_t equal = ~std::uint64_t{0};
    for (unsigned i = 0; i < 8; ++i) equal &= bits[i] ^ ((shade >> i & 1) != 0 ? 0 : ~std::uint64_t{0});
    return equal;
  }
};

ShadeBits shade_of(const ChunkMasks& masks, FaceSide side, int word, std::size_t column);

}  // namespace craton::shape
