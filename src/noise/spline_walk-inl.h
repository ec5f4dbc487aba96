// Evaluates splines through lattice values on grids: lines of lattice values collapse along z and y to the sample's row, where
// each cell's values become the coefficients of a polynomial in x. Included once per target.
#if defined(CRATON_NOISE_SPLINE_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_SPLINE_WALK_INL
#undef CRATON_NOISE_SPLINE_WALK_INL
#else
#define CRATON_NOISE_SPLINE_WALK_INL
#endif

#include <hwy/highway.h>

#include "noise/cell_walk-inl.h"
#include "noise/spline_axis.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A spline has
//   reach, taps                 which lattice values it takes;
//   weights(d, f, w)            their weights at fraction f of the cell;
//   terms(d, p, t)              the same as a polynomial: Σ w·p = t[0] + f·(t[1] + f·(t[2] + …)).

/// Σ values · weights, the first value first.
template <int Taps, class V>
HWY_INLINE V weighted_sum(const V (&values)[Taps], const V (&weights)[Taps]) {
  V sum = hn::Mul(values[0], weights[0]);
  unrolled<Taps - 1>([&](auto t) CRATON_INLINE_LAMBDA { sum = hn::Add(sum, hn::Mul(values[t + 1], weights[t + 1])); });
  return sum;
}

template <int Terms, class V>
HWY_INLINE V polynomial(const V (&t)[Terms], V f) {
  V value = t[Terms - 1];
  unrolled<Terms - 1>([&](auto k) CRATON_INLINE_LAMBDA { value = hn::Add(t[Terms - 2 - k], hn::Mul(f, value)); });
  return value;
}

/// Rows whose cells are polynomials in x, for RowWalk.
template <int Terms>
struct PolynomialKernel {
  static constexpr int lines = Terms;
  static constexpr int terms = Terms;
  static constexpr bool blends = false;

  template <class V>
  static HWY_INLINE void from_lines(const V (&before)[Terms], const V (&)[Terms], V (&t)[Terms]) {
    unrolled<Terms>([&](auto k) CRATON_INLINE_LAMBDA { t[k] = before[k]; });
  }
  template <class V>
  static HWY_INLINE V value(const V (&t)[Terms], V f, V) {
    return polynomial<Terms>(t, f);
  }
};

/// `source(y, z, x, out)` writes the values of lattice line (y, z) — indices into the axes' lists — at the lattice lines of
/// span x.
template <class Spline, class Source>
class SplineFiller {
 public:
  SplineFiller(const Source& source, const SplineGrid& grid, const Chunk& chunk)
      : source_(source),
        grid_(grid),
        chunk_(chunk),
        span_(spline_span(grid.axis[0], chunk.begin[0], chunk.size[0], Spline::reach)) {}

  HWY_INLINE void fill() {
    if (grid_.dimensions == 1) return fill_1d();
    if (grid_.dimensions == 2) return fill_2d();
    return fill_3d();
  }

 private:
  static constexpr int taps = Spline::reach.taps;
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  static constexpr hn::RebindToSigned<D32> di{};
  using V = hn::Vec<D32>;

  /// Values at the lattice lines of the span: as many as `taps` for each sample where cells are narrow.
  struct Line {
    std::uint32_t number = ~0U;
    AlignedArray<float, std::size_t{taps} * max_chunk_width> value;
  };

  void fill_1d() {
    source_(0, 0, span_, rows_[0].value.data);
    walk(1, {chunk_.out, 0, chunk_.addend, 0});
  }

  void fill_2d() {
    const SplineAxis& y = grid_.axis[1];
    Line lines[taps];
    for (std::uint32_t first = 0; first < chunk_.size[1]; first += max_rows) {
      const std::uint32_t count = HWY_MIN(max_rows, chunk_.size[1] - first);
      for (std::uint32_t r = 0; r < count; ++r) {
        const std::uint32_t sample = chunk_.begin[1] + first + r;
        const std::uint32_t line = y.first[y.cells.corner[sample]];
        for (std::uint32_t l = line; l < line + taps; ++l)
          if (lines[l % taps].number != l) {
            source_(l, 0, span_, lines[l % taps].value.data);
            lines[l % taps].number = l;
          }
        collapse(
            y.cells.fraction[sample], [&](int t) { return lines[(line + t) % taps].value.data; }, rows_[r]);
      }
      const auto row = static_cast<std::ptrdiff_t>(first);
      walk(count, {chunk_.out + row * chunk_.row_stride, chunk_.row_stride,
                   RowPlaces::moved(chunk_.addend, row * chunk_.addend_row_stride), chunk_.addend_row_stride});
    }
  }

  struct CollapsedLines {
    std::uint32_t number = ~0U;
    Line by_sample[max_chunk_depth];
  };

  /// Rows that differ in z alone are walked together.
  void fill_3d() {
    const SplineAxis& y = grid_.axis[1];
    CollapsedLines lines[taps];
    for (std::uint32_t j = 0; j < chunk_.size[1]; ++j) {
      const std::uint32_t sample = chunk_.begin[1] + j;
      const std::uint32_t line = y.first[y.cells.corner[sample]];
      for (std::uint32_t l = line; l < line + taps; ++l)
        if (lines[l % taps].number != l) collapse_z(l, lines[l % taps]);
      for (std::uint32_t k = 0; k < chunk_.size[2]; ++k)
        collapse(
            y.cells.fraction[sample], [&](int t) { return lines[(line + t) % taps].by_sample[k].value.data; }, rows_[k]);
      const auto row = static_cast<std::ptrdiff_t>(j);
      walk(chunk_.size[2], {chunk_.out + row * chunk_.row_stride, chunk_.slice_stride,
                            RowPlaces::moved(chunk_.addend, row * chunk_.addend_row_stride), chunk_.addend_slice_stride});
    }
  }

