#pragma once

#include <optional>
#include <string>

#include <craton/files/world_check.h>
#include <craton/recipe/make.h>

namespace craton::files {

/// What is whole of a finite world.
struct CheckedWorld {
  WorldCheck check;
  std::optional<World> rest;  ///< none where the recipe does not say what it was
};

/// `keep`: the layers that are whole are held, to be written again; else only those whose laws are looked at.
Result<CheckedWorld> check_finite(const std::string& path, bool keep, const RecipeTerms& terms, const Execution& execution);

/// Of an endless world; what is whole of it is written to `to`, unless that is empty.
Result<WorldCheck> check_endless(const std::string& path, const std::string& to, const RecipeTerms& terms);

}  // namespace craton::files
