#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/files/world_file.h>

#include "files/checksum.h"
#include "files/sqlite.h"

/// The tables of a world file (docs/world-file.md).
namespace craton::files {

// SQLite's user_version. Odd ones are finite worlds, even ones are endless.
inline constexpr int world_format = 3;
inline constexpr int endless_format = 4;
constexpr bool is_endless(int format) { return format % 2 == 0; }
inline constexpr std::uint32_t world_application = 0x43726174;  ///< SQLite's application_id: "Crat"

struct Table {
  std::string_view name, sql;
};

/// In the order in which they are made; the file must hold exactly these.
std::span<const Table> world_tables();

/// From the first bytes of a file: the format of a world, one that we know, or an error that says what it is instead.
inline constexpr std::size_t head_bytes = 100;
struct FileHead {
  std::vector<std::byte> bytes;
  std::uint64_t file_bytes = 0;
};
Result<FileHead> head_of_file(const std::string& path);
Result<int> format_of_head(std::span<const std::byte> head, const std::string& path);
/// The same where only a finite world will do, and a whole one.
Result<void> check_head(std::span<const std::byte> head, std::uint64_t file_bytes, const std::string& path);

/// The bytes of a file that ends too early, as if it had been written so, for SQLite to read what is left; none of a longer one.
Result<std::vector<std::byte>> bytes_of_cut_file(const std::string& path, const FileHead& head);

/// An error where the file holds other tables, views, triggers, ….
Result<void> check_tables(const Database& database);
/// The same of any list of tables and indices, each as SQLite would list it.
struct SchemaEntry {
  std::string_view type, name, table, sql;
};
Result<void> check_schema(const Database& database, std::span<const SchemaEntry> wanted);

/// Of a database that is open. Endless worlds keep theirs when they change.
Result<int> format_of(const Database& database);
ChecksumFunction* checksum_of_format(int format);

/// Bytes for a checksum: words little endian, texts with their length in front, so that no two lists look alike.
class ChecksumBytes {
 public:
  void add_word(std::uint64_t word);
  void add_text(std::string_view text);
  void add(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// One checksum over every value of every row, but for the checksum itself and the bytes of the blocks (which have their own).
/// Rows must be numbered 0, 1, 2, …, so that a table that runs in circles is noticed.
Result<std::uint64_t> tables_checksum(const Database& database);

inline constexpr std::string_view damaged_words = "is damaged: ";
Error damaged(const std::string& path, std::string_view what);

/// The values of a row, each checked; the first that is not as it should be is remembered.
class Row {
 public:
  /// Texts are taken from `text_left`, which is the length of the file in the beginning: rows can be made to share theirs, and
  /// would fill more memory than the file has bytes.
  Row(Statement& statement, std::string_view table, std::int64_t number, std::uint64_t& text_left)
      : statement_(statement), table_(table), number_(number), text_left_(text_left) {}

  std::int64_t integer(std::string_view column, std::int64_t min, std::int64_t max);
  double real(std::string_view column);
  std::string text(std::string_view column, std::size_t most_bytes);
  bool truth(std::string_view column) { return integer(column, 0, 1) == 1; }
  std::uint64_t hexadecimal(std::string_view column);  ///< 16 digits

  /// Where a value that is well formed means nothing.
  void refuse(std::string_view column);
  Result<void> check(const std::string& path) const;

 private:
  Statement& statement_;
  std::string_view table_;
  std::int64_t number_;
  std::uint64_t& text_left_;
  int place_ = 0;
  std::string wrong_;
};

std::string hexadecimal(std::uint64_t number);
std::optional<std::uint64_t> from_hexadecimal(std::string_view digits);

}  // namespace craton::files
