#include <craton/base/floor_div.h>
#include <craton/worlds/terrain.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <new>
#include <thread>

#include "base/parallel.h"
#include "base/text.h"
#include "surface/unset_memory.h"
#include "worlds/chain_window.h"
#include "worlds/terrain_blocks.h"
#include "worlds/terrain_chain.h"
#include "worlds/terrain_view.h"

namespace craton {
namespace {

using namespace terrain;

constexpr std::uint32_t most_levels = 24, most_margin = 64, least_tile = 16, largest_tile = 4096;

Error out_of_range(std::string_view path, std::uint64_t found, std::string_view allowed) {
  return {ErrorCode::invalid_value, std::string(path), concat({"found ", std::to_string(found), ", allowed ", allowed})};
}

Result<void> check_options(const TerrainOptions& options) {
  if (!std::has_single_bit(options.tile_cells) || options.tile_cells < least_tile || options.tile_cells > largest_tile)
    return out_of_range("tile_cells", options.tile_cells, "a power of two, 16 … 4096");
  if (options.margin > most_margin) return out_of_range("margin", options.margin, "0 … 64");
  if (options.levels < 1 || options.levels > most_levels) return out_of_range("levels", options.levels, "1 … 24");
  return {};
}

/// Fewer rows are not worth a thread of their own.
constexpr std::uint32_t least_band = 64;

/// Where bands of an area are put together.
class AreaSink {
 public:
  explicit AreaSink(const PlaneTile& samples) : surface_(Domain(samples)) {}

  /// The samples of a band that lie in the rectangle, from any thread.
  Result<void> take(const Surface& band, const SampleRect& rect) {
    CRATON_TRY(add_layers(band));
    for (const ObjectTable& table : band.objects()) CRATON_TRY(surface_.set_objects(table));  // there is one band then
    return copy_samples(band, rect, surface_);
  }
  Surface& surface() { return surface_; }

 private:
  Result<void> add_layers(const Surface& model) {
    const std::lock_guard lock(mutex_);
    if (!surface_.layers().empty()) return {};
    const UnsetMemory unset;  // bands cover all of it
    for (const auto& layer : model.layers())
      if (const Result<Layer*> added = surface_.add_layer(layer->info()); !added) return added.error();
    return {};
  }

  Surface surface_;
  std::mutex mutex_;
};

}  // namespace

class Terrain::Impl {
 public:
  Impl(Recipe made_from, RecipeTerms with, const TerrainOptions& how)
      : recipe(std::move(made_from)), terms(std::move(with)), options(how), blocks(how.block_bytes) {}

  Result<void> compile() {
    for (std::uint32_t level = 0; level < options.levels; ++level) {
      Result<LevelChain> chain = compile_level(recipe, terms, level, options.tile_cells);
      if (!chain && level == 0) return chain.error();
      if (!chain)
        return Error{chain.error().code, chain.error().path,
                     concat({"at level ", std::to_string(level), ": ", chain.error().message, "; ask for fewer levels"})};
      chains.push_back(*std::move(chain));
    }
    return {};
  }

  /// Threads share an area by bands of rows, each from the first stage to the last: they need not wait for each other after every
  /// stage. The margin between two bands is computed twice.
  Result<Surface> area(const TerrainArea& area, const TerrainEdits* edits, const Execution& execution) {
    const LevelChain& chain = chains[area.level];
    Result<PlaneTile> samples = samples_at(chain.step, area.x, area.y, {area.width, area.height}, area.margin);
    if (!samples) return Error{samples.error().code, "area", samples.error().message};
    const SampleRect all = stored_rect(*samples);
    const std::uint32_t bands = bands_of(chain, all, execution);
    if (bands == 1 && chain.tail_halo == 0) {
      Surface surface{Domain(*std::move(samples))};
      CRATON_TRY(fill(area.level, surface, edits, execution));
      return surface;
    }
    AreaSink sink(*std::move(samples));
    if (bands == 1) {
      CRATON_TRY(make_rows(area, edits, sink, execution));
      return std::move(sink.surface());
    }
    std::vector<Result<void>> made(bands);
    CRATON_TRY(parallel_blocks(bands, 1, execution, [&](std::uint64_t band, std::uint64_t) {
      const auto row = [&](std::uint64_t i) { return static_cast<std::uint32_t>(all.height() * i / bands); };
      TerrainArea part{.level = area.level, .x = all.x0, .y = all.y0 + row(band), .width = all.width()};
      part.height = row(band + 1) - row(band);
      const Execution alone{.threads = 1, .progress = nullptr, .cancel = execution.cancel};
      try {
        made[band] = make_rows(part, edits, sink, alone);
      } catch (const std::bad_alloc&) { made[band] = out_of_memory(); }
    }));
    for (const Result<void>& each : made) CRATON_TRY(each);
    return std::move(sink.surface());
  }

