#include "files/world_tables.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>

#include "base/text.h"
#include "files/open_file.h"

namespace craton::files {
namespace {

constexpr Table tables[] = {
    {"meta", "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"},
    {"layers",
     "CREATE TABLE layers (number INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, unit TEXT NOT NULL, "
     "doc TEXT NOT NULL, min REAL NOT NULL, max REAL NOT NULL, not_numbers INTEGER NOT NULL, "
     "hash TEXT NOT NULL, first_block INTEGER NOT NULL, blocks INTEGER NOT NULL) STRICT"},
    {"categories", "CREATE TABLE categories (number INTEGER PRIMARY KEY, layer INTEGER NOT NULL, name TEXT NOT NULL) STRICT"},
    {"objects",
     "CREATE TABLE objects (number INTEGER PRIMARY KEY, name TEXT NOT NULL, doc TEXT NOT NULL, rows INTEGER NOT NULL) STRICT"},
    {"object_columns",
     "CREATE TABLE object_columns (number INTEGER PRIMARY KEY, object INTEGER NOT NULL, name TEXT NOT NULL, "
     "type TEXT NOT NULL, unit TEXT NOT NULL, doc TEXT NOT NULL, bytes INTEGER NOT NULL, first_block INTEGER NOT NULL, "
     "blocks INTEGER NOT NULL) STRICT"},
    {"stages",
     "CREATE TABLE stages (number INTEGER PRIMARY KEY, id TEXT NOT NULL, stage TEXT NOT NULL, version INTEGER NOT NULL) STRICT"},
    {"reports",
     "CREATE TABLE reports (number INTEGER PRIMARY KEY, id TEXT NOT NULL, stage TEXT NOT NULL, seconds REAL NOT NULL, "
     "reused INTEGER NOT NULL) STRICT"},
    {"blocks",
     "CREATE TABLE blocks (number INTEGER PRIMARY KEY, coding INTEGER NOT NULL, checksum INTEGER NOT NULL, "
     "bytes BLOB NOT NULL) STRICT"},
};

// What the checksum goes over. Of meta only these keys may be there, in this order.
constexpr std::string_view meta_rows = "SELECT key, value FROM meta WHERE key <> 'checksum' ORDER BY key";
constexpr std::string_view numbered_rows[] = {
    "SELECT * FROM layers ORDER BY number",
    "SELECT * FROM categories ORDER BY number",
    "SELECT * FROM objects ORDER BY number",
    "SELECT * FROM object_columns ORDER BY number",
    "SELECT * FROM stages ORDER BY number",
    "SELECT * FROM reports ORDER BY number",
    "SELECT number, coding, checksum, length(bytes) FROM blocks ORDER BY number",
};

std::uint32_t big_endian(std::span<const std::byte> bytes, std::size_t place, std::size_t count) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < count; ++i) number = number << 8 | std::to_integer<std::uint32_t>(bytes[place + i]);
  return number;
}

// https://www.sqlite.org/fileformat.html, section 1.3.
constexpr std::size_t pages_place = 28;
constexpr std::uint64_t first_pages = 32;  // more than a world has tables
std::uint32_t page_bytes(std::span<const std::byte> head) {
  const std::uint32_t told = big_endian(head, 16, 2);
  return told == 1 ? 65536 : told;
}
/// How long a file of this head should be.
std::uint64_t bytes_told(std::span<const std::byte> head) {
  return std::uint64_t{big_endian(head, pages_place, 4)} * page_bytes(head);
}

// A letter for the type, then the value.
bool add_value(ChecksumBytes& sum, Statement& row, int column) {
  if (const auto* integer = row.integer(column)) {
    sum.add_word('i');
    sum.add_word(static_cast<std::uint64_t>(*integer));
  } else if (const auto* real = row.real(column)) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, real, 8);
    sum.add_word('r');
    sum.add_word(bits);
  } else if (const auto* text = row.text(column)) {
    sum.add_word('t');
    sum.add_text(*text);
  } else {
    return false;
  }
  return true;
}

