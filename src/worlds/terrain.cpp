#include <craton/worlds/terrain.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <optional>
#include <thread>

#include "base/parallel.h"
#include "base/text.h"
#include "surface/unset_memory.h"
#include "worlds/terrain_blocks.h"
#include "worlds/terrain_chain.h"

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

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// Fewer rows are not worth a thread.
constexpr std::uint32_t least_band = 64;

Error out_of_memory() { return {ErrorCode::unsupported, "area", "not enough memory for this many samples and layers"}; }

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

  Result<Surface> area(const TerrainArea& area, const Execution& execution) {
    const std::uint32_t bands = bands_of(area, execution);
    return bands > 1 ? in_bands(area, bands, execution) : whole(area, execution);
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

  Result<Surface> whole(const TerrainArea& area, const Execution& execution) {
    const LevelChain& chain = chains[area.level];
    Result<PlaneTile> samples = samples_at(chain.step, area.x, area.y, {area.width, area.height}, chain.tail_halo + area.margin);
    if (!samples) return Error{samples.error().code, "area", samples.error().message};
    const BlockRange range = blocks_under(area);
    ChainProgress progress(execution.progress, range.count() * chain.head + chain.tail_stages().size());
    Surface surface{Domain(*std::move(samples))};
    if (chain.head > 0) CRATON_TRY(gather(area, range, surface, execution, progress));
    CRATON_TRY(run_chain(chain.tail_stages(), surface, options.assets, execution, progress));
    if (chain.tail_halo == 0) return surface;
    return trimmed(surface, area.margin);
  }

  /// Threads share an area by bands of rows, each from the first stage to the last: they need not wait for each other after every
  /// stage. The margin between two bands is computed twice. Stages that look far share their blocks instead.
  std::uint32_t bands_of(const TerrainArea& area, const Execution& execution) const {
    const LevelChain& chain = chains[area.level];
    if (execution.threads == 1 || chain.head > 0) return 1;
    const unsigned machine = std::max(1u, std::thread::hardware_concurrency());
    const std::uint32_t threads = execution.threads == 0 ? machine : std::min(execution.threads, machine);
    const std::uint32_t least_rows = std::max(least_band, 8 * chain.tail_halo);
    return std::max(1u, std::min(threads, (area.height + 2 * area.margin) / least_rows));
  }

  Result<Surface> in_bands(const TerrainArea& area, std::uint32_t bands, const Execution& execution) {
    Result<PlaneTile> samples = samples_at(chains[area.level].step, area.x, area.y, {area.width, area.height}, area.margin);
    if (!samples) return Error{samples.error().code, "area", samples.error().message};
    Surface result{Domain(*std::move(samples))};
    const std::uint32_t rows = area.height + 2 * area.margin;
    const auto first_row = [&](std::uint64_t band) { return static_cast<std::uint32_t>(std::uint64_t{rows} * band / bands); };
    std::vector<std::optional<Result<Surface>>> parts(bands);
    const auto make_band = [&](std::uint64_t band, std::uint64_t) {
      TerrainArea part{.level = area.level, .x = area.x - area.margin, .y = area.y - area.margin + first_row(band)};
      part.width = area.width + 2 * area.margin;
      part.height = first_row(band + 1) - first_row(band);
      try {
        parts[band] = whole(part, {.threads = 1, .progress = nullptr, .cancel = execution.cancel});
      } catch (const std::bad_alloc&) { parts[band] = out_of_memory(); }
    };
    CRATON_TRY(parallel_blocks(bands, 1, execution, make_band));
    for (const auto& part : parts)
      if (!*part) return part->error();
    const Surface& model = **parts[0];
    if (!model.objects().empty()) return whole(area, execution);  // those are of the area as a whole
    std::optional<UnsetMemory> unset(std::in_place);
    for (const auto& layer : model.layers())
      if (const Result<Layer*> added = result.add_layer(layer->info()); !added) return added.error();
    unset.reset();
    CRATON_TRY(parallel_blocks(bands, 1, {.threads = execution.threads}, [&](std::uint64_t band, std::uint64_t) {
      for (const auto& layer : (**parts[band]).layers()) {
        const std::size_t row_bytes = std::size_t{area.width + 2 * area.margin} * bytes_per_cell(layer->type());
        std::memcpy(result.layer(layer->name())->bytes().data() + first_row(band) * row_bytes, layer->bytes().data(),
                    layer->bytes().size());
      }
    }));
    return result;
  }

  /// Around a block there is as much more as a tile inside it needs, so that no tile needs two blocks.
  std::uint32_t edge(const LevelChain& chain) const { return chain.tail_halo + options.margin + 1; }

  SampleRect needed(const TerrainArea& area) const {
    const std::int64_t around = std::int64_t{chains[area.level].tail_halo} + area.margin;
    return {area.x - around, area.y - around, area.x + area.width + around, area.y + area.height + around};
  }

  BlockRange blocks_under(const TerrainArea& area) const {
    const LevelChain& chain = chains[area.level];
    if (chain.head == 0) return {};
    const SampleRect rect = needed(area);
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

  /// Each block gives the samples of its own square, those at the rims of the range their edges too.
  Result<void> gather(const TerrainArea& area, const BlockRange& range, Surface& surface, const Execution& execution,
                      ChainProgress& progress) {
    const LevelChain& chain = chains[area.level];
    const SampleRect rect = needed(area);
    const std::int64_t cells = chain.block_cells;
    for (std::int64_t y = range.y0; y < range.y1; ++y)
      for (std::int64_t x = range.x0; x < range.x1; ++x) {
        const TileId id{area.level, x, y};
        const Result<BlockCache::Block> block =
            blocks.get(id, execution.cancel, [&] { return make_block(id, execution, progress); });
        if (!block) return block.error();
        const SampleRect part{x == range.x0 ? rect.x0 : x * cells, y == range.y0 ? rect.y0 : y * cells,
                              x + 1 == range.x1 ? rect.x1 : (x + 1) * cells, y + 1 == range.y1 ? rect.y1 : (y + 1) * cells};
        CRATON_TRY(copy_samples(**block, part, surface));
      }
    return {};
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

std::uint64_t Terrain::tile_bytes() const {
  const std::uint64_t side = impl_->options.tile_cells + 1 + 2 * impl_->options.margin;
  return side * side * bytes_a_cell(impl_->recipe, impl_->chains[0]);
}

Result<TerrainTile> Terrain::tile(const TileId& id, const Execution& execution) const {
  const std::int64_t cells = impl_->options.tile_cells, farthest = (std::int64_t{1} << 62) / cells;
  if (id.x < -farthest || id.x > farthest || id.y < -farthest || id.y > farthest)
    return Error{ErrorCode::invalid_value, "tile", "this is beyond the end of the world, 2^52 m from its origin"};
  const auto side = static_cast<std::uint32_t>(cells + 1);
  Result<Surface> surface = area({id.level, id.x * cells, id.y * cells, side, side, impl_->options.margin}, execution);
  if (!surface) return surface.error();
  return TerrainTile{id, *std::move(surface)};
}

Result<Surface> Terrain::area(const TerrainArea& area, const Execution& execution) const {
  if (area.level >= impl_->options.levels)
    return out_of_range("level", area.level, concat({"0 … ", std::to_string(impl_->options.levels - 1)}));
  try {
    Result<Surface> surface = impl_->area(area, execution);
    if (surface && edits_) edits_->apply(*surface);
    return surface;
  } catch (const std::bad_alloc&) { return out_of_memory(); }
}

Terrain Terrain::with_edits(std::shared_ptr<const TerrainEdits> edits) const {
  Terrain edited(impl_);
  edited.edits_ = std::move(edits);
  return edited;
}

TerrainBlocks Terrain::blocks() const {
  TerrainBlocks state = impl_->blocks.state();
  state.cells = impl_->chains[0].block_cells;
  return state;
}

}  // namespace craton
