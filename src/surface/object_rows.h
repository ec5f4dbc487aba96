#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <craton/base/params.h>
#include <craton/surface/coords.h>
#include <craton/surface/objects.h>

/// Tables of objects as rows of a struct. A column is declared once, by the member that it holds:
///
///     struct Spring { Vec3d at; double discharge; };
///     template <>
///     inline std::span<const RowColumn<Spring>> columns_of<Spring>() {
///       static const RowColumn<Spring> list[] = {row_column<&Spring::at>("at", "m", "On the ground."), …};
///       return list;
///     }
///     ObjectTable table = table_of_rows("springs", "Springs.", springs);
namespace craton {

template <class Row>
struct RowColumn {
  std::string_view name, unit, doc;
  decltype(ObjectColumn::values) (*values)(std::span<const Row> rows) = nullptr;
  /// False where the column does not hold what the member does.
  bool (*read)(const ObjectColumn& column, std::span<Row> rows) = nullptr;
};

/// Specialised beside each struct, in the order of the table.
template <class Row>
std::span<const RowColumn<Row>> columns_of();

namespace detail {

/// How a member lies in a table: numbers as double, whole numbers as int64, cells likewise and −1 for none, choices as their
/// names.
template <class T>
struct InTable {
  static constexpr bool number = std::is_floating_point_v<T>, cell = std::is_same_v<T, Cell>, choice = std::is_enum_v<T>,
                        whole = std::is_integral_v<T>;
  using type =
      std::conditional_t<number, double, std::conditional_t<whole, std::int64_t, std::conditional_t<choice, std::string, T>>>;

  static type of(const T& value) {
    if constexpr (choice)
      return std::string(choice_names<T>()[static_cast<std::size_t>(value)]);
    else if constexpr (cell)
      return value == no_cell ? -1 : static_cast<std::int64_t>(value);
    else
      return static_cast<type>(value);
  }
  static bool read(const type& from, T& value) {
    if constexpr (choice) {
      const std::span<const std::string_view> names = choice_names<T>();
      const auto found = std::find(names.begin(), names.end(), from);
      if (found == names.end()) return false;
      value = static_cast<T>(found - names.begin());
    } else if constexpr (cell) {
      if (from >= std::int64_t{no_cell}) return false;
      value = from < 0 ? no_cell : static_cast<Cell>(from);
    } else {
      value = static_cast<T>(from);
    }
    return true;
  }
};

}  // namespace detail

template <auto Member>
RowColumn<typename detail::member_of<decltype(Member)>::owner> row_column(std::string_view name, std::string_view unit,
                                                                          std::string_view doc) {
  using Row = typename detail::member_of<decltype(Member)>::owner;
  using Kept = detail::InTable<typename detail::member_of<decltype(Member)>::type>;
  return {name, unit, doc,
          [](std::span<const Row> rows) {
            std::vector<typename Kept::type> values;
            values.reserve(rows.size());
            for (const Row& row : rows) values.push_back(Kept::of(row.*Member));
            return decltype(ObjectColumn::values)(std::move(values));
          },
          [](const ObjectColumn& column, std::span<Row> rows) {
            const auto* values = column.as<typename Kept::type>();
            if (!values || values->size() != rows.size()) return false;
            for (std::size_t i = 0; i < rows.size(); ++i)
              if (!Kept::read((*values)[i], rows[i].*Member)) return false;
            return true;
          }};
}

template <class Row>
ObjectTable table_of_rows(std::string_view name, std::string_view doc, const std::vector<Row>& rows) {
  ObjectTable table{std::string(name), std::string(doc), {}};
  for (const RowColumn<Row>& column : columns_of<Row>())
    table.columns.push_back({std::string(column.name), std::string(column.unit), std::string(column.doc), column.values(rows)});
  return table;
}

/// None where a column is missing or holds something else.
template <class Row>
std::optional<std::vector<Row>> rows_of_table(const ObjectTable& table) {
  std::vector<Row> rows(table.rows());
  for (const RowColumn<Row>& column : columns_of<Row>()) {
    const ObjectColumn* found = table.column(column.name);
    if (!found || !column.read(*found, rows)) return {};
  }
  return rows;
}

}  // namespace craton
