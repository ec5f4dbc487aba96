#include "noise/cell_scatter.h"

#include <algorithm>
#include <cmath>

#include "noise/element.h"

namespace craton {
namespace {

/// Samples of a chunk.
struct Box {
  std::array<std::uint32_t, 3> begin{}, size{};
};

using UsePart = FunctionRef<void(const ScatterPart&)>;
using UseRow = FunctionRef<void(const Chunk&, const Displacement&)>;

class Splitter {
 public:
  Splitter(const CellLattice& lattice, const std::array<GridPlaces, 3>& places, const GridShape& shape, const Chunk& chunk,
           const Displacement& displacement, UsePart part, UseRow row)
      : lattice_(lattice),
        places_(places),
        shape_(shape),
        chunk_(chunk),
        displacement_(displacement),
        use_part_(part),
        use_row_(row) {
    part_.dimensions = shape.dimensions;
    part_.smoothness = lattice.axis[0].smoothness;
    whole_.size = {chunk.size[0], chunk.size[1], chunk.size[2]};
  }

  void split_all() {
    for (std::size_t a = 0; a < static_cast<std::size_t>(part_.dimensions); ++a)
      extent_[a] = extent_of(displacement_.metres[a], std::size_t{chunk_.size[0]} * chunk_.size[1] * chunk_.size[2]);
    split(whole_);
  }
  void all_by_rows() const { by_rows(whole_); }

 private:
  void split(const Box& box) {
    if (prepare(box)) return use_part_(part_);
    const auto& size = box.size;
    if (size[0] * size[1] * size[2] <= 64) return by_rows(box);
    const auto longest = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
    // Rows stay whole vectors as long as they can.
    const std::uint32_t half = longest == 0 && size[0] > 16 ? (size[0] / 2 + 15) / 16 * 16 : size[longest] / 2;
    Box first = box, rest = box;
    first.size[longest] = half;
    rest.size[longest] -= half;
    rest.begin[longest] += half;
    split(first);
    split(rest);
  }

  void by_rows(const Box& box) const {
    for (std::uint32_t k = box.begin[2]; k < box.begin[2] + box.size[2]; ++k)
      for (std::uint32_t j = box.begin[1]; j < box.begin[1] + box.size[1]; ++j) {
        Chunk row = chunk_;
        const std::uint32_t i = box.begin[0];
        row.begin = {chunk_.begin[0] + i, chunk_.begin[1] + j, chunk_.begin[2] + k, chunk_.begin[3]};
        row.size = {box.size[0], 1, 1, 1};
        row.out += i + j * chunk_.row_stride + k * chunk_.slice_stride;
        if (row.addend) row.addend += i + j * chunk_.addend_row_stride + k * chunk_.addend_slice_stride;
        use_row_(row, displacement_.from((std::size_t{k} * chunk_.size[1] + j) * chunk_.size[0] + i));
      }
  }

  /// Displacements within a box, row by row; those of the whole chunk are known.
  Extent extent(std::size_t axis, const Box& box) const {
    if (box.size == whole_.size) return extent_[axis];
    Extent all = extent_of(row_of(axis, box.begin[1], box.begin[2]) + box.begin[0], box.size[0]);
    for (std::uint32_t k = box.begin[2]; k < box.begin[2] + box.size[2]; ++k)
      for (std::uint32_t j = box.begin[1]; j < box.begin[1] + box.size[1]; ++j) {
        const Extent row = extent_of(row_of(axis, j, k) + box.begin[0], box.size[0]);
        all = {std::min(all.low, row.low), std::max(all.high, row.high)};
      }
    return all;
  }
  const float* row_of(std::size_t axis, std::uint32_t j, std::uint32_t k) const {
    return displacement_.metres[axis] + (std::size_t{k} * chunk_.size[1] + j) * chunk_.size[0];
  }

