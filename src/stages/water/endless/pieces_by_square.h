#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "stages/water/endless/endless_network.h"

namespace craton::endless {

/// Pieces by the squares of a grid that they touch.
class PiecesBySquare {
 public:
  PiecesBySquare(const std::vector<RiverPiece>& pieces, const Box& box, std::int64_t side)
      : pieces_(pieces), box_(box), side_(side) {
    columns_ = (box.high.x - box.low.x) / side + 1;
    rows_ = (box.high.y - box.low.y) / side + 1;
    const auto squares = static_cast<std::size_t>(columns_ * rows_);
    begin_.assign(squares + 1, 0);
    for (const RiverPiece& piece : pieces) each_square(piece, [&](std::size_t square) { ++begin_[square + 1]; });
    for (std::size_t i = 0; i < squares; ++i) begin_[i + 1] += begin_[i];
    entries_.resize(begin_.back());
    lowest_.assign(squares, 1e30);
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t i = 0; i < pieces.size(); ++i)
      each_square(pieces[i], [&](std::size_t square) {
        entries_[next[square]++] = static_cast<std::uint32_t>(i);
        lowest_[square] = std::min(lowest_[square], pieces[i].potential_to);
      });
  }

  /// Calls f(index of a piece) for those in the squares that touch a box, for some more than once.
  template <class F>
  void touching(const Box& box, const F& f) const {
    const std::int64_t right = std::min(floor_div(box.high.x - box_.low.x, side_), columns_ - 1);
    const std::int64_t bottom = std::min(floor_div(box.high.y - box_.low.y, side_), rows_ - 1);
    for (std::int64_t row = std::max<std::int64_t>(floor_div(box.low.y - box_.low.y, side_), 0); row <= bottom; ++row)
      for (std::int64_t column = std::max<std::int64_t>(floor_div(box.low.x - box_.low.x, side_), 0); column <= right; ++column) {
        const auto square = static_cast<std::size_t>(row * columns_ + column);
        for (std::uint32_t i = begin_[square]; i < begin_[square + 1]; ++i) f(entries_[i]);
      }
  }

  /// Calls f(piece) for those in the squares within `rings` of a place's own: in all of the `inner_rings`, and where
  /// wanted(metres to the square, least potential in it).
  template <class Wanted, class F>
  void around(Point2 place, std::int64_t rings, std::int64_t inner_rings, const Wanted& wanted, const F& f) const {
    const std::int64_t x = (place.x - box_.low.x) / side_, y = (place.y - box_.low.y) / side_;
    for (std::int64_t row = std::max<std::int64_t>(y - rings, 0); row <= std::min(y + rings, rows_ - 1); ++row)
      for (std::int64_t column = std::max<std::int64_t>(x - rings, 0); column <= std::min(x + rings, columns_ - 1); ++column) {
        const auto square = static_cast<std::size_t>(row * columns_ + column);
        const std::int64_t left = box_.low.x + column * side_ - place.x, top = box_.low.y + row * side_ - place.y;
        const double dx = metres(std::max<std::int64_t>({left, -(left + side_), 0}));
        const double dy = metres(std::max<std::int64_t>({top, -(top + side_), 0}));
        const bool inner = std::abs(column - x) <= inner_rings && std::abs(row - y) <= inner_rings;
        if (!inner && !wanted(std::sqrt(dx * dx + dy * dy), lowest_[square])) continue;
        for (std::uint32_t i = begin_[square]; i < begin_[square + 1]; ++i) f(pieces_[entries_[i]]);
      }
  }

 private:
  template <class F>
  void each_square(const RiverPiece& piece, const F& f) const {
    const auto range = [&](std::int64_t a, std::int64_t b, std::int64_t low, std::int64_t count) {
      return std::pair(std::max<std::int64_t>(floor_div(std::min(a, b) - low, side_), 0),
                       std::min(floor_div(std::max(a, b) - low, side_), count - 1));
    };
    const auto [top, bottom] = range(piece.from.y, piece.to.y, box_.low.y, rows_);
    // Of each row the squares that the line passes, two units more on all sides.
    const double down = static_cast<double>(piece.to.y - piece.from.y), along = static_cast<double>(piece.to.x - piece.from.x);
    for (std::int64_t row = top; row <= bottom; ++row) {
      double enter = 0, leave = 1;
      if (down != 0) {
        const std::int64_t above = box_.low.y + row * side_ - 2 - piece.from.y;
        const double first = static_cast<double>(above) / down, last = static_cast<double>(above + side_ + 4) / down;
        enter = std::max(std::min(first, last), 0.0);
        leave = std::min(std::max(first, last), 1.0);
      }
      const auto at = [&](double t) { return piece.from.x + static_cast<std::int64_t>(std::floor(t * along)); };
      const std::int64_t a = std::min(at(enter), at(leave)) - 2, b = std::max(at(enter), at(leave)) + 3;
      const auto [left, right] = range(a, b, box_.low.x, columns_);
      for (std::int64_t column = left; column <= right; ++column) f(static_cast<std::size_t>(row * columns_ + column));
    }
  }

  const std::vector<RiverPiece>& pieces_;
  Box box_;
  std::int64_t side_, columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> begin_, entries_;
  std::vector<double> lowest_;
};

}  // namespace craton::endless
