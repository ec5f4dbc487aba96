#include <craton/files/new_file.h>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <string>
#include <vector>

#include "files/test_folder.h"

namespace craton {
namespace {

using files::content_of;
using files::put;
using files::TestFolder;

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text.data(), text.size())); }

TEST(NewFile, AppearsWholeAtCommit) {
  TestFolder folder;
  Result<NewFile> file = NewFile::create(folder.path("a"));
  ASSERT_TRUE(file) << file.error().to_string();
  ASSERT_TRUE(file->write(bytes("one ")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("a")));
  ASSERT_TRUE(file->write(bytes("two")));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content_of(folder.path("a")), "one two");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(NewFile, OldFileSurvivesWhatIsNotCommitted) {
  TestFolder folder;
  put(folder.path("a"), "old");
  {
    Result<NewFile> file = NewFile::create(folder.path("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write(bytes("new")));
  }
  EXPECT_EQ(content_of(folder.path("a")), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(NewFile, LinksStayLinksAndRightsStay) {
  TestFolder folder;
  put(folder.path("real"), "old");
  ::chmod(folder.path("real").c_str(), 0640);
  std::filesystem::create_symlink("real", folder.path("link"));
  Result<NewFile> file = NewFile::create(folder.path("link"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write(bytes("new")));
  ASSERT_TRUE(file->commit());
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(content_of(folder.path("real")), "new");
  struct stat status {};
  ASSERT_EQ(::stat(folder.path("real").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(NewFile, RefusesFoldersDevicesAndMissingFolders) {
  TestFolder folder;
  for (const std::string& path :
       {folder.path(""), folder.path("none/a"), std::string("/dev/null"), std::string(), folder.path(".")}) {
    const Result<void> result = check_writable(path);
    ASSERT_FALSE(result) << path;
    EXPECT_EQ(result.error().code, ErrorCode::io);
    EXPECT_EQ(result.error().path, path);
  }
  put(folder.path("plain"), "x");
  EXPECT_FALSE(check_writable(folder.path("plain/a")));
  std::filesystem::create_symlink("loop", folder.path("loop"));
  EXPECT_FALSE(check_writable(folder.path("loop")));
  EXPECT_EQ(folder.entries(), 2u);
}

TEST(NewFile, CheckingLeavesNothing) {
  TestFolder folder;
  EXPECT_TRUE(check_writable(folder.path("a")));
  EXPECT_TRUE(check_writable(folder.path(std::string(255, 'x'))));
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(NewFile, WritesAnywhere) {
  TestFolder folder;
  Result<NewFile> file = NewFile::create(folder.path("a"));
  ASSERT_TRUE(file->write_at(6, bytes("end")));
  ASSERT_TRUE(file->write(bytes("begin")));
  ASSERT_TRUE(file->write_at(5, bytes("|")));
  ASSERT_TRUE(file->commit_unsynced());
  EXPECT_EQ(content_of(folder.path("a")), "begin|end");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(NewFile, LeftOversAreRemovedUnlessTheirWriterLives) {
  TestFolder folder;
  put(folder.path("a"), "old");
  put(folder.path(".a.part-12345-0"), "dead");
  put(folder.path(".ab.part-12345-0"), "of another, dead too");
  for (const char* mine : {".a.part-mine", ".a.part-1", ".a.part--1", "a.part-1-2", ".part-1-2", ".a.part-1-2.txt"})
    put(folder.path(mine), "somebody's");
  std::filesystem::create_symlink("a", folder.path(".a.part-12345-1"));
  Result<NewFile> file = NewFile::create(folder.path("a"));
  ASSERT_TRUE(file->write(bytes("new")));
  remove_left_overs(folder.path(""));
  EXPECT_FALSE(std::filesystem::exists(folder.path(".a.part-12345-0")));
  EXPECT_FALSE(std::filesystem::exists(folder.path(".ab.part-12345-0")));
  for (const char* mine : {".a.part-mine", ".a.part-1", ".a.part--1", "a.part-1-2", ".part-1-2", ".a.part-1-2.txt"})
    EXPECT_EQ(content_of(folder.path(mine)), "somebody's") << mine;
  EXPECT_TRUE(std::filesystem::exists(file->temporary()));
  EXPECT_EQ(content_of(folder.path("a")), "old");
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content_of(folder.path("a")), "new");
  remove_left_overs(folder.path("none"));
}

TEST(NewFile, TheFirstInAFolderSweepsIt) {
  TestFolder folder;
  put(folder.path(".gone.glb.part-12345-0"), "dead");
  ASSERT_TRUE(check_writable(folder.path("b")));
  EXPECT_EQ(folder.entries(), 0u);
}

// A limit on file sizes stands in for a full disk: both end in a write that fails or falls short.
TEST(NewFile, FullDiskLeavesTheOldFile) {
  TestFolder folder;
  put(folder.path("a"), "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  Result<void> result;
  {
    Result<NewFile> file = NewFile::create(folder.path("a"));
    result = file ? file->write(std::vector<std::byte>(5000)) : Result<void>(file.error());
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::io);
  EXPECT_EQ(result.error().path, folder.path("a"));
  EXPECT_EQ(content_of(folder.path("a")), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

}  // namespace
}  // namespace craton
