#include <craton/picture/indexed.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace craton {
namespace {

Rgb8 shown(const IndexedImage& image, std::uint32_t x, std::uint32_t y) { return image.palette[image.pixels.at(x, y)]; }

TEST(Indexed, FewColoursStayAsTheyAre) {
  Rgb8Image image(4, 4, {10, 20, 30});
  image.at(1, 2) = {200, 100, 0};
  image.at(3, 3) = {255, 255, 255};
  const IndexedImage small = indexed(image, 16);
  ASSERT_EQ(small.palette.size(), 3U);
  for (std::uint32_t y = 0; y < 4; ++y)
    for (std::uint32_t x = 0; x < 4; ++x) EXPECT_EQ(shown(small, x, y), image.at(x, y));
  EXPECT_EQ(small.palette[2], (Rgb8{255, 255, 255}));  // dark to bright
}

TEST(Indexed, ARampIsSplitEvenly) {
  Rgb8Image image(256, 8);
  for (std::uint32_t y = 0; y < 8; ++y)
    for (std::uint32_t x = 0; x < 256; ++x) image.at(x, y) = {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(x / 2), 7};
  const IndexedImage small = indexed(image, 32);
  EXPECT_EQ(small.palette.size(), 32U);
  for (std::uint32_t x = 0; x < 256; ++x) {
    EXPECT_LE(std::abs(shown(small, x, 0).r - static_cast<int>(x)), 8);
    EXPECT_LE(small.pixels.at(x > 0 ? x - 1 : 0, 0), small.pixels.at(x, 0));
  }
}

TEST(Indexed, EmptyPicturesAreEmpty) { EXPECT_TRUE(indexed(Rgb8Image(), 2).palette.empty()); }

}  // namespace
}  // namespace craton
