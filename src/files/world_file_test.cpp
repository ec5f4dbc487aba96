#include <craton/files/world_file.h>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "files/test_folder.h"
#include "files/test_world.h"
#include "files/world_read.h"
#include "repository.h"

namespace craton {
namespace {

using namespace files;

void expect_written(const std::string& path, const World& world, const Execution& execution = {}) {
  const Result<void> written = write_world(path, world, all_terms(), execution);
  ASSERT_TRUE(written) << written.error().to_string();
}

/// As somebody with SQLite's shell would.
void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
  sqlite3_free(message);
  sqlite3_close(database);
}

/// From memory, which is quicker than a disk.
Result<World> read_bytes(const std::string& file, const std::string& path = "bytes") {
  Result<WorldReader> reader = WorldReader::open_bytes(std::as_bytes(std::span(file.data(), file.size())), path);
  if (!reader) return reader.error();
  return world_from(*reader, all_terms(), {});
}

std::string error_of(const std::string& path) {
  const Result<World> world = read_world(path, all_terms());
  if (world) return "";
  EXPECT_EQ(world.error().path, path);
  return world.error().message;
}

TEST(WorldFile, RoundTripsBitForBitOnEveryDomain) {
  TestFolder folder;
  for (const World& world : {rich_world(test_recipe("map", small_torus)), rich_world(test_recipe("terrain", small_plane)),
                             rich_world(test_recipe("planet", small_sphere))}) {
    expect_written(folder.path("a.craton"), world);
    const Result<World> back = read_world(folder.path("a.craton"), all_terms());
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_EQ(difference(world, *back), "");
    EXPECT_EQ(folder.entries(), 1u);
    // Written again it is the same file.
    expect_written(folder.path("b.craton"), *back);
    EXPECT_TRUE(content_of(folder.path("a.craton")) == content_of(folder.path("b.craton")));
    std::filesystem::remove(folder.path("b.craton"));
  }
}

TEST(WorldFile, KnowsTheSearchThatFoundIt) {
  TestFolder folder;
  World world = bare_world(test_recipe("map", small_torus));
  expect_written(folder.path("plain.craton"), world);
  const Result<WorldFileInfo> plain = read_world_info(folder.path("plain.craton"));
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->attempts, 1u);
  EXPECT_EQ(plain->asked_seed, world.recipe.seed);
  world.recipe.require = {{.kind = "land_share", .name = "", .low = 0.25, .high = 0.75}};
  world.asked_seed = 0xFFFF'FFFF'FFFF'FFFFull;
  world.attempts = 17;
  expect_written(folder.path("found.craton"), world);
  const Result<World> back = read_world(folder.path("found.craton"), all_terms());
  ASSERT_TRUE(back) << back.error().to_string();
  EXPECT_EQ(back->attempts, 17u);
  EXPECT_EQ(back->asked_seed, world.asked_seed);
  EXPECT_TRUE(back->recipe == world.recipe);
  expect_written(folder.path("again.craton"), *back);
  EXPECT_TRUE(content_of(folder.path("again.craton")) == content_of(folder.path("found.craton")));
  run_sql(folder.path("again.craton"), "UPDATE meta SET value = '0' WHERE key = 'attempts'");
  EXPECT_NE(error_of(folder.path("again.craton")).find("\"attempts\" in table meta cannot be"), std::string::npos);
}

TEST(WorldFile, ObjectsKeepNumbersThatAreNone) {
  TestFolder folder;
  const double nan = std::numeric_limits<double>::quiet_NaN(), far = -std::numeric_limits<double>::infinity();
  World world = bare_world(test_recipe("map", small_torus));
  ASSERT_TRUE(
      world.surface.set_objects({"odd",
                                 "",
                                 {{"size", "m", "", std::vector<double>{nan, -nan, far}},
                                  {"at", "m", "", std::vector<Vec3d>{{nan, 1, -0.0}, {}, {0, 0, far}}},
                                  {"path", "m", "", std::vector<ObjectColumn::Path>{{{1, nan, 2}}, {}, {{far, 0, nan}}}}}}));
  expect_written(folder.path("a.craton"), world);
  const Result<World> back = read_world(folder.path("a.craton"), all_terms());
  ASSERT_TRUE(back) << back.error().to_string();
  EXPECT_EQ(difference(world, *back), "");
  ObjectTable other = world.surface.objects()[0];
  std::get<std::vector<double>>(other.columns[0].values)[1] = nan;
  ASSERT_TRUE(world.surface.set_objects(std::move(other)));
  EXPECT_EQ(difference(world, *back), "objects");
}

