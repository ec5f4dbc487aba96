#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "arguments.h"
#include "make_cache.h"
#include "make_film.h"
#include "presets.h"
#include "runtime.h"

namespace craton::cli {

/// What pictures of a world need beside its layers: so many bytes a pixel, so many more for each layer that is kept, so many
/// whatever the size. As measured (docs/memory.md).
struct PictureMemory {
  double a_pixel = 0, a_pixel_and_layer = 0, megabytes = 0;
  std::uint32_t longest = 0;  ///< no side is longer; 0: any
};

/// Of the pictures of `craton map`.
constexpr PictureMemory map_picture_memory(std::uint32_t longest) { return {.a_pixel = 29, .megabytes = 57, .longest = longest}; }

/// What a world is made from, as commands are told it.
struct MakeRequest {
  std::string recipe, seed, memory, layers, frames, frames_a_stage = "24";
  std::vector<std::string> settings, required;
  bool step = false;
  CacheOptions cache;
  MachineOptions machine;

  std::optional<LoadedRecipe> loaded{};           ///< a recipe that is known already
  std::function<Result<void>(Recipe&)> change{};  ///< of the recipe, before the settings
  PictureMemory pictures{};                       ///< what is drawn of the world, before it is written
  Option a_stage_option{};

  /// -s, --require, --seed, --layers, --step, --frames, --memory and those of cache and machine.
  void add_to(Arguments& args);
};

/// Everything checked, nothing computed yet.
struct MakeJob {
  RecipeTerms terms = all_terms();
  LoadedRecipe loaded;
  std::string name;  ///< of the recipe, for people
  Plan plan;
  std::uint64_t memory_limit = 0;
  std::uint32_t frames_a_stage = 24;
  unsigned threads = 0;
};

Result<MakeJob> prepare_make(const MakeRequest& request);

/// A world, and the film of how it came to be where one was asked for.
struct MadeWorld {
  World world;
  std::optional<MakeFilm> film{};

  /// Ends the film, and tells what became of it.
  Result<void> finish_film();
};

/// Opens the cache and makes the world, with a line of progress. Pictures of steps go to `folder`/steps.
Result<MadeWorld> make_world_of(const MakeRequest& request, const MakeJob& job, const std::string& folder);

}  // namespace craton::cli
