#include "stages/water/droplets/droplet_blocks.h"

#include <algorithm>

#include <craton/base/hash.h>

namespace craton {
namespace {

/// Large enough that margins cost little; the rows that droplets of one row see stay in the second cache.
constexpr std::uint32_t piece_side = 256;

void add_pieces(std::uint32_t face, std::uint32_t width, std::uint32_t height, std::uint32_t margin,
                std::vector<MapPiece>& pieces) {
  for (std::uint32_t row = 0; row < height; row += piece_side)
    for (std::uint32_t column = 0; column < width; column += piece_side)
      pieces.push_back({face, column, row, std::min(piece_side, width - column), std::min(piece_side, height - row), margin});
}

/// An index into `size` cells that repeat, or `size` where it is outside.
std::uint32_t index_in(std::int64_t index, std::uint32_t size, bool wraps) {
  if (index >= 0 && index < size) return static_cast<std::uint32_t>(index);
  if (!wraps) return size;
  const std::int64_t rest = index % size;
  return static_cast<std::uint32_t>(rest < 0 ? rest + size : rest);
}

void grid_line(GridSize size, bool wrap_x, bool wrap_y, std::int64_t column, std::int64_t row, std::span<Cell> to) {
  const std::uint32_t y = index_in(row, size.height, wrap_y);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::uint32_t x = index_in(column + static_cast<std::int64_t>(i), size.width, wrap_x);
    to[i] = x < size.width && y < size.height ? y * size.width + x : no_cell;
  }
}

void line_of(const PlaneTile& tile, std::uint32_t, std::int64_t column, std::int64_t row, std::span<Cell> to) {
  grid_line({tile.stored_width(), tile.stored_height()}, false, false, column, row, to);
}
void line_of(const Torus& torus, std::uint32_t, std::int64_t column, std::int64_t row, std::span<Cell> to) {
  grid_line(torus.size(), torus.wraps_x(), torus.wraps_y(), column, row, to);
}
void line_of(const CubeSphere& sphere, std::uint32_t face, std::int64_t column, std::int64_t row, std::span<Cell> to) {
  const std::int64_t side = sphere.resolution();
  const bool row_inside = row >= 0 && row < side, row_near = row >= -side && row < 2 * side;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::int64_t x = column + static_cast<std::int64_t>(i);
    if (row_inside && x >= 0 && x < side)
      to[i] = sphere.cell(face, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(row));
    else
      to[i] = row_near && x >= -side && x < 2 * side ? sphere.folded(face, x, row).value_or(no_cell) : no_cell;
  }
}

/// What tells a row of cells from all others in the world, and cells in it: a key, then one more for each cell.
struct RowKeys {
  std::uint64_t row, first, step;
};

template <class Grid>
RowKeys keys_of(const Grid& grid, Cell first) {
  const Point2 place = grid.position(first);
  return {static_cast<std::uint64_t>(place.y), static_cast<std::uint64_t>(place.x), static_cast<std::uint64_t>(grid.step())};
}
RowKeys keys_of(const CubeSphere&, Cell first) { return {0, first, 1}; }

}  // namespace

std::vector<MapPiece> pieces_of(const Domain& domain, std::uint32_t margin) {
  std::vector<MapPiece> pieces;
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) {
    add_pieces(0, tile->stored_width(), tile->stored_height(), margin, pieces);
  } else if (const auto* torus = std::get_if<Torus>(&domain)) {
    add_pieces(0, torus->size().width, torus->size().height, margin, pieces);
  } else {
    const std::uint32_t side = std::get<CubeSphere>(domain).resolution();
    for (std::uint32_t face = 0; face < 6; ++face) add_pieces(face, side, side, margin, pieces);
  }
  return pieces;
}

void cells_of_line(const Domain& domain, const MapPiece& piece, std::uint32_t line, std::span<Cell> to) {
  const std::int64_t column = std::int64_t{piece.column} - piece.margin;
  const std::int64_t row = std::int64_t{piece.row} + line - piece.margin;
  std::visit([&](const auto& topology) { line_of(topology, piece.face, column, row, to); }, domain);
}

void add_piece(const Domain& domain, const MapPiece& piece, std::span<const std::int32_t> values, std::span<std::int32_t> to,
               bool alone) {
  std::vector<Cell> cells(piece.stride());
  for (std::uint32_t line = 0; line < piece.lines(); ++line) {
    cells_of_line(domain, piece, line, cells);
    const std::int32_t* from = values.data() + std::size_t{line} * piece.stride();
    for (std::uint32_t i = 0; i < piece.stride(); ++i) {
      if (from[i] == 0) continue;  // all that droplets bring to no_cell
      if (alone)
        to[cells[i]] += from[i];
      else
        __atomic_fetch_add(&to[cells[i]], from[i], __ATOMIC_RELAXED);  // whole numbers: in any order the same
    }
  }
}

DropletStarts starts_in(const Domain& domain, const MapPiece& piece, std::span<const float> heights, const Field& density,
                        float rain, Seed seed) {
  DropletStarts starts;
  std::vector<Cell> cells(piece.stride());
  for (std::uint32_t line = piece.margin; line < piece.margin + piece.rows; ++line) {
    cells_of_line(domain, piece, line, cells);
    const RowKeys keys = std::visit([&](const auto& topology) { return keys_of(topology, cells[piece.margin]); }, domain);
    const std::uint64_t row = mix64(seed.value ^ mix64(keys.row));
    for (std::uint32_t i = 0; i < piece.columns; ++i) {
      const Cell cell = cells[piece.margin + i];
      const std::uint64_t chance = mix64(row ^ (keys.first + i * keys.step));
      if (!(static_cast<float>(chance >> 40) * 0x1p-24F < density[cell] * rain) || !(heights[cell] >= 0)) continue;
      const auto within = [&](unsigned shift) { return (static_cast<float>(chance >> shift & 0xFFFF) + 0.5F) * 0x1p-16F; };
      starts.add(static_cast<std::int32_t>(line * piece.stride() + piece.margin + i), within(0), within(16));
    }
  }
  starts.pad();
  return starts;
}

}  // namespace craton
