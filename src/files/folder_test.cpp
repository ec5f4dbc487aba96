#include <craton/files/folder.h>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <thread>

#include <craton/files/height_file.h>
#include <craton/files/new_file.h>

#include "files/test_folder.h"
#include "files/test_world.h"

namespace craton {
namespace {

using files::content_of;
using files::put;
using files::TestFolder;
using Bytes = std::vector<std::byte>;

Bytes heights(std::size_t count, std::uint32_t seed) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>((i * i + seed) % 1000) * 0.37f;
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

Bytes random_bytes(std::size_t count, std::uint32_t seed) {
  Bytes bytes(count);
  std::uint32_t state = seed;
  for (std::byte& byte : bytes) byte = static_cast<std::byte>((state = state * 1664525u + 1013904223u) >> 24);
  return bytes;
}

void set_age(const std::string& path, int seconds) {
  timespec times[2];
  ::clock_gettime(CLOCK_REALTIME, &times[0]);
  times[0].tv_sec -= seconds;
  times[1] = times[0];
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

TEST(AssetFolder, ReadsHeightMapsBelowIt) {
  TestFolder folder;
  std::filesystem::create_directories(folder.path("maps/deep"));
  put(folder.path("maps/deep/a.r16"), std::string(8, '\xff'));
  const auto assets = assets_in_folder(folder.path("maps"));
  for (const char* name : {"deep/a.r16", "./deep/a.r16", "deep//a.r16"}) {
    const Result<HeightMap> map = assets->height_map(name, {});
    ASSERT_TRUE(map) << map.error().to_string();
    EXPECT_EQ(map->values, std::vector<float>(4, 1.0f));
  }
  EXPECT_EQ(assets->height_map("deep/a.r16", {4, 1})->width, 4u);
  EXPECT_FALSE(assets->height_map("deep/a.r16", {3, 1}));
  EXPECT_EQ(assets->height_map("deep/b.r16", {}).error().code, ErrorCode::io);
  EXPECT_FALSE(assets->height_map("deep", {}));
  EXPECT_EQ(assets_in_folder(folder.path("none"))->height_map("a.r16", {}).error().code, ErrorCode::io);
}

TEST(AssetFolder, NothingOutsideIsReached) {
  TestFolder folder;
  std::filesystem::create_directories(folder.path("maps"));
  std::filesystem::create_directories(folder.path("maps2"));
  for (const char* name : {"secret.r16", "maps/a.r16", "maps2/b.r16"}) put(folder.path(name), std::string(8, 'x'));
  std::filesystem::create_symlink("../secret.r16", folder.path("maps/out.r16"));
  std::filesystem::create_symlink("../maps2", folder.path("maps/side"));
  std::filesystem::create_symlink("a.r16", folder.path("maps/in.r16"));
  std::filesystem::create_symlink("maps", folder.path("door"));
  const auto assets = assets_in_folder(folder.path("maps"));
  for (const std::string& name :
       {std::string("../secret.r16"), std::string("x/../../secret.r16"), folder.path("secret.r16"), folder.path("maps/a.r16"),
        std::string("out.r16"), std::string("side/b.r16"), std::string(), std::string(".."), std::string("a.r16\0x", 7)}) {
    const Result<HeightMap> map = assets->height_map(name, {});
    ASSERT_FALSE(map) << name;
    EXPECT_EQ(map.error().code, ErrorCode::invalid_value) << map.error().to_string();
    EXPECT_FALSE(assets->fingerprint(name)) << name;
  }
  EXPECT_TRUE(assets->height_map("in.r16", {}));
  EXPECT_TRUE(assets_in_folder(folder.path("door"))->height_map("a.r16", {}));
}

TEST(AssetFolder, FingerprintsFollowTheContent) {
  TestFolder folder;
  put(folder.path("a"), std::string(1'000'000, 'x'));
  put(folder.path("b"), std::string(1'000'000, 'x'));
  put(folder.path("c"), std::string(999'999, 'x') + "y");
  put(folder.path("d"), std::string(1'000'001, 'x'));
  put(folder.path("e"), "");
  const auto assets = assets_in_folder(folder.path(""));
  const std::uint64_t first = *assets->fingerprint("a");
  EXPECT_EQ(*assets->fingerprint("b"), first);
  for (const char* other : {"c", "d", "e"}) EXPECT_NE(*assets->fingerprint(other), first);
  EXPECT_FALSE(assets->fingerprint("none"));
  EXPECT_FALSE(assets->fingerprint("."));
}

TEST(CacheFolder, GivesBackWhatWasPut) {
  TestFolder folder;
  const auto cache = cache_in_folder(folder.path("deep/cache"), 1 << 28);
  ASSERT_TRUE(cache) << cache.error().to_string();
  BlobKey key{0x0123456789abcdef, 0};
  for (const Bytes& bytes : {Bytes{}, Bytes(1), heights(1000, 1), heights(1'000'000, 2), random_bytes(2'500'001, 3)}) {
    ++key.low;
    EXPECT_FALSE((*cache)->has(key));
    (*cache)->put(key, bytes);
    EXPECT_TRUE((*cache)->has(key));
    Bytes back(bytes.size(), std::byte{1});
    EXPECT_TRUE((*cache)->get(key, back));
    EXPECT_EQ(back, bytes);
    // Another length is not what was kept.
    Bytes longer(bytes.size() + 1);
    BlobKey other = key;
    other.high = 7;
    (*cache)->put(other, bytes);
    EXPECT_FALSE((*cache)->get(other, longer));
    EXPECT_FALSE((*cache)->has(other));
  }
  Bytes none(10);
  EXPECT_FALSE((*cache)->get({9, 9}, none));
  // A second process, later.
  const auto again = cache_in_folder(folder.path("deep/cache"), 1 << 28);
  Bytes back(4000);
  EXPECT_TRUE((*again)->get({0x0123456789abcdef, 3}, back));
  EXPECT_EQ(back, heights(1000, 1));
  EXPECT_TRUE(std::filesystem::exists(folder.path("deep/cache/0123456789abcdef0000000000000003.blob")));
}

TEST(CacheFolder, DamagedBlobsAreGone) {
  TestFolder folder;
  const auto cache = cache_in_folder(folder.path("cache"), 1 << 28);
  const Bytes bytes = heights(500'000, 1);
  const BlobKey key{1, 2};
  const std::string path = folder.path("cache/00000000000000010000000000000002.blob");
  (*cache)->put(key, bytes);
  const std::string whole = content_of(path);
  Bytes back(bytes.size());
  const auto expect_gone = [&](const std::string& content, std::size_t place) {
    put(path, content);
    if ((*cache)->get(key, back)) {
      EXPECT_EQ(back, bytes) << place;  // some bits of a zstd frame mean nothing
    } else {
      EXPECT_FALSE((*cache)->has(key)) << place;
    }
  };
  for (std::size_t place = 0; place < whole.size(); place += place < 100 ? 1 : 9973) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << place % 8));
    expect_gone(damaged, place);
    put(path, whole.substr(0, place));
    EXPECT_FALSE((*cache)->get(key, back)) << place;
  }
  put(path, whole + "x");
  EXPECT_FALSE((*cache)->get(key, back));
  // Under another key it is not that blob.
  put(path, whole);
  std::filesystem::rename(path, folder.path("cache/00000000000000010000000000000003.blob"));
  EXPECT_FALSE((*cache)->get({1, 3}, back));
  std::filesystem::create_directory(path);
  EXPECT_FALSE((*cache)->get(key, back));
  EXPECT_FALSE((*cache)->has(key));
  (*cache)->put(key, bytes);  // cannot be kept
  EXPECT_FALSE((*cache)->has(key));
}

TEST(CacheFolder, ThrowsAwayWhatWasUsedLongestAgo) {
  TestFolder folder;
  const auto cache = cache_in_folder(folder.path("cache"), 100'000);
  put(folder.path("cache/somebody's.txt"), std::string(200'000, 'x'));
  const auto path = [&](int i) { return folder.path("cache/0000000000000000000000000000000" + std::to_string(i) + ".blob"); };
  Bytes back(30'000);
  for (int i = 1; i <= 3; ++i) {
    (*cache)->put({0, static_cast<std::uint64_t>(i)}, random_bytes(30'000, static_cast<std::uint32_t>(i)));
    set_age(path(i), 100 - i);
  }
  EXPECT_TRUE((*cache)->get({0, 1}, back));  // just used: 2 is the oldest now
  (*cache)->put({0, 4}, random_bytes(30'000, 4));
  EXPECT_TRUE((*cache)->has({0, 1}));
  EXPECT_FALSE((*cache)->has({0, 2}));
  EXPECT_TRUE((*cache)->has({0, 3}));
  EXPECT_TRUE((*cache)->has({0, 4}));
  (*cache)->put({0, 5}, random_bytes(200'000, 5));  // larger than all
  EXPECT_FALSE((*cache)->has({0, 5}));
  EXPECT_TRUE((*cache)->has({0, 4}));
  // A smaller limit holds from the beginning, and nobody else's files are touched.
  const auto smaller = cache_in_folder(folder.path("cache"), 40'000);
  EXPECT_TRUE((*smaller)->has({0, 4}));
  EXPECT_FALSE((*smaller)->has({0, 1}));
  EXPECT_TRUE(std::filesystem::exists(folder.path("cache/somebody's.txt")));
  const auto none = cache_in_folder(folder.path("cache"), 0);
  (*none)->put({0, 6}, {});
  EXPECT_FALSE((*none)->has({0, 6}));
}

TEST(CacheFolder, NeverHoldsMoreThanItMay) {
  TestFolder folder;
  const std::uint64_t most = 50'000;
  const auto cache = cache_in_folder(folder.path("cache"), most);
  for (std::uint32_t i = 0; i < 200; ++i) {
    (*cache)->put({0, i}, random_bytes(i * 37 % 5000, i));
    std::uint64_t total = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("cache"))) total += entry.file_size();
    ASSERT_LE(total, most);
  }
}

TEST(CacheFolder, LeftOversOfTheDeadAreSwept) {
  TestFolder folder;
  std::filesystem::create_directory(folder.path("cache"));
  const std::string left = folder.path("cache/.00000000000000000000000000000001.blob.part-99999-0");
  put(left, "half");
  Result<NewFile> living = NewFile::create(folder.path("cache/00000000000000000000000000000002.blob"));
  const std::string written = living->temporary();
  ASSERT_TRUE(cache_in_folder(folder.path("cache"), 1000));
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(written));
}

TEST(CacheFolder, ThreadsShareIt) {
  TestFolder folder;
  const auto cache = cache_in_folder(folder.path("cache"), 300'000);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Bytes back(20'000);
      for (std::uint32_t i = 0; i < 40; ++i) {
        const std::uint32_t number = (i * 7 + t) % 20;
        (*cache)->put({0, number}, random_bytes(back.size(), number));
        if ((*cache)->get({0, number}, back)) { EXPECT_EQ(back, random_bytes(back.size(), number)); }
      }
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(CacheFolder, SparesARecipeItsStages) {
  TestFolder folder;
  const Result<Recipe> recipe = recipe_from_json(files::test_recipe("planet", files::small_sphere), all_terms());
  ASSERT_TRUE(recipe) << recipe.error().to_string();
  const auto make = [&] {
    const auto cache = cache_in_folder(folder.path("cache"), 1 << 24);
    MakeOptions options;
    options.cache = cache->get();
    return make_world(*recipe, all_terms(), options);
  };
  const Result<World> first = make(), second = make();
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(first->reports[0].reused);
  EXPECT_TRUE(second->reports[0].reused);
  EXPECT_TRUE(files::same_bytes(first->surface.layer("height")->bytes(), second->surface.layer("height")->bytes()));
}

TEST(CacheFolder, NeedsAFolderItMayWriteTo) {
  TestFolder folder;
  put(folder.path("plain"), "x");
  EXPECT_EQ(cache_in_folder(folder.path("plain"), 1).error().code, ErrorCode::io);
  EXPECT_EQ(cache_in_folder(folder.path("plain/below"), 1).error().code, ErrorCode::io);
  EXPECT_EQ(cache_in_folder("", 1).error().code, ErrorCode::io);
}

TEST(FolderLock, HoldsUntilItEnds) {
  TestFolder folder;
  const std::string path = folder.path("out/deep");
  {
    Result<FolderLock> lock = FolderLock::take(path);
    ASSERT_TRUE(lock) << lock.error().to_string();
    const Result<FolderLock> second = FolderLock::take(path);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::io);
    EXPECT_EQ(second.error().path, path);
    EXPECT_NE(second.error().message.find("another process"), std::string::npos);
    FolderLock moved = *std::move(lock);
    EXPECT_FALSE(FolderLock::take(path));
    EXPECT_TRUE(FolderLock::take(folder.path("out")));
  }
  EXPECT_TRUE(FolderLock::take(path));
  put(folder.path("plain"), "x");
  EXPECT_FALSE(FolderLock::take(folder.path("plain")));
}

TEST(FolderLock, LeavesNothingInTheFolder) {
  TestFolder folder;
  put(folder.path(".lock"), "somebody's");
  std::filesystem::create_symlink("none", folder.path("out.lock"));
  EXPECT_TRUE(FolderLock::take(folder.path("")));
  EXPECT_EQ(files::content_of(folder.path(".lock")), "somebody's");
  EXPECT_EQ(folder.entries(), 2u);
}

TEST(FolderLock, NothingIsWrittenThroughLinksInAHeldFolder) {
  TestFolder folder;
  put(folder.path("victim"), "victim");
  std::filesystem::create_directories(folder.path("out"));
  std::filesystem::create_directories(folder.path("elsewhere"));
  std::filesystem::create_symlink("../victim", folder.path("out/file"));
  std::filesystem::create_symlink("../none", folder.path("out/dangling"));
  std::filesystem::create_symlink("../elsewhere", folder.path("out/sub"));
  std::filesystem::create_symlink("out", folder.path("named"));
  EXPECT_TRUE(check_writable(folder.path("out/file")));  // nobody holds it: the user named a link
  const Result<FolderLock> lock = FolderLock::take(folder.path("named/"));
  ASSERT_TRUE(lock) << lock.error().to_string();
  for (const char* name : {"named/file", "named//file", "named/dangling", "named/sub/a"}) {
    const Result<void> result = check_writable(folder.path(name));
    ASSERT_FALSE(result) << name;
    EXPECT_NE(result.error().message.find("link"), std::string::npos) << result.error().to_string();
  }
  EXPECT_TRUE(check_writable(folder.path("named/new")));
}

TEST(FolderLock, RemovesWhatItsListNames) {
  TestFolder folder;
  const auto write = [&](const std::string& name) {
    Result<NewFile> file = NewFile::create(folder.path(name));
    return file && file->write(std::as_bytes(std::span(name.data(), name.size()))) && file->commit();
  };
  std::filesystem::create_directories(folder.path("out/deep"));
  put(folder.path("out/mine"), "mine");
  {
    const Result<FolderLock> lock = FolderLock::take(folder.path("out"));
    for (const char* name : {"out/a", "out/deep/b", "out/c", "other"}) EXPECT_TRUE(write(name)) << name;
  }
  remove_old_file(folder.path("out/a"));  // nobody holds it
  EXPECT_TRUE(std::filesystem::exists(folder.path("out/a")));
  const Result<FolderLock> lock = FolderLock::take(folder.path("out"));  // another run
  std::filesystem::remove(folder.path("out/c"));
  std::filesystem::create_symlink("mine", folder.path("out/c"));
  for (const char* name : {"out/a", "out/deep/b", "out/c", "out/mine", "other", "out/none", "out/deep"})
    remove_old_file(folder.path(name));
  EXPECT_FALSE(std::filesystem::exists(folder.path("out/a")));
  EXPECT_FALSE(std::filesystem::exists(folder.path("out/deep/b")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("out/c")));
  for (const char* name : {"out/mine", "other", "out/deep"}) EXPECT_TRUE(std::filesystem::exists(folder.path(name))) << name;
}

TEST(FolderLock, AListOfAnotherIsLeftAlone) {
  TestFolder folder;
  std::filesystem::create_directories(folder.path("out"));
  put(folder.path("out/.craton-files"), "a\nb\n");
  put(folder.path("out/a"), "mine");
  const Result<FolderLock> lock = FolderLock::take(folder.path("out"));
  remove_old_file(folder.path("out/a"));
  EXPECT_TRUE(std::filesystem::exists(folder.path("out/a")));
  Result<NewFile> file = NewFile::create(folder.path("out/b"));
  ASSERT_TRUE(file && file->commit());
  EXPECT_EQ(files::content_of(folder.path("out/.craton-files")), "a\nb\n");
}

TEST(FolderLock, EndsWithItsProcess) {
  TestFolder folder;
  const std::string path = folder.path("out");
  const pid_t child = ::fork();
  if (child == 0) {
    const Result<FolderLock> lock = FolderLock::take(path);
    ::raise(lock ? SIGKILL : SIGABRT);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  EXPECT_TRUE(FolderLock::take(path));
}

}  // namespace
}  // namespace craton
