#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/recipe.h>

/// Is a world file what was written, and does it keep the laws of worlds? And what can be saved where it is not
/// (docs/world-file.md).
namespace craton {

struct Damage {
  std::string where;  ///< `layer "height"`, `objects "rivers"`, `edit 12`, "the tables", "the waters", …
  std::string what;   ///< "blocks 2, 3 of 5 are not what was written"

  friend bool operator==(const Damage&, const Damage&) = default;
};

struct WorldCheck {
  std::string path;
  std::string kind;  ///< "finite", or of an endless world "terrain", "voxels"
  std::vector<Damage> damages;
  std::vector<std::string> whole;      ///< layers, tables of objects or edits, as in Damage::where
  std::vector<std::string> unchecked;  ///< what could not be looked at, and why

  bool is_whole() const { return damages.empty(); }
};

/// Looks at all of a world file: every checksum, that layers and objects are what the file says of them, and the laws of waters;
/// of an endless world all edits. The file is not changed. An error where it is no world at all, or cannot be read.
CRATON_API Result<WorldCheck> check_world(const std::string& path, const RecipeTerms& terms, const Execution& execution = {});

/// The same, and writes a new world of all that is whole to another file; what is there gives way to it. An error where the
/// recipe is lost: without it nothing has a place.
CRATON_API Result<WorldCheck> rescue_world(const std::string& path, const std::string& to, const RecipeTerms& terms,
                                           const Execution& execution = {});

}  // namespace craton
