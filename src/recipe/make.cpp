#include <craton/recipe/make.h>
#include <craton/surface/sites.h>

#include <algorithm>
#include <new>

#include "base/fp_mode.h"
#include "base/text.h"
#include "recipe/recipe_parts.h"
#include "recipe/stage_cache.h"
#include "recipe/stage_key.h"

namespace craton {
namespace {

using recipe::MadeKeys;
using recipe::StageCache;

Error forgotten_error() { return {ErrorCode::io, "", "the cache has forgotten what it had"}; }

/// A part of the whole progress, that of an attempt or of a stage, which goes iteration by iteration.
class StageProgress : public Progress {
 public:
  StageProgress(Progress* whole, double begin, double length) : whole_(whole), begin_(begin), length_(length) {}
  void set_iteration(std::uint32_t index, std::uint32_t count) {
    iteration_ = index;
    count_ = std::max(count, 1u);
  }
  void report(double share_done) override {
    const double done = begin_ + length_ * (iteration_ + share_done) / count_;
    if (whole_ && done > reported_) whole_->report(reported_ = done);
  }

 private:
  Progress* whole_;
  double begin_, length_, reported_ = 0;
  std::uint32_t iteration_ = 0, count_ = 1;
};

/// What the runner tells a stage, and hears from it.
class RunContext final : public StageContext {
 public:
  RunContext(const Recipe& recipe, const PlannedStage& stage, const MakeOptions& options, StageProgress& progress)
      : StageContext(Seed{recipe.seed}.child(recipe.stages[stage.index].id), concat({"/stages/", std::to_string(stage.index)})),
        recipe_(recipe),
        stage_(stage),
        options_(options),
        progress_(progress) {
    execution = options.execution;
    execution.progress = &progress;
    assets = options.assets;
  }

  void begin_iteration(std::uint32_t index, std::uint32_t count) override {
    index_ = index;
    count_ = count;
    progress_.set_iteration(index, count);
  }
  Result<void> end_iteration(const Surface& now) override {
    if (!options_.observer || !options_.step_iterations || index_ + 1 >= count_) return {};
    return options_.observer->step_done(recipe_, stage_, now, index_ + 1, count_);
  }
  std::uint32_t iterations() const { return count_; }

 private:
  const Recipe& recipe_;
  const PlannedStage& stage_;
  const MakeOptions& options_;
  StageProgress& progress_;
  std::uint32_t index_ = 0, count_ = 1;
};

std::vector<std::string> tables_of_sites(const PlannedStage& stage) {
  std::vector<std::string> names;
  for (const std::string& name : stage.tables_written)
    if (name == sites_table || name == globe_table) names.push_back(name);
  return names;
}

class Maker {
 public:
  Maker(const Recipe& recipe, const Plan& plan, const MakeOptions& options, bool reuse)
      : recipe_(recipe), plan_(plan), options_(options), cache_(options.cache, reuse) {}

  /// `forgotten` is set where the cache lost a layer that it had promised.
  Result<World> make(bool& forgotten) {
    CRATON_TRY(Domain domain, make_domain(recipe_.domain, Seed{recipe_.seed}, plan_.halo, "/domain"));
    World world{.recipe = recipe_, .surface = Surface(std::move(domain)), .reports = {}};
    for (std::size_t place = 0; place < plan_.stages.size(); ++place) {
      if (place == plan_.alone_from) CRATON_TRY(stand_alone(world.surface, forgotten));
      const Result<StageReport> report = run_stage(place, world.surface);
      if (!report) {
        forgotten = cache_.forgotten();
        return report.error();
      }
      world.reports.push_back(*report);
      if (const Result<void> checked = check_requirements(place, world); !checked) {
        forgotten = cache_.forgotten();
        return checked.error();
      }
      for (const std::string& name : plan_.stages[place].drops) {
        world.surface.remove_layer(name);
        cache_.give_up(name);
      }
    }
    CRATON_TRY(stand_alone(world.surface, forgotten));
    return world;
  }

  /// Where a requirement was not met: `make` then ended with an error.
  const std::optional<RequirementCheck>& rejected() const { return rejected_; }
  std::size_t stages_run() const { return stages_run_; }

 private:
  /// All that is known so far, without the margin.
  Result<void> stand_alone(Surface& surface, bool& forgotten) {
    if (!cache_.load_all(surface)) {
      forgotten = true;
      return forgotten_error();
    }
    surface.drop_halo();
    return {};
  }
  std::uint32_t halo_at(std::size_t place) const { return place < plan_.alone_from ? plan_.halo : 0; }

