#include <craton/files/height_file.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include <craton/files/png.h>

#include "files/exr_sample.h"
#include "files/test_folder.h"

namespace craton {
namespace {

using files::content_of;
using files::put;
using files::TestFolder;

// All sorts of floats; hardly two alike, so that packing gains nothing.
std::vector<float> wild(std::size_t count) {
  std::vector<float> values(count);
  std::uint32_t state = 1;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    std::memcpy(&value, &state, 4);
  }
  return values;
}

std::vector<float> hills(std::uint32_t width, std::uint32_t height) {
  std::vector<float> values;
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) values.push_back(300 * std::sin(0.1f * static_cast<float>(x + 3 * y)));
  return values;
}

void expect_same_bits(std::span<const float> a, std::span<const float> b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0);
}

TEST(Exr, RoundTripsBitForBit) {
  TestFolder folder;
  struct Size {
    std::uint32_t width, height;
  };
  for (const Size size : {Size{1, 1}, {3, 100}, {100, 3}, {16, 16}, {257, 33}, {1000, 1}, {1, 1000}}) {
    for (const std::vector<float>& values :
         {wild(size.width * size.height), hills(size.width, size.height), std::vector<float>(size.width * size.height, -7)}) {
      const Result<void> written = write_exr(folder.path("a.exr"), {values, size.width, size.height});
      ASSERT_TRUE(written) << written.error().to_string();
      const Result<HeightMap> back = read_exr(folder.path("a.exr"));
      ASSERT_TRUE(back) << back.error().to_string();
      EXPECT_EQ(back->width, size.width);
      EXPECT_EQ(back->height, size.height);
      EXPECT_TRUE(back->metres);
      expect_same_bits(back->values, values);
    }
  }
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(Exr, ManyChunksAndThreadsGiveTheSameFile) {
  TestFolder folder;
  const std::vector<float> values = hills(64, 3000);
  ASSERT_TRUE(write_exr(folder.path("a.exr"), {values, 64, 3000}));
  ASSERT_TRUE(write_exr(folder.path("b.exr"), {values, 64, 3000}));
  EXPECT_EQ(content_of(folder.path("a.exr")), content_of(folder.path("b.exr")));
  expect_same_bits(read_exr(folder.path("a.exr"))->values, values);
  EXPECT_LT(content_of(folder.path("a.exr")).size(), values.size() * 4);
}

// Among these are chunks that are as long packed as unpacked, which readers take for the latter.
TEST(Exr, SmallRastersRoundTrip) {
  TestFolder folder;
  for (std::uint32_t width = 1; width <= 24; ++width) {
    for (std::uint32_t height = 1; height <= 3; ++height) {
      const std::vector<float> values = hills(width, height);
      ASSERT_TRUE(write_exr(folder.path("a.exr"), {values, width, height}));
      const Result<HeightMap> back = read_exr(folder.path("a.exr"));
      ASSERT_TRUE(back) << back.error().to_string();
      expect_same_bits(back->values, values);
    }
  }
}

TEST(Exr, ReadsWhatOthersWrite) {
  TestFolder folder;
  const std::string path = folder.path("a.exr");
  const auto expect_reads = [&](const files::ExrSample& sample, std::size_t channel) {
    ASSERT_TRUE(files::write_sample(path, sample));
    const Result<HeightMap> map = read_exr(path);
    ASSERT_TRUE(map) << map.error().to_string();
    ASSERT_EQ(map->width, sample.width);
    ASSERT_EQ(map->height, sample.height);
    for (std::uint32_t y = 0; y < sample.height; ++y)
      for (std::uint32_t x = 0; x < sample.width; ++x)
        ASSERT_EQ(map->values[y * sample.width + x], files::sample_value(channel, x, y))
            << x << ", " << y << " compression " << sample.compression << " type " << sample.type << " tile " << sample.tile;
  };
  for (const exr_compression_t compression : {EXR_COMPRESSION_NONE, EXR_COMPRESSION_RLE, EXR_COMPRESSION_ZIPS,
                                              EXR_COMPRESSION_ZIP, EXR_COMPRESSION_PIZ, EXR_COMPRESSION_PXR24}) {
    expect_reads({.compression = compression}, 0);
    expect_reads({.type = EXR_PIXEL_HALF, .compression = compression}, 0);
    expect_reads({.compression = compression, .tile = 16}, 0);
    expect_reads({.channels = {"B", "G", "R"}, .compression = compression, .tile = 7}, 2);
  }
  expect_reads({.channels = {"B", "G", "R", "Y"}}, 3);
  expect_reads({.channels = {"A", "Z"}, .type = EXR_PIXEL_HALF}, 1);
  expect_reads({.channels = {"A", "B", "height"}}, 2);
  expect_reads({.channels = {"anything"}}, 0);
  expect_reads({.left = -5, .top = 1000}, 0);
  expect_reads({.tile = 8, .left = 7, .top = -3}, 0);
}

TEST(Exr, RefusesWhatIsNoHeightMap) {
  TestFolder folder;
  const std::string path = folder.path("a.exr");
  ASSERT_TRUE(files::write_sample(path, {.channels = {"A", "B"}}));
  const Result<HeightMap> nameless = read_exr(path);
  ASSERT_FALSE(nameless);
  EXPECT_NE(nameless.error().message.find("found A, B"), std::string::npos) << nameless.error().message;
  ASSERT_TRUE(files::write_sample(path, {.type = EXR_PIXEL_UINT}));
  EXPECT_EQ(read_exr(path).error().code, ErrorCode::unsupported);
  ASSERT_TRUE(files::write_sample(path, {.type = EXR_PIXEL_HALF, .compression = EXR_COMPRESSION_B44}));
  EXPECT_NE(read_exr(path).error().message.find("B44"), std::string::npos) << read_exr(path).error().message;
  ASSERT_TRUE(files::write_sample(path, {.width = 100, .height = 100}));
  EXPECT_TRUE(read_exr(path, 10'000));
  const Result<HeightMap> large = read_exr(path, 9'999);
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().message.find("100 × 100 pixels, at most 9999"), std::string::npos) << large.error().message;

  put(path, "not an EXR at all");
  EXPECT_EQ(read_exr(path).error().code, ErrorCode::corrupt);
  put(path, "");
  EXPECT_EQ(read_exr(path).error().code, ErrorCode::corrupt);
  EXPECT_EQ(read_exr(folder.path("none")).error().code, ErrorCode::io);
  EXPECT_EQ(read_exr(folder.path(".")).error().code, ErrorCode::io);
}

// The library copies what is not compressed without asking whether there is so much of it.
TEST(Exr, RowsThatAreShorterThanTheirPixelsAreRefused) {
  const TestFolder folder;
  const std::string path = folder.path("a.exr");
  ASSERT_TRUE(files::write_sample(path, {.width = 11, .height = 18, .compression = EXR_COMPRESSION_NONE}));
  ASSERT_TRUE(read_exr(path));
  std::string content = content_of(path);
  constexpr std::size_t row = 11 * 4;  // the last one, behind its number and its size
  ASSERT_EQ(content[content.size() - row - 4], static_cast<char>(row));
  content[content.size() - row - 4] = 20;
  put(path, content);
  const Result<HeightMap> read = read_exr(path);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::corrupt);
}

TEST(Exr, DamagedFilesAreErrorsOrWhole) {
  TestFolder folder;
  const std::string path = folder.path("a.exr");
  for (const std::uint32_t tile : {0u, 16u}) {
    ASSERT_TRUE(files::write_sample(path, {.width = 40, .height = 40, .tile = tile}));
    const std::string whole = content_of(path);
    for (std::size_t length = 0; length < whole.size(); length += 23) {
      put(path, whole.substr(0, length));
      EXPECT_FALSE(read_exr(path, 1 << 14)) << length;
    }
    for (std::size_t place = 0; place < whole.size(); place += 7) {
      std::string damaged = whole;
      damaged[place] = static_cast<char>(damaged[place] ^ (1 << place % 8));
      put(path, damaged);
      const Result<HeightMap> map = read_exr(path, 1 << 14);
      if (map) {
        EXPECT_EQ(map->values.size(), std::size_t{map->width} * map->height);
        EXPECT_LE(map->values.size(), 1u << 14);
      } else {
        EXPECT_TRUE(map.error().code == ErrorCode::corrupt || map.error().code == ErrorCode::unsupported);
        EXPECT_EQ(map.error().path, path);
      }
    }
  }
}

TEST(Exr, UnwritablePlacesAndEmptyRastersAreErrors) {
  TestFolder folder;
  const std::vector<float> values(6);
  EXPECT_EQ(write_exr(folder.path("none/a.exr"), {values, 3, 2}).error().code, ErrorCode::io);
  EXPECT_EQ(write_exr(folder.path("a.exr"), {values, 3, 3}).error().code, ErrorCode::invalid_value);
  EXPECT_EQ(write_exr(folder.path("a.exr"), {values, 0, 2}).error().code, ErrorCode::invalid_value);
  EXPECT_EQ(write_exr("/dev/full", {values, 3, 2}).error().code, ErrorCode::io);
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(HeightFile, RawLevelsAndFloatsRoundTrip) {
  TestFolder folder;
  const std::vector<float> values{-100, 0, 900, 450, 899.99f, -200, 5000, std::numeric_limits<float>::quiet_NaN()};
  ASSERT_TRUE(write_r16(folder.path("a.r16"), {values, 4, 2}, {-100, 900}));
  const std::string bytes = content_of(folder.path("a.r16"));
  ASSERT_EQ(bytes.size(), 16u);
  EXPECT_EQ(bytes.substr(0, 6), std::string("\x00\x00\x9a\x19\xff\xff", 6));  // 6553.5 is rounded up
  const Result<HeightMap> levels = read_height_map(folder.path("a.r16"), {4, 2});
  ASSERT_TRUE(levels) << levels.error().to_string();
  EXPECT_FALSE(levels->metres);
  EXPECT_EQ(levels->width, 4u);
  EXPECT_EQ(levels->values[0], 0.0f);
  EXPECT_EQ(levels->values[1], 6554 / 65535.0f);
  EXPECT_EQ(levels->values[2], 1.0f);
  EXPECT_EQ(levels->values[5], 0.0f);
  EXPECT_EQ(levels->values[6], 1.0f);
  EXPECT_EQ(levels->values[7], 0.0f);

  const std::vector<float> any = wild(300'000);
  for (const char* name : {"a.r32", "a.F32"}) {
    ASSERT_TRUE(write_r32(folder.path(name), {any, 300, 1000}));
    const Result<HeightMap> map = read_height_map(folder.path(name), {300, 0});
    ASSERT_TRUE(map) << map.error().to_string();
    EXPECT_TRUE(map->metres);
    EXPECT_EQ(map->height, 1000u);
    expect_same_bits(map->values, any);
  }
  std::vector<float> ramp(200'000);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<float>(i % 65536);
  ASSERT_TRUE(write_r16(folder.path("b.raw"), {ramp, 400, 500}, {0, 65535}));
  const Result<HeightMap> back = read_height_map(folder.path("b.raw"), {400, 500});
  ASSERT_TRUE(back);
  for (std::size_t i = 0; i < ramp.size(); ++i) ASSERT_EQ(back->values[i], ramp[i] / 65535.0f);
}

TEST(HeightFile, RawFilesOfWholePlanetsNeedNoSize) {
  TestFolder folder;
  const auto size_of = [&](std::size_t samples) {
    put(folder.path("a.r32"), std::string(samples * 4, '\0'));
    const Result<HeightMap> map = read_height_map(folder.path("a.r32"), {});
    return map ? std::pair(map->width, map->height) : std::pair(0U, 0U);
  };
  EXPECT_EQ(size_of(24 * 12), std::pair(24U, 12U));  // equirectangular
  EXPECT_EQ(size_of(7 * 42), std::pair(7U, 42U));    // six faces
  EXPECT_EQ(size_of(9 * 9), std::pair(9U, 9U));      // a square
  EXPECT_EQ(size_of(1080 * 540), std::pair(1080U, 540U));
  EXPECT_EQ(size_of(11), std::pair(0U, 0U));
  // Metres with a sign, as digital elevation models have them.
  put(folder.path("a.i16"), std::string("\x01\x00\xff\xff\x00\x80\xff\x7f", 8));
  const Result<HeightMap> map = read_height_map(folder.path("a.i16"), {});
  ASSERT_TRUE(map) << map.error().to_string();
  EXPECT_TRUE(map->metres);
  EXPECT_EQ(map->values, (std::vector<float>{1, -1, -32768, 32767}));
}

TEST(HeightFile, RawSizesMustFit) {
  TestFolder folder;
  put(folder.path("a.r16"), std::string(2 * 12, 'x'));
  const auto read = [&](RawLayout layout) { return read_height_map(folder.path("a.r16"), layout); };
  EXPECT_TRUE(read({4, 3}));
  EXPECT_EQ(read({4, 0})->height, 3u);
  EXPECT_EQ(read({0, 4})->width, 3u);
  for (const RawLayout layout : {RawLayout{4, 4}, {3, 3}, {5, 0}, {0, 13}, {0, 0}, {24, 0}, {0xFFFFFFFF, 0xFFFFFFFF}}) {
    const Result<HeightMap> map = read(layout);
    ASSERT_FALSE(map) << layout.width << " × " << layout.height;
    EXPECT_EQ(map.error().code, ErrorCode::invalid_value);
    EXPECT_NE(map.error().message.find("12 samples"), std::string::npos) << map.error().message;
  }
  put(folder.path("a.r16"), std::string(2 * 49, 'x'));
  EXPECT_EQ(read({})->width, 7u);
  put(folder.path("a.r16"), "");
  for (const RawLayout layout : {RawLayout{}, {7, 0}, {0, 7}, {7, 7}})
    EXPECT_EQ(read(layout).error().message, "the file is empty");
  put(folder.path("a.r16"), "xyz");
  EXPECT_EQ(read({}).error().code, ErrorCode::corrupt);
  put(folder.path("a.r32"), std::string(4 * 4, '\0'));
  EXPECT_EQ(read_height_map(folder.path("a.r32"), {}, 3).error().code, ErrorCode::unsupported);
  put(folder.path("a.r32"), "123456");
  EXPECT_EQ(read_height_map(folder.path("a.r32")).error().code, ErrorCode::corrupt);
}

TEST(HeightFile, PngLevelsBecomeShares) {
  TestFolder folder;
  const std::string path = folder.path("a.PNG");
  Grey16Image deep(3, 1);
  deep.pixels = {0, 12345, 65535};
  ASSERT_TRUE(write_png(path, deep));
  const Result<HeightMap> map = read_height_map(path);
  ASSERT_TRUE(map) << map.error().to_string();
  EXPECT_FALSE(map->metres);
  EXPECT_EQ(map->values, (std::vector<float>{0, 12345 / 65535.0f, 1}));
  EXPECT_TRUE(read_height_map(path, {3, 1}));
  const Result<HeightMap> other = read_height_map(path, {4, 0});
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("is 3 × 1, but 4 × 1"), std::string::npos) << other.error().message;

  ASSERT_TRUE(write_png(path, Grey8Image(2, 2, 51)));
  EXPECT_EQ(read_height_map(path)->values, std::vector<float>(4, 0.2f));
  ASSERT_TRUE(write_png(path, Rgb8Image(2, 2, {51, 51, 51})));
  EXPECT_EQ(read_height_map(path)->values, std::vector<float>(4, 0.2f));
  Rgb8Image coloured(2, 2, {51, 51, 51});
  coloured.at(1, 0) = {51, 52, 51};
  ASSERT_TRUE(write_png(path, coloured));
  const Result<HeightMap> refused = read_height_map(path);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
  EXPECT_NE(refused.error().message.find("pixel 1, 0 is not grey"), std::string::npos) << refused.error().message;
  ASSERT_TRUE(write_png(path, Rgba8Image(2, 2)));
  EXPECT_NE(read_height_map(path).error().message.find("transparency"), std::string::npos);
  ASSERT_TRUE(write_png(path, Grey8Image(20, 20)));
  EXPECT_EQ(read_height_map(path, {}, 399).error().code, ErrorCode::unsupported);
}

TEST(HeightFile, UnknownEndingsAreErrors) {
  TestFolder folder;
  for (const char* name : {"a.jpg", "a", "a.png/b", ".png.txt", ""}) {
    const Result<HeightMap> map = read_height_map(folder.path(name));
    ASSERT_FALSE(map);
    EXPECT_EQ(map.error().code, ErrorCode::unsupported) << name;
  }
  EXPECT_EQ(read_height_map(folder.path("none.png")).error().code, ErrorCode::io);
  EXPECT_EQ(read_height_map(folder.path("none.r16")).error().code, ErrorCode::io);
}

}  // namespace
}  // namespace craton