TEST(WorldFile, KeepsWhatARecipeMade) {
  TestFolder folder;
  const Result<World> world = make_world(*recipe_from_json(test_recipe("planet", small_sphere), all_terms()), all_terms());
  ASSERT_TRUE(world) << world.error().to_string();
  expect_written(folder.path("a.craton"), *world);
  const Result<World> back = read_world(folder.path("a.craton"), all_terms());
  ASSERT_TRUE(back) << back.error().to_string();
  EXPECT_EQ(difference(*world, *back), "");
}

// Written by the first Craton that wrote worlds; every later one reads it.
TEST(WorldFile, OldFormatsStayReadable) {
  const std::string path = repository_folder() + "/tests/files/format_1.craton";
  const Result<World> world = read_world(path, all_terms());
  ASSERT_TRUE(world) << world.error().to_string();
  EXPECT_EQ(difference(*world, rich_world(test_recipe("map", R"({"kind": "torus", "width": 8, "height": 6, "step": 100})"))), "");
}

TEST(WorldFile, LargeLayersTakeManyBlocksAndAnyNumberOfThreads) {
  TestFolder folder;
  const World world = rich_world(test_recipe("map", R"({"kind": "torus", "width": 1500, "height": 1000, "step": 100})"));
  expect_written(folder.path("a.craton"), world, {1});
  expect_written(folder.path("b.craton"), world, {8});
  EXPECT_TRUE(content_of(folder.path("a.craton")) == content_of(folder.path("b.craton")));
  WorldReadOptions options;
  options.execution.threads = 8;
  const Result<World> back = read_world(folder.path("a.craton"), all_terms(), options);
  ASSERT_TRUE(back) << back.error().to_string();
  EXPECT_EQ(difference(world, *back), "");
}

TEST(WorldFile, TellsWhatItHoldsWithoutReadingIt) {
  TestFolder folder;
  const World world = rich_world(test_recipe("map", small_torus, 0xFEDCBA9876543210u));
  expect_written(folder.path("a.craton"), world);
  const Result<WorldFileInfo> info = read_world_info(folder.path("a.craton"));
  ASSERT_TRUE(info) << info.error().to_string();
  EXPECT_EQ(info->path, folder.path("a.craton"));
  EXPECT_EQ(info->format, 3);
  EXPECT_FALSE(info->craton_version.empty());
  EXPECT_EQ(info->recipe, recipe_to_json(world.recipe, all_terms()));
  EXPECT_EQ(info->seed, 0xFEDCBA9876543210u);
  EXPECT_EQ(info->cells, 1200u);
  ASSERT_EQ(info->layers.size(), world.surface.layers().size());
  for (std::size_t i = 0; i < info->layers.size(); ++i) {
    const Layer& layer = *world.surface.layers()[i];
    const StoredLayer& stored = info->layers[i];
    EXPECT_EQ(stored.info, layer.info());
    EXPECT_EQ(stored.min, layer.range().min);
    EXPECT_EQ(stored.max, layer.range().max);
    EXPECT_EQ(stored.not_numbers, layer.range().not_numbers);
    EXPECT_EQ(stored.hash, layer.hash());
    EXPECT_GT(stored.stored_bytes, 0u);
    EXPECT_LT(stored.stored_bytes, layer.bytes().size() + 100);
  }
  EXPECT_EQ(info->objects, (std::vector<std::string>{"rivers", "empty", "none"}));
  EXPECT_EQ(info->stages, (std::vector<StageVersion>{{"hills", "noise", 1}}));
  ASSERT_EQ(info->reports.size(), 2u);
  EXPECT_EQ(info->reports[1].seconds, 0.125);
}

TEST(WorldFile, SomeLayersCanBeRead) {
  TestFolder folder;
  const World world = rich_world(test_recipe("map", small_torus));
  expect_written(folder.path("a.craton"), world);
  WorldReadOptions options;
  options.layers = {"rock", "odd"};
  const Result<World> back = read_world(folder.path("a.craton"), all_terms(), options);
  ASSERT_TRUE(back) << back.error().to_string();
  ASSERT_EQ(back->surface.layers().size(), 2u);
  EXPECT_EQ(back->surface.layers()[0]->name(), "odd");
  EXPECT_TRUE(same_bytes(back->surface.layers()[1]->bytes(), world.surface.layer("rock")->bytes()));
  options.layers = {"rocks"};
  const Result<World> none = read_world(folder.path("a.craton"), all_terms(), options);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::unknown_name);
  EXPECT_NE(none.error().message.find("did you mean \"rock\"?"), std::string::npos) << none.error().message;
}

