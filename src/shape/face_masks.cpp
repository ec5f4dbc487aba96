// Ambient occlusion of corners after M. Lysenko ("Ambient occlusion for Minecraft-like worlds", 2013): of the three voxels around
// a corner, in the layer before the face, two at its sides close it, whatever the third is. Done for 64 voxels at once.
#include "shape/face_masks.h"

#include <algorithm>

namespace craton::shape {

/// Air is the first of the palette: what has a bit in any plane is something else.
void ChunkMasks::find_any(const VoxelChunk& chunk) {
  std::fill(any_.begin(), any_.end(), 0);
  const auto inset = static_cast<std::size_t>(chunk.apron() - 1), wide = static_cast<std::size_t>(chunk.pitch());
  for (int p = 0; p < chunk.planes(); ++p)
    for (int w = 0; w < words_; ++w) {
      const std::uint64_t* from = chunk.plane(p, w).data() + inset * wide + inset;
      std::uint64_t* to = &any_[place(w, 0)];
      for (std::size_t y = 0; y < pitch(); ++y, from += wide, to += pitch())
        for (std::size_t x = 0; x < pitch(); ++x) to[x] |= from[x];
    }
}

void ChunkMasks::load(const VoxelChunk& chunk, const VoxelTable& table, std::uint8_t open_sides) {
  side_ = chunk.side();
  words_ = chunk.words();
  palette_.assign(chunk.palette().begin(), chunk.palette().end());
  const std::size_t size = pitch() * pitch();
  any_.resize(size * static_cast<std::size_t>(words_));
  entries_.resize(std::max(entries_.size(), palette_.size()));
  const auto inset = static_cast<std::size_t>(chunk.apron() - 1), wide = static_cast<std::size_t>(chunk.pitch());
  std::vector<std::uint64_t> whole;
  for (std::size_t e = 1; e < palette_.size(); ++e) {
    entries_[e].resize(any_.size());
    for (int w = 0; w < words_; ++w) {
      std::uint64_t* to = &entries_[e][place(w, 0)];
      if (inset == 0) {
        chunk.masks_of(static_cast<int>(e), w, {to, size});
      } else {
        whole.resize(wide * wide);
        chunk.masks_of(static_cast<int>(e), w, whole);
        for (std::size_t y = 0; y < pitch(); ++y) std::copy_n(&whole[(y + inset) * wide + inset], pitch(), to + y * pitch());
      }
    }
  }
  find_any(chunk);
  opaque_.assign(any_.begin(), any_.end());
  for (std::size_t e = 1; e < palette_.size(); ++e)
    if (table.grounds[palette_[e]].liquid)
      for (std::size_t i = 0; i < opaque_.size(); ++i) opaque_[i] &= ~entries_[e][i];
  const auto open = [&](FaceSide looked_at, std::size_t first, std::size_t step) {
    if ((open_sides >> static_cast<int>(looked_at) & 1) == 0) return;
    for (int w = 0; w < words_; ++w)
      for (std::size_t i = 0; i < pitch(); ++i) opaque_[place(w, first + i * step)] = any_[place(w, first + i * step)] = 0;
  };
  open(FaceSide::west, 0, pitch());
  open(FaceSide::east, pitch() - 1, pitch());
  open(FaceSide::north, 0, 1);
  open(FaceSide::south, pitch() * (pitch() - 1), 1);
}

namespace {

void shade_corner(ShadeBits& shade, std::size_t corner, std::uint64_t a, std::uint64_t b, std::uint64_t diagonal) {
  shade.bits[2 * corner] = (a & b) | (a ^ b ^ diagonal);
  shade.bits[2 * corner + 1] = (a & b) | ((a | b) & diagonal);
}

}  // namespace

ShadeBits shade_of(const ChunkMasks& m, FaceSide side, int word, std::size_t column) {
  // The layer before the face: before (−) and after (+) along u and v.
  std::uint64_t u0 = 0, u1 = 0, v0 = 0, v1 = 0, u0v0 = 0, u1v0 = 0, u1v1 = 0, u0v1 = 0;
  if (side == FaceSide::up || side == FaceSide::down) {
    const auto layer = [&](std::ptrdiff_t by) {
      const std::size_t there = column + static_cast<std::size_t>(by);
      return side == FaceSide::up ? m.opaque_above(word, there) : m.opaque_below(word, there);
    };
    u0 = layer(-1);
    u1 = layer(1);
    v0 = layer(-m.row());
    v1 = layer(m.row());
    u0v0 = layer(-m.row() - 1);
    u1v0 = layer(-m.row() + 1);
    u1v1 = layer(m.row() + 1);
    u0v1 = layer(m.row() - 1);
  } else {
    const bool along_y = side == FaceSide::west || side == FaceSide::east;  // where u runs
    const std::ptrdiff_t steps[] = {-1, 1, -m.row(), m.row()}, along = along_y ? m.row() : 1;
    const std::size_t front = column + static_cast<std::size_t>(steps[static_cast<int>(side)]);
    const std::size_t before = front - static_cast<std::size_t>(along), after = front + static_cast<std::size_t>(along);
    u0 = m.opaque(word, before);
    u1 = m.opaque(word, after);
    v0 = m.opaque_below(word, front);
    v1 = m.opaque_above(word, front);
    u0v0 = m.opaque_below(word, before);
    u1v0 = m.opaque_below(word, after);
    u1v1 = m.opaque_above(word, after);
    u0v1 = m.opaque_above(word, before);
  }
  ShadeBits shade;
  shade_corner(shade, 0, u0, v0, u0v0);
  shade_corner(shade, 1, u1, v0, u1v0);
  shade_corner(shade, 2, u1, v1, u1v1);
  shade_corner(shade, 3, u0, v1, u0v1);
  return shade;
}

}  // namespace craton::shape
