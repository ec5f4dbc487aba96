#include <craton/picture/view.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace craton {
namespace {

using Shape = std::function<float(int column, int row)>;

Surface plane(int width, int height, double step, const Shape& shape, double x = 0, double y = 0) {
  Surface surface(*PlaneTile::make({.x = x, .y = y, .step = step, .width = width, .height = height}));
  const std::span<float> heights = (*surface.add_layer({.name = "height", .unit = "m"}))->numbers();
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) heights[static_cast<std::size_t>(row * width + column)] = shape(column, row);
  return surface;
}

Surface torus(int side, double step, const Shape& shape) {
  Surface surface(*Torus::make({.width = side, .height = side, .step = step}));
  const std::span<float> heights = (*surface.add_layer({.name = "height", .unit = "m"}))->numbers();
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) heights[static_cast<std::size_t>(row * side + column)] = shape(column, row);
  return surface;
}

float hills(int column, int row) {
  return static_cast<float>(60 * std::sin(column * 0.35) * std::cos(row * 0.28) + 40 * std::sin(row * 0.11 + column * 0.07));
}

ViewOptions small() { return {.width = 96, .height = 54, .samples = 4}; }

double brightness(Rgb8 c) { return 0.3 * c.r + 0.6 * c.g + 0.1 * c.b; }

double mean_brightness(const Rgb8Image& image, std::uint32_t left, std::uint32_t top, std::uint32_t right, std::uint32_t bottom) {
  double sum = 0;
  for (std::uint32_t y = top; y < bottom; ++y)
    for (std::uint32_t x = left; x < right; ++x) sum += brightness(image.at(x, y));
  return sum / ((right - left) * double(bottom - top));
}

int apart(Rgb8 a, Rgb8 b) { return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)}); }

/// Looks straight down from high above: a map, north up.
ViewOptions from_above(double x, double y, double height) {
  ViewOptions options{.width = 64, .height = 64, .samples = 8, .colour = ViewColour::clay, .exaggeration = 1, .haze = 0};
  options.eye = ViewPlace{x, y};
  options.eye_height = height;
  options.azimuth = 0;
  options.pitch = -89;
  options.fov = 40;
  return options;
}

TEST(View, AnyNumberOfThreadsDrawsTheSamePicture) {
  for (const ViewStyle style : {ViewStyle::landscape, ViewStyle::block}) {
    const Surface world = torus(64, 20, hills);
    ViewOptions options = small();
    options.style = style;
    const Result<Rgb8Image> one = draw_view(world, "height", options, {.threads = 1});
    const Result<Rgb8Image> three = draw_view(world, "height", options, {.threads = 3});
    ASSERT_TRUE(one && three);
    EXPECT_EQ(*one, *three);
  }
}

TEST(View, TheHorizonOfFlatLandIsAtItsRow) {
  const Surface world = torus(64, 100, [](int, int) { return 5.0F; });
  ViewOptions options{.width = 60, .height = 120, .samples = 4, .colour = ViewColour::clay, .haze = 0};
  options.eye = ViewPlace{3000, 3000};
  options.eye_height = 205;
  options.azimuth = 0;
  options.fov = 30;
  options.sun_azimuth = 180;
  for (const double pitch : {-8.0, 0.0, 8.0}) {
    options.pitch = pitch;
    const Result<Rgb8Image> image = draw_view(world, "height", options);
    ASSERT_TRUE(image) << image.error().to_string();
    // From below: clay is never blue, and the sky above the horizon is.
    std::uint32_t row = 120;
    while (row > 0 && image->at(30, row - 1).b < image->at(30, row - 1).r) --row;
    const double half_height = std::tan(15 * 3.14159265 / 180) * 2;
    const double ends = std::atan(200.0 / (3 * 6400));  // the land does, a little below the horizon
    const double expected = 60 * (1 + std::tan(pitch * 3.14159265 / 180 + ends) / half_height);
    EXPECT_NEAR(row, expected, 1.5) << pitch;
  }
}

