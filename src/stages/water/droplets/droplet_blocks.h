#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>

#include "base/function_ref.h"
#include "stages/water/droplets/droplets.h"

/// Maps of any kind as pieces in which droplets need not know borders, seams and edges.
namespace craton {

/// A rectangle of cells (on a sphere: of a face), and `margin` more on all sides.
struct MapPiece {
  std::uint32_t face = 0, column = 0, row = 0, columns = 0, rows = 0, margin = 0;

  std::uint32_t stride() const { return columns + 2 * margin; }
  std::uint32_t lines() const { return rows + 2 * margin; }
  std::size_t cells() const { return std::size_t{stride()} * lines(); }
};

std::vector<MapPiece> pieces_of(const Domain& domain, std::uint32_t margin);

/// The cells of a line of the piece, margin included; no_cell where there is none.
void cells_of_line(const Domain& domain, const MapPiece& piece, std::uint32_t line, std::span<Cell> to);

/// Values of all cells of a piece; `outside` where there is no cell.
template <class T>
void copy_piece(const Domain& domain, const MapPiece& piece, std::span<const T> from, T outside, AlignedVector<T>& to) {
  std::vector<Cell> cells(piece.stride());
  to.resize(piece.cells());
  for (std::uint32_t line = 0; line < piece.lines(); ++line) {
    cells_of_line(domain, piece, line, cells);
    T* out = to.data() + std::size_t{line} * piece.stride();
    for (std::uint32_t i = 0; i < piece.stride(); ++i) out[i] = cells[i] == no_cell ? outside : from[cells[i]];
  }
}

/// Adds the values of a piece to those of the map; `alone`: nobody else does at the same time.
void add_piece(const Domain& domain, const MapPiece& piece, std::span<const std::int32_t> values, std::span<std::int32_t> to,
               bool alone);

/// Droplets that start inside a piece, at most one a cell, as often as `density` · `rain` says; on land alone. Chance comes from
/// `seed` and the place in the world.
DropletStarts starts_in(const Domain& domain, const MapPiece& piece, std::span<const float> heights, const Field& density,
                        float rain, Seed seed);

}  // namespace craton