TEST(WorldFile, ReadsNoMoreThanItMay) {
  TestFolder folder;
  expect_written(folder.path("a.craton"), bare_world(test_recipe("map", small_torus)));
  WorldReadOptions options;
  options.max_bytes = 4799;
  const Result<World> refused = read_world(folder.path("a.craton"), all_terms(), options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  EXPECT_NE(refused.error().message.find("4800 bytes, at most 4799"), std::string::npos) << refused.error().message;
  options.max_bytes = 4800;
  EXPECT_TRUE(read_world(folder.path("a.craton"), all_terms(), options));
}

TEST(WorldFile, StrangersAreTold) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  EXPECT_EQ(read_world(path, all_terms()).error().code, ErrorCode::io);
  EXPECT_EQ(read_world(folder.path("."), all_terms()).error().code, ErrorCode::io);
  put(path, "");
  EXPECT_EQ(error_of(path), "is not a Craton world: the file is empty");
  put(path, "PNG or whatever");
  EXPECT_EQ(error_of(path), "is not a Craton world: not a SQLite file");
  put(path, std::string(5000, 'x'));
  EXPECT_EQ(error_of(path), "is not a Craton world: not a SQLite file");
  std::filesystem::remove(path);
  run_sql(path, "CREATE TABLE meta (x)");
  EXPECT_EQ(error_of(path), "is not a Craton world: a SQLite file of another program");

  std::filesystem::remove(path);
  expect_written(path, bare_world(test_recipe("map", small_torus)));
  run_sql(path, "PRAGMA user_version = 5");
  EXPECT_EQ(error_of(path), "was written by a newer Craton (format 5; this one reads up to 4)");
  EXPECT_EQ(read_world(path, all_terms()).error().code, ErrorCode::unsupported);
  EXPECT_EQ(read_world_info(path).error().code, ErrorCode::unsupported);
}

// What SQLite's shell can do to a world, and what we say of it.
TEST(WorldFile, ChangedRowsAreTold) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  const World world = rich_world(test_recipe("map", R"({"kind": "torus", "width": 1500, "height": 400, "step": 100})"));
  expect_written(path, world);
  const std::string whole = content_of(path);
  struct Case {
    const char *sql, *message;
  };
  for (const Case& one : {
           Case{"DELETE FROM blocks WHERE number = 1", "block 1 of layer \"height\" is missing"},
           {"DELETE FROM blocks WHERE number = 4", "block 1 of layer \"odd\" is missing"},
           {"DELETE FROM blocks WHERE number = (SELECT max(number) FROM blocks)",
            "block 0 of column \"cells\" of \"rivers\" is missing"},
           {"INSERT INTO blocks VALUES (1000, 1, 0, x'00')", "rows of its tables are not in order"},
           {"INSERT INTO blocks SELECT max(number) + 1, 1, 0, x'00' FROM blocks", "blocks that belong to nothing"},
           {"UPDATE blocks SET checksum = checksum + 1 WHERE number = 2", "do not match their checksum"},
           {"UPDATE layers SET name = 'Height' WHERE number = 0", "\"name\" in row 0 of table layers"},
           {"UPDATE layers SET name = 'rock' WHERE number = 0", "\"name\" in row 3 of table layers"},
           {"UPDATE layers SET type = 'float' WHERE number = 0", "\"type\" in row 0 of table layers"},
           {"UPDATE layers SET type = 'category' WHERE number = 0", "\"blocks\" in row 0 of table layers"},
           {"UPDATE layers SET min = min - 1 WHERE number = 0", "do not match their checksum"},
           {"UPDATE layers SET hash = 'x' WHERE number = 1", "\"hash\" in row 1 of table layers"},
           {"UPDATE layers SET first_block = 1 WHERE number = 0", "\"blocks\" in row 0 of table layers"},
           {"UPDATE layers SET not_numbers = 600001 WHERE number = 0", "\"not_numbers\" in row 0"},
           {"UPDATE layers SET number = 9 WHERE number = 3", "\"number\" in row 3 of table layers"},
           {"DELETE FROM layers", "\"layer\" in row 0 of table categories"},
           {"UPDATE categories SET layer = 77", "\"layer\" in row 0 of table categories"},
           {"UPDATE categories SET name = 'basalt' WHERE number = 0", "do not match their checksum"},
           {"UPDATE objects SET rows = 4 WHERE number = 0", "do not match their checksum"},
           {"UPDATE object_columns SET type = 'integer' WHERE number = 0", "do not match their checksum"},
           {"UPDATE object_columns SET type = 'thing' WHERE number = 0", "\"type\" in row 0 of table object_columns"},
           {"UPDATE object_columns SET bytes = 9223372036854775807 WHERE number = 0", "\"blocks\" in row 0"},
           {"UPDATE object_columns SET object = 2", "objects \"rivers\" have rows but no columns"},
           {"UPDATE stages SET version = 2", "do not match their checksum"},
           {"UPDATE reports SET reused = 2", "\"reused\" in row 0 of table reports"},
           {"UPDATE meta SET value = '8' WHERE key = 'seed'", "do not match their checksum"},
           {"UPDATE meta SET value = 'x' WHERE key = 'seed'", "\"seed\" in table meta"},
           {"UPDATE meta SET value = '5000000000' WHERE key = 'cells'", "\"cells\" in table meta"},
           {"DELETE FROM meta WHERE key = 'recipe'", "\"recipe\" is missing in table meta"},
           {"INSERT INTO meta VALUES ('zebra', '')", "table meta holds unknown keys"},
           {"INSERT INTO meta VALUES ('aardvark', '')", "\"cells\" is missing in table meta"},
           {"UPDATE meta SET value = '0000000000000000' WHERE key = 'checksum'", "do not match their checksum"},
           {"DROP TABLE reports", "its tables are not those of a world"},
           {"CREATE TABLE more (x)", "its tables are not those of a world"},
           {"CREATE INDEX quick ON layers (name)", "its tables are not those of a world"},
           {"CREATE VIEW sneaky AS SELECT * FROM layers", "its tables are not those of a world"},
           {"CREATE TRIGGER sneaky AFTER UPDATE ON layers BEGIN SELECT 1; END", "its tables are not those of a world"},
       }) {
    put(path, whole);
    run_sql(path, one.sql);
    const std::string message = error_of(path);
    EXPECT_TRUE(message.starts_with("is damaged: ")) << one.sql << " → " << message;
    EXPECT_NE(message.find(one.message), std::string::npos) << one.sql << " → " << message;
    if (message.find("tables") == std::string::npos) continue;
    EXPECT_FALSE(read_world_info(path)) << one.sql;
  }
}

