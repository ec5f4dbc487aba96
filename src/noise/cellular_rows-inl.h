// Rows of a block of samples of cellular noise, once the points that matter to it are known. Included once per target.
#if defined(CRATON_NOISE_CELLULAR_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELLULAR_ROWS_INL
#undef CRATON_NOISE_CELLULAR_ROWS_INL
#else
#define CRATON_NOISE_CELLULAR_ROWS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "noise/cellular_candidates-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

namespace cellular {

/// The distances between the samples and the candidates of a block, along x and along the other axes.
struct BlockDistances {
  static constexpr std::uint32_t widest_block = 64;
  static constexpr std::size_t row_values = 8192;

  std::uint32_t base[3];  ///< the block's first cell
  Candidates candidates;
  std::size_t stride;                                                     ///< candidates, in whole vectors
  AlignedArray<float, row_values> others;                                 ///< row by row, for each candidate
  AlignedArray<float, Candidates::capacity * hn::MaxLanes(D())> along_x;  ///< a vector of samples for each candidate

  /// x relative to a candidate, for a vector of samples.
  struct Samples {
    V fraction, cell;
    HWY_INLINE Samples(const CellularAxis& axis, std::uint32_t sample, std::uint32_t base_cell) {
      const auto cells = hn::Sub(hn::LoadU(DU(), axis.cell.data() + sample), hn::Set(DU(), base_cell));
      fraction = hn::LoadU(D(), axis.fraction.data() + sample);
      cell = hn::ConvertTo(D(), hn::BitCast(DI(), cells));
    }
    HWY_INLINE V away(float place) const { return hn::Sub(hn::Sub(hn::Set(D(), place), cell), fraction); }
  };

  /// Distances along x of the vector of samples from `sample` on; returns the end of what it writes.
  template <class Metric>
  HWY_NOINLINE float* put_along(const CellularGrid& grid, std::uint32_t sample, float* out) const {
    const Samples samples(grid.axis[0], sample, base[0]);
    for (std::size_t c = 0; c < candidates.count; ++c, out += hn::Lanes(D()))
      hn::Store(Metric::part(samples.away(candidates.place[0][c])), D(), out);
    return out;
  }

  /// What y and z add to the distances of all candidates.
  template <class Metric>
  HWY_NOINLINE void make_row(const CellularGrid& grid, std::uint32_t y, std::uint32_t z, std::uint32_t row) {
    for (std::size_t c = 0; c < stride; c += hn::Lanes(D())) {
      const V y_part = Metric::part(away(grid, 1, c, y));
      hn::Store(grid.dimensions == 3 ? Metric::join(y_part, Metric::part(away(grid, 2, c, z))) : y_part, D(),
                &others[row * stride + c]);
    }
  }

 private:
  HWY_INLINE V away(const CellularGrid& grid, int axis, std::size_t candidate, std::uint32_t sample) const {
    const CellularAxis& cells = grid.axis[axis];
    const V cell = hn::Set(D(), static_cast<float>(cells.cell[sample] - base[axis]));
    return hn::Sub(hn::Sub(hn::Load(D(), &candidates.place[axis][candidate]), cell), hn::Set(D(), cells.fraction[sample]));
  }
};

/// Picks among the candidates for rows `first` … `first + count` of a block. Not inlined: fillers of metrics that join alike
/// share these.
template <class Join, class Pick>
struct RowPicker {
  const CellularOctave& octave;
  const CellularScale& scale;
  const ChunkWriter& writer;
  const Span& block;
  const BlockDistances& distances;
  std::uint32_t first, count;

  /// All vectors of the block, with as many candidates as stay in registers.
  template <int Count>
  HWY_NOINLINE void fill_few() const {
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    for (std::uint32_t r = 0; r < count; ++r) {
      const RowPlace row = place(r);
      V others[Count], faces[Count];
      unrolled<Count>([&](auto c) CRATON_INLINE_LAMBDA {
        others[c] = hn::Set(d, distances.others[r * distances.stride + c]);
        faces[c] = face(c);
      });
      const float* from = distances.along_x.data;
      for (std::uint32_t x = 0; x < block.count[0]; x += lanes, from += Count * lanes) {
        Pick pick;
        unrolled<Count>([&](auto c) CRATON_INLINE_LAMBDA {
          const V distance = Join::join(hn::Load(d, from + c * lanes), others[c]);
          if constexpr (c == 0)
            pick.start(distance, faces[c]);
          else
            pick.add(distance, faces[c]);
        });
        ChunkWriter::put(pick.value(octave, scale), row, x, block.count[0] - x);
      }
    }
  }

  /// The vector of samples at `x`, with any number of candidates.
  HWY_NOINLINE void fill_many(std::uint32_t x) const {
    std::uint32_t r = 0;
    for (; r + 4 <= count; r += 4) fill_many_rows<4>(r, x);
    for (; r < count; ++r) fill_many_rows<1>(r, x);
  }

 private:
  static constexpr D d{};

  HWY_INLINE V face(std::size_t c) const {
    if constexpr (Pick::faces) return hn::Set(d, distances.candidates.face[c]);
    return hn::Zero(d);
  }

  RowPlace place(std::uint32_t r) const {
    const std::uint32_t row = first + r;
    return writer.place(block.begin[0], block.begin[1] + row % block.count[1], block.begin[2] + row / block.count[1]);
  }

  template <int Rows>
  HWY_INLINE void fill_many_rows(std::uint32_t r, std::uint32_t x) const {
    Pick pick[Rows];
    const std::size_t stride = distances.stride;
    const float* others = &distances.others[r * stride];
    const auto add = [&](std::size_t c, auto begin) CRATON_INLINE_LAMBDA {
      const V along = hn::Load(d, &distances.along_x[c * hn::Lanes(d)]);
      const V its_face = face(c);
      unrolled<Rows>([&](auto row) CRATON_INLINE_LAMBDA {
        const V distance = Join::join(along, hn::Set(d, others[row * stride + c]));
        if constexpr (begin)
          pick[row].start(distance, its_face);
        else
          pick[row].add(distance, its_face);
      });
    };
    add(0, std::true_type{});
    for (std::size_t c = 1; c < distances.candidates.count; ++c) add(c, std::false_type{});
    unrolled<Rows>([&](auto row) CRATON_INLINE_LAMBDA {
      ChunkWriter::put(pick[row].value(octave, scale), place(r + row), x, block.count[0] - x);
    });
  }
};

}  // namespace cellular
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