TEST(View, AShadowFallsAwayFromTheSun) {
  // A wall from north to south; the sun in the west, then in the east.
  const Surface world = plane(65, 65, 10, [](int column, int) { return std::abs(column - 32) <= 1 ? 60.0F : 10.0F; });
  ViewOptions options = from_above(320, 320, 1000);
  options.sun_elevation = 25;
  for (const double azimuth : {270.0, 90.0}) {
    options.sun_azimuth = azimuth;
    const Result<Rgb8Image> image = draw_view(world, "height", options);
    ASSERT_TRUE(image) << image.error().to_string();
    const double west = mean_brightness(*image, 24, 20, 29, 44), east = mean_brightness(*image, 35, 20, 40, 44);
    if (azimuth > 180)
      EXPECT_GT(west, east + 30);
    else
      EXPECT_GT(east, west + 30);
  }
}

TEST(View, TheMiddleOfThePictureShowsThePlaceLookedAt) {
  Rgb8Image drape(64, 64, Rgb8{90, 90, 90});
  for (std::uint32_t y = 44; y < 47; ++y)
    for (std::uint32_t x = 19; x < 22; ++x) drape.at(x, y) = {255, 20, 20};
  const Surface world = plane(
      64, 64, 10, [](int c, int r) { return 20 + 0.1F * hills(c, r); }, 5000, -3000);
  ViewOptions options{.width = 81, .height = 61, .samples = 4, .haze = 0};
  options.colours = &drape;
  options.fov = 30;
  options.eye_height = 260;
  for (const ViewPlace eye : {ViewPlace{5500, -2800}, ViewPlace{5050, -2900}, ViewPlace{5200, -2100}}) {
    options.eye = eye;
    options.look = ViewPlace{5000 + 20 * 10, -3000 + 45 * 10};
    const Result<Rgb8Image> image = draw_view(world, "height", options);
    ASSERT_TRUE(image) << image.error().to_string();
    const Rgb8 middle = image->at(40, 30);
    EXPECT_GT(middle.r, middle.g + 60) << eye.x;
    EXPECT_LT(image->at(5, 55).r, image->at(5, 55).g + 30) << eye.x;
  }
}

TEST(View, WaterIsWhereTheGroundLiesBelowTheSea) {
  const auto slope = [](int column, int) { return static_cast<float>(column - 32) * 4; };
  ViewOptions options = from_above(320, 320, 1000);
  options.colour = ViewColour::natural;
  options.sun_azimuth = 180;
  const Surface coast = plane(65, 65, 10, slope);
  const Result<Rgb8Image> image = draw_view(coast, "height", options);
  ASSERT_TRUE(image);
  EXPECT_GT(image->at(15, 32).b, image->at(15, 32).r + 20);
  EXPECT_LT(image->at(50, 32).b, image->at(50, 32).r);
  // The same slope above the sea is dry.
  const Surface dry = plane(65, 65, 10, [&](int c, int r) { return slope(c, r) + 200; });
  const Result<Rgb8Image> no_water = draw_view(dry, "height", options);
  ASSERT_TRUE(no_water);
  EXPECT_LT(no_water->at(15, 32).b, no_water->at(15, 32).r);
}

TEST(View, WhereASeaIsNamedNothingElseIsWater) {
  Surface world = plane(65, 65, 10, [](int column, int) { return std::abs(column - 32) < 8 ? 10.0F : -20.0F; });
  const std::span<std::uint8_t> sea =
      (*world.add_layer({.name = "sea", .type = LayerType::category, .categories = {"land", "sea"}}))->categories();
  for (std::size_t i = 0; i < sea.size(); ++i) sea[i] = i % 65 < 32 - 8 ? 1 : 0;
  ViewOptions options = from_above(320, 320, 1000);
  options.colour = ViewColour::natural;
  options.sun_azimuth = 180;
  const Result<Rgb8Image> image = draw_view(world, "height", options);
  ASSERT_TRUE(image);
  EXPECT_GT(image->at(10, 32).b, image->at(10, 32).r + 20);
  EXPECT_LT(image->at(54, 32).b, image->at(54, 32).r);
}

