#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/files/world_check.h>
#include <craton/files/world_file.h>

#include "files/block_codec.h"
#include "files/sqlite.h"

namespace craton::files {

/// Bytes that lie in blocks, one after the other.
struct StoredArray {
  std::string what;  ///< for errors: `layer "height"`
  std::uint64_t bytes = 0, first_block = 0;
};

struct StoredColumn {
  std::string name, type, unit, doc;
  StoredArray array;
};

struct StoredObjects {
  std::string name, doc;
  std::uint64_t rows = 0;
  std::vector<StoredColumn> columns;
};

/// A world file that is open: all its tables read and checked, its blocks at hand.
class WorldReader {
 public:
  static Result<WorldReader> open(const std::string& path);
  /// Of a file's bytes, which must outlive it.
  static Result<WorldReader> open_bytes(std::span<const std::byte> bytes, const std::string& path);
  /// Of a file that need not be whole: what is wrong with its tables is told to `damages`, and what they had to say is left out.
  /// Its blocks may be missing. An error where too little is left.
  static Result<WorldReader> open_damaged(const std::string& path, std::vector<Damage>& damages);

  std::uint64_t file_bytes() const { return file_bytes_; }
  const std::string& path() const { return database_.path(); }
  const WorldFileInfo& info() const { return info_; }
  const std::vector<StoredArray>& layers() const { return layers_; }  ///< as in info().layers
  const std::vector<StoredObjects>& objects() const { return objects_; }

  /// Fills `out`, which is as long as the array; every block is checked.
  Result<void> read(const StoredArray& array, std::span<std::byte> out, const Execution& execution);
  /// A part of it, which begins and ends where blocks do.
  Result<void> read_part(const StoredArray& array, std::uint64_t offset, std::span<std::byte> out, const Execution& execution);

 private:
  explicit WorldReader(Database database) : database_(std::move(database)) {}
  static Result<WorldReader> checked(Result<Database> database, std::uint64_t file_bytes);
  /// What came of reading a table; where damages are told, one is not the end: `left_out` takes back what the table had to say.
  template <class LeaveOut>
  Result<void> tolerated(Result<void> read, LeaveOut left_out);

  // The tables, in the order in which they depend on each other.
  Result<void> read_tables(std::uint64_t file_bytes);
  Result<void> read_meta();
  Result<void> read_layers();
  Result<void> read_categories();
  Result<void> read_objects();
  Result<void> read_columns();
  Result<void> read_stages();
  Result<void> read_reports();
  Result<void> read_block_sizes();
  Result<void> check_blocks();
  Result<void> check_objects() const;
  Result<void> check_sum() const;
  /// Calls `take(row)` for each row of a numbered table; rows are 0, 1, 2, … and no more than `most`.
  template <class Take>
  Result<void> for_each_row(std::string_view table, std::int64_t most, Take take);
  /// Takes the next blocks for an array: arrays follow each other without gaps.
  bool give_blocks(StoredArray& array, std::int64_t first_block, std::int64_t blocks);

  std::vector<std::byte> cut_;  // the bytes of a file that was cut off
  Database database_;
  WorldFileInfo info_;
  std::vector<StoredArray> layers_;
  std::vector<StoredObjects> objects_;
  std::vector<std::uint32_t> block_sizes_;  // packed
  std::uint64_t blocks_given_ = 0, text_left_ = 0, file_bytes_ = 0;
  std::uint64_t checksum_ = 0;
  std::size_t good_rows_ = 0;               // of the table read last
  std::vector<Damage>* damages_ = nullptr;  // where they are told, while the tables are read
};

}  // namespace craton::files
