#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "make_cache.h"
#include "presets.h"
#include "runtime.h"

namespace craton::cli {

/// What a world is made from, as commands are told it.
struct MakeRequest {
  std::string recipe, seed, memory, layers;
  std::vector<std::string> settings;
  CacheOptions cache;
  MachineOptions machine;

  std::optional<LoadedRecipe> loaded{};           ///< a recipe that is known already
  std::function<Result<void>(Recipe&)> change{};  ///< of the recipe, before the settings
  std::string steps{};                            ///< a folder for pictures after every stage; "": none
  std::uint64_t bytes_beside = sizeof(float);     ///< a cell, that are needed beside the layers

  /// -s, --seed, --layers, --memory and those of cache and machine.
  void add_to(CLI::App& app);
};

/// Everything checked, nothing computed yet.
struct MakeJob {
  RecipeTerms terms = all_terms();
  LoadedRecipe loaded;
  std::string name;  ///< of the recipe, for people
  Plan plan;
  std::uint64_t memory_limit = 0;
  unsigned threads = 0;
};

Result<MakeJob> prepare_make(const MakeRequest& request);

/// Opens the cache and makes the world, with a line of progress.
Result<World> make_world_of(const MakeRequest& request, const MakeJob& job);

}  // namespace craton::cli
