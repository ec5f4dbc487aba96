// Wavelet noise (Cook & DeRose 2005, "Wavelet Noise"): random lattice values less what is left of them when they are
// downsampled and upsampled again, so that only what one octave alone can carry remains; evaluated as quadratic B-splines.
//
// The paper filters a tile that repeats. Here a coefficient is a function of the random values around it, and filters run over
// the box of the lattice that a grid, a chunk or a batch of points touches, however that is cut: taps are summed in ascending
// order, along z, then y, then x.
#include "noise/wavelet.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/wavelet.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <optional>

#include "noise/cell_points.h"
#include "noise/common_params.h"
#include "noise/even_lattice.h"
#include "noise/spline_walk-inl.h"
#include "noise/wavelet_block-inl.h"

#ifndef CRATON_NOISE_WAVELET_CPP
#define CRATON_NOISE_WAVELET_CPP
namespace craton {

/// Points that share a block: where their first coefficients lie in it, and how far into their cells they are.
struct WaveletPoints {
  std::size_t count = 0;
  AlignedArray<std::int32_t, PointBatch::capacity> index;
  AlignedArray<float, PointBatch::capacity> fraction[3];
};

/// Where a block's first cell lies on the axes of a grid: cells after the first lattice line.
using WaveletBase = std::array<std::uint64_t, 3>;

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

struct QuadraticSpline {
  static constexpr SplineReach reach = wavelet_reach;

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void weights(D d, V f, V (&w)[3]) {
    const V half = hn::Set(d, 0.5F);
    const V rest = hn::Sub(hn::Set(d, 1.0F), f);
    w[0] = hn::Mul(half, hn::Mul(rest, rest));
    w[1] = hn::Add(half, hn::Mul(f, rest));
    w[2] = hn::Mul(half, hn::Mul(f, f));
  }

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void terms(D d, const V (&p)[3], V (&t)[3]) {
    const V half = hn::Set(d, 0.5F);
    t[0] = hn::Mul(half, hn::Add(p[0], p[1]));
    t[1] = hn::Sub(p[1], p[0]);
    t[2] = hn::Sub(hn::Mul(half, hn::Add(p[0], p[2])), p[1]);
  }
};

void make_coefficients(int dimensions, float scale, WaveletBlock& block) {
  if (dimensions == 2) return WaveletMaker<2>(block, scale).make();
  return WaveletMaker<3>(block, scale).make();
}

void fill_chunk(const SplineGrid& grid, const WaveletBlock& block, const WaveletBase& base, const Chunk& chunk) {
  const auto values_of_line = [&](std::uint32_t y, std::uint32_t z, const SplineSpan& x, float* out) {
    const float* row = block.coefficient.data() + (grid.axis[1].distance[y] - base[1]) * block.row_stride;
    if (grid.dimensions == 3) row += (grid.axis[2].distance[z] - base[2]) * block.slice_stride;
    const std::uint64_t* distance = grid.axis[0].distance.data() + x.first_line;
    if (distance[x.lines - 1] - distance[0] == x.lines - 1)
      std::copy_n(row + (distance[0] - base[0]), x.lines, out);
    else
      for (std::uint32_t i = 0; i < x.lines; ++i) out[i] = row[distance[i] - base[0]];
  };
  SplineFiller<QuadraticSpline, decltype(values_of_line)>(values_of_line, grid, chunk).fill();
}

template <int Dimensions>
HWY_INLINE void fill_points_of(const WaveletBlock& block, const WaveletPoints& points, float* out) {
  const D32 d;
  const hn::RebindToSigned<D32> di;
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    const auto index = hn::Load(di, &points.index[i]);
    const auto coefficient = [&](int x, int y, int z) CRATON_INLINE_LAMBDA {
      const std::size_t offset =
          static_cast<std::size_t>(z) * block.slice_stride + static_cast<std::size_t>(y) * block.row_stride;
      return hn::GatherIndex(d, block.coefficient.data() + offset + x, index);
    };
    const auto fraction = [&](int axis) CRATON_INLINE_LAMBDA { return hn::Load(d, &points.fraction[axis][i]); };
    hn::Store(spline_at<QuadraticSpline, Dimensions>(d, coefficient, fraction), d, out + i);
  }
}

