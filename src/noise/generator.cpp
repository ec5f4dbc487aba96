#include "noise/generator.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "base/uint128.h"

namespace craton {
namespace {

/// Where `count` samples of an axis lie from its sample `first` on, and how far from the first of them. False where that takes
/// more than 63 bits.
bool place_samples(const GridShape& shape, std::size_t axis, std::uint64_t first, std::size_t count, std::int64_t* positions,
                   Distances& distances) {
  const auto step = static_cast<std::uint64_t>(shape.step[axis]);
  auto position = static_cast<std::uint64_t>(shape.position(axis, first));
  for (std::size_t i = 0; i < count; ++i, position += step) positions[i] = static_cast<std::int64_t>(position);
  const uint128 furthest = static_cast<uint128>(step) * (count - 1);
  distances = {0, static_cast<std::int64_t>(furthest)};
  return furthest <= std::numeric_limits<std::int64_t>::max();
}

/// Calls use(batch, first, j, k) for batches of samples that lie in row j of slice k, from sample `first` on, or in as many whole
/// rows from there as fit.
template <class Use>
void for_each_batch(const GridShape& shape, const Chunk& chunk, const Displacement& displacement, const Use& use) {
  PointBatch batch;
  batch.dimensions = shape.dimensions;
  for (std::uint32_t first = 0; first < chunk.size[0]; first += PointBatch::capacity) {
    const std::size_t width = std::min<std::size_t>(PointBatch::capacity, chunk.size[0] - first);
    batch.measured =
        place_samples(shape, 0, std::uint64_t{chunk.begin[0]} + first, width, batch.position[0].data(), batch.distances[0]);
    for (std::size_t r = 1; r < rows_of_batch(chunk, 0); ++r)
      std::copy_n(batch.position[0].begin(), width, &batch.position[0][r * width]);
    for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
      for (std::uint32_t j = 0, rows; j < chunk.size[1]; j += rows) {
        rows = rows_of_batch(chunk, j);
        batch.count = width * rows;
        batch.displacement = displacement.from((std::size_t{k} * chunk.size[1] + j) * chunk.size[0] + first);
        const std::array<std::uint32_t, max_dimensions> row{first, j, k, 0};
        for (std::size_t a = 1; a < static_cast<std::size_t>(shape.dimensions); ++a) {
          std::array<std::int64_t, PointBatch::capacity> of_rows;
          const std::size_t along = a == 1 ? rows : 1;
          batch.measured =
              place_samples(shape, a, std::uint64_t{chunk.begin[a]} + row[a], along, of_rows.data(), batch.distances[a]) &&
              batch.measured;
          for (std::size_t r = 0; r < rows; ++r) std::fill_n(&batch.position[a][r * width], width, of_rows[a == 1 ? r : 0]);
        }
        use(batch, first, j, k);
      }
  }
}

}  // namespace

std::uint32_t rows_of_batch(const Chunk& chunk, std::uint32_t j) {
  const std::uint32_t fit = std::uint32_t{PointBatch::capacity} / chunk.size[0];
  return std::clamp(fit, 1U, chunk.size[1] - j);
}

float Generator::at(const std::int64_t* position, int dimensions) const {
  PointBatch batch;
  batch.dimensions = dimensions;
  batch.count = 1;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) batch.position[a][0] = position[a];
  BatchValues value;
  at_points(batch, value, false);
  return value[0];
}

void GridEvaluator::fill_slopes(const Chunk&, const Displacement&, float*, std::array<float*, max_dimensions>) const {
  std::abort();  // only where the generator has slopes
}

void Generator::slopes_at_points(const PointBatch&, SlopeValues&) const { std::abort(); }

void GridEvaluator::fill_vectors(const Chunk&, const Displacement&, std::array<float*, 3>) const { std::abort(); }
void Generator::vectors_at_points(const PointBatch&, VectorValues&) const { std::abort(); }

void put_batch(const BatchValues& values, const Chunk& chunk, std::size_t count, std::uint32_t first, std::uint32_t j,
               std::uint32_t k) {
  for (std::size_t done = 0; done < count; ++j, first = 0) {
    float* out = chunk.out + first + j * chunk.row_stride + k * chunk.slice_stride;
    const float* addend =
        chunk.addend ? chunk.addend + first + j * chunk.addend_row_stride + k * chunk.addend_slice_stride : nullptr;
    const float* from = values.data + done;
    const std::size_t width = std::min<std::size_t>(count - done, chunk.size[0] - first);
    for (std::size_t i = 0; i < width; ++i) out[i] = addend ? addend[i] + from[i] : from[i];
    done += width;
  }
}

void put_batch(const SlopeValues& values, const Chunk& chunk, int dimensions, std::size_t count, std::uint32_t first,
               std::uint32_t j, std::uint32_t k, const SlopePlaces& out) {
  const SlopePlaces here = out.from((std::size_t{k} * chunk.size[1] + j) * chunk.size[0] + first);
  std::memcpy(here.value, values.value.data, count * sizeof(float));
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a)
    std::memcpy(here.slope[a], values.slope[a].data, count * sizeof(float));
}

void put_batch(const VectorValues& values, const Chunk& chunk, int dimensions, std::size_t count, std::uint32_t first,
               std::uint32_t j, std::uint32_t k, const std::array<float*, 3>& out) {
  const std::size_t sample = (std::size_t{k} * chunk.size[1] + j) * chunk.size[0] + first;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a)
    std::memcpy(out[a] + sample, values[a].data, count * sizeof(float));
}

void fill_by_points(const Generator& generator, const GridShape& shape, const Chunk& chunk, const Displacement& displacement) {
  BatchValues values;
  for_each_batch(shape, chunk, displacement, [&](const PointBatch& batch, std::uint32_t first, std::uint32_t j, std::uint32_t k) {
    generator.at_points(batch, values, false);
    put_batch(values, chunk, batch.count, first, j, k);
  });
}

void fill_slopes_by_points(const Generator& generator, const GridShape& shape, const Chunk& chunk,
                           const Displacement& displacement, const SlopePlaces& out) {
  SlopeValues values;
  for_each_batch(shape, chunk, displacement, [&](const PointBatch& batch, std::uint32_t first, std::uint32_t j, std::uint32_t k) {
    generator.slopes_at_points(batch, values);
    put_batch(values, chunk, shape.dimensions, batch.count, first, j, k, out);
  });
}

void fill_vectors_by_points(const Generator& generator, const GridShape& shape, const Chunk& chunk,
                            const Displacement& displacement, const std::array<float*, 3>& out) {
  VectorValues values;
  for_each_batch(shape, chunk, displacement, [&](const PointBatch& batch, std::uint32_t first, std::uint32_t j, std::uint32_t k) {
    generator.vectors_at_points(batch, values);
    put_batch(values, chunk, shape.dimensions, batch.count, first, j, k, out);
  });
}

}  // namespace craton
