#include <craton/files/png.h>

#include <gtest/gtest.h>

#include <string>

#include "files/test_folder.h"

namespace craton {
namespace {

using files::content_of;
using files::put;
using files::TestFolder;

// Any fixed pattern that fills all bits.
template <class Pixel, class Make>
Image<Pixel> pattern(std::uint32_t width, std::uint32_t height, Make make) {
  Image<Pixel> image(width, height);
  std::uint32_t state = 1;
  for (Pixel& pixel : image.pixels) {
    state = state * 1664525u + 1013904223u;
    pixel = make(state >> 8);
  }
  return image;
}

template <class Pixel>
void expect_round_trip(const Image<Pixel>& image) {
  TestFolder folder;
  const Result<void> written = write_png(folder.path("a.png"), image);
  ASSERT_TRUE(written) << written.error().to_string();
  const Result<AnyImage> back = read_png(folder.path("a.png"));
  ASSERT_TRUE(back) << back.error().to_string();
  ASSERT_TRUE(std::holds_alternative<Image<Pixel>>(*back));
  EXPECT_TRUE(std::get<Image<Pixel>>(*back) == image);
  EXPECT_EQ(folder.entries(), 1u);
}

Grey8Image grey_pattern() {
  return pattern<std::uint8_t>(61, 47, [](std::uint32_t bits) { return static_cast<std::uint8_t>(bits); });
}

TEST(Png, RoundTripsBitForBit) {
  expect_round_trip(grey_pattern());
  expect_round_trip(pattern<std::uint16_t>(61, 47, [](std::uint32_t bits) { return static_cast<std::uint16_t>(bits); }));
  auto byte = [](std::uint32_t bits, int shift) { return static_cast<std::uint8_t>(bits >> shift); };
  expect_round_trip(pattern<Rgb8>(61, 47, [&](std::uint32_t bits) {
    return Rgb8{byte(bits, 0), byte(bits, 8), byte(bits, 16)};
  }));
  expect_round_trip(pattern<Rgba8>(61, 47, [&](std::uint32_t bits) {
    return Rgba8{byte(bits, 0), byte(bits, 8), byte(bits, 16), byte(bits, 4)};
  }));
  expect_round_trip(Grey16Image(1, 1, 0x1234));
  expect_round_trip(Grey8Image(65536, 1, 7));
}

TEST(Png, PalettesAreReadBackAsColours) {
  TestFolder folder;
  const IndexedImage image{pattern<std::uint8_t>(61, 47, [](std::uint32_t bits) { return static_cast<std::uint8_t>(bits % 3); }),
                           {{1, 2, 3}, {250, 0, 9}, {255, 255, 255}}};
  ASSERT_TRUE(write_png(folder.path("a.png"), image));
  const Result<AnyImage> back = read_png(folder.path("a.png"));
  ASSERT_TRUE(back && std::holds_alternative<Rgb8Image>(*back));
  for (std::size_t i = 0; i < image.pixels.pixels.size(); ++i)
    ASSERT_EQ(std::get<Rgb8Image>(*back).pixels[i], image.palette[image.pixels.pixels[i]]);
  IndexedImage outside = image;
  outside.palette.pop_back();
  EXPECT_EQ(write_png(folder.path("b.png"), outside).error().code, ErrorCode::invalid_value);
  EXPECT_FALSE(write_png(folder.path("b.png"), IndexedImage{}));
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(Png, UnwritablePathsAreErrors) {
  TestFolder folder;
  for (const std::string& path : {folder.path("none/a.png"), folder.path(""), std::string("/dev/null")}) {
    const Result<void> result = write_png(path, grey_pattern());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().path, path);
  }
  EXPECT_FALSE(write_png(folder.path("a.png"), Grey8Image()));
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(Png, EveryTruncationIsAnError) {
  TestFolder folder;
  ASSERT_TRUE(write_png(folder.path("a.png"), grey_pattern()));
  const std::string whole = content_of(folder.path("a.png"));
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    put(folder.path("cut.png"), whole.substr(0, length));
    const Result<AnyImage> image = read_png(folder.path("cut.png"));
    ASSERT_FALSE(image) << length;
    EXPECT_EQ(image.error().code, ErrorCode::corrupt);
  }
}

// Whatever a flipped byte does, it ends in a picture or an Error, never in an abort.
TEST(Png, DamagedFilesDoNotAbort) {
  TestFolder folder;
  ASSERT_TRUE(write_png(folder.path("a.png"), grey_pattern()));
  const std::string whole = content_of(folder.path("a.png"));
  for (std::size_t place = 0; place < whole.size(); place += 5) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x5a);
    put(folder.path("bad.png"), damaged);
    const Result<AnyImage> image = read_png(folder.path("bad.png"));
    if (place < 8) { EXPECT_FALSE(image); }
  }
}

TEST(Png, LimitsHold) {
  TestFolder folder;
  ASSERT_TRUE(write_png(folder.path("a.png"), grey_pattern()));
  EXPECT_FALSE(read_png(folder.path("a.png"), {.max_side = 60}));
  EXPECT_FALSE(read_png(folder.path("a.png"), {.max_pixels = 61 * 47 - 1}));
  EXPECT_TRUE(read_png(folder.path("a.png"), {.max_side = 61, .max_pixels = 61 * 47}));
  EXPECT_EQ(read_png(folder.path("none.png")).error().code, ErrorCode::io);
  EXPECT_EQ(read_png(folder.path("")).error().code, ErrorCode::io);
}

}  // namespace
}  // namespace craton
