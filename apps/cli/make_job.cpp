#include "make_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include <craton/files/folder.h>
#include <craton/measure/requirement.h>

#include "make_steps.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;

Result<void> set_up_recipe(const MakeRequest& request, MakeJob& job) {
  CRATON_TRY(LoadedRecipe loaded, request.loaded ? *request.loaded : load_recipe(request.recipe, job.terms));
  job.loaded = std::move(loaded);
  Recipe& recipe = job.loaded.recipe;
  job.name = recipe.name.empty() ? fs::path(job.loaded.file).stem().string() : recipe.name;
  if (request.change) CRATON_TRY(request.change(recipe));
  for (const std::string& setting : request.settings)
    if (Result<void> set = set_in_recipe(recipe, setting, job.terms); !set) return in_file("-s", set.error());
  for (const std::string& wanted : request.required)
    if (Result<void> set = set_in_recipe(recipe, "require." + wanted, job.terms); !set) return in_file("--require", set.error());
  if (!request.seed.empty()) {
    CRATON_TRY(const std::uint64_t seed, seed_from_text(request.seed, "--seed"));
    recipe.seed = seed;
  }
  if (request.layers.empty()) return {};
  recipe.keep.clear();
  for (const std::string_view name : split(request.layers, ',')) {
    CRATON_TRY(check_name(name, "--layers"));
    if (std::find(recipe.keep.begin(), recipe.keep.end(), name) == recipe.keep.end()) recipe.keep.emplace_back(name);
  }
  return {};
}

// A dozen packed blocks, and what packs them (files/block_codec).
constexpr std::uint64_t writing_bytes = 24'000'000;

/// The layers that are left in the end.
struct Kept {
  std::uint64_t layers = 0, bytes = 0;
};
Kept kept_layers(const Recipe& recipe, const Plan& plan) {
  std::map<std::string, std::size_t> left;  // bytes a cell
  for (const PlannedStage& stage : plan.stages) {
    for (const StageLayer& layer : stage_layers(*stage.entry, recipe.stages[stage.index]))
      if (layer.access != LayerAccess::read) left[layer.name] = bytes_per_cell(layer.type);
    for (const std::string& name : stage.drops) left.erase(name);
  }
  Kept kept{left.size(), 0};
  for (const auto& [name, bytes] : left) kept.bytes += bytes * plan.cells;
  return kept;
}

/// At most, with the pictures and the writing that come after the stages.
std::uint64_t bytes_of_all(const MakeRequest& request, const Recipe& recipe, const Plan& plan) {
  const bool sphere = recipe.domain.kind == "sphere";
  const Kept kept = kept_layers(recipe, plan);
  double pixels = static_cast<double>(plan.cells) * (sphere ? 4.0 / 3 : 1);  // of a map twice as wide as high
  if (const double longest = request.pictures.longest; longest > 0) pixels = std::min(pixels, longest * longest / 2);
  const PictureMemory& each = request.pictures;
  const double drawn = pixels * (each.a_pixel + each.a_pixel_and_layer * static_cast<double>(kept.layers)) + each.megabytes * 1e6;
  return std::max(plan.bytes, kept.bytes + (sphere ? plan.cells * 16 : 0) + static_cast<std::uint64_t>(drawn) + writing_bytes);
}

Result<void> set_up_plan(const MakeRequest& request, MakeJob& job) {
  const Result<Plan> plan = plan_recipe(job.loaded.recipe, job.terms);
  if (!plan) {
    if (!request.layers.empty() && plan.error().path.starts_with("/keep"))
      return Error{plan.error().code, "--layers", plan.error().message};
    return in_file(job.loaded.file, plan.error());
  }
  job.plan = *plan;
  const std::uint64_t bytes = bytes_of_all(request, job.loaded.recipe, *plan);
  if (!request.memory.empty()) {
    CRATON_TRY(const std::uint64_t limit, parse_bytes(request.memory, "--memory"));
    if (limit == 0) return invalid("--memory", "a world needs some");
    job.memory_limit = limit;
    if (const std::uint64_t all = memory_now() + bytes; all > limit)
      return invalid("--memory",
                     fmt::format("it needs {}, but only {} are allowed; make fewer cells, or name with --layers those "
                                 "you need in the end",
                                 bytes_text(all), bytes_text(limit)));
  }
  return check_memory(bytes, job.loaded.file, "make fewer cells (-s domain.…), or name with --layers those you need in the end");
}

/// Names the stage in the progress line, tells of seeds that do not fit and, in step mode and for a film, draws what was done.
class Watcher final : public MakeObserver {
 public:
  Watcher(TerminalProgress& progress, StepPictures* steps, MakeFilm* film) : progress_(progress), steps_(steps), film_(film) {}
  Result<void> attempt_begins(const Recipe&, std::uint32_t attempt) override {
    if (steps_ && attempt > 0) CRATON_TRY(steps_->start_anew());
    return film_ && attempt > 0 ? film_->start_anew() : Result<void>{};
  }
  void attempt_rejected(const Recipe& recipe, const Rejection& rejection) override {
    progress_.wipe();
    const Requirement& wanted = recipe.require[rejection.check.index];
    complain("seed {} (attempt {} of {}): {} {}, wanted {}; given up after {} of {} stages\n", rejection.seed,
             rejection.attempt + 1, recipe.attempts, requirement_name(wanted), requirement_value(wanted, rejection.check.value),
             requirement_range(wanted), rejection.stages_run, rejection.stages);
  }
  void stage_begins(const Recipe& recipe, const PlannedStage& stage) override {
    progress_.set_what(recipe.stages[stage.index].id);
  }
  Result<void> step_done(const Recipe& recipe, const PlannedStage& stage, const Surface& surface, std::uint32_t iteration,
                         std::uint32_t count) override {
    if (film_) CRATON_TRY(film_->add(recipe, stage, surface, iteration, count));
    return steps_ ? steps_->draw(recipe, stage, surface, iteration, count) : Result<void>{};
  }

