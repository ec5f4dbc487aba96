#include "worlds/terrain_chain.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/fp_mode.h"
#include "base/text.h"
#include "surface/unset_memory.h"

namespace craton::terrain {
namespace {

/// Margins up to this wide are worth nothing better than computing them with each tile.
constexpr std::uint32_t near_halo = 32;
constexpr std::uint32_t least_block = 256, largest_block = 2048;

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A stage that takes a tile for a world of its own fits no neighbour.
Result<void> check_fits(const Reach& reach, const std::string& path) {
  if (!reach.alone()) return {};
  return Error{ErrorCode::unsupported, concat({path, "/", reach.alone_by}),
               "tile_alone makes tiles that do not fit their neighbours; endless terrain has none such"};
}

/// The tail is the longest one that is near enough.
void split(LevelChain& chain, std::uint32_t tile_cells) {
  std::size_t tail = chain.stages.size();
  while (tail > 0 && chain.tail_halo + chain.stages[tail - 1].reach <= near_halo) chain.tail_halo += chain.stages[--tail].reach;
  for (std::size_t i = 0; i < tail; ++i) chain.head_halo += chain.stages[i].reach;
  chain.head = tail;
  // A head with hardly more reach than a tail may have is not worth blocks of its own.
  if (chain.head_halo + chain.tail_halo <= 2 * near_halo) {
    chain.tail_halo += chain.head_halo;
    chain.head_halo = 0;
    chain.head = 0;
  }
  if (chain.head == 0) return;
  chain.block_cells = std::max(least_block, tile_cells);
  while (chain.block_cells < 2 * chain.head_halo && chain.block_cells < largest_block) chain.block_cells *= 2;
}

/// What lies on the land goes by the land as people left it. Climate and rivers do not: edits move neither.
void find_followers(LevelChain& chain) {
  chain.edited = chain.stages.size();
  while (chain.edited > chain.head && chain.stages[chain.edited - 1].entry->info.follows_edits)
    chain.edit_reach += chain.stages[--chain.edited].reach;
}

void cut_into_links(LevelChain& chain) {
  for (const ChainStage& stage : chain.tail_stages()) chain.objects = chain.objects || !stage.entry->info.objects().empty();
  for (std::size_t i = chain.head; i < chain.stages.size(); ++i) {
    const std::uint32_t reach = chain.objects ? chain.tail_halo : chain.stages[i].reach;
    if (chain.links.empty() || (reach > 0 && !chain.objects)) chain.links.push_back({.first = i, .reach = reach});
    chain.links.back().end = i + 1;
  }
  if (chain.links.empty()) chain.links.push_back({});
  for (std::size_t i = chain.links.size() - 1; i > 0; --i) chain.links[i - 1].halo = chain.links[i].halo + chain.links[i].reach;
}

}  // namespace

Result<LevelChain> compile_level(const Recipe& recipe, const RecipeTerms& terms, std::uint32_t level, std::uint32_t tile_cells) {
  CRATON_TRY(const Domain base, make_domain(recipe.domain, Seed{}, 0, "/domain"));
  LevelChain chain{.step = std::get<PlaneTile>(base).step() << level};
  Recipe at_level = recipe;
  at_level.domain.params = {};
  at_level.domain.params.set("step", metres_from_units(chain.step));
  at_level.domain.params.set("width", std::int64_t{tile_cells});
  at_level.domain.params.set("height", std::int64_t{tile_cells});
  CRATON_TRY(const Plan plan, plan_recipe(at_level, terms));
  for (const PlannedStage& stage : plan.stages) {
    const StageSpec& spec = recipe.stages[stage.index];
    const std::string path = concat({"/stages/", std::to_string(stage.index)});
    CRATON_TRY(check_fits(stage.reach, path));
    chain.stages.push_back({.entry = stage.entry,
                            .spec = &spec,
                            .seed = Seed{recipe.seed}.child(spec.id),
                            .path = path,
                            .reach = stage.reach.cells,
                            .drops = stage.drops});
  }
  split(chain, tile_cells);
  cut_into_links(chain);
  find_followers(chain);
  return chain;
}

std::uint64_t bytes_a_cell(const Recipe& recipe, const LevelChain& chain) {
  std::vector<std::string> known;
  std::uint64_t bytes = 0;
  for (const ChainStage& stage : chain.stages)
    for (const StageLayer& layer : stage_layers(*stage.entry, *stage.spec)) {
      if (layer.access == LayerAccess::read || has(known, layer.name)) continue;
      known.push_back(layer.name);
      if (recipe.keep.empty() || has(recipe.keep, layer.name)) bytes += bytes_per_cell(layer.type);
    }
  return bytes;
}

Result<PlaneTile> samples_at(std::int64_t step, std::int64_t x, std::int64_t y, GridSize size, std::uint32_t halo) {
  const std::int64_t farthest = (std::int64_t{1} << 62) / step;
  const Error beyond{ErrorCode::invalid_value, "", "this is beyond the end of the world, 2^52 m from its origin"};
  if (x < -farthest || x > farthest || y < -farthest || y > farthest) return beyond;
  const std::int64_t units[] = {x * step, y * step};
  PlaneTile::Params params{.x = metres_from_units(units[0]), .y = metres_from_units(units[1]), .step = metres_from_units(step)};
  params.width = static_cast<int>(size.width);
  params.height = static_cast<int>(size.height);
  Result<PlaneTile> tile = PlaneTile::make(params, halo);
  if (!tile) return tile.error().path == "x" || tile.error().path == "y" ? beyond : tile.error();
  // Beyond 2^43 m metres in doubles do not tell all units apart.
  if (tile->origin().x != units[0] || tile->origin().y != units[1])
    return Error{ErrorCode::unsupported, "", "so far out steps must be whole metres"};
  return tile;
}

SampleRect stored_rect(const PlaneTile& tile) {
  const std::int64_t x = tile.origin().x / tile.step() - tile.halo(), y = tile.origin().y / tile.step() - tile.halo();
  return {x, y, x + tile.stored_width(), y + tile.stored_height()};
}

Result<void> run_stage(const ChainStage& stage, Surface& surface, const AssetSource* assets, const Execution& execution) {
  if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
  const FloatingPointMode ieee;
  StageContext context(stage.seed, stage.path);
  context.execution = {.threads = execution.threads, .progress = nullptr, .cancel = execution.cancel};
  context.assets = assets;
  CRATON_TRY(stage.entry->run(surface, *stage.spec, context));
  for (const std::string& name : stage.drops) surface.remove_layer(name);
  return {};
}

Result<void> run_chain(std::span<const ChainStage> stages, Surface& surface, const AssetSource* assets,
                       const Execution& execution, ChainProgress& progress) {
  for (const ChainStage& stage : stages) {
    CRATON_TRY(run_stage(stage, surface, assets, execution));
    progress.stage_done();
  }
  return {};
}

Result<Surface> trimmed(const Surface& surface, std::uint32_t halo) {
  const auto& wide = std::get<PlaneTile>(surface.domain());
  const SampleRect all = stored_rect(wide);
  const std::int64_t cut = std::int64_t{wide.halo()} - halo;
  CRATON_TRY(PlaneTile narrow, samples_at(wide.step(), all.x0 + wide.halo(), all.y0 + wide.halo(), wide.size(), halo));
  Surface result{Domain(std::move(narrow))};
  CRATON_TRY(copy_samples(surface, {all.x0 + cut, all.y0 + cut, all.x1 - cut, all.y1 - cut}, result));
  for (const ObjectTable& table : surface.objects()) CRATON_TRY(result.set_objects(table));
  return result;
}

Result<void> copy_samples(const Surface& from, const SampleRect& rect, Surface& to) {
  const auto &source = std::get<PlaneTile>(from.domain()), &target = std::get<PlaneTile>(to.domain());
  const SampleRect in = stored_rect(source), out = stored_rect(target);
  if (rect.empty()) return {};
  const bool whole = rect == out;
  for (const auto& layer : from.layers()) {
    Layer* copy = to.layer(layer->name());
    if (!copy) {
      std::optional<UnsetMemory> unset;
      if (whole) unset.emplace();
      CRATON_TRY(const auto added, to.add_layer(layer->info()));
      copy = added;
    }
    const std::size_t cell = bytes_per_cell(layer->type()), count = static_cast<std::size_t>(rect.x1 - rect.x0) * cell;
    for (std::int64_t y = rect.y0; y < rect.y1; ++y) {
      const auto first = static_cast<std::size_t>((y - in.y0) * source.stored_width() + (rect.x0 - in.x0)) * cell;
      const auto place = static_cast<std::size_t>((y - out.y0) * target.stored_width() + (rect.x0 - out.x0)) * cell;
      std::memcpy(copy->bytes().data() + place, layer->bytes().data() + first, count);
    }
  }
  return {};
}

Error out_of_memory() { return {ErrorCode::unsupported, "area", "not enough memory for this many samples and layers"}; }

std::uint64_t layer_bytes(const Surface& surface) {
  std::uint64_t bytes = 0;
  for (const auto& layer : surface.layers()) bytes += layer->bytes().size();
  return bytes;
}

}  // namespace craton::terrain
