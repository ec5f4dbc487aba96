#pragma once

#include <string_view>
#include <vector>

#include <craton/surface/objects.h>

namespace craton {

/// The values of a column; null where there is no table, no such column, or one of another type.
template <class Value>
const std::vector<Value>* values_of(const ObjectTable* table, std::string_view column) {
  const ObjectColumn* found = table ? table->column(column) : nullptr;
  return found ? std::get_if<std::vector<Value>>(&found->values) : nullptr;
}

}  // namespace craton