TEST(WorldFile, DamagedBlocksAreTold) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  expect_written(path, rich_world(test_recipe("map", R"({"kind": "torus", "width": 1500, "height": 400, "step": 100})")));
  const std::string whole = content_of(path);
  // Of the same length, so that the tables stay as they are.
  run_sql(path, "UPDATE blocks SET bytes = zeroblob(length(bytes)) WHERE number = 2");
  EXPECT_EQ(error_of(path), "is damaged: block 2 of layer \"height\" is not what was written");
  EXPECT_TRUE(read_world_info(path));  // which does not look at blocks
  WorldReadOptions options;
  options.layers = {"rock"};
  EXPECT_TRUE(read_world(path, all_terms(), options));
  put(path, whole);
  run_sql(path,
          "UPDATE blocks SET bytes = zeroblob(length(bytes)) "
          "WHERE number = (SELECT first_block FROM object_columns WHERE name = 'path')");
  EXPECT_EQ(error_of(path), "is damaged: block 0 of column \"path\" of \"rivers\" is not what was written");
}

TEST(WorldFile, EveryTruncationIsTold) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  expect_written(path, rich_world(test_recipe("map", small_torus)));
  const std::string whole = content_of(path);
  for (std::size_t length = 0; length < whole.size(); length += length < 200 ? 1 : 97) {
    const Result<World> world = read_bytes(whole.substr(0, length));
    ASSERT_FALSE(world) << length;
    EXPECT_EQ(world.error().code, ErrorCode::corrupt);
  }
  put(folder.path("cut"), whole.substr(0, whole.size() - 1));
  EXPECT_EQ(error_of(folder.path("cut")).substr(0, 26), "is damaged: it ends after ");
  // What follows the end belongs to nothing and harms nothing.
  put(folder.path("cut"), whole + std::string(5000, 'x'));
  EXPECT_TRUE(read_world(folder.path("cut"), all_terms()));
}

