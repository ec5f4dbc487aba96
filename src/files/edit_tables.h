#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/edits.h>
#include <craton/files/endless_world.h>

#include "base/function_ref.h"
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

/// What the file says of the world and its edits; the database is open.
Result<EndlessWorldInfo> endless_info(const Database& database);

/// The next of rows of number, text and undone; none after the last.
Result<std::optional<EditInfo>> next_edit(Statement& rows, const std::string& path);
/// One of rows of edit, place, kind, level, x, y, z, checksum and bytes, checked.
struct PlacedPiece {
  StoredPiece stored;
  std::int64_t place = 0;
};
Result<PlacedPiece> piece_of_row(Statement& rows, const std::string& path, int format);
/// All of such rows; those of one edit have no gaps.
Result<std::vector<StoredPiece>> next_pieces(Statement& rows, const std::string& path, int format, bool of_one_edit);
Error piece_missing(const std::string& path, std::int64_t edit);

/// The edits in a database that is open.
std::unique_ptr<EditStore> edits_in(Database database, int format);

/// Makes a file of an endless world whose edits are those that `add` adds; what is there gives way to it.
Result<void> write_endless(const std::string& path, std::string_view kind, std::string_view recipe,
                           FunctionRef<Result<void>(EditStore&)> add);

}  // namespace craton::files
