#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craton/base/tables.h>

namespace craton {

/// A table of biomes made ready: rectangles cut along all their borders.
class TableGrid {
 public:
  /// Errors say which entries overlap and what no entry covers; `path` is that of the entries.
  static Result<TableGrid> make(const BiomeTable& table, const std::string& path);

  /// Names of the classes: "sea" first, then those of the table in their order, each once.
  const std::vector<std::string>& names() const { return names_; }
  /// The class of a pair; what lies beyond the table counts as its edge, NaN as its low end.
  std::uint8_t at(float x, float y) const;

 private:
  std::vector<std::string> names_;
  std::vector<float> columns_, rows_;  // where cells begin, but for the first
  std::vector<std::uint8_t> classes_;  // row by row
};

/// The quantities that a table may ask for.
inline constexpr std::string_view table_quantities[] = {"rain", "temperature", "drainage"};
inline constexpr std::size_t most_table_entries = 100;

}  // namespace craton
