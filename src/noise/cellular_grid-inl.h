// Cellular noise on grids. Samples are taken in blocks; where cells are wide, few points matter to a block, and a sample costs
// two operations for each. Included once per target.
#if defined(CRATON_NOISE_CELLULAR_GRID_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELLULAR_GRID_INL
#undef CRATON_NOISE_CELLULAR_GRID_INL
#else
#define CRATON_NOISE_CELLULAR_GRID_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "noise/cellular_lanes-inl.h"
#include "noise/cellular_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

namespace cellular {

/// Fills chunks with what `Pick` keeps of the points around each sample. `Border`: with the distance to the cell's border.
template <class Metric, class Pick, bool Border>
class BlockFiller {
 public:
  BlockFiller(const CellularOctave& octave, const CellularGrid& grid, const Chunk& chunk)
      : octave_(octave),
        scale_(octave.scale[grid.dimensions - 2]),
        grid_(grid),
        chunk_(chunk),
        writer_{chunk},
        finder_(octave, grid) {}

  void fill() {
    Span all;
    for (int a = 0; a < 3; ++a) {
      all.begin[a] = chunk_.begin[a];
      all.count[a] = chunk_.size[a];
      block_size_[a] = block_size(a);
    }
    fill_span(all);
  }

 private:
  static constexpr D d{};
  static constexpr std::uint32_t widest_block = BlockDistances::widest_block;

  /// Small enough for few candidates, large enough for their search to pay.
  std::uint32_t block_size(int axis) const {
    constexpr double cells_wide[3] = {1.3, 0.7, 0.7};
    constexpr std::uint32_t least[3] = {16, 4, 4}, most[3] = {widest_block, 32, 4};
    const double samples = grid_.cells_per_sample[axis] > 0 ? cells_wide[axis] / grid_.cells_per_sample[axis] : 1;
    std::uint32_t size = least[axis];
    while (size < most[axis] && 2 * size <= samples) size *= 2;
    return size;
  }

  /// Halves what has more feature points around than the table holds.
  void fill_span(const Span& samples) {
    const Span cells = cells_around(grid_, samples);
    if (FeatureTable::size_for(cells) > FeatureTable::capacity) {
      int axis = 0;
      for (int a = 1; a < 3; ++a)
        if (cells.count[a] > cells.count[axis] && samples.count[a] > 1) axis = a;
      Span half = samples;
      half.count[axis] = axis == 0 && samples.count[0] > 16 ? (samples.count[0] / 2 + 15) / 16 * 16 : samples.count[axis] / 2;
      fill_span(half);
      half.begin[axis] += half.count[axis];
      half.count[axis] = samples.count[axis] - half.count[axis];
      return fill_span(half);
    }
    table_.make(octave_, grid_, cells);
    if constexpr (!Border && !Pick::faces) {
      if (grid_.cells_per_sample[0] > (grid_.dimensions == 2 ? 0.1 : 0.2))  // too many points matter to a block
        return LaneFiller<Metric, Pick>(octave_, grid_, table_, writer_).fill(samples);
    }
    Span block;
    for (block.begin[2] = samples.begin[2]; block.begin[2] < samples.end(2); block.begin[2] += block_size_[2])
      for (block.begin[1] = samples.begin[1]; block.begin[1] < samples.end(1); block.begin[1] += block_size_[1])
        for (block.begin[0] = samples.begin[0]; block.begin[0] < samples.end(0); block.begin[0] += block_size_[0]) {
          for (int a = 0; a < 3; ++a) block.count[a] = std::min(block_size_[a], samples.end(a) - block.begin[a]);
          fill_block(block);
        }
  }

  // ---- samples

