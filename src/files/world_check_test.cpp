#include <craton/files/world_check.h>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>

#include <craton/files/endless_world.h>
#include <craton/recipe/voxel_recipe.h>
#include <craton/worlds/terrain_edits.h>
#include <craton/worlds/voxels.h>

#include "files/test_folder.h"
#include "files/test_world.h"
#include "repository.h"

namespace craton {
namespace {

using namespace files;

/// As somebody with SQLite's shell would.
void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
  sqlite3_free(message);
  sqlite3_close(database);
}

std::string text_of(const WorldCheck& check) {
  std::string text;
  for (const Damage& damage : check.damages) text += damage.where + ": " + damage.what + "\n";
  return text;
}

WorldCheck checked(const std::string& path) {
  const Result<WorldCheck> check = check_world(path, all_terms());
  EXPECT_TRUE(check) << check.error().to_string();
  return check ? *check : WorldCheck{};
}

bool has(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::string_view three_blocks = R"({"kind": "torus", "width": 1500, "height": 400, "step": 100})";

TEST(WorldCheck, WorldsOfEveryKindAreWhole) {
  TestFolder folder;
  for (const std::string_view domain : {small_torus, small_plane, small_sphere}) {
    const World world = rich_world(test_recipe(domain == small_torus   ? "map"
                                               : domain == small_plane ? "terrain"
                                                                       : "planet",
                                               domain));
    ASSERT_TRUE(write_world(folder.path("a.craton"), world, all_terms()));
    const WorldCheck check = checked(folder.path("a.craton"));
    EXPECT_TRUE(check.is_whole()) << text_of(check);
    EXPECT_EQ(check.kind, "finite");
    EXPECT_TRUE(check.unchecked.empty());
    EXPECT_EQ(check.whole.size(), world.surface.layers().size() + world.surface.objects().size());
  }
}

TEST(WorldCheck, OldFilesAreWhole) {
  for (const char* name : {"format_1.craton", "format_2.craton", "format_3.craton", "format_4.craton"}) {
    const WorldCheck check = checked(repository_folder() + "/tests/files/" + name);
    EXPECT_TRUE(check.is_whole()) << name << ": " << text_of(check);
    EXPECT_FALSE(check.whole.empty()) << name;
  }
}

TEST(WorldCheck, WatersThatBreakTheirLawsAreTold) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  const Result<World> world = read_world(repository_folder() + "/tests/files/format_3.craton", all_terms());
  ASSERT_TRUE(world);
  const auto told = [&](std::string_view table_name, std::string_view column_name, auto change) {
    Result<World> broken = read_world(repository_folder() + "/tests/files/format_3.craton", all_terms());
    ObjectTable table = *broken->surface.objects(table_name);
    for (ObjectColumn& column : table.columns)
      if (column.name == column_name) change(column);
    EXPECT_TRUE(broken->surface.set_objects(table));
    EXPECT_TRUE(write_world(path, *broken, all_terms()));
    return text_of(checked(path));
  };
  const auto values = [](auto example, ObjectColumn& column) -> auto& { return std::get<decltype(example)>(column.values); };
  EXPECT_EQ(
      told("rivers", "path", [&](ObjectColumn& column) { values(std::vector<ObjectColumn::Path>(), column)[0].back().z += 1e4; }),
      "the waters: river 0 rises\n");
  EXPECT_EQ(told("rivers", "cells",
                 [&](ObjectColumn& column) { values(std::vector<ObjectColumn::Cells>(), column)[0].front() ^= 1024; }),
            "the waters: river 0 leaps over cells\n");
  EXPECT_EQ(told("rivers", "joins", [&](ObjectColumn& column) { values(std::vector<std::int64_t>(), column)[0] = 1000; }),
            "the waters: river 0 of the table does not fit this surface: its path, cells or what it joins\n");
  EXPECT_EQ(told("lakes", "outlet",
                 [&](ObjectColumn& column) {
                   for (std::int64_t& outlet : values(std::vector<std::int64_t>(), column))
                     if (outlet >= 0) outlet = 0;
                 })
                .substr(0, 27),
            "the waters: the outlet of l");
  EXPECT_EQ(told("rivers", "mouth", [&](ObjectColumn& column) { values(std::vector<std::string>(), column)[0] = "moon"; })
                .substr(0, 12),
            "the waters: ");
}

TEST(WorldCheck, StrangersAreErrors) {
  TestFolder folder;
  EXPECT_EQ(check_world(folder.path("none"), all_terms()).error().code, ErrorCode::io);
  put(folder.path("a"), "PNG or whatever");
  EXPECT_EQ(check_world(folder.path("a"), all_terms()).error().message, "is not a Craton world: not a SQLite file");
}

TEST(WorldCheck, TellsEveryDamagedBlockAndSavesTheRest) {
  TestFolder folder;
  const std::string path = folder.path("a.craton"), saved = folder.path("b.craton");
  const World world = rich_world(test_recipe("map", three_blocks));
  ASSERT_TRUE(write_world(path, world, all_terms()));
  run_sql(path, "UPDATE blocks SET bytes = zeroblob(length(bytes)) WHERE number IN (0, 2)");
  run_sql(path,
          "UPDATE blocks SET bytes = zeroblob(length(bytes)) "
          "WHERE number = (SELECT first_block FROM object_columns WHERE name = 'path')");
  const std::string damaged_file = content_of(path);

  const Result<WorldCheck> check = rescue_world(path, saved, all_terms());
  ASSERT_TRUE(check) << check.error().to_string();
  EXPECT_EQ(text_of(*check),
            "layer \"height\": blocks 0, 2 of 3 are not what was written\n"
            "objects \"rivers\": column \"path\": block 0 of 1 is not what was written\n");
  EXPECT_EQ(check->whole, (std::vector<std::string>{"layer \"odd\"", "layer \"receiver\"", "layer \"rock\"", "objects \"empty\"",
                                                    "objects \"none\""}));
  EXPECT_TRUE(content_of(path) == damaged_file);

  const Result<World> rest = read_world(saved, all_terms());
  ASSERT_TRUE(rest) << rest.error().to_string();
  EXPECT_TRUE(rest->recipe == world.recipe);
  ASSERT_EQ(rest->surface.layers().size(), 3u);
  for (const char* name : {"odd", "receiver", "rock"}) {
    ASSERT_NE(rest->surface.layer(name), nullptr) << name;
    EXPECT_TRUE(same_bytes(rest->surface.layer(name)->bytes(), world.surface.layer(name)->bytes())) << name;
    EXPECT_EQ(rest->surface.layer(name)->info(), world.surface.layer(name)->info()) << name;
  }
  EXPECT_EQ(rest->surface.objects().size(), 2u);
  EXPECT_TRUE(checked(saved).is_whole());
}

TEST(WorldCheck, TheDamagedFileIsNeverOverwritten) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  ASSERT_TRUE(write_world(path, rich_world(test_recipe("map", small_torus)), all_terms()));
  run_sql(path, "DELETE FROM blocks WHERE number = 1");
  const std::string before = content_of(path);
  std::filesystem::create_symlink("a.craton", folder.path("link"));
  for (const std::string& to : {path, folder.path("link"), folder.path("./a.craton")})
    EXPECT_EQ(rescue_world(path, to, all_terms()).error().code, ErrorCode::invalid_value) << to;
  EXPECT_TRUE(content_of(path) == before);
}

