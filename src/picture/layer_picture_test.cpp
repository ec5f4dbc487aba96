#include <craton/picture/layer_picture.h>

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <tuple>

#include <craton/noise/noise.h>

namespace craton {
namespace {

Domain torus(int width, int height) {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{width});
  spec.params.set("height", std::int64_t{height});
  return *make_domain(spec, Seed{7}, 0, "");
}

bool bluish(Rgb8 c) { return c.b > c.r && c.b > c.g; }

Result<Rgb8Image> picture_of(int width, int height, const std::vector<float>& values, std::string unit = "m",
                             double strength = 1) {
  Layer layer({.name = "height", .unit = std::move(unit)}, values.size());
  std::copy(values.begin(), values.end(), layer.numbers().begin());
  return picture_of_layer(torus(width, height), layer, {.relief = {.strength = strength}});
}

TEST(LayerPicture, SeaIsBlueAndLandIsNot) {
  std::vector<float> values(16 * 8);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = i % 16 < 8 ? -0.001F - static_cast<float>(i % 8) * 700 : static_cast<float>(i % 8) * 300;
  const Result<Rgb8Image> image = picture_of(16, 8, values, "m", 0);  // shadows are a little blue
  ASSERT_TRUE(image) << image.error().to_string();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % 8 == 0 || i % 8 == 7) continue;  // the coast's own pixels are a mixture
    EXPECT_EQ(bluish(image->pixels[i]), values[i] < 0) << values[i];
  }
}

TEST(LayerPicture, WorldsOfLandOrSeaAloneKeepTheirColours) {
  std::vector<float> values(64);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 800 + static_cast<float>(i);
  const Result<Rgb8Image> land = picture_of(8, 8, values, "m", 0);
  ASSERT_TRUE(land);
  for (const Rgb8 pixel : land->pixels) EXPECT_FALSE(bluish(pixel));
  EXPECT_NE(land->pixels.front(), land->pixels.back());
  for (float& value : values) value = -value;
  const Result<Rgb8Image> sea = picture_of(8, 8, values, "m", 0);
  ASSERT_TRUE(sea);
  for (const Rgb8 pixel : sea->pixels) EXPECT_TRUE(bluish(pixel));
}

TEST(LayerPicture, OtherNumbersFillTheRampAndHolesArePale) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Result<Rgb8Image> image = picture_of(3, 3, {nan, 0, 0.5F, 1, 0, 0, 0, 0, 0}, "");
  ASSERT_TRUE(image);
  const auto near = [](Rgb8 a, Rgb8 b) {
    return std::abs(a.r - b.r) <= 1 && std::abs(a.g - b.g) <= 1 && std::abs(a.b - b.b) <= 1;
  };
  EXPECT_TRUE(near(image->pixels[1], {0x44, 0x01, 0x54}));  // the ends of viridis
  EXPECT_TRUE(near(image->pixels[3], {0xfd, 0xe7, 0x25}));
  EXPECT_GT(image->pixels[0].r, 200);
  EXPECT_GT(image->pixels[0].b, 200);
}

/// A window onto endless hills with a climate, and its picture.
Rgb8Image window_onto_hills(std::int64_t column, std::int64_t row, MapStyle style, const ReliefOptions& relief) {
  constexpr std::uint32_t side = 704;
  DomainSpec spec{.kind = "plane"};
  spec.params.set("width", std::int64_t{side});
  spec.params.set("height", std::int64_t{side});
  spec.params.set("step", 8.0);
  spec.params.set("x", static_cast<double>(column) * 8);
  spec.params.set("y", static_cast<double>(row) * 8);
  Surface surface(*make_domain(spec, Seed{}, 0, ""));
  NoiseSpec simplex{.kind = "simplex"};
  simplex.params.set("frequency", 1.0 / 900);
  NoiseSpec fbm{.kind = "fbm", .inputs = {{"source", simplex}}};
  fbm.params.set("octaves", std::int64_t{6});
  const Noise noise = *Noise::make(fbm, Seed{3});
  const PlaneTile tile = std::get<PlaneTile>(surface.domain());
  const auto add = [&](const char* name, const char* unit, float scale, float offset) {
    Layer* layer = *surface.add_layer({.name = name, .unit = unit});
    EXPECT_TRUE(noise.grid({.origin = tile.origin(), .step = {tile.step(), tile.step()}, .width = side, .height = side},
                           layer->numbers()));
    for (float& value : layer->numbers()) value = value * scale + offset;
  };
  add("height", "m", 900, 200);
  add("temperature", "°C", -20, 8);
  add("rain", "cm/year", 90, 90);
  LayerPictureOptions options{.style = style, .relief = relief};
  options.natural = natural_layers_of(surface);
  const Result<Rgb8Image> image = picture_of_layer(surface.domain(), *surface.layer("height"), options, {.threads = 2});
  EXPECT_TRUE(image) << image.error().to_string();
  return *image;
}

