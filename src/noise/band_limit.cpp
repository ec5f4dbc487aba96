#include "noise/band_limit.h"

#include <algorithm>
#include <string>

namespace craton {
namespace {

/// What is left of an octave that is gone: nothing is added.
class NothingOnGrid final : public GridEvaluator {
 public:
  explicit NothingOnGrid(int dimensions) : dimensions_(static_cast<std::size_t>(dimensions)) {}

  void fill(const Chunk& chunk) const override {
    for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
      for (std::uint32_t j = 0; j < chunk.size[1]; ++j) {
        float* out = chunk.out + j * chunk.row_stride + k * chunk.slice_stride;
        const float* addend = chunk.addend ? chunk.addend + j * chunk.addend_row_stride + k * chunk.addend_slice_stride : nullptr;
        for (std::uint32_t i = 0; i < chunk.size[0]; ++i) out[i] = addend ? addend[i] : 0.0F;
      }
  }
  void fill_displaced(const Chunk& chunk, const Displacement&) const override { fill(chunk); }
  void fill_vectors(const Chunk& chunk, const Displacement&, std::array<float*, 3> out) const override {
    for (std::size_t a = 0; a < dimensions_; ++a) std::fill_n(out[a], samples(chunk), 0.0F);
  }
  void fill_slopes(const Chunk& chunk, const Displacement&, float* value,
                   std::array<float*, max_dimensions> slope) const override {
    std::fill_n(value, samples(chunk), 0.0F);
    for (std::size_t a = 0; a < dimensions_; ++a) std::fill_n(slope[a], samples(chunk), 0.0F);
  }

 private:
  static std::size_t samples(const Chunk& chunk) { return std::size_t{chunk.size[0]} * chunk.size[1] * chunk.size[2]; }

  std::size_t dimensions_;
};

/// A grid's octave together with the weaker generator that it is of.
class WeakerOnGrid final : public GridEvaluator {
 public:
  WeakerOnGrid(std::unique_ptr<Generator> weaker, const GridShape& shape)
      : weaker_(std::move(weaker)), grid_(weaker_->on_grid(shape)) {}

  void fill(const Chunk& chunk) const override { grid_->fill(chunk); }
  void fill_displaced(const Chunk& chunk, const Displacement& displacement) const override {
    grid_->fill_displaced(chunk, displacement);
  }
  void fill_vectors(const Chunk& chunk, const Displacement& displacement, std::array<float*, 3> out) const override {
    grid_->fill_vectors(chunk, displacement, out);
  }
  void fill_slopes(const Chunk& chunk, const Displacement& displacement, float* value,
                   std::array<float*, max_dimensions> slope) const override {
    grid_->fill_slopes(chunk, displacement, value, slope);
  }

 private:
  std::unique_ptr<Generator> weaker_;
  std::unique_ptr<GridEvaluator> grid_;
};

class BandLimited final : public Generator {
 public:
  BandLimited(const GeneratorKind& kind, const ParamValues& params, const OctaveSpec& spec, double least,
              std::unique_ptr<Generator> whole)
      : kind_(kind), params_(params), spec_(spec), least_(least), whole_(std::move(whole)) {}

  std::unique_ptr<GridEvaluator> on_grid(const GridShape& shape) const override {
    const double share = share_on_grid(spec_, shape, least_);
    if (share <= 0) return std::make_unique<NothingOnGrid>(shape.dimensions);
    if (share >= 1) return whole_->on_grid(shape);
    OctaveSpec weaker = spec_;
    weaker.weight *= static_cast<float>(share);
    // Parameters were good enough for the whole octave.
    return std::make_unique<WeakerOnGrid>(*kind_.make(params_, {}, weaker), shape);
  }
  void at_points(const PointBatch& batch, BatchValues& out, bool add) const override { whole_->at_points(batch, out, add); }
  float at(const std::int64_t* position, int dimensions) const override { return whole_->at(position, dimensions); }
  bool wraps() const override { return whole_->wraps(); }
  bool has_vectors() const override { return whole_->has_vectors(); }
  void vectors_at_points(const PointBatch& batch, VectorValues& out) const override { whole_->vectors_at_points(batch, out); }
  bool has_slopes() const override { return whole_->has_slopes(); }
  void slopes_at_points(const PointBatch& batch, SlopeValues& out) const override { whole_->slopes_at_points(batch, out); }
  ValueRange range() const override { return whole_->range(); }

 private:
  const GeneratorKind& kind_;
  ParamValues params_;
  OctaveSpec spec_;
  double least_;
  std::unique_ptr<Generator> whole_;
};

}  // namespace

double share_on_grid(const OctaveSpec& spec, const GridShape& shape, double least) {
  double share = 1;
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a) {
    if (shape.size[a] == 1) continue;  // nothing lies beside its samples
    const double cells = static_cast<double>(spec.axis[a].cells_per_wrap) * static_cast<double>(shape.step[a]) * 0x1p-64;
    share = std::min(share, 1 / (cells * least) - 1);
  }
  return std::max(share, 0.0);
}

Result<std::unique_ptr<Generator>> make_band_limited(const GeneratorKind& kind, const ParamValues& params, std::string_view path,
                                                     const OctaveSpec& spec, double least) {
  CRATON_TRY(std::unique_ptr<Generator> whole, kind.make(params, path, spec));
  return std::unique_ptr<Generator>(std::make_unique<BandLimited>(kind, params, spec, least, std::move(whole)));
}

}  // namespace craton