Result<void> add_rows(ChecksumBytes& sum, const Database& database, std::string_view sql, bool numbered) {
  CRATON_TRY(Statement rows, Statement::make(database, sql));
  for (std::int64_t number = 0;; ++number) {
    CRATON_TRY(const bool row, rows.step());
    sum.add_word(row ? 1 : 0);
    if (!row) return {};
    const std::int64_t* found = numbered ? rows.integer(0) : &number;
    if (!found || *found != number || (!numbered && number > 64))
      return damaged(database.path(), "the rows of its tables are not in order");
    for (int column = 0; column < rows.columns(); ++column)
      if (!add_value(sum, rows, column)) return damaged(database.path(), "a value in its tables is of the wrong type");
  }
}

}  // namespace

std::span<const Table> world_tables() { return tables; }

Result<int> format_of(const Database& database) {
  CRATON_TRY(Statement rows, Statement::make(database, "PRAGMA user_version"));
  CRATON_TRY(const bool found, rows.step());
  const std::int64_t* format = found ? rows.integer(0) : nullptr;
  return format ? static_cast<int>(*format) : 0;
}

ChecksumFunction* checksum_of_format(int format) { return format <= 2 ? old_checksum : checksum; }

void ChecksumBytes::add_word(std::uint64_t word) {
  for (std::size_t i = 0; i < 8; ++i) bytes_.push_back(static_cast<std::byte>(word >> (8 * i)));
}

void ChecksumBytes::add_text(std::string_view text) {
  add_word(text.size());
  add(std::as_bytes(std::span(text.data(), text.size())));
}

Error damaged(const std::string& path, std::string_view what) {
  return {ErrorCode::corrupt, path, concat({damaged_words, what})};
}

Result<FileHead> head_of_file(const std::string& path) {
  CRATON_TRY(OpenFile file, open_to_read(path));
  FileHead head{std::vector<std::byte>(head_bytes), file.size};
  head.bytes.resize(std::fread(head.bytes.data(), 1, head.bytes.size(), file.stream.get()));
  return head;
}

Result<int> format_of_head(std::span<const std::byte> head, const std::string& path) {
  const auto stranger = [&](std::string_view what) {
    return Error{ErrorCode::corrupt, path, concat({"is not a Craton world: ", what})};
  };
  if (head.empty()) return stranger("the file is empty");
  constexpr std::string_view magic{"SQLite format 3\0", 16};
  if (head.size() < head_bytes || std::memcmp(head.data(), magic.data(), magic.size()) != 0) return stranger("not a SQLite file");
  if (big_endian(head, 68, 4) != world_application) return stranger("a SQLite file of another program");
  const std::uint32_t format = big_endian(head, 60, 4);
  if (format > endless_format)
    return Error{ErrorCode::unsupported, path,
                 concat({"was written by a newer Craton (format ", std::to_string(format), "; this one reads up to ",
                         std::to_string(endless_format), ")"})};
  if (format == 0) return damaged(path, "there is no format 0");
  return static_cast<int>(format);
}

Result<void> check_head(std::span<const std::byte> head, std::uint64_t file_bytes, const std::string& path) {
  CRATON_TRY(const int format, format_of_head(head, path));
  if (is_endless(format))
    return Error{ErrorCode::unsupported, path,
                 "is an endless world, which has no layers of its own; `craton info` tells its kind, `craton terrain` and "
                 "`craton voxels` draw it"};
  if (const std::uint64_t wanted = bytes_told(head); wanted > file_bytes)
    return damaged(path, concat({"it ends after ", std::to_string(file_bytes), " of ", std::to_string(wanted), " bytes"}));
  return {};
}

