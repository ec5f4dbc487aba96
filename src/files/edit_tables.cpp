#include "files/edit_tables.h"

#include <array>
#include <cstdio>

#include "files/checksum.h"
#include "files/open_file.h"

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

void add_word(Checksum& checksum, std::uint64_t word) {
  std::array<std::byte, 8> bytes;
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(word >> (8 * i));
  checksum.add(bytes);
}

void add_text(Checksum& checksum, std::string_view text) {
  add_word(checksum, text.size());
  checksum.add(std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace

std::span<const SchemaEntry> edit_tables() { return tables; }

std::uint64_t piece_checksum(std::int64_t edit, std::int64_t place, const EditKey& key, std::span<const std::byte> bytes) {
  Checksum checksum(static_cast<std::uint64_t>(edit));
  add_word(checksum, static_cast<std::uint64_t>(place));
  add_text(checksum, key.kind);
  add_word(checksum, key.level);
  for (const std::int64_t axis : {key.x, key.y, key.z}) add_word(checksum, static_cast<std::uint64_t>(axis));
  checksum.add(bytes);
  return checksum.value();
}

std::uint64_t meta_checksum(std::string_view craton, std::string_view kind, std::string_view recipe) {
  Checksum checksum;
  for (const std::string_view text : {craton, kind, recipe}) add_text(checksum, text);
  return checksum.value();
}

Result<Database> open_endless(const std::string& path) {
  {
    CRATON_TRY(OpenFile file, open_to_read(path));
    std::array<std::byte, head_bytes> head{};
    const std::size_t count = std::fread(head.data(), 1, head.size(), file.stream.get());
    CRATON_TRY(const int format, format_of_head(std::span(head).first(count), path));
    if (format != endless_format)
      return Error{ErrorCode::unsupported, path, "is a finite world, which never changes; only endless ones are edited"};
  }
  Result<Database> database = Database::open_shared(path);
  if (database) CRATON_TRY(check_schema(*database, tables));
  return database;
}

}  // namespace craton::files
