#include "noise/cell_scatter.h"

#include <algorithm>
#include <cmath>

namespace craton {
namespace {

struct Extent {
  float low = 0, high = 0;
};

/// Samples of a chunk.
struct Box {
  std::array<std::uint32_t, 3> begin{}, size{};
};

using UsePart = FunctionRef<void(const ScatterPart&)>;
using UseRow = FunctionRef<void(const Chunk&, const Displacement&)>;

class Splitter {
 public:
  Splitter(const CellLattice& lattice, const GridShape& shape, const Chunk& chunk, const Displacement& displacement, UsePart part,
           UseRow row)
      : lattice_(lattice), shape_(shape), chunk_(chunk), displacement_(displacement), use_part_(part), use_row_(row) {
    part_.dimensions = shape.dimensions;
    part_.smoothness = lattice.axis[0].smoothness;
  }

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

 private:
  Extent extent(std::size_t axis, const Box& box) const {
    const auto& [begin, size] = box;
    const float* metres = displacement_.metres[axis];
    // Eight lanes of our own, so that compilers need not know that order does not matter.
    float low[8], high[8];
    std::fill_n(low, 8, metres[(begin[2] * chunk_.size[1] + begin[1]) * chunk_.size[0] + begin[0]]);
    std::copy_n(low, 8, high);
    for (std::uint32_t k = 0; k < size[2]; ++k)
      for (std::uint32_t j = 0; j < size[1]; ++j) {
        const float* row = metres + (std::size_t{begin[2] + k} * chunk_.size[1] + begin[1] + j) * chunk_.size[0] + begin[0];
        std::uint32_t i = 0;
        for (; i + 8 <= size[0]; i += 8)
          for (std::uint32_t lane = 0; lane < 8; ++lane) {
            low[lane] = row[i + lane] < low[lane] ? row[i + lane] : low[lane];
            high[lane] = row[i + lane] > high[lane] ? row[i + lane] : high[lane];
          }
        for (; i < size[0]; ++i) {
          low[0] = std::min(low[0], row[i]);
          high[0] = std::max(high[0], row[i]);
        }
      }
    return {*std::min_element(low, low + 8), *std::max_element(high, high + 8)};
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
      const AxisPlace first = lattice.place(shape_.position(a, std::uint64_t{chunk_.begin[a]} + begin[a]));
      ScatterAxis& axis = part_.axis[a];
      axis.cells_per_metre = lattice.cells_per_metre;
      axis.far = low < -64 || high > 64;
      std::int64_t reach = 0;
      for (std::uint32_t i = 0; i < size[a]; ++i) {
        const AxisPlace place = lattice.place(shape_.position(a, std::uint64_t{chunk_.begin[a]} + begin[a] + i));
        const std::uint64_t ahead =
            place.cell >= first.cell ? place.cell - first.cell : place.cell + (lattice.cells - first.cell);
        reach = static_cast<std::int64_t>(ahead);
        if (reach + above - below + 1 > static_cast<std::int64_t>(ScatterAxis::max_cells)) return false;
        // Displacements bring the number back to 0 … 120 cells, whatever it is before: it wraps.
        const std::int64_t cells = reach - below;
        axis.place[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(cells << 24) | place.fraction);
      }
      axis.place.pad_from(size[a]);
      AxisKeys keys(lattice_.axis[a].seed, lattice_.axis[a].axis);
      axis.one_high = true;
      const auto count = static_cast<std::size_t>(reach + above - below + 1);
      for (std::size_t i = 0; i < count; ++i) {
        const AxisKey key = keys(lattice.moved(first.cell, below + static_cast<std::int64_t>(i)));
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
  const GridShape& shape_;
  const Chunk& chunk_;
  const Displacement& displacement_;
  UsePart use_part_;
  UseRow use_row_;
  ScatterPart part_;
};

}  // namespace

void for_each_scatter_part(const CellLattice& lattice, const GridShape& shape, const Chunk& chunk,
                           const Displacement& displacement, UsePart part, UseRow row) {
  Splitter splitter(lattice, shape, chunk, displacement, part, row);
  if (shape.dimensions > 3 || lattice.axis[0].smoothness > 2)
    return splitter.by_rows({{0, 0, 0}, {chunk.size[0], chunk.size[1], chunk.size[2]}});
  for (std::uint32_t x = 0; x < chunk.size[0]; x += 128)
    splitter.split({{x, 0, 0}, {std::min(128U, chunk.size[0] - x), chunk.size[1], chunk.size[2]}});
}

}  // namespace craton
