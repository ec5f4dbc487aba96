// The work has a thread of its own, which stands still while nobody asks for a step: so a stage keeps all that it has, on its
// stack, and is written like any other.
#include <craton/recipe/steps.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace craton {

/// One turn at a time: either the work runs, or whoever asked.
struct SteppedMake::Work final : MakeObserver {
  enum class Until : std::uint8_t { step, stage, end, given_up };

  Work(Recipe asked, Plan planned, MakeOptions how) : recipe(std::move(asked)), plan(std::move(planned)), options(how) {
    options.observer = this;
    options.step_iterations = true;
  }
  ~Work() override {
    {
      const std::lock_guard lock(mutex);
      until = Until::given_up;
      running = true;
    }
    turn.notify_all();
    if (thread.joinable()) thread.join();
  }

  Result<void> step_done(const Recipe&, const PlannedStage& stage, const Surface& now, std::uint32_t iteration,
                         std::uint32_t count) override {
    std::unique_lock lock(mutex);
    const bool rests = until == Until::step || (until == Until::stage && iteration == count);
    if (rests) {
      last = {stage.index, recipe.stages[stage.index].id, iteration, count};
      surface = &now;
      running = false;
      turn.notify_all();
      turn.wait(lock, [&] { return running; });
      surface = nullptr;
    }
    return until == Until::given_up ? Result<void>(Error{ErrorCode::cancelled, "", "cancelled"}) : Result<void>();
  }

  void make() {
    {
      std::unique_lock lock(mutex);
      turn.wait(lock, [&] { return running; });
      if (until == Until::given_up) return;
    }
    Result<World> made = make_world(recipe, plan, options);
    const std::lock_guard lock(mutex);
    world.emplace(std::move(made));
    running = false;
    turn.notify_all();
  }

  /// Whether it rests after a step; else it is over.
  bool go_on(Until wanted) {
    std::unique_lock lock(mutex);
    if (world) return false;
    until = wanted;
    running = true;
    turn.notify_all();
    turn.wait(lock, [&] { return !running; });
    return !world;
  }

  const Recipe recipe;
  const Plan plan;
  MakeOptions options;
  std::mutex mutex;
  std::condition_variable turn;
  bool running = false;
  Until until = Until::step;
  MakeStep last;
  const Surface* surface = nullptr;
  std::optional<Result<World>> world;
  std::thread thread;
};

SteppedMake::SteppedMake(std::unique_ptr<Work> work) : work_(std::move(work)) {}
SteppedMake::SteppedMake(SteppedMake&&) noexcept = default;
SteppedMake& SteppedMake::operator=(SteppedMake&&) noexcept = default;
SteppedMake::~SteppedMake() = default;

Result<SteppedMake> SteppedMake::begin(const Recipe& recipe, const RecipeTerms& terms, const MakeOptions& options) {
  CRATON_TRY(Plan plan, plan_recipe(recipe, terms));
  auto work = std::make_unique<Work>(recipe, std::move(plan), options);
  work->thread = std::thread([behind = work.get()] { behind->make(); });
  return SteppedMake(std::move(work));
}

const MakeStep* SteppedMake::step() { return work_->go_on(Work::Until::step) ? &work_->last : nullptr; }
const MakeStep* SteppedMake::stage() { return work_->go_on(Work::Until::stage) ? &work_->last : nullptr; }

Result<World> SteppedMake::to_the_end() {
  (void)work_->go_on(Work::Until::end);
  return *std::exchange(work_->world, Result<World>(Error{ErrorCode::unsupported, "", "the world was taken already"}));
}

const Surface* SteppedMake::surface() const { return work_->surface; }

}  // namespace craton
