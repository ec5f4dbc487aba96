// Values and slopes of the noises on a square lattice. Included once per target.
//
// Every blend is linear in what it blends. So a derivative along an axis that has been collapsed passes through the later
// blends as a value does; the blend itself has to be differentiated for its own axis alone. Beside what CellFiller asks of it
// (see there) a kernel therefore has
//   collapse_z_slope, collapse_y_slope, value_slope    derivatives of collapse_z, collapse_y and value with respect to the
//                                                      fraction, where du is the derivative of the blend u.
// Derivatives are per cell until the last step, which makes them per metre.
#if defined(CRATON_NOISE_CELL_SLOPES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELL_SLOPES_INL
#undef CRATON_NOISE_CELL_SLOPES_INL
#else
#define CRATON_NOISE_CELL_SLOPES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/simd/unroll-inl.h"
#include "noise/blend.h"
#include "noise/cell_walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The steps from corners to slopes, which grids and points share.
template <class Kernel, int Dimensions>
class CellSlopes {
 public:
  using V = hn::Vec<D32>;
  static constexpr int channels = Kernel::template channels<Dimensions>;
  /// A corner of a row has its channels, and in 3D their derivatives along z; a line and its terms have those along y, z too.
  static constexpr int row_parts = Dimensions == 3 ? 2 : 1;
  static constexpr int line_parts = Dimensions;
  using Row = V[row_parts][channels];
  using Line = V[line_parts][Kernel::lines];
  using Terms = V[line_parts][Kernel::terms];

  /// Where samples lie between two corners along an axis.
  struct Place {
    V f, u, du;

    HWY_INLINE Place(V fraction, V blend, V blend_slope) : f(fraction), u(blend), du(blend_slope) {}
  };

  CellSlopes(const typename Kernel::Octave& octave, const CellLattice& lattice) : octave_(octave) {
    for (std::size_t a = 0; a < Dimensions; ++a) cells_per_metre_[a] = lattice.axis[a].lattice.cells_per_metre;
  }

  template <class VU>
  HWY_INLINE void corner(VU hash, V (&out)[channels]) const {
    Kernel::template corner<Dimensions>(d, hash, octave_, out);
  }

  static HWY_INLINE void collapse_z(const V (&before)[channels], const V (&after)[channels], const Place& z, Row& row) {
    Kernel::collapse_z(d, before, after, z.f, z.u, row[0]);
    Kernel::collapse_z_slope(d, before, after, z.f, z.u, z.du, row[row_parts - 1]);
  }

  static HWY_INLINE void collapse_y(const Row& before, const Row& after, const Place& y, Line& line) {
    Kernel::template collapse_y<Dimensions>(d, before[0], after[0], y.f, y.u, line[0]);
    Kernel::template collapse_y_slope<Dimensions>(d, before[0], after[0], y.f, y.u, y.du, line[1]);
    if constexpr (Dimensions == 3) Kernel::template collapse_y<3>(d, before[1], after[1], y.f, y.u, line[2]);
  }

  static HWY_INLINE void from_lines(const Line& before, const Line& after, Terms& terms) {
    unrolled<line_parts>([&](auto p) CRATON_INLINE_LAMBDA { Kernel::from_lines(before[p], after[p], terms[p]); });
  }

  /// The value, then the slopes.
  HWY_INLINE void sample(const Terms& terms, const Place& x, V (&out)[1 + Dimensions]) const {
    out[0] = Kernel::value(terms[0], x.f, x.u);
    out[1] = per_metre(0, Kernel::value_slope(terms[0], x.f, x.u, x.du));
    unrolled<Dimensions - 1>([&](auto a)
                                 CRATON_INLINE_LAMBDA { out[2 + a] = per_metre(1 + a, Kernel::value(terms[1 + a], x.f, x.u)); });
  }

 private:
  static constexpr D32 d{};

  HWY_INLINE V per_metre(int axis, V per_cell) const { return hn::Mul(per_cell, hn::Set(d, cells_per_metre_[axis])); }

  const typename Kernel::Octave& octave_;
  float cells_per_metre_[Dimensions];
};

// ---- chunks, row by row; lattice lines are kept while rows stay between them

template <class Kernel, int Dimensions>
class CellSlopeFiller {
 public:
  using Octave = typename Kernel::Octave;

