#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/make.h>

namespace craton {

/// What differs between two worlds in a layer or a table of objects.
enum class DiffKind {
  only_in_a,
  only_in_b,
  other_type,    ///< numbers in one, categories in the other, …
  other_size,    ///< the worlds have different numbers of cells (or a table different rows or columns)
  other_values,  ///< at least one bit
  other_info,    ///< the same values, but unit, description or names of categories differ
};

struct LayerDiff {
  std::string name, unit;
  DiffKind kind = DiffKind::other_values;
  // Of other_values:
  std::uint64_t cells = 0;       ///< that differ in any bit
  std::uint64_t first_cell = 0;  ///< of those
  double first_a = 0, first_b = 0;
  double largest = 0;  ///< difference between numbers; where one is none (NaN), it is not counted here
};

struct ObjectsDiff {
  std::string name;
  std::string column;  ///< of other_type and other_values: the first that differs
  DiffKind kind = DiffKind::other_values;
};

/// Something that was different when the worlds were made.
struct DiffReason {
  std::string what;  ///< "seed", "craton", "recipe /stages/hills/scale", "version of stage hills"
  std::string a, b;  ///< "" where there is none
};

struct WorldDiff {
  std::string path_a, path_b;
  std::uint64_t cells_a = 0, cells_b = 0;
  std::uint64_t same_layers = 0;
  std::vector<LayerDiff> layers;  ///< those that differ
  std::vector<ObjectsDiff> objects;
  std::vector<DiffReason> reasons;

  /// Whether the worlds are the same, however they were made.
  bool same() const { return layers.empty() && objects.empty() && cells_a == cells_b; }
};

/// Compares two world files layer by layer without holding either; layers whose stored hashes agree are taken for equal. Neither
/// needs stages that this program knows. Times and the order of layers are no difference.
CRATON_API Result<WorldDiff> diff_worlds(const std::string& path_a, const std::string& path_b, const Execution& execution = {});

/// The same of two worlds in memory. NaNs are compared bit by bit, as all values are.
CRATON_API WorldDiff diff_worlds(const World& a, const World& b, const RecipeTerms& terms);

/// only_in_a, …, as reports call it.
CRATON_API std::string_view diff_kind_name(DiffKind kind);

/// In words, a line each.
CRATON_API std::vector<std::string> diff_lines(const WorldDiff& diff);

}  // namespace craton
