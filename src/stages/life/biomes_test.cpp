#include <gtest/gtest.h>

#include <set>

#include <craton/base/tables.h>
#include <craton/stages/whittaker.h>

#include "stages/life/koppen.h"
#include "stages/stage_test.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::run_stage;
using testing::small_surface;

/// From ice to heat along the cells, from drought to rain in turns; every seventh cell is sea.
Surface climates(const std::string& kind) {
  Surface surface = small_surface(kind);
  const Cell count = surface.cell_count();
  const auto warmth = [=](Cell c) { return -30 + 60 * static_cast<float>(c) / static_cast<float>(count); };
  add_layer(surface, "height", [](Cell c) { return c % 7 == 0 ? (c % 2 == 0 ? -3000.0F : -100.0F) : 300.0F; });
  add_layer(surface, "temperature", warmth);
  add_layer(surface, "temperature_warmest", [=](Cell c) { return warmth(c) + 9; });
  add_layer(surface, "temperature_coldest", [=](Cell c) { return warmth(c) - 9; });
  add_layer(surface, "rain", [](Cell c) { return static_cast<float>(c % 41) * 9; });
  add_layer(surface, "rain_summer", [](Cell c) { return static_cast<float>(c % 41) * 5; });
  add_layer(surface, "rain_winter", [](Cell c) { return static_cast<float>(c % 41) * 4; });
  return surface;
}

std::span<const std::uint8_t> classes(const Surface& surface) { return surface.layer("biome")->categories(); }

StageSpec biomes(const std::string& scheme) {
  StageSpec spec{.stage = "biomes", .id = "biomes"};
  spec.params.set("scheme", scheme);
  return spec;
}

TEST(Biomes, WhittakerOfEveryCell) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface surface = climates(kind);
    ASSERT_TRUE(run_stage(surface, {.stage = "biomes", .id = "biomes"}));
    const std::span<const float> t = surface.layer("temperature")->numbers(), r = surface.layer("rain")->numbers();
    EXPECT_EQ(surface.layer("biome")->info().categories.size(), biome_count);
    for (Cell c = 0; c < surface.cell_count(); ++c) {
      const Biome expected = c % 7 == 0     ? (c % 2 == 0 ? Biome::deep_sea : Biome::shelf_sea)
                             : t[c] + 9 < 0 ? Biome::ice
                                            : whittaker_biome(t[c], r[c]);
      ASSERT_EQ(classes(surface)[c], static_cast<std::uint8_t>(expected)) << kind << " " << c;
    }
    EXPECT_EQ(std::set<std::uint8_t>(classes(surface).begin(), classes(surface).end()).size(), biome_count) << "all are there";
  }
}

TEST(Biomes, KoppenOfEveryCell) {
  Surface surface = climates("torus");
  ASSERT_TRUE(run_stage(surface, biomes("koppen")));
  for (Cell c = 0; c < surface.cell_count(); ++c) {
    const auto of = [&](const char* name) { return surface.layer(name)->numbers()[c]; };
    const SeasonalClimate climate{of("temperature"), of("temperature_warmest"), of("temperature_coldest"), of("rain_summer"),
                                  of("rain_winter")};
    const Koppen expected = c % 7 == 0 ? Koppen::sea : koppen_of(koppen_year(climate));
    ASSERT_EQ(classes(surface)[c], static_cast<std::uint8_t>(expected));
  }
  EXPECT_EQ(surface.layer("biome")->info().categories[1], "Af");
}

TEST(Biomes, Holdridge) {
  Surface surface = climates("sphere");
  ASSERT_TRUE(run_stage(surface, biomes("holdridge")));
  EXPECT_EQ(surface.layer("biome")->info().categories.size(), 40U);
  EXPECT_EQ(classes(surface)[0], 0) << "sea";
  EXPECT_EQ(classes(surface)[1], 1) << "ice";
  EXPECT_GE(std::set<std::uint8_t>(classes(surface).begin(), classes(surface).end()).size(), 20U);
}

class OneTable final : public AssetSource, public TableSource {
 public:
  Result<HeightMap> height_map(std::string_view, const RawLayout&) const override { return HeightMap{}; }
  Result<std::uint64_t> fingerprint(std::string_view) const override { return std::uint64_t{1}; }
  Result<BiomeTable> biome_table(std::string_view name) const override {
    if (name != "two.json") return Error{ErrorCode::io, std::string(name), "there is no such file"};
    return BiomeTable{.name = "",
                      .x = {"rain", 0, 500},
                      .y = {quantity, -100, 100},
                      .entries = {{"dry", 0, 100, -100, 100}, {"wet", 100, 500, -100, 100}}};
  }
  Result<PlantTable> plant_table(std::string_view name) const override {
    return Error{ErrorCode::io, std::string(name), "there is no such file"};
  }
  std::string quantity = "temperature";
};