  /// What stages that look far gave, for all samples of a surface.
  Result<void> gather(std::uint32_t level, Surface& surface, const Execution& execution, ChainProgress& progress) {
    const LevelChain& chain = chains[level];
    const SampleRect rect = stored_rect(std::get<PlaneTile>(surface.domain()));
    const BlockRange range = blocks_under(level, rect);
    const std::int64_t cells = chain.block_cells;
    // Each block gives the samples of its own square, those at the rims of the range their edges too.
    for (std::int64_t y = range.y0; y < range.y1; ++y)
      for (std::int64_t x = range.x0; x < range.x1; ++x) {
        const TileId id{level, x, y};
        const Result<BlockCache::Block> block =
            blocks.get(id, execution.cancel, [&] { return make_block(id, execution, progress); });
        if (!block) return block.error();
        const SampleRect part{x == range.x0 ? rect.x0 : x * cells, y == range.y0 ? rect.y0 : y * cells,
                              x + 1 == range.x1 ? rect.x1 : (x + 1) * cells, y + 1 == range.y1 ? rect.y1 : (y + 1) * cells};
        CRATON_TRY(copy_samples(**block, part, surface));
      }
    return {};
  }

  std::uint32_t halo(std::uint32_t level) const { return chains[level].tail_halo; }

  const Recipe recipe;
  const RecipeTerms terms;
  const TerrainOptions options;
  std::vector<LevelChain> chains;
  BlockCache blocks;

 private:
  struct BlockRange {
    std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< the last ones excluded
    std::size_t count() const { return static_cast<std::size_t>((x1 - x0) * (y1 - y0)); }
  };

  /// All stages, on all samples of a surface; those of its margin may be wrong. Edits come last, but before what goes by them.
  Result<void> fill(std::uint32_t level, Surface& surface, const TerrainEdits* edits, const Execution& execution) {
    const LevelChain& chain = chains[level];
    const std::size_t count = blocks_under(level, stored_rect(std::get<PlaneTile>(surface.domain()))).count();
    ChainProgress progress(execution.progress, count * chain.head + chain.tail_stages().size());
    if (chain.head > 0) CRATON_TRY(gather(level, surface, execution, progress));
    const std::span<const ChainStage> stages(chain.stages);
    CRATON_TRY(run_chain(stages.subspan(chain.head, chain.edited - chain.head), surface, options.assets, execution, progress));
    if (edits) edits->apply(surface);
    return run_chain(stages.subspan(chain.edited), surface, options.assets, execution, progress);
  }

  Result<void> make_rows(const TerrainArea& rows, const TerrainEdits* edits, AreaSink& sink, const Execution& execution) {
    const LevelChain& chain = chains[rows.level];
    Result<PlaneTile> samples = samples_at(chain.step, rows.x, rows.y, {rows.width, rows.height}, chain.tail_halo + rows.margin);
    if (!samples) return Error{samples.error().code, "area", samples.error().message};
    const SampleRect wanted = stored_rect(*samples).grown(-std::int64_t{chain.tail_halo});
    Surface surface{Domain(*std::move(samples))};
    CRATON_TRY(fill(rows.level, surface, edits, execution));
    return sink.take(surface, wanted);
  }

  static std::uint32_t bands_of(const LevelChain& chain, const SampleRect& rows, const Execution& execution) {
    if (execution.threads == 1 || chain.head > 0 || chain.objects) return 1;
    const unsigned machine = std::max(1u, std::thread::hardware_concurrency());
    const std::uint32_t threads = execution.threads == 0 ? machine : std::min(execution.threads, machine);
    const std::uint32_t least_rows = std::max(least_band, 8 * chain.tail_halo);
    return std::max(1u, std::min(threads, rows.height() / least_rows));
  }

  /// Around a block there is as much more as a tile inside it needs, so that no tile needs two blocks.
  std::uint32_t edge(const LevelChain& chain) const { return chain.tail_halo + options.margin + 1; }

  BlockRange blocks_under(std::uint32_t level, const SampleRect& rect) const {
    const LevelChain& chain = chains[level];
    if (chain.head == 0) return {};
    const std::int64_t cells = chain.block_cells, beside = edge(chain);
    const auto first = [&](std::int64_t from, std::int64_t to) { return floor_div(std::min(from + beside, to - 1), cells); };
    const auto last = [&](std::int64_t to, std::int64_t from) { return std::max(floor_div(to - 1 - beside, cells), from) + 1; };
    BlockRange range;
    range.x0 = first(rect.x0, rect.x1);
    range.y0 = first(rect.y0, rect.y1);
    range.x1 = last(rect.x1, range.x0);
    range.y1 = last(rect.y1, range.y0);
    return range;
  }

