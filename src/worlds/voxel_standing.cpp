// What stands and what hangs in the air: a known flaw of noise in space. That a voxel is connected to the floor somewhere cannot
// be told from near by, so another rule decides: it stands if ground that is solid from the floor up is so many columns away,
// along a way through solid voxels. All voxels on that way stand, too. So nothing that is left hangs in the air, and whether a
// voxel is left depends on its surroundings alone, whichever chunk asks.
//
// A frame shows an upper bound of that distance. What stands in it, stands; a piece that does not, and meets neither the borders
// of the frame nor anything that stands, hangs. Only of what is left more must be seen.
#include "worlds/voxel_standing.h"

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

/// Calls `f` with the words beside one, in the columns around its own.
template <class F>
void for_beside(const Columns& columns, std::size_t at, const F& f) {
  const auto width = static_cast<std::size_t>(columns.frame.width);
  const std::size_t column = at % columns.count(), x = column % width;
  if (x > 0) f(at - 1);
  if (x + 1 < width) f(at + 1);
  if (column >= width) f(at - width);
  if (column + width < columns.count()) f(at + width);
}

std::uint64_t beside(const Columns& columns, const Words& words, std::size_t at) {
  std::uint64_t near = 0;
  for_beside(columns, at, [&](std::size_t other) { near |= words[other]; });
  return near;
}

/// Spreads voxels through open ones, a column farther with every step.
class Walk {
 public:
  Walk(const Columns& columns, StandingScratch& scratch) : columns_(columns), s_(scratch) {}

  /// Solid from the floor up.
  void begin() {
    s_.stands.assign(columns_.solid.size(), 0);
    for (std::size_t i = 0; i < columns_.count(); ++i)
      for (int w = 0; w < columns_.words; ++w) {
        const std::size_t at = static_cast<std::size_t>(w) * columns_.count() + i;
        const std::uint64_t solid = columns_.solid[at];
        s_.stands[at] = solid & ~(solid + 1);  // ones without a gap
        if (~solid != 0) break;
      }
  }

  /// The first step, which starts everywhere; whether there was anything to do.
  bool first() {
    s_.now.clear();
    for (std::size_t at = 0; at < s_.stands.size(); ++at) {
      const std::uint64_t left = columns_.solid[at] & ~s_.stands[at];
      if (left == 0) continue;
      if (const std::uint64_t seeds = left & beside(columns_, s_.stands, at); seeds != 0) s_.now.push_back({at, seeds});
    }
    s_.next.clear();
    for (const StandingScratch::Part& part : s_.now) add(part.at, part.voxels);
    std::swap(s_.now, s_.next);
    return !s_.now.empty();
  }

  bool step() {
    s_.next.clear();
    for (const StandingScratch::Part part : s_.now)
      for_beside(columns_, part.at, [&](std::size_t other) { add(other, part.voxels); });
    std::swap(s_.now, s_.next);
    return !s_.now.empty();
  }

 private:
  void add(std::size_t at, std::uint64_t seeds) {
    const std::uint64_t open = columns_.solid[at] & ~s_.stands[at];
    seeds &= open;
    if (seeds == 0) return;
    const std::uint64_t grown = spread(seeds, open);
    s_.stands[at] |= grown;
    s_.next.push_back({at, grown});
    const std::size_t count = columns_.count();
    if (at >= count) add(at - count, grown << 63);
    if (at + count < s_.stands.size()) add(at + count, grown >> 63);
  }

  const Columns& columns_;
  StandingScratch& s_;
};

/// A piece of what does not stand.
struct Piece {
  ColumnBox box;       ///< of its columns
  bool leans = false;  ///< on something that stands, though not near enough
};

class Pieces {
 public:
  Pieces(const Columns& columns, StandingScratch& scratch) : columns_(columns), s_(scratch) {}

  Piece follow(std::size_t from, std::uint64_t voxel) {
    s_.piece.assign(columns_.solid.size(), 0);
    s_.todo.clear();
    const auto width = static_cast<std::size_t>(columns_.frame.width);
    Piece piece{.box = {columns_.frame.width, columns_.frame.height, 0, 0}};
    add(from, voxel);
    while (!s_.todo.empty()) {
      const std::size_t at = s_.todo.back(), column = at % columns_.count();
      s_.todo.pop_back();
      const int x = static_cast<int>(column % width), y = static_cast<int>(column / width);
      piece.box = {std::min(piece.box.x0, x), std::min(piece.box.y0, y), std::max(piece.box.x1, x + 1),
                   std::max(piece.box.y1, y + 1)};
      const std::uint64_t here = s_.piece[at];
      piece.leans |= (here & beside(columns_, s_.stands, at)) != 0;
      for_beside(columns_, at, [&](std::size_t other) { add(other, here); });
      const std::size_t count = columns_.count();
      if (at >= count) add(at - count, here << 63);
      if (at + count < s_.piece.size()) add(at + count, here >> 63);
    }
    return piece;
  }

 private:
  void add(std::size_t at, std::uint64_t seeds) {
    const std::uint64_t open = columns_.solid[at] & ~s_.stands[at];
    seeds &= open & ~s_.piece[at];
    if (seeds == 0) return;
    s_.piece[at] |= spread(seeds, open);
    s_.todo.push_back(static_cast<std::uint32_t>(at));
  }

  const Columns& columns_;
  StandingScratch& s_;
};

ColumnBox joined(const ColumnBox& a, const ColumnBox& b) {
  if (a.empty()) return b;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

}  // namespace

bool find_standing(const Columns& columns, int reach, StandingScratch& scratch) {
  Walk walk(columns, scratch);
  walk.begin();
  bool more = reach > 0 && walk.first();
  for (int step = 1; more && step < reach; ++step) more = walk.step();
  return scratch.stands == columns.solid;
}

void find_hanging(const Columns& columns, StandingMatters matters, int uncertain, StandingScratch& scratch) {
  scratch.hangs.assign(columns.solid.size(), 0);
  scratch.known = scratch.stands;
  scratch.open = {};
  const Frame& frame = columns.frame;
  const int margin = matters.margin, bound = matters.low > 0 ? 0 : margin;
  Pieces pieces(columns, scratch);
  for (int w = 0; w < columns.words; ++w) {
    const std::uint64_t outside = range_bits(0, matters.low, w);
    for (int y = bound; y < frame.height - bound; ++y)
      for (int x = bound; x < frame.width - bound; ++x) {
        const std::size_t at = static_cast<std::size_t>(w) * columns.count() + static_cast<std::size_t>(y * frame.width + x);
        const bool inside = x >= margin && y >= margin && x < frame.width - margin && y < frame.height - margin;
        const std::uint64_t asked = inside ? ~std::uint64_t{0} : outside;
        while (const std::uint64_t rest = columns.solid[at] & ~scratch.known[at] & asked) {
          const Piece piece = pieces.follow(at, rest & -rest);
          const ColumnBox& box = piece.box;
          const bool whole =
              box.x0 > uncertain && box.y0 > uncertain && box.x1 < frame.width - uncertain && box.y1 < frame.height - uncertain;
          const bool hangs = whole && !piece.leans;
          if (!hangs)
            scratch.open = joined(scratch.open, {std::max(box.x0, bound), std::max(box.y0, bound),
                                                 std::min(box.x1, frame.width - bound), std::min(box.y1, frame.height - bound)});
          for (std::size_t i = 0; i < scratch.known.size(); ++i) {
            scratch.known[i] |= scratch.piece[i];
            if (hangs) scratch.hangs[i] |= scratch.piece[i];
          }
        }
      }
  }
}

}  // namespace craton::voxels
