#include <craton/picture/legend.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace craton {
namespace {

TEST(Legend, TicksAreRoundAndNotTooMany) {
  EXPECT_EQ(legend_ticks(0, 10, 6), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(legend_ticks(-1037, 1330, 5), (std::vector<double>{-1000, -500, 0, 500, 1000}));
  EXPECT_EQ(legend_ticks(0, 45, 5), (std::vector<double>{0, 10, 20, 30, 40}));
  EXPECT_TRUE(legend_ticks(5, 5, 4).empty());
  for (int most = 1; most < 12; ++most) {
    const std::vector<double> ticks = legend_ticks(-0.00317, 0.00922, most);
    EXPECT_LE(ticks.size(), static_cast<std::size_t>(most));
    EXPECT_FALSE(ticks.empty());
    for (const double tick : ticks) EXPECT_TRUE(tick >= -0.00317 && tick <= 0.00922);
  }
}

TEST(Legend, ThePictureStaysWholeAboveIt) {
  const Rgb8Image picture(60, 40, {10, 200, 30});
  Legend legend{.title = "height", .unit = "m", .range = {-500, 2000}, .metres_per_pixel = 50, .note = "note"};
  legend.ramp = *find_ramp("relief", "");
  const Result<Rgb8Image> image = with_legend(picture, legend);
  ASSERT_TRUE(image) << image.error().to_string();
  EXPECT_EQ(std::count(image->pixels.begin(), image->pixels.end(), Rgb8{10, 200, 30}), 60 * 40);
  EXPECT_GT(image->width, 200U);
  EXPECT_GT(image->height, 80U);
  EXPECT_EQ(image->pixels.size(), std::size_t{image->width} * image->height);
}

TEST(Legend, EveryCategoryHasItsSwatch) {
  Legend legend{.title = "biome"};
  for (std::uint8_t i = 0; i < 40; ++i) legend.swatches.push_back({{i, 100, 200}, "a longer name " + std::to_string(i)});
  const Result<Rgb8Image> image = with_legend(Rgb8Image(300, 100), legend);
  ASSERT_TRUE(image) << image.error().to_string();
  for (std::uint8_t i = 0; i < 40; ++i)
    EXPECT_GE(std::count(image->pixels.begin(), image->pixels.end(), Rgb8{i, 100, 200}), 100) << int{i};
  EXPECT_FALSE(with_legend(Rgb8Image(), legend));
}

}  // namespace
}  // namespace craton
