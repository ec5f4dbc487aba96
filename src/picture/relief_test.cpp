#include <craton/picture/relief.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "picture/height_tints.h"
#include "picture/margin_plane.h"

namespace craton {
namespace {

struct Map {
  std::vector<float> heights;
  std::uint32_t width = 0, height = 0;
  FloatView view() const { return {heights, width, height}; }
};

template <class Height>
Map map_of(std::uint32_t width, std::uint32_t height, Height of) {
  Map map{std::vector<float>(std::size_t{width} * height), width, height};
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x)
      map.heights[std::size_t{y} * width + x] = static_cast<float>(of(double(x), double(y)));
  return map;
}

/// Hills that close onto themselves over any size: some waves, of whole numbers around the map.
Map hills(std::uint32_t width, std::uint32_t height, double base = 0) {
  const double tau = 2 * std::numbers::pi;
  return map_of(width, height, [&](double x, double y) {
    const double u = tau * x / width, v = tau * y / height;
    return base + 300 * std::sin(2 * u + std::cos(v)) + 200 * std::cos(3 * v - u) + 60 * std::sin(7 * u + 5 * v) +
           20 * std::cos(17 * u - 13 * v);
  });
}

Map shifted(const Map& map, std::uint32_t dx, std::uint32_t dy) {
  Map moved = map;
  for (std::uint32_t y = 0; y < map.height; ++y)
    for (std::uint32_t x = 0; x < map.width; ++x)
      moved.heights[std::size_t{(y + dy) % map.height} * map.width + (x + dx) % map.width] =
          map.heights[std::size_t{y} * map.width + x];
  return moved;
}

constexpr Ground torus{.metres_x = 50, .metres_y = 50, .wrap_x = true, .wrap_y = true};

TEST(Relief, LevelGroundKeepsItsTint) {
  for (const float height : {250.0F, -400.0F}) {
    const Map map{std::vector<float>(64 * 64, height), 64, 64};
    const ToneRange range{-1000, 1000};
    const Result<Rgb8Image> image = relief_picture(map.view(), torus, {}, {.range = range});
    ASSERT_TRUE(image) << image.error().to_string();
    const Result<Rgb8Image> tints = relief_picture(map.view(), torus, {.strength = 0}, {.range = range});
    EXPECT_TRUE(*image == *tints);
    const Result<const Ramp*> ramp = find_ramp("relief", "");
    if (height < 0) continue;  // depths go in steps
    const Rgb8Image flat = coloured(map.view(), range, **ramp);
    for (std::size_t i = 0; i < flat.pixels.size(); ++i) {
      ASSERT_NEAR(image->pixels[i].r, flat.pixels[i].r, 1);
      ASSERT_NEAR(image->pixels[i].b, flat.pixels[i].b, 1);
    }
  }
}

TEST(Relief, LightComesFromWhereItIsAskedFor) {
  // A cone on a plain; the middle of its eight sides.
  const Map cone = map_of(129, 129, [](double x, double y) { return std::max(0.0, 1500 - 50 * std::hypot(x - 64, y - 64)); });
  const Ground ground{.metres_x = 50, .metres_y = 50};
  const auto at = [&](const std::vector<float>& light, double azimuth) {
    const double angle = azimuth * std::numbers::pi / 180;
    const auto x = static_cast<std::size_t>(std::lround(64 + 15 * std::sin(angle)));
    const auto y = static_cast<std::size_t>(std::lround(64 - 15 * std::cos(angle)));
    return double{light[y * 129 + x]};
  };
  const Result<std::vector<float>> usual = relief_light(cone.view(), ground);
  ASSERT_TRUE(usual);
  EXPECT_GT(at(*usual, 315), at(*usual, 135) + 0.5);
  for (int side = 0; side < 8; ++side) {
    const double azimuth = 45.0 * side;
    const Result<std::vector<float>> light = relief_light(cone.view(), ground, {.lights = {{azimuth, 40, 1}}});
    ASSERT_TRUE(light);
    for (int other = 0; other < 8; ++other)
      if (other != side) { EXPECT_GT(at(*light, azimuth), at(*light, 45.0 * other)) << azimuth << " " << other; }
  }
}

TEST(Relief, ASlopeGetsTheLightOfItsAngle) {
  // Without pyramid and tones: Lambert's cosine over that of level ground. It rises to the east by 1 in 2, away from the light.
  const Map plane = map_of(40, 30, [](double x, double) { return 10 * x; });
  const Ground ground{.metres_x = 20, .metres_y = 20};
  const Result<std::vector<float>> light = relief_light(
      plane.view(), ground, {.lights = {{90, 30, 2}}, .exaggeration = 1, .sky = 0, .texture = 0, .generalisation = 0});
  ASSERT_TRUE(light);
  const double expected = (0.5 * std::sqrt(0.75) * -1 + 0.5) / std::sqrt(1.25) / 0.5;
  for (const float value : *light) ASSERT_NEAR(value, expected, 1e-5);
}

TEST(Relief, AMapMovedAroundItsTorusIsLitTheSame) {
  const Map map = hills(128, 96);
  for (const auto& [dx, dy] : {std::pair{32u, 64u}, {96u, 32u}}) {
    const Result<std::vector<float>> a = relief_light(map.view(), torus);
    const Map moved = shifted(map, dx, dy);
    const Result<std::vector<float>> b = relief_light(moved.view(), torus);
    ASSERT_TRUE(a && b);
    EXPECT_EQ(shifted({*a, 128, 96}, dx, dy).heights, *b);
    EXPECT_TRUE(usual_exaggeration(map.view(), torus) == usual_exaggeration(moved.view(), torus));
  }
}

TEST(Relief, SeamsOfAnySizeAreInvisible) {
  const Map map = hills(151, 117);
  const Map moved = shifted(map, 75, 58);
  const Result<std::vector<float>> a = relief_light(map.view(), torus);
  const Result<std::vector<float>> b = relief_light(moved.view(), torus);
  ASSERT_TRUE(a && b);
  const Map back = shifted({*a, 151, 117}, 75, 58);
  for (std::size_t i = 0; i < b->size(); ++i) ASSERT_NEAR(back.heights[i], (*b)[i], 0.06) << i;
}

TEST(Relief, BordersThatDoNotWrapAreLitAsTheSlopeGoesOn) {
  const Map plane = map_of(100, 80, [](double x, double y) { return 7 * x + 3 * y; });
  const Result<std::vector<float>> light = relief_light(plane.view(), {.metres_x = 20, .metres_y = 20});
  ASSERT_TRUE(light);
  for (const float value : *light) ASSERT_NEAR(value, light->front(), 2e-3);
}

TEST(Relief, ThePixelsDoNotDependOnThreads) {
  const Map map = hills(300, 200);
  const Result<Rgb8Image> one = relief_picture(map.view(), torus, {}, {}, {.threads = 1});
  const Result<Rgb8Image> two = relief_picture(map.view(), torus, {}, {}, {.threads = 2});
  ASSERT_TRUE(one && two);
  EXPECT_TRUE(*one == *two);
}

TEST(Relief, HollowsAreDarkerThanCrests) {
  const Map map = map_of(128, 128, [](double x, double) { return 300 * std::cos(x * std::numbers::pi / 16); });
  const Result<std::vector<float>> light = relief_light(map.view(), torus, {.lights = {{0, 90, 1}}, .sea = 1});
  ASSERT_TRUE(light);
  EXPECT_GT((*light)[64 * 128 + 64], (*light)[64 * 128 + 80] + 0.1F);  // both level, a crest and a hollow
}

TEST(Relief, HolesArePaleAndDisturbNothing) {
  Map map = hills(64, 64, 2000);
  const Result<Rgb8Image> whole = relief_picture(map.view(), torus, {.exaggeration = 3}, {.range = ToneRange{0, 3000}});
  map.heights[20 * 64 + 30] = std::numeric_limits<float>::quiet_NaN();
  map.heights[20 * 64 + 31] = std::numeric_limits<float>::infinity();
  const Result<Rgb8Image> image = relief_picture(map.view(), torus, {.exaggeration = 3}, {.range = ToneRange{0, 3000}});
  ASSERT_TRUE(whole && image);
  EXPECT_GT(image->at(30, 20).b, 200);
  EXPECT_EQ(image->at(30, 20), image->at(31, 20));
  for (std::uint32_t x = 0; x < 64; ++x) EXPECT_NEAR(image->at(x, 50).g, whole->at(x, 50).g, 3);
}

TEST(Relief, AnySizeCanBeDrawn) {
  for (const auto& [width, height] : {std::pair{1u, 1u}, {1u, 40u}, {40u, 1u}, {2u, 3u}, {17u, 16u}, {33u, 70u}})
    for (const Ground& ground : {Ground{}, torus, Ground{.wrap_x = true, .globe = true}}) {
      const Map map = hills(width, height);
      EXPECT_TRUE(relief_picture(map.view(), ground)) << width << " × " << height;
    }
  EXPECT_FALSE(relief_picture({}, torus));
  const Map map = hills(8, 8);
  EXPECT_FALSE(relief_picture(map.view(), torus, {.lights = {{0, 0, 1}}}));
  EXPECT_FALSE(relief_picture(map.view(), torus, {.lights = {{0, 45, 0}}}));
  EXPECT_FALSE(relief_picture(map.view(), torus, {.exaggeration = -1}));
  EXPECT_FALSE(relief_picture(map.view(), {.metres_x = 0}));
}

TEST(Relief, FixedRangesGiveTheSameColourToTheSameHeight) {
  const TintOptions tints{.range = ToneRange{-4000, 4000}};
  const Map low{std::vector<float>(32 * 32, 900), 32, 32};
  Map high = low;
  for (std::size_t i = 0; i < 32 * 16; ++i) high.heights[i] = 3900;
  const Result<Rgb8Image> a = relief_picture(low.view(), torus, {.strength = 0}, tints);
  const Result<Rgb8Image> b = relief_picture(high.view(), torus, {.strength = 0}, tints);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->at(5, 28), b->at(5, 28));
  EXPECT_NE(a->at(5, 5), b->at(5, 5));
}