  CellSlopeFiller(const Octave& octave, const CellLattice& lattice, const CellGrid& grid, const Chunk& chunk,
                  const SlopePlaces& out)
      : slopes_(octave, lattice),
        grid_(grid),
        chunk_(chunk),
        out_(out),
        span_(corners_of(grid.axis[0], chunk.begin[0], chunk.size[0])) {
    constexpr std::size_t vector = vector_alignment / sizeof(float);
    for (std::size_t a = 0; a < Dimensions; ++a) {
      const std::size_t padded = (chunk.size[a] + vector - 1) / vector * vector;
      blend_slope_all({grid.axis[a].fraction.data() + chunk.begin[a], padded}, lattice.axis[a].smoothness,
                      {blend_slope_[a].data, padded});
    }
  }

  HWY_INLINE void fill() {
    for (std::uint32_t k = 0; k < chunk_.size[2]; ++k) {
      rows_[0].corner = rows_[1].corner = ~0U;
      for (std::uint32_t j = 0; j < chunk_.size[1]; ++j) {
        if constexpr (Dimensions == 1)
          make_lines_1d();
        else
          make_lines(j, k);
        walk(out_.from((std::size_t{k} * chunk_.size[1] + j) * chunk_.size[0]));
      }
    }
  }

 private:
  using Slopes = CellSlopes<Kernel, Dimensions>;
  using Place = typename Slopes::Place;
  using Terms = typename Slopes::Terms;
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  using V = hn::Vec<D32>;

  /// The corners of a lattice row along x, without z.
  struct Row {
    std::uint32_t corner = ~0U;  ///< along y
    CornerLine<Slopes::channels> part[Slopes::row_parts];
  };

  HWY_INLINE Place place(int axis, std::uint32_t sample) const {
    const std::uint32_t at = chunk_.begin[axis] + sample;
    return {hn::Set(d, grid_.axis[axis].fraction[at]), hn::Set(d, grid_.axis[axis].blend[at]),
            hn::Set(d, blend_slope_[axis][sample])};
  }

  HWY_INLINE void corner(std::size_t i, AxisKey other_axes, V (&out)[Slopes::channels]) const {
    slopes_.corner(corner_hash<false, mix_of<Kernel>().point>(du, grid_.axis[0], span_.first + i, other_axes), out);
  }

