#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <craton/recipe/make.h>

/// A recipe's stages, compiled for one level of endless terrain: what a tile needs to know of its recipe, and nothing that is the
/// same for all tiles is worked out twice.
namespace craton::terrain {

struct ChainStage {
  const StageEntry* entry = nullptr;
  const StageSpec* spec = nullptr;
  Seed seed;
  std::string path;
  std::uint32_t reach = 0;
  std::vector<std::string> drops;  ///< layers that nobody needs after it
};

/// The stages of a level. Those of the head together look so far that they run in blocks; those of the tail run on tiles.
struct LevelChain {
  std::int64_t step = 0;  ///< units
  std::vector<ChainStage> stages;
  std::size_t head = 0;  ///< how many of them are the head; 0: all run on tiles
  std::uint32_t head_halo = 0, tail_halo = 0;
  std::uint32_t block_cells = 0;  ///< a side of a block, without its margin

  std::span<const ChainStage> head_stages() const { return std::span(stages).first(head); }
  std::span<const ChainStage> tail_stages() const { return std::span(stages).subspan(head); }
};

/// `recipe` and `terms` must outlive the chain.
Result<LevelChain> compile_level(const Recipe& recipe, const RecipeTerms& terms, std::uint32_t level, std::uint32_t tile_cells);

/// Bytes of all layers that a cell has in the end.
std::uint64_t bytes_a_cell(const Recipe& recipe, const LevelChain& chain);

/// Samples of a level, with a margin. The error where they lie beyond the end of the world has no path.
Result<PlaneTile> samples_at(std::int64_t step, std::int64_t x, std::int64_t y, GridSize size, std::uint32_t halo);

/// Tells of one stage after the other.
class ChainProgress {
 public:
  ChainProgress(Progress* whole, std::size_t stages) : whole_(whole), stages_(stages) {}
  void stage_done() {
    if (whole_) whole_->report(static_cast<double>(++done_) / static_cast<double>(stages_));
  }

 private:
  Progress* whole_;
  std::size_t stages_, done_ = 0;
};

Result<void> run_chain(std::span<const ChainStage> stages, Surface& surface, const AssetSource* assets,
                       const Execution& execution, ChainProgress& progress);

/// The same layers with a narrower margin, in arrays of their own size.
Result<Surface> trimmed(const Surface& surface, std::uint32_t halo);

/// Copies the values of a rectangle of `from` to `to`, which gets the layers that it lacks; both are windows onto one plane with
/// the same step. `first` … `last` are places in steps from the origin of the world and lie in both.
struct SampleRect {
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< the last ones excluded
};
Result<void> copy_samples(const Surface& from, const SampleRect& rect, Surface& to);

std::uint64_t layer_bytes(const Surface& surface);

}  // namespace craton::terrain
