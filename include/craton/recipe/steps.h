#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <craton/recipe/make.h>

/// A world made step by step: one iteration or one stage, as many as one likes, then to the end.
namespace craton {

/// What has just been done.
struct MakeStep {
  std::size_t stage = 0;                   ///< index in Recipe::stages
  std::string id;                          ///< of that stage
  std::uint32_t iteration = 0, count = 1;  ///< `count` of `count`: the stage is done
};

/// Stages keep their state between steps: each rests where it is, and goes on from there. The world is the one that `make_world`
/// gives, whatever the steps. While it rests, whoever asked for the step may look at the surface.
///
///     Result<SteppedMake> making = SteppedMake::begin(recipe, terms);
///     while (making->step()) draw(*making->surface());       // one step; nothing more: it is done, or failed
///     Result<World> world = making->to_the_end();
///
/// Steps are taken from one thread at a time. Giving it up (its destructor) ends the work at once.
class CRATON_API SteppedMake {
 public:
  /// Options as for `make_world`; `observer` and `step_iterations` are its own. What they point to must outlive this.
  static Result<SteppedMake> begin(const Recipe& recipe, const RecipeTerms& terms, const MakeOptions& options = {});
  SteppedMake(SteppedMake&&) noexcept;
  SteppedMake& operator=(SteppedMake&&) noexcept;
  ~SteppedMake();

  /// On to the end of the next iteration or stage; nothing where the world is made, or an error ended it.
  const MakeStep* step();
  /// On to the end of the stage that runs, or of the next one.
  const MakeStep* stage();
  /// On to the end of it all: the world, or the error. To be called once.
  Result<World> to_the_end();

  /// The world as it is after the last step; null before the first one and after the end.
  const Surface* surface() const;

 private:
  struct Work;
  explicit SteppedMake(std::unique_ptr<Work> work);
  std::unique_ptr<Work> work_;
};

}  // namespace craton