  /// Lattice row `corner` along y, at sample k along z.
  HWY_NOINLINE void make_row(std::uint32_t corner_y, std::uint32_t k, Row& row) const {
    const AxisKey y{grid_.axis[1].key_low[corner_y], grid_.axis[1].key_high[corner_y]};
    for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
      V parts[Slopes::row_parts][Slopes::channels];
      if constexpr (Dimensions == 3) {
        const CellAxis& z = grid_.axis[2];
        const std::uint32_t plane = z.corner[chunk_.begin[2] + k];
        V before[Slopes::channels], after[Slopes::channels];
        corner(i, {y.low + z.key_low[plane], y.high + z.key_high[plane]}, before);
        corner(i, {y.low + z.key_low[plane + 1], y.high + z.key_high[plane + 1]}, after);
        Slopes::collapse_z(before, after, place(2, k), parts);
      } else {
        corner(i, y, parts[0]);
      }
      for (int p = 0; p < Slopes::row_parts; ++p) row.part[p].store(d, i, parts[p]);
    }
    row.corner = corner_y;
  }

  HWY_INLINE void make_lines(std::uint32_t j, std::uint32_t k) {
    const std::uint32_t corner_y = grid_.axis[1].corner[chunk_.begin[1] + j];
    for (const std::uint32_t c : {corner_y, corner_y + 1})
      if (rows_[c % 2].corner != c) make_row(c, k, rows_[c % 2]);
    const Row &before = rows_[corner_y % 2], &after = rows_[(corner_y + 1) % 2];
    const Place y = place(1, j);
    for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
      V a[Slopes::row_parts][Slopes::channels], b[Slopes::row_parts][Slopes::channels], line[Dimensions][Kernel::lines];
      for (int p = 0; p < Slopes::row_parts; ++p) {
        before.part[p].load(d, i, a[p]);
        after.part[p].load(d, i, b[p]);
      }
      Slopes::collapse_y(a, b, y, line);
      for (int p = 0; p < Dimensions; ++p) lines_[p].store(d, i, line[p]);
    }
  }

  HWY_INLINE void make_lines_1d() {
    for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
      V channels[Slopes::channels], line[Kernel::lines];
      corner(i, {}, channels);
      Kernel::line_1d(d, channels, line);
      lines_[0].store(d, i, line);
    }
  }

  HWY_INLINE void walk(const SlopePlaces& row) const {
    const std::uint32_t* corner_of = grid_.axis[0].corner.data() + chunk_.begin[0];
    const std::size_t lanes = hn::Lanes(d), width = chunk_.size[0];
    Terms terms;
    for (std::size_t i = 0; i < width;) {
      const std::uint32_t cell = corner_of[i];
      if (cell == corner_of[i + lanes - 1]) {  // as many vectors as lie in this cell
        make_terms([&](const float* numbers, int side)
                       CRATON_INLINE_LAMBDA { return hn::Set(d, numbers[cell - span_.first + side]); },
                   terms);
        do {
          put(terms, i, row);
          i += lanes;
        } while (i < width && corner_of[i + lanes - 1] == cell);
      } else {
        terms_across_cells(i, terms);
        put(terms, i, row);
        i += lanes;
      }
    }
  }

  /// fetch(numbers, side) gives the numbers of one channel at the corners before (0) and after (1).
  template <class Fetch>
  HWY_INLINE void make_terms(const Fetch& fetch, Terms& terms) const {
    V before[Dimensions][Kernel::lines], after[Dimensions][Kernel::lines];
    unrolled<Dimensions>([&](auto p) CRATON_INLINE_LAMBDA {
      unrolled<Kernel::lines>([&](auto k) CRATON_INLINE_LAMBDA {
        before[p][k] = fetch(lines_[p].channel[k].data, 0);
        after[p][k] = fetch(lines_[p].channel[k].data, 1);
      });
    });
    Slopes::from_lines(before, after, terms);
  }

  HWY_INLINE void terms_across_cells(std::size_t i, Terms& terms) const {
    const std::uint32_t* corner_of = grid_.axis[0].corner.data() + chunk_.begin[0];
    const std::size_t lanes = hn::Lanes(d);
    const std::uint32_t first = corner_of[i], last = corner_of[std::min<std::size_t>(i + lanes, chunk_.size[0]) - 1];
    // Lanes past the row take its last corner.
    const auto index = hn::Min(hn::Sub(hn::LoadU(du, corner_of + i), hn::Set(du, first)), hn::Set(du, last - first));
    const std::uint32_t offset = first - span_.first;
    if (HWY_LIKELY(last - first + 1 < lanes)) {
      const auto before = hn::IndicesFromVec(d, index), after = hn::IndicesFromVec(d, hn::Add(index, hn::Set(du, 1U)));
      make_terms(
          [&](const float* numbers, int side)
              CRATON_INLINE_LAMBDA { return hn::TableLookupLanes(hn::LoadU(d, numbers + offset), side == 0 ? before : after); },
          terms);
    } else {  // cells about as narrow as samples
      make_terms(
          [&](const float* numbers, int side) CRATON_INLINE_LAMBDA {
            return look_up_in_two(d, hn::LoadU(d, numbers + offset), hn::LoadU(d, numbers + offset + lanes),
                                  side == 0 ? index : hn::Add(index, hn::Set(du, 1U)));
          },
          terms);
    }
  }

  /// Writes samples i … of the row, a vector or what is left of it.
  HWY_INLINE void put(const Terms& terms, std::size_t i, const SlopePlaces& row) const {
    const CellAxis& x = grid_.axis[0];
    const std::size_t at = chunk_.begin[0] + i;
    V sample[1 + Dimensions];
    slopes_.sample(terms, {hn::LoadU(d, &x.fraction[at]), hn::LoadU(d, &x.blend[at]), hn::Load(d, &blend_slope_[0][i])}, sample);
    const std::size_t room = chunk_.size[0] - i;
    unrolled<1 + Dimensions>([&](auto n) CRATON_INLINE_LAMBDA {
      float* out;
      if constexpr (n == 0)
        out = row.value + i;
      else
        out = row.slope[n - 1] + i;
      if (HWY_LIKELY(room >= hn::Lanes(d))) {
        hn::StoreU(sample[n], d, out);
      } else {
        HWY_ALIGN float rest[hn::MaxLanes(d)];
        hn::Store(sample[n], d, rest);
        std::copy_n(rest, room, out);
      }
    });
  }

  const Slopes slopes_;
  const CellGrid& grid_;
  const Chunk& chunk_;
  const SlopePlaces& out_;
  const CornerSpan span_;
  AlignedArray<float, max_chunk_width> blend_slope_[Dimensions];
  Row rows_[2];
  CornerLine<Kernel::lines> lines_[Dimensions];
};