void fill_points(int dimensions, const WaveletBlock& block, const WaveletPoints& points, float* out) {
  if (dimensions == 2) return fill_points_of<2>(block, points, out);
  return fill_points_of<3>(block, points, out);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(make_coefficients);
HWY_EXPORT(fill_chunk);
HWY_EXPORT(fill_points);

constexpr std::size_t vector_floats = vector_alignment / sizeof(float);

/// The largest number of lattice values a block takes, unless a whole grid shares it: half a megabyte.
constexpr std::uint64_t most_values = std::uint64_t{1} << 17;
constexpr std::uint64_t most_values_of_grid = std::uint64_t{1} << 22;

/// Extent of a box along each axis, in coefficients.
using Extents = std::array<std::uint64_t, 3>;

/// The lattice values that an extent takes, with margins and rounded to even cells; 2^63 at most.
std::uint64_t lattice_values(int dimensions, const Extents& extent) {
  std::uint64_t values = 1;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
    const std::uint64_t along = extent[a] + 1 + 2 * wavelet_margin;
    if (along >= (std::uint64_t{1} << 63) / values) return std::uint64_t{1} << 63;
    values *= along;
  }
  return values;
}

/// What a point alone takes: three coefficients along each axis.
std::uint64_t values_of_point(int dimensions) { return lattice_values(dimensions, {3, 3, 3}); }

class WaveletGenerator final : public Generator {
 public:
  WaveletGenerator(float weight, const CellLattice& lattice)
      : lattice_(lattice), scale_{weight * wavelet_scale[0], weight * wavelet_scale[1]} {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override { return std::make_unique<Grid>(*this, shape); }
  bool wraps() const override {
    return std::all_of(lattice_.axis.begin(), lattice_.axis.end(), [](const AxisSpec& axis) { return axis.lattice.period == 0; });
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    Places places;
    for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
      const AxisLattice& lattice = lattice_.axis[a].lattice;
      for (std::size_t i = 0; i < batch.count; ++i) {
        places[a][i] = lattice.place(batch.position[a][i]);
        if (batch.displacement) places[a][i] = lattice.displaced(places[a][i], batch.displacement.metres[a][i]);
      }
    }
    WaveletBlock block;
    fill_range(batch.dimensions, places, 0, batch.count, block, out, add);
  }

 private:
  using Places = std::array<std::array<AxisPlace, PointBatch::capacity>, 3>;

  const AxisLattice& lattice(std::size_t axis) const { return lattice_.axis[axis].lattice; }

  /// Cells from one cell to another, the shorter way round.
  std::int64_t distance(std::size_t axis, std::uint64_t from, std::uint64_t to) const {
    const std::uint64_t cells = lattice(axis).cells, ahead = to >= from ? to - from : to + (cells - from);
    return ahead <= cells / 2 ? static_cast<std::int64_t>(ahead) : -static_cast<std::int64_t>(cells - ahead);
  }

