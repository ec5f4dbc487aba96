// Gradient noise ("slope" noise): lattice corners carry unit vectors, as in Perlin noise, but the vectors themselves are
// blended by S_n along each axis, not what they add along the way to a sample. The noise is the x component of the blended
// vector; the whole vector is for domain warps.
//
// Each component is blended like the values of value noise, so that all of them are walked as rows of one such lattice.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/gradient.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/cell_kernels-inl.h"
#include "noise/common_params.h"
#include "noise/gradients-inl.h"

#ifndef CRATON_NOISE_GRADIENT_CPP
#define CRATON_NOISE_GRADIENT_CPP
namespace craton {

struct GradientParams {
  double frequency = 0.01;
  int smoothness = 2;
  GradientSet gradients = GradientSet::circle;
  std::vector<double> period;
};

struct GradientOctave {
  GradientMaker gradients;
};

}  // namespace craton
#endif

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

struct GradientKernel : BlendKernel {
  using Octave = GradientOctave;

  template <int Dimensions, class D, class VU, class V = hn::Vec<D>>
  static HWY_INLINE void corner(D d, VU hash, const Octave& octave, V (&out)[1]) {
    V vector[Dimensions];
    gradient_of(d, hash, octave.gradients, vector);
    out[0] = vector[0];
  }
};

// ---- whole vectors

/// CellFiller for all components: a corner is hashed once, and the rows of each component are walked like those of one noise.
template <int Dimensions>
class VectorFiller {
 public:
  VectorFiller(const GradientOctave& octave, const CellGrid& grid, const Chunk& chunk, std::array<float*, 3> out)
      : octave_(octave),
        grid_(grid),
        chunk_(chunk),
        out_(out),
        span_(corners_of(grid.axis[0], chunk.begin[0], chunk.size[0])),
        terms_fit_(span_.count <= hn::Lanes(d)) {}

  HWY_INLINE void fill() {
    if constexpr (Dimensions == 1) {
      Corners row;
      make_corners({}, row);
      make_lines(0, [&](std::size_t i, Vector& line) CRATON_INLINE_LAMBDA { row.load(d, i, line); });
      walk(1, 0, 0);
    } else if constexpr (Dimensions == 2) {
      fill_2d();
    } else {
      fill_3d();
    }
  }

 private:
  static constexpr D32 d{};
  static constexpr hn::RebindToUnsigned<D32> du{};
  using V = hn::Vec<D32>;
  using Vector = V[Dimensions];
  using Corners = CornerLine<Dimensions>;

  /// Rows walked together.
  static constexpr std::uint32_t max_rows = Dimensions == 2 ? 16 : max_chunk_depth;

  void fill_2d() {
    const CellAxis& y = grid_.axis[1];
    Corners rows[2];
    for (std::uint32_t first = 0; first < chunk_.size[1]; first += max_rows) {
      const std::uint32_t count = HWY_MIN(max_rows, chunk_.size[1] - first);
      for (std::uint32_t r = 0; r < count; ++r) {
        const std::uint32_t sample = chunk_.begin[1] + first + r;
        const std::uint32_t corner = y.corner[sample];
        for (const std::uint32_t c : {corner, corner + 1})
          if (rows[c % 2].corner != c) make_corners({y.key_low[c], y.key_high[c]}, rows[c % 2]).corner = c;
        collapse_y(r, sample, rows[corner % 2], rows[(corner + 1) % 2]);
      }
      walk(count, std::size_t{first} * chunk_.size[0], chunk_.size[0]);
    }
  }

  struct CollapsedRows {
    std::uint32_t corner = ~0U;
    Corners by_sample[max_chunk_depth];
  };

  /// Rows that differ in z alone are walked together.
  void fill_3d() {
    const CellAxis& y = grid_.axis[1];
    CollapsedRows rows[2];
    for (std::uint32_t j = 0; j < chunk_.size[1]; ++j) {
      const std::uint32_t sample = chunk_.begin[1] + j;
      const std::uint32_t corner = y.corner[sample];
      for (const std::uint32_t c : {corner, corner + 1})
        if (rows[c % 2].corner != c) collapse_z(c, rows[c % 2]);
      for (std::uint32_t k = 0; k < chunk_.size[2]; ++k)
        collapse_y(k, sample, rows[corner % 2].by_sample[k], rows[(corner + 1) % 2].by_sample[k]);
      walk(chunk_.size[2], std::size_t{j} * chunk_.size[0], std::size_t{chunk_.size[0]} * chunk_.size[1]);
    }
  }

