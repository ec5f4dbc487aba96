#include <craton/picture/layer_raster.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace craton {
namespace {

Domain domain_of(const std::string& kind, std::initializer_list<std::pair<const char*, std::int64_t>> params,
                 std::uint32_t halo = 0) {
  DomainSpec spec{.kind = kind};
  for (const auto& [name, value] : params) spec.params.set(name, value);
  Result<Domain> domain = make_domain(spec, Seed{7}, halo, "");
  EXPECT_TRUE(domain) << domain.error().to_string();
  return *std::move(domain);
}

std::vector<float> numbered(const Domain& domain) {
  std::vector<float> values(cell_count(domain));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  return values;
}

TEST(LayerRaster, NaturalSizesGiveTheCellsThemselves) {
  const Domain torus = domain_of("torus", {{"width", 7}, {"height", 5}});
  EXPECT_EQ(natural_size(torus), (GridSize{7, 5}));
  const std::vector<float> values = numbered(torus);
  EXPECT_EQ(*raster_of_numbers(torus, values, {7, 5}), values);

  const Domain sphere = domain_of("sphere", {{"resolution", 4}});
  EXPECT_EQ(natural_size(sphere), (GridSize{16, 8}));
  EXPECT_EQ(natural_size(sphere, Projection::faces), (GridSize{4, 24}));
  const std::vector<float> cells = numbered(sphere);
  EXPECT_EQ(*raster_of_numbers(sphere, cells, {4, 24}, Projection::faces), cells);
  const Result<std::vector<Cell>> faces = raster_of_cells(sphere, {4, 24}, Projection::faces);
  ASSERT_TRUE(faces);
  for (Cell cell = 0; cell < faces->size(); ++cell) EXPECT_EQ((*faces)[cell], cell);
}

TEST(LayerRaster, MarginsOfTilesAreLeftOut) {
  const Domain tile = domain_of("plane", {{"width", 3}, {"height", 2}}, 2);
  const std::vector<float> values = numbered(tile);  // 7 × 6 with the margin
  EXPECT_EQ(*raster_of_numbers(tile, values, {3, 2}), (std::vector<float>{16, 17, 18, 23, 24, 25}));
  EXPECT_EQ(*raster_of_cells(tile, {3, 2}), (std::vector<Cell>{16, 17, 18, 23, 24, 25}));
}

TEST(LayerRaster, SmallerRastersAreMeansAndSkipNoCell) {
  const Domain torus = domain_of("torus", {{"width", 6}, {"height", 4}});
  const std::vector<float> values = numbered(torus);
  EXPECT_EQ(*raster_of_numbers(torus, values, {3, 2}), (std::vector<float>{3.5F, 5.5F, 7.5F, 15.5F, 17.5F, 19.5F}));
  EXPECT_EQ(*raster_of_numbers(torus, values, {1, 1}), (std::vector<float>{11.5F}));
}

TEST(LayerRaster, LargerRastersRunStraightBetweenCellsAndAroundATorus) {
  const Domain torus = domain_of("torus", {{"width", 4}, {"height", 3}});
  std::vector<float> values(12);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 4 < 2 ? 0.0F : 8.0F;
  const Result<std::vector<float>> raster = raster_of_numbers(torus, values, {8, 6});
  ASSERT_TRUE(raster);
  // Two samples a cell, at a quarter to both sides of it; the first one lies between column 3 and column 0.
  EXPECT_EQ(std::vector<float>(raster->begin(), raster->begin() + 8), (std::vector<float>{2, 0, 0, 2, 6, 8, 8, 6}));
}

TEST(LayerRaster, GlobesHaveNorthAboveAndZeroLongitudeInTheMiddle) {
  const Domain domain = domain_of("sphere", {{"resolution", 16}});
  const auto& sphere = std::get<CubeSphere>(domain);
  std::vector<float> latitude(sphere.cell_count()), east(sphere.cell_count());
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    latitude[cell] = static_cast<float>(sphere.lat_lon(cell).latitude);
    east[cell] = static_cast<float>(sphere.direction(cell).y);
  }
  const Result<std::vector<float>> rows = raster_of_numbers(domain, latitude, {64, 32});
  const Result<std::vector<float>> columns = raster_of_numbers(domain, east, {64, 32});
  ASSERT_TRUE(rows && columns);
  for (std::uint32_t y = 0; y < 32; ++y)
    for (std::uint32_t x = 0; x < 64; ++x) EXPECT_NEAR((*rows)[y * 64 + x], 90 - (y + 0.5) * 180 / 32, 4);
  EXPECT_NEAR((*columns)[16 * 64 + 48], 1, 0.02);   // 90° east: three quarters to the right
  EXPECT_NEAR((*columns)[16 * 64 + 16], -1, 0.02);  // 90° west
  EXPECT_NEAR((*columns)[16 * 64 + 32], 0, 0.1);
}

TEST(LayerRaster, CellsOfAGlobeAreTheNearest) {
  const Domain domain = domain_of("sphere", {{"resolution", 8}});
  const Result<std::vector<Cell>> cells = raster_of_cells(domain, {96, 48});
  ASSERT_TRUE(cells);
  EXPECT_EQ(std::set<Cell>(cells->begin(), cells->end()).size(), 6u * 8 * 8);
  EXPECT_EQ((*cells)[24 * 96 + 48], std::get<CubeSphere>(domain).nearest(direction_of(LatLon{-1.875, 1.875})));
}

TEST(LayerRaster, TheSameForAnyNumberOfThreads) {
  const Domain domain = domain_of("sphere", {{"resolution", 8}});
  const std::vector<float> values = numbered(domain);
  for (const GridSize size : {GridSize{32, 16}, GridSize{20, 10}, GridSize{100, 50}})
    EXPECT_EQ(*raster_of_numbers(domain, values, size, Projection::equirectangular, {.threads = 1}),
              *raster_of_numbers(domain, values, size, Projection::equirectangular, {.threads = 2}));
}

TEST(LayerRaster, RefusesWhatCannotBe) {
  const Domain domain = domain_of("sphere", {{"resolution", 4}});
  const std::vector<float> values = numbered(domain);
  EXPECT_FALSE(raster_of_numbers(domain, values, {0, 4}));
  EXPECT_FALSE(raster_of_numbers(domain, values, {8, 48}, Projection::faces));
  EXPECT_FALSE(raster_of_cells(domain, {4, 0}));
}

}  // namespace
}  // namespace craton
