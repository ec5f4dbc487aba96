#include <algorithm>
#include <cstring>

#include "base/fp_mode.h"
#include "base/parallel.h"
#include "base/uint128.h"
#include "noise/program.h"

namespace craton {
namespace {

using Evaluators = std::vector<std::unique_ptr<GridEvaluator>>;

constexpr std::uint64_t samples_per_task = 1U << 16;

/// Blocks of 16 KiB per register never leave the first two cache levels. A single octave is written once, so its chunks may be
/// wider and taller, which saves lattice corners at their borders.
std::array<std::uint32_t, max_dimensions> chunk_size(int dimensions, bool single_octave) {
  if (dimensions == 1) return {max_chunk_width, 1, 1, 1};
  if (dimensions == 2) return {single_octave ? max_chunk_width : 256, single_octave ? max_chunk_height : 16, 1, 1};
  return {128, 8, max_chunk_depth, 1};
}

Error invalid(std::string_view path, std::string message) {
  return {ErrorCode::invalid_value, std::string(path), std::move(message)};
}

Result<void> check_grid(const GridShape& shape, Outputs out) {
  uint128 samples = 1;  // at most 2^128 − 2^98
  for (const std::uint32_t side : shape.size) samples *= side;
  for (const std::span<float> room : out)
    if (samples != room.size()) {
      std::string sides;
      for (std::size_t a = 0; a < std::max<std::size_t>(3, static_cast<std::size_t>(shape.dimensions)); ++a)
        sides += (a ? " x " : "") + std::to_string(shape.size[a]);
      return invalid("grid", "the grid has " + sides + " samples but the output has room for " + std::to_string(room.size()));
    }
  for (const std::int64_t step : shape.step)
    if (step < 1) return invalid("step", "a grid's step must be at least one unit, found " + std::to_string(step));
  return {};
}

/// Whether positions wrap at 2^64 units somewhere on the grid.
bool crosses_the_end(const GridShape& shape) {
  for (std::size_t a = 0; a < max_dimensions; ++a) {
    // The last position as a distance from the lowest one, which cannot overflow 128 bits.
    const uint128 last = static_cast<uint128>(static_cast<std::uint64_t>(shape.origin[a]) ^ (1ULL << 63)) +
                         static_cast<uint128>(static_cast<std::uint64_t>(shape.step[a])) * (shape.size[a] - 1);
    if (high_word(last) != 0) return true;
  }
  return false;
}

Result<Evaluators> make_evaluators(const NoisePlan& plan, std::span<const std::unique_ptr<Generator>> generators,
                                   const GridShape& shape) {
  Evaluators evaluators(generators.size());
  const bool wraps = crosses_the_end(shape);
  bool refused = false;
  for (const auto& step : plan.steps)
    step->octaves([&](std::size_t g) {
      refused = refused || (wraps && !generators[g]->wraps());
      if (!evaluators[g]) evaluators[g] = generators[g]->on_grid(shape);
    });
  if (refused)
    return Error{ErrorCode::unsupported, "grid", "the grid crosses the end of the world at 2^53 m, where this noise cannot wrap"};
  return evaluators;
}

/// A sum of octaves. All but the last go to a compact buffer: rows of the grid are often a power of two apart, and would
/// push each other out of the cache between octaves.
void fill_sum(const Evaluators& evaluators, std::span<const std::size_t> octaves, Chunk chunk) {
  if (octaves.size() == 1) return evaluators[octaves[0]]->fill(chunk);
  AlignedArray<float, block_samples> sum;
  Chunk partial = chunk;
  partial.out = sum.data;
  partial.row_stride = chunk.size[0];
  partial.slice_stride = static_cast<std::ptrdiff_t>(chunk.size[0]) * chunk.size[1];
  for (std::size_t i = 0; i < octaves.size(); ++i) {
    Chunk& target = i + 1 < octaves.size() ? partial : chunk;
    if (i > 0) {
      target.addend = sum.data;
      target.addend_row_stride = partial.row_stride;
      target.addend_slice_stride = partial.slice_stride;
    }
    evaluators[octaves[i]]->fill(target);
  }
}

/// Copies a result from its register, or its constant, to the rows of a chunk.
void copy_out(const NoisePlan& plan, std::size_t result, Block& block, const Chunk& chunk, float* out) {
  const float* from = plan.results[result] == no_register ? nullptr : block.values(plan.results[result]);
  for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
    for (std::uint32_t j = 0; j < chunk.size[1]; ++j) {
      float* row = out + j * chunk.row_stride + k * chunk.slice_stride;
      if (!from) {
        std::fill_n(row, chunk.size[0], plan.constants[result]);
        continue;
      }
      std::memcpy(row, from, chunk.size[0] * sizeof(float));
      from += chunk.size[0];
    }
}

void finish_rows(const Chunk& chunk, std::ptrdiff_t offset, std::span<float> out, const FinishRun& finish) {
  for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
    for (std::uint32_t j = 0; j < chunk.size[1]; ++j) {
      const auto first = static_cast<std::uint64_t>(offset + j * chunk.row_stride + k * chunk.slice_stride);
      finish(first, out.subspan(first, chunk.size[0]));
    }
}

/// Numbers the chunks of a grid.
class Chunks {
 public:
  Chunks(const GridShape& shape, std::array<std::uint32_t, max_dimensions> size) : shape_(shape), size_(size) {
    for (std::size_t a = 0; a < max_dimensions; ++a) count_[a] = (std::uint64_t{shape.size[a]} + size[a] - 1) / size[a];
  }
  std::uint64_t count() const { return count_[0] * count_[1] * count_[2] * count_[3]; }
  std::uint64_t samples() const { return std::uint64_t{size_[0]} * size_[1] * size_[2]; }

