#include <craton/surface/objects.h>

#include <string>

#include <craton/surface/layer.h>
#include "base/text.h"

namespace craton {

const ObjectColumn* ObjectTable::column(std::string_view column_name) const {
  for (const ObjectColumn& each : columns)
    if (each.name == column_name) return &each;
  return nullptr;
}

Result<void> ObjectTable::check(std::string_view path) const {
  CRATON_TRY(check_name(name, path));
  const std::string place = path.empty() ? name : concat({path, "/", name});
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const ObjectColumn& each = columns[i];
    const std::string column_path = concat({place, "/", each.name.empty() ? std::to_string(i) : each.name});
    CRATON_TRY(check_name(each.name, column_path));
    if (column(each.name) != &each) return Error{ErrorCode::invalid_value, column_path, "found two columns of this name"};
    if (each.size() != rows())
      return Error{ErrorCode::invalid_value, column_path,
                   concat({"found ", std::to_string(each.size()), " values, allowed ", std::to_string(rows()), " like column \"",
                           columns.front().name, "\""})};
  }
  return {};
}

}  // namespace craton
