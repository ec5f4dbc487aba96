// Simplex noise on lattices that repeat along the axes (Gustavson & McEwan 2022, "Tiling simplex noise and flow noise in two and
// three dimensions"): corners carry gradients, felt within a round neighbourhood (r² − d²)^e.
//
// 2D: rows of triangles one cell wide and one cell high, where equal sides would make them 0.87 high. Even rows of corners lie
// at whole cells, odd rows half a cell further. A corner's nearest far edge is √0.8 away, so r² = 0.8.
// 3D: corners at whole cells and in the middles of cells, the body-centred lattice of ordinary simplex noise, its cubes along
// the axes. A tetrahedron is an edge of a cube with the middles of two cubes that share it and a face; r² = 0.5.
//
// Both radii are a little smaller, so that a corner's neighbourhood ends within its simplices for all rounding: corners that
// are no part of a sample's simplex add nothing, and there are no jumps where samples pass from one simplex to the next.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/tiling_simplex.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "base/simd/unroll-inl.h"
#include "noise/cell_points.h"
#include "noise/common_params.h"
#include "noise/even_lattice.h"
#include "noise/gradients-inl.h"

#ifndef CRATON_NOISE_TILING_SIMPLEX_CPP
#define CRATON_NOISE_TILING_SIMPLEX_CPP
namespace craton {

struct TilingSimplexParams {
  double frequency = 0.01;
  int falloff = 4;
  GradientSet gradients = GradientSet::circle;
  std::vector<double> period;
};

struct TilingSimplexOctave {
  bool cubed;                  ///< falloff 3, else 4
  GradientMaker gradients[2];  ///< 2D, 3D
  AxisKey middle;              ///< added to the keys of corners in the middles of cells
};

/// Samples along an axis, one array per quantity: places, and the keys of the cell before, of their own and of the one after.
struct TilingSamples {
  const float* fraction;
  const std::uint32_t* low[3];
  const std::uint32_t* high[3];
  const std::uint32_t* odd;  ///< all bits where the cell is odd

  TilingSamples from(std::size_t i) const {
    return {fraction + i, {low[0] + i, low[1] + i, low[2] + i}, {high[0] + i, high[1] + i, high[2] + i}, odd + i};
  }
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D32 = hn::ScalableTag<float>;

/// What a vector of samples knows of one axis.
struct TilingAxis {
  using V = hn::Vec<D32>;
  using VU = hn::Vec<hn::RebindToUnsigned<D32>>;
  V fraction;
  VU low[3], high[3], odd;

  HWY_INLINE TilingAxis() {}
};

/// `Each`: a sample per lane; else all lanes have the first.
template <bool Each>
HWY_INLINE void load_axis(const TilingSamples& samples, TilingAxis& axis) {
  const D32 d;
  const hn::RebindToUnsigned<D32> du;
  const auto load = [&](const std::uint32_t* from) CRATON_INLINE_LAMBDA {
    if constexpr (Each)
      return hn::LoadU(du, from);
    else
      return hn::Set(du, *from);
  };
  if constexpr (Each)
    axis.fraction = hn::LoadU(d, samples.fraction);
  else
    axis.fraction = hn::Set(d, *samples.fraction);
  for (int t = 0; t < 3; ++t) {
    axis.low[t] = load(samples.low[t]);
    axis.high[t] = load(samples.high[t]);
  }
  axis.odd = load(samples.odd);
}

template <bool Cubed>
struct TilingKernel {
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  using V = hn::Vec<D32>;
  using VU = hn::Vec<hn::RebindToUnsigned<D32>>;

  /// room^e · slope, nothing where there is no room.
  static HWY_INLINE V felt(V room, V slope) {
    room = hn::Max(room, hn::Zero(d));
    const V squared = hn::Mul(room, room);
    return hn::Mul(hn::Mul(squared, Cubed ? room : squared), slope);
  }