  Chunk chunk(std::uint64_t index) const {
    Chunk chunk;
    for (std::size_t a = 0; a < max_dimensions; ++a) {
      chunk.begin[a] = static_cast<std::uint32_t>(index % count_[a] * size_[a]);
      chunk.size[a] = std::min(size_[a], shape_.size[a] - chunk.begin[a]);
      index /= count_[a];
    }
    chunk.row_stride = shape_.size[0];
    chunk.slice_stride = static_cast<std::ptrdiff_t>(shape_.size[0]) * shape_.size[1];
    return chunk;
  }
  std::ptrdiff_t offset(const Chunk& chunk) const {
    return chunk.begin[0] + chunk.begin[1] * chunk.row_stride +
           (chunk.begin[2] + std::ptrdiff_t{chunk.begin[3]} * shape_.size[2]) * chunk.slice_stride;
  }

 private:
  const GridShape& shape_;
  std::array<std::uint32_t, max_dimensions> size_;
  std::array<std::uint64_t, max_dimensions> count_{};
};

}  // namespace

Result<void> fill_grid(const NoisePlan& plan, std::span<const std::unique_ptr<Generator>> generators, const GridShape& shape,
                       Outputs out, const Execution& execution, const FinishRun* finish) {
  CRATON_TRY(check_grid(shape, out));
  if (out[0].empty()) return {};
  FloatingPointMode ieee;
  CRATON_TRY(const Evaluators evaluators, make_evaluators(plan, generators, shape));
  const Chunks chunks(shape, chunk_size(shape.dimensions, plan.sum.size() == 1));
  const bool direct = !plan.steps.empty() && plan.results[0] != no_register && plan.steps.back()->is_one_octave();
  const auto fill_chunks = [&](std::uint64_t begin, std::uint64_t end, const auto& fill_one) {
    for (std::uint64_t index = begin; index < end; ++index) {
      Chunk chunk = chunks.chunk(index);
      const std::ptrdiff_t offset = chunks.offset(chunk);
      fill_one(chunk, offset);
      if (finish) finish_rows(chunk, offset, out[0], *finish);
    }
  };
  const auto work = [&](std::uint64_t begin, std::uint64_t end) {
    if (!plan.sum.empty())
      return fill_chunks(begin, end, [&](Chunk& chunk, std::ptrdiff_t offset) {
        chunk.out = out[0].data() + offset;
        fill_sum(evaluators, plan.sum, chunk);
      });
    // Only here: a block is large, and g++ clears it even as an optional that stays empty; small grids are asked for often.
    Block block(generators, plan.registers, block_samples);
    fill_chunks(begin, end, [&](const Chunk& chunk, std::ptrdiff_t offset) {
      block.take(evaluators, chunk);
      if (direct)
        plan.run_to_rows(block, out[0].data() + offset, chunk.row_stride, chunk.slice_stride);
      else
        plan.run(block);
      for (std::size_t r = direct ? 1 : 0; r < out.size(); ++r) copy_out(plan, r, block, chunk, out[r].data() + offset);
    });
  };
  return parallel_blocks(chunks.count(), std::max<std::uint64_t>(1, samples_per_task / chunks.samples()), execution, work);
}

float value_at(const NoisePlan& plan, std::span<const std::unique_ptr<Generator>> generators, const std::int64_t* position,
               int dimensions) {
  float sum = generators[plan.sum[0]]->at(position, dimensions);
  for (std::size_t i = 1; i < plan.sum.size(); ++i) sum += generators[plan.sum[i]]->at(position, dimensions);
  return sum;
}

void fill_points(const NoisePlan& plan, std::span<const std::unique_ptr<Generator>> generators, const PointBatch& batch,
                 std::span<float* const> out) {
  if (!plan.sum.empty()) {
    BatchValues values;
    for (std::size_t i = 0; i < plan.sum.size(); ++i) generators[plan.sum[i]]->at_points(batch, values, i > 0);
    std::memcpy(out[0], values.data, batch.count * sizeof(float));
    return;
  }
  Block block(generators, plan.registers, batch.count);
  block.take(batch);
  plan.run(block);
  for (std::size_t r = 0; r < out.size(); ++r) {
    if (plan.results[r] == no_register)
      std::fill_n(out[r], batch.count, plan.constants[r]);
    else
      std::memcpy(out[r], block.values(plan.results[r]), batch.count * sizeof(float));
  }
}

}  // namespace craton