TEST(Relief, CountsGiveQuantiles) {
  std::vector<float> heights(1000);
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = static_cast<float>(i) - 399.5F;
  const picture::HeightCounts counts({heights, 100, 10});
  EXPECT_NEAR(counts.land_quantile(0.5), 300, 3);
  EXPECT_NEAR(counts.sea_quantile(0.5), -200, 2);
  EXPECT_NEAR(counts.sea_quantile(0), -399.5, 4);
  EXPECT_NEAR(counts.quantile(1), 600, 5);
}

TEST(Relief, RefinedRowsKeepStraightSlopes) {
  picture::Plane plane(10, 8, 2);
  for (int y = -2; y < 10; ++y)
    for (int x = -2; x < 12; ++x) plane.row(y)[x] = static_cast<float>(3 * x - 5 * y);
  std::vector<float> out(40), scratch(40);
  for (const int begin : {-2, -1, 0})
    for (const int end : {19, 20, 21})
      for (const int y : {-1, 0, 5}) {
        picture::refine_row(plane, y, begin, end, out.data() + 4, scratch.data());
        // Fine sample i lies at (i + ½)/2 − ½ of the coarse ones.
        for (int x = begin; x < end; ++x)
          ASSERT_NEAR(out[static_cast<std::size_t>(x + 4)], 3 * (x / 2.0 - 0.25) - 5 * (y / 2.0 - 0.25), 1e-4);
      }
}

}  // namespace
}  // namespace craton
