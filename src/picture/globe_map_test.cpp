#include "picture/globe_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include <craton/picture/layer_picture.h>

namespace craton {
namespace {

using picture::GlobeMap;

constexpr Projection all_globes[] = {Projection::equirectangular, Projection::orthographic, Projection::mollweide,
                                     Projection::robinson,        Projection::equal_earth,  Projection::mercator};

CubeSphere small_sphere() { return *CubeSphere::make({.resolution = 12}, Seed{3}); }

TEST(GlobeMap, SpotsAndDirectionsAreEachOthersInverse) {
  for (const Projection projection : all_globes) {
    const bool square = projection == Projection::orthographic || projection == Projection::mercator;
    const GridSize size{300, square ? 300U : 150U};
    const GlobeMap map(projection, size, {37, -120});
    int inside = 0;
    for (double y = 0.5; y < size.height; y += 7)
      for (double x = 0.5; x < size.width; x += 7) {
        const std::optional<Vec3d> direction = map.direction({x, y});
        if (!direction) continue;
        ++inside;
        EXPECT_NEAR(std::hypot(direction->x, direction->y, direction->z), 1, 1e-12);
        const std::optional<GlobeMap::Spot> back = map.spot(*direction);
        ASSERT_TRUE(back);
        EXPECT_NEAR(back->x, x, 1e-4);
        EXPECT_NEAR(back->y, y, 1e-4);
      }
    EXPECT_GT(inside, 500);
    EXPECT_EQ(map.direction({0.5, 0.5}).has_value(),
              projection == Projection::equirectangular || projection == Projection::mercator);
  }
}

TEST(GlobeMap, TheCentreIsInTheMiddleAndTheFarSideIsHidden) {
  const GlobeMap globe(Projection::orthographic, {201, 201}, {30, 70});
  const Vec3d centre = direction_of(LatLon{30, 70});
  const std::optional<GlobeMap::Spot> middle = globe.spot(centre);
  ASSERT_TRUE(middle);
  EXPECT_NEAR(middle->x, 100.5, 1e-9);
  EXPECT_NEAR(middle->y, 100.5, 1e-9);
  EXPECT_FALSE(globe.spot({-centre.x, -centre.y, -centre.z}));
  // North is up, east is right.
  EXPECT_LT(globe.spot(direction_of(LatLon{40, 70}))->y, 100);
  EXPECT_GT(globe.spot(direction_of(LatLon{30, 80}))->x, 101);
}

TEST(GlobeMap, RobinsonIsThatOfItsTable) {
  const GlobeMap map(Projection::robinson, {1000, 507}, {});
  const GlobeMap::Spot middle = *map.spot({1, 0, 0}), east = *map.spot(direction_of(LatLon{0, 179.999})),
                       north = *map.spot({0, 0, 1});
  const double half = east.x - middle.x;
  EXPECT_NEAR((middle.y - north.y) / half, 0.5072, 1e-4);
  const GlobeMap::Spot at = *map.spot(direction_of(LatLon{60, 90}));
  EXPECT_NEAR((at.x - middle.x) / half, 0.5 * 0.7986, 1e-4);
  EXPECT_NEAR((middle.y - at.y) / half, 0.5072 * 0.7346, 1e-4);
}

TEST(GlobeMap, MercatorKeepsDirections) {
  const GlobeMap map(Projection::mercator, {1000, 1000}, {});
  for (const double latitude : {-80.0, -45.0, 0.0, 60.0, 84.0}) {
    const GlobeMap::Spot at = *map.spot(direction_of(LatLon{latitude, 20})),
                         east = *map.spot(direction_of(LatLon{latitude, 20.01})),
                         north = *map.spot(direction_of(LatLon{latitude + 0.01, 20}));
    const double shrinks = std::cos((latitude + 0.005) * 3.14159265358979 / 180);
    EXPECT_NEAR((at.y - north.y) * shrinks, east.x - at.x, 1e-5) << latitude;  // the same scale to the north and to the east
  }
  EXPECT_FALSE(map.spot(direction_of(LatLon{85.1, 0})));
  EXPECT_NEAR(map.spot(direction_of(LatLon{85.05, 0}))->y, 0, 0.1);
  EXPECT_TRUE(map.direction({0.5, 0.5}));
}

class GlobeMapAreas : public testing::TestWithParam<Projection> {};
INSTANTIATE_TEST_SUITE_P(Equal, GlobeMapAreas, testing::Values(Projection::mollweide, Projection::equal_earth));

TEST_P(GlobeMapAreas, AreasAreAsTheyAre) {
  const GlobeMap map(GetParam(), {800, 400}, {});
  double all = 0, cap = 0, half = 0;
  for (std::uint32_t y = 0; y < 400; ++y)
    for (std::uint32_t x = 0; x < 800; ++x)
      if (const std::optional<Vec3d> at = map.direction({x + 0.5, y + 0.5})) {
        ++all;
        cap += at->z > 0.5;
        half += at->x > 0;
      }
  EXPECT_NEAR(cap / all, 0.25, 0.003);
  EXPECT_NEAR(half / all, 0.5, 0.003);
}

/// Land in the north, sea in the south.
Surface two_halves() {
  Surface surface{Domain(small_sphere())};
  const Result<Layer*> layer = surface.add_layer({.name = "half", .type = LayerType::category, .categories = {"south", "north"}});
  const CubeSphere& sphere = std::get<CubeSphere>(surface.domain());
  for (Cell c = 0; c < sphere.cell_count(); ++c) (*layer)->categories()[c] = sphere.direction(c).z > 0 ? 1 : 0;
  return surface;
}

TEST(GlobeMap, PicturesOfLayersAreSeenFromWhereItIsAsked) {
  const Surface surface = two_halves();
  LayerPictureOptions options{.size = {120, 120}, .projection = Projection::orthographic, .centre = {90, 0}};
  const Result<Rgb8Image> north = picture_of_layer(surface.domain(), *surface.layer("half"), options);
  ASSERT_TRUE(north) << north.error().to_string();
  EXPECT_EQ(north->at(60, 60), category_colour(1));
  options.centre = {-90, 0};
  const Result<Rgb8Image> south = picture_of_layer(surface.domain(), *surface.layer("half"), options, {.threads = 1});
  EXPECT_EQ(south->at(60, 60), category_colour(0));
  EXPECT_EQ(north->at(0, 0), south->at(0, 0));  // the page
  EXPECT_EQ(*south, *picture_of_layer(surface.domain(), *surface.layer("half"), options, {.threads = 3}));
  options = {.size = {200, 100}, .projection = Projection::mollweide};
  const Result<Rgb8Image> ellipse = picture_of_layer(surface.domain(), *surface.layer("half"), options);
  ASSERT_TRUE(ellipse);
  EXPECT_EQ(ellipse->at(100, 20), category_colour(1));
  EXPECT_EQ(ellipse->at(100, 80), category_colour(0));
}

TEST(GlobeMap, WhatIsNoPlaceIsRefused) {
  const Surface surface = two_halves();
  LayerPictureOptions options{.projection = Projection::orthographic, .centre = {91, 0}};
  EXPECT_EQ(picture_of_layer(surface.domain(), *surface.layer("half"), options).error().path, "centre");
  options = {.centre = {10, 0}};
  EXPECT_EQ(picture_of_layer(surface.domain(), *surface.layer("half"), options).error().path, "centre");
  EXPECT_FALSE(raster_of_cells(surface.domain(), {10, 10}, Projection::orthographic));
}

}  // namespace
}  // namespace craton
