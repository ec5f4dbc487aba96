#include "picture/atlas/flat_rasters.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <craton/base/hash.h>

namespace craton {
namespace {

/// Steep shelves of shallows beside the deep, and a few islands: where no cell around a pixel is land the pixel is none.
TEST(FlatRasters, MakeNoLandWhereThereIsNone) {
  constexpr std::uint32_t width = 48, height = 32, times = 6;
  const Result<Torus> map = Torus::make({.width = width, .height = height, .step = 1024});
  ASSERT_TRUE(map);
  Layer layer({.name = "height", .unit = "m"}, width * height);
  const std::span<float> values = layer.numbers();
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const auto lot = mix64(i / 3 + 1) % 10;
    values[i] = lot < 5 ? -4000.0F : lot < 9 ? -5.0F : 300.0F;
  }
  const Layer* const layers[] = {&layer};
  const auto rasters = atlas::flat_rasters_of(*map, layers, {width * times, height * times}, {});
  ASSERT_TRUE(rasters);
  ASSERT_EQ(rasters->front().size(), std::size_t{width * height * times * times});
  std::size_t land = 0;
  for (std::uint32_t y = 0; y < height * times; ++y)
    for (std::uint32_t x = 0; x < width * times; ++x) {
      const float found = rasters->front()[std::size_t{y} * width * times + x];
      // The four cells whose middles are around the middle of the pixel.
      const std::uint32_t left = (x + width * times - times / 2) / times % width,
                          top = (y + height * times - times / 2) / times % height;
      const std::uint32_t right = (left + 1) % width, bottom = (top + 1) % height;
      const auto around = {values[top * width + left], values[top * width + right], values[bottom * width + left],
                           values[bottom * width + right]};
      ASSERT_LE(found, std::max(around) + 1e-3F) << x << ", " << y;
      ASSERT_GE(found, std::min(around) - 1e-3F) << x << ", " << y;
      land += found >= 0 ? 1 : 0;
    }
  EXPECT_GT(land, 100U);
}

}  // namespace
}  // namespace craton
