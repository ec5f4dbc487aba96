// Walks sample rows through the cells of a square lattice: what a cell contributes is fetched once per run of vectors
// inside it, so that a sample costs a few multiplications and a store. Included once per target.
#if defined(CRATON_NOISE_CELL_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELL_WALK_INL
#undef CRATON_NOISE_CELL_WALK_INL
#else
#define CRATON_NOISE_CELL_WALK_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/simd/lattice_hash-inl.h"
#include "base/simd/two_tables-inl.h"
#include "base/simd/unroll-inl.h"
#include "noise/cell_axis.h"
#include "noise/cell_points.h"
#include "noise/generator.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::ScalableTag<float>;

/// Corners of one chunk along an axis; two per sample where cells are narrower than samples.
inline constexpr std::size_t max_chunk_corners = 2 * max_chunk_width;
using CornerValues = AlignedArray<float, max_chunk_corners>;

/// The corners that a chunk touches along x.
struct CornerSpan {
  std::uint32_t first;
  std::size_t count;
};

inline CornerSpan corners_of(const CellAxis& axis, std::uint32_t begin, std::uint32_t size) {
  const std::uint32_t first = axis.corner[begin];
  return {first, axis.corner[begin + size - 1] - first + 2U};
}

/// How a kernel hashes: as its `mix` says, if it says anything.
template <class Kernel>
constexpr LatticeMix mix_of() {
  if constexpr (requires { Kernel::mix; })
    return Kernel::mix;
  else
    return full_mix;
}

/// Hash of the lattice points at corners x[i …] of one lattice line whose other axes' keys are summed in `line`. `OneHigh`:
/// all corners have the same upper key.
template <bool OneHigh, Mix32 Mix = point_mix, class DU>
HWY_INLINE hn::Vec<DU> corner_hash(DU du, const CellAxis& x, std::size_t corner, AxisKey line) {
  const auto low = hn::Add(hn::LoadU(du, x.key_low.data() + corner), hn::Set(du, line.low));
  if constexpr (OneHigh) return lattice_point_hash<Mix>(du, low, hn::Set(du, x.key_high[corner] + line.high));
  return lattice_point_hash<Mix>(du, low, hn::Add(hn::LoadU(du, x.key_high.data() + corner), hn::Set(du, line.high)));
}

/// The same at the corners on one side along each axis, 0 or 1, of points i ….
template <int Dimensions, Mix32 Mix, class DU>
HWY_INLINE hn::Vec<DU> corner_hash(DU du, const CellPoints& points, std::size_t i, const int (&side)[4]) {
  auto low = hn::Zero(du);
  for (int a = 0; a < Dimensions; ++a) low = hn::Add(low, hn::Load(du, &points.axis[a].keys.low[side[a]][points.axis[a].at(i)]));
  if (HWY_LIKELY(points.one_high)) return lattice_point_hash<Mix>(du, low, hn::Set(du, points.high));
  auto high = hn::Zero(du);
  for (int a = 0; a < Dimensions; ++a)
    high = hn::Add(high, hn::Load(du, &points.axis[a].keys.high[side[a]][points.axis[a].at(i)]));
  return lattice_point_hash<Mix>(du, low, high);
}

/// Where rows of samples go, and what is added to them on the way.
struct RowPlaces {
  float* out;
  std::ptrdiff_t out_stride;
  const float* addend;
  std::ptrdiff_t addend_stride;

  /// Nothing is added where there is no addend, and a null pointer must not be moved.
  static HWY_INLINE const float* moved(const float* addend, std::ptrdiff_t by) { return addend ? addend + by : nullptr; }

  HWY_INLINE RowPlaces from(int row, std::size_t sample) const {
    const auto i = static_cast<std::ptrdiff_t>(sample);
    return {out + row * out_stride + i, out_stride, moved(addend, row * addend_stride + i), addend_stride};
  }
};

