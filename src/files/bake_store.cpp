#include "files/bake_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include <craton/files/new_file.h>
#include <craton/files/text_file.h>

#include "base/text.h"
#include "files/world_tables.h"

namespace craton::files {
namespace {

constexpr SchemaEntry bake_tables[] = {
    {"table", "plan", "plan", "CREATE TABLE plan (text TEXT NOT NULL) STRICT"},
    {"table", "tiles", "tiles",
     "CREATE TABLE tiles (number INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, size INTEGER NOT NULL, bytes BLOB) STRICT"},
};
constexpr std::string_view insert_tile = "INSERT OR REPLACE INTO tiles VALUES (?1, ?2, ?3, ?4)";
constexpr std::uint64_t longest_plan = 4 << 20;

/// An empty table of tiles in a file that nobody else knows of.
Result<Database> begin_tables(const NewFile& file, const std::string& path, const std::string& plan) {
  CRATON_TRY(Database database, Database::create(file.temporary(), path, 4096));
  CRATON_TRY(database.run("BEGIN"));
  for (const SchemaEntry& entry : bake_tables) CRATON_TRY(database.run(std::string(entry.sql).c_str()));
  CRATON_TRY(Statement statement, Statement::make(database, "INSERT INTO plan VALUES (?1)"));
  statement.bind(1, std::string_view(plan));
  CRATON_TRY(statement.run());
  return database;
}

Error of_another_bake(const std::string& path) {
  return Error{ErrorCode::invalid_value, path, "is of another bake; give another folder, or ask for the same as before"};
}

Error manifest_damaged(const std::string& path, const std::string& what) {
  return Error{ErrorCode::corrupt, path, concat({what, "; --verify makes it anew"})};
}

}  // namespace

std::uint64_t tile_checksum(std::uint64_t number, std::string_view bytes) {
  return checksum(std::as_bytes(std::span(bytes)), number);
}

// ---- a table of tiles

BakeShard::BakeShard(BakeShard&& other) noexcept = default;
BakeShard& BakeShard::operator=(BakeShard&& other) noexcept = default;
BakeShard::~BakeShard() = default;

Result<BakeShard> BakeShard::open(const std::string& path, const std::string& plan) {
  const auto checked = [&]() -> Result<Database> {
    CRATON_TRY(Database database, Database::open_shared(path));
    CRATON_TRY(check_schema(database, bake_tables));
    return database;
  };
  Result<Database> database = checked();
  if (!database) {
    if (database.error().code != ErrorCode::corrupt) return database.error();
    return manifest_damaged(path, database.error().message);
  }
  CRATON_TRY(Statement rows, Statement::make(*database, "SELECT text FROM plan"));
  const Result<bool> found = rows.step();
  const std::string_view* text = found && *found ? rows.text(0) : nullptr;
  if (!text) return manifest_damaged(path, "is damaged: it does not say what it is of");
  if (*text != plan) return of_another_bake(path);
  return BakeShard(*std::move(database));
}

Result<BakeShard> BakeShard::open_or_make(const std::string& path, const std::string& plan) {
  if (!BakeFolder::exists(path)) {
    CRATON_TRY(NewFile file, NewFile::create(path));
    CRATON_TRY(Database database, begin_tables(file, path, plan));
    CRATON_TRY(database.run("COMMIT"));
    CRATON_TRY(database.close());
    CRATON_TRY(file.commit());
  }
  return open(path, plan);
}

Result<void> BakeShard::add(const std::vector<Row>& rows) {
  const auto put = [&]() -> Result<void> {
    CRATON_TRY(Statement statement, Statement::make(database_, insert_tile));
    for (const Row& row : rows) {
      statement.bind(1, static_cast<std::int64_t>(row.tile.number));
      statement.bind(2, static_cast<std::int64_t>(row.tile.checksum));
      statement.bind(3, static_cast<std::int64_t>(row.tile.size));
      statement.bind(4, row.bytes ? std::as_bytes(std::span(*row.bytes)) : std::span<const std::byte>{});
      CRATON_TRY(statement.run());
    }
    return {};
  };
  CRATON_TRY(database_.run("BEGIN IMMEDIATE"));
  Result<void> done = put();
  if (done) done = database_.run("COMMIT");
  if (!done) (void)database_.run("ROLLBACK").ok();
  return done;
}

Result<void> BakeShard::remove(const std::vector<std::uint64_t>& numbers) {
  CRATON_TRY(database_.run("BEGIN IMMEDIATE"));
  {
    CRATON_TRY(Statement statement, Statement::make(database_, "DELETE FROM tiles WHERE number = ?1"));
    for (const std::uint64_t number : numbers) {
      statement.bind(1, static_cast<std::int64_t>(number));
      CRATON_TRY(statement.run());
    }
  }
  return database_.run("COMMIT");
}

Result<void> BakeShard::for_each(const std::function<Result<void>(const BakedTile&)>& take) const {
  CRATON_TRY(Statement rows, Statement::make(database_, "SELECT number, checksum, size FROM tiles ORDER BY number"));
  while (true) {
    const Result<bool> more = rows.step();
    if (!more) return more.error().code == ErrorCode::corrupt ? manifest_damaged(path(), more.error().message) : more.error();
    if (!*more) return {};
    BakedTile tile;
    for (const auto& [column, into] : {std::pair{0, &tile.number}, {1, &tile.checksum}, {2, &tile.size}}) {
      const std::int64_t* value = rows.integer(column);
      if (!value) return manifest_damaged(path(), "is damaged: a row is no tile");
      *into = static_cast<std::uint64_t>(*value);
    }
    CRATON_TRY(take(tile));
  }
}

Result<std::string> BakeShard::bytes(std::uint64_t number) const {
  CRATON_TRY(Statement rows, Statement::make(database_, "SELECT bytes FROM tiles WHERE number = ?1"));
  rows.bind(1, static_cast<std::int64_t>(number));
  CRATON_TRY(const bool found, rows.step());
  const std::span<const std::byte>* bytes = found ? rows.bytes(0) : nullptr;
  if (!bytes) return manifest_damaged(path(), "is damaged: a tile has no bytes");
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

Result<void> write_manifest(const std::string& path, const std::string& plan,
                            const std::function<Result<bool>(BakedTile&)>& next) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(Database database, begin_tables(file, path, plan));
  {
    CRATON_TRY(Statement statement, Statement::make(database, insert_tile));
    BakedTile tile;
    while (true) {
      CRATON_TRY(const bool more, next(tile));
      if (!more) break;
      statement.bind(1, static_cast<std::int64_t>(tile.number));
      statement.bind(2, static_cast<std::int64_t>(tile.checksum));
      statement.bind(3, static_cast<std::int64_t>(tile.size));
      CRATON_TRY(statement.run());
    }
  }
  CRATON_TRY(database.run("COMMIT"));
  CRATON_TRY(database.close());
  return file.commit();
}

// ---- the folder

Result<BakeFolder> BakeFolder::open(const std::string& folder, const std::string& plan) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::io, folder, "cannot make this folder: " + failed.message()};
  BakeFolder held;
  held.folder_ = folder;
  held.handle_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (held.handle_ < 0)
    return Error{ErrorCode::io, folder, "cannot write into this folder: " + std::generic_category().message(errno)};
  // Where a file system knows no locks, work goes on without them.
  if (::flock(held.handle_, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{ErrorCode::io, folder, "another process puts this bake together; wait for it"};
  const std::string path = held.file("tiles.json");
  if (exists(path)) {
    const Result<std::string> there = read_text_file(path, longest_plan);
    if (!there || *there != plan) return of_another_bake(folder);
    return held;
  }
  for (const std::string& old : {held.manifest(), held.shard(1, 1)})
    if (exists(old)) return of_another_bake(folder);
  CRATON_TRY(write_tile(path, plan));
  return held;
}

BakeFolder::BakeFolder(BakeFolder&& other) noexcept
    : folder_(std::move(other.folder_)), handle_(std::exchange(other.handle_, -1)), shard_(std::exchange(other.shard_, -1)) {}

BakeFolder::~BakeFolder() {
  for (const int handle : {shard_, handle_})
    if (handle >= 0) ::close(handle);
}

Result<void> BakeFolder::alone() {
  if (::flock(handle_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return {};
  return Error{ErrorCode::io, folder_, "other processes still bake into this folder; wait for them"};
}

void BakeFolder::let_go() { (void)::flock(handle_, LOCK_UN); }

// The lock is on a file beside it: closing any handle of SQLite's own file would end its locks.
Result<void> BakeFolder::hold_shard(const std::string& path) {
  shard_ = ::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (shard_ < 0) return Error{ErrorCode::io, path, "cannot write: " + std::generic_category().message(errno)};
  if (::flock(shard_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return {};
  return Error{ErrorCode::io, path, "another process bakes this share; wait for it"};
}

std::string BakeFolder::file(const std::string& name) const { return (std::filesystem::path(folder_) / name).string(); }

std::string BakeFolder::shard(std::uint64_t number, std::uint64_t count) const {
  return file(concat({"shard-", std::to_string(number), "-of-", std::to_string(count), ".sqlite"}));
}

Result<std::vector<std::string>> BakeFolder::shards() const {
  std::vector<std::string> all;
  std::error_code failed;
  for (std::filesystem::directory_iterator each(folder_, failed), end; !failed && each != end; each.increment(failed)) {
    const std::string name = each->path().filename().string();
    if (name.starts_with("shard-") && name.ends_with(".sqlite")) all.push_back(each->path().string());
  }
  if (failed) return Error{ErrorCode::io, folder_, "cannot be read: " + failed.message()};
  std::sort(all.begin(), all.end());
  return all;
}

bool BakeFolder::exists(const std::string& path) {
  std::error_code failed;
  return std::filesystem::exists(path, failed);
}

Result<void> BakeFolder::remove(const std::string& path) {
  std::error_code failed;
  for (const char* beside : {"-journal", ".lock", ""}) {
    std::filesystem::remove(path + beside, failed);
    if (failed) return Error{ErrorCode::io, path, "cannot be removed: " + failed.message()};
  }
  return {};
}

// After a power cut a tile may be less than its row says: --verify finds it. Waiting for the disk for each would take longer than
// making it.
Result<void> BakeFolder::write_tile(const std::string& path, std::string_view bytes) {
  Result<NewFile> file = NewFile::create(path);
  if (!file) {
    std::error_code failed;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
    if (failed) return file.error();
    file = NewFile::create(path);
    if (!file) return file.error();
  }
  CRATON_TRY(file->write(std::as_bytes(std::span(bytes))));
  return file->commit_unsynced();
}

Result<std::string> BakeFolder::read_tile(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return Error{ErrorCode::io, path, "cannot be read"};
  std::string bytes(static_cast<std::size_t>(std::max<std::streamoff>(in.tellg(), 0)), '\0');
  in.seekg(0);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return Error{ErrorCode::io, path, "cannot be read"};
  return bytes;
}

Result<std::string> checksum_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{ErrorCode::io, path, "cannot be read"};
  std::string piece(std::size_t{1} << 20, '\0');
  std::uint64_t sum = 0;
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0)
    sum = tile_checksum(sum, std::string_view(piece.data(), static_cast<std::size_t>(in.gcount())));
  return hexadecimal(sum);
}

}  // namespace craton::files
