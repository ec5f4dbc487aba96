// Pieces that hang in the air: a known flaw of noise in space. Whether a piece goes is a property of the piece, not of the chunk
// that asks: it must not be connected to the floor, and it must be small, so that all of it is seen from every chunk that it
// meets.
//
// What a frame shows of a piece is part of it. If that part is already too long, or swims, the piece stays; if it keeps away from
// the borders, it is the whole piece. Only pieces that leave the frame need a look at their surroundings.
#include "worlds/voxel_floating.h"

#include <algorithm>

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

/// The voxels right beside a word of a column that `words` has, above and below it left out.
std::uint64_t beside(const Columns& columns, const Words& words, std::size_t at, std::size_t column) {
  const auto width = static_cast<std::size_t>(columns.frame.width);
  const std::size_t x = column % width;
  std::uint64_t near = 0;
  if (x > 0) near |= words[at - 1];
  if (x + 1 < width) near |= words[at + 1];
  if (column >= width) near |= words[at - width];
  if (column + width < columns.count()) near |= words[at + width];
  return near;
}

/// Spreads voxels through solid ones, word by word, from those that changed.
class Flood {
 public:
  Flood(const Columns& columns, Words& reached, std::vector<std::uint32_t>& todo)
      : columns_(columns),
        reached_(reached),
        todo_(todo),
        count_(columns.count()),
        width_(static_cast<std::size_t>(columns.frame.width)) {
    todo_.clear();
  }

  void add(std::size_t at, std::uint64_t seeds) {
    seeds &= columns_.solid[at] & ~reached_[at];
    if (seeds == 0) return;
    reached_[at] |= spread(seeds, columns_.solid[at]);
    todo_.push_back(static_cast<std::uint32_t>(at));
  }

  /// Tells `seen` of every word that was reached; ends early where it says so.
  template <class Seen>
  void run(const Seen& seen) {
    while (!todo_.empty()) {
      const std::size_t at = todo_.back(), column = at % count_, x = column % width_;
      todo_.pop_back();
      if (!seen(at, column)) return;
      const std::uint64_t here = reached_[at];
      if (x > 0) add(at - 1, here);
      if (x + 1 < width_) add(at + 1, here);
      if (column >= width_) add(at - width_, here);
      if (column + width_ < count_) add(at + width_, here);
      if (at >= count_) add(at - count_, here << 63);
      if (at + count_ < reached_.size()) add(at + count_, here >> 63);
    }
  }

 private:
  const Columns& columns_;
  Words& reached_;
  std::vector<std::uint32_t>& todo_;
  std::size_t count_, width_;
};

void flood_from_floor(const Columns& columns, Words& reached, std::vector<std::uint32_t>& todo) {
  const std::size_t count = columns.count();
  reached.assign(columns.solid.size(), 0);
  for (std::size_t i = 0; i < count; ++i) reached[i] = columns.solid[i] & ~(columns.solid[i] + 1);  // ones without a gap
  Flood flood(columns, reached, todo);
  for (std::size_t at = 0; at < reached.size(); ++at) {
    if (reached[at] == columns.solid[at]) continue;
    flood.add(at, beside(columns, reached, at, at % count) | (at >= count ? reached[at - count] >> 63 : 0));
  }
  flood.run([](std::size_t, std::size_t) { return true; });
}

/// Where a piece lies and whether it swims.
struct Look {
  FloatingPiece piece;
  bool swims = false;

  bool small(int reach) const { return !swims && piece.x1 - piece.x0 < reach && piece.y1 - piece.y0 < reach; }
  /// The outermost columns and those beside them may be unlike the world: caves there know nothing of the sea beyond.
  bool whole(const Frame& frame) const {
    return piece.x0 > 1 && piece.y0 > 1 && piece.x1 < frame.width - 2 && piece.y1 < frame.height - 2;
  }
};

/// Follows the piece of a voxel as long as `go_on` agrees.
template <class GoOn>
Look follow(const Columns& columns, const Words& waters, std::size_t from, std::uint64_t voxel, FloatingScratch& scratch,
            const GoOn& go_on) {
  scratch.piece.assign(columns.solid.size(), 0);
  const auto width = static_cast<std::size_t>(columns.frame.width);
  const int x = static_cast<int>(from % columns.count() % width), y = static_cast<int>(from % columns.count() / width);
  Look look{{from, voxel, x, x, y, y}};
  Flood flood(columns, scratch.piece, scratch.todo);
  flood.add(from, voxel);
  flood.run([&](std::size_t at, std::size_t column) {
    FloatingPiece& piece = look.piece;
    const int px = static_cast<int>(column % width), py = static_cast<int>(column / width);
    piece.x0 = std::min(piece.x0, px);
    piece.x1 = std::max(piece.x1, px);
    piece.y0 = std::min(piece.y0, py);
    piece.y1 = std::max(piece.y1, py);
    const std::uint64_t near = beside_water(columns, waters, static_cast<int>(at / columns.count()), column);
    look.swims |= (scratch.piece[at] & near) != 0;
    return go_on(look);
  });
  return look;
}

}  // namespace

bool all_stands(const Columns& columns, FloatingScratch& scratch) {
  flood_from_floor(columns, scratch.known, scratch.todo);
  return scratch.known == columns.solid;
}

void find_floating(const Columns& columns, const Words& waters, int margin, int reach, FloatingScratch& scratch) {
  scratch.floating.assign(columns.solid.size(), 0);
  scratch.open.clear();
  const Frame& frame = columns.frame;
  Words& known = scratch.known;
  for (int w = 0; w < columns.words; ++w)
    for (int y = margin; y < frame.height - margin; ++y)
      for (int x = margin; x < frame.width - margin; ++x) {
        const std::size_t at = static_cast<std::size_t>(w) * columns.count() + static_cast<std::size_t>(y * frame.width + x);
        while (const std::uint64_t rest = columns.solid[at] & ~known[at]) {
          const Look look = follow(columns, waters, at, rest & -rest, scratch, [](const Look&) { return true; });
          const bool small = look.small(reach), whole = look.whole(frame);
          if (small && !whole) scratch.open.push_back(look.piece);
          for (std::size_t i = 0; i < known.size(); ++i) {
            known[i] |= scratch.piece[i];
            if (small && whole) scratch.floating[i] |= scratch.piece[i];
          }
        }
      }
}

bool floats(const Columns& columns, const Words& waters, std::size_t at, std::uint64_t voxel, int reach,
            FloatingScratch& scratch) {
  const auto may_float = [&](const Look& look) { return look.small(reach); };
  const Look look = follow(columns, waters, at, voxel, scratch, may_float);
  return may_float(look) && look.whole(columns.frame);
}

}  // namespace craton::voxels