/// Numbers of one lattice line's corners, channel by channel.
template <int Channels>
struct CornerLine {
  std::uint32_t corner = ~0U;
  CornerValues channel[Channels];

  template <class D, class V = hn::Vec<D>>
  HWY_INLINE void load(D d, std::size_t i, V (&out)[Channels]) const {
    for (int c = 0; c < Channels; ++c) out[c] = hn::Load(d, &channel[c][i]);
  }
  template <class D, class V = hn::Vec<D>>
  HWY_INLINE void store(D d, std::size_t i, const V (&values)[Channels]) {
    for (int c = 0; c < Channels; ++c) hn::Store(values[c], d, &channel[c][i]);
  }
};

/// Evaluates sample rows from samples begin … begin + width of the axis. `corners` holds a row's numbers of each corner, from
/// the corner of the first sample on: its Kernel::terms, or its Kernel::lines, from which terms are made on the way. Rows are
/// taken four at a time, so that what depends on x alone is loaded once.
template <class Kernel, bool FromLines, bool Add>
class RowWalk {
 public:
  static constexpr int channels = FromLines ? Kernel::lines : Kernel::terms;
  using Corners = CornerLine<channels>;

  RowWalk(const CellAxis& x, std::uint32_t begin, std::uint32_t width, const Corners* corners)
      : corner_(x.corner.data() + begin),
        fraction_(x.fraction.data() + begin),
        blend_(x.blend.data() + begin),
        width_(width),
        corners_(corners) {}

  /// Not inlined: every chunk comes here, whatever its dimensions. Copies, since the compiler cannot know that writing values
  /// changes none of what it is told of rows and places.
  HWY_NOINLINE void walk(int rows, const RowPlaces& to) const {
    const RowWalk from = *this;
    const RowPlaces places = to;
    int r = 0;
    for (; r + 4 <= rows; r += 4) from.template walk_rows<4>(r, places);
    for (; r < rows; ++r) from.template walk_rows<1>(r, places);
  }

 private:
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  using V = hn::Vec<D32>;

  template <int Rows>
  HWY_INLINE void walk_rows(int row, const RowPlaces& places) const {
    const std::size_t lanes = hn::Lanes(d), whole = width_ / lanes * lanes;
    std::size_t i = 0;
    // Looking for runs inside cells pays where cells are several vectors wide.
    if ((corner_[width_ - 1] - corner_[0] + 1) * 3 * lanes < width_) {
      while (i < whole) {
        if (corner_[i] == corner_[i + lanes - 1]) {
          i = run_in_cell<Rows>(row, i, whole, places);
        } else {
          across_cells<Rows>(row, i, lanes, places.from(row, i));
          i += lanes;
        }
      }
    }
    for (; i < whole; i += lanes) across_cells<Rows>(row, i, lanes, places.from(row, i));
    if (i < width_)
      for (int r = row; r < row + Rows; ++r) rest(*this, r, i, places.from(r, i));
  }

  /// The terms of a row, where fetch(channel, side) gives its numbers at the corners before (0) and after (1).
  template <class Fetch>
  static HWY_INLINE void make_terms(const Fetch& fetch, V (&terms)[Kernel::terms]) {
    if constexpr (FromLines) {
      V before[Kernel::lines], after[Kernel::lines];
      unrolled<Kernel::lines>([&](auto k) CRATON_INLINE_LAMBDA {
        before[k] = fetch(k, 0);
        after[k] = fetch(k, 1);
      });
      Kernel::from_lines(before, after, terms);
    } else {
      unrolled<Kernel::terms>([&](auto k) CRATON_INLINE_LAMBDA { terms[k] = fetch(k, 0); });
    }
  }

  static HWY_INLINE void put(V value, const RowPlaces& places, int r) {
    if constexpr (Add) value = hn::Add(hn::LoadU(d, places.addend + r * places.addend_stride), value);
    hn::StoreU(value, d, places.out + r * places.out_stride);
  }

