#pragma once

#include <craton/base/tables.h>
#include <craton/stages/stage.h>

namespace craton {

/// A table beside the recipe, which the stage's parameter `table` names; `read` is the member of TableSource that reads it.
template <auto read>
auto read_table(const std::string& name, const StageContext& context)
    -> decltype((std::declval<const TableSource&>().*read)(name)) {
  const auto* tables = dynamic_cast<const TableSource*>(context.assets);
  if (!tables) return Error{ErrorCode::unsupported, context.path_of("table"), "there are no files to read here"};
  auto table = (tables->*read)(name);
  if (!table) return Error{table.error().code, context.path_of("table"), table.error().to_string()};
  return table;
}

}  // namespace craton
