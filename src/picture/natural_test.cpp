#include <craton/picture/natural.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <craton/picture/category_colours.h>
#include <craton/picture/layer_picture.h>

namespace craton {
namespace {

constexpr std::uint32_t width = 96, rows = 48;

struct Land {
  std::vector<float> heights = std::vector<float>(width * rows, 300.0F), temperature = std::vector<float>(width * rows, 10.0F),
                     warmest = std::vector<float>(width * rows, 20.0F), rain = std::vector<float>(width * rows, 80.0F);

  static std::vector<float> all(float value) { return std::vector<float>(width * rows, value); }
  NaturalRasters rasters() const {
    return {{heights, width, rows}, {temperature, width, rows}, {warmest, width, rows}, {rain, width, rows}};
  }
  Rgb8Image picture(double metres = 1000) const {
    const Result<Rgb8Image> image = natural_picture(rasters(), {.metres_x = metres, .metres_y = metres}, {}, {.threads = 1});
    EXPECT_TRUE(image);
    return *image;
  }
  /// Means of the channels, 0 … 255.
  std::array<double, 3> mean(double metres = 1000) const {
    std::array<double, 3> sum{};
    const Rgb8Image image = picture(metres);
    for (const Rgb8 pixel : image.pixels) sum[0] += pixel.r, sum[1] += pixel.g, sum[2] += pixel.b;
    for (double& each : sum) each /= static_cast<double>(image.pixels.size());
    return sum;
  }
};

double lightness(const std::array<double, 3>& c) { return (c[0] + c[1] + c[2]) / 3; }

TEST(Natural, ColoursOfClimates) {
  Land forest, desert, ice, jungle;
  desert.rain = Land::all(4), desert.temperature = Land::all(26), desert.warmest = Land::all(33);
  ice.temperature = Land::all(-30), ice.warmest = Land::all(-15), ice.rain = Land::all(10);
  jungle.rain = Land::all(300), jungle.temperature = Land::all(27), jungle.warmest = Land::all(28);
  EXPECT_LT(lightness(forest.mean()), 90) << "real land is dark";
  EXPECT_LT(lightness(jungle.mean()), lightness(forest.mean()));
  EXPECT_GT(jungle.mean()[1], jungle.mean()[0]) << "green";
  EXPECT_GT(lightness(desert.mean()), 120);
  EXPECT_GT(desert.mean()[0], desert.mean()[2] + 30) << "sand";
  EXPECT_GT(lightness(ice.mean()), 220);
}

TEST(Natural, ColoursOfSeas) {
  Land deep, warm_shallows, cold_shallows, pack;
  deep.heights = Land::all(-5000);
  warm_shallows.heights = cold_shallows.heights = pack.heights = Land::all(-8);
  warm_shallows.temperature = Land::all(27);
  cold_shallows.temperature = Land::all(4);
  pack.temperature = Land::all(-20), pack.warmest = Land::all(-6);
  EXPECT_LT(lightness(deep.mean()), 40) << "nearly black";
  EXPECT_GT(deep.mean()[2], deep.mean()[0] + 15) << "blue";
  EXPECT_GT(warm_shallows.mean()[1], cold_shallows.mean()[1] + 25) << "turquoise where it is warm";
  EXPECT_GT(lightness(pack.mean()), 180);
}

TEST(Natural, BordersAreSoft) {
  Land land;
  for (std::uint32_t i = 0; i < width * rows; ++i) {
    const float share = static_cast<float>(i % width) / width;
    land.temperature[i] = 26, land.warmest[i] = 28, land.rain[i] = 300 * share;
  }
  const Rgb8Image image = land.picture();
  for (std::uint32_t y = 0; y < rows; ++y)
    for (std::uint32_t x = 1; x < width; ++x) ASSERT_LT(std::abs(image.at(x, y).r - image.at(x - 1, y).r), 60) << x << "," << y;
}

/// There is no haze from near by, and plants keep to the hollows: colours without light differ along gentle waves.
TEST(Natural, NearLandIsLightAndGreenInHollows) {
  Land land;
  EXPECT_GT(lightness(land.mean(4)), 1.15 * lightness(land.mean()));
  for (std::uint32_t i = 0; i < width * rows; ++i) land.heights[i] = 300 + 20 * std::sin(static_cast<float>(i % width) * 0.26F);
  const Result<NaturalPictures> near = natural_pictures(land.rasters(), {.metres_x = 4, .metres_y = 4}, {}, {.threads = 1});
  ASSERT_TRUE(near);
  double crests = 0, hollows = 0;
  int count[2] = {};
  for (std::uint32_t i = 0; i < width * rows; ++i) {
    const double high = land.heights[i] - 300, share = near->plain.pixels[i].r;
    if (high > 15) crests += share, ++count[0];
    if (high < -15) hollows += share, ++count[1];
  }
  EXPECT_GT(crests / count[0], 1.1 * hollows / count[1]);
}

TEST(Natural, HolesAndThreads) {
  Land land;
  land.heights[7] = std::numeric_limits<float>::quiet_NaN();
  land.rain[9] = std::numeric_limits<float>::quiet_NaN();
  const Result<Rgb8Image> one = natural_picture(land.rasters(), {}, {}, {.threads = 1}),
                          two = natural_picture(land.rasters(), {}, {}, {.threads = 3});
  ASSERT_TRUE(one && two);
  EXPECT_EQ(*one, *two);
  EXPECT_EQ(one->pixels[7], (Rgb8{0xd9, 0xd6, 0xcf}));
  EXPECT_EQ(one->pixels[9], (Rgb8{0xd9, 0xd6, 0xcf}));
}

TEST(Natural, StyleNeedsTheClimate) {
  const Result<Torus> torus = Torus::make({.width = 24, .height = 16, .step = 100});
  ASSERT_TRUE(torus);
  Surface surface{Domain(*torus)};
  ASSERT_TRUE(surface.add_layer({.name = "height", .unit = "m"}));
  LayerPictureOptions options;
  options.style = MapStyle::natural;
  options.natural = natural_layers_of(surface);
  const Result<Rgb8Image> bare = picture_of_layer(surface.domain(), *surface.layer("height"), options);
  ASSERT_FALSE(bare);
  EXPECT_EQ(bare.error().path, "style");
  ASSERT_TRUE(surface.add_layer({.name = "temperature"}));
  ASSERT_TRUE(surface.add_layer({.name = "rain"}));
  options.natural = natural_layers_of(surface);
  EXPECT_TRUE(picture_of_layer(surface.domain(), *surface.layer("height"), options));
}

TEST(CategoryColours, ByName) {
  const std::vector<Rgb8> koppen = category_colours({"sea", "Af", "Am"});
  EXPECT_EQ(koppen[1], (Rgb8{0, 0, 255}));
  EXPECT_EQ(koppen_colour("ET"), (Rgb8{178, 178, 178}));
  const std::vector<Rgb8> land = category_colours({"land", "sea"});
  EXPECT_EQ(land[0], category_colour(0));
  EXPECT_EQ(land[1], category_colour(1));
  const std::vector<Rgb8> biomes = category_colours({"taiga", "something else"});
  EXPECT_NE(biomes[0], category_colour(0));
  EXPECT_EQ(biomes[1], category_colour(1));
}

}  // namespace
}  // namespace craton