  static HWY_INLINE V corner2(const TilingSimplexOctave& octave, VU low, VU high, V x, V y) {
    const Gradient2<V> g = gradient2(d, lattice_point_hash(du, low, high), octave.gradients[0]);
    const V room = hn::Sub(hn::Sub(hn::Set(d, 0.8F - 0x1p-18F), hn::Mul(y, y)), hn::Mul(x, x));
    return felt(room, hn::Add(hn::Mul(g.x, x), hn::Mul(g.y, y)));
  }

  /// The two corners around the sample on the row before it, then those on the row after it: three of them are its triangle's.
  static HWY_INLINE V value2(const TilingSimplexOctave& octave, const TilingAxis& x, const TilingAxis& y) {
    const V half = hn::Set(d, 0.5F), one = hn::Set(d, 1.0F);
    const auto odd = hn::RebindMask(d, hn::Ne(y.odd, hn::Zero(du)));
    const auto left = hn::Lt(x.fraction, half);
    const auto left_u = hn::RebindMask(du, left);
    // On rows shifted by half a cell.
    const V shifted = hn::IfThenElse(left, hn::Add(x.fraction, half), hn::Sub(x.fraction, half));
    V sum = hn::Zero(d);
    unrolled<2>([&](auto row) CRATON_INLINE_LAMBDA {
      const auto is_shifted = row == 0 ? odd : hn::Not(odd);
      const auto is_shifted_u = hn::RebindMask(du, is_shifted);
      const auto back = hn::And(is_shifted_u, left_u);  // corners begin one cell earlier
      const V first = hn::IfThenElse(is_shifted, shifted, x.fraction);
      const V up = row == 0 ? y.fraction : hn::Sub(y.fraction, one);
      unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
        const VU low = hn::Add(hn::IfThenElse(back, x.low[side], x.low[side + 1]), y.low[row + 1]);
        const VU high = hn::Add(hn::IfThenElse(back, x.high[side], x.high[side + 1]), y.high[row + 1]);
        const V contribution = corner2(octave, low, high, side == 0 ? first : hn::Sub(first, one), up);
        sum = row == 0 && side == 0 ? contribution : hn::Add(sum, contribution);
      });
    });
    return sum;
  }

  static HWY_INLINE V corner3(const TilingSimplexOctave& octave, VU low, VU high, const V (&at)[3]) {
    const Gradient3<V> g = gradient3(d, lattice_point_hash(du, low, high), octave.gradients[1]);
    const V room = hn::Sub(hn::Sub(hn::Sub(hn::Set(d, 0.5F - 0x1p-19F), hn::Mul(at[2], at[2])), hn::Mul(at[1], at[1])),
                           hn::Mul(at[0], at[0]));
    return felt(room, hn::Add(hn::Add(hn::Mul(g.x, at[0]), hn::Mul(g.y, at[1])), hn::Mul(g.z, at[2])));
  }

