#pragma once

#include <array>
#include <memory>

#include "noise/generator.h"
#include "noise/gradients.h"

/// Gradient noise as a whole: the blended vector, all components in one pass. Domain warps take it as their displacement.
namespace craton {

/// One lattice of vectors on one grid, with all per-axis work done.
class VectorGrid {
 public:
  virtual ~VectorGrid() = default;
  /// Component k of every sample of the chunk goes to out[k], or is added to what is there: sample by sample, without gaps
  /// between rows and slices, so that `Displacement` can take them. Of the chunk, `begin` and `size` matter alone. There are as
  /// many components as dimensions; further pointers are not touched.
  virtual void fill(const Chunk& chunk, std::array<float*, 3> out, bool add = false) const = 0;
  /// The same with every sample moved; displacements lie like the components.
  virtual void fill_displaced(const Chunk& chunk, const Displacement& displacement, std::array<float*, 3> out,
                              bool add = false) const = 0;
};

class VectorGenerator {
 public:
  using Components = std::array<BatchValues, 3>;

  virtual ~VectorGenerator() = default;
  virtual std::unique_ptr<VectorGrid> on_grid(const GridShape& shape) const = 0;
  virtual void at_points(const PointBatch& batch, Components& out, bool add = false) const = 0;
  virtual bool wraps() const = 0;
};

/// Vectors no longer than the octave's weight, in 1, 2 and 3 dimensions. Their first component is the noise "gradient" with the
/// same octave and parameters, bit for bit.
std::unique_ptr<VectorGenerator> make_gradient_vectors(const OctaveSpec& octave, int smoothness, GradientSet gradients);

}  // namespace craton
