#pragma once

#include <stdexcept>

#include <craton/surface/surface.h>

#include "surface/table_values.h"

namespace craton::testing {

/// A column that must be there.
template <class Value>
const std::vector<Value>& column(const Surface& surface, std::string_view table, std::string_view name) {
  const auto* values = values_of<Value>(surface.objects(table), name);
  if (!values) throw std::logic_error("no such column");  // ends the test and no other
  return *values;
}

}  // namespace craton::testing
