#include "files/edit_tables.h"

#include <limits>
#include <new>

#include "base/text.h"

namespace craton::files {
namespace {

constexpr std::int64_t least = EditRange::least, most = EditRange::most;
constexpr std::size_t most_kind_bytes = 64, most_text_bytes = 4096;

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

Result<std::optional<EditInfo>> next_edit(Statement& rows, const std::string& path) {
  CRATON_TRY(const bool found, rows.step());
  if (!found) return std::optional<EditInfo>();
  std::uint64_t text_left = most_text_bytes;
  Row row(rows, "edits", 0, text_left);
  EditInfo info;
  info.number = row.integer("number", 1, most);
  info.text = row.text("text", most_text_bytes);
  info.undone = row.truth("undone");
  CRATON_TRY(row.check(path));
  return std::optional(std::move(info));
}

Result<PlacedPiece> piece_of_row(Statement& rows, const std::string& path, int format) {
  std::uint64_t text_left = most_kind_bytes;
  Row row(rows, "pieces", 0, text_left);
  PlacedPiece placed;
  placed.stored.edit = row.integer("edit", 1, most);
  placed.place = row.integer("place", 0, most);
  EditKey& key = placed.stored.piece.key;
  key.kind = row.text("kind", most_kind_bytes);
  key.level = static_cast<std::uint32_t>(row.integer("level", 0, std::numeric_limits<std::uint32_t>::max()));
  key.x = row.integer("x", least, most);
  key.y = row.integer("y", least, most);
  key.z = row.integer("z", least, most);
  const auto checksum = static_cast<std::uint64_t>(row.integer("checksum", least, most));
  const std::span<const std::byte>* bytes = rows.bytes(8);
  if (!bytes || bytes->size() > most_piece_bytes) {
    row.refuse("bytes");
    return row.check(path).error();
  }
  CRATON_TRY(row.check(path));
  placed.stored.piece.bytes.assign(bytes->begin(), bytes->end());
  if (piece_checksum(format, placed.stored.edit, placed.place, key, placed.stored.piece.bytes) != checksum)
    return damaged(path, concat({"a piece of edit ", std::to_string(placed.stored.edit), " is not what was written"}));
  return placed;
}

Error piece_missing(const std::string& path, std::int64_t edit) {
  return damaged(path, concat({"a piece of edit ", std::to_string(edit), " is missing"}));
}

Result<std::vector<StoredPiece>> next_pieces(Statement& rows, const std::string& path, int format, bool of_one_edit) try {
  std::vector<StoredPiece> all;
  while (true) {
    CRATON_TRY(const bool found, rows.step());
    if (!found) return all;
    CRATON_TRY(PlacedPiece placed, piece_of_row(rows, path, format));
    if (of_one_edit && placed.place != static_cast<std::int64_t>(all.size())) return piece_missing(path, placed.stored.edit);
    all.push_back(std::move(placed.stored));
  }
} catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path, "too large for the memory of this machine"}; }

}  // namespace craton::files
