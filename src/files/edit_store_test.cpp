#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <thread>

#include <craton/files/endless_world.h>

#include "files/test_folder.h"
#include "repository.h"

namespace craton {
namespace {

using namespace files;

constexpr std::string_view recipe = R"({"craton": 1})";

EditPiece piece(std::int64_t x, char letter, std::uint32_t level = 0) {
  return {{"terrain", level, x, -x, 0}, {static_cast<std::byte>(letter), static_cast<std::byte>(0)}};
}

/// "a b" for the pieces in force whose x is 0 … 9.
std::string letters(const EditStore& store, EditRange range = {.kind = "terrain", .x0 = 0, .x1 = 9}) {
  const Result<std::vector<StoredPiece>> found = store.pieces(range);
  EXPECT_TRUE(found) << found.error().to_string();
  std::string text;
  for (const StoredPiece& each : *found) text += static_cast<char>(each.piece.bytes.at(0));
  return text;
}

std::unique_ptr<EditStore> opened(const std::string& path) {
  Result<std::unique_ptr<EditStore>> store = open_edits(path);
  EXPECT_TRUE(store) << store.error().to_string();
  return *std::move(store);
}

// What all stores promise.
void expect_contract(EditStore& store) {
  EXPECT_EQ(letters(store), "");
  EXPECT_FALSE(store.undo()->has_value());
  EXPECT_FALSE(store.redo()->has_value());
  const EditPiece two[] = {piece(1, 'a'), piece(2, 'b')};
  EXPECT_EQ(*store.add("first", two), 1);
  const EditPiece again[] = {piece(2, 'c'), piece(100, 'z')};
  EXPECT_EQ(*store.add("second", again), 2);
  EXPECT_EQ(letters(store), "abc");
  EXPECT_EQ(letters(store, {.kind = "terrain"}), "abcz");
  EXPECT_EQ(letters(store, {.kind = "terrain", .level = 0, .x0 = 2, .x1 = 2, .y0 = -2, .y1 = -2}), "bc");
  EXPECT_EQ(letters(store, {.kind = "terrain", .level = 1}), "");
  EXPECT_EQ(letters(store, {.kind = "voxels"}), "");

  const Result<std::optional<EditInfo>> undone = store.undo();
  EXPECT_EQ((*undone)->number, 2);
  EXPECT_EQ((*undone)->text, "second");
  EXPECT_TRUE((*undone)->undone);
  EXPECT_EQ(letters(store), "ab");
  EXPECT_EQ(store.pieces_of(2)->size(), 2u);
  EXPECT_EQ((*store.pieces_of(2))[1].key, again[1].key);
  EXPECT_EQ((*store.undo())->number, 1);
  EXPECT_EQ(letters(store), "");
  EXPECT_FALSE(store.undo()->has_value());
  EXPECT_EQ((*store.redo())->number, 1);
  EXPECT_EQ(letters(store), "ab");
  EXPECT_FALSE((*store.list())[0].undone);
  EXPECT_TRUE((*store.list())[1].undone);

  // A new edit takes the place of what was undone, and never its number.
  const EditPiece other[] = {piece(3, 'd', 5)};
  EXPECT_EQ(*store.add("third", other), 3);
  EXPECT_FALSE(store.redo()->has_value());
  EXPECT_EQ(letters(store), "abd");
  EXPECT_EQ(letters(store, {.kind = "terrain", .level = 5}), "d");
  EXPECT_EQ(store.list()->size(), 2u);
  EXPECT_TRUE(store.pieces_of(2)->empty());

  const EditPiece far[] = {{{"voxels", 0, EditRange::least, EditRange::most, -1}, {}}};
  EXPECT_TRUE(store.add("far, and without bytes", far));
  EXPECT_EQ(store.pieces({.kind = "voxels"})->at(0).piece.key, far[0].key);
  const EditPiece bad[] = {{{"No Kind", 0, 0, 0, 0}, {}}};
  EXPECT_EQ(store.add("bad", bad).error().path, "edit/kind");
  EXPECT_EQ(store.list()->size(), 3u);
}

TEST(EditStore, KeepsEditsInMemory) { expect_contract(*edits_in_memory()); }

TEST(EditStore, KeepsEditsInAWorldFile) {
  TestFolder folder;
  const std::string path = folder.path("w.craton");
  ASSERT_TRUE(create_endless_world(path, "terrain", recipe));
  EXPECT_TRUE(is_endless_world(path));
  expect_contract(*opened(path));
  EXPECT_EQ(folder.entries(), 1u);  // one file is the whole world
  const Result<EndlessWorldInfo> info = read_endless_world(path);
  ASSERT_TRUE(info) << info.error().to_string();
  EXPECT_EQ(info->kind, "terrain");
  EXPECT_EQ(info->recipe, recipe);
  EXPECT_EQ(info->edits, 3u);
  EXPECT_EQ(info->undone, 0u);
}

TEST(EditStore, UndoOutlivesTheProgram) {
  TestFolder folder;
  const std::string path = folder.path("w.craton");
  ASSERT_TRUE(create_endless_world(path, "terrain", recipe));
  for (const char letter : {'a', 'b', 'c'}) {
    const EditPiece pieces[] = {piece(1, letter)};
    ASSERT_TRUE(opened(path)->add("add", pieces));
  }
  ASSERT_TRUE(opened(path)->undo());
  ASSERT_TRUE(opened(path)->undo());
  EXPECT_EQ(letters(*opened(path)), "a");
  ASSERT_TRUE(opened(path)->redo());
  EXPECT_EQ(letters(*opened(path)), "ab");
  EXPECT_EQ(read_endless_world(path)->undone, 1u);
}

TEST(EditStore, SeveralProgramsMayEdit) {
  TestFolder folder;
  const std::string path = folder.path("w.craton");
  ASSERT_TRUE(create_endless_world(path, "terrain", recipe));
  const auto add_some = [&](char letter) {
    const std::unique_ptr<EditStore> store = opened(path);
    const EditPiece pieces[] = {piece(1, letter)};
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(store->add("add", pieces));
  };
  std::thread first(add_some, 'a'), second(add_some, 'b');
  first.join();
  second.join();
  EXPECT_EQ(letters(*opened(path)).size(), 20u);
  EXPECT_EQ(opened(path)->list()->back().number, 20);
}

TEST(EditStore, NothingIsOverwritten) {
  TestFolder folder;
  const std::string path = folder.path("w.craton");
  put(path, "precious");
  const Result<void> made = create_endless_world(path, "terrain", recipe);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "there is a file already; it is not overwritten");
  EXPECT_EQ(content_of(path), "precious");
  EXPECT_FALSE(is_endless_world(path));
  EXPECT_EQ(open_edits(path).error().message, "is not a Craton world: not a SQLite file");
}

void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
}

