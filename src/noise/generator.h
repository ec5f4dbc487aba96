#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <craton/base/position.h>
#include <craton/base/seed.h>
#include <craton/noise/noise.h>

#include "base/aligned.h"
#include "noise/axis_lattice.h"

/// What every noise kind implements. Calls are per chunk or per batch, never per sample.
namespace craton {

inline constexpr std::size_t max_dimensions = 4;
inline constexpr int max_slope_dimensions = 3;  ///< analytic derivatives exist up to here

/// A grid of 1 to 4 dimensions; unused axes have one sample.
struct GridShape {
  int dimensions = 2;
  std::array<std::int64_t, max_dimensions> origin{};
  std::array<std::int64_t, max_dimensions> step{1, 1, 1, 1};
  std::array<std::uint32_t, max_dimensions> size{1, 1, 1, 1};

  /// Positions wrap modulo 2^64, and so does this sum; the product is exact, so no error grows along the axis.
  std::int64_t position(std::size_t axis, std::uint64_t sample) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(origin[axis]) + static_cast<std::uint64_t>(step[axis]) * sample);
  }
};

/// A box of samples and where its values go. Along the fourth axis it holds one sample.
struct Chunk {
  std::array<std::uint32_t, max_dimensions> begin{};
  std::array<std::uint32_t, max_dimensions> size{1, 1, 1, 1};
  float* out = nullptr;
  std::ptrdiff_t row_stride = 0, slice_stride = 0;
  const float* addend = nullptr;  ///< added to the values (the octaves before); may be the output itself, or nothing
  std::ptrdiff_t addend_row_stride = 0, addend_slice_stride = 0;

  /// The samples from (x, y) on, at most width × height of each slice.
  Chunk part(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height) const {
    Chunk part = *this;
    part.begin[0] += x;
    part.begin[1] += y;
    part.size[0] = std::min(width, size[0] - x);
    part.size[1] = std::min(height, size[1] - y);
    if (out) part.out += x + y * row_stride;
    if (addend) part.addend += x + y * addend_row_stride;
    return part;
  }
};

inline constexpr std::uint32_t max_chunk_width = 512;
inline constexpr std::uint32_t max_chunk_height = 64;
inline constexpr std::uint32_t max_chunk_depth = 4;

/// How far samples are moved before a noise is asked: one array of metres per axis, or nothing.
struct Displacement {
  std::array<const float*, max_dimensions> metres{};

  explicit operator bool() const { return metres[0] != nullptr; }
  Displacement from(std::size_t sample) const {
    Displacement rest = *this;
    for (const float*& axis : rest.metres)
      if (axis) axis += sample;
    return rest;
  }
};

/// How far the positions of a batch lie from its first, along an axis.
struct Distances {
  std::int64_t lowest = 0, highest = 0;
};

/// Positions of a batch of points, one array per axis.
struct PointBatch {
  static constexpr std::size_t capacity = max_chunk_width;  // a row of a chunk is a batch

  int dimensions = 2;
  std::size_t count = 0;
  std::array<std::array<std::int64_t, capacity>, max_dimensions> position;
  std::array<Distances, max_dimensions> distances;  ///< along each axis, where `measured`
  bool measured = false;
  Displacement displacement;
};

/// Room for one value per point of a batch, padded so that kernels may write whole vectors.
using BatchValues = AlignedArray<float, PointBatch::capacity>;

/// Values and their derivatives along each axis, per metre.
struct SlopeValues {
  BatchValues value;
  std::array<BatchValues, max_dimensions> slope;
};

/// Where such values go, as many slopes as there are dimensions.
struct SlopePlaces {
  float* value = nullptr;
  std::array<float*, max_dimensions> slope{};

  SlopePlaces from(std::size_t sample) const {
    SlopePlaces rest = *this;
    rest.value += sample;
    for (float*& axis : rest.slope)
      if (axis) axis += sample;
    return rest;
  }
};

/// Components of vectors at a batch of points.
using VectorValues = std::array<BatchValues, 3>;