  /// Whole vectors inside one cell, whose terms stay in registers.
  template <int Rows>
  HWY_INLINE std::size_t run_in_cell(int row, std::size_t i, std::size_t whole, const RowPlaces& places) const {
    const std::uint32_t cell = corner_[i];
    V terms[Rows][Kernel::terms];
    unrolled<Rows>([&](auto r) CRATON_INLINE_LAMBDA {
      make_terms([&](int k, int side)
                     CRATON_INLINE_LAMBDA { return hn::Set(d, corners_[row + r].channel[k][cell - corner_[0] + side]); },
                 terms[r]);
    });
    do {
      const V f = hn::LoadU(d, fraction_ + i);
      const V u = hn::LoadU(d, blend_ + i);
      const RowPlaces here = places.from(row, i);
      unrolled<Rows>([&](auto r) CRATON_INLINE_LAMBDA { put(Kernel::value(terms[r], f, u), here, r); });
      i += hn::Lanes(d);
    } while (i < whole && corner_[i + hn::Lanes(d) - 1] == cell);
    return i;
  }

  /// One vector that several cells may share; only its first `used` lanes matter.
  template <int Rows>
  HWY_INLINE void across_cells(int row, std::size_t i, std::size_t used, const RowPlaces& here) const {
    constexpr bool needs_after = FromLines && Kernel::blends;
    const std::uint32_t last = corner_[i + used - 1];
    // Terms are all in one vector; lines are fetched from the first sample's corner on.
    const std::uint32_t base = FromLines ? corner_[i] : corner_[0];
    const std::uint32_t offset = base - corner_[0];
    auto index = hn::Sub(hn::LoadU(du, corner_ + i), hn::Set(du, base));
    if (HWY_UNLIKELY(used < hn::Lanes(d))) index = hn::Min(index, hn::Set(du, last - base));
    if (HWY_LIKELY(last - base + needs_after < hn::Lanes(d))) {
      const auto before = hn::IndicesFromVec(d, index);
      const auto after = hn::IndicesFromVec(d, needs_after ? hn::Add(index, hn::Set(du, 1U)) : index);
      put_rows<Rows>(row, i, here, [&](const float* numbers, int side) CRATON_INLINE_LAMBDA {
        return hn::TableLookupLanes(hn::LoadU(d, numbers + offset), side == 0 ? before : after);
      });
    } else {  // cells about as narrow as samples, which have two corners each at most
      put_rows<Rows>(row, i, here, [&](const float* numbers, int side) CRATON_INLINE_LAMBDA {
        return look_up_in_two(d, hn::LoadU(d, numbers + offset), hn::LoadU(d, numbers + offset + hn::Lanes(d)),
                              side == 0 ? index : hn::Add(index, hn::Set(du, 1U)));
      });
    }
  }

  template <int Rows, class Fetch>
  HWY_INLINE void put_rows(int row, std::size_t i, const RowPlaces& here, const Fetch& fetch) const {
    const V f = hn::LoadU(d, fraction_ + i);
    const V u = hn::LoadU(d, blend_ + i);
    const Corners* rows = corners_ + row;
    unrolled<Rows>([&](auto r) CRATON_INLINE_LAMBDA {
      V terms[Kernel::terms];
      make_terms([&](int k, int side) CRATON_INLINE_LAMBDA { return fetch(rows[r].channel[k].data, side); }, terms);
      put(Kernel::value(terms, f, u), here, r);
    });
  }

  /// The last samples of a row, fewer than a vector: by way of buffers, so that nothing past the row is touched.
  static HWY_NOINLINE void rest(RowWalk from, int row, std::size_t i, const RowPlaces& here) {
    const std::size_t used = from.width_ - i;
    HWY_ALIGN float addend[hn::MaxLanes(d)] = {};
    HWY_ALIGN float out[hn::MaxLanes(d)];
    if constexpr (Add) std::copy_n(here.addend, used, addend);
    from.template across_cells<1>(row, i, used, {out, 0, addend, 0});
    std::copy_n(out, used, here.out);
  }