TEST(View, ATorusGoesOnBeyondItsBorders) {
  const Shape dome = [](int column, int row) {
    const double d = std::hypot(column - 16, row - 16);
    return static_cast<float>(5 + 120 * std::exp(-d * d / 18));
  };
  const Surface world = torus(32, 20, dome);
  ViewOptions options{.width = 80, .height = 45, .samples = 16, .colour = ViewColour::clay, .exaggeration = 1, .haze = 0};
  options.eye_height = 200;
  options.azimuth = 30;
  options.pitch = -10;
  options.sun_azimuth = 300;
  options.eye = ViewPlace{100, 500};
  const Result<Rgb8Image> here = draw_view(world, "height", options);
  options.eye = ViewPlace{100 + 640, 500 - 2 * 640};  // one map to the east, two to the north
  const Result<Rgb8Image> there = draw_view(world, "height", options);
  ASSERT_TRUE(here && there);
  int different = 0;
  // Detail finer than cells does not repeat.
  for (std::size_t i = 0; i < here->pixels.size(); ++i) different += apart(here->pixels[i], there->pixels[i]) > 40;
  EXPECT_LT(different, static_cast<int>(here->pixels.size() / 12));
  // A plane ends: behind its border there is sky.
  const Surface tile = plane(32, 32, 20, dome);
  options.eye = ViewPlace{100, 500};
  const Result<Rgb8Image> alone = draw_view(tile, "height", options);
  ASSERT_TRUE(alone);
  EXPECT_NE(*alone, *here);
}

TEST(View, ColoursAndStylesDiffer) {
  const Surface world = torus(48, 20, hills);
  std::vector<Rgb8Image> images;
  for (const ViewColour colour : {ViewColour::natural, ViewColour::tints, ViewColour::clay})
    for (const ViewStyle style : {ViewStyle::landscape, ViewStyle::block}) {
      ViewOptions options = small();
      options.colour = colour;
      options.style = style;
      Result<Rgb8Image> image = draw_view(world, "height", options);
      ASSERT_TRUE(image);
      EXPECT_EQ(image->width, 96u);
      EXPECT_EQ(image->height, 54u);
      for (const Rgb8Image& other : images) EXPECT_NE(other, *image);
      images.push_back(std::move(*image));
    }
}

TEST(View, FlatAndTinyWorldsCanBeSeen) {
  for (const float height : {-5.0F, 0.0F, 5.0F}) {
    EXPECT_TRUE(draw_view(plane(4, 4, 10, [&](int, int) { return height; }), "height", small()));
    EXPECT_TRUE(draw_view(torus(4, 1000, [&](int, int) { return height; }), "height", small()));
  }
}

TEST(View, BadOptionsAreNamed) {
  const Surface world = torus(16, 20, hills);
  const auto path_of = [&](auto change) {
    ViewOptions options = small();
    change(options);
    const Result<Rgb8Image> image = draw_view(world, "height", options);
    return image ? std::string("none") : image.error().path;
  };
  EXPECT_EQ(path_of([](ViewOptions&) {}), "none");
  EXPECT_EQ(path_of([](ViewOptions& o) { o.width = 0; }), "size");
  EXPECT_EQ(path_of([](ViewOptions& o) { o.samples = 0; }), "samples");
  EXPECT_EQ(path_of([](ViewOptions& o) { o.haze = -1; }), "haze");
  EXPECT_EQ(path_of([](ViewOptions& o) { o.exaggeration = std::nan(""); }), "exaggeration");
  EXPECT_EQ(path_of([](ViewOptions& o) { o.fov = 170; }), "fov");
  EXPECT_EQ(path_of([](ViewOptions& o) { o.sun_elevation = 0; }), "sun");
  EXPECT_EQ(path_of([](ViewOptions& o) { o.pitch = 90; }), "pitch");
  EXPECT_EQ(path_of([](ViewOptions& o) { o.eye = ViewPlace{std::nan(""), 0}; }), "eye");
  EXPECT_EQ(draw_view(world, "hieght", small()).error().path, "layer");
}

TEST(View, WorldsThatCannotBeSeenAreRefused) {
  Surface sphere(*CubeSphere::make({.resolution = 8}, Seed{1}));
  ASSERT_TRUE(sphere.add_layer({.name = "height", .unit = "m"}));
  const Result<Rgb8Image> image = draw_view(sphere, "height", small());
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().code, ErrorCode::unsupported);
  const Surface holes = torus(16, 20, [](int c, int) { return c == 3 ? std::nanf("") : 1.0F; });
  EXPECT_EQ(draw_view(holes, "height", small()).error().path, "layer");
  CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(draw_view(torus(16, 20, hills), "height", small(), {.cancel = &cancel}).error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace craton
