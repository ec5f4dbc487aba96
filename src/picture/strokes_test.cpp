#include "picture/strokes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace craton::picture {
namespace {

struct Sheet {
  std::uint32_t width = 0, height = 0;
  std::vector<float> covers = std::vector<float>(std::size_t{width} * height);

  float at(std::uint32_t x, std::uint32_t y) const { return covers[std::size_t{y} * width + x]; }
  double sum() const { return std::accumulate(covers.begin(), covers.end(), 0.0); }
};

Sheet painted(const std::vector<Stroke>& strokes, std::uint32_t width, std::uint32_t height, unsigned threads = 0) {
  Sheet sheet{width, height};
  const Result<void> done =
      paint_strokes(strokes, width, height, {.threads = threads}, [&](std::uint32_t y, std::span<const float> covers) {
        std::copy(covers.begin(), covers.end(), sheet.covers.begin() + std::ptrdiff_t{y} * width);
      });
  EXPECT_TRUE(done);
  return sheet;
}

TEST(Strokes, CoversAcrossALineSumUpToItsWidth) {
  for (const float width : {0.3F, 1.0F, 2.6F})
    for (const double angle : {0.0, 0.4, 0.9, 1.5708}) {
      const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
      // Far beyond the sheet on both sides; what it covers inside a circle around the middle is length times width.
      const Sheet sheet = painted({{.x0 = 60.3F - 100 * c,
                                    .y0 = 59.8F - 100 * s,
                                    .width0 = width,
                                    .x1 = 60.3F + 100 * c,
                                    .y1 = 59.8F + 100 * s,
                                    .width1 = width}},
                                  120, 120);
      double sum = 0;
      for (std::uint32_t y = 0; y < 120; ++y)
        for (std::uint32_t x = 0; x < 120; ++x)
          if (std::hypot(x + 0.5 - 60.3, y + 0.5 - 59.8) < 50) sum += double{sheet.at(x, y)};
      EXPECT_NEAR(sum / 100, double{width}, 0.03 * double{width} + 0.01) << width << " " << angle;
    }
}

TEST(Strokes, LieWhereTheyShouldAndNowhereElse) {
  const Sheet sheet = painted({{.x0 = 10, .y0 = 20.5F, .width0 = 1, .x1 = 30, .y1 = 20.5F, .width1 = 1}}, 64, 40);
  for (std::uint32_t y = 0; y < 40; ++y)
    for (std::uint32_t x = 0; x < 64; ++x) {
      if (y == 20 && x >= 10 && x < 30) {
        EXPECT_NEAR(sheet.at(x, y), 1, 1e-5) << x;
      } else if (y < 20 || y > 20 || x < 9 || x > 30) {
        EXPECT_EQ(sheet.at(x, y), 0) << x << "," << y;
      }
    }
}

TEST(Strokes, GrowFromEndToEnd) {
  const Sheet sheet = painted({{.x0 = 0, .y0 = 10, .width0 = 0, .x1 = 80, .y1 = 10, .width1 = 8}}, 80, 20);
  const auto width_at = [&](std::uint32_t x) {
    double sum = 0;
    for (std::uint32_t y = 0; y < 20; ++y) sum += double{sheet.at(x, y)};
    return sum;
  };
  for (std::uint32_t x = 5; x < 75; ++x) EXPECT_NEAR(width_at(x), (x + 0.5) / 10, 0.1) << x;
}

TEST(Strokes, OverlapsCountOnceAndRowsOutsideAreCutOff) {
  const Stroke line{.x0 = 2, .y0 = 8, .width0 = 3, .x1 = 30, .y1 = 8, .width1 = 3, .strength = 0.5F};
  const double once = painted({line}, 32, 16).sum();
  EXPECT_NEAR(painted({line, line, line}, 32, 16).sum(), once, 1e-6);
  Stroke cut = line;
  cut.first_row = 8;
  EXPECT_NEAR(painted({cut}, 32, 16).sum(), once / 2, 1e-3);
}

TEST(Strokes, TheSameForAnyNumberOfThreads) {
  std::vector<Stroke> strokes;
  for (int i = 0; i < 500; ++i) {
    const auto t = static_cast<float>(i);
    strokes.push_back({.x0 = std::fmod(t * 37.7F, 300.0F),
                       .y0 = std::fmod(t * 91.3F, 200.0F),
                       .width0 = std::fmod(t, 4.0F),
                       .x1 = std::fmod(t * 53.1F, 300.0F),
                       .y1 = std::fmod(t * 17.9F, 200.0F),
                       .width1 = 1});
  }
  const Sheet one = painted(strokes, 300, 200, 1);
  EXPECT_EQ(one.covers, painted(strokes, 300, 200, 2).covers);
  std::reverse(strokes.begin(), strokes.end());
  EXPECT_EQ(one.covers, painted(strokes, 300, 200, 2).covers);
}

}  // namespace
}  // namespace craton::picture