  const std::uint32_t* corner_;
  const float* fraction_;
  const float* blend_;
  std::uint32_t width_;
  const Corners* corners_;
};

// ---- chunks
//
// A kernel of a square-lattice noise has
//   channels<Dimensions>     numbers that a corner carries, and corner<Dimensions>(d, hash, octave, out) to make them;
//   collapse_w, …_z, …_y     blends of the corners before and after a sample along that axis: w leaves the channels of four
//                            dimensions, z those of three, y leaves lines; without collapse_w there is no fourth dimension;
//   lines                    numbers that remain per corner of a row, and line_1d to have them without y and z;
//   terms, from_lines        what a sample needs of the lines before and after it (after it only where the kernel `blends`);
//   value                    the sample.

template <class D, class V = hn::Vec<D>>
HWY_INLINE V mix(D, V from, V to, V share) {
  return hn::Add(from, hn::Mul(share, hn::Sub(to, from)));
}

/// Whether a kernel can do without w.
template <class Kernel, class V = hn::Vec<D32>>
concept HasFourDimensions = requires(V (&channels)[Kernel::template channels<4>], V share) {
  Kernel::collapse_w(D32(), channels, channels, share, share, channels);
};

template <class Kernel>
class CellFiller {
 public:
  using Octave = typename Kernel::Octave;

  CellFiller(const Octave& octave, const CellGrid& grid, const Chunk& chunk)
      : octave_(octave), grid_(grid), chunk_(chunk), span_(corners_of(grid.axis[0], chunk.begin[0], chunk.size[0])) {}

  HWY_INLINE void fill() {
    if (grid_.dimensions == 1) return fill_1d();
    if (grid_.dimensions == 2) return fill_2d();
    if constexpr (HasFourDimensions<Kernel>)
      if (grid_.dimensions == 4) return fill_3d<4>();
    return fill_3d<3>();
  }

 private:
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  using V = hn::Vec<D32>;
  using Lines = CornerLine<Kernel::lines>;
  using Terms = CornerLine<Kernel::terms>;
  template <int Dimensions>
  using Line = CornerLine<Kernel::template channels<Dimensions>>;

  void fill_1d() {
    Line<1> row;
    make_line<1>({}, row);
    make_lines(0, [&](std::size_t i, V(&line)[Kernel::lines]) CRATON_INLINE_LAMBDA {
      V channels[Kernel::template channels<1>];
      row.load(d, i, channels);
      Kernel::line_1d(d, channels, line);
    });
    walk(1, {chunk_.out, 0, chunk_.addend, 0});
  }

  void fill_2d() {
    const CellAxis& y = grid_.axis[1];
    Line<2> rows[2];
    for (std::uint32_t first = 0; first < chunk_.size[1]; first += rows_at_once()) {
      const std::uint32_t count = HWY_MIN(rows_at_once(), chunk_.size[1] - first);
      for (std::uint32_t r = 0; r < count; ++r) {
        const std::uint32_t sample = chunk_.begin[1] + first + r;
        const std::uint32_t corner = y.corner[sample];
        for (const std::uint32_t c : {corner, corner + 1})
          if (rows[c % 2].corner != c) {
            make_line<2>({y.key_low[c], y.key_high[c]}, rows[c % 2]);
            rows[c % 2].corner = c;
          }
        collapse_y<2>(r, sample, rows[corner % 2], rows[(corner + 1) % 2]);
      }
      const auto row = static_cast<std::ptrdiff_t>(first);
      walk(count, {chunk_.out + row * chunk_.row_stride, chunk_.row_stride,
                   RowPlaces::moved(chunk_.addend, row * chunk_.addend_row_stride), chunk_.addend_row_stride});
    }
  }

  struct CollapsedRows {
    std::uint32_t corner = ~0U;
    Line<3> by_sample[max_chunk_depth];
  };