  /// The vectors of one lattice line.
  HWY_INLINE Corners& make_corners(AxisKey other_axes, Corners& line) {
    for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
      Vector vector;
      gradient_of(d, corner_hash<false>(du, grid_.axis[0], span_.first + i, other_axes), octave_.gradients, vector);
      line.store(d, i, vector);
    }
    return line;
  }

  static HWY_INLINE void mix_all(const Vector& before, const Vector& after, V share, Vector& out) {
    for (int c = 0; c < Dimensions; ++c) out[c] = mix(d, before[c], after[c], share);
  }

  /// Lattice row `corner` along y, collapsed to each sample of the chunk along z.
  void collapse_z(std::uint32_t corner, CollapsedRows& rows) {
    const CellAxis& y = grid_.axis[1];
    const CellAxis& z = grid_.axis[2];
    Corners planes[2];
    for (std::uint32_t k = 0; k < chunk_.size[2]; ++k) {
      const std::uint32_t sample = chunk_.begin[2] + k;
      const std::uint32_t plane = z.corner[sample];
      for (const std::uint32_t c : {plane, plane + 1})
        if (planes[c % 2].corner != c)
          make_corners({y.key_low[corner] + z.key_low[c], y.key_high[corner] + z.key_high[c]}, planes[c % 2]).corner = c;
      const V u = hn::Set(d, z.blend[sample]);
      for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
        Vector before, after, row;
        planes[plane % 2].load(d, i, before);
        planes[(plane + 1) % 2].load(d, i, after);
        mix_all(before, after, u, row);
        rows.by_sample[k].store(d, i, row);
      }
    }
    rows.corner = corner;
  }

  HWY_INLINE void collapse_y(std::uint32_t row, std::uint32_t sample, const Corners& before, const Corners& after) {
    const V u = hn::Set(d, grid_.axis[1].blend[sample]);
    make_lines(row, [&](std::size_t i, Vector& line) CRATON_INLINE_LAMBDA {
      Vector a, b;
      before.load(d, i, a);
      after.load(d, i, b);
      mix_all(a, b, u, line);
    });
  }

  /// Lines of a row, for each component; where one vector holds all corners, the terms at once.
  template <class LineAt>
  HWY_INLINE void make_lines(std::uint32_t row, const LineAt& line_at) {
    Vector line;
    if (terms_fit_) {
      line_at(0, line);
      const auto next =
          hn::IndicesFromVec(d, hn::Min(hn::Iota(du, 1), hn::Set(du, static_cast<std::uint32_t>(hn::Lanes(d) - 1))));
      for (int c = 0; c < Dimensions; ++c) {
        const V before[1] = {line[c]}, after[1] = {hn::TableLookupLanes(line[c], next)};
        V terms[GradientKernel::terms];
        GradientKernel::from_lines(before, after, terms);
        terms_[c][row].store(d, 0, terms);
      }
      return;
    }
    for (std::size_t i = 0; i < span_.count; i += hn::Lanes(d)) {
      line_at(i, line);
      for (int c = 0; c < Dimensions; ++c) hn::Store(line[c], d, &lines_[c][row].channel[0][i]);
    }
  }

  /// Rows that begin `stride` samples after each other, from sample `first` of the output on.
  HWY_INLINE void walk(std::uint32_t rows, std::size_t first, std::size_t stride) {
    for (int c = 0; c < Dimensions; ++c) {
      float* out = out_[static_cast<std::size_t>(c)] + first;
      const RowPlaces places{out, static_cast<std::ptrdiff_t>(stride), out, static_cast<std::ptrdiff_t>(stride)};
      if (terms_fit_)
        walk_from<false>(terms_[c], rows, places);
      else
        walk_from<true>(lines_[c], rows, places);
    }
  }

  template <bool FromLines, class Numbers>
  HWY_INLINE void walk_from(const Numbers* corners, std::uint32_t rows, const RowPlaces& places) const {
    const CellAxis& x = grid_.axis[0];
    const auto count = static_cast<int>(rows);
    RowWalk<GradientKernel, FromLines, false>(x, chunk_.begin[0], chunk_.size[0], corners).walk(count, places);
  }

  const GradientOctave& octave_;
  const CellGrid& grid_;
  const Chunk& chunk_;
  const std::array<float*, 3> out_;
  const CornerSpan span_;
  const bool terms_fit_;
  CornerLine<GradientKernel::lines> lines_[Dimensions][max_rows];
  CornerLine<GradientKernel::terms> terms_[Dimensions][max_rows];
};