// Nothing is fitted to a window whose pictures are to be joined; where they overlap they agree bit for bit. Without that they do
// not.
TEST(LayerPicture, JoinedWindowsAgree) {
  const auto differing = [](MapStyle style, const ReliefOptions& relief, const ReliefOptions& other) {
    constexpr std::int64_t right = 128, down = 96, far = std::int64_t{1} << 36;
    const Rgb8Image first = window_onto_hills(far, -64, style, relief),
                    second = window_onto_hills(far + right, down - 64, style, other);
    int differ = 0;
    for (std::uint32_t y = joined_margin + down; y < first.height - joined_margin; ++y)
      for (std::uint32_t x = joined_margin + right; x < first.width - joined_margin; ++x)
        differ += !(first.at(x, y) == second.at(x - right, y - down));
    return differ;
  };
  for (const MapStyle style : {MapStyle::natural, MapStyle::relief, MapStyle::tints}) {
    EXPECT_EQ(differing(style, {.joined = true, .seed = 7}, {.joined = true, .seed = 7}), 0) << static_cast<int>(style);
    EXPECT_GT(differing(style, {}, {}), 0) << static_cast<int>(style);
  }
  EXPECT_GT(differing(MapStyle::natural, {.joined = true, .seed = 7}, {.joined = true, .seed = 8}), 1000);
}

TEST(LayerPicture, FlatAndEmptyLayersCanBeDrawn) {
  EXPECT_TRUE(picture_of(4, 4, std::vector<float>(16, 0.0F)));
  EXPECT_TRUE(picture_of(4, 4, std::vector<float>(16, 5.0F), ""));
  EXPECT_TRUE(picture_of(4, 4, std::vector<float>(16, std::numeric_limits<float>::quiet_NaN())));
}

TEST(LayerPicture, ATorusIsLitAcrossItsBorders) {
  // The same map, moved by half its width: the picture moves with it.
  std::vector<float> values(32 * 32), moved(32 * 32);
  for (std::uint32_t y = 0; y < 32; ++y)
    for (std::uint32_t x = 0; x < 32; ++x) {
      const float height = static_cast<float>((x * 7 + y * 13) % 32) * 10 + 1;
      values[y * 32 + x] = height;
      moved[y * 32 + (x + 16) % 32] = height;
    }
  const Result<Rgb8Image> a = picture_of(32, 32, values);
  const Result<Rgb8Image> b = picture_of(32, 32, moved);
  ASSERT_TRUE(a && b);
  for (std::uint32_t y = 0; y < 32; ++y)
    for (std::uint32_t x = 0; x < 32; ++x) {
      // The pattern that hides bands stays where it is, so levels may differ by one or two; the exaggeration by a little.
      EXPECT_NEAR(a->at(x, y).g, b->at((x + 16) % 32, y).g, 4);
    }
}

TEST(LayerPicture, EveryStyleCanBeDrawnOnEveryDomain) {
  DomainSpec sphere{.kind = "sphere"};
  sphere.params.set("resolution", std::int64_t{20});
  const Domain globe = *make_domain(sphere, Seed{7}, 0, ""), map = torus(40, 30);
  for (const Domain* domain : {&globe, &map}) {
    Layer layer({.name = "height", .unit = "m"}, cell_count(*domain));
    for (std::size_t i = 0; i < layer.size(); ++i) layer.numbers()[i] = static_cast<float>(i % 97) * 9 - 300;
    const Layer temperature({.name = "temperature"}, layer.size()), rain({.name = "rain"}, layer.size());
    for (const std::string_view name : map_style_names())
      for (const Projection projection : {Projection::equirectangular, Projection::faces}) {
        LayerPictureOptions options;
        options.projection = projection;
        options.style = *find_map_style(name, "");
        options.natural = {.temperature = &temperature, .rain = &rain};
        const Result<Rgb8Image> image = picture_of_layer(*domain, layer, options);
        ASSERT_TRUE(image) << name << " " << image.error().to_string();
        const GridSize size = natural_size(*domain, projection);
        EXPECT_TRUE(image->width == size.width && image->height == size.height &&
                    image->pixels.size() == std::size_t{size.width} * size.height)
            << name;
        LayerPictureOptions explained = options;
        explained.legend = true;
        EXPECT_GT(picture_of_layer(*domain, layer, explained)->height, size.height);
      }
  }
  EXPECT_EQ(find_map_style("reliev", "--style").error().path, "--style");
}

