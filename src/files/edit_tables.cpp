#include "files/edit_tables.h"

namespace craton::files {
namespace {

constexpr SchemaEntry tables[] = {
    {"table", "meta", "meta", "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"},
    {"table", "edits", "edits",
     "CREATE TABLE edits (number INTEGER PRIMARY KEY, text TEXT NOT NULL, undone INTEGER NOT NULL) STRICT"},
    {"table", "pieces", "pieces",
     "CREATE TABLE pieces (number INTEGER PRIMARY KEY, edit INTEGER NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL, "
     "level INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL, checksum INTEGER NOT NULL, "
     "bytes BLOB NOT NULL) STRICT"},
    {"index", "pieces_by_edit", "pieces", "CREATE UNIQUE INDEX pieces_by_edit ON pieces (edit, place)"},
    {"index", "pieces_by_key", "pieces", "CREATE INDEX pieces_by_key ON pieces (kind, level, x, y, z)"},
};

}  // namespace

std::span<const SchemaEntry> edit_tables() { return tables; }

std::uint64_t piece_checksum(int format, std::int64_t edit, std::int64_t place, const EditKey& key,
                             std::span<const std::byte> bytes) {
  ChecksumBytes sum;
  sum.add_word(static_cast<std::uint64_t>(place));
  sum.add_text(key.kind);
  sum.add_word(key.level);
  for (const std::int64_t axis : {key.x, key.y, key.z}) sum.add_word(static_cast<std::uint64_t>(axis));
  sum.add(bytes);
  return checksum_of_format(format)(sum.bytes(), static_cast<std::uint64_t>(edit));
}

std::uint64_t meta_checksum(int format, std::string_view craton, std::string_view kind, std::string_view recipe) {
  ChecksumBytes sum;
  for (const std::string_view text : {craton, kind, recipe}) sum.add_text(text);
  return checksum_of_format(format)(sum.bytes(), 0);
}

Result<Database> open_endless(const std::string& path) {
  CRATON_TRY(const FileHead head, head_of_file(path));
  CRATON_TRY(const int format, format_of_head(head.bytes, path));
  if (!is_endless(format))
    return Error{ErrorCode::unsupported, path, "is a finite world, which never changes; only endless ones are edited"};
  Result<Database> database = Database::open_shared(path);
  if (database) CRATON_TRY(check_schema(*database, tables));
  return database;
}

}  // namespace craton::files