TEST(WorldCheck, ChangedTablesAreTold) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  const World world = rich_world(test_recipe("map", small_torus));
  ASSERT_TRUE(write_world(path, world, all_terms()));
  const std::string whole = content_of(path);
  struct Case {
    const char *sql, *told;
    bool keeps_height;
  };
  for (const Case& one : {
           Case{"UPDATE layers SET unit = 'ft' WHERE number = 0", "the tables: its tables do not match their checksum", true},
           {"UPDATE layers SET max = max + 1 WHERE number = 0", "layer \"height\": its values have another range", true},
           {"UPDATE layers SET hash = '0123456789abcdef' WHERE number = 0", "layer \"height\": its values have another hash",
            false},
           {"UPDATE layers SET type = 'category' WHERE number = 0", "layer \"height\": block 0 of 1 is not what was written",
            false},
           {"UPDATE layers SET name = 'Ålv' WHERE number = 1", "the tables: \"name\" in row 1 of table layers", true},
           {"DELETE FROM blocks WHERE number = 1", "layer \"odd\": block 0 of 1 is not what was written", true},
           {"UPDATE objects SET rows = 4 WHERE number = 0", "objects \"rivers\": column \"length\": it holds other values", true},
           {"UPDATE object_columns SET type = 'thing' WHERE number = 0", "the tables: \"type\" in row 0", true},
           {"UPDATE reports SET reused = 2", "the tables: \"reused\" in row 0 of table reports", true},
           {"UPDATE meta SET value = '8' WHERE key = 'seed'", "the recipe: has another seed than the file", true},
           {"DELETE FROM meta WHERE key = 'recipe'", "the file: \"recipe\" is missing in table meta", false},
           {"DROP TABLE reports", "the file: its tables are not those of a world", false},
       }) {
    put(path, whole);
    run_sql(path, one.sql);
    const WorldCheck check = checked(path);
    EXPECT_NE(text_of(check).find(one.told), std::string::npos) << one.sql << " → " << text_of(check);
    EXPECT_EQ(has(check.whole, "layer \"height\""), one.keeps_height) << one.sql;
  }
}

