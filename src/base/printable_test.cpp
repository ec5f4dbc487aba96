#include <craton/base/printable.h>

#include <gtest/gtest.h>

namespace craton {
namespace {

TEST(Printable, LeavesWordsOfAllLanguages) {
  for (const char* text : {"", "plain", "Ægir — Þórr", "日本", "🜨 café", "a\\b \"c\""}) EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable_lines("one\n\ttwo\n"), "one\n\ttwo\n");
}

TEST(Printable, GivesTerminalsNothingToObey) {
  EXPECT_EQ(printable("\x1b[2J\x07"), "\\u001b[2J\\u0007");
  EXPECT_EQ(printable("one\ntwo\r\t"), "one\\u000atwo\\u000d\\u0009");
  EXPECT_EQ(printable("\x7f"), "\\u007f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m");  // CSI of C1, as a character
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\u202eb");  // right to left
  EXPECT_EQ(printable("\xe2\x81\xa6\xd8\x9c"), "\\u2066\\u061c");
  EXPECT_EQ(printable("\xf3\xa0\x80\x81"), "\\udb40\\udc01");  // tags, which nobody sees
  EXPECT_EQ(printable_lines("a\x1b]0;b\r\n"), "a\\u001b]0;b\\u000d\n");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\u0000");
}

TEST(Printable, ShowsBytesThatAreNoLetters) {
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");           // cut off
  EXPECT_EQ(utf8_repaired("a\xff\xc3\xa9\xe2\x82"), "a\uFFFDé\uFFFD\uFFFD");
  EXPECT_FALSE(is_utf8("ok\x9b"));
  EXPECT_TRUE(is_utf8("é€🜨"));
}

TEST(Printable, ShortensWhatIsLong) {
  const std::string text = printable(std::string(1000, 'a') + std::string(1000, 'b'), 100);
  EXPECT_LE(text.size(), 100u);
  EXPECT_TRUE(text.starts_with("aaa") && text.ends_with("bbb") && text.find("…") != std::string::npos) << text;
  for (std::size_t most = 0; most < 40; ++most) {
    std::string many;
    for (int i = 0; i < 50; ++i) many += "€🜨";
    EXPECT_TRUE(is_utf8(printable(many, most))) << most;
  }
}

// Whatever bytes come, what is shown is UTF-8 without controls.
TEST(Printable, NeverShowsAnythingElse) {
  std::uint32_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (int k = 0; k < 6; ++k) {
      state = state * 1664525 + 1013904223;
      text += static_cast<char>(state >> 24);
    }
    const std::string seen = printable(text);
    ASSERT_TRUE(is_utf8(seen));
    ASSERT_EQ(printable(seen), seen);
  }
}

}  // namespace
}  // namespace craton
