#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "stages/column_test.h"
#include "stages/places/mesh_regions.h"
#include "stages/places/region_finder.h"
#include "stages/stage_test.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::column;
using testing::run_stage;

/// A map of 120 × 60 cells of 1 km, with heights by column and row.
Surface drawn(const std::function<float(int, int)>& height, int width = 120, int rows = 60, const char* wrap = "both") {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{width});
  spec.params.set("height", std::int64_t{rows});
  spec.params.set("step", 1000.0);
  spec.params.set("wrap", std::string(wrap));
  Result<Domain> domain = make_domain(spec, Seed{5}, 0, "/domain");
  EXPECT_TRUE(domain);
  Surface surface(std::move(*domain));
  add_layer(surface, "height", [&](Cell c) { return height(static_cast<int>(c) % width, static_cast<int>(c) / width); });
  return surface;
}

std::size_t count_of(const Surface& surface, const std::string& kind) {
  const auto& kinds = column<std::string>(surface, "regions", "kind");
  return static_cast<std::size_t>(std::count(kinds.begin(), kinds.end(), kind));
}

StageSpec geography() { return {.stage = "geography", .id = "geography"}; }

bool disc(int x, int y, int at_x, int at_y, int radius) {
  return (x - at_x) * (x - at_x) + (y - at_y) * (y - at_y) <= radius * radius;
}

