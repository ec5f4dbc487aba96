// A kill during edits loses none that was acknowledged.

#include <craton/files/endless_world.h>

#include "files/kill_test.h"
#include "files/test_folder.h"

namespace craton {
namespace {

using namespace files;

/// Bytes that tell which edit they belong to; some are long, so that kills hit writes of many pages.
std::vector<std::byte> bytes_of(std::int64_t number) {
  return std::vector<std::byte>(static_cast<std::size_t>(number % 7 == 0 ? 60'000 : 20), static_cast<std::byte>(number * 31));
}

std::vector<EditPiece> pieces_of(std::int64_t number) {
  std::vector<EditPiece> pieces(2);
  for (EditPiece& piece : pieces) piece.bytes = bytes_of(number);
  pieces[0].key.kind = "terrain";
  pieces[0].key.x = number;
  pieces[1].key.kind = "voxels";
  pieces[1].key.level = 3;
  pieces[1].key.y = number;
  return pieces;
}

/// Adds edits for ever, and undoes and redoes some; tells of each one that is acknowledged.
[[noreturn]] void edit_for_ever(const std::string& path, int told) {
  Result<std::unique_ptr<EditStore>> store = open_edits(path);
  if (!store) ::_exit(3);
  const Result<std::vector<EditInfo>> before = (*store)->list();
  if (!before) ::_exit(4);
  std::int64_t next = before->empty() ? 1 : before->back().number + 1;
  while (true) {
    const Result<std::int64_t> added = (*store)->add("edit " + std::to_string(next), pieces_of(next));
    if (!added || *added != next) ::_exit(5);
    if (next % 3 == 0 && (!(*store)->undo() || !(*store)->redo())) ::_exit(6);
    if (::write(told, &next, sizeof next) != sizeof next) ::_exit(7);
    ++next;
  }
}

TEST(EditStore, KillsLoseNothingThatWasAcknowledged) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "ThreadSanitizer does not follow a fork";
#endif
  TestFolder folder;
  const std::string path = folder.path("w.craton");
  ASSERT_TRUE(create_endless_world(path, "terrain", "{}"));
  const int kills = std::getenv("CRATON_FULL") ? 60 : 10;
  std::int64_t acknowledged = 0;
  for (int i = 0; i < kills; ++i) {
    acknowledged = work_and_die([&](int told) { edit_for_ever(path, told); }, std::chrono::microseconds(i * 7919 % 40'000));
    if (HasFailure()) return;

    const Result<std::unique_ptr<EditStore>> store = open_edits(path);
    ASSERT_TRUE(store) << store.error().to_string();
    const Result<std::vector<EditInfo>> list = (*store)->list();
    ASSERT_TRUE(list) << list.error().to_string();
    // All that were acknowledged, and at most the one that was being made.
    const auto count = static_cast<std::int64_t>(list->size());
    EXPECT_GE(count, acknowledged);
    EXPECT_LE(count, acknowledged + 1);
    const Result<std::vector<StoredPiece>> pieces = (*store)->pieces({.kind = "terrain"});
    ASSERT_TRUE(pieces) << pieces.error().to_string();
    EXPECT_GE(static_cast<std::int64_t>(pieces->size()), acknowledged);
    for (std::size_t place = 0; place < pieces->size(); ++place) {
      const auto number = static_cast<std::int64_t>(place) + 1;
      ASSERT_EQ((*pieces)[place].edit, number);
      ASSERT_EQ((*pieces)[place].piece.bytes, bytes_of(number));
    }
    // The next one goes on where this one ended.
    const Result<std::optional<EditInfo>> again = (*store)->redo();
    ASSERT_TRUE(again) << again.error().to_string();
    if (*again) { EXPECT_EQ((*again)->number, count); }
    acknowledged = count;
  }
  EXPECT_GT(acknowledged, 0);
  RecordProperty("edits", static_cast<int>(acknowledged));
}

}  // namespace
}  // namespace craton