 private:
  TerminalProgress& progress_;
  StepPictures* steps_;
  MakeFilm* film_;
};

}  // namespace

void MakeRequest::add_to(Arguments& args) {
  args.option("-s,--set NAME=VALUE", settings,
              "Changes one value of the recipe: stage.param=value, domain.param=value, knobs.name=value or "
              "stage.enabled=false. May be repeated.")
      .repeatable();
  args.option("--require NAME=RANGE", required,
              "What the world must be like, else the next seed is tried: land_share=0.3:0.5, biomes.tundra=0.01, "
              "rivers.least_length=50000, attempts=50; `craton make --help` lists all. May be repeated.")
      .repeatable();
  args.option("--seed SEED", seed, "Another seed: a 64-bit number, decimal or 0x…; or a word.");
  args.option("--layers A,B", layers, "Only these layers are kept in the world. Default: those that the recipe says.");
  args.flag("--step", step,
            "Also write DIR/steps/NNN_stage[_iteration].png after every stage and every iteration of one. Makes all stages "
            "anew.");
  args.option("--frames FOLDER", frames,
              "Also film how the world comes to be: FOLDER/frame_0001.png … after every stage and inside long ones, film.png "
              "(animated), film.mp4 (where ffmpeg is on the PATH) and frames.json. Makes all stages anew.");
  a_stage_option =
      args.option("--frames-a-stage N", frames_a_stage, "At most so many frames of one stage: 1 … 1000.").show_default();
  cache.add_to(args);
  args.option("--memory SIZE", memory, "Refuse a world that needs more memory than this, all in all: 512M, 4G.");
  machine.add_to(args);
}

Result<MakeJob> prepare_make(const MakeRequest& request) {
  MakeJob job;
  CRATON_TRY(const unsigned threads, request.machine.thread_count());
  job.threads = threads;
  const Result<std::int64_t> frames = parse_integer(request.frames_a_stage, "--frames-a-stage");
  if (!frames || *frames < 1 || *frames > 1000)
    return invalid("--frames-a-stage", fmt::format("found \"{}\", allowed 1 … 1000 frames", request.frames_a_stage));
  if (request.a_stage_option.given() && request.frames.empty())
    return invalid("--frames-a-stage", "does nothing without --frames");
  job.frames_a_stage = static_cast<std::uint32_t>(*frames);
  CRATON_TRY(request.cache.check());
  CRATON_TRY(set_up_recipe(request, job));
  CRATON_TRY(set_up_plan(request, job));
  CRATON_TRY(request.machine.force_isa());
  return job;
}

Result<MadeWorld> make_world_of(const MakeRequest& request, const MakeJob& job, const std::string& folder) {
  // Stages from the cache have no iterations to show.
  const bool all_anew = request.step || !request.frames.empty();
  CRATON_TRY(const std::unique_ptr<BlobStore> cache, all_anew ? std::unique_ptr<BlobStore>() : request.cache.open());
  TerminalProgress progress(job.name);
  const Execution execution{.threads = job.threads, .progress = &progress, .cancel = &cancel_token()};
  std::optional<StepPictures> steps;
  if (request.step) {
    CRATON_TRY(StepPictures made, StepPictures::in_folder(folder + "/steps", {.threads = job.threads}));
    steps = std::move(made);
  }
  std::optional<MakeFilm> film;
  if (!request.frames.empty()) {
    CRATON_TRY(MakeFilm started, MakeFilm::in_folder(request.frames, folder, job.frames_a_stage,
                                                     {.threads = job.threads, .progress = nullptr, .cancel = &cancel_token()}));
    film = std::move(started);
  }
  Watcher watcher(progress, steps ? &*steps : nullptr, film ? &*film : nullptr);
  const std::unique_ptr<AssetSource> assets = assets_in_folder(job.loaded.folder);
  Result<World> world = make_world(job.loaded.recipe, job.terms,
                                   {.execution = execution,
                                    .assets = assets.get(),
                                    .cache = cache.get(),
                                    .observer = &watcher,
                                    .step_iterations = all_anew,
                                    .memory_limit = job.memory_limit});
  if (!world) return world.error().code == ErrorCode::cancelled ? world.error() : in_file(job.loaded.file, world.error());
  CRATON_TRY(request.machine.confirm_isa());
  return MadeWorld{*std::move(world), std::move(film)};
}

Result<void> MadeWorld::finish_film() {
  if (!film) return {};
  CRATON_TRY(film->finish(world));
  say("{}\n", film->told());
  return {};
}

}  // namespace craton::cli
