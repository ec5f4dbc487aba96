#pragma once

#include <algorithm>
#include <array>

#include "noise/cell_points.h"
#include "noise/generator.h"

namespace craton {

/// Noises whose corners carry random values in [−scale, scale), and nothing else.
struct RandomOctave {
  float scale;
};

/// What one instruction set offers of a noise on the square lattice. `Octave` is what the kernels need to know.
template <class Octave>
struct CellKernels {
  void (*fill_chunk)(const Octave& octave, const CellGrid& grid, const Chunk& chunk);
  /// Whole vectors are written, and read where there is an addend.
  void (*fill_points)(const Octave& octave, int dimensions, const CellPoints& points, float* out, const float* addend);
  float (*at)(const Octave& octave, int dimensions, const CellPoint& point);
  bool by_cells;  ///< fill_points can do with CellPoints::by_cells
  /// Values and slopes; nothing for noises that have none.
  void (*fill_slope_chunk)(const Octave& octave, const CellLattice& lattice, const CellGrid& grid, const Chunk& chunk,
                           const SlopePlaces& out) = nullptr;
  void (*fill_slope_points)(const Octave& octave, const CellLattice& lattice, int dimensions, const CellPoints& points,
                            SlopeValues& out) = nullptr;
  /// Whole vectors; nothing for noises that have none.
  void (*fill_vectors)(const Octave& octave, const CellGrid& grid, const Chunk& chunk, std::array<float*, 3> out) = nullptr;
  void (*vectors_at_points)(const Octave& octave, int dimensions, const CellPoints& points, VectorValues& out) = nullptr;
};

/// The kernels of the instruction set in use.
template <class Octave>
using ChooseKernels = const CellKernels<Octave>& (*)();

/// A noise on the square lattice: everything but its kernels, which are handed in.
template <class Octave>
class CellGenerator final : public Generator {
 public:
  CellGenerator(const Octave& octave, const CellLattice& lattice, ChooseKernels<Octave> kernels)
      : octave_(octave),
        lattice_(lattice),
        keys_{lattice.axis[0].keys(), lattice.axis[1].keys(), lattice.axis[2].keys(), lattice.axis[3].keys()},
        kernels_(kernels) {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override { return std::make_unique<Grid>(*this, shape); }
  bool wraps() const override {
    return std::all_of(lattice_.axis.begin(), lattice_.axis.end(), [](const AxisSpec& axis) { return axis.lattice.period == 0; });
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    CellPoints points;
    make_cell_points(lattice_, batch, points);
    kernels_().fill_points(octave_, batch.dimensions, points, out.data, add ? out.data : nullptr);
  }
  float at(const std::int64_t* position, int dimensions) const override {
    return kernels_().at(octave_, dimensions, make_cell_point(lattice_, keys_, position, dimensions));
  }
  bool has_slopes() const override { return kernels_().fill_slope_points != nullptr; }
  void slopes_at_points(const PointBatch& batch, SlopeValues& out) const override {
    CellPoints points;
    make_cell_points(lattice_, batch, points);
    kernels_().fill_slope_points(octave_, lattice_, batch.dimensions, points, out);
  }
  bool has_vectors() const override { return kernels_().vectors_at_points != nullptr; }
  void vectors_at_points(const PointBatch& batch, VectorValues& out) const override {
    CellPoints points;
    make_cell_points(lattice_, batch, points);
    kernels_().vectors_at_points(octave_, batch.dimensions, points, out);
  }

 private:
  class Grid final : public GridEvaluator {
   public:
    Grid(const CellGenerator& generator, const GridShape& shape)
        : generator_(generator),
          shape_(shape),
          grid_(make_cell_grid(generator.lattice_, shape)),
          dense_(is_dense(generator.lattice_, shape)) {
      if (dense_) grid_.keep_keys_of_samples();
    }
    void fill(const Chunk& chunk) const override {
      if (dense_) return fill_displaced(chunk, {});
      generator_.kernels_().fill_chunk(generator_.octave_, grid_, chunk);
    }
    void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
      // Rows of whole vectors need no detour.
      const bool direct = !displacement && chunk.size[0] % (vector_alignment / sizeof(float)) == 0;
      const auto fill_rows = [&](const CellPoints& points, std::uint32_t j, std::uint32_t k) {
        if (direct) {
          const float* addend =
              chunk.addend ? chunk.addend + j * chunk.addend_row_stride + k * chunk.addend_slice_stride : nullptr;
          float* out = chunk.out + j * chunk.row_stride + k * chunk.slice_stride;
          return generator_.kernels_().fill_points(generator_.octave_, shape_.dimensions, points, out, addend);
        }
        BatchValues values;
        generator_.kernels_().fill_points(generator_.octave_, shape_.dimensions, points, values.data, nullptr);
        put_batch(values, chunk, points.count, 0, j, k);
      };
      const bool by_rows = for_rows(chunk, displacement, fill_rows, generator_.kernels_().by_cells);
      if (!by_rows) fill_by_points(generator_, shape_, chunk, displacement);
    }
    void fill_slopes(const Chunk& chunk, const Displacement& displacement, float* value,
                     std::array<float*, max_dimensions> slope) const override {
      const SlopePlaces out{value, slope};
      if (!displacement)
        return generator_.kernels_().fill_slope_chunk(generator_.octave_, generator_.lattice_, grid_, chunk, out);
      const bool by_rows = for_rows(chunk, displacement, [&](const CellPoints& points, std::uint32_t j, std::uint32_t k) {
        SlopeValues values;
        generator_.kernels_().fill_slope_points(generator_.octave_, generator_.lattice_, shape_.dimensions, points, values);
        put_batch(values, chunk, shape_.dimensions, points.count, 0, j, k, out);
      });
      if (!by_rows) fill_slopes_by_points(generator_, shape_, chunk, displacement, out);
    }
    void fill_vectors(const Chunk& chunk, const Displacement& displacement, std::array<float*, 3> out) const override {
      if (!displacement && !dense_) return generator_.kernels_().fill_vectors(generator_.octave_, grid_, chunk, out);
      const bool by_rows = for_rows(chunk, displacement, [&](const CellPoints& points, std::uint32_t j, std::uint32_t k) {
        VectorValues values;
        generator_.kernels_().vectors_at_points(generator_.octave_, shape_.dimensions, points, values);
        put_batch(values, chunk, shape_.dimensions, points.count, 0, j, k, out);
      });
      if (!by_rows) fill_vectors_by_points(generator_, shape_, chunk, displacement, out);
    }

   private:
    /// Calls use(points, j, k) for batches that begin with row j of slice k, displaced or not; false where that does not help.
    template <class Use>
    bool for_rows(const Chunk& chunk, const Displacement& displacement, const Use& use, bool by_cells = false) const {
      if (!displacement) {
        GridRows rows(grid_, chunk);
        for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
          for (std::uint32_t j = 0; j < chunk.size[1]; ++j) use(rows.row(j, k), j, k);
        return true;
      }
      const DisplacedRows rows(generator_.lattice_, shape_, chunk);
      if (!rows.near()) return false;
      CellPoints points;
      for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
        for (std::uint32_t j = 0; j < chunk.size[1]; j += rows_of_batch(chunk, j)) {
          rows.make_points(j, k, displacement.from((std::size_t{k} * chunk.size[1] + j) * chunk.size[0]), by_cells, points);
          use(points, j, k);
        }
      return true;
    }

    const CellGenerator& generator_;
    GridShape shape_;
    CellGrid grid_;
    bool dense_;  ///< samples share too few corners to be walked cell by cell
  };

  Octave octave_;
  CellLattice lattice_;
  std::array<AxisKeys, max_dimensions> keys_;
  ChooseKernels<Octave> kernels_;
};

/// The factory of a kind: `make_octave` makes what its kernels need of parameters and a weight.
template <class Params, auto make_octave, auto kernels, bool quick = false>
Result<std::unique_ptr<Generator>> make_cell_noise(const ParamValues& values, std::string_view path, const OctaveSpec& octave) {
  CRATON_TRY(const Params params, params_from<Params>(values, path));
  using Octave = decltype(make_octave(params, octave.weight));
  return std::unique_ptr<Generator>(std::make_unique<CellGenerator<Octave>>(
      make_octave(params, octave.weight), make_cell_lattice(octave, params.smoothness, quick), kernels));
}

}  // namespace craton
