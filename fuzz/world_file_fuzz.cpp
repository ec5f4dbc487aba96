// libFuzzer: whatever bytes a world file holds, the reader gives a world that is what it says, twice the same, or a clear error.
//   world_file_fuzz [libFuzzer options] CORPUS SEEDS          seeds are made by world_seeds
#include <sqlite3.h>
#include <zstd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <craton/files/world_file.h>

#include <craton/worlds/kinds.h>

#include "files/block_codec.h"
#include "files/recipe_diff.h"
#include "files/test_world.h"
#include "files/world_read.h"
#include "files/world_tables.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace craton;

void expect(bool holds) {
  if (!holds) std::abort();
}

class Random {
 public:
  explicit Random(unsigned seed) : state_(seed) {}
  std::size_t below(std::size_t count) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33) % count;
  }

 private:
  std::uint64_t state_;
};

/// A database in memory that may be written to.
class Scratch {
 public:
  Scratch(const std::uint8_t* data, std::size_t size) {
    if (sqlite3_open(":memory:", &handle_) != SQLITE_OK) return;
    auto* copy = static_cast<std::uint8_t*>(sqlite3_malloc64(size));
    std::memcpy(copy, data, size);
    constexpr unsigned flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE;
    good_ = sqlite3_deserialize(handle_, "main", copy, static_cast<sqlite3_int64>(size), static_cast<sqlite3_int64>(size),
                                flags) == SQLITE_OK;
    sqlite3_progress_handler(
        handle_, 100'000, [](void*) { return 1; }, nullptr);
  }
  ~Scratch() { sqlite3_close(handle_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void run(const std::string& sql) {
    if (good_) (void)sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  }
  /// Changes what is packed in a block, and packs it again with the right checksum.
  void change_block(std::int64_t number) {
    sqlite3_stmt* row = nullptr;
    if (!good_ || sqlite3_prepare_v2(handle_, "SELECT coding, checksum, bytes FROM blocks WHERE number = ?1", -1, &row, nullptr))
      return;
    sqlite3_bind_int64(row, 1, number);
    std::vector<std::byte> raw, room(files::most_packed_bytes());
    files::BlockCodec codec;
    if (sqlite3_step(row) == SQLITE_ROW) {
      const auto* bytes = static_cast<const std::byte*>(sqlite3_column_blob(row, 2));
      const auto length = static_cast<std::size_t>(sqlite3_column_bytes(row, 2));
      const unsigned long long size = ZSTD_getFrameContentSize(bytes, length);
      raw.resize(size <= 4096 ? size : 0);
      const files::PackedBlock block{static_cast<files::Coding>(sqlite3_column_int(row, 0)),
                                     static_cast<std::uint64_t>(sqlite3_column_int64(row, 1)),
                                     {bytes, length}};
      if (!codec.unpack(block, static_cast<std::uint64_t>(number), raw)) raw.clear();
    }
    sqlite3_finalize(row);
    if (raw.empty()) return;
    LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(raw.data()), raw.size(), raw.size());
    const files::PackedBlock block = codec.pack(raw, static_cast<std::uint64_t>(number), room);
    if (sqlite3_prepare_v2(handle_, "UPDATE blocks SET coding = ?1, checksum = ?2, bytes = ?3 WHERE number = ?4", -1, &row,
                           nullptr))
      return;
    sqlite3_bind_int(row, 1, static_cast<int>(block.coding));
    sqlite3_bind_int64(row, 2, static_cast<sqlite3_int64>(block.checksum));
    sqlite3_bind_blob64(row, 3, block.packed.data(), block.packed.size(), SQLITE_STATIC);
    sqlite3_bind_int64(row, 4, number);
    (void)sqlite3_step(row);
    sqlite3_finalize(row);
  }

  std::size_t copy_to(std::uint8_t* data, std::size_t max_size) {
    sqlite3_int64 size = 0;
    unsigned char* bytes = good_ ? sqlite3_serialize(handle_, "main", &size, 0) : nullptr;
    const bool fits = bytes && size > 0 && static_cast<std::size_t>(size) <= max_size;
    if (fits) std::memcpy(data, bytes, static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    return fits ? static_cast<std::size_t>(size) : 0;
  }

 private:
  sqlite3* handle_ = nullptr;
  bool good_ = false;
};

/// A file of this name, with whatever it shall hold.
class File {
 public:
  File() {
    std::string folder = (std::filesystem::temp_directory_path() / "craton-fuzz-XXXXXX").string();
    expect(::mkdtemp(folder.data()) != nullptr);
    folder_ = folder;
    path_ = folder + "/a world.craton";
  }
  ~File() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  const std::string& hold(std::span<const std::byte> bytes) const {
    std::ofstream out(path_, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path_;
  }

 private:
  std::string folder_, path_;
};

std::string some_value(Random& random) {
  static const char* const values[] = {"0",
                                       "1",
                                       "2",
                                       "-1",
                                       "9223372036854775807",
                                       "4294967296",
                                       "1048576",
                                       "1048577",
                                       "''",
                                       "'rock'",
                                       "'height'",
                                       "'number'",
                                       "'integer'",
                                       "'text'",
                                       "'place'",
                                       "'cells'",
                                       "'path'",
                                       "'odd'",
                                       "1e999",
                                       "0.5",
                                       "NULL",
                                       "x''",
                                       "x'28B52FFD'",
                                       "number + 1",
                                       "number - 1",
                                       "zeroblob(300)",
                                       "'category'",
                                       "12"};
  return values[random.below(std::size(values))];
}

/// A change that somebody with SQLite's shell could make.
std::string some_sql(Random& random) {
  struct Column {
    const char *table, *name;
  };
  static const Column columns[] = {{"layers", "number"},         {"layers", "name"},         {"layers", "type"},
                                   {"layers", "not_numbers"},    {"layers", "first_block"},  {"layers", "blocks"},
                                   {"layers", "hash"},           {"layers", "min"},          {"categories", "layer"},
                                   {"categories", "number"},     {"objects", "number"},      {"objects", "name"},
                                   {"objects", "rows"},          {"object_columns", "type"}, {"object_columns", "bytes"},
                                   {"object_columns", "object"}, {"object_columns", "name"}, {"object_columns", "first_block"},
                                   {"object_columns", "blocks"}, {"stages", "version"},      {"reports", "seconds"},
                                   {"reports", "reused"},        {"blocks", "number"},       {"blocks", "coding"},
                                   {"blocks", "checksum"},       {"blocks", "bytes"}};
  const Column column = columns[random.below(std::size(columns))];
  const std::string table = column.table, where = " WHERE number = " + std::to_string(random.below(8));
  switch (random.below(6)) {
    case 0: return "DELETE FROM " + table + where;
    case 1:
      return "UPDATE meta SET value = " + some_value(random) + " WHERE key = " +
             (random.below(2)   ? "'cells'"
              : random.below(2) ? "'seed'"
                                : "'recipe'");
    case 2: return "UPDATE blocks SET bytes = (SELECT bytes FROM blocks ORDER BY number DESC LIMIT 1)" + where;
    default: return "UPDATE " + table + " SET " + column.name + " = " + some_value(random) + where;
  }
}

// Without this nearly every mutant would end at the checksum of the tables.
std::size_t repaired(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  Result<files::Database> database = files::Database::open_bytes({reinterpret_cast<const std::byte*>(data), size}, "mutant");
  if (!database) return size;
  const Result<std::uint64_t> sum = files::tables_checksum(*database);
  if (!sum) return size;
  Scratch scratch(data, size);
  scratch.run("UPDATE meta SET value = '" + files::hexadecimal(*sum) + "' WHERE key = 'checksum'");
  const std::size_t length = scratch.copy_to(data, max_size);
  return length > 0 ? length : size;
}

void expect_clear(const Error& error) {
  expect(error.path == "bytes" && !error.message.empty() && error.message.size() < 100'000);
  expect(error.code == ErrorCode::corrupt || error.code == ErrorCode::unsupported || error.code == ErrorCode::invalid_value ||
         error.code == ErrorCode::unknown_name);
}

Result<World> read(std::span<const std::byte> bytes) {
  static const RecipeTerms terms = all_terms();
  Result<files::WorldReader> reader = files::WorldReader::open_bytes(bytes, "bytes");
  if (!reader) return reader.error();
  expect(reader->info().layers.size() == reader->layers().size() && reader->info().objects.size() == reader->objects().size());
  (void)files::recipe_differences(reader->info().recipe, R"({"stages": [{"stage": "noise"}]})");
  WorldReadOptions options;
  options.max_bytes = 1 << 20;
  options.execution.threads = 1;
  return files::world_from(*reader, terms, options);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  if (size < 512 || random.below(2) == 0) {
    size = LLVMFuzzerMutate(data, size, max_size);
  } else {
    Scratch scratch(data, size);
    for (std::size_t i = 0; i <= random.below(3); ++i) {
      if (random.below(3) == 0) {
        scratch.change_block(static_cast<std::int64_t>(random.below(10)));
      } else {
        scratch.run(some_sql(random));
      }
    }
    const std::size_t length = scratch.copy_to(data, max_size);
    if (length > 0) size = length;
  }
  return random.below(8) == 0 ? size : repaired(data, size, max_size);  // some stay broken
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  const Result<World> world = read(bytes);
  if (!world) {
    expect_clear(world.error());
    return 0;
  }
  for (const auto& layer : world->surface.layers()) expect(layer->size() == world->surface.cell_count());
  for (const ObjectTable& table : world->surface.objects()) expect(table.check("").ok());
  const Result<World> again = read(bytes);
  expect(again.ok() && files::difference(*world, *again).empty());
  // From a file it is the same, whole and in parts.
  static const File file;
  const std::string& path = file.hold(bytes);
  static const RecipeTerms terms = all_terms();
  const Result<World> there = read_world(path, terms, {.execution = {.threads = 1}});
  expect(there.ok() && files::difference(*world, *there).empty());
  const Result<WorldFileInfo> info = read_world_info(path);
  expect(info.ok() && info->layers.size() == world->surface.layers().size());
  for (const auto& layer : world->surface.layers()) {
    const Result<World> part =
        read_world(path, terms, {.layers = std::vector<std::string>{layer->name()}, .execution = {.threads = 1}});
    expect(part.ok() && part->surface.layers().size() == 1);
  }
  const Result<World> none =
      read_world(path, terms, {.layers = std::vector<std::string>{"no such layer"}, .execution = {.threads = 1}});
  expect(!none.ok() && none.error().code == ErrorCode::unknown_name);
  return 0;
}
