#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/function_ref.h"
#include "noise/element.h"
#include "noise/generator.h"

/// A composition of noises as a list of steps. Steps work on blocks of samples, small enough that all they read and write
/// stays in the cache; a step is one call per block, whatever the block's size.
namespace craton {

/// One value per sample of a block. Steps are written with a register of their own each; NoisePlan::finish lets them share.
using Register = std::uint32_t;
inline constexpr Register no_register = ~0U;

inline constexpr std::size_t block_samples = 4096;

/// Where noises are asked: at the samples themselves (domain 0), or displaced by what registers hold, in metres per axis.
using DomainRegisters = std::array<Register, max_dimensions>;

/// A block of samples under evaluation: a box of a grid or a batch of points, with registers.
class Block {
 public:
  Block(std::span<const std::unique_ptr<Generator>> generators, std::size_t registers, std::size_t samples)
      : generators_(generators), stride_((samples + 127) / 64 * 64), storage_(registers * stride_) {}

  /// Samples of a grid; evaluators belong to the generators, in their order.
  void take(std::span<const std::unique_ptr<GridEvaluator>> evaluators, const Chunk& chunk);
  void take(const PointBatch& batch);

  std::size_t count() const { return count_; }
  /// Lets octaves that go to this register be written to the rows of a grid instead.
  void write_to_rows(Register r, float* out, std::ptrdiff_t row_stride, std::ptrdiff_t slice_stride) {
    rows_ = {r, out, row_stride, slice_stride};
  }
  float* values(Register r) { return storage_.data() + r * stride_; }

  /// One octave; with `add`, added to what `out` holds.
  void octave(std::size_t generator, const DomainRegisters& domain, Register out, bool add);
  /// One octave and its derivatives per metre.
  void octave_slopes(std::size_t generator, const DomainRegisters& domain, float* out,
                     const std::array<float*, max_dimensions>& slopes);
  /// The vectors of one octave.
  void octave_vectors(std::size_t generator, const DomainRegisters& domain, const std::array<float*, 3>& out);

 private:
  struct Rows {
    Register result = no_register;
    float* out = nullptr;
    std::ptrdiff_t row_stride = 0, slice_stride = 0;
  };

  Displacement displacement(const DomainRegisters& domain);

  std::span<const std::unique_ptr<Generator>> generators_;
  std::size_t stride_;  ///< padded, so that whole vectors may be written
  AlignedVector<float> storage_;
  std::span<const std::unique_ptr<GridEvaluator>> evaluators_;
  Chunk chunk_;
  Rows rows_;
  PointBatch batch_;
  std::size_t count_ = 0;
};

class Step {
 public:
  virtual ~Step() = default;
  virtual void run(Block& block) const = 0;
  /// Visits the registers that the step reads, then those that it writes.
  virtual void reads(FunctionRef<void(Register&)> visit) = 0;
  virtual void writes(FunctionRef<void(Register&)> visit) = 0;
  /// Visits the generators that the step asks.
  virtual void octaves(FunctionRef<void(std::size_t)>) const {}
  /// Whether all it writes is one octave, which can go to the rows of a grid at once.
  virtual bool is_one_octave() const { return false; }
};

struct NoisePlan {
  std::vector<std::unique_ptr<Step>> steps;
  std::vector<Register> results;  ///< the value; then its derivatives along each axis, if asked for
  std::vector<float> constants;   ///< of results that are the same everywhere: their register is no_register
  std::size_t registers = 0;
  std::vector<std::size_t> sum;  ///< where the plan is nothing but a sum of octaves: their generators

  /// Lets steps share registers: one is free again after the last step that reads it.
  void finish();
  void run(Block& block) const {
    for (const auto& step : steps) step->run(block);
  }
  /// The same where the last step is one octave: the value goes to the rows of a grid.
  void run_to_rows(Block& block, float* out, std::ptrdiff_t row_stride, std::ptrdiff_t slice_stride) const {
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) steps[i]->run(block);
    block.write_to_rows(results[0], out, row_stride, slice_stride);
    steps.back()->run(block);
    block.write_to_rows(no_register, nullptr, 0, 0);  // the register may be another step's in the next block
  }
};

}  // namespace craton