TEST(Biomes, Tables) {
  Surface surface = climates("plane");
  OneTable tables;
  StageSpec spec = biomes("table");
  spec.params.set("table", std::string("two.json"));
  ASSERT_TRUE(run_stage(surface, spec, 1, &tables));
  for (Cell c = 0; c < surface.cell_count(); ++c)
    ASSERT_EQ(classes(surface)[c], c % 7 == 0 ? 0 : surface.layer("rain")->numbers()[c] < 100 ? 1 : 2);

  tables.quantity = "drainage";
  Result<void> made = run_stage(surface, spec, 1, &tables);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().path, "/stages/0/drainage");
  spec.params.set("drainage", std::string("temperature"));
  EXPECT_TRUE(run_stage(surface, spec, 1, &tables));
  spec.params.set("table", std::string("three.json"));
  made = run_stage(surface, spec, 1, &tables);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().path, "/stages/0/table");
  made = run_stage(surface, spec);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::unsupported);
}

TEST(Biomes, MissingLayers) {
  Surface surface = climates("plane");
  StageSpec spec = biomes("whittaker");
  for (const char* name : {"temperature_warmest", "temperature_coldest", "rain_summer", "rain_winter"})
    spec.params.set(name, std::string());
  ASSERT_TRUE(run_stage(surface, spec)) << "Whittaker can do without seasons";
  EXPECT_NE(classes(surface)[1], static_cast<std::uint8_t>(Biome::ice));
  spec.params.set("scheme", std::string("koppen"));
  const Result<void> made = run_stage(surface, spec);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().path, "/stages/0/temperature_warmest");
  surface.remove_layer("rain");
  const Result<void> lacking = run_stage(surface, biomes("whittaker"));
  ASSERT_FALSE(lacking);
  EXPECT_EQ(lacking.error().path, "/stages/0/rain");
}

TEST(Biomes, SecondBiomesForSoftBorders) {
  Surface surface = climates("torus");
  StageSpec spec = biomes("whittaker");
  spec.params.set("second", std::string("second"));
  spec.params.set("share", std::string("share"));
  ASSERT_TRUE(run_stage(surface, spec));
  const std::span<const std::uint8_t> second = surface.layer("second")->categories();
  const std::span<const float> share = surface.layer("share")->numbers();
  std::size_t blended = 0, alone = 0;
  for (Cell c = 0; c < surface.cell_count(); ++c) {
    ASSERT_GE(share[c], 0);
    ASSERT_LE(share[c], 0.5F);
    ASSERT_EQ(share[c] > 0, second[c] != classes(surface)[c]) << "none but itself where nothing is near";
    (share[c] > 0 ? blended : alone) += 1;
  }
  EXPECT_GT(blended, surface.cell_count() / 20);
  EXPECT_GT(alone, surface.cell_count() / 20);
  spec.params.set("scheme", std::string("koppen"));
  EXPECT_EQ(run_stage(surface, spec).error().path, "/stages/0/second");
  spec = biomes("whittaker");
  spec.params.set("share", std::string("share"));
  EXPECT_EQ(run_stage(surface, spec).error().path, "/stages/0/second");
}

TEST(Biomes, RoughnessMovesBordersAlone) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface surface = climates(kind);
    ASSERT_TRUE(run_stage(surface, biomes("whittaker")));
    const std::vector<std::uint8_t> crisp(classes(surface).begin(), classes(surface).end());
    StageSpec spec = biomes("whittaker");
    spec.params.set("roughness", 1.5);
    spec.params.set("roughness_length", kind == "sphere" ? 20'000.0 : 200.0);
    ASSERT_TRUE(run_stage(surface, spec));
    std::size_t changed = 0;
    for (Cell c = 0; c < crisp.size(); ++c) {
      changed += classes(surface)[c] != crisp[c];
      if (c % 7 == 0) { ASSERT_EQ(classes(surface)[c], crisp[c]) << "seas stay"; }
    }
    EXPECT_GT(changed, crisp.size() / 200) << kind;
    EXPECT_LT(changed, crisp.size() / 5) << kind;
    add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.5F; });
    spec.layers = {{"roughness", "mask"}};
    ASSERT_TRUE(run_stage(surface, spec));
    for (Cell c = 0; c < crisp.size(); c += 2) ASSERT_EQ(classes(surface)[c], crisp[c]) << kind;
  }
}

}  // namespace
}  // namespace craton
