#include <craton/picture/contours.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace craton {
namespace {

constexpr Rgb8 white{255, 255, 255};

Rgb8Image lines(const std::vector<float>& heights, std::uint32_t width, std::uint32_t height, const ContourOptions& options,
                unsigned threads = 0) {
  Rgb8Image image(width, height, white);
  const Result<void> drawn =
      draw_contours(image, {heights, width, height}, {.metres_x = 10, .metres_y = 10}, options, {.threads = threads});
  EXPECT_TRUE(drawn);
  return image;
}

TEST(Contours, LinesLieWhereHeightsCross) {
  // Rises by 10 m a column from 3 m: 50, 100, 150, … lie 0.3 before columns 5, 10, 15, …
  std::vector<float> heights(64 * 8);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = 3 + 10 * static_cast<float>(i % 64);
  const Rgb8Image image = lines(heights, 64, 8, {.interval = 50, .width = 1, .strength = 0.7});
  for (std::uint32_t x = 0; x < 64; ++x) {
    const double height = 3 + 10.0 * x, away = std::abs(height - 50 * std::round(height / 50)) / 10;
    if (away < 0.5) { EXPECT_LT(image.at(x, 4).b, 200) << x; }
    if (away > 1.4) { EXPECT_EQ(image.at(x, 4), white) << x; }
  }
  // Every fifth is darker: 250 m against 200 m, both 0.3 pixels away.
  EXPECT_LT(image.at(25, 4).g, image.at(20, 4).g);
}

TEST(Contours, LinesAreAsWideAsAsked) {
  // Along any direction the ink across a line sums up to its width.
  for (const double angle : {0.0, 0.5, 0.9}) {
    std::vector<float> heights(200 * 200);
    for (std::size_t y = 0; y < 200; ++y)
      for (std::size_t x = 0; x < 200; ++x)
        heights[y * 200 + x] = static_cast<float>(std::cos(angle) * double(x) + std::sin(angle) * double(y)) + 0.37F;
    const Rgb8Image image = lines(heights, 200, 200, {.interval = 20, .width = 1.5, .strength = 1, .land = {0, 0, 0}});
    double ink = 0;
    for (std::size_t y = 20; y < 180; ++y)
      for (std::size_t x = 20; x < 180; ++x) ink += (255 - image.pixels[y * 200 + x].r) / 255.0;
    // One line of 1.5 or 2.5 pixels (every fifth) in 20.
    EXPECT_NEAR(ink / (160 * 160), (4 * 1.5 + 2.5) / 5 / 20, 0.025) << angle;
  }
}

TEST(Contours, LevelGroundHasNone) {
  const std::vector<float> level(32 * 32, 100.0F);
  for (const Rgb8 pixel : lines(level, 32, 32, {.interval = 50}).pixels) ASSERT_EQ(pixel, white);
}

TEST(Contours, WaterHasLinesOfItsOwnAndTheCoastCanBeLeftOut) {
  std::vector<float> heights(64 * 4);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = 10 * (static_cast<float>(i % 64) - 32);
  const Rgb8Image image = lines(heights, 64, 4,
                                {
                                    .interval = 100,
                                    .land = {200, 0, 0},
                                    .water = {0, 0, 200},
                                });
  EXPECT_LT(image.at(22, 2).r, image.at(22, 2).b);  // −100 m
  EXPECT_GT(image.at(42, 2).r, image.at(42, 2).b);  // 100 m
  EXPECT_NE(image.at(32, 2), white);
  EXPECT_EQ(lines(heights, 64, 4, {.interval = 100, .coast = false}).at(32, 2), white);
}

TEST(Contours, IntervalsAreRoundAndFitTheRange) {
  std::vector<float> heights(128 * 128);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = 15 * static_cast<float>(i % 128);
  const double interval = usual_contour_interval({heights, 128, 128}, {.metres_x = 100, .metres_y = 100});
  EXPECT_TRUE(interval == 100 || interval == 200) << interval;
  for (float& height : heights) height *= 1e-3F;
  EXPECT_NEAR(usual_contour_interval({heights, 128, 128}, {.metres_x = 100, .metres_y = 100}), interval * 1e-3, 1e-9);
  const std::vector<float> level(64, 5.0F);
  EXPECT_TRUE(usual_contour_interval({level, 8, 8}, {}) == 1);
  Rgb8Image image(8, 8);
  EXPECT_FALSE(draw_contours(image, {level, 8, 8}, {}, {.interval = -1}));
  EXPECT_FALSE(draw_contours(image, {level, 8, 8}, {}, {.interval = std::numeric_limits<double>::infinity()}));
}

TEST(Contours, TheSameForAnyNumberOfThreads) {
  std::vector<float> heights(300 * 200);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = static_cast<float>(std::sin(double(i) * 0.01) * 400);
  EXPECT_TRUE(lines(heights, 300, 200, {}, 1) == lines(heights, 300, 200, {}, 2));
}

}  // namespace
}  // namespace craton