  /// The middle of the sample's cube, that of the cube beyond the nearest face, and the ends of that face's nearest edge.
  static HWY_INLINE V value3(const TilingSimplexOctave& octave, const TilingAxis (&axis)[3]) {
    const V half = hn::Set(d, 0.5F), one = hn::Set(d, 1.0F);
    V from_middle[3], away[3];
    for (int a = 0; a < 3; ++a) {
      from_middle[a] = hn::Sub(axis[a].fraction, half);
      away[a] = hn::Abs(from_middle[a]);
    }
    // The face is on the axis where the sample is furthest from the middle; the edge runs along the axis where it is nearest.
    const auto face_x = hn::And(hn::Ge(away[0], away[1]), hn::Ge(away[0], away[2]));
    const auto face_y = hn::AndNot(face_x, hn::Ge(away[1], away[2]));
    const auto face_z = hn::Not(hn::Or(face_x, face_y));
    const auto edge_x = hn::And(hn::Lt(away[0], away[1]), hn::Lt(away[0], away[2]));
    const auto edge_y = hn::AndNot(edge_x, hn::Lt(away[1], away[2]));
    const auto edge_z = hn::Not(hn::Or(edge_x, edge_y));
    const hn::Mask<D32> face[3] = {face_x, face_y, face_z}, edge[3] = {edge_x, edge_y, edge_z};

    VU low[4], high[4];
    V at[4][3];
    low[0] = low[1] = hn::Set(du, octave.middle.low);
    high[0] = high[1] = hn::Set(du, octave.middle.high);
    low[2] = low[3] = high[2] = high[3] = hn::Zero(du);
    for (int a = 0; a < 3; ++a) {
      const TilingAxis& on = axis[a];
      const auto upper = hn::Ge(from_middle[a], hn::Zero(d));
      const auto upper_u = hn::RebindMask(du, upper), face_u = hn::RebindMask(du, face[a]), edge_u = hn::RebindMask(du, edge[a]);
      const V below = on.fraction, above = hn::Sub(on.fraction, one);
      low[0] = hn::Add(low[0], on.low[1]);
      high[0] = hn::Add(high[0], on.high[1]);
      at[0][a] = from_middle[a];
      low[1] = hn::Add(low[1], hn::IfThenElse(face_u, hn::IfThenElse(upper_u, on.low[2], on.low[0]), on.low[1]));
      high[1] = hn::Add(high[1], hn::IfThenElse(face_u, hn::IfThenElse(upper_u, on.high[2], on.high[0]), on.high[1]));
      const V beyond = hn::IfThenElse(upper, hn::Sub(from_middle[a], one), hn::Add(from_middle[a], one));
      at[1][a] = hn::IfThenElse(face[a], beyond, from_middle[a]);
      // Along the edge one end is below and the other above; on the other axes both are on the sample's side.
      const auto second = hn::Or(edge_u, upper_u), first = hn::AndNot(edge_u, upper_u);
      low[2] = hn::Add(low[2], hn::IfThenElse(first, on.low[2], on.low[1]));
      high[2] = hn::Add(high[2], hn::IfThenElse(first, on.high[2], on.high[1]));
      at[2][a] = hn::IfThenElse(hn::RebindMask(d, first), above, below);
      low[3] = hn::Add(low[3], hn::IfThenElse(second, on.low[2], on.low[1]));
      high[3] = hn::Add(high[3], hn::IfThenElse(second, on.high[2], on.high[1]));
      at[3][a] = hn::IfThenElse(hn::RebindMask(d, second), above, below);
    }
    V sum = corner3(octave, low[0], high[0], at[0]);
    for (int c = 1; c < 4; ++c) sum = hn::Add(sum, corner3(octave, low[c], high[c], at[c]));
    return sum;
  }
};

/// `count` samples: x lies sample by sample, and so do the other axes where `Each` says so.
template <bool Cubed, int Dimensions, bool Each>
HWY_INLINE void fill_row(const TilingSimplexOctave& octave, const TilingSamples (&samples)[3], std::size_t count, float* out,
                         const float* addend) {
  const D32 d;
  TilingAxis axis[3];
  if constexpr (!Each)
    for (int a = 1; a < Dimensions; ++a) load_axis<false>(samples[a], axis[a]);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    load_axis<true>(samples[0].from(i), axis[0]);
    if constexpr (Each)
      for (int a = 1; a < Dimensions; ++a) load_axis<true>(samples[a].from(i), axis[a]);
    hn::Vec<D32> value;
    if constexpr (Dimensions == 2)
      value = TilingKernel<Cubed>::value2(octave, axis[0], axis[1]);
    else
      value = TilingKernel<Cubed>::value3(octave, axis);
    const std::size_t used = HWY_MIN(hn::Lanes(d), count - i);
    if (HWY_LIKELY(used == hn::Lanes(d))) {
      if (addend) value = hn::Add(hn::LoadU(d, addend + i), value);
      hn::StoreU(value, d, out + i);
    } else {  // nothing past the row is touched
      HWY_ALIGN float last[hn::MaxLanes(d)];
      hn::Store(value, d, last);
      for (std::size_t k = 0; k < used; ++k) out[i + k] = addend ? addend[i + k] + last[k] : last[k];
    }
  }
}