  /// Points that lie close together share a block; others are parted until they do, or are alone.
  void fill_range(int dimensions, const Places& places, std::size_t begin, std::size_t end, WaveletBlock& block, BatchValues& out,
                  bool add) const {
    std::array<std::int64_t, 3> low{}, high{};
    Extents extent{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
      for (std::size_t i = begin + 1; i < end; ++i) {
        const std::int64_t away = distance(a, places[a][begin].cell, places[a][i].cell);
        low[a] = std::min(low[a], away);
        high[a] = std::max(high[a], away);
      }
      extent[a] = static_cast<std::uint64_t>(high[a]) - static_cast<std::uint64_t>(low[a]) + wavelet_reach.taps;
    }
    const std::uint64_t values = lattice_values(dimensions, extent);
    if (end - begin > 1 && (values > most_values || values > (end - begin) * values_of_point(dimensions))) {
      const std::size_t middle = begin + (end - begin) / 2;
      fill_range(dimensions, places, begin, middle, block, out, add);
      return fill_range(dimensions, places, middle, end, block, out, add);
    }

    std::array<std::uint64_t, 3> first{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a)
      first[a] = lattice(a).moved(places[a][begin].cell, low[a] - std::int64_t{wavelet_reach.before});
    const std::array<std::uint32_t, 3> lead = make_block(dimensions, first, extent, block);
    WaveletPoints points;
    points.count = end - begin;
    for (std::size_t i = begin; i < end; ++i) {
      std::size_t index = 0;
      const std::size_t strides[3] = {1, block.row_stride, block.slice_stride};
      for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
        const std::int64_t away = distance(a, places[a][begin].cell, places[a][i].cell) - low[a];
        index += (static_cast<std::size_t>(away) + lead[a]) * strides[a];
        points.fraction[a][i - begin] = places[a][i].fraction_as_float();
      }
      points.index[i - begin] = static_cast<std::int32_t>(index);
    }
    points.index.pad_from(points.count);
    for (int a = 0; a < dimensions; ++a) points.fraction[a].pad_from(points.count);
    BatchValues values_of_points;
    HWY_DYNAMIC_DISPATCH(fill_points)(dimensions, block, points, values_of_points.data);
    for (std::size_t i = begin; i < end; ++i) out[i] = add ? out[i] + values_of_points[i - begin] : values_of_points[i - begin];
  }

  /// Makes the coefficients from cell `first` on; where that is odd, from the one before it. Gives the number of cells before.
  std::array<std::uint32_t, 3> make_block(int dimensions, const std::array<std::uint64_t, 3>& first, const Extents& extent,
                                          WaveletBlock& block) const {
    std::array<std::uint32_t, 3> lead{};
    WaveletRegion& region = block.region;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
      lead[a] = static_cast<std::uint32_t>(first[a] % 2);
      region.first_cell[a] = first[a] - lead[a];
      region.size[a] = (static_cast<std::uint32_t>(extent[a]) + lead[a] + 1) / 2 * 2;
    }
    const auto padded = [](std::size_t count) { return (count + vector_floats - 1) / vector_floats * vector_floats; };
    const std::size_t half = region.size[0] / 2, depth = dimensions == 3 ? region.size[2] : 1;
    block.half_stride = padded(half + 1) + wavelet_margin;
    const std::size_t row = 2 * block.half_stride;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) make_keys(a, block);
    block.row_stride = 2 * padded(half);
    block.slice_stride = block.row_stride * region.size[1];
    block.coefficient.resize(block.slice_stride * depth);
    block.coarse.resize(padded(half + 1) + vector_floats);
    block.column.resize((std::max<std::size_t>(region.size[1], depth) + 2 * wavelet_margin) * vector_floats);
    block.after_y.resize(row * region.size[1] * depth);
    if (dimensions == 3) block.after_z.resize(row * (region.size[1] + 2 * wavelet_margin) * depth);
    HWY_DYNAMIC_DISPATCH(make_coefficients)(dimensions, scale_[dimensions - 2], block);
    return lead;
  }

  void make_keys(std::size_t axis, WaveletBlock& block) const {
    WaveletBlock::Keys& keys = block.keys[axis];
    const std::size_t count = block.region.size[axis] + 2 * wavelet_margin;
    keys.low.assign(axis == 0 ? 2 * block.half_stride : count, 0);
    keys.high.assign(keys.low.size(), 0);
    AxisKeys key_of(lattice_.axis[axis].seed, lattice_.axis[axis].axis);
    std::uint64_t cell = lattice(axis).moved(block.region.first_cell[axis], -std::int64_t{wavelet_margin});
    for (std::size_t j = 0; j < count; ++j, cell = lattice(axis).wrapped(cell + 1)) {
      const AxisKey key = key_of(cell);
      const std::size_t at = axis > 0 ? j : j / 2 + j % 2 * block.half_stride;
      keys.low[at] = key.low;
      keys.high[at] = key.high;
    }
  }

  class Grid final : public GridEvaluator {
   public:
    Grid(const WaveletGenerator& generator, const GridShape& shape)
        : generator_(generator), shape_(shape), grid_(make_spline_grid(generator.lattice_.axis, shape, wavelet_reach)) {
      Chunk all;
      all.size = shape.size;
      const Extents extent = extent_of(all);
      const std::uint64_t samples = std::uint64_t{shape.size[0]} * shape.size[1] * shape.size[2];  // fewer than memory has bytes
      const std::uint64_t values = lattice_values(shape.dimensions, extent);
      // Margins of chunks weigh most in 3D.
      if (values <= std::min(samples * values_of_point(shape.dimensions), most_values) ||
          values <= std::min(shape.dimensions == 3 ? samples : samples / 8, most_values_of_grid)) {
        shared_base_ = make_block(all, shared_);
        for (AlignedVector<float>* spent : {&shared_.column, &shared_.after_z, &shared_.after_y})
          AlignedVector<float>().swap(*spent);
      }
    }
    void fill(const Chunk& chunk) const override {
      if (shared_base_) return HWY_DYNAMIC_DISPATCH(fill_chunk)(grid_, shared_, *shared_base_, chunk);
      WaveletBlock block;
      fill_part(chunk, block);
    }
    void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
      fill_by_points(generator_, shape_, chunk, displacement);
    }

   private:
    Extents extent_of(const Chunk& chunk) const {
      Extents extent{};
      for (std::size_t a = 0; a < static_cast<std::size_t>(shape_.dimensions); ++a) {
        const SplineSpan span = spline_span(grid_.axis[a], chunk.begin[a], chunk.size[a], wavelet_reach);
        const auto& distance = grid_.axis[a].distance;
        extent[a] = distance[span.first_line + span.lines - 1] - distance[span.first_line] + 1;
      }
      return extent;
    }

    WaveletBase make_block(const Chunk& chunk, WaveletBlock& block) const {
      WaveletBase base{};
      std::array<std::uint64_t, 3> first{};
      for (std::size_t a = 0; a < static_cast<std::size_t>(shape_.dimensions); ++a) {
        const SplineAxis& axis = grid_.axis[a];
        const AxisLattice& lattice = generator_.lattice(a);
        base[a] = axis.distance[spline_span(axis, chunk.begin[a], chunk.size[a], wavelet_reach).first_line];
        first[a] = lattice.wrapped(axis.first_cell + base[a] % lattice.cells);
      }
      const std::array<std::uint32_t, 3> lead = generator_.make_block(shape_.dimensions, first, extent_of(chunk), block);
      for (std::size_t a = 0; a < 3; ++a) base[a] -= lead[a];  // may be one before the first line, modulo 2^64
      return base;
    }

    /// Where the lattice box of a chunk is too large, it is halved, down to single samples.
    void fill_part(const Chunk& chunk, WaveletBlock& block) const {
      const Extents extent = extent_of(chunk);
      const std::uint64_t samples = std::uint64_t{chunk.size[0]} * chunk.size[1] * chunk.size[2];
      const std::uint64_t values = lattice_values(shape_.dimensions, extent);
      if (samples == 1 || (values <= most_values && values <= samples * values_of_point(shape_.dimensions))) {
        const WaveletBase base = make_block(chunk, block);
        return HWY_DYNAMIC_DISPATCH(fill_chunk)(grid_, block, base, chunk);
      }
      std::size_t longest = 0;
      for (std::size_t a = 0; a < static_cast<std::size_t>(shape_.dimensions); ++a)
        if (chunk.size[a] > 1 && (chunk.size[longest] == 1 || extent[a] > extent[longest])) longest = a;
      Chunk first = chunk, second = chunk;
      first.size[longest] = chunk.size[longest] / 2;
      second.size[longest] -= first.size[longest];
      second.begin[longest] += first.size[longest];
      const std::ptrdiff_t strides[3] = {1, chunk.row_stride, chunk.slice_stride};
      const std::ptrdiff_t addend_strides[3] = {1, chunk.addend_row_stride, chunk.addend_slice_stride};
      second.out += first.size[longest] * strides[longest];
      if (chunk.addend) second.addend += first.size[longest] * addend_strides[longest];
      fill_part(first, block);
      fill_part(second, block);
    }

    const WaveletGenerator& generator_;
    GridShape shape_;
    SplineGrid grid_;
    WaveletBlock shared_;  ///< of the whole grid, where it is small
    std::optional<WaveletBase> shared_base_;
  };

  CellLattice lattice_;
  std::array<float, 2> scale_;  ///< by dimension: 2, 3
};

Result<std::unique_ptr<Generator>> make_wavelet(const ParamValues& values, std::string_view path, const OctaveSpec& octave) {
  CRATON_TRY(LatticeParams params, params_from<LatticeParams>(values, path));
  for (const double cells : params.period)
    CRATON_TRY(check_even_period(cells, "wavelet noise filters every other lattice value, so that a period", path));
  OctaveSpec even = octave;
  for (AxisLattice& axis : even.axis) axis = even_lattice(axis);
  return std::unique_ptr<Generator>(std::make_unique<WaveletGenerator>(octave.weight, make_cell_lattice(even, 0)));
}

}  // namespace

const GeneratorKind& wavelet_noise() {
  static const GeneratorKind kind{
      {"wavelet",
       "Wavelet noise",
       "Random values on a square lattice without what a lattice half as fine could carry, so that nearly all of its power lies "
       "in one octave of frequencies; octaves of a sum hardly overlap. Periods are even numbers of cells. Its values are small: "
       "the bound is what the worst of all random values could give.",
       "Cook & DeRose 2005",
       0b110,
       params_of<LatticeParams>(),
       {}},
      make_wavelet};
  return kind;
}

}  // namespace craton
#endif
