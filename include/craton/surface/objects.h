#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/surface/coords.h>

namespace craton {

/// Things beside layers: plates, rivers, lakes, places. A table has one row an object and one column an attribute; row = id.
struct ObjectColumn {
  using Path = std::vector<Vec3d>;  ///< metres (coords.h)
  using Cells = std::vector<Cell>;

  std::string name, unit, doc;
  std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>, std::vector<Vec3d>, std::vector<Path>,
               std::vector<Cells>>
      values;

  std::size_t size() const;
  /// Its values if they are of this type, else null.
  template <class Value>
  const std::vector<Value>* as() const {
    return std::get_if<std::vector<Value>>(&values);
  }

  friend bool operator==(const ObjectColumn&, const ObjectColumn&) = default;
};

struct CRATON_API ObjectTable {
  std::string name, doc;
  std::vector<ObjectColumn> columns;

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
  const ObjectColumn* column(std::string_view column_name) const;
  /// The values of a column; null where there is none of this name and type.
  ///
  ///     const std::vector<double>* levels = lakes.values<double>("level");
  template <class Value>
  const std::vector<Value>* values(std::string_view column_name) const {
    const ObjectColumn* found = column(column_name);
    return found ? found->as<Value>() : nullptr;
  }
  /// All columns equally long, names good and different.
  Result<void> check(std::string_view path) const;
  /// 64 bits of the content: names, units, types and values of the columns, in their order, bit by bit. Neither the name of the
  /// table nor what documents it counts. The same on every machine.
  std::uint64_t hash() const;

  friend bool operator==(const ObjectTable&, const ObjectTable&) = default;
};

inline std::size_t ObjectColumn::size() const {
  return std::visit([](const auto& list) { return list.size(); }, values);
}

}  // namespace craton
