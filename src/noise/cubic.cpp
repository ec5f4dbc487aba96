// Cubic noise: the random corner values of value noise, with Catmull–Rom splines through four of them along each axis
// (Catmull & Rom 1974) in place of blends between two.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/cubic.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cell_points.h"
#include "noise/common_params.h"
#include "noise/spline_axis.h"
#include "noise/spline_walk-inl.h"

#ifndef CRATON_NOISE_CUBIC_CPP
#define CRATON_NOISE_CUBIC_CPP
namespace craton {

inline constexpr SplineReach cubic_reach{4, 1};

/// A batch of points: fractions, and the keys of four corners along each axis.
struct CubicPoints {
  template <class T>
  using Values = AlignedArray<T, PointBatch::capacity>;

  struct Axis {
    Values<float> fraction;
    Values<std::uint32_t> low[4], high[4];
  };
  Axis axis[3];
  std::size_t count = 0;
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

struct CatmullRom {
  static constexpr SplineReach reach = cubic_reach;

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void weights(D d, V f, V (&w)[4]) {
    const V half_f = hn::Mul(hn::Set(d, 0.5F), f);
    const V squared = hn::Mul(f, f);
    w[0] = hn::Mul(half_f, hn::Sub(hn::Mul(f, hn::Sub(hn::Set(d, 2.0F), f)), hn::Set(d, 1.0F)));
    w[1] = hn::Add(hn::Mul(squared, hn::Sub(hn::Mul(hn::Set(d, 1.5F), f), hn::Set(d, 2.5F))), hn::Set(d, 1.0F));
    w[2] = hn::Mul(half_f, hn::Add(hn::Mul(f, hn::Sub(hn::Set(d, 4.0F), hn::Mul(hn::Set(d, 3.0F), f))), hn::Set(d, 1.0F)));
    w[3] = hn::Mul(hn::Mul(hn::Set(d, 0.5F), squared), hn::Sub(f, hn::Set(d, 1.0F)));
  }

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void terms(D d, const V (&p)[4], V (&t)[4]) {
    const V half = hn::Set(d, 0.5F);
    t[0] = p[1];
    t[1] = hn::Mul(half, hn::Sub(p[2], p[0]));
    t[2] = hn::Add(hn::Sub(p[0], hn::Mul(hn::Set(d, 2.5F), p[1])), hn::Sub(hn::Mul(hn::Set(d, 2.0F), p[2]), hn::Mul(half, p[3])));
    t[3] = hn::Add(hn::Mul(half, hn::Sub(p[3], p[0])), hn::Mul(hn::Set(d, 1.5F), hn::Sub(p[1], p[2])));
  }
};

void fill_chunk(float scale, const SplineGrid& grid, const Chunk& chunk) {
  const D32 d;
  const hn::RebindToUnsigned<D32> du;
  const auto values_of_line = [&](std::uint32_t y, std::uint32_t z, const SplineSpan& x, float* out) HWY_ATTR {
    AxisKey key;
    if (grid.dimensions > 1) key = {grid.axis[1].cells.key_low[y], grid.axis[1].cells.key_high[y]};
    if (grid.dimensions > 2) {
      key.low += grid.axis[2].cells.key_low[z];
      key.high += grid.axis[2].cells.key_high[z];
    }
    for (std::size_t i = 0; i < x.lines; i += hn::Lanes(d)) {
      const auto hash = corner_hash<false>(du, grid.axis[0].cells, x.first_line + i, key);
      hn::Store(hn::Mul(signed_unit_from_hash(d, hash), hn::Set(d, scale)), d, out + i);
    }
  };
  SplineFiller<CatmullRom, decltype(values_of_line)>(values_of_line, grid, chunk).fill();
}

template <int Dimensions>
HWY_INLINE void fill_points_of(float scale, const CubicPoints& points, float* out, bool add) {
  const D32 d;
  const hn::RebindToUnsigned<D32> du;
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    const auto corner = [&](int x, int y, int z) CRATON_INLINE_LAMBDA {
      const int tap[3] = {x, y, z};
      auto low = hn::Zero(du), high = hn::Zero(du);
      for (int a = 0; a < Dimensions; ++a) {
        low = hn::Add(low, hn::Load(du, &points.axis[a].low[tap[a]][i]));
        high = hn::Add(high, hn::Load(du, &points.axis[a].high[tap[a]][i]));
      }
      return hn::Mul(signed_unit_from_hash(d, lattice_point_hash(du, low, high)), hn::Set(d, scale));
    };
    const auto fraction = [&](int axis) CRATON_INLINE_LAMBDA { return hn::Load(d, &points.axis[axis].fraction[i]); };
    const auto value = spline_at<CatmullRom, Dimensions>(d, corner, fraction);
    hn::Store(add ? hn::Add(hn::Load(d, out + i), value) : value, d, out + i);
  }
}

void fill_points(float scale, int dimensions, const CubicPoints& points, float* out, bool add) {
  if (dimensions == 1) return fill_points_of<1>(scale, points, out, add);
  if (dimensions == 2) return fill_points_of<2>(scale, points, out, add);
  return fill_points_of<3>(scale, points, out, add);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(fill_chunk);
HWY_EXPORT(fill_points);

class CubicGenerator final : public Generator {
 public:
  CubicGenerator(float weight, const CellLattice& lattice) : lattice_(lattice) {
    // The weights of a Catmull–Rom spline add up to 1 and, in the middle of a cell, their absolute values to 5/4; less four
    // parts in a million for rounding.
    float bound = 1.0F - 0x1p-18F;
    for (float& scale : scale_) {
      bound *= 0.8F;
      scale = weight * bound;
    }
  }

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override { return std::make_unique<Grid>(*this, shape); }
  bool wraps() const override {
    return std::all_of(lattice_.axis.begin(), lattice_.axis.end(), [](const AxisSpec& axis) { return axis.lattice.period == 0; });
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    CubicPoints points;
    make_points(batch, points);
    HWY_DYNAMIC_DISPATCH(fill_points)(scale(batch.dimensions), batch.dimensions, points, out.data, add);
  }

 private:
  class Grid final : public GridEvaluator {
   public:
    Grid(const CubicGenerator& generator, const GridShape& shape)
        : generator_(generator), shape_(shape), grid_(make_spline_grid(generator.lattice_.axis, shape, cubic_reach)) {}
    void fill(const Chunk& chunk) const override {
      HWY_DYNAMIC_DISPATCH(fill_chunk)(generator_.scale(shape_.dimensions), grid_, chunk);
    }
    void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
      fill_by_points(generator_, shape_, chunk, displacement);
    }

   private:
    const CubicGenerator& generator_;
    GridShape shape_;
    SplineGrid grid_;
  };

  float scale(int dimensions) const { return scale_[dimensions - 1]; }

  void make_points(const PointBatch& batch, CubicPoints& points) const {
    points.count = batch.count;
    for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
      const AxisLattice& lattice = lattice_.axis[a].lattice;
      AxisKeys keys(lattice_.axis[a].seed, lattice_.axis[a].axis);
      CubicPoints::Axis& axis = points.axis[a];
      for (std::size_t i = 0; i < batch.count; ++i) {
        AxisPlace place = lattice.place(batch.position[a][i]);
        if (batch.displacement) place = lattice.displaced(place, batch.displacement.metres[a][i]);
        axis.fraction[i] = place.fraction_as_float();
        std::uint64_t cell = place.cell == 0 ? lattice.cells - 1 : place.cell - 1;
        for (std::size_t t = 0; t < cubic_reach.taps; ++t, cell = lattice.wrapped(cell + 1)) {
          const AxisKey key = keys(cell);
          axis.low[t][i] = key.low;
          axis.high[t][i] = key.high;
        }
      }
      axis.fraction.pad_from(batch.count);
      for (auto* keys_of_tap : {axis.low, axis.high})
        for (std::size_t t = 0; t < cubic_reach.taps; ++t) keys_of_tap[t].pad_from(batch.count);
    }
  }

  CellLattice lattice_;
  float scale_[3];  ///< by dimension
};

Result<std::unique_ptr<Generator>> make_cubic(const ParamValues& values, std::string_view path, const OctaveSpec& octave) {
  Result<LatticeParams> params = params_from<LatticeParams>(values, path);
  if (!params) return params.error();
  return std::unique_ptr<Generator>(std::make_unique<CubicGenerator>(octave.weight, make_cell_lattice(octave, 0)));
}

}  // namespace

const GeneratorKind& cubic_noise() {
  static const GeneratorKind kind{
      {"cubic",
       "Cubic noise",
       "The random corner values of value noise with the same seed, with cubic splines through four of them along each axis: "
       "rounder than value noise. Splines overshoot, so the values are divided by 5/4 for each dimension: multiplied by that, "
       "they pass through the corners of value noise, whose smoothness 0 is the linear interpolation of the same field.",
       "Catmull & Rom 1974",
       0b111,
       params_of<LatticeParams>(),
       {}},
      make_cubic};
  return kind;
}

}  // namespace craton
#endif
