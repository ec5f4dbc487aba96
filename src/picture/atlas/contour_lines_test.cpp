#include "picture/atlas/contour_lines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "picture/atlas/coast_distance.h"
#include "picture/atlas/paper.h"

namespace craton::atlas {
namespace {

double area_of(const Line& ring) {
  double sum = 0;
  for (std::size_t i = 1; i < ring.size(); ++i) sum += ring[i - 1].x * ring[i].y - ring[i].x * ring[i - 1].y;
  return 0.5 * sum;
}

TEST(ContourLines, ACircleIsOneRingOfItsArea) {
  constexpr std::uint32_t side = 64;
  std::vector<float> values(side * side);
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x)
      values[y * side + x] = static_cast<float>(20 - std::hypot(x + 0.5 - 30, y + 0.5 - 33));
  const std::vector<ContourLine> lines = contour_lines({values, side, side}, 0);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].closed);
  EXPECT_NEAR(std::abs(area_of(lines[0].places)), 3.14159 * 400, 4);
  EXPECT_GT(area_of(lines[0].places), 0) << "what is above lies on the right, as one sees it";
  for (const Spot spot : lines[0].places) EXPECT_NEAR(distance(spot, {30, 33}), 20, 0.1);
}

TEST(ContourLines, LinesGoOverBordersThatWrapAndAreasAreClosed) {
  constexpr std::uint32_t side = 32;
  std::vector<float> values(side * side, -1.0F);
  // A square over the corner of a map that closes onto itself.
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x)
      if ((x < 4 || x >= side - 4) && (y < 4 || y >= side - 4)) values[y * side + x] = 1;
  for (const ContourLine& line : contour_lines({values, side, side}, 0, {.wrap_x = true, .wrap_y = true}))
    EXPECT_FALSE(line.closed) << "it leaves the map";
  const std::vector<ContourLine> areas = contour_lines({values, side, side}, 0, {.wrap_x = true, .wrap_y = true, .close = true});
  EXPECT_EQ(areas.size(), 4U);
  for (const ContourLine& area : areas) EXPECT_TRUE(area.closed);
}

TEST(ContourLines, EverySampleLiesOnItsSideOfTheLines) {
  constexpr std::uint32_t width = 40, height = 30;
  std::vector<float> values(width * height);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(scattered(static_cast<std::int64_t>(i), 1, 4) - 0.5);
  values[77] = std::nanf("");
  const std::vector<ContourLine> areas = contour_lines({values, width, height}, 0, {.close = true});
  // Even and odd crossings of a ray to the left.
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const Spot at{x + 0.5, y + 0.5 + 1e-7};
      int crossings = 0;
      for (const ContourLine& area : areas)
        for (std::size_t i = 1; i < area.places.size(); ++i) {
          const Spot a = area.places[i - 1], b = area.places[i];
          if ((a.y <= at.y) == (b.y <= at.y)) continue;
          crossings += a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y) < at.x;
        }
      EXPECT_EQ(crossings % 2 == 1, values[y * width + x] >= 0) << x << ", " << y;
    }
}

TEST(CoastDistance, IsThatOfBruteForceAcrossBordersToo) {
  constexpr int width = 37, height = 29;
  std::vector<float> heights(width * height);
  for (std::size_t i = 0; i < heights.size(); ++i)
    heights[i] = scattered(static_cast<std::int64_t>(i), 3, 8) < 0.03 ? 1.0F : -1.0F;
  for (const bool wrap : {false, true}) {
    const Ground ground{.wrap_x = wrap, .wrap_y = wrap};
    const Result<std::vector<float>> found = coast_distance({heights, width, height}, ground, 50, {.threads = 1});
    ASSERT_TRUE(found);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const bool land = heights[static_cast<std::size_t>(y * width + x)] >= 0;
        double nearest = 1e9;
        for (int j = 0; j < height; ++j)
          for (int i = 0; i < width; ++i) {
            if ((heights[static_cast<std::size_t>(j * width + i)] >= 0) == land) continue;
            int dx = std::abs(x - i), dy = std::abs(y - j);
            if (wrap) dx = std::min(dx, width - dx), dy = std::min(dy, height - dy);
            nearest = std::min(nearest, std::hypot(dx, dy));
          }
        EXPECT_NEAR((*found)[static_cast<std::size_t>(y * width + x)], (land ? 1 : -1) * std::min(nearest - 0.5, 50.0), 1e-3);
      }
  }
}

}  // namespace
}  // namespace craton::atlas
