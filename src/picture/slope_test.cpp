#include <craton/picture/slope.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace craton {
namespace {

template <class Height>
std::vector<float> heights_of(std::uint32_t width, std::uint32_t height, Height of) {
  std::vector<float> values(std::size_t{width} * height);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) values[std::size_t{y} * width + x] = static_cast<float>(of(double(x), double(y)));
  return values;
}

TEST(Slope, APlaneHasItsAngle) {
  // 3 m in 30 m to the east, 8 m in 20 m to the south: √(0.1² + 0.4²).
  const std::vector<float> plane = heights_of(40, 30, [](double x, double y) { return 3 * x + 8 * y - 50; });
  const Result<std::vector<float>> degrees = slope_degrees({plane, 40, 30}, {.metres_x = 30, .metres_y = 20});
  ASSERT_TRUE(degrees);
  const double expected = std::atan(std::hypot(0.1, 0.4)) * 180 / 3.14159265358979;
  for (const float value : *degrees) ASSERT_NEAR(value, expected, 1e-4);
}

TEST(Slope, RowsOfAGlobeGetShorter) {
  // The same rise from column to column is twice as steep at 60° as at the equator.
  const std::vector<float> values = heights_of(60, 90, [](double x, double) { return 5000 * (int(x) % 2); });
  std::vector<float> ramp = heights_of(60, 90, [](double x, double) { return 500 * x; });
  const Ground globe{.metres_x = 10000, .metres_y = 10000, .wrap_x = true, .globe = true};
  const Result<std::vector<float>> degrees = slope_degrees({ramp, 60, 90}, globe);
  ASSERT_TRUE(degrees);
  const auto rise = [&](std::size_t row) { return std::tan((*degrees)[row * 60 + 30] * 3.14159265358979 / 180); };
  EXPECT_NEAR(rise(45), 0.05, 1e-4);
  EXPECT_NEAR(rise(75), 0.05 / std::cos((75.5 - 45) / 90 * 3.14159265358979), 1e-4);
}

TEST(Slope, CurvatureOfAnArchIsThatOfItsCircle) {
  // Radius 5 km, seen at its top and on its flank; the axis runs north to south.
  const auto arch = [](double x, double) { return std::sqrt(5000.0 * 5000 - (x - 50) * (x - 50) * 100); };
  const std::vector<float> values = heights_of(101, 40, arch);
  const Ground ground{.metres_x = 10, .metres_y = 10};
  const auto at = [&](Curvature kind, std::size_t x) {
    return double{(*curvature_per_km({values, 101, 40}, ground, kind))[20 * 101 + x]};
  };
  EXPECT_NEAR(at(Curvature::mean, 50), 0.1, 0.005);  // 1/5 km along x, none along y
  EXPECT_NEAR(at(Curvature::profile, 80), 0.2, 0.01);
  EXPECT_NEAR(at(Curvature::plan, 80), 0, 1e-6);
  const std::vector<float> cone = heights_of(101, 101, [](double x, double y) { return -3 * std::hypot(x - 50, y - 50); });
  const Result<std::vector<float>> plan = curvature_per_km({cone, 101, 101}, ground, Curvature::plan);
  const Result<std::vector<float>> profile = curvature_per_km({cone, 101, 101}, ground, Curvature::profile);
  ASSERT_TRUE(plan && profile);
  EXPECT_NEAR((*plan)[50 * 101 + 90], 1000 / 400.0, 0.01);  // contours are circles: 40 samples from the middle
  EXPECT_NEAR((*profile)[50 * 101 + 90], 0, 1e-3);
  EXPECT_GT((*curvature_per_km({cone, 101, 101}, ground))[50 * 101 + 50], 0);
}

TEST(Slope, HolesStayHoles) {
  std::vector<float> values(64 * 64, 10);
  values[100] = std::numeric_limits<float>::quiet_NaN();
  for (const Result<std::vector<float>>& made :
       {slope_degrees({values, 64, 64}, {}), curvature_per_km({values, 64, 64}, {}), smoothed_heights({values, 64, 64}, {}, 2)}) {
    ASSERT_TRUE(made);
    EXPECT_TRUE(std::isnan((*made)[100]));
    EXPECT_FALSE(std::isnan((*made)[101]));
  }
  EXPECT_FALSE(slope_degrees({}, {}));
}

TEST(Slope, SmoothedHeightsKeepPlanesAndLoseCheckerboards) {
  const std::vector<float> plane = heights_of(70, 50, [](double x, double y) { return 3 * x - 2 * y; });
  const Result<std::vector<float>> same = smoothed_heights({plane, 70, 50}, {}, 2);
  ASSERT_TRUE(same);
  for (std::size_t i = 0; i < plane.size(); ++i) ASSERT_NEAR((*same)[i], plane[i], 1e-3);
  const std::vector<float> board = heights_of(64, 64, [](double x, double y) { return (int(x) + int(y)) % 2; });
  const Result<std::vector<float>> grey = smoothed_heights({board, 64, 64}, {.wrap_x = true, .wrap_y = true}, 1);
  ASSERT_TRUE(grey);
  for (const float value : *grey) ASSERT_NEAR(value, 0.5, 1e-6);
}

}  // namespace
}  // namespace craton