  /// Lattice line `y` collapsed to each sample of the chunk along z.
  void collapse_z(std::uint32_t y, CollapsedLines& out) {
    const SplineAxis& z = grid_.axis[2];
    Line planes[taps];
    for (std::uint32_t k = 0; k < chunk_.size[2]; ++k) {
      const std::uint32_t sample = chunk_.begin[2] + k;
      const std::uint32_t plane = z.first[z.cells.corner[sample]];
      for (std::uint32_t p = plane; p < plane + taps; ++p)
        if (planes[p % taps].number != p) {
          source_(y, p, span_, planes[p % taps].value.data);
          planes[p % taps].number = p;
        }
      collapse(
          z.cells.fraction[sample], [&](int t) { return planes[(plane + t) % taps].value.data; }, out.by_sample[k]);
    }
    out.number = y;
  }

  /// The spline through `taps` lines at fraction f: a line again.
  template <class LineOf>
  HWY_INLINE void collapse(float f, const LineOf& line_of, Line& out) const {
    V weights[taps];
    Spline::weights(d, hn::Set(d, f), weights);
    const float* lines[taps];
    for (int t = 0; t < taps; ++t) lines[t] = line_of(t);
    for (std::size_t i = 0; i < span_.lines; i += hn::Lanes(d)) {
      V values[taps];
      unrolled<taps>([&](auto t) CRATON_INLINE_LAMBDA { values[t] = hn::Load(d, lines[t] + i); });
      hn::Store(weighted_sum<taps>(values, weights), d, &out.value[i]);
    }
  }

  HWY_INLINE void walk(std::uint32_t rows, const RowPlaces& places) {
    for (std::uint32_t r = 0; r < rows; ++r) make_terms(rows_[r].value.data, terms_[r]);
    const CellAxis& x = grid_.axis[0].cells;
    const auto count = static_cast<int>(rows);
    if (chunk_.addend)
      RowWalk<Polynomials, true, true>(x, chunk_.begin[0], chunk_.size[0], terms_).walk(count, places);
    else
      RowWalk<Polynomials, true, false>(x, chunk_.begin[0], chunk_.size[0], terms_).walk(count, places);
  }

  /// The polynomials of a row's cells.
  HWY_INLINE void make_terms(const float* line, CornerLine<taps>& out) const {
    const std::uint32_t* first = grid_.axis[0].first.data() + span_.first_cell;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    for (std::uint32_t i = 0; i < span_.cells; i += lanes) {
      V values[taps], terms[taps];
      const std::uint32_t from = first[i] - span_.first_line;
      const std::uint32_t last = HWY_MIN(i + lanes, span_.cells) - 1;
      if (HWY_LIKELY(first[last] - first[i] == last - i)) {
        unrolled<taps>([&](auto t) CRATON_INLINE_LAMBDA { values[t] = hn::LoadU(d, line + from + t); });
      } else {
        auto index = hn::Sub(hn::LoadU(du, first + i), hn::Set(du, first[i]));
        index = hn::Min(index, hn::Set(du, first[last] - first[i]));
        unrolled<taps>([&](auto t)
                           CRATON_INLINE_LAMBDA { values[t] = hn::GatherIndex(d, line + from + t, hn::BitCast(di, index)); });
      }
      Spline::terms(d, values, terms);
      out.store(d, i, terms);
    }
  }

  using Polynomials = PolynomialKernel<taps>;
  static constexpr std::uint32_t max_rows = 16;

  const Source& source_;
  const SplineGrid& grid_;
  const Chunk& chunk_;
  const SplineSpan span_;
  Line rows_[max_rows];
  CornerLine<taps> terms_[max_rows];
};

/// The spline at points: `corner(x, y, z)` gives the lattice values `x`, `y`, `z` taps from the first, one point per lane, and
/// fraction(axis) how far the points are into their cells.
template <class Spline, int Dimensions, class D, class Corner, class Fraction>
HWY_INLINE hn::Vec<D> spline_at(D d, const Corner& corner, const Fraction& fraction) {
  constexpr int taps = Spline::reach.taps;
  using V = hn::Vec<D>;
  V weights[3][taps];
  for (int a = 1; a < Dimensions; ++a) Spline::weights(d, fraction(a), weights[a]);
  V along_x[taps], terms[taps];
  for (int x = 0; x < taps; ++x) {
    if constexpr (Dimensions == 1) {
      along_x[x] = corner(x, 0, 0);
    } else {
      V along_y[taps];
      for (int y = 0; y < taps; ++y) {
        if constexpr (Dimensions == 2) {
          along_y[y] = corner(x, y, 0);
        } else {
          V along_z[taps];
          for (int z = 0; z < taps; ++z) along_z[z] = corner(x, y, z);
          along_y[y] = weighted_sum<taps>(along_z, weights[2]);
        }
      }
      along_x[x] = weighted_sum<taps>(along_y, weights[1]);
    }
  }
  Spline::terms(d, along_x, terms);
  return polynomial<taps>(terms, fraction(0));
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