  Result<Surface> make_block(const TileId& id, const Execution& execution, ChainProgress& progress) const {
    const LevelChain& chain = chains[id.level];
    const std::int64_t cells = chain.block_cells;
    Result<PlaneTile> samples =
        samples_at(chain.step, id.x * cells, id.y * cells, {chain.block_cells, chain.block_cells}, chain.head_halo + edge(chain));
    if (!samples) return Error{samples.error().code, "area", samples.error().message};
    Surface surface{Domain(*std::move(samples))};
    CRATON_TRY(run_chain(chain.head_stages(), surface, options.assets, execution, progress));
    return trimmed(surface, edge(chain));
  }
};

std::uint64_t TerrainTile::bytes() const { return layer_bytes(surface); }

Result<Terrain> Terrain::make(const Recipe& recipe, const RecipeTerms& terms, const TerrainOptions& options) {
  CRATON_TRY(check_options(options));
  if (recipe.domain.kind != "plane")
    return Error{ErrorCode::unsupported, "/domain/kind",
                 concat({"found \"", recipe.domain.kind, "\", but only a plane is endless"})};
  auto impl = std::make_shared<Impl>(recipe, terms, options);
  CRATON_TRY(impl->compile());
  return Terrain(std::move(impl));
}

const Recipe& Terrain::recipe() const { return impl_->recipe; }
const TerrainOptions& Terrain::options() const { return impl_->options; }
std::int64_t Terrain::step(std::uint32_t level) const { return impl_->chains[level].step; }
std::uint32_t Terrain::halo(std::uint32_t level) const { return impl_->halo(level); }

std::uint32_t Terrain::edit_reach(std::uint32_t level) const { return impl_->chains[level].edit_reach; }

std::uint64_t Terrain::tile_bytes() const {
  const std::uint64_t side = impl_->options.tile_cells + 1 + 2 * impl_->options.margin;
  return side * side * bytes_a_cell(impl_->recipe, impl_->chains[0]);
}

Result<TerrainTile> Terrain::tile(const TileId& id, const Execution& execution) const {
  const std::int64_t cells = impl_->options.tile_cells, farthest = (std::int64_t{1} << 62) / cells;
  if (id.x < -farthest || id.x > farthest || id.y < -farthest || id.y > farthest)
    return Error{ErrorCode::invalid_value, "tile", "this is beyond the end of the world, 2^52 m from its origin"};
  const auto side = static_cast<std::uint32_t>(cells + 1);
  CRATON_TRY(Surface surface, area({id.level, id.x * cells, id.y * cells, side, side, impl_->options.margin}, execution));
  return TerrainTile{id, std::move(surface)};
}

Result<Surface> Terrain::area(const TerrainArea& area, const Execution& execution) const {
  if (area.level >= impl_->options.levels)
    return out_of_range("level", area.level, concat({"0 … ", std::to_string(impl_->options.levels - 1)}));
  try {
    return impl_->area(area, edits_.get(), execution);
  } catch (const std::bad_alloc&) { return out_of_memory(); }
}

Terrain Terrain::with_edits(std::shared_ptr<const TerrainEdits> edits) const {
  Terrain edited(impl_);
  edited.edits_ = std::move(edits);
  return edited;
}

namespace {

class TerrainView final : public View {
 public:
  TerrainView(std::shared_ptr<Terrain::Impl> impl, std::uint32_t level, GridSize largest)
      : impl_(std::move(impl)), level_(level), window_(impl_->chains[level], largest, impl_->options.assets) {}

  Result<void> move_to(const SampleRect& view, const Execution& execution, ChainWindow::Output output) override {
    ChainProgress nobody(nullptr, 1);
    return window_.move_to(
        view, execution, [&](Surface& surface, const Execution& with) { return impl_->gather(level_, surface, with, nobody); },
        output);
  }
  void forget() override { window_.forget(); }
  std::uint64_t bytes() const override { return window_.bytes(); }

 private:
  std::shared_ptr<Terrain::Impl> impl_;
  std::uint32_t level_;
  ChainWindow window_;
};

}  // namespace

std::shared_ptr<View> Terrain::view(std::uint32_t level, GridSize largest) const {
  return std::make_shared<TerrainView>(impl_, level, largest);
}

TerrainBlocks Terrain::blocks() const {
  TerrainBlocks state = impl_->blocks.state();
  state.cells = impl_->chains[0].block_cells;
  return state;
}

}  // namespace craton
