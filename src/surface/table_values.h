#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/surface/objects.h>

namespace craton {

/// The values of a column; null where there is no table, no such column, or one of another type.
template <class Value>
const std::vector<Value>* values_of(const ObjectTable* table, std::string_view column) {
  return table ? table->values<Value>(column) : nullptr;
}

/// Puts a column in the place of the one of its name, or behind all others.
inline void set_column(ObjectTable& table, ObjectColumn column) {
  const auto old = std::find_if(table.columns.begin(), table.columns.end(),
                                [&](const ObjectColumn& each) { return each.name == column.name; });
  if (old != table.columns.end())
    *old = std::move(column);
  else
    table.columns.push_back(std::move(column));
}

}  // namespace craton
