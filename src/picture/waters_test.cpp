#include <craton/picture/waters.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <craton/picture/layer_picture.h>

#include "picture/river_lines.h"

namespace craton {
namespace {

constexpr Rgb8 white{255, 255, 255};

Domain domain_of(const char* kind, int width, int height, double step, const char* wrap = "both") {
  DomainSpec spec{.kind = kind};
  spec.params.set("width", std::int64_t{width});
  spec.params.set("height", std::int64_t{height});
  spec.params.set("step", step);
  if (spec.kind == "torus") spec.params.set("wrap", std::string(wrap));
  return *make_domain(spec, Seed{7}, 0, "");
}

struct TestRiver {
  ObjectColumn::Path path;
  double discharge = 1e6, width = 0;
  std::int64_t joins = -1;
};

ObjectTable table_of(const std::vector<TestRiver>& rivers) {
  std::vector<ObjectColumn::Path> paths;
  std::vector<double> discharges, widths;
  std::vector<std::int64_t> joins;
  for (const TestRiver& river : rivers) {
    paths.push_back(river.path);
    discharges.push_back(river.discharge);
    widths.push_back(river.width);
    joins.push_back(river.joins);
  }
  return {
      "rivers",
      "",
      {{"joins", "", "", joins}, {"discharge", "m3/year", "", discharges}, {"width", "m", "", widths}, {"path", "m", "", paths}}};
}

/// A path of many corners.
ObjectColumn::Path straight(Vec3d from, Vec3d to, int corners = 41) {
  ObjectColumn::Path path;
  for (int i = 0; i < corners; ++i) {
    const double share = static_cast<double>(i) / (corners - 1);
    path.push_back({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, from.z + (to.z - from.z) * share});
  }
  return path;
}

/// Black rivers on white land, none too short.
Rgb8Image drawn(const Domain& domain, const Waters& waters, GridSize size, WaterOptions options = {},
                Projection projection = Projection::equirectangular, unsigned threads = 0) {
  Rgb8Image image(size.width, size.height, white);
  const std::vector<float> heights(image.pixels.size(), 100.0F);
  options.river = {0, 0, 0};
  if (options.least_length == 0) options.least_length = 1;
  const Result<void> done =
      draw_waters(image, domain, waters, {heights, size.width, size.height}, projection, options, {.threads = threads});
  EXPECT_TRUE(done) << done.error().to_string();
  return image;
}

double ink(const Rgb8Image& image, std::uint32_t x, std::uint32_t y) { return (255 - image.at(x, y).r) / 255.0; }

double ink_down(const Rgb8Image& image, std::uint32_t x) {
  double sum = 0;
  for (std::uint32_t y = 0; y < image.height; ++y) sum += ink(image, x, y);
  return sum;
}

double ink_across(const Rgb8Image& image, std::uint32_t y) {
  double sum = 0;
  for (std::uint32_t x = 0; x < image.width; ++x) sum += ink(image, x, y);
  return sum;
}

TEST(Waters, ARiverIsWhereItShouldBeAndAsWideAsItsDischarge) {
  // Cells of 10 m, two pixels a cell: the path at y = 205 m is between the rows 41 and 42, because cell 0 is at pixels 0 and 1.
  for (const char* kind : {"torus", "plane"}) {
    const Domain domain = domain_of(kind, 100, 50, 10);
    const ObjectTable rivers = table_of({{.path = straight({105, 205, 30}, {905, 205, 10})}});
    const Rgb8Image image = drawn(domain, {.rivers = &rivers}, {200, 100}, {.width = 4, .least_width = 0.01});
    for (std::uint32_t x = 60; x < 175; ++x) {
      // From nothing at the source to all at the mouth, 4 pixels.
      EXPECT_NEAR(ink_down(image, x), 4 * std::sqrt((x + 0.5 - 22) / 160), 0.1) << kind << x;
      EXPECT_NEAR(ink(image, x, 41), ink(image, x, 42), 0.02) << x;
      for (std::uint32_t y = 0; y < 100; ++y)
        if (y < 38 || y > 45) { ASSERT_EQ(image.at(x, y), white) << x << "," << y; }
    }
    for (std::uint32_t x = 0; x < 200; ++x)
      if (x < 20 || x > 186) { EXPECT_EQ(ink_down(image, x), 0) << x; }
  }
}

TEST(Waters, RiversGrowWhereOthersJoinAndAreNeverThinnerThanAsked) {
  const Domain domain = domain_of("torus", 200, 200, 10);
  const ObjectTable rivers = table_of({{.path = straight({100, 1000, 0}, {1900, 1000, 0}), .discharge = 16e6},
                                       {.path = straight({1000, 100, 0}, {1000, 1000, 0}), .discharge = 12e6, .joins = 0}});
  const Rgb8Image image = drawn(domain, {.rivers = &rivers}, {200, 200}, {.width = 6, .least_width = 1.5});
  EXPECT_NEAR(ink_down(image, 60), 1.5, 0.15);                                         // 1.1 of 16 million: 1.57 pixels
  EXPECT_NEAR(ink_down(image, 120), 6 * std::sqrt((12 + 4 * 110.0 / 180) / 16), 0.2);  // behind the confluence
  EXPECT_NEAR(ink_across(image, 60), 6 * std::sqrt(12 * (50.0 / 90) / 16), 0.2);       // the tributary
}

TEST(Waters, DistributariesAreDrawnAsWideAsTheirShare) {
  const Domain domain = domain_of("torus", 200, 200, 10);
  const ObjectTable rivers = table_of({{.path = straight({100, 1000, 0}, {1900, 1000, 0}), .discharge = 16e6}});
  const ObjectColumn::Path path = straight({1000, 1000, 0}, {1000, 1900, 0}), other = straight({1000, 1450, 0}, {100, 1450, 0});
  const ObjectTable distributaries{"distributaries",
                                   "",
                                   {{"river", "", "", std::vector<std::int64_t>{0, 0}},
                                    {"from", "", "", std::vector<std::int64_t>{-1, 0}},
                                    {"discharge", "m3/year", "", std::vector<double>{4e6, 1e6}},
                                    {"path", "m", "", std::vector<ObjectColumn::Path>{path, other}}}};
  const Waters waters{.rivers = &rivers, .distributaries = &distributaries};
  const Rgb8Image image = drawn(domain, waters, {200, 200}, {.width = 6, .least_width = 0.1});
  EXPECT_NEAR(ink_across(image, 180), 3, 0.1);  // a quarter of the river's water
  EXPECT_NEAR(ink_across(image, 110), 3, 0.1) << "no source: it begins as it goes on";
  double sum = 0;
  for (std::uint32_t y = 130; y < 160; ++y) sum += ink(image, 50, y);
  EXPECT_NEAR(sum, 1.5, 0.1);
}

TEST(Waters, ATrueWidthCountsWhereItIsLarger) {
  const Domain domain = domain_of("torus", 100, 100, 10);
  const ObjectTable rivers = table_of({{.path = straight({50, 500, 0}, {950, 500, 0}), .width = 80}});
  const Rgb8Image image = drawn(domain, {.rivers = &rivers}, {100, 100}, {.width = 2});
  EXPECT_NEAR(ink_down(image, 70), 8 * std::sqrt(65.5 / 90), 0.25);
}

TEST(Waters, ArmsAndOldBendsAreDrawnWithTheirRivers) {
  const Domain domain = domain_of("torus", 100, 100, 10);
  const ObjectTable rivers = table_of({{.path = straight({50, 500, 0}, {950, 500, 0}), .width = 30}});
  const auto beside = [](const char* name, double y) {
    return ObjectTable{name,
                       "",
                       {{"river", "", "", std::vector<std::int64_t>{0}},
                        {"path", "m", "", std::vector<ObjectColumn::Path>{straight({300, y, 5}, {700, y, 5})}}}};
  };
  const ObjectTable oxbows = beside("oxbows", 200), braids = beside("braids", 800);
  const Rgb8Image without = drawn(domain, {.rivers = &rivers}, {100, 100});
  const Rgb8Image with = drawn(domain, {.rivers = &rivers, .oxbows = &oxbows, .braids = &braids}, {100, 100});
  for (const std::uint32_t row : {20U, 80U}) {
    EXPECT_EQ(ink_across(without, row), 0);
    EXPECT_GT(ink_across(with, row), 20);
    EXPECT_EQ(ink(with, 20, row), 0);
  }
  EXPECT_EQ(ink_across(with, 50), ink_across(without, 50));
}

TEST(Waters, MeandersAreNotSmoothedAway) {
  const Domain domain = domain_of("torus", 100, 100, 10);
  ObjectColumn::Path path;  // waves of 6 cells, 2 cells to each side
  for (int i = 0; i <= 320; ++i) path.push_back({100 + 2.5 * i, 500 + 20 * std::sin(i * 2.5 / 60 * 6.2832), 0});
  ObjectTable rivers = table_of({{.path = path}});
  const auto off_the_middle = [&] {
    const Rgb8Image image = drawn(domain, {.rivers = &rivers}, {400, 400}, {.width = 2});
    double sum = 0;
    for (std::uint32_t row = 207; row < 212; ++row) sum += ink_across(image, row);
    return sum;
  };
  const double smoothed = off_the_middle();
  rivers.columns.push_back({"sinuosity", "", "", std::vector<double>{1.6}});
  EXPECT_GT(off_the_middle(), std::max(2 * smoothed, 20.0));
}

TEST(Waters, LinesShowOnBothSidesOfABorder) {
  const Domain domain = domain_of("torus", 100, 100, 10);
  // The same river, whether its path leaves to the west or to the east, by one period or by three.
  const double period = 1000;
  Rgb8Image first;
  for (const double turns : {0.0, -1.0, 3.0}) {
    const ObjectTable rivers =
        table_of({{.path = straight({700 + turns * period, 995, 0}, {1300 + turns * period, 995, 0}), .width = 30}});
    const Rgb8Image image = drawn(domain, {.rivers = &rivers}, {100, 100});
    EXPECT_NEAR(ink_down(image, 99), ink_down(image, 0), 0.1);
    EXPECT_GT(ink_down(image, 20), 2);
    EXPECT_EQ(ink_down(image, 50), 0);
    EXPECT_GT(ink_across(image, 0), 20);  // it is 3 pixels wide, and lies on the last row and the first
    EXPECT_GT(ink_across(image, 99), 20);
    if (turns == 0)
      first = image;
    else
      EXPECT_TRUE(image == first) << turns;
  }
  // A map with borders has nothing on its other side.
  const Domain bordered = domain_of("torus", 100, 100, 10, "none");
  const ObjectTable rivers = table_of({{.path = straight({700, 500, 0}, {1300, 500, 0}), .width = 30}});
  const Rgb8Image image = drawn(bordered, {.rivers = &rivers}, {100, 100});
  EXPECT_GT(ink_down(image, 98), 1);
  EXPECT_EQ(ink_down(image, 1), 0);
}

Domain small_sphere() {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", std::int64_t{64});
  spec.params.set("radius", 100'000.0);
  return *make_domain(spec, Seed{7}, 0, "");
}

ObjectColumn::Path along_globe(LatLon from, LatLon to) {
  ObjectColumn::Path path;
  for (int i = 0; i <= 60; ++i) {
    const double share = i / 60.0;
    const Vec3d out = direction_of(
        LatLon{from.latitude + (to.latitude - from.latitude) * share, from.longitude + (to.longitude - from.longitude) * share});
    path.push_back({out.x * 100'000, out.y * 100'000, out.z * 100'000});
  }
  return path;
}

TEST(Waters, LinesCrossTheEdgeOfAGlobe) {
  const Domain sphere = small_sphere();
  const ObjectTable rivers = table_of({{.path = along_globe({20, 160}, {20, 200})}});
  const Rgb8Image image = drawn(sphere, {.rivers = &rivers}, {256, 128}, {.width = 3});
  const auto row = static_cast<std::uint32_t>((90 - 20) / 180.0 * 128);
  EXPECT_GT(ink(image, 250, row), 0.5);
  EXPECT_GT(ink(image, 255, row) + ink(image, 255, row - 1), 0.5);
  EXPECT_GT(ink(image, 0, row) + ink(image, 0, row - 1), 0.5);
  EXPECT_GT(ink(image, 8, row), 0.5);
  for (std::uint32_t x = 20; x < 236; ++x) ASSERT_EQ(ink_down(image, x), 0) << x;  // and no line across the whole map
}

TEST(Waters, LinesGoFromFaceToFace) {
  const Domain sphere = small_sphere();
  // From the middle of the front to the middle of the right face, along the equator.
  const ObjectTable rivers = table_of({{.path = along_globe({0, 0}, {0, 90})}});
  const Rgb8Image image = drawn(sphere, {.rivers = &rivers}, {64, 384}, {.width = 3}, Projection::faces);
  for (std::uint32_t y = 0; y < 384; ++y) {
    const bool near = (y > 28 && y < 36) || (y > 92 && y < 100);
    if (!near) { ASSERT_EQ(ink_across(image, y), 0) << y; }
  }
  EXPECT_GT(ink(image, 60, 31) + ink(image, 60, 32), 0.8);
  EXPECT_GT(ink(image, 63, 31) + ink(image, 63, 32), 0.8);
  EXPECT_GT(ink(image, 0, 95) + ink(image, 0, 96), 0.8);
  EXPECT_EQ(ink(image, 10, 31), 0);
}

TEST(Waters, RiversEndAtTheCoastAndUnderLakes) {
  const Domain domain = domain_of("torus", 100, 100, 10);
  const ObjectTable rivers = table_of({{.path = straight({100, 500, 0}, {900, 500, 0}), .width = 30}});
  Rgb8Image image(100, 100, white);
  std::vector<float> heights(100 * 100);
  Layer depth({.name = "lake_depth", .unit = "m"}, heights.size());
  for (std::size_t i = 0; i < heights.size(); ++i) {
    heights[i] = 755 - 10 * static_cast<float>(i % 100);  // the coast is between columns 75 and 76
    const double x = static_cast<double>(i % 100) - 40, y = static_cast<double>(i / 100) - 50;
    if (x * x + y * y < 100) depth.numbers()[i] = 20;
  }
  const WaterOptions options{.river = {0, 0, 0}, .shallow = {0, 255, 0}, .deep = {0, 255, 0}, .shore = {0, 255, 0}};
  ASSERT_TRUE(draw_waters(image, domain, {.rivers = &rivers, .lake_depth = &depth}, {heights, 100, 100}, {}, options));
  for (std::uint32_t x = 77; x < 100; ++x)
    for (std::uint32_t y = 0; y < 100; ++y) ASSERT_EQ(image.at(x, y), white) << x << "," << y;
  EXPECT_LT(image.at(73, 50).r, 40);
  double green = 0;
  for (std::uint32_t y = 0; y < 100; ++y)
    for (std::uint32_t x = 25; x < 55; ++x) {
      const Rgb8 pixel = image.at(x, y);
      const double away = std::hypot(x - 40.0, y - 50.0);
      if (away < 8.5) { EXPECT_EQ(pixel, (Rgb8{0, 255, 0})) << x << "," << y; }
      if (away > 12 && std::abs(y - 50.0) > 4) { EXPECT_EQ(pixel, white) << x << "," << y; }
      if (std::abs(y - 50.0) > 4) green += (255 - pixel.r) / 255.0;
    }
  EXPECT_NEAR(green, std::numbers::pi * 100 - 9 * 20, 14);  // the circle less the rows of the river
}

TEST(Waters, LakesAreDarkerWhereDeeperAndKeepTheirAreaOnSmallMaps) {
  const Domain domain = domain_of("torus", 120, 120, 10);
  Layer depth({.name = "lake_depth", .unit = "m"}, 120 * 120);
  double cells = 0;
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const double away = std::hypot(static_cast<double>(i % 120) - 60, static_cast<double>(i / 120) - 60);
    depth.numbers()[i] = static_cast<float>(std::max(40 - away, 0.0));
    cells += away < 40;
  }
  const Waters waters{.lake_depth = &depth};
  const WaterOptions grey{.shallow = {200, 200, 200}, .deep = {50, 50, 50}, .shore = {0, 0, 0}};
  const Rgb8Image full = drawn(domain, waters, {120, 120}, grey);
  for (std::uint32_t x = 62; x < 96; ++x) EXPECT_GE(full.at(x, 60).r + 2, full.at(x - 1, 60).r) << x;
  EXPECT_LT(full.at(60, 60).r, 70);
  EXPECT_GT(full.at(95, 60).r, 120);
  const WaterOptions black{.shallow = {0, 0, 0}, .deep = {0, 0, 0}, .shore = {0, 0, 0}};
  for (const std::uint32_t side : {40u, 120u, 360u}) {
    const Rgb8Image image = drawn(domain, waters, {side, side}, black);
    double sum = 0;
    for (std::uint32_t y = 0; y < side; ++y) sum += ink_across(image, y);
    EXPECT_NEAR(sum * (120.0 / side) * (120.0 / side), cells, cells * 0.04) << side;
  }
}

TEST(Waters, SmallLakesFadeOnSmallMaps) {
  const Domain domain = domain_of("torus", 160, 160, 10);
  Layer depth({.name = "lake_depth", .unit = "m"}, 160 * 160);
  Layer number({.name = "lake", .type = LayerType::integer}, depth.size());
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const std::size_t x = i % 160, y = i / 160;
    if (x >= 20 && x < 60 && y >= 20 && y < 60) number.integers()[i] = 1;
    if (x >= 100 && x < 108 && y >= 100 && y < 108) number.integers()[i] = 2;
    if (number.integers()[i] > 0) depth.numbers()[i] = 5;
  }
  const ObjectTable lakes{"lakes", "", {{"area", "m2", "", std::vector<double>{160'000, 6'400}}}};
  const Waters waters{.lake_depth = &depth, .lakes = &lakes, .lake = &number};
  const auto ink_at = [&](std::uint32_t side, std::uint32_t x) {
    return ink(drawn(domain, waters, {side, side}, {.least_lake = 10, .shallow = {0, 0, 0}, .deep = {0, 0, 0}}), x * side / 160,
               x * side / 160);
  };
  EXPECT_GT(ink_at(160, 40), 0.9);
  EXPECT_GT(ink_at(160, 104), 0.9);  // each cell has its pixel: all that is there is drawn
  EXPECT_GT(ink_at(40, 40), 0.9);
  EXPECT_EQ(ink_at(40, 104), 0);  // 4 square pixels
}

TEST(Waters, SmallRiversFadeOnSmallMapsUnlessALongerOneRunsIntoThem) {
  const Domain domain = domain_of("torus", 400, 400, 10);
  const ObjectTable rivers = table_of({{.path = straight({500, 1000, 0}, {700, 1000, 0})},
                                       {.path = straight({500, 3000, 0}, {700, 3000, 0})},
                                       {.path = straight({500, 2000, 0}, {500, 3000, 0}), .joins = 1}});
  const auto ink_in = [](const Rgb8Image& image, double from, double to) {
    double sum = 0;
    for (auto y = static_cast<std::uint32_t>(image.height * from); y < static_cast<std::uint32_t>(image.height * to); ++y)
      sum += ink_across(image, y);
    return sum;
  };
  const Rgb8Image large = drawn(domain, {.rivers = &rivers}, {800, 800}, {.least_length = 16});
  const Rgb8Image small = drawn(domain, {.rivers = &rivers}, {100, 100}, {.least_length = 16});
  EXPECT_GT(ink_in(large, 0.2, 0.3), 10);
  EXPECT_EQ(ink_in(small, 0.2, 0.3), 0);
  EXPECT_GT(ink_in(small, 0.74, 0.77), 2);
}

TEST(Waters, TributariesEndOnTheLineOfTheirTrunk) {
  // A trunk that zigzags is made straight; its tributary follows.
  const Domain domain = domain_of("torus", 400, 400, 10);
  ObjectColumn::Path zigzag;
  for (int i = 0; i < 81; ++i) zigzag.push_back({200.0 + 40 * i, 2000.0 + (i % 2 ? 20.0 : 0.0), 0});
  const ObjectTable rivers = table_of({{.path = zigzag}, {.path = straight({200 + 40 * 41, 500, 0}, zigzag[41]), .joins = 0}});
  const Result<std::vector<picture::RiverLine>> lines = picture::river_lines(domain, {.rivers = &rivers}, 40, 100, {}, {});
  ASSERT_TRUE(lines && lines->size() == 2);
  double least = 1e9;
  for (const Vec3d& place : (*lines)[0].places)
    if (std::abs(place.x - (*lines)[1].places.back().x) < 40)
      least = std::min(least, std::abs(place.y - (*lines)[1].places.back().y));
  EXPECT_LT(least, 1);
  for (std::size_t i = 10; i + 10 < (*lines)[0].places.size(); ++i) EXPECT_NEAR((*lines)[0].places[i].y, 2010, 3);
  for (std::size_t i = 1; i < (*lines)[0].widths.size(); ++i) EXPECT_GE((*lines)[0].widths[i] + 1e-9, (*lines)[0].widths[i - 1]);
}

TEST(Waters, NoWatersNoChangeAndTheSameForAnyNumberOfThreads) {
  const Domain domain = domain_of("torus", 100, 100, 10);
  const Rgb8Image empty(100, 100, white);
  EXPECT_TRUE(drawn(domain, {}, {100, 100}) == empty);
  const ObjectTable none = table_of({});
  const Layer dry({.name = "lake_depth"}, 100 * 100);
  EXPECT_TRUE(drawn(domain, {.rivers = &none, .lake_depth = &dry}, {100, 100}) == empty);

  std::vector<TestRiver> many;
  for (int i = 0; i < 40; ++i)
    many.push_back({.path = straight({i * 71.3, i * 39.1, 0}, {i * 50.1 + 400, i * 93.7 + 300, 0}), .discharge = 1e5 * i});
  const ObjectTable rivers = table_of(many);
  Layer lakes({.name = "lake_depth"}, 100 * 100);
  for (std::size_t i = 0; i < lakes.size(); ++i) lakes.numbers()[i] = static_cast<float>(i * 7919 % 13 == 0 ? i % 50 : 0);
  const Waters waters{.rivers = &rivers, .lake_depth = &lakes};
  EXPECT_TRUE(drawn(domain, waters, {300, 300}, {}, {}, 1) == drawn(domain, waters, {300, 300}, {}, {}, 2));
}

TEST(Waters, MapsOfHeightsShowThemAndOthersDoNot) {
  Surface surface(domain_of("torus", 64, 64, 10));
  Layer& height = **surface.add_layer({.name = "height", .unit = "m"});
  Layer& depth = **surface.add_layer({.name = "lake_depth", .unit = "m"});
  for (std::size_t i = 0; i < height.size(); ++i) {
    height.numbers()[i] = static_cast<float>(i % 64) * 5 + 1;
    depth.numbers()[i] = i / 64 > 40 && i / 64 < 50 && i % 64 > 20 && i % 64 < 30 ? 5.0F : 0.0F;
  }
  ASSERT_TRUE(surface.set_objects(table_of({{.path = straight({600, 200, 0}, {50, 200, 0}), .width = 30}})));
  const Waters waters = waters_of(surface);
  EXPECT_TRUE(waters.rivers && waters.lake_depth == &depth && waters.height == &height && !waters.discharge);
  for (const std::string_view name : {"relief", "tints", "contours", "slope", "curvature", "plain"}) {
    const LayerPictureOptions dry{.style = *find_map_style(name, "")};
    LayerPictureOptions wet = dry;
    wet.waters = waters;
    const Rgb8Image before = *picture_of_layer(surface.domain(), height, dry);
    const Rgb8Image after = *picture_of_layer(surface.domain(), height, wet);
    const bool map = name == "relief" || name == "tints" || name == "contours";
    EXPECT_EQ(after.at(20, 20) == wet.water.river, map) << name;
    EXPECT_EQ(after.at(25, 45) != before.at(25, 45), map) << name;
    EXPECT_EQ(after.at(50, 60), before.at(50, 60)) << name;
    wet.legend = true;
    const LayerPictureOptions explained{.style = dry.style, .legend = true};
    EXPECT_EQ(
        picture_of_layer(surface.domain(), height, wet)->height > picture_of_layer(surface.domain(), height, explained)->height,
        map);
  }
}

TEST(Waters, BadInputIsRefused) {
  const Domain domain = domain_of("torus", 10, 10, 10);
  const ObjectTable rivers = table_of({{.path = straight({0, 0, 0}, {50, 50, 0})}});
  ObjectTable other = rivers;
  other.columns.pop_back();
  Rgb8Image image(10, 10, white);
  const std::vector<float> heights(100);
  EXPECT_FALSE(draw_waters(image, domain, {.rivers = &other}, {heights, 10, 10}));
  EXPECT_FALSE(draw_waters(image, domain, {.rivers = &rivers}, {heights, 20, 5}));
  EXPECT_FALSE(draw_waters(image, domain, {.rivers = &rivers}, {heights, 10, 10}, {}, {.width = -1}));
  // Paths of one corner, or none, and rows that join what is not there show nothing.
  const ObjectTable odd =
      table_of({{.path = {}}, {.path = {{5, 5, 0}}, .joins = 0}, {.path = {{5, 5, 0}, {5, 5, 0}}, .joins = 99}});
  EXPECT_TRUE(draw_waters(image, domain, {.rivers = &odd}, {heights, 10, 10}, {}, {.least_length = 0.001}));
  for (const Rgb8 pixel : image.pixels) EXPECT_EQ(pixel, white);
}

}  // namespace
}  // namespace craton
