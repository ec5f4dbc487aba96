#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/surface/objects.h>

/// The values of a column of objects as bytes, little endian (docs/world-file.md).
namespace craton {

using ColumnValues = decltype(ObjectColumn::values);

/// "number", "integer", "text", "place", "path" or "cells".
CRATON_API std::string_view column_type_name(const ColumnValues& values);
/// Whether there is such a type.
CRATON_API bool is_column_type(std::string_view name);

/// Whether every cell in the column is one of a surface of so many (or no_cell).
CRATON_API bool cells_exist(const ColumnValues& values, std::uint64_t cells);

CRATON_API std::vector<std::byte> bytes_of_column(const ColumnValues& values);

/// Nothing where the bytes are not exactly `rows` values of this type. Never makes more room than some times the bytes.
CRATON_API std::optional<ColumnValues> column_of_bytes(std::string_view type, std::uint64_t rows,
                                                       std::span<const std::byte> bytes);

/// A whole table, its texts included.
std::vector<std::byte> bytes_of_table(const ObjectTable& table);
/// Nothing where the bytes are not exactly a table.
std::optional<ObjectTable> table_of_bytes(std::span<const std::byte> bytes);

}  // namespace craton
