#include <craton/surface/objects.h>

#include <span>
#include <string>

#include <craton/base/hash.h>
#include <craton/surface/layer.h>
#include "base/text.h"
#include "surface/inline_mix64.h"
#include "surface/object_bytes.h"

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

std::uint64_t ObjectTable::hash() const {
  std::uint64_t hash = mix64(columns.size() + 1);
  const auto add = [&](std::span<const std::byte> bytes) { hash = mix64((hash ^ mix64_bytes(bytes)) + golden_ratio); };
  const auto add_text = [&](std::string_view text) { add(std::as_bytes(std::span(text))); };
  for (const ObjectColumn& each : columns) {
    add_text(each.name);
    add_text(each.unit);
    add_text(column_type_name(each.values));
    add(bytes_of_column(each.values));
  }
  return hash;
}

}  // namespace craton
