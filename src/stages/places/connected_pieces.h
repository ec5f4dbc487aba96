#pragma once

#include <span>
#include <vector>

#include <craton/surface/domain.h>

namespace craton {

/// A connected piece of a world's land or sea.
struct Piece {
  bool land = false;
  double area = 0;  ///< m²
  std::uint64_t cells = 0;
  Cell extreme = no_cell;  ///< its highest cell, or where it is sea its deepest
  Vec3d middle{};          ///< mean of its cells, as seen from the first one
  Cell first = no_cell;
};

/// Tells connected cells of one class (land[c]: height ≥ 0) from others: piece_of[c] is the place of a cell's piece in what is
/// returned. In linear time, with no memory but `piece_of` (Galler & Fischer 1964, with halved paths). Pieces of less than
/// `least` m² have none: their cells get −1.
std::vector<Piece> connected_pieces(const Domain& domain, std::span<const float> heights, double least,
                                    std::span<std::int32_t> piece_of);

}  // namespace craton
