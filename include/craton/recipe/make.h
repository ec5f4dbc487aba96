#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/recipe.h>

/// From recipe to world: plan, then run.
namespace craton {

/// A stage that will run, and what it touches. What is changed is read and written.
struct PlannedStage {
  const StageEntry* entry = nullptr;
  std::size_t index = 0;  ///< in Recipe::stages
  Reach reach{};
  std::vector<std::string> reads{}, writes{};                ///< layers
  std::vector<std::string> tables_read{}, tables_written{};  ///< of objects
  std::vector<std::string> drops{};                          ///< layers that nobody needs after it
};

/// When a requirement is asked: as soon as all that it looks at is as it will be.
struct PlannedRequirement {
  std::size_t index = 0;                    ///< in Recipe::require
  std::size_t place = 0;                    ///< in Plan::stages: asked after this one
  std::vector<std::string> layers, tables;  ///< what it looks at
};

/// What will run, checked: the order is good, all layers are there, the margin is known.
struct CRATON_API Plan {
  std::vector<PlannedStage> stages;                ///< the enabled ones
  std::vector<PlannedRequirement> requirements{};  ///< in the order in which they are asked
  std::uint32_t halo = 0;                          ///< of the tile, in cells: the sum of all reaches before `alone_from`
  /// From this one on the tile stands alone, without its margin: the first that takes it for a world of its own and makes
  /// objects, which name cells. Beyond the last one where there is none.
  std::size_t alone_from = static_cast<std::size_t>(-1);
  std::uint64_t cells = 0;  ///< with the margin
  std::uint64_t bytes = 0;  ///< of all layers at the worst moment, and the domain's tables; stages need some scratch beside it
};
CRATON_API Result<Plan> plan_recipe(const Recipe& recipe, const RecipeTerms& terms);

/// How a stage went.
struct StageReport {
  std::string id, stage;
  double seconds = 0;
  bool reused = false;  ///< taken from the cache
};

/// What was found when a requirement was asked.
struct RequirementCheck {
  std::size_t index = 0;  ///< in Recipe::require
  double value = 0;
  bool met = false;
};

/// A world that was made, or read from a file.
struct World {
  Recipe recipe;  ///< with the seed that was used
  Surface surface;
  std::vector<StageReport> reports;
  std::uint64_t asked_seed = recipe.seed;  ///< the seed that was tried first
  std::uint32_t attempts = 1;              ///< how many seeds were tried
  std::vector<RequirementCheck> checks{};  ///< of a world that was made: all are met
};

/// The seed of an attempt: 0 is the recipe's own, n > 0 the child "attempt n".
CRATON_API std::uint64_t seed_of_attempt(std::uint64_t seed, std::uint32_t attempt);

/// A world that was given up: its seed does not give what the recipe requires.
struct Rejection {
  std::uint32_t attempt = 0;  ///< from 0
  std::uint64_t seed = 0;
  RequirementCheck check;
  std::size_t stages_run = 0, stages = 0;  ///< how far it got
};

/// Watches a run. Called in the thread that runs it.
class MakeObserver {
 public:
  virtual ~MakeObserver() = default;
  /// Attempt 0 begins every run; further ones follow where the recipe requires something.
  virtual Result<void> attempt_begins(const Recipe&, std::uint32_t /*attempt*/) { return {}; }
  virtual void attempt_rejected(const Recipe&, const Rejection&) {}
  virtual void stage_begins(const Recipe&, const PlannedStage&) {}
  /// After a stage (iteration = count), or after one of its iterations in step mode. An error ends the run.
  virtual Result<void> step_done(const Recipe&, const PlannedStage&, const Surface&, std::uint32_t /*iteration*/,
                                 std::uint32_t /*count*/) {
    return {};
  }
};

struct MakeOptions {
  Execution execution;
  const AssetSource* assets = nullptr;
  BlobStore* cache = nullptr;  ///< stages whose inputs did not change are taken from here
  MakeObserver* observer = nullptr;
  bool step_iterations = false;    ///< tell the observer of iterations too
  std::uint64_t memory_limit = 0;  ///< bytes; 0: none. A plan beyond it is refused before it starts
};

/// Runs a recipe. The world depends on the recipe alone, never on the options.
///
/// Where the recipe requires something, seeds are tried one after the other until a world fits; each is given up as soon as the
/// layers that a requirement looks at are as they will be. The error of a search in vain (at "/require") says which requirement
/// failed how often, and how near it came.
///
///     Result<Recipe> recipe = recipe_from_json(text, terms);
///     Result<World> world = make_world(*recipe, terms);
///     const Layer* height = world->surface.layer("height");
CRATON_API Result<World> make_world(const Recipe& recipe, const RecipeTerms& terms, const MakeOptions& options = {});
/// The same with the plan of this recipe, where it is at hand.
CRATON_API Result<World> make_world(const Recipe& recipe, const Plan& plan, const MakeOptions& options = {});

}  // namespace craton