// Written by a Craton whose files had another checksum. It is read and written further, with that checksum.
TEST(EditStore, OldFormatsStayReadableAndKeepTheirFormat) {
  TestFolder folder;
  const std::string path = folder.path("old.craton");
  std::filesystem::copy_file(repository_folder() + "/tests/files/format_2.craton", path);
  EXPECT_EQ(read_endless_world(path)->kind, "voxels");
  const EditPiece pieces[] = {piece(1, 'a')};
  ASSERT_TRUE(opened(path)->add("add", pieces));
  const std::unique_ptr<EditStore> again = opened(path);
  EXPECT_EQ(letters(*again), "a");
  EXPECT_EQ(again->pieces({.kind = "voxels"})->size(), 1u);
}

TEST(EditStore, DamagedFilesAreTold) {
  struct Case {
    std::string sql, message;
  };
  for (const Case& each : {Case{"UPDATE pieces SET bytes = x'77'", "is damaged: a piece of edit 1 is not what was written"},
                           Case{"UPDATE pieces SET x = 3", "is damaged: a piece of edit 1 is not what was written"},
                           Case{"UPDATE pieces SET level = -1", "is damaged: \"level\" in row 0 of table pieces cannot be"},
                           Case{"CREATE TABLE more (x)", "is damaged: its tables are not those of a world"},
                           Case{"DROP INDEX pieces_by_key", "is damaged: its tables are not those of a world"},
                           Case{"UPDATE edits SET undone = 2", "is damaged: \"undone\" in row 0 of table edits cannot be"}}) {
    TestFolder folder;
    const std::string path = folder.path("w.craton");
    ASSERT_TRUE(create_endless_world(path, "terrain", recipe));
    const EditPiece pieces[] = {piece(1, 'a')};
    ASSERT_TRUE(opened(path)->add("add", pieces));
    run_sql(path, each.sql);
    const Result<std::unique_ptr<EditStore>> store = open_edits(path);
    std::string message;
    if (!store) {
      message = store.error().message;
    } else if (const auto list = (*store)->list(); !list) {
      message = list.error().message;
    } else if (const auto found = (*store)->pieces({.kind = "terrain"}); !found) {
      message = found.error().message;
    }
    EXPECT_EQ(message, each.message) << each.sql;
  }
  TestFolder folder;
  const std::string path = folder.path("w.craton");
  ASSERT_TRUE(create_endless_world(path, "terrain", recipe));
  run_sql(path, "UPDATE meta SET value = '{}' WHERE key = 'recipe'");
  EXPECT_EQ(read_endless_world(path).error().message, "is damaged: its recipe does not match its checksum");
}

}  // namespace
}  // namespace craton
