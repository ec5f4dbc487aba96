#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

#include "files/sqlite.h"

/// What is kept of a bake while it goes on and when it is finished: which tiles are there, with a checksum each.
namespace craton::files {

struct BakedTile {
  std::uint64_t number = 0;
  std::uint64_t checksum = 0, size = 0;
};

/// The checksum of a tile's bytes; another number is another checksum, so that no two can be swapped.
CRATON_API std::uint64_t tile_checksum(std::uint64_t number, std::string_view bytes);

/// A table of tiles in SQLite: the manifest of one process, which holds the bytes too where they are no files of their own, or
/// the manifest of all. A transaction is there or not, whatever is killed.
class CRATON_API BakeShard {
 public:
  /// Opens it, or makes an empty one. An error where it is of another plan, or damaged.
  static Result<BakeShard> open_or_make(const std::string& path, const std::string& plan);
  static Result<BakeShard> open(const std::string& path, const std::string& plan);

  BakeShard(BakeShard&& other) noexcept;
  BakeShard& operator=(BakeShard&& other) noexcept;
  BakeShard(const BakeShard&) = delete;
  BakeShard& operator=(const BakeShard&) = delete;
  ~BakeShard();

  struct Row {
    BakedTile tile;
    const std::string* bytes = nullptr;  ///< null: they lie elsewhere
  };
  /// All of them or none.
  Result<void> add(const std::vector<Row>& rows);
  Result<void> remove(const std::vector<std::uint64_t>& numbers);
  /// In the order of their numbers.
  Result<void> for_each(const std::function<Result<void>(const BakedTile&)>& take) const;
  Result<std::string> bytes(std::uint64_t number) const;

  const std::string& path() const { return database_.path(); }

 private:
  explicit BakeShard(Database database) : database_(std::move(database)) {}
  mutable Database database_;
};

/// Writes the manifest of a finished bake: `next` gives its tiles in order, false behind the last. The same tiles are the same
/// bytes.
CRATON_API Result<void> write_manifest(const std::string& path, const std::string& plan,
                                       const std::function<Result<bool>(BakedTile&)>& next);

/// The folder of a bake, held by this process.
class CRATON_API BakeFolder {
 public:
  /// Makes the folder, and puts the plan there as tiles.json; an error where another plan lies there.
  static Result<BakeFolder> open(const std::string& folder, const std::string& plan);
  BakeFolder(BakeFolder&& other) noexcept;
  BakeFolder(const BakeFolder&) = delete;
  BakeFolder& operator=(const BakeFolder&) = delete;
  BakeFolder& operator=(BakeFolder&&) = delete;
  ~BakeFolder();

  /// From now on nobody else may work here; an error where somebody does.
  Result<void> alone();
  void let_go();  ///< others may be alone here
  /// One process may work on a shard; an error where another does.
  Result<void> hold_shard(const std::string& path);

  std::string file(const std::string& name) const;
  std::string manifest() const { return file("manifest.sqlite"); }
  std::string shard(std::uint64_t number, std::uint64_t count) const;
  /// Those that are there, in order.
  Result<std::vector<std::string>> shards() const;
  static bool exists(const std::string& path);
  static Result<void> remove(const std::string& path);  ///< and what SQLite left beside it
  /// Of a tile that is a file of its own; folders are made.
  static Result<void> write_tile(const std::string& path, std::string_view bytes);
  static Result<std::string> read_tile(const std::string& path);

 private:
  BakeFolder() = default;
  std::string folder_;
  int handle_ = -1, shard_ = -1;
};

/// 64 bits of a file's content, as 16 digits.
CRATON_API Result<std::string> checksum_of_file(const std::string& path);

}  // namespace craton::files