// Whatever byte is changed or however much is cut off: where the world cannot be read any more, the check says so; and each layer
// that is saved is one of the world, bit for bit.
TEST(WorldCheck, WhatIsSavedIsWhatWasWritten) {
  TestFolder folder;
  const std::string path = folder.path("a.craton"), saved = folder.path("b.craton");
  const World world = rich_world(test_recipe("map", small_torus));
  ASSERT_TRUE(write_world(path, world, all_terms()));
  const std::string whole = content_of(path);
  std::uint64_t state = 12345;
  const auto random = [&](std::size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state >> 33) % below;
  };
  std::size_t told = 0, rescued = 0, layers = 0;
  const std::size_t tries = std::getenv("CRATON_FULL") ? 5'000 : 300;
  for (std::size_t i = 0; i < tries; ++i) {
    std::string damaged_file = whole;
    const std::size_t place = random(whole.size());
    if (i % 4 == 3)
      damaged_file.resize(place);
    else
      for (std::size_t k = 0; k < (i % 4 == 2 ? 600u : 1u) && place + k < whole.size(); ++k)
        damaged_file[place + k] = static_cast<char>(damaged_file[place + k] ^ (1 + random(255)));
    put(path, damaged_file);
    const bool readable = read_world(path, all_terms()).ok();
    std::filesystem::remove(saved);
    const Result<WorldCheck> check = rescue_world(path, saved, all_terms());
    if (!check) {
      ++told;
      EXPECT_FALSE(readable) << place;
      EXPECT_FALSE(std::filesystem::exists(saved));
      continue;
    }
    told += !check->is_whole();
    EXPECT_EQ(check->is_whole(), readable) << i << " at " << place << ": " << text_of(*check);
    const Result<World> rest = read_world(saved, all_terms());
    ASSERT_TRUE(rest) << i << " at " << place << ": " << rest.error().to_string();
    ++rescued;
    for (const auto& layer : rest->surface.layers()) {
      ++layers;
      const auto& all = world.surface.layers();
      EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& one) { return same_bytes(one->bytes(), layer->bytes()); }))
          << i << " at " << place << ": layer " << layer->name() << " was never written";
    }
  }
  EXPECT_GT(told, tries / 10);
  EXPECT_GT(rescued, tries / 4);
  EXPECT_GT(layers, rescued);
}

// ---- endless worlds

/// An endless terrain with three edits, the last of them undone.
void make_edited(const std::string& path) {
  ASSERT_TRUE(create_endless_world(path, "terrain", test_recipe("terrain", small_plane)));
  Result<std::unique_ptr<EditStore>> store = open_edits(path);
  ASSERT_TRUE(store);
  for (int i = 0; i < 3; ++i) {
    const TerrainEdit edit{.tool = BrushTool::raise, .at = {1000 * i, 5}, .radius = 50, .amount = 1.0 + i};
    const std::vector<EditPiece> pieces{piece_of(edit), piece_of(edit)};
    ASSERT_TRUE((*store)->add("edit " + std::to_string(i), pieces));
  }
  ASSERT_TRUE((*store)->undo());
}

