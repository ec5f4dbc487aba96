#pragma once

#include <string>
#include <vector>

#include <craton/recipe/make.h>

namespace craton::server {

/// What somebody wants to see of a world.
struct Wanted {
  std::vector<std::string> layers, tables;
};

/// The recipe without the stages that nothing of what is wanted depends on: what is wanted comes out the same, sooner. As it is
/// where the world has none of the layers.
Recipe without_unneeded(const Recipe& recipe, const RecipeTerms& terms, const Wanted& wanted);

/// The same with what would not be seen at its few cells left out: valleys of great rivers that are narrower than one, which are
/// searched for on a mesh of their own, whatever the world's is. For pictures while somebody turns a knob.
Recipe without_unseen(const Recipe& recipe, const RecipeTerms& terms);

/// Layers that a world of this recipe holds in the end.
std::vector<std::string> layers_in_the_end(const Recipe& recipe, const Plan& plan);

}  // namespace craton::server