template <bool Each>
void fill_samples(const TilingSimplexOctave& octave, int dimensions, const TilingSamples (&samples)[3], std::size_t count,
                  float* out, const float* addend) {
  if (octave.cubed) {
    if (dimensions == 2) return fill_row<true, 2, Each>(octave, samples, count, out, addend);
    return fill_row<true, 3, Each>(octave, samples, count, out, addend);
  }
  if (dimensions == 2) return fill_row<false, 2, Each>(octave, samples, count, out, addend);
  return fill_row<false, 3, Each>(octave, samples, count, out, addend);
}

void fill_grid_row(const TilingSimplexOctave& octave, int dimensions, const TilingSamples (&samples)[3], std::size_t count,
                   float* out, const float* addend) {
  fill_samples<false>(octave, dimensions, samples, count, out, addend);
}
void fill_points(const TilingSimplexOctave& octave, int dimensions, const TilingSamples (&samples)[3], std::size_t count,
                 float* out, const float* addend) {
  fill_samples<true>(octave, dimensions, samples, count, out, addend);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(fill_grid_row);
HWY_EXPORT(fill_points);

/// The arrays of TilingSamples: `Array` is a vector for grids, a fixed array for batches.
template <template <class> class Array>
struct TilingTable {
  Array<float> fraction;
  Array<std::uint32_t> low[3], high[3], odd;

  TilingSamples from(std::size_t i) const {
    return TilingSamples{&fraction[0], {&low[0][0], &low[1][0], &low[2][0]}, {&high[0][0], &high[1][0], &high[2][0]}, &odd[0]}
        .from(i);
  }
  void put(std::size_t i, const AxisLattice& lattice, AxisKeys& keys, AxisPlace place) {
    fraction[i] = place.fraction_as_float();
    odd[i] = 0 - static_cast<std::uint32_t>(place.cell % 2);
    const std::uint64_t cells[3] = {place.cell == 0 ? lattice.cells - 1 : place.cell - 1, place.cell,
                                    lattice.wrapped(place.cell + 1)};
    for (int t = 0; t < 3; ++t) {
      const AxisKey key = keys(cells[t]);
      low[t][i] = key.low;
      high[t][i] = key.high;
    }
  }
};

template <class T>
using BatchArray = AlignedArray<T, PointBatch::capacity>;

class TilingSimplexGenerator final : public Generator {
 public:
  TilingSimplexGenerator(const TilingSimplexOctave& octave, const CellLattice& lattice) : octave_(octave), lattice_(lattice) {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override { return std::make_unique<Grid>(*this, shape); }
  bool wraps() const override {
    return std::all_of(lattice_.axis.begin(), lattice_.axis.end(), [](const AxisSpec& axis) { return axis.lattice.period == 0; });
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    TilingTable<BatchArray> tables[3];
    TilingSamples samples[3];
    for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a) {
      const AxisLattice& lattice = lattice_.axis[a].lattice;
      AxisKeys keys(lattice_.axis[a].seed, lattice_.axis[a].axis);
      TilingTable<BatchArray>& table = tables[a];
      for (std::size_t i = 0; i < batch.count; ++i) {
        AxisPlace place = lattice.place(batch.position[a][i]);
        if (batch.displacement) place = lattice.displaced(place, batch.displacement.metres[a][i]);
        table.put(i, lattice, keys, place);
      }
      table.fraction.pad_from(batch.count);
      table.odd.pad_from(batch.count);
      for (auto* keys_of_tap : {table.low, table.high})
        for (int t = 0; t < 3; ++t) keys_of_tap[t].pad_from(batch.count);
      samples[a] = table.from(0);
    }
    HWY_DYNAMIC_DISPATCH(fill_points)(octave_, batch.dimensions, samples, batch.count, out.data, add ? out.data : nullptr);
  }

 private:
  class Grid final : public GridEvaluator {
   public:
    Grid(const TilingSimplexGenerator& generator, const GridShape& shape) : generator_(generator), shape_(shape) {
      for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a) {
        const AxisSpec& spec = generator.lattice_.axis[a];
        AxisKeys keys(spec.seed, spec.axis);
        TilingTable<AlignedVector>& table = axis_[a];
        table.fraction.resize(shape.size[a] + CellAxis::pad, 0.0F);
        table.odd.resize(shape.size[a] + CellAxis::pad, 0);
        for (auto* keys_of_tap : {table.low, table.high})
          for (int t = 0; t < 3; ++t) keys_of_tap[t].resize(shape.size[a] + CellAxis::pad, 0);
        for (std::uint32_t i = 0; i < shape.size[a]; ++i)
          table.put(i, spec.lattice, keys, spec.lattice.place(shape.position(a, i)));
      }
    }
    void fill(const Chunk& chunk) const override {
      TilingSamples samples[3] = {axis_[0].from(chunk.begin[0]), {}, {}};
      for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
        for (std::uint32_t j = 0; j < chunk.size[1]; ++j) {
          samples[1] = axis_[1].from(chunk.begin[1] + j);
          if (shape_.dimensions == 3) samples[2] = axis_[2].from(chunk.begin[2] + k);
          const float* addend =
              chunk.addend ? chunk.addend + j * chunk.addend_row_stride + k * chunk.addend_slice_stride : nullptr;
          HWY_DYNAMIC_DISPATCH(fill_grid_row)
          (generator_.octave_, shape_.dimensions, samples, chunk.size[0],
           chunk.out + j * chunk.row_stride + k * chunk.slice_stride, addend);
        }
    }
    void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
      fill_by_points(generator_, shape_, chunk, displacement);
    }

   private:
    const TilingSimplexGenerator& generator_;
    GridShape shape_;
    TilingTable<AlignedVector> axis_[3];
  };

  TilingSimplexOctave octave_;
  CellLattice lattice_;
};

