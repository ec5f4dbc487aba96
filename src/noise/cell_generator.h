#pragma once

#include <utility>

#include "noise/cell_points.h"
#include "noise/generator.h"

namespace craton {

/// A noise on the square lattice: everything but its kernels, which are handed in. `Octave` is what these need to know.
template <class Octave>
struct CellKernels {
  void (*fill_chunk)(const Octave& octave, const CellGrid& grid, const Chunk& chunk);
  void (*fill_points)(const Octave& octave, int dimensions, const CellPoints& points, float* out, bool add);
};

template <class Octave>
class CellGenerator final : public Generator {
 public:
  CellGenerator(const Octave& octave, const CellLattice& lattice, CellKernels<Octave> kernels)
      : octave_(octave), lattice_(lattice), kernels_(kernels) {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override {
    return std::make_unique<Grid>(octave_, make_cell_grid(lattice_, shape), kernels_);
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override {
    CellPoints points;
    make_cell_points(lattice_, batch, points);
    kernels_.fill_points(octave_, batch.dimensions, points, out.data, add);
  }

 private:
  class Grid final : public GridEvaluator {
   public:
    Grid(const Octave& octave, CellGrid grid, CellKernels<Octave> kernels)
        : octave_(octave), grid_(std::move(grid)), kernels_(kernels) {}
    void fill(const Chunk& chunk) const override { kernels_.fill_chunk(octave_, grid_, chunk); }

   private:
    Octave octave_;
    CellGrid grid_;
    CellKernels<Octave> kernels_;
  };

  Octave octave_;
  CellLattice lattice_;
  CellKernels<Octave> kernels_;
};

template <class Octave>
std::unique_ptr<Generator> make_cell_generator(const Octave& octave, const CellLattice& lattice, CellKernels<Octave> kernels) {
  return std::make_unique<CellGenerator<Octave>>(octave, lattice, kernels);
}

}  // namespace craton
