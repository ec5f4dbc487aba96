#include "stages/places/connected_pieces.h"

#include <algorithm>
#include <cmath>

#include "surface/periods.h"
#include "surface/sweep.h"
#include "surface/vectors.h"

namespace craton {
namespace {

/// Sets of cells as trees in an array; every parent is an earlier cell, so that a root is the first cell of its set.
class EarlierRoots {
 public:
  explicit EarlierRoots(std::span<std::int32_t> parents) : parents_(parents) {}

  std::int32_t root(std::int32_t cell) {
    while (parents_[at(cell)] != cell) {
      parents_[at(cell)] = parents_[at(parents_[at(cell)])];
      cell = parents_[at(cell)];
    }
    return cell;
  }
  void join(std::int32_t a, std::int32_t b) {
    const std::int32_t x = root(a), y = root(b);
    if (x < y)
      parents_[at(y)] = x;
    else
      parents_[at(x)] = y;
  }

 private:
  static std::size_t at(std::int32_t cell) { return static_cast<std::size_t>(cell); }

  std::span<std::int32_t> parents_;
};

bool is_land(float height) { return height >= 0; }

template <Topology T>
void join_neighbours(const T& topology, std::span<const float> heights, std::span<std::int32_t> parents) {
  EarlierRoots roots(parents);
  const auto offsets = topology.regular_offsets();
  for (Cell cell = 0; cell < heights.size(); ++cell) parents[cell] = static_cast<std::int32_t>(cell);
  const auto try_join = [&](Cell cell, Cell other) {
    if (is_land(heights[cell]) == is_land(heights[other]))
      roots.join(static_cast<std::int32_t>(cell), static_cast<std::int32_t>(other));
  };
  sweep(
      topology, 0, static_cast<Cell>(heights.size()),
      [&](Cell first, Cell last) {
        // West, then north; where the north is of the same class it has the corners' cells already, or they are not needed.
        for (Cell cell = first; cell < last; ++cell) {
          const auto to = [&](std::size_t i) { return static_cast<Cell>(static_cast<std::int64_t>(cell) + offsets[i]); };
          try_join(cell, to(3));
          try_join(cell, to(1));
          if (is_land(heights[to(1)]) == is_land(heights[cell])) continue;
          try_join(cell, to(0));
          try_join(cell, to(2));
        }
      },
      [&](Cell cell) { topology.for_each_link(cell, [&](Link link) { try_join(cell, link.to); }); });
}

/// Middles of pieces, on maps that close onto themselves too: the mean way from the first cell.
template <Topology T>
class Middles {
 public:
  explicit Middles(const T& topology) : topology_(topology) {
    if constexpr (std::is_same_v<T, Torus>) periods_ = Periods(topology);
  }
  void add(Cell cell, Piece& piece) const {
    piece.middle = piece.middle + periods_.shortest(topology_.centre(cell) - topology_.centre(piece.first));
  }
  void finish(Piece& piece) const {
    const Vec3d start = topology_.centre(piece.first);
    piece.middle = start + piece.middle * (1 / static_cast<double>(piece.cells));
    if constexpr (std::is_same_v<T, CubeSphere>) {
      const double far = length(piece.middle);
      piece.middle = far > 0 ? piece.middle * (topology_.radius() / far) : start;
    }
  }

 private:
  const T& topology_;
  Periods periods_;
};

template <Topology T>
std::vector<Piece> pieces_on(const T& topology, std::span<const float> heights, double least, std::span<std::int32_t> piece_of) {
  join_neighbours(topology, heights, piece_of);
  // A parent is earlier than its cell and has its piece already, written as −2 − number; so one walk finds all.
  std::vector<Piece> all;
  const Middles<T> middles(topology);
  for (Cell cell = 0; cell < heights.size(); ++cell) {
    const std::int32_t parent = piece_of[cell];
    if (parent == static_cast<std::int32_t>(cell)) {
      piece_of[cell] = -2 - static_cast<std::int32_t>(all.size());
      all.push_back({.land = is_land(heights[cell]), .area = 0, .cells = 0, .extreme = cell, .middle = {}, .first = cell});
    } else {
      piece_of[cell] = piece_of[static_cast<std::size_t>(parent)];
    }
    Piece& piece = all[static_cast<std::size_t>(-2 - piece_of[cell])];
    ++piece.cells;
    piece.area += topology.area(cell);
    const float height = heights[cell], most = heights[piece.extreme];
    if (piece.land ? height > most : height < most) piece.extreme = cell;
    middles.add(cell, piece);
  }
  std::vector<std::int32_t> kept(all.size(), -1);
  std::vector<Piece> large;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!(all[i].area >= least)) continue;
    kept[i] = static_cast<std::int32_t>(large.size());
    middles.finish(all[i]);
    large.push_back(all[i]);
  }
  for (std::int32_t& number : piece_of) number = kept[static_cast<std::size_t>(-2 - number)];
  return large;
}

}  // namespace

std::vector<Piece> connected_pieces(const Domain& domain, std::span<const float> heights, double least,
                                    std::span<std::int32_t> piece_of) {
  return std::visit([&](const auto& topology) { return pieces_on(topology, heights, least, piece_of); }, domain);
}

}  // namespace craton