/// One over the largest sum of unit gradients that all point along their offsets, found by search (the test repeats it), less
/// 20 parts in a million for rounding.
GradientMaker maker(const TilingSimplexParams& params, float weight, std::size_t dimensions) {
  constexpr float any[2][2] = {{6.010523F, 37.83716F}, {10.92830F, 107.6533F}};  // 2D, 3D for e = 3, e = 4
  constexpr float fixed[2][2] = {{6.084660F, 44.20771F}, {11.08263F, 108.7255F}};
  return {params.gradients, weight * (params.gradients == GradientSet::circle ? any : fixed)[params.falloff - 3][dimensions - 2]};
}

Result<std::unique_ptr<Generator>> make_tiling_simplex(const ParamValues& values, std::string_view path, const OctaveSpec& spec) {
  CRATON_TRY(TilingSimplexParams params, params_from<TilingSimplexParams>(values, path));
  if (params.period.size() > 1)
    CRATON_TRY(check_even_period(params.period[1], "every other row of triangles is shifted, so that a period along y", path));
  OctaveSpec even = spec;
  even.axis[1] = even_lattice(spec.axis[1]);
  const TilingSimplexOctave octave{
      params.falloff == 3, {maker(params, spec.weight, 2), maker(params, spec.weight, 3)}, AxisKeys(spec.seed, 3)(1)};
  return std::unique_ptr<Generator>(std::make_unique<TilingSimplexGenerator>(octave, make_cell_lattice(even, 0)));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<TilingSimplexParams>() {
  static const ParamInfo list[] = {
      frequency_param<&TilingSimplexParams::frequency>(),
      integer_param<&TilingSimplexParams::falloff>(
          "falloff", 3, 4, "", "Exponent of a corner's falloff with squared distance: 3 is livelier, 4 smoother."),
      choice_param<&TilingSimplexParams::gradients>("gradients", gradient_set_doc),
      period_param<&TilingSimplexParams::period>(),
  };
  return list;
}

const GeneratorKind& tiling_simplex_noise() {
  static const GeneratorKind kind{
      {"tiling_simplex",
       "Tiling simplex noise",
       "Simplex noise on a lattice along the axes, which can repeat: after any number of cells along x and z, after an even "
       "number along y. In 2D triangles are one cell wide and high, so a little taller than equal sides would make them; in 3D "
       "tetrahedra are those of simplex noise, two corners in each cell.",
       "Gustavson & McEwan 2022",
       0b110,
       params_of<TilingSimplexParams>(),
       {}},
      make_tiling_simplex};
  return kind;
}

}  // namespace craton
#endif
