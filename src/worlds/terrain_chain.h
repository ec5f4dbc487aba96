#pragma once

#include <algorithm>
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

/// Stages of a tail that need nothing around them, after one that does.
struct ChainLink {
  std::size_t first = 0, end = 0;  ///< in the chain's stages
  std::uint32_t reach = 0;         ///< of its first stage
  std::uint32_t halo = 0;          ///< how far around a sample the links after this one look
};

/// The stages of a level. Those of the head together look so far that they run in blocks; those of the tail run on tiles.
struct LevelChain {
  std::int64_t step = 0;  ///< units
  std::vector<ChainStage> stages;
  std::size_t head = 0;  ///< how many of them are the head; 0: all run on tiles
  std::uint32_t head_halo = 0, tail_halo = 0;
  std::uint32_t block_cells = 0;  ///< a side of a block, without its margin
  std::vector<ChainLink> links;   ///< the tail, cut where a stage looks around itself; never none
  bool objects = false;           ///< the tail makes objects, which belong to an area as a whole: its only link is all of it

  std::size_t edited = 0;        ///< the stages from this one on, the last ones of the tail, go by the land as people left it
  std::uint32_t edit_reach = 0;  ///< how far those look

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

Result<void> run_stage(const ChainStage& stage, Surface& surface, const AssetSource* assets, const Execution& execution);
Result<void> run_chain(std::span<const ChainStage> stages, Surface& surface, const AssetSource* assets,
                       const Execution& execution, ChainProgress& progress);

/// The same layers with a narrower margin, in arrays of their own size.
Result<Surface> trimmed(const Surface& surface, std::uint32_t halo);

/// Places in steps from the origin of the world.
struct SampleRect {
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< the last ones excluded

  bool empty() const { return x1 <= x0 || y1 <= y0; }
  std::uint32_t width() const { return static_cast<std::uint32_t>(x1 - x0); }
  std::uint32_t height() const { return static_cast<std::uint32_t>(y1 - y0); }
  SampleRect grown(std::int64_t by) const { return {x0 - by, y0 - by, x1 + by, y1 + by}; }
  SampleRect common(const SampleRect& other) const {
    return {std::max(x0, other.x0), std::max(y0, other.y0), std::min(x1, other.x1), std::min(y1, other.y1)};
  }

  friend bool operator==(const SampleRect&, const SampleRect&) = default;
};
/// All samples that a tile stores.
SampleRect stored_rect(const PlaneTile& tile);

/// Copies the values of a rectangle of `from` to `to`, which gets the layers that it lacks; both are windows onto one plane with
/// the same step, and the rectangle lies in both.
Result<void> copy_samples(const Surface& from, const SampleRect& rect, Surface& to);

Error out_of_memory();
std::uint64_t layer_bytes(const Surface& surface);

}  // namespace craton::terrain
