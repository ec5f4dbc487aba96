#include <craton/picture/image.h>

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace craton {
namespace {

TEST(Image, EndsAndMiddleOfTheRange) {
  const std::vector<float> values{-1.0f, 1.0f, 0.0f, -2.0f, 2.0f, std::numeric_limits<float>::quiet_NaN()};
  const Grey8Image small = grey8({values, 3, 2}, {-1, 1});
  EXPECT_EQ(small.pixels, (std::vector<std::uint8_t>{0, 255, 128, 0, 255, 0}));
  const Grey16Image large = grey16({values, 3, 2}, {-1, 1});
  EXPECT_EQ(large.pixels, (std::vector<std::uint16_t>{0, 65535, 32768, 0, 65535, 0}));
}

TEST(Image, SixteenBitsKeepEveryLevel) {
  std::vector<float> values(65536);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const Grey16Image image = grey16({values, 256, 256}, {0, 65535});
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(image.pixels[i], i);
}

TEST(Image, FlatRangeIsDark) {
  const std::vector<float> values{3.0f, 3.0f};
  const ToneRange range = tone_range_of({values, 2, 1});
  EXPECT_EQ(range.low, 3.0f);
  EXPECT_EQ(range.high, 3.0f);
  EXPECT_EQ(grey8({values, 2, 1}, range).pixels, (std::vector<std::uint8_t>{0, 0}));
}

}  // namespace
}  // namespace craton
