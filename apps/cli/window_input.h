#pragma once

#include <string>
#include <vector>

#include <craton/base/result.h>
#include <craton/recipe/make.h>

#include "arguments.h"

namespace craton::cli {

/// A window of an endless world, as the user names it: land or voxels, by a recipe or a .craton file.
struct WindowChoice {
  std::string recipe;          ///< a recipe, or an endless .craton file; empty: none is asked for
  std::string at, size, step;  ///< the corner in the north-west, samples and metres; empty: the default
  std::string seed;
  std::vector<std::string> settings;

  /// `size_option`: how that of the window is called where --size means something else; empty: the command sets `size` itself.
  void add_to(Arguments& args, const std::string& size_option = "--size SIZE");
  bool any() const {
    return !recipe.empty() || !at.empty() || !size.empty() || !step.empty() || !seed.empty() || !settings.empty();
  }
};

/// The window as a world in memory, for commands that read worlds. `least` samples a side at least.
Result<World> load_window(const WindowChoice& choice, unsigned threads);

}  // namespace craton::cli