template <class Kernel>
void fill_cell_slopes(const typename Kernel::Octave& octave, const CellLattice& lattice, const CellGrid& grid, const Chunk& chunk,
                      const SlopePlaces& out) {
  if (grid.dimensions == 1) return CellSlopeFiller<Kernel, 1>(octave, lattice, grid, chunk, out).fill();
  if (grid.dimensions == 2) return CellSlopeFiller<Kernel, 2>(octave, lattice, grid, chunk, out).fill();
  return CellSlopeFiller<Kernel, 3>(octave, lattice, grid, chunk, out).fill();
}

// ---- points: the same corners and blends, one point per lane

template <class Kernel, int Dimensions>
class CellSlopePointFiller {
 public:
  using Octave = typename Kernel::Octave;

  CellSlopePointFiller(const Octave& octave, const CellLattice& lattice, const CellPoints& points)
      : slopes_(octave, lattice), points_(points) {
    constexpr std::size_t vector = vector_alignment / sizeof(float);
    const std::size_t padded = (points.count + vector - 1) / vector * vector;
    for (std::size_t a = 0; a < Dimensions; ++a)
      blend_slope_all({points.axis[a].fraction.data, padded}, lattice.axis[a].smoothness, {blend_slope_[a].data, padded});
  }

  HWY_INLINE void fill(SlopeValues& out) const {
    for (std::size_t i = 0; i < points_.count; i += hn::Lanes(d)) {
      V before[Dimensions][Kernel::lines], after[Dimensions][Kernel::lines], terms[Dimensions][Kernel::terms];
      line(i, 0, before);
      line(i, 1, after);
      Slopes::from_lines(before, after, terms);
      V sample[1 + Dimensions];
      slopes_.sample(terms, place(0, i), sample);
      hn::Store(sample[0], d, &out.value[i]);
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA { hn::Store(sample[1 + a], d, &out.slope[a][i]); });
    }
  }

 private:
  using Slopes = CellSlopes<Kernel, Dimensions>;
  using Place = typename Slopes::Place;
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  using V = hn::Vec<D32>;

  HWY_INLINE Place place(int axis, std::size_t i) const {
    return {hn::Load(d, &points_.axis[axis].fraction[i]), hn::Load(d, &points_.axis[axis].blend[i]),
            hn::Load(d, &blend_slope_[axis][i])};
  }

  HWY_INLINE void corner(std::size_t i, int x, int y, int z, V (&out)[Slopes::channels]) const {
    slopes_.corner(corner_hash<Dimensions, mix_of<Kernel>().point>(du, points_, i, {x, y, z, 0}), out);
  }

  /// What the corners on side `x` leave.
  HWY_INLINE void line(std::size_t i, int x, V (&out)[Dimensions][Kernel::lines]) const {
    if constexpr (Dimensions == 1) {
      V only[Slopes::channels];
      corner(i, x, 0, 0, only);
      Kernel::line_1d(d, only, out[0]);
    } else {
      V rows[2][Slopes::row_parts][Slopes::channels];
      for (int y = 0; y < 2; ++y) {
        if constexpr (Dimensions == 2) {
          corner(i, x, y, 0, rows[y][0]);
        } else {
          V before[Slopes::channels], after[Slopes::channels];
          corner(i, x, y, 0, before);
          corner(i, x, y, 1, after);
          Slopes::collapse_z(before, after, place(2, i), rows[y]);
        }
      }
      Slopes::collapse_y(rows[0], rows[1], place(1, i), out);
    }
  }

  const Slopes slopes_;
  const CellPoints& points_;
  AlignedArray<float, PointBatch::capacity> blend_slope_[Dimensions];
};

template <class Kernel>
void fill_cell_slope_points(const typename Kernel::Octave& octave, const CellLattice& lattice, int dimensions,
                            const CellPoints& points, SlopeValues& out) {
  if (dimensions == 1) return CellSlopePointFiller<Kernel, 1>(octave, lattice, points).fill(out);
  if (dimensions == 2) return CellSlopePointFiller<Kernel, 2>(octave, lattice, points).fill(out);
  return CellSlopePointFiller<Kernel, 3>(octave, lattice, points).fill(out);
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
