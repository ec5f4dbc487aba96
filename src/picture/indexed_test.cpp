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

// A sky: what is seen from afar, means of squares, is right though there are few colours; without dithering it has bands.
TEST(Indexed, DitheredSmoothPicturesHaveNoBands) {
  Rgb8Image image(256, 64);
  for (std::uint32_t y = 0; y < 64; ++y)
    for (std::uint32_t x = 0; x < 256; ++x)
      image.at(x, y) = {static_cast<std::uint8_t>(60 + x / 4), static_cast<std::uint8_t>(100 + x / 8), 200};
  const auto worst_mean = [&](const IndexedImage& small) {
    int worst = 0;
    for (std::uint32_t y = 0; y < 64; y += 8)
      for (std::uint32_t x = 32; x < 224; x += 8) {  // the ends lie beyond all colours of the palette
        int apart = 0;
        for (std::uint32_t i = 0; i < 64; ++i) apart += shown(small, x + i % 8, y + i / 8).r - image.at(x + i % 8, y + i / 8).r;
        worst = std::max(worst, std::abs(apart) / 64);
      }
    return worst;
  };
  EXPECT_GE(worst_mean(indexed(image, 8)), 3);
  EXPECT_LE(worst_mean(dithered(image, 8)), 1);
}

// What is busy is left alone: the same pixels as without dithering.
TEST(Indexed, DitheredBusyPicturesStayAsTheyAre) {
  Rgb8Image image(64, 64);
  for (std::uint32_t i = 0; i < 4096; ++i) {
    const auto level = static_cast<std::uint8_t>((i * 7919 + i / 64 * 104729) % 251);
    image.at(i % 64, i / 64) = {level, static_cast<std::uint8_t>(255 - level), static_cast<std::uint8_t>(level / 2)};
  }
  int changed = 0;
  const IndexedImage plain = indexed(image, 16), other = dithered(image, 16);
  for (std::size_t i = 0; i < 4096; ++i) changed += plain.pixels.pixels[i] != other.pixels.pixels[i];
  EXPECT_LT(changed, 200);
}

TEST(Indexed, EmptyPicturesAreEmpty) { EXPECT_TRUE(indexed(Rgb8Image(), 2).palette.empty()); }

}  // namespace
}  // namespace craton