  /// All that can be asked now; the first that is not met ends the run.
  Result<void> check_requirements(std::size_t place, World& world) {
    stages_run_ = place + 1;
    for (const PlannedRequirement& planned : plan_.requirements) {
      if (planned.place != place) continue;
      const Requirement& requirement = recipe_.require[planned.index];
      const std::string path = recipe::requirement_path(requirement);
      if (!cache_.load(planned.layers, planned.tables, world.surface)) return forgotten_error();
      const Execution silent{options_.execution.threads, nullptr, options_.execution.cancel};
      CRATON_TRY(const double value, measure_requirement(world.surface, requirement, path, silent));
      const RequirementCheck check{planned.index, value, requirement.met_by(value)};
      const auto again = [&](const PlannedRequirement& each) { return each.index == planned.index && each.place > place; };
      const bool last = std::none_of(plan_.requirements.begin(), plan_.requirements.end(), again);
      if (last) world.checks.push_back(check);
      if (check.met) continue;
      rejected_ = check;
      return Error{ErrorCode::unsupported, path, "this seed does not give what is required"};
    }
    return {};
  }

  Result<StageReport> run_stage(std::size_t place, Surface& surface) {
    const auto start = std::chrono::steady_clock::now();
    const PlannedStage& stage = plan_.stages[place];
    const StageSpec& spec = recipe_.stages[stage.index];
    StageReport report{.id = spec.id, .stage = spec.stage};
    if (options_.execution.cancel && options_.execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
    if (options_.observer) options_.observer->stage_begins(recipe_, stage);
    std::optional<BlobKey> key;
    if (options_.cache) key = recipe::stage_key(recipe_, stage, halo_at(place), made_, options_.assets);
    std::uint32_t iterations = 1;
    report.reused = key && cache_.reuse(*key, stage, surface);
    // Where cells lie is needed at once, not when somebody reads the table.
    if (report.reused && !cache_.load({}, tables_of_sites(stage), surface)) return forgotten_error();
    if (!report.reused) {
      CRATON_TRY(compute(place, surface, iterations));
      if (key) cache_.keep(*key, stage, surface);
    }
    for (const std::string& name : stage.writes) made_.layers[name] = key;
    for (const std::string& name : stage.tables_written) made_.tables[name] = key;
    if (options_.observer) {
      if (!cache_.load(stage.writes, stage.tables_written, surface)) return forgotten_error();
      CRATON_TRY(options_.observer->step_done(recipe_, stage, surface, iterations, iterations));
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
  }

  Result<void> compute(std::size_t place, Surface& surface, std::uint32_t& iterations) {
    const PlannedStage& stage = plan_.stages[place];
    if (!cache_.load(stage.reads, stage.tables_read, surface) || !cache_.load(stage.writes, stage.tables_written, surface))
      return forgotten_error();
    const double length = 1.0 / static_cast<double>(plan_.stages.size());
    StageProgress progress(options_.execution.progress, length * static_cast<double>(place), length);
    RunContext context(recipe_, stage, options_, progress);
    FloatingPointMode ieee;
    CRATON_TRY(stage.entry->run(surface, recipe_.stages[stage.index], context));
    iterations = context.iterations();
    return check_written(stage, surface);
  }

  /// A stage that does not do what it declares is a bug, of ours or of a user's own stage.
  Result<void> check_written(const PlannedStage& stage, const Surface& surface) const {
    for (const std::string& name : stage.writes)
      if (!surface.layer(name))
        return Error{
            ErrorCode::unsupported, concat({"/stages/", std::to_string(stage.index)}),
            concat({"stage \"", stage.entry->info.id, "\" declares that it writes the layer \"", name, "\", but did not"})};
    return {};
  }

  const Recipe& recipe_;
  const Plan& plan_;
  const MakeOptions& options_;
  StageCache cache_;
  MadeKeys made_;
  std::optional<RequirementCheck> rejected_;
  std::size_t stages_run_ = 0;
};

Result<void> check_memory(const Plan& plan, std::uint64_t limit) {
  if (limit == 0 || plan.bytes <= limit) return {};
  const auto mebibytes = [](std::uint64_t bytes) { return std::to_string((bytes + (1 << 20) - 1) >> 20); };
  return Error{ErrorCode::unsupported, "/domain",
               concat({"the layers need ", mebibytes(plan.bytes), " MiB, but only ", mebibytes(limit),
                       " MiB are allowed; make fewer cells, or name in \"keep\" the layers you need in the end"})};
}

/// How making a world with one seed went.
struct Attempt {
  Result<World> world;
  std::optional<RequirementCheck> rejected;
  std::size_t stages_run = 0;
};

Attempt try_to_make(const Recipe& recipe, const Plan& plan, const MakeOptions& options, bool reuse, bool& forgotten) {
  Maker maker(recipe, plan, options, reuse);
  Result<World> world = maker.make(forgotten);
  return {std::move(world), maker.rejected(), maker.stages_run()};
}

Attempt attempt_to_make(const Recipe& recipe, const Plan& plan, const MakeOptions& options) {
  bool forgotten = false;
  Attempt attempt = try_to_make(recipe, plan, options, true, forgotten);
  // Another process may have thrown blobs away between two looks; then everything is made anew.
  return !attempt.world && forgotten ? try_to_make(recipe, plan, options, false, forgotten) : std::move(attempt);
}

/// Tries seeds until a world fits.
class Search {
 public:
  Search(const Recipe& recipe, const Plan& plan, const MakeOptions& options)
      : asked_(recipe), tried_(recipe), plan_(plan), options_(options) {}

  Result<World> find() {
    const std::uint32_t most = asked_.require.empty() ? 1 : std::max(asked_.attempts, 1u);
    for (std::uint32_t attempt = 0; attempt < most; ++attempt) {
      tried_.seed = seed_of_attempt(asked_.seed, attempt);
      if (options_.observer) CRATON_TRY(options_.observer->attempt_begins(tried_, attempt));
      // Progress never falls: each attempt has its part of it, as if none would fit.
      StageProgress progress(options_.execution.progress, static_cast<double>(attempt) / most, 1.0 / most);
      MakeOptions options = options_;
      options.execution.progress = &progress;
      Attempt made = attempt_to_make(tried_, plan_, options);
      if (!made.rejected) {
        if (!made.world) return made.world.error();
        made.world->asked_seed = asked_.seed;
        made.world->attempts = attempt + 1;
        return std::move(made.world);
      }
      rejected_.push_back({attempt, tried_.seed, *made.rejected, made.stages_run, plan_.stages.size()});
      if (options_.observer) options_.observer->attempt_rejected(tried_, rejected_.back());
    }
    return in_vain();
  }

 private:
  /// How far a value is from what is wanted.
  static double distance(const Requirement& wanted, double value) { return std::max(wanted.low - value, value - wanted.high); }

  Error in_vain() const {
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < asked_.require.size(); ++i) {
      const Requirement& wanted = asked_.require[i];
      std::size_t times = 0;
      std::optional<double> nearest;
      for (const Rejection& each : rejected_) {
        if (each.check.index != i) continue;
        ++times;
        if (!nearest || distance(wanted, each.check.value) < distance(wanted, *nearest)) nearest = each.check.value;
      }
      if (nearest)
        reasons.push_back(
            concat({requirement_name(wanted), " ", std::to_string(times), times == 1 ? " time" : " times", " (wanted ",
                    requirement_range(wanted), ", nearest ", requirement_value(wanted, *nearest), ")"}));
    }
    return {ErrorCode::unsupported, "/require",
            concat({"none of ", std::to_string(rejected_.size()), rejected_.size() == 1 ? " seed" : " seeds",
                    " gives such a world; refused for ", joined(reasons, ", "),
                    "; require less, change the recipe, or allow more attempts"})};
  }

  const Recipe& asked_;
  Recipe tried_;
  const Plan& plan_;
  const MakeOptions& options_;
  std::vector<Rejection> rejected_;
};

}  // namespace

std::uint64_t seed_of_attempt(std::uint64_t seed, std::uint32_t attempt) {
  return attempt == 0 ? seed : Seed{seed}.child(concat({"attempt ", std::to_string(attempt)})).value;
}

Result<World> make_world(const Recipe& recipe, const RecipeTerms& terms, const MakeOptions& options) {
  CRATON_TRY(const Plan plan, plan_recipe(recipe, terms));
  return make_world(recipe, plan, options);
}

Result<World> make_world(const Recipe& recipe, const Plan& plan, const MakeOptions& options) {
  CRATON_TRY(check_memory(plan, options.memory_limit));
  try {
    return Search(recipe, plan, options).find();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::unsupported, "/domain", "not enough memory for this many cells and layers"};
  }
}

}  // namespace craton
