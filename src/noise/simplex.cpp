// Simplex noise (Perlin 2001; Gustavson 2005, "Simplex noise demystified"): every lattice corner within reach contributes
// (r² − d²)^e · (gradient · offset), d its distance. r² = ½ less a trace, so that a disc ends within the simplices around
// its corner by more than any rounding, and leaving out corners beyond them is exact.
//
// Grids whose cells are wide add up discs, corner by corner and row by row: along a row a corner costs a handful of
// operations. Finer grids find the corners of each sample, from tables per lattice index. Both add corners in the order of
// their indices (last axis first), so the sums agree bit for bit.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/simplex.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "noise/common_params.h"
#include "noise/simplex_grid-inl.h"
#include "noise/simplex_slopes-inl.h"
#include "noise/simplex_sum-inl.h"

#ifndef CRATON_NOISE_SIMPLEX_CPP
#define CRATON_NOISE_SIMPLEX_CPP
namespace craton {

struct SimplexParams {
  double frequency = 0.01;
  int falloff = 4;
  GradientSet gradients = GradientSet::circle;
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

template <int Dimensions>
HWY_INLINE void sum_values(const SimplexOctave& octave, const SimplexPoints& points, float* out, bool add) {
  using Sum = SimplexValueSum<Dimensions>;
  sum_points<Sum, Dimensions>(octave, points, [&](std::size_t i, const Sum& sum) CRATON_INLINE_LAMBDA {
    const D d;
    hn::Store(add ? hn::Add(hn::Load(d, out + i), sum.value) : sum.value, d, out + i);
  });
}

void fill_points(const SimplexOctave& octave, int dimensions, const SimplexPoints& points, float* out, bool add) {
  if (dimensions == 2) return sum_values<2>(octave, points, out, add);
  if (dimensions == 3) return sum_values<3>(octave, points, out, add);
  return sum_values<4>(octave, points, out, add);
}

float value_at(const SimplexOctave& octave, int dimensions, const SimplexPoint& point) {
  if (dimensions == 2) return simplex_value_at<2>(octave, point);
  if (dimensions == 3) return simplex_value_at<3>(octave, point);
  return simplex_value_at<4>(octave, point);
}

void fill_chunk(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk) {
  fill_simplex_chunk(octave, grid, chunk);
}

void fill_slope_points(const SimplexOctave& octave, float cells_per_metre, int dimensions, const SimplexPoints& points,
                       SlopeValues& out) {
  fill_simplex_slope_points(octave, cells_per_metre, dimensions, points, out);
}

void fill_slope_chunk(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk, const SlopePlaces& out) {
  fill_simplex_slope_chunk(octave, grid, chunk, out);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(fill_chunk);
HWY_EXPORT(fill_points);
HWY_EXPORT(fill_slope_chunk);
HWY_EXPORT(fill_slope_points);
HWY_EXPORT(value_at);

class SimplexGridEvaluator final : public GridEvaluator {
 public:
  SimplexGridEvaluator(const Generator& generator, const SimplexOctave& octave, const SimplexLattice& lattice,
                       const GridShape& shape)
      : generator_(generator), octave_(octave), grid_(lattice, shape) {}

  void fill(const Chunk& chunk) const override {
    if (shares_corners())
      HWY_DYNAMIC_DISPATCH(fill_chunk)(octave_, grid_, chunk);
    else
      fill_displaced(chunk, {});  // cells narrower than samples share nothing: each sample is a point
  }
  void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
    fill_by_points(generator_, grid_.shape, chunk, displacement);
  }
  void fill_slopes(const Chunk& chunk, const Displacement& displacement, float* value,
                   std::array<float*, max_dimensions> slope) const override {
    if (displacement || !shares_corners())
      fill_slopes_by_points(generator_, grid_.shape, chunk, displacement, {value, slope});
    else
      HWY_DYNAMIC_DISPATCH(fill_slope_chunk)(octave_, grid_, chunk, {value, slope});
  }

 private:
  static constexpr double most_cells_per_sample = 0.7;  ///< tables of the row kernel reach that far

  bool shares_corners() const {
    return grid_.cells_per_sample[0] < most_cells_per_sample && grid_.cells_per_sample[1] < most_cells_per_sample &&
           grid_.cells_per_sample[2] < most_cells_per_sample;
  }

  const Generator& generator_;
  SimplexOctave octave_;
  SimplexGrid grid_;
};

class SimplexGenerator final : public Generator {
 public:
  SimplexGenerator(const SimplexOctave& octave, const OctaveSpec& spec)
      : octave_(octave),
        spec_(spec),
        lattice_{SimplexLattice(2, spec), SimplexLattice(3, spec), SimplexLattice(4, spec)},
        keys_{lattice_[0].keys(0), lattice_[0].keys(1), lattice_[0].keys(2), lattice_[0].keys(3)} {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override {
    return std::make_unique<SimplexGridEvaluator>(*this, octave_, SimplexLattice(shape.dimensions, spec_), shape);
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    SimplexPoints points;
    make_simplex_points(SimplexLattice(batch.dimensions, spec_), batch, points);
    HWY_DYNAMIC_DISPATCH(fill_points)(octave_, batch.dimensions, points, out.data, add);
  }
  float at(const std::int64_t* position, int dimensions) const override {
    const SimplexPoint point = make_simplex_point(lattice_[static_cast<std::size_t>(dimensions - 2)], keys_, position);
    return HWY_DYNAMIC_DISPATCH(value_at)(octave_, dimensions, point);
  }
  bool has_slopes() const override { return true; }
  void slopes_at_points(const PointBatch& batch, SlopeValues& out) const override {
    const SimplexLattice lattice(batch.dimensions, spec_);
    SimplexPoints points;
    make_simplex_points(lattice, batch, points);
    HWY_DYNAMIC_DISPATCH(fill_slope_points)(octave_, lattice.cells_per_metre(), batch.dimensions, points, out);
  }
  bool wraps() const override { return false; }

 private:
  SimplexOctave octave_;
  OctaveSpec spec_;
  std::array<SimplexLattice, 3> lattice_;  ///< of two, three and four dimensions
  std::array<AxisKeys, max_dimensions> keys_;
};

/// One over the largest sum of unit gradients that all point along their offsets, found by search (the range test repeats
/// it), less 15 parts in a million for rounding.
GradientMaker maker(const SimplexParams& params, float weight, std::size_t dimensions) {
  constexpr float any[2][3] = {{32.99095F, 37.83735F, 41.40883F}, {99.20511F, 107.65381F, 108.56808F}};  // 2D … 4D, e = 3, 4
  constexpr float fixed[2][3] = {{33.13923F, 44.20793F, 46.57557F}, {99.41704F, 108.72600F, 108.73441F}};
  return {params.gradients, weight * (params.gradients == GradientSet::circle ? any : fixed)[params.falloff - 3][dimensions - 2]};
}

Result<std::unique_ptr<Generator>> make_simplex(const ParamValues& values, std::string_view path, const OctaveSpec& spec) {
  CRATON_TRY(SimplexParams params, params_from<SimplexParams>(values, path));
  const SimplexOctave octave{params.falloff == 3,
                             {maker(params, spec.weight, 2), maker(params, spec.weight, 3), maker(params, spec.weight, 4)}};
  return std::unique_ptr<Generator>(std::make_unique<SimplexGenerator>(octave, spec));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<SimplexParams>() {
  static const ParamInfo list[] = {
      frequency_param<&SimplexParams::frequency>(),
      integer_param<&SimplexParams::falloff>("falloff", 3, 4, "",
                                             "Exponent of a corner's falloff with squared distance: 3 is livelier, 4 smoother."),
      choice_param<&SimplexParams::gradients>("gradients", gradient_set_doc),
  };
  return list;
}

const GeneratorKind& simplex_noise() {
  static const GeneratorKind kind{{"simplex",
                                   "Simplex noise",
                                   "Gradients on a lattice of triangles, tetrahedra or 4D simplices, each felt within a round "
                                   "neighbourhood: no preferred axes. "
                                   "Does not repeat where positions wrap at 2^53 m.",
                                   "Perlin 2001; Gustavson 2005",
                                   0b1110,
                                   params_of<SimplexParams>(),
                                   {}},
                                  make_simplex,
                                  false};
  return kind;
}

}  // namespace craton
#endif