void fill_vectors(const GradientOctave& octave, const CellGrid& grid, const Chunk& chunk, std::array<float*, 3> out) {
  if (grid.dimensions == 1) return VectorFiller<1>(octave, grid, chunk, out).fill();
  if (grid.dimensions == 2) return VectorFiller<2>(octave, grid, chunk, out).fill();
  return VectorFiller<3>(octave, grid, chunk, out).fill();
}

template <int Dimensions>
HWY_INLINE void fill_vector_points(const GradientOctave& octave, const CellPoints& points, VectorValues& out) {
  constexpr D32 d{};
  constexpr hn::RebindToUnsigned<D32> du{};
  using V = hn::Vec<D32>;
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    // Corners by their sides, z in the highest bit: each axis halves what is left, from z down to x.
    V vectors[1 << Dimensions][Dimensions];
    for (int corner = 0; corner < 1 << Dimensions; ++corner) {
      auto low = hn::Zero(du), high = hn::Zero(du);
      for (int a = 0; a < Dimensions; ++a) {
        low = hn::Add(low, hn::Load(du, &points.axis[a].low[corner >> a & 1][i]));
        high = hn::Add(high, hn::Load(du, &points.axis[a].high[corner >> a & 1][i]));
      }
      gradient_of(d, lattice_point_hash(du, low, high), octave.gradients, vectors[corner]);
    }
    for (int a = Dimensions - 1; a >= 0; --a) {
      const V share = hn::Load(d, &points.axis[a].blend[i]);
      for (int corner = 0; corner < 1 << a; ++corner)
        for (int c = 0; c < Dimensions; ++c)
          vectors[corner][c] = mix(d, vectors[corner][c], vectors[corner + (1 << a)][c], share);
    }
    for (int c = 0; c < Dimensions; ++c) hn::Store(vectors[0][c], d, &out[static_cast<std::size_t>(c)][i]);
  }
}

void vectors_at_points(const GradientOctave& octave, int dimensions, const CellPoints& points, VectorValues& out) {
  if (dimensions == 1) return fill_vector_points<1>(octave, points, out);
  if (dimensions == 2) return fill_vector_points<2>(octave, points, out);
  return fill_vector_points<3>(octave, points, out);
}

CellKernels<GradientOctave> kernels() {
  CellKernels<GradientOctave> kernels = cell_kernels<GradientKernel>();
  kernels.fill_vectors = fill_vectors;
  kernels.vectors_at_points = vectors_at_points;
  return kernels;
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(kernels);

/// Blends of unit vectors are no longer than they; 15 parts in a million are left for rounding and for the error of sine and
/// cosine.
GradientOctave make_octave(GradientSet gradients, float weight) { return {{gradients, weight * 0.999985F}}; }

Result<std::unique_ptr<Generator>> make_gradient(const ParamValues& values, std::string_view path, const OctaveSpec& octave) {
  CRATON_TRY(GradientParams params, params_from<GradientParams>(values, path));
  return make_cell_generator(make_octave(params.gradients, octave.weight), make_cell_lattice(octave, params.smoothness),
                             [] { return HWY_DYNAMIC_DISPATCH(kernels)(); });
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<GradientParams>() {
  static const ParamInfo list[] = {
      frequency_param<&GradientParams::frequency>(),
      smoothness_param<&GradientParams::smoothness>(),
      choice_param<&GradientParams::gradients>("gradients", gradient_set_doc),
      period_param<&GradientParams::period>(),
  };
  return list;
}

const GeneratorKind& gradient_noise() {
  static const GeneratorKind kind{
      {"gradient",
       "Gradient noise",
       "Unit vectors on a square lattice, blended between corners as they are (\"slope\" noise); the value is the x component of "
       "the blended vector. Simpler and blockier than Perlin noise; the whole vector serves to displace points.",
       "",
       0b111,
       params_of<GradientParams>(),
       {}},
      make_gradient};
  return kind;
}

}  // namespace craton
#endif