  void fill_block(const Span& block) {
    const Span cells = cells_around(grid_, block);
    Bounds bounds;
    for (int a = 0; a < 3; ++a) {
      const CellularAxis& axis = grid_.axis[a];
      const std::uint32_t last = block.end(a) - 1;
      base_[a] = axis.cell[block.begin[a]];
      bounds.low[a] = axis.fraction[block.begin[a]];
      bounds.high[a] = static_cast<float>(axis.cell[last] - base_[a]) + axis.fraction[last];
    }
    finder_.find(table_, cells, bounds, candidates_);
    distances_.stride = (candidates_.count + hn::Lanes(d) - 1) / hn::Lanes(d) * hn::Lanes(d);
    const std::uint32_t rows = block.count[1] * block.count[2];
    const auto most_rows = static_cast<std::uint32_t>(std::max<std::size_t>(1, BlockDistances::row_values / distances_.stride));
    for (std::uint32_t first = 0; first < rows; first += most_rows) {
      const std::uint32_t count = std::min(most_rows, rows - first);
      if constexpr (Border) {
        for (std::uint32_t r = 0; r < count; ++r) fill_borders(block, first + r);
      } else {
        for (std::uint32_t r = 0; r < count; ++r)
          distances_.template make_row<Metric>(grid_, block.begin[1] + (first + r) % block.count[1],
                                               block.begin[2] + (first + r) / block.count[1], r);
        fill_rows({octave_, scale_, writer_, block, distances_, first, count});
      }
    }
  }

  using Picker = RowPicker<typename Metric::Join, Pick>;

  void fill_rows(const Picker& picker) {
    const Span& block = picker.block;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    constexpr std::size_t few =
        std::is_same_v<typename Metric::Join, Adding> && Pick::unrolls ? (Pick::nearest == 1 && !Pick::faces ? 8 : 4) : 0;
    if (candidates_.count > few) {
      for (std::uint32_t x = 0; x < block.count[0]; x += lanes) {
        distances_.template put_along<Metric>(grid_, block.begin[0] + x, distances_.along_x.data);
        picker.fill_many(x);
      }
      return;
    }
    if constexpr (few > 0) {
      float* end = distances_.along_x.data;
      for (std::uint32_t x = 0; x < block.count[0]; x += lanes)
        end = distances_.template put_along<Metric>(grid_, block.begin[0] + x, end);
      unrolled<few>([&](auto c) CRATON_INLINE_LAMBDA {
        if (candidates_.count == c + 1) picker.template fill_few<c + 1>();
      });
    }
  }

  void fill_borders(const Span& block, std::uint32_t row) {
    const std::uint32_t sample[3] = {0, block.begin[1] + row % block.count[1], block.begin[2] + row / block.count[1]};
    const RowPlace to = writer_.place(block.begin[0], sample[1], sample[2]);
    for (std::uint32_t x = 0; x < block.count[0]; x += static_cast<std::uint32_t>(hn::Lanes(d))) {
      const BlockDistances::Samples samples(grid_.axis[0], block.begin[0] + x, base_[0]);
      BorderSearch search;
      for (const bool nearest : {true, false})
        for (std::size_t c = 0; c < candidates_.count; ++c) {
          V place[3], from_sample[3];
          for (int a = 0; a < 3; ++a) place[a] = from_sample[a] = hn::Zero(d);
          for (int a = 0; a < grid_.dimensions; ++a) place[a] = hn::Set(d, candidates_.place[a][c]);
          from_sample[0] = samples.away(candidates_.place[0][c]);
          for (int a = 1; a < grid_.dimensions; ++a) {
            const CellularAxis& axis = grid_.axis[a];
            const auto cell = static_cast<float>(axis.cell[sample[a]] - base_[a]);
            from_sample[a] = hn::Set(d, (candidates_.place[a][c] - cell) - axis.fraction[sample[a]]);
          }
          if (nearest)
            search.find_nearest(place, from_sample);
          else
            search.add_border(place, from_sample);
        }
      ChunkWriter::put(search.value(scale_), to, x, block.count[0] - x);
    }
  }

  const CellularOctave& octave_;
  const CellularScale& scale_;
  const CellularGrid& grid_;
  const Chunk& chunk_;
  ChunkWriter writer_;
  std::uint32_t block_size_[3];
  FeatureTable table_;
  BlockDistances distances_;
  std::uint32_t (&base_)[3] = distances_.base;
  Candidates& candidates_ = distances_.candidates;
  CandidateFinder<Metric, Border ? 2 : Pick::nearest> finder_;
};

}  // namespace cellular
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
