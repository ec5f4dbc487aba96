#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <craton/base/edits.h>

#include "files/sqlite.h"
#include "files/world_tables.h"

/// The tables of an endless world's file (docs/world-file.md).
namespace craton::files {

inline constexpr std::size_t most_recipe_bytes = std::size_t{1} << 23;

/// In the order in which they are made; the file must hold exactly these.
std::span<const SchemaEntry> edit_tables();

/// Of a piece with all that says where it belongs, so that no two can be swapped.
std::uint64_t piece_checksum(int format, std::int64_t edit, std::int64_t place, const EditKey& key,
                             std::span<const std::byte> bytes);

/// Of what never changes: versions and the recipe.
std::uint64_t meta_checksum(int format, std::string_view craton, std::string_view kind, std::string_view recipe);

/// Opens a file that says it is an endless world, and checks its tables.
Result<Database> open_endless(const std::string& path);

}  // namespace craton::files
