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

#include "noise/cellular_candidates-inl.h"
#include "noise/cellular_lanes-inl.h"

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
  static constexpr DU du{};
  static constexpr std::uint32_t widest_block = 64;
  static constexpr std::size_t row_values = 8192;

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
    const bool one_cell = grid_.axis[0].cell[block.end(0) - 1] == base_[0];
    const std::size_t stride = (candidates_.count + hn::Lanes(d) - 1) / hn::Lanes(d) * hn::Lanes(d);
    const std::uint32_t rows = block.count[1] * block.count[2];
    const auto most_rows = static_cast<std::uint32_t>(std::max<std::size_t>(1, row_values / stride));
    for (std::uint32_t first = 0; first < rows; first += most_rows) {
      const std::uint32_t count = std::min(most_rows, rows - first);
      for (std::uint32_t r = 0; r < count; ++r) make_row(block, first + r, stride, r);
      if (one_cell)
        fill_rows<true>(block, stride, first, count);
      else
        fill_rows<false>(block, stride, first, count);
    }
  }

  /// What y and z add to the distances of all candidates, and where the row's values go.
  HWY_INLINE void make_row(const Span& block, std::uint32_t index, std::size_t stride, std::uint32_t row) {
    const std::uint32_t y = block.begin[1] + index % block.count[1], z = block.begin[2] + index / block.count[1];
    for (std::size_t c = 0; c < stride; c += hn::Lanes(d)) {
      const V y_part = Metric::part(away(1, c, y));
      hn::Store(grid_.dimensions == 3 ? Metric::join(y_part, Metric::part(away(2, c, z))) : y_part, d,
                &row_distance_[row * stride + c]);
    }
  }

  HWY_INLINE V away(int axis, std::size_t candidate, std::uint32_t sample) const {
    const CellularAxis& cells = grid_.axis[axis];
    const V cell = hn::Set(d, static_cast<float>(cells.cell[sample] - base_[axis]));
    return hn::Sub(hn::Sub(hn::Load(d, &candidates_.place[axis][candidate]), cell), hn::Set(d, cells.fraction[sample]));
  }

  RowPlace row_place(const Span& block, std::uint32_t row) const {
    return writer_.place(block.begin[0], block.begin[1] + row % block.count[1], block.begin[2] + row / block.count[1]);
  }

  template <bool OneCell>
  void fill_rows(const Span& block, std::size_t stride, std::uint32_t first, std::uint32_t count) {
    if constexpr (Border) {
      for (std::uint32_t r = 0; r < count; ++r) fill_borders<OneCell>(block, first + r);
      return;
    } else if constexpr (std::is_same_v<Metric, Squares> && Pick::unrolls) {
      switch (candidates_.count) {
        case 1: return fill_few<OneCell, 1>(block, stride, first, count);
        case 2: return fill_few<OneCell, 2>(block, stride, first, count);
        case 3: return fill_few<OneCell, 3>(block, stride, first, count);
        case 4: return fill_few<OneCell, 4>(block, stride, first, count);
        default: break;
      }
      if constexpr (Pick::nearest == 1 && !Pick::faces) {
        switch (candidates_.count) {
          case 5: return fill_few<OneCell, 5>(block, stride, first, count);
          case 6: return fill_few<OneCell, 6>(block, stride, first, count);
          case 7: return fill_few<OneCell, 7>(block, stride, first, count);
          case 8: return fill_few<OneCell, 8>(block, stride, first, count);
          default: break;
        }
      }
    }
    if constexpr (!Border) fill_many<OneCell>(block, stride, first, count);
  }

  /// x relative to candidates, for a vector of samples.
  template <bool OneCell>
  struct Samples {
    V fraction, cell;
    HWY_INLINE Samples(const CellularAxis& axis, std::uint32_t sample, std::uint32_t base) {
      fraction = hn::LoadU(d, axis.fraction.data() + sample);
      cell = hn::Zero(d);
      if constexpr (!OneCell)
        cell = hn::ConvertTo(d, hn::BitCast(DI(), hn::Sub(hn::LoadU(du, axis.cell.data() + sample), hn::Set(du, base))));
    }
    HWY_INLINE V away(float place) const {
      if constexpr (OneCell) return hn::Sub(hn::Set(d, place), fraction);
      return hn::Sub(hn::Sub(hn::Set(d, place), cell), fraction);
    }
  };

  template <bool OneCell, int Count>
  void fill_few(const Span& block, std::size_t stride, std::uint32_t first, std::uint32_t count) {
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    AlignedArray<float, Count * widest_block> along;
    float* place = along.data;
    for (std::uint32_t x = 0; x < block.count[0]; x += lanes) {
      const Samples<OneCell> samples(grid_.axis[0], block.begin[0] + x, base_[0]);
      unrolled<Count>([&](auto c) CRATON_INLINE_LAMBDA {
        hn::Store(Metric::part(samples.away(candidates_.place[0][c])), d, place);
        place += lanes;
      });
    }
    for (std::uint32_t r = 0; r < count; ++r) {
      const RowPlace row = row_place(block, first + r);
      V others[Count], faces[Count];
      unrolled<Count>([&](auto c) CRATON_INLINE_LAMBDA {
        others[c] = hn::Set(d, row_distance_[r * stride + c]);
        faces[c] = Pick::faces ? hn::Set(d, candidates_.face[c]) : hn::Zero(d);
      });
      const float* from = along.data;
      for (std::uint32_t x = 0; x < block.count[0]; x += lanes, from += Count * lanes) {
        Pick pick;
        unrolled<Count>([&](auto c) CRATON_INLINE_LAMBDA {
          const V distance = Metric::join(hn::Load(d, from + c * lanes), others[c]);
          if constexpr (c == 0)
            pick.start(distance, faces[c]);
          else
            pick.add(distance, faces[c]);
        });
        ChunkWriter::put(pick.value(octave_, scale_), row, x, block.count[0] - x);
      }
    }
  }

  template <bool OneCell>
  void fill_many(const Span& block, std::size_t stride, std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t x = 0; x < block.count[0]; x += static_cast<std::uint32_t>(hn::Lanes(d))) {
      const Samples<OneCell> samples(grid_.axis[0], block.begin[0] + x, base_[0]);
      std::uint32_t r = 0;
      for (; r + 4 <= count; r += 4) fill_many_rows<4>(samples, block, stride, first, r, x);
      for (; r < count; ++r) fill_many_rows<1>(samples, block, stride, first, r, x);
    }
  }

  template <int Rows, class SamplesT>
  HWY_INLINE void fill_many_rows(const SamplesT& samples, const Span& block, std::size_t stride, std::uint32_t first,
                                 std::uint32_t r, std::uint32_t x) {
    Pick pick[Rows];
    const float* others = &row_distance_[r * stride];
    const auto add = [&](std::size_t c, auto begin) CRATON_INLINE_LAMBDA {
      const V along = Metric::part(samples.away(candidates_.place[0][c]));
      const V face = Pick::faces ? hn::Set(d, candidates_.face[c]) : hn::Zero(d);
      unrolled<Rows>([&](auto row) CRATON_INLINE_LAMBDA {
        const V distance = Metric::join(along, hn::Set(d, others[row * stride + c]));
        if constexpr (begin)
          pick[row].start(distance, face);
        else
          pick[row].add(distance, face);
      });
    };
    add(0, std::true_type{});
    for (std::size_t c = 1; c < candidates_.count; ++c) add(c, std::false_type{});
    unrolled<Rows>([&](auto row) CRATON_INLINE_LAMBDA {
      ChunkWriter::put(pick[row].value(octave_, scale_), row_place(block, first + r + row), x, block.count[0] - x);
    });
  }

  template <bool OneCell>
  void fill_borders(const Span& block, std::uint32_t row) {
    const std::uint32_t sample[3] = {0, block.begin[1] + row % block.count[1], block.begin[2] + row / block.count[1]};
    for (std::uint32_t x = 0; x < block.count[0]; x += static_cast<std::uint32_t>(hn::Lanes(d))) {
      const Samples<OneCell> samples(grid_.axis[0], block.begin[0] + x, base_[0]);
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
      ChunkWriter::put(search.value(scale_), row_place(block, row), x, block.count[0] - x);
    }
  }

  const CellularOctave& octave_;
  const CellularScale& scale_;
  const CellularGrid& grid_;
  const Chunk& chunk_;
  ChunkWriter writer_;
  std::uint32_t block_size_[3], base_[3];
  FeatureTable table_;
  Candidates candidates_;
  CandidateFinder<Metric, Border ? 2 : Pick::nearest> finder_;
  AlignedArray<float, row_values> row_distance_;
};

}  // namespace cellular
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