  /// Rows that differ in z alone are walked together. A chunk holds one sample along w, so that four dimensions are three once
  /// w has left each lattice line.
  template <int Dimensions>
  void fill_3d() {
    const CellAxis& y = grid_.axis[1];
    CollapsedRows rows[2];
    for (std::uint32_t j = 0; j < chunk_.size[1]; ++j) {
      const std::uint32_t sample = chunk_.begin[1] + j;
      const std::uint32_t corner = y.corner[sample];
      for (const std::uint32_t c : {corner, corner + 1})
        if (rows[c % 2].corner != c) collapse_z<Dimensions>(c, rows[c % 2]);
      for (std::uint32_t k = 0; k < chunk_.size[2]; ++k)
        collapse_y<3>(k, sample, rows[corner % 2].by_sample[k], rows[(corner + 1) % 2].by_sample[k]);
      const auto row = static_cast<std::ptrdiff_t>(j);
      walk(chunk_.size[2], {chunk_.out + row * chunk_.row_stride, chunk_.slice_stride,
                            RowPlaces::moved(chunk_.addend, row * chunk_.addend_row_stride), chunk_.addend_slice_stride});
    }
  }

  /// As many rows as have their terms in the first-level cache.
  std::uint32_t rows_at_once() const { return span_.count <= 64 ? max_rows : max_rows / 2; }

  /// Not inlined, as all that is done once for a lattice line: it would be compiled many times.
  template <int Dimensions>
  HWY_NOINLINE void make_line(AxisKey other_axes, Line<Dimensions>& line) {
    // Upper keys change once in 2^32 cells, so that the first and the last tell.
    const auto& high = grid_.axis[0].key_high;
    if (HWY_LIKELY(high[span_.first] == high[span_.first + span_.count - 1]))
      make_line<Dimensions, true>(other_axes, line);
    else
      make_line<Dimensions, false>(other_axes, line);
  }