Result<std::vector<std::byte>> bytes_of_cut_file(const std::string& path, const FileHead& head) {
  CRATON_TRY(format_of_head(head.bytes, path));
  if (bytes_told(head.bytes) <= head.file_bytes) return std::vector<std::byte>();
  CRATON_TRY(OpenFile file, open_to_read(path));
  const std::uint32_t page = page_bytes(head.bytes);
  if (page == 0 || file.size < page) return damaged(path, "nothing is left of its tables");
  // All tables begin on the first pages: where those are gone SQLite would not even see the others.
  const std::uint64_t pages = std::max<std::uint64_t>(file.size / page, std::min(first_pages, bytes_told(head.bytes) / page));
  const auto left = static_cast<std::size_t>(file.size / page * page);
  std::vector<std::byte> bytes(static_cast<std::size_t>(pages * page));
  if (std::fread(bytes.data(), 1, left, file.stream.get()) != left) return Error{ErrorCode::io, path, "reading failed"};
  // A file of 0 pages is as long as it is.
  std::fill_n(bytes.begin() + pages_place, 4, std::byte{0});
  return bytes;
}

Result<void> check_schema(const Database& database, std::span<const SchemaEntry> wanted) {
  CRATON_TRY(Statement rows, Statement::make(database, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"));
  const auto strange = [&] { return damaged(database.path(), "its tables are not those of a world"); };
  for (const SchemaEntry& entry : wanted) {
    CRATON_TRY(const bool row, rows.step());
    if (!row) return strange();
    const std::string_view texts[] = {entry.type, entry.name, entry.table, entry.sql};
    for (int column = 0; column < 4; ++column) {
      const std::string_view* found = rows.text(column);
      if (!found || *found != texts[column]) return strange();
    }
  }
  CRATON_TRY(const bool more, rows.step());
  return more ? strange() : Result<void>();
}

Result<void> check_tables(const Database& database) {
  std::vector<SchemaEntry> wanted;
  for (const Table& table : tables) wanted.push_back({"table", table.name, table.name, table.sql});
  return check_schema(database, wanted);
}

Result<std::uint64_t> tables_checksum(const Database& database) {
  ChecksumBytes sum;
  CRATON_TRY(add_rows(sum, database, meta_rows, false));
  for (const std::string_view sql : numbered_rows) CRATON_TRY(add_rows(sum, database, sql, true));
  CRATON_TRY(const int format, format_of(database));
  return checksum_of_format(format)(sum.bytes(), 0);
}

std::int64_t Row::integer(std::string_view column, std::int64_t min, std::int64_t max) {
  const std::int64_t* found = statement_.integer(place_++);
  if (found && *found >= min && *found <= max) return *found;
  refuse(column);
  return min;
}

double Row::real(std::string_view column) {
  const double* found = statement_.real(place_++);
  if (found) return *found;
  refuse(column);
  return 0;
}

std::string Row::text(std::string_view column, std::size_t most_bytes) {
  const std::string_view* found = statement_.text(place_++);
  if (found && found->size() <= most_bytes && found->size() <= text_left_) {
    text_left_ -= found->size();
    return std::string(*found);
  }
  refuse(column);
  return {};
}

std::uint64_t Row::hexadecimal(std::string_view column) {
  const std::optional<std::uint64_t> found = from_hexadecimal(text(column, 16));
  if (!found) refuse(column);
  return found.value_or(0);
}

void Row::refuse(std::string_view column) {
  if (wrong_.empty()) wrong_ = column;
}

Result<void> Row::check(const std::string& path) const {
  if (wrong_.empty()) return {};
  return damaged(path, concat({"\"", wrong_, "\" in row ", std::to_string(number_), " of table ", table_, " cannot be"}));
}

std::string hexadecimal(std::uint64_t number) {
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[number >> shift & 15];
  return digits;
}

std::optional<std::uint64_t> from_hexadecimal(std::string_view digits) {
  if (digits.size() != 16) return {};
  std::uint64_t number = 0;
  for (const char digit : digits) {
    const std::size_t value = std::string_view("0123456789abcdef").find(digit);
    if (value == std::string_view::npos) return {};
    number = number << 4 | value;
  }
  return number;
}

}  // namespace craton::files
