// Pieces that hang in the air: a known flaw of noise in space. Whether a piece goes is a property of the piece, not of the chunk
// that asks: it must not be connected to the floor, and it must be small, so that all of it is seen from every chunk that it
// meets.
#include <algorithm>
#include <bit>

#include "worlds/voxel_space.h"

namespace craton::voxels {
namespace {

/// All voxels of a word that can be reached from `seeds` through `open` ones, up and down (Kogge & Stone 1973: six doublings).
std::uint64_t spread(std::uint64_t seeds, std::uint64_t open) {
  std::uint64_t up = seeds & open, down = up, p = open, q = open;
  for (int shift = 1; shift < 64; shift *= 2) {
    up |= p & up << shift;
    p &= p << shift;
    down |= q & down >> shift;
    q &= q >> shift;
  }
  return up | down;
}

/// Spreads voxels through solid ones until nothing changes.
class Flood {
 public:
  Flood(const Columns& columns, Words& reached)
      : columns_(columns), reached_(reached), width_(static_cast<std::size_t>(columns.frame.width)) {}

  void run() {
    const std::size_t count = columns_.count();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < count; ++i) changed |= visit(i);
      for (std::size_t i = count; i-- > 0;) changed |= visit(i);
    }
  }

 private:
  bool visit(std::size_t i) {
    const std::size_t count = columns_.count(), x = i % width_;
    bool changed = false;
    for (int w = 0; w < columns_.words; ++w) {
      const std::size_t base = static_cast<std::size_t>(w) * count, at = base + i;
      const std::uint64_t solid = columns_.solid[at], before = reached_[at];
      if (before == solid) continue;
      std::uint64_t seeds = before;
      if (x > 0) seeds |= reached_[at - 1];
      if (x + 1 < width_) seeds |= reached_[at + 1];
      if (i >= width_) seeds |= reached_[at - width_];
      if (i + width_ < count) seeds |= reached_[at + width_];
      if (w > 0) seeds |= reached_[at - count] >> 63;
      if (w + 1 < columns_.words) seeds |= reached_[at + count] << 63;
      seeds &= solid;
      if (seeds == before) continue;
      reached_[at] = spread(seeds, solid);
      changed = true;
    }
    return changed;
  }

  const Columns& columns_;
  Words& reached_;
  std::size_t width_;
};

void flood_from_floor(const Columns& columns, Words& reached) {
  reached.assign(columns.solid.size(), 0);
  for (std::size_t i = 0; i < columns.count(); ++i) reached[i] = spread(1, columns.solid[i]);
  Flood(columns, reached).run();
}

struct Extent {
  int x0 = 1 << 20, x1 = -1, y0 = 1 << 20, y1 = -1;
};

Extent extent_of(const Words& piece, const Columns& columns) {
  Extent extent;
  for (std::size_t at = 0; at < piece.size(); ++at) {
    if (piece[at] == 0) continue;
    const int i = static_cast<int>(at % columns.count()), x = i % columns.frame.width, y = i / columns.frame.width;
    extent = {std::min(extent.x0, x), std::max(extent.x1, x), std::min(extent.y0, y), std::max(extent.y1, y)};
  }
  return extent;
}

}  // namespace

bool all_stands(const Columns& columns, Words& scratch) {
  flood_from_floor(columns, scratch);
  return scratch == columns.solid;
}

bool find_floating(const Columns& columns, const Words& waters, int margin, int reach, Words& floating) {
  Words known, piece;
  flood_from_floor(columns, known);  // and then all pieces that have been looked at
  floating.assign(columns.solid.size(), 0);
  bool any = false;
  const Frame& frame = columns.frame;
  for (int w = 0; w < columns.words; ++w)
    for (int y = margin; y < frame.height - margin; ++y)
      for (int x = margin; x < frame.width - margin; ++x) {
        const std::size_t at = static_cast<std::size_t>(w) * columns.count() + static_cast<std::size_t>(y * frame.width + x);
        while (const std::uint64_t rest = columns.solid[at] & ~known[at]) {
          piece.assign(columns.solid.size(), 0);
          piece[at] = spread(rest & -rest, columns.solid[at]);
          Flood(columns, piece).run();
          const Extent extent = extent_of(piece, columns);
          // The outermost columns and those beside them may be unlike the world: caves there know nothing of the sea beyond.
          const bool whole = extent.x0 > 1 && extent.y0 > 1 && extent.x1 < frame.width - 2 && extent.y1 < frame.height - 2;
          bool swims = false;
          for (std::size_t i = 0; i < piece.size() && !swims; ++i)
            swims = piece[i] != 0 &&
                    (piece[i] & beside_water(columns, waters, static_cast<int>(i / columns.count()), i % columns.count())) != 0;
          const bool small = !swims && extent.x1 - extent.x0 < reach && extent.y1 - extent.y0 < reach;
          for (std::size_t i = 0; i < piece.size(); ++i) {
            known[i] |= piece[i];
            if (whole && small) floating[i] |= piece[i];
          }
          any |= whole && small;
        }
      }
  return any;
}

}  // namespace craton::voxels
