#include <gtest/gtest.h>

#include <map>
#include <string>

#include <craton/base/tables.h>
#include <craton/stages/whittaker.h>

#include "stages/stage_test.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::run_stage;
using testing::small_surface;

class Herbs final : public AssetSource, public TableSource {
 public:
  Result<HeightMap> height_map(std::string_view, const RawLayout&) const override { return HeightMap{}; }
  Result<std::uint64_t> fingerprint(std::string_view) const override { return std::uint64_t{1}; }
  Result<BiomeTable> biome_table(std::string_view) const override { return BiomeTable{}; }
  Result<PlantTable> plant_table(std::string_view name) const override {
    if (name != "herbs.json") return Error{ErrorCode::io, std::string(name), "there is no such file"};
    return PlantTable{.name = "", .entries = {{biome, 0.5, {{"sage", 3}, {"thyme", 1}}}}};
  }
  std::string biome = "taiga";
};

Surface of_biome(const std::string& kind, Biome biome, float height = 100) {
  Surface surface = small_surface(kind);
  add_layer(surface, "height", [=](Cell) { return height; });
  const Result<Layer*> layer = surface.add_layer(
      {.name = "biome", .type = LayerType::category, .categories = {biome_names().begin(), biome_names().end()}});
  for (std::uint8_t& each : (*layer)->categories()) each = static_cast<std::uint8_t>(biome);
  return surface;
}

StageSpec vegetation(const std::string& kind) {
  StageSpec spec{.stage = "vegetation", .id = "vegetation"};
  spec.params.set("stand", kind == "sphere" ? 3000.0 : 15.0);
  return spec;
}

TEST(Vegetation, DensityAndSharesAreThoseOfTheTable) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface surface = of_biome(kind, Biome::taiga);
    Herbs herbs;
    StageSpec spec = vegetation(kind);
    spec.params.set("table", std::string("herbs.json"));
    ASSERT_TRUE(run_stage(surface, spec, 1, &herbs));
    const Layer& species = *surface.layer("species");
    EXPECT_EQ(species.info().categories, (std::vector<std::string>{"none", "sage", "thyme"}));
    std::array<double, 3> counts{};
    for (Cell c = 0; c < surface.cell_count(); ++c) {
      ASSERT_EQ(surface.layer("vegetation")->numbers()[c], 0.5F);
      counts[species.categories()[c]] += 1.0 / surface.cell_count();
    }
    EXPECT_EQ(counts[0], 0);
    EXPECT_NEAR(counts[1], 0.75, 0.1) << kind;
    EXPECT_NEAR(counts[2], 0.25, 0.1) << kind;
  }
}

TEST(Vegetation, UsualPlants) {
  for (std::size_t i = 0; i < biome_count; ++i) {
    const auto biome = static_cast<Biome>(i);
    const bool sea = biome == Biome::deep_sea || biome == Biome::shelf_sea;
    Surface surface = of_biome("torus", biome, sea ? -10.0F : 10.0F);
    ASSERT_TRUE(run_stage(surface, vegetation("torus")));
    const float density = surface.layer("vegetation")->numbers()[3];
    const bool bare = i < first_diagram_biome;
    EXPECT_EQ(density > 0, !bare) << biome_names()[i];
    EXPECT_EQ(surface.layer("species")->categories()[3] != 0, !bare) << biome_names()[i];
  }
}

TEST(Vegetation, NothingStandsOnWalls) {
  Surface surface = of_biome("plane", Biome::tropical_rain_forest);
  const std::span<float> height = surface.layer("height")->numbers();
  for (Cell c = 0; c < height.size(); ++c) height[c] = c % 75 < 30 ? 10.0F : 900.0F;
  add_layer(surface, "mask", [](Cell c) { return c % 75 == 60 ? 0.0F : 1.0F; });
  StageSpec spec = vegetation("plane");
  spec.layers = {{"strength", "mask"}};
  ASSERT_TRUE(run_stage(surface, spec));
  const std::span<const float> density = surface.layer("vegetation")->numbers();
  EXPECT_EQ(density[10], 1);
  EXPECT_EQ(density[30], 0);
  EXPECT_EQ(density[60], 0) << "the mask";
  EXPECT_EQ(surface.layer("species")->categories()[60], 0);
}

TEST(Vegetation, Errors) {
  Surface surface = of_biome("plane", Biome::taiga);
  StageSpec spec = vegetation("plane");
  spec.params.set("table", std::string("herbs.json"));
  Result<void> made = run_stage(surface, spec);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().path, "/stages/0/table");
  Herbs herbs;
  herbs.biome = "moon";
  made = run_stage(surface, spec, 1, &herbs);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("names no biome"), std::string::npos);
  spec.params.set("table", std::string("weeds.json"));
  EXPECT_FALSE(run_stage(surface, spec, 1, &herbs));
}

}  // namespace
}  // namespace craton