TEST(Geography, LandsAndWaters) {
  // A continent over the border of the map, a large and a small island, and a lake of the continent below the sea.
  Surface surface = drawn([](int x, int y) {
    if (disc(x, y, 4, 30, 2)) return -5.0F;
    const bool land = disc(x, y, 0, 30, 20) || disc(x, y, 120, 30, 20) || disc(x, y, 60, 30, 4) || disc(x, y, 60, 50, 1);
    return land ? 50.0F : -500.0F;
  });
  ASSERT_TRUE(run_stage(surface, geography()));
  EXPECT_EQ(count_of(surface, "continent"), 1U);
  EXPECT_EQ(count_of(surface, "island"), 2U);
  EXPECT_GE(count_of(surface, "ocean"), 1U);
  const std::span<const std::int32_t> region = surface.layer("region")->integers();
  EXPECT_EQ(region[30 * 120 + 10], 1) << "the continent is the first row";
  EXPECT_EQ(region[30 * 120 + 110], 1) << "on both sides of the border";
  EXPECT_NE(region[30 * 120 + 60], region[50 * 120 + 60]);
  const auto& area = column<double>(surface, "regions", "area");
  EXPECT_NEAR(area[0], 3.14159 * 20 * 20 * 1e6, 0.05 * area[0]);
  // Its label lies on it, on the map, and its line runs on beyond the border.
  const Vec3d place = column<Vec3d>(surface, "regions", "place")[0];
  EXPECT_GE(place.x, 0);
  EXPECT_LT(place.x, 120'000);
  const double across = place.x > 60'000 ? place.x - 120'000 : place.x;
  EXPECT_LT(std::abs(across), 12'000);
  const auto& line = column<ObjectColumn::Path>(surface, "regions", "line")[0];
  ASSERT_GE(line.size(), 4U);
  for (std::size_t i = 1; i < line.size(); ++i) EXPECT_LT(length(line[i] - line[i - 1]), 20'000) << "no jump at the border";
}

TEST(Geography, EveryCellOfALandOrWaterHasOneOfItsOwnKind) {
  for (const std::string kind : {"torus", "sphere"}) {
    Surface surface = testing::small_surface(kind);
    add_layer(surface, "height", [](Cell c) { return c / 41 % 2 == 0 || c % 13 < 5 ? -100.0F : 200.0F; });
    StageSpec spec = geography();
    spec.params.set("least", 0.0);
    ASSERT_TRUE(run_stage(surface, spec));
    const auto& group = column<std::string>(surface, "regions", "group");
    const std::span<const std::int32_t> region = surface.layer("region")->integers();
    const std::span<const float> height = surface.layer("height")->numbers();
    for (Cell c = 0; c < region.size(); ++c) {
      ASSERT_GE(region[c], 1) << kind;
      ASSERT_LE(static_cast<std::size_t>(region[c]), group.size());
      ASSERT_EQ(group[static_cast<std::size_t>(region[c] - 1)], height[c] >= 0 ? "land" : "water") << kind << " " << c;
    }
  }
}

TEST(Geography, SeasPartAtStraitsAndBaysHaveMouths) {
  // Two basins joined by a strait, in land; and a bay with a narrow mouth at the western one.
  Surface surface = drawn([](int x, int y) {
    const bool west = x > 5 && x < 50 && y > 5 && y<54, east = x> 65 && x < 112 && y > 5 && y < 54;
    const bool strait = y >= 29 && y <= 30 && x >= 50 && x <= 65;
    return west || east || strait ? -300.0F : 20.0F;
  });
  ASSERT_TRUE(run_stage(surface, geography()));
  const std::span<const std::int32_t> region = surface.layer("region")->integers();
  EXPECT_NE(region[30 * 120 + 20], region[30 * 120 + 90]);
  EXPECT_EQ(count_of(surface, "ocean"), 2U);
  StageSpec country = geography();
  country.params.set("least_ocean", 1e18);
  ASSERT_TRUE(run_stage(surface, country));
  EXPECT_EQ(count_of(surface, "ocean"), 0U);
  EXPECT_EQ(count_of(surface, "sea"), 2U);

  surface = drawn([](int x, int y) {
    const bool sea = x > 5 && x < 70 && y > 5 && y < 54,
               inlet = disc(x, y, 78, 30, 4) || (x >= 70 && x < 78 && y >= 29 && y <= 31);
    return sea || inlet ? -300.0F : 20.0F;
  });
  StageSpec spec = geography();
  spec.params.set("gulf", 0.2);
  ASSERT_TRUE(run_stage(surface, spec));
  EXPECT_EQ(count_of(surface, "gulf") + count_of(surface, "bay"), 1U);
  const auto numbers = surface.layer("region")->integers();
  EXPECT_NE(numbers[30 * 120 + 78], numbers[30 * 120 + 30]);
  const std::string kind = column<std::string>(surface, "regions", "kind")[static_cast<std::size_t>(numbers[30 * 120 + 78] - 1)];
  EXPECT_TRUE(kind == "gulf" || kind == "bay") << kind;
}

TEST(Geography, RangesHaveTheirCrestAsLine) {
  // A ridge from west to east on a plain, along row 20.
  Surface surface = drawn([](int x, int y) {
    const float off = static_cast<float>(std::abs(y - 20));
    return x >= 20 && x <= 90 && off < 6 ? 2000 - 300 * off : 100.0F;
  });
  ASSERT_TRUE(run_stage(surface, geography()));
  ASSERT_EQ(count_of(surface, "range"), 1U);
  const auto& kinds = column<std::string>(surface, "regions", "kind");
  const auto row = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), "range") - kinds.begin());
  const auto& line = column<ObjectColumn::Path>(surface, "regions", "line")[row];
  ASSERT_GE(line.size(), 4U);
  for (const Vec3d& point : line) EXPECT_NEAR(point.y, 20'000, 1500);
  EXPECT_GT(column<double>(surface, "regions", "length")[row], 50'000);
  EXPECT_EQ(column<double>(surface, "regions", "height")[row], 2000);
  // Flat ground has none, however its least bumps compare.
  Surface flat = drawn([](int x, int y) { return 50 + static_cast<float>((x * 7 + y * 3) % 20); });
  ASSERT_TRUE(run_stage(flat, geography()));
  EXPECT_EQ(count_of(flat, "range") + count_of(flat, "hills") + count_of(flat, "highlands"), 0U);
}

TEST(Geography, CoversByTheNamesOfBiomes) {
  EXPECT_EQ(cover_of("tropical rain forest"), Cover::jungle);
  EXPECT_EQ(cover_of("temperate rain forest"), Cover::forest);
  EXPECT_EQ(cover_of("taiga"), Cover::forest);
  EXPECT_EQ(cover_of("subtropical desert"), Cover::desert);
  EXPECT_EQ(cover_of("polar desert"), Cover::tundra);
  EXPECT_EQ(cover_of("BWh"), Cover::desert);
  EXPECT_EQ(cover_of("Dfb"), Cover::forest);
  EXPECT_EQ(cover_of("deep sea"), Cover::none);
  EXPECT_EQ(cover_of("sea"), Cover::none);

  Surface surface = drawn([](int, int) { return 10.0F; });
  const Result<Layer*> biome =
      surface.add_layer({.name = "biome", .type = LayerType::category, .categories = {"sea", "oak forest", "stone desert"}});
  ASSERT_TRUE(biome);
  const std::span<std::uint8_t> biomes = (*biome)->categories();
  for (Cell c = 0; c < biomes.size(); ++c) biomes[c] = c % 120 < 60 ? 1 : 2;
  StageSpec spec = geography();
  spec.params.set("biome", std::string("biome"));
  ASSERT_TRUE(run_stage(surface, spec));
  EXPECT_EQ(count_of(surface, "forest"), 1U);
  EXPECT_EQ(count_of(surface, "desert"), 1U);
  spec.params.set("biome", std::string("biomes"));
  EXPECT_EQ(run_stage(surface, spec).error().path, "/stages/0/biome");
}

TEST(Geography, WorldsWithoutLandOrSea) {
  for (const float height : {-100.0F, 100.0F})
    for (const std::string& kind : testing::domain_kinds()) {
      Surface surface = testing::small_surface(kind);
      add_layer(surface, "height", [=](Cell) { return height; });
      ASSERT_TRUE(run_stage(surface, geography())) << kind;
      EXPECT_EQ(surface.objects("regions")->rows(), 1U) << kind;
      EXPECT_EQ(column<std::string>(surface, "regions", "kind")[0], height < 0 ? "ocean" : "continent");
    }
}

TEST(Geography, TheSameAtTwiceTheResolution) {
  const auto height = [](double x, double y) {
    return static_cast<float>(800 * std::sin(x * 6.283185 / 120) * std::sin(y * 6.283185 / 60) + 100);
  };
  Surface coarse = drawn([&](int x, int y) { return height(x, y); });
  Surface fine = drawn([&](int x, int y) { return height(x * 0.5 - 0.25, y * 0.5 - 0.25); }, 240, 120);
  StageSpec spec = geography();
  spec.params.set("mesh", std::int64_t{7200});
  ASSERT_TRUE(run_stage(coarse, spec));
  ASSERT_TRUE(run_stage(fine, spec));
  EXPECT_EQ(column<std::string>(coarse, "regions", "kind"), column<std::string>(fine, "regions", "kind"));
}

TEST(MeshRegions, DistancesAndNecks) {
  const Surface surface = drawn([](int, int) { return 0.0F; }, 40, 20, "none");
  const Result<PlaceMesh> mesh = PlaceMesh::make(surface.domain(), 800);
  ASSERT_TRUE(mesh);
  ASSERT_EQ(mesh->size(), 800U);
  std::vector<bool> shape(800);
  for (int y = 5; y < 15; ++y)
    for (int x = 3; x < 37; ++x) shape[static_cast<std::size_t>(y * 40 + x)] = x < 18 || x > 21 || y == 10;
  const std::vector<double> inside = distance_inside(*mesh, shape);
  EXPECT_EQ(inside[0], 0);
  EXPECT_DOUBLE_EQ(inside[10 * 40 + 3], 1000);
  EXPECT_DOUBLE_EQ(inside[10 * 40 + 5], 3000);
  std::vector<std::uint32_t> numbers;
  EXPECT_EQ(number_parts(*mesh, shape, numbers), 1U);
  EXPECT_EQ(split_at_necks(*mesh, shape, inside, {.neck = 0.6}, numbers), 2U);
  EXPECT_NE(numbers[10 * 40 + 5], numbers[10 * 40 + 35]);
  EXPECT_EQ(numbers[0], 0U);
  EXPECT_EQ(split_at_necks(*mesh, shape, inside, {.neck = 0.1}, numbers), 1U) << "the passage is wide enough";
}

}  // namespace
}  // namespace craton
