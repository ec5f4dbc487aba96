#pragma once

#include <array>
#include <vector>

#include "base/aligned.h"
#include "worlds/voxel_model.h"

namespace craton::voxels {

/// A cell: a square of the plane has one centre, whose climate is that of all columns nearest to it.
struct BiomeCell {
  std::int64_t square_x = 0, square_y = 0;  ///< which square
  std::int64_t x = 0, y = 0;                ///< its centre, in units
  std::uint8_t biome = 0;
  std::array<float, 2> mix{};  ///< of the rough fields, in metres; their sum is at most the roughness
};

/// Cells that were asked for lately. A cell is a function of its square alone.
class CellCache {
 public:
  const BiomeCell* find(std::int64_t x, std::int64_t y) const {
    const Slot& slot = slots_[place_of(x, y)];
    return slot.used && slot.cell.square_x == x && slot.cell.square_y == y ? &slot.cell : nullptr;
  }
  void put(const BiomeCell& cell) { slots_[place_of(cell.square_x, cell.square_y)] = {cell, true}; }
  void clear() { slots_.assign(size, {}); }

 private:
  static constexpr std::size_t side = 32, size = side * side;
  struct Slot {
    BiomeCell cell;
    bool used = false;
  };
  static std::size_t place_of(std::int64_t x, std::int64_t y) {
    return (static_cast<std::uint64_t>(y) % side) * side + static_cast<std::uint64_t>(x) % side;
  }
  std::vector<Slot> slots_ = std::vector<Slot>(size);
};

/// What the climate says of columns; arrays of a frame, padded to whole vectors.
struct ColumnGround {
  AlignedVector<std::int32_t> biome;  ///< in the table
  AlignedVector<float> amplification, base;
  bool one_biome = false;  ///< the same everywhere in the frame
};

struct BiomeScratch {
  CellCache cache;
  std::vector<BiomeCell> cells, missing;
  std::vector<Point2> points;
  std::vector<float> rain, temperature;
  std::vector<double> nearest;  ///< of each cell
  AlignedVector<float> x, y, rough[2], land, rugged;
  std::vector<AlignedVector<float>> distance;  ///< to the nearest cell of each biome that is near
  AlignedVector<std::int32_t> own;
  std::vector<std::pair<float, std::uint8_t>> near;  ///< of one column: 000's blending
};

/// The cell of a square, from nothing but its numbers.
BiomeCell cell_of_square(const Model& model, std::int64_t x, std::int64_t y);

/// Cells that may be nearest to a column of the frame or blend into it: all of them, and hardly more.
void find_cells(const Model& model, const Frame& frame, BiomeScratch& scratch);

/// After find_cells: which of `scratch.cells` every column belongs to.
void find_own_cells(const Model& model, const Frame& frame, BiomeScratch& scratch, std::vector<std::uint32_t>& own);

/// What the table is asked for at a cell: 0 … 1.
struct CellClimate {
  float rain, temperature;
};
CellClimate climate_of(const Model& model, const BiomeCell& cell);

void find_ground(const Model& model, const Frame& frame, BiomeScratch& scratch, ColumnGround& out);

}  // namespace craton::voxels