// Whatever byte is changed: an error, or the very same world.
TEST(WorldFile, FlippedBytesGiveAnErrorOrTheSameWorld) {
  TestFolder folder;
  const World world = rich_world(test_recipe("map", small_torus));
  expect_written(folder.path("a.craton"), world);
  const std::string whole = content_of(folder.path("a.craton"));
  std::uint64_t state = 12345;
  const auto random = [&](std::size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state >> 33) % below;
  };
  const std::size_t flips = std::getenv("CRATON_FULL") ? 20'000 : 800;
  std::size_t errors = 0;
  for (std::size_t i = 0; i < flips; ++i) {
    const std::size_t place = i < 100 ? i : random(whole.size());
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ (1 + random(255)));
    const Result<World> back = read_bytes(damaged, "bad");
    if (back) {
      ASSERT_EQ(difference(world, *back), "") << place;
    } else {
      ++errors;
      EXPECT_EQ(back.error().path, "bad");
      EXPECT_TRUE(back.error().code == ErrorCode::corrupt || back.error().code == ErrorCode::unsupported)
          << place << ": " << back.error().to_string();
    }
  }
  EXPECT_GT(errors, flips / 10);
}

TEST(WorldFile, OldFileSurvivesWhatFails) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  World world = rich_world(test_recipe("map", small_torus));
  expect_written(path, world);
  const std::string whole = content_of(path);

  CancelToken cancel;
  cancel.cancel();
  const Result<void> cancelled = write_world(path, world, all_terms(), {1, nullptr, &cancel});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);

  World other = rich_world(test_recipe("map", R"({"kind": "torus", "width": 41, "height": 30, "step": 100})"));
  std::swap(other.recipe, world.recipe);
  const Result<void> mixed = write_world(path, world, all_terms());
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().code, ErrorCode::invalid_value);
  EXPECT_NE(mixed.error().message.find("1200 cells, its recipe's domain has 1230"), std::string::npos) << mixed.error().message;
  std::swap(other.recipe, world.recipe);
  world.recipe.stages[0].stage = "unheard_of";
  EXPECT_EQ(write_world(path, world, all_terms()).error().code, ErrorCode::invalid_value);
  world.recipe.stages[0].stage = "noise";
  (void)world.surface.set_objects({"bad", "", {{"cells", "", "", std::vector<ObjectColumn::Cells>{{1200}}}}});
  EXPECT_EQ(write_world(path, world, all_terms()).error().code, ErrorCode::invalid_value);

  EXPECT_TRUE(content_of(path) == whole);
  EXPECT_EQ(folder.entries(), 1u);
  EXPECT_EQ(write_world(folder.path("none/a.craton"), other, all_terms()).error().code, ErrorCode::io);
  EXPECT_EQ(write_world("/dev/full", other, all_terms()).error().code, ErrorCode::io);
}

TEST(WorldFile, NamesWithOddLettersAndLinksWork) {
  TestFolder folder;
  const World world = bare_world(test_recipe("map", small_torus));
  for (const char* name : {"a b?c#d%20&e=1.craton", "Ålv 100%.craton", "'quoted'.craton", "?immutable=0"}) {
    expect_written(folder.path(name), world);
    const Result<World> back = read_world(folder.path(name), all_terms());
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_EQ(difference(world, *back), "");
  }
  std::filesystem::create_symlink("?immutable=0", folder.path("link"));
  expect_written(folder.path("link"), world);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_TRUE(read_world(folder.path("link"), all_terms()));
}

// A journal beside a world is somebody else's: SQLite would play it back.
TEST(WorldFile, JournalsBesideItAreIgnored) {
  TestFolder folder;
  const World world = rich_world(test_recipe("map", small_torus));
  expect_written(folder.path("a.craton"), world);
  const std::string whole = content_of(folder.path("a.craton"));
  for (const char* name : {"a.craton-journal", "a.craton-wal", "a.craton-shm"}) put(folder.path(name), whole);
  const Result<World> back = read_world(folder.path("a.craton"), all_terms());
  ASSERT_TRUE(back) << back.error().to_string();
  EXPECT_EQ(difference(world, *back), "");
  EXPECT_EQ(folder.entries(), 4u);
}

TEST(WorldFile, ProgressOnlyGrowsAndEnds) {
  struct Listener : Progress {
    double last = 0;
    int calls = 0;
    void report(double share) override {
      EXPECT_GE(share, last);
      last = share;
      ++calls;
    }
  };
  TestFolder folder;
  Listener writing, reading;
  expect_written(folder.path("a.craton"), rich_world(test_recipe("map", small_torus)), {0, &writing});
  EXPECT_EQ(writing.last, 1.0);
  WorldReadOptions options;
  options.execution.progress = &reading;
  ASSERT_TRUE(read_world(folder.path("a.craton"), all_terms(), options));
  EXPECT_EQ(reading.last, 1.0);
}

}  // namespace
}  // namespace craton