TEST(WorldCheck, EndlessWorldsAreWhole) {
  TestFolder folder;
  make_edited(folder.path("a.craton"));
  const WorldCheck check = checked(folder.path("a.craton"));
  EXPECT_TRUE(check.is_whole()) << text_of(check);
  EXPECT_EQ(check.kind, "terrain");
  EXPECT_EQ(check.whole, (std::vector<std::string>{"edit 1", "edit 2", "edit 3"}));

  ASSERT_TRUE(create_endless_world(folder.path("v.craton"), "voxels", voxel_recipe_to_json(VoxelRecipe{.seed = 7})));
  EXPECT_TRUE(checked(folder.path("v.craton")).is_whole());
}

TEST(WorldCheck, DamagedEditsAreToldAndTheOthersSaved) {
  TestFolder folder;
  const std::string path = folder.path("a.craton"), saved = folder.path("b.craton");
  make_edited(path);
  const std::string whole = content_of(path);
  struct Case {
    const char *sql, *told;
    std::vector<std::string> left;
  };
  for (const Case& one : {
           Case{"UPDATE pieces SET bytes = zeroblob(length(bytes)) WHERE edit = 2 AND place = 1",
                "edit 2: a piece of edit 2 is not what was written",
                {"edit 0", "edit 2"}},
           {"DELETE FROM pieces WHERE edit = 1 AND place = 0", "edit 1: a piece of edit 1 is missing", {"edit 1", "edit 2"}},
           {"UPDATE pieces SET x = x + 1 WHERE edit = 3",
            "edit 3: a piece of edit 3 is not what was written",
            {"edit 0", "edit 1"}},
           {"DELETE FROM edits WHERE number = 1", "the edits: 2 pieces belong to edits that are gone", {"edit 1", "edit 2"}},
           {"UPDATE edits SET undone = 1 WHERE number = 1",
            "edit 2: is in force after one that is undone",
            {"edit 1", "edit 0", "edit 2"}},
           {"UPDATE meta SET value = value || ' ' WHERE key = 'recipe'",
            "the recipe: its recipe does not match its checksum",
            {"edit 0", "edit 1", "edit 2"}},
       }) {
    put(path, whole);
    run_sql(path, one.sql);
    const Result<WorldCheck> check = rescue_world(path, saved, all_terms());
    ASSERT_TRUE(check) << one.sql << ": " << check.error().to_string();
    EXPECT_NE(text_of(*check).find(one.told), std::string::npos) << one.sql << " → " << text_of(*check);
    EXPECT_TRUE(checked(saved).is_whole()) << one.sql << ": " << text_of(checked(saved));
    Result<std::unique_ptr<EditStore>> store = open_edits(saved);
    ASSERT_TRUE(store);
    std::vector<std::string> left;
    const Result<std::vector<EditInfo>> edits = (*store)->list();
    ASSERT_TRUE(edits);
    for (const EditInfo& edit : *edits) left.push_back(edit.text);
    EXPECT_EQ(left, one.left) << one.sql;
  }
}

TEST(WorldCheck, EditsThatMeanNothingAreTold) {
  TestFolder folder;
  const std::string path = folder.path("a.craton");
  make_edited(path);
  {
    Result<std::unique_ptr<EditStore>> store = open_edits(path);
    ASSERT_TRUE(store);
    ASSERT_TRUE((*store)->add("strange", std::vector<EditPiece>{{{.kind = "terrain"}, {std::byte{77}}}}));
  }
  EXPECT_NE(text_of(checked(path)).find("edit 4: means nothing"), std::string::npos) << text_of(checked(path));
}

TEST(WorldCheck, EndlessWorldsThatAreCutOffKeepWhatIsLeft) {
  TestFolder folder;
  const std::string path = folder.path("a.craton"), saved = folder.path("b.craton");
  make_edited(path);
  const std::string whole = content_of(path);
  std::size_t rescued = 0, kept = 0;
  for (std::size_t length = 0; length < whole.size(); length += 997) {
    put(path, whole.substr(0, length));
    std::filesystem::remove(saved);
    const Result<WorldCheck> check = rescue_world(path, saved, all_terms());
    if (!check) continue;
    EXPECT_FALSE(check->is_whole()) << length;
    kept += check->whole.size();
    EXPECT_TRUE(checked(saved).is_whole()) << length << ": " << text_of(checked(saved));
    ++rescued;
  }
  EXPECT_GT(rescued, 0u);
  EXPECT_GT(kept, 0u);
}

}  // namespace
}  // namespace craton