TEST(LayerPicture, PowersAreEvenOverPowersOfTen) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Layer layer({.name = "catchment", .unit = "m2"}, 9);
  const std::vector<float> values{1, 1000, 1e6F, 0, -5, nan, 1, 1, 1};
  std::copy(values.begin(), values.end(), layer.numbers().begin());
  const Domain map = torus(3, 3);
  LayerPictureOptions options{.style = MapStyle::powers};
  const Rgb8Image image = *picture_of_layer(map, layer, options);
  EXPECT_EQ(image.pixels, picture_of_layer(map, layer, {})->pixels) << "the default for areas";
  for (const std::size_t least : {3u, 4u}) {  // 0 and less count as the smallest above 0; dithering moves a level
    EXPECT_NEAR(image.pixels[least].r, image.pixels[0].r, 1);
    EXPECT_NEAR(image.pixels[least].b, image.pixels[0].b, 1);
  }
  layer.numbers()[1] = 10;  // a sixth of the way, no longer half
  EXPECT_NE(picture_of_layer(map, layer, options)->pixels[1], image.pixels[1]);

  options.range = ToneRange{0, 10};
  EXPECT_EQ(picture_of_layer(map, layer, options).error().path, "range");
  std::fill(layer.numbers().begin(), layer.numbers().end(), -1.0F);
  options.range.reset();
  EXPECT_TRUE(picture_of_layer(map, layer, options));
}

TEST(LayerPicture, OnlyHeightsHaveSlopesAndContours) {
  Layer layer({.name = "mask"}, 16);
  const Result<Rgb8Image> slope = picture_of_layer(torus(4, 4), layer, {.style = MapStyle::slope});
  ASSERT_FALSE(slope);
  EXPECT_EQ(slope.error().path, "style");
  EXPECT_EQ(picture_of_layer(torus(4, 4), layer, {.contours = ContourOptions{}}).error().path, "contours");
  Layer sea({.name = "sea", .type = LayerType::category}, 16);
  EXPECT_EQ(picture_of_layer(torus(4, 4), sea, {.style = MapStyle::relief}).error().path, "style");
}

TEST(LayerPicture, CategoriesAndIntegersHaveColoursOfTheirOwn) {
  std::set<std::tuple<int, int, int>> colours;
  for (int i = 0; i < 256; ++i) {
    const Rgb8 c = category_colour(static_cast<std::uint8_t>(i));
    colours.insert({c.r, c.g, c.b});
  }
  EXPECT_GT(colours.size(), 250u);
  colours.clear();
  for (int i = -500; i < 500; ++i) {
    const Rgb8 c = integer_colour(i);
    colours.insert({c.r, c.g, c.b});
  }
  EXPECT_GT(colours.size(), 990u);

  Layer sea({.name = "sea", .type = LayerType::category}, 9);
  sea.categories()[4] = 1;
  const Result<Rgb8Image> image = picture_of_layer(torus(3, 3), sea);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->pixels[4], category_colour(1));
  EXPECT_EQ(image->pixels[0], category_colour(0));
  const Result<const Ramp*> ramp = find_ramp("viridis", "");
  EXPECT_FALSE(picture_of_layer(torus(3, 3), sea, {.ramp = *ramp}));

  Layer numbers({.name = "plate", .type = LayerType::integer}, 9);
  numbers.integers()[2] = (1 << 24) + 1;
  numbers.integers()[3] = 1 << 24;  // the same as a float
  const Result<Rgb8Image> plates = picture_of_layer(torus(3, 3), numbers);
  ASSERT_TRUE(plates);
  EXPECT_NE(plates->pixels[2], plates->pixels[3]);
}

}  // namespace
}  // namespace craton