  template <int Dimensions, bool OneHigh>
  HWY_INLINE void make_line(AxisKey other_axes, Line<Dimensions>& line) {
    for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
      V channels[Kernel::template channels<Dimensions>];
      Kernel::template corner<Dimensions>(
          d, corner_hash<OneHigh, mix_of<Kernel>().point>(du, grid_.axis[0], span_.first + i, other_axes), octave_, channels);
      line.store(d, i, channels);
    }
  }

  /// A lattice line along x: as it is in three dimensions, without w in four.
  template <int Dimensions>
  HWY_INLINE void make_plane(AxisKey yz, Line<Dimensions>& plane) {
    if constexpr (Dimensions == 3) {
      make_line<3>(yz, plane);
    } else {
      const CellAxis& w = grid_.axis[3];
      const std::uint32_t sample = chunk_.begin[3], corner = w.corner[sample];
      const V f = hn::Set(d, w.fraction[sample]);
      const V u = hn::Set(d, w.blend[sample]);
      for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
        V sides[2][Kernel::template channels<4>], channels[Kernel::template channels<4>];
        for (std::uint32_t side = 0; side < 2; ++side) {
          const AxisKey line{yz.low + w.key_low[corner + side], yz.high + w.key_high[corner + side]};
          Kernel::template corner<4>(d, corner_hash<false, mix_of<Kernel>().point>(du, grid_.axis[0], span_.first + i, line),
                                     octave_, sides[side]);
        }
        Kernel::collapse_w(d, sides[0], sides[1], f, u, channels);
        plane.store(d, i, channels);
      }
    }
  }

  /// Lattice row `corner` along y, collapsed to each sample of the chunk along z.
  template <int Dimensions>
  HWY_NOINLINE void collapse_z(std::uint32_t corner, CollapsedRows& rows) {
    const CellAxis& y = grid_.axis[1];
    const CellAxis& z = grid_.axis[2];
    Line<Dimensions> planes[2];
    for (std::uint32_t k = 0; k < chunk_.size[2]; ++k) {
      const std::uint32_t sample = chunk_.begin[2] + k;
      const std::uint32_t plane = z.corner[sample];
      for (const std::uint32_t c : {plane, plane + 1})
        if (planes[c % 2].corner != c) {
          make_plane<Dimensions>({y.key_low[corner] + z.key_low[c], y.key_high[corner] + z.key_high[c]}, planes[c % 2]);
          planes[c % 2].corner = c;
        }
      const V f = hn::Set(d, z.fraction[sample]);
      const V u = hn::Set(d, z.blend[sample]);
      for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
        V before[Kernel::template channels<Dimensions>], after[Kernel::template channels<Dimensions>];
        V row[Kernel::template channels<3>];
        planes[plane % 2].load(d, i, before);
        planes[(plane + 1) % 2].load(d, i, after);
        Kernel::collapse_z(d, before, after, f, u, row);
        rows.by_sample[k].store(d, i, row);
      }
    }
    rows.corner = corner;
  }

  template <int Dimensions>
  HWY_INLINE void collapse_y(std::uint32_t row, std::uint32_t sample, const Line<Dimensions>& before,
                             const Line<Dimensions>& after) {
    const V f = hn::Set(d, grid_.axis[1].fraction[sample]);
    const V u = hn::Set(d, grid_.axis[1].blend[sample]);
    make_lines(row, [&](std::size_t i, V(&line)[Kernel::lines]) CRATON_INLINE_LAMBDA {
      V a[Kernel::template channels<Dimensions>], b[Kernel::template channels<Dimensions>];
      before.load(d, i, a);
      after.load(d, i, b);
      Kernel::template collapse_y<Dimensions>(d, a, b, f, u, line);
    });
  }

  /// Lines of a row; where one vector holds all corners, the terms at once.
  template <class LineAt>
  HWY_INLINE void make_lines(std::uint32_t row, const LineAt& line_at) {
    V line[Kernel::lines];
    if (span_.count <= hn::Lanes(d)) {
      line_at(0, line);
      const auto next =
          hn::IndicesFromVec(d, hn::Min(hn::Iota(du, 1), hn::Set(du, static_cast<std::uint32_t>(hn::Lanes(d) - 1))));
      V after[Kernel::lines];
      for (int k = 0; k < Kernel::lines; ++k) after[k] = hn::TableLookupLanes(line[k], next);
      V terms[Kernel::terms];
      Kernel::from_lines(line, after, terms);
      terms_[row].store(d, 0, terms);
      return;
    }
    for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
      line_at(i, line);
      lines_[row].store(d, i, line);
    }
  }

  HWY_INLINE void walk(std::uint32_t rows, const RowPlaces& places) {
    if (span_.count <= hn::Lanes(d))
      walk_from<false>(terms_, rows, places);
    else
      walk_from<true>(lines_, rows, places);
  }

  template <bool FromLines, class Corners>
  HWY_INLINE void walk_from(const Corners* corners, std::uint32_t rows, const RowPlaces& places) {
    const CellAxis& x = grid_.axis[0];
    if (chunk_.addend)
      RowWalk<Kernel, FromLines, true>(x, chunk_.begin[0], chunk_.size[0], corners).walk(static_cast<int>(rows), places);
    else
      RowWalk<Kernel, FromLines, false>(x, chunk_.begin[0], chunk_.size[0], corners).walk(static_cast<int>(rows), places);
  }

  static constexpr std::uint32_t max_rows = 16;

  const Octave& octave_;
  const CellGrid& grid_;
  const Chunk& chunk_;
  const CornerSpan span_;
  Lines lines_[max_rows];
  Terms terms_[max_rows];
};

template <class Kernel>
void fill_cells(const typename Kernel::Octave& octave, const CellGrid& grid, const Chunk& chunk) {
  CellFiller<Kernel>(octave, grid, chunk).fill();
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
