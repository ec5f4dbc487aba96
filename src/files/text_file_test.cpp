#include <craton/files/text_file.h>

#include <gtest/gtest.h>

#include "files/test_folder.h"

namespace craton {
namespace {

TEST(TextFile, ReadsTheWhole) {
  files::TestFolder folder;
  const std::string texts[] = {"",
                               "a",
                               "two\nlines\n",
                               "ü…\U0001F30D \xF4\x8F\xBF\xBF \xED\x9F\xBF \xEE\x80\x80 \xC2\x80",
                               std::string("a\0b", 3),
                               std::string(100'000, 'x')};
  for (const std::string& text : texts) {
    files::put(folder.path("a.txt"), text);
    const Result<std::string> back = read_text_file(folder.path("a.txt"), text.size());
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_EQ(*back, text);
  }
  files::put(folder.path("marked"), "\xEF\xBB\xBF{}");
  EXPECT_EQ(*read_text_file(folder.path("marked"), 10), "{}");
}

TEST(TextFile, RefusesWhatIsNoText) {
  files::TestFolder folder;
  const Result<std::string> none = read_text_file(folder.path("none"), 10);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::io);
  EXPECT_EQ(none.error().path, folder.path("none"));
  EXPECT_NE(none.error().message.find("No such file"), std::string::npos) << none.error().message;

  const Result<std::string> inner = read_text_file(folder.path("."), 10);
  ASSERT_FALSE(inner);
  EXPECT_NE(inner.error().message.find("folder"), std::string::npos) << inner.error().message;
  EXPECT_FALSE(read_text_file("", 10));
  EXPECT_FALSE(read_text_file("/dev/zero", 10));

  files::put(folder.path("long"), "12345");
  const Result<std::string> large = read_text_file(folder.path("long"), 4);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::unsupported);
  EXPECT_NE(large.error().message.find("5 bytes, at most 4"), std::string::npos) << large.error().message;
  // The system says 0 bytes of what it makes up.
  EXPECT_EQ(read_text_file("/proc/self/status", 10).error().code, ErrorCode::unsupported);
}

TEST(TextFile, RefusesWhatIsNotUtf8) {
  files::TestFolder folder;
  for (const std::string& bad :
       {std::string("\xff"), std::string("\x80"), std::string("\xC3"), std::string("\xC0\x80"), std::string("\xC1\xBF"),
        std::string("\xE0\x9F\xBF"), std::string("\xED\xA0\x80"), std::string("\xF0\x8F\xBF\xBF"),
        std::string("\xF4\x90\x80\x80"), std::string("\xF5\x80\x80\x80"), std::string("\xE2\x80"), std::string("\xE2\x80x"),
        std::string("\xF0\x9F\x8C")}) {
    files::put(folder.path("bad"), "ok\n" + bad);
    const Result<std::string> read = read_text_file(folder.path("bad"), 100);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::corrupt);
    EXPECT_NE(read.error().message.find("byte 4, in line 2"), std::string::npos) << read.error().message;
  }
}

}  // namespace
}  // namespace craton