/// One octave on one grid, with all per-axis work done.
class GridEvaluator {
 public:
  virtual ~GridEvaluator() = default;
  virtual void fill(const Chunk& chunk) const = 0;
  /// The same with every sample moved; displacements lie sample by sample, without gaps between rows.
  virtual void fill_displaced(const Chunk& chunk, const Displacement& displacement) const = 0;
  /// Vectors of the chunk's samples, one compact array per component; displacement may be empty. Only where the generator has
  /// vectors.
  virtual void fill_vectors(const Chunk& chunk, const Displacement& displacement, std::array<float*, 3> out) const;
  /// Values and slopes of the chunk's samples in compact arrays, without gaps between rows; what the chunk says of its output is
  /// not looked at. Displacement may be empty; slopes are those of the noise at the displaced place. Only where the generator
  /// has slopes.
  virtual void fill_slopes(const Chunk& chunk, const Displacement& displacement, float* value,
                           std::array<float*, max_dimensions> slope) const;
};

/// What all octaves of all kinds share. Kinds without periods find only endless axes.
struct OctaveSpec {
  Seed seed;
  Frequency frequency;
  std::array<AxisLattice, max_dimensions> axis{};
  float weight = 1;  ///< multiplies the value; folded into lattice values and gradients
};

/// One octave of a noise kind.
class Generator {
 public:
  virtual ~Generator() = default;
  virtual std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const = 0;
  virtual void at_points(const PointBatch& batch, BatchValues& out, bool add) const = 0;
  /// A single point, with the bits that at_points() gives: `position` has as many numbers as there are dimensions.
  virtual float at(const std::int64_t* position, int dimensions) const;
  /// Whether positions may wrap around 2^64 units without a seam.
  virtual bool wraps() const { return true; }
  /// Whether vectors_at_points() and the grid's fill_vectors() work, in up to three dimensions: the number is the first
  /// component.
  virtual bool has_vectors() const { return false; }
  virtual void vectors_at_points(const PointBatch& batch, VectorValues& out) const;
  /// Whether slopes_at_points() and the grid's fill_slopes() work, in up to three dimensions.
  virtual bool has_slopes() const { return false; }
  /// Values, with the bits that at_points() gives, and their derivatives along each axis, per metre. Where the batch is
  /// displaced they are those of the noise at the displaced places.
  virtual void slopes_at_points(const PointBatch& batch, SlopeValues& out) const;
  /// The values it can take where the octave's weight is 1.
  virtual ValueRange range() const { return {-1, 1}; }
};

/// Evaluates a chunk row by row as batches of points: for grids on which a noise shares nothing between samples.
void fill_by_points(const Generator& generator, const GridShape& shape, const Chunk& chunk, const Displacement& displacement);
void fill_slopes_by_points(const Generator& generator, const GridShape& shape, const Chunk& chunk,
                           const Displacement& displacement, const SlopePlaces& out);
void fill_vectors_by_points(const Generator& generator, const GridShape& shape, const Chunk& chunk,
                            const Displacement& displacement, const std::array<float*, 3>& out);

/// How many rows of a chunk, from row j on, make one batch.
std::uint32_t rows_of_batch(const Chunk& chunk, std::uint32_t j);

/// Puts `count` values of a batch where samples `first` … of row j of slice k, and of the rows after it, belong, added to what
/// the chunk says.
void put_batch(const BatchValues& values, const Chunk& chunk, std::size_t count, std::uint32_t first, std::uint32_t j,
               std::uint32_t k);
/// The same for values and slopes, whose arrays are compact.
void put_batch(const SlopeValues& values, const Chunk& chunk, int dimensions, std::size_t count, std::uint32_t first,
               std::uint32_t j, std::uint32_t k, const SlopePlaces& out);
void put_batch(const VectorValues& values, const Chunk& chunk, int dimensions, std::size_t count, std::uint32_t first,
               std::uint32_t j, std::uint32_t k, const std::array<float*, 3>& out);

/// A kind's declaration with the factory that reads its parameters.
struct GeneratorKind {
  NoiseKind info;
  Result<std::unique_ptr<Generator>> (*make)(const ParamValues& params, std::string_view path, const OctaveSpec& octave);
  bool repeats = true;  ///< its lattices are those of OctaveSpec::axis, which may close after a period
};

}  // namespace craton