  bool prepare(const Box& box) {
    const auto& [begin, size] = box;
    part_.begin = begin;
    part_.size = size;
    for (std::size_t a = 0; a < static_cast<std::size_t>(part_.dimensions); ++a) {
      const AxisLattice& lattice = lattice_.axis[a].lattice;
      const double cells_per_sample = static_cast<double>(lattice.cells_per_wrap) * static_cast<double>(shape_.step[a]) * 0x1p-64;
      if (cells_per_sample * size[a] > ScatterAxis::max_cells) return false;
      const Extent metres = extent(a, box);
      const float low = metres.low * lattice.cells_per_metre, high = metres.high * lattice.cells_per_metre;
      constexpr float most = ScatterAxis::max_cells;
      if (!(low > -0x1p29F && high < 0x1p29F && high - low < most)) return false;

      // Cells are counted from the lowest that a sample can reach; a cell of room on either side for rounding.
      const auto below = static_cast<std::int64_t>(std::floor(low)) - 1, above = static_cast<std::int64_t>(std::floor(high)) + 2;
      const GridPlaces& places = places_[a];
      const std::size_t from = std::size_t{chunk_.begin[a]} + begin[a];
      const std::uint64_t first = places.cells[from], reach = places.cells[from + size[a] - 1] - first;
      if (reach + static_cast<std::uint64_t>(above - below + 1) > ScatterAxis::max_cells) return false;
      ScatterAxis& axis = part_.axis[a];
      axis.cells_per_metre = lattice.cells_per_metre;
      axis.far = low < -64 || high > 64;
      // Displacements bring a place to 0 … 120 cells past the lowest line, whatever it is before: it wraps.
      axis.places = places.fine.data() + from;
      axis.shift = static_cast<std::int32_t>(-((static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(below)) << 24));
      AxisKeys keys(lattice_.axis[a].seed, lattice_.axis[a].axis);
      axis.one_high = true;
      const auto count = static_cast<std::size_t>(reach) + static_cast<std::size_t>(above - below + 1);
      const std::uint64_t first_cell = lattice.moved(places.first_cell, static_cast<std::int64_t>(first));
      axis.count = static_cast<std::uint32_t>(count);
      for (std::size_t i = 0; i < count; ++i) {
        const AxisKey key = keys(lattice.moved(first_cell, below + static_cast<std::int64_t>(i)));
        axis.low[i] = key.low;
        axis.high[i] = key.high;
        axis.one_high = axis.one_high && key.high == axis.high[0];
      }
      for (std::size_t i = count; i < count + 16; ++i) {
        axis.low[i] = 0;
        axis.high[i] = axis.high[0];
      }
    }
    return true;
  }

  const CellLattice& lattice_;
  const std::array<GridPlaces, 3>& places_;
  const GridShape& shape_;
  const Chunk& chunk_;
  const Displacement& displacement_;
  UsePart use_part_;
  UseRow use_row_;
  Box whole_;
  std::array<Extent, 3> extent_;
  ScatterPart part_;
};

}  // namespace

GridPlaces make_grid_places(const AxisLattice& lattice, const GridShape& shape, std::size_t axis) {
  GridPlaces places;
  places.cells.resize(shape.size[axis]);
  places.fine.resize(shape.size[axis] + 64);
  std::uint64_t cells = 0, before = 0;
  for (std::uint32_t i = 0; i < shape.size[axis]; ++i) {
    const AxisPlace place = lattice.place(shape.position(axis, i));
    if (i == 0) places.first_cell = before = place.cell;
    // Step by step, since a short period may begin anew on the way.
    cells += place.cell >= before ? place.cell - before : place.cell + (lattice.cells - before);
    before = place.cell;
    places.cells[i] = cells;
    places.fine[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(cells) << 24 | place.fraction);
  }
  std::fill(places.fine.begin() + shape.size[axis], places.fine.end(), 0);
  return places;
}

void for_each_scatter_part(const CellLattice& lattice, const std::array<GridPlaces, 3>& places, const GridShape& shape,
                           const Chunk& chunk, const Displacement& displacement, UsePart part, UseRow row) {
  Splitter splitter(lattice, places, shape, chunk, displacement, part, row);
  if (shape.dimensions > 3 || lattice.axis[0].smoothness > 2) return splitter.all_by_rows();
  splitter.split_all();
}

}  // namespace craton
