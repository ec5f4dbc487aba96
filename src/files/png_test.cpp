#include <craton/files/png.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "files/png_deflate.h"
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
  const Result<std::string> bytes = png_bytes(image);
  ASSERT_TRUE(bytes) << bytes.error().to_string();
  EXPECT_TRUE(*bytes == content_of(folder.path("a.png")));
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

// Sizes at which a picture is one pixel, one row, one column, a band and a bit, or many bands.
TEST(Png, RoundTripsAtEverySize) {
  const auto byte = [](std::uint32_t bits, int shift) { return static_cast<std::uint8_t>(bits >> shift); };
  for (const auto& [width, height] : {std::pair{1u, 1u}, {1u, 9u}, {9u, 1u}, {3u, 2u}, {1031u, 400u}, {40000u, 20u}}) {
    // Slopes with a little noise: all filters and both ways to compress have their rows.
    std::uint32_t x = 0;
    const auto slope = [&](std::uint32_t bits) {
      ++x;
      return (x % 5000) * (x > 400000 ? 1u : 0u) + bits % 4;
    };
    expect_round_trip(pattern<std::uint8_t>(width, height, [&](std::uint32_t bits) { return byte(slope(bits), 2); }));
    expect_round_trip(
        pattern<std::uint16_t>(width, height, [&](std::uint32_t bits) { return static_cast<std::uint16_t>(slope(bits) * 13); }));
    expect_round_trip(pattern<Rgb8>(width, height, [&](std::uint32_t bits) {
      return Rgb8{byte(bits, 5), byte(slope(bits), 1), 7};
    }));
    expect_round_trip(pattern<Rgba8>(width, height, [&](std::uint32_t bits) {
      return Rgba8{byte(bits, 5), 0, byte(slope(bits), 4), 255};
    }));
  }
}

TEST(Png, TheBytesDoNotDependOnThreads) {
  TestFolder folder;
  const Grey16Image image =
      pattern<std::uint16_t>(1500, 1200, [](std::uint32_t bits) { return static_cast<std::uint16_t>(bits & 63); });
  ASSERT_TRUE(write_png(folder.path("a.png"), image, {.threads = 1}));
  ASSERT_TRUE(write_png(folder.path("b.png"), image, {.threads = 2}));
  EXPECT_EQ(content_of(folder.path("a.png")), content_of(folder.path("b.png")));
}

TEST(Png, FiltersAreThoseOfTheSpecification) {
  const std::uint8_t above[] = {0, 0, 0, 10, 200, 30, 40, 250}, row[] = {0, 0, 0, 20, 100, 35, 90, 5};
  const auto guess = [](int filter, int a, int b, int c) {
    const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
    const int paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
    return filter == 0 ? 0 : filter == 1 ? a : filter == 2 ? b : filter == 3 ? (a + b) / 2 : paeth;
  };
  for (int filter = 0; filter <= 4; ++filter) {
    std::uint8_t out[5];
    files::png_filter(filter, row + 3, above + 3, 5, 3, out);
    for (int i = 0; i < 5; ++i)
      EXPECT_EQ(out[i], static_cast<std::uint8_t>(row[i + 3] - guess(filter, row[i], above[i + 3], above[i])))
          << filter << " " << i;
  }
}

TEST(Png, PalettesOfManyBandsAreReadBack) {
  TestFolder folder;
  const IndexedImage image{
      pattern<std::uint8_t>(1700, 1300, [](std::uint32_t bits) { return static_cast<std::uint8_t>(bits % 2); }),
      {{1, 2, 3}, {250, 0, 9}}};
  ASSERT_TRUE(write_png(folder.path("a.png"), image));
  const Result<AnyImage> back = read_png(folder.path("a.png"));
  ASSERT_TRUE(back && std::holds_alternative<Rgb8Image>(*back));
  for (std::size_t i = 0; i < image.pixels.pixels.size(); ++i)
    ASSERT_EQ(std::get<Rgb8Image>(*back).pixels[i], image.palette[image.pixels.pixels[i]]);
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
