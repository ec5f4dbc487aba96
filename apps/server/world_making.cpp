#include "world_making.h"

#include <fmt/format.h>

#include <algorithm>

#include <craton/files/png.h>
#include <craton/files/world_file.h>
#include <craton/picture/layer_picture.h>
#include <craton/worlds/map.h>

#include "world_pictures.h"

namespace craton::server {
namespace {

constexpr std::uint32_t step_picture_side = 512;

/// Tells the job of stages, with a small picture of each where pictures are wanted.
class Watcher final : public MakeObserver {
 public:
  Watcher(Job& job, bool pictures) : job_(job), pictures_(pictures) {}

  Result<void> attempt_begins(const Recipe& recipe, std::uint32_t attempt) override {
    if (attempt > 0) job_.start_anew();
    count_ = static_cast<std::size_t>(
        std::count_if(recipe.stages.begin(), recipe.stages.end(), [](const StageSpec& each) { return each.enabled; }));
    index_ = 0;
    return {};
  }
  void stage_begins(const Recipe& recipe, const PlannedStage& stage) override { job_.begin_stage(recipe.stages[stage.index].id); }
  Result<void> step_done(const Recipe& recipe, const PlannedStage& stage, const Surface& surface, std::uint32_t,
                         std::uint32_t) override {
    std::string png;
    if (pictures_) png = picture_of(surface, stage);
    job_.end_stage(index_++, count_, recipe.stages[stage.index].id, std::string(stage.entry->info.title), std::move(png));
    return {};
  }

 private:
  /// The ground once there is some, else what the stage wrote. A picture that cannot be drawn is left out.
  static std::string picture_of(const Surface& surface, const PlannedStage& stage) {
    const Layer* layer = surface.layer("height");
    if (!layer && !stage.writes.empty()) layer = surface.layer(stage.writes.front());
    if (!layer) return {};
    const GridSize natural = natural_size(surface.domain());
    LayerPictureOptions how;
    how.size = std::max(natural.width, natural.height) > step_picture_side ? fitted(natural, step_picture_side) : GridSize{};
    const Result<Rgb8Image> image = picture_of_layer(surface.domain(), *layer, how);
    if (!image) return {};
    Result<std::string> png = png_bytes(*image);
    return png ? *std::move(png) : std::string();
  }

  Job& job_;
  bool pictures_;
  std::size_t index_ = 0, count_ = 0;
};

}  // namespace

Result<void> resize_world(Recipe& recipe, std::uint32_t longest, const RecipeTerms& terms) {
  if (longest == 0) return {};
  if (recipe.domain.kind == "sphere")
    return set_in_recipe(recipe, fmt::format("domain.resolution={}", std::max(8U, longest / 4)), terms);
  const Result<LevelSizes> levels = levels_of(recipe.domain);
  if (!levels) return levels.error();
  const GridSize natural = levels->sizes.back();
  if (std::max(natural.width, natural.height) == longest) return {};
  return resize_map(recipe, fitted(natural, longest));
}

Result<MakeOrder> read_make_order(Services& services, JsonBody& body, std::uint32_t standard_size, std::uint32_t most) {
  MakeOrder order;
  std::shared_ptr<const BookEntry> entry;
  const Json* recipe = body.find("recipe");
  const Result<std::string> preset = body.text("preset", "", 64);
  if (!preset) return preset.error();
  if (recipe) {
    const Result<std::shared_ptr<const BookEntry>> read = services.book.read(*recipe);
    if (!read) return read.error();
    entry = *read;
  } else if (!preset->empty()) {
    entry = services.book.find(*preset);
    if (!entry) return Error{ErrorCode::unknown_name, "/preset", "no recipe of this name or hash is known"};
  } else {
    return Error{ErrorCode::invalid_value, "/recipe", "is missing; give a recipe, or the id of a preset"};
  }
  if (!entry->recipe)
    return Error{ErrorCode::unsupported, "/recipe", "voxel worlds are endless: their chunks are at /api/v1/voxels"};
  order.recipe = *entry->recipe;
  if (const Json* seed = body.find("seed")) {
    const Result<std::uint64_t> number = seed_of(*seed, "/seed");
    if (!number) return number.error();
    order.recipe.seed = *number;
  }
  const Result<std::string> name = body.text("name", "", 120);
  if (!name) return name.error();
  if (!name->empty()) order.recipe.name = *name;
  const Result<std::int64_t> size = body.integer("size", standard_size, 16, most);
  if (!size) return size.error();
  if (Result<void> sized = resize_world(order.recipe, static_cast<std::uint32_t>(*size), services.book.terms()); !sized)
    return Error{sized.error().code, "/size", sized.error().message};
  const Result<Plan> plan = plan_recipe(order.recipe, services.book.terms());
  if (!plan) return plan.error();
  if (plan->bytes > services.options.making_bytes)
    return Error{
        ErrorCode::unsupported, "/size",
        fmt::format("its layers need {} MiB, allowed are {} MiB", plan->bytes >> 20, services.options.making_bytes >> 20)};
  return order;
}

Result<void> make_and_keep(Services& services, const MakeOrder& order, const std::string& id, Job& job) {
  Watcher watcher(job, order.steps);
  MakeOptions options;
  options.execution = {.threads = services.threads, .progress = &job, .cancel = &job.cancel};
  options.assets = services.book.assets();
  options.observer = &watcher;
  options.memory_limit = services.options.making_bytes;
  const Result<World> world = make_world(order.recipe, services.book.terms(), options);
  if (!world) return world.error();
  job.begin_stage("writing");
  // Once it is renamed into place it is there for good, whatever happens to this process.
  CRATON_TRY(write_world(services.worlds.path_of(id), *world, services.book.terms(),
                         {.threads = services.threads, .cancel = &job.cancel}));
  job.set_world(id);
  return {};
}

}  // namespace craton::server
