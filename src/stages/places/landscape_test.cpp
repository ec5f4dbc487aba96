#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "stages/column_test.h"
#include "stages/places/small_features.h"
#include "stages/stage_test.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::column;
using testing::run_stage;

/// Forest in the west, desert in the east, a strip of sea between them.
Surface two_lands(const std::string& kind) {
  Surface surface = testing::small_surface(kind);
  add_layer(surface, "height",
            [](Cell c) { return c % 75 > 34 && c % 75 < 40 ? -10.0F : 20.0F + static_cast<float>(c % 2) * 0.1F; });
  const Result<Layer*> biome = surface.ensure_layer(
      {.name = "biome", .type = LayerType::category, .unit = {}, .doc = {}, .categories = {"taiga", "sand desert"}});
  EXPECT_TRUE(biome);
  const std::span<std::uint8_t> values = (*biome)->categories();
  for (Cell c = 0; c < values.size(); ++c) values[c] = c % 75 < 37 ? 0 : 1;
  return surface;
}

StageSpec landscape() {
  StageSpec spec{.stage = "landscape", .id = "landscape"};
  spec.params.set("apart", 40.0);
  return spec;
}

TEST(Landscape, EachCoverHasItsOwn) {
  Surface surface = two_lands("torus");
  ObjectColumn::Cells cells;
  for (Cell c = 0; c < 30; ++c) cells.push_back(20 * 75 + c);
  ASSERT_TRUE(surface.set_objects(
      {"rivers",
       "",
       {{"cells", "", "", std::vector<ObjectColumn::Cells>{cells}}, {"order", "", "", std::vector<std::int64_t>{1}}}}));
  ASSERT_TRUE(run_stage(surface, landscape()));
  const auto& kinds = column<std::string>(surface, "landscape", "kind");
  const auto& places = column<Vec3d>(surface, "landscape", "place");
  const std::set<std::string> all(kinds.begin(), kinds.end());
  EXPECT_EQ(all, (std::set<std::string>{"beaver dam", "clearing", "dune", "windthrow"}));
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(kinds[i] == "dune", places[i].x >= 37 * 20.0) << kinds[i];
    if (kinds[i] == "beaver dam") { EXPECT_EQ(places[i].y, 20 * 20.0); }
  }
  const std::span<const float> shares = surface.layer("landscape")->numbers();
  const std::span<const float> height = surface.layer("height")->numbers();
  for (Cell c = 0; c < shares.size(); ++c) {
    ASSERT_GE(shares[c], 0);
    ASSERT_LE(shares[c], 1);
    if (height[c] < 0) { ASSERT_EQ(shares[c], 0); }
  }
}

TEST(Landscape, TrailsRunOverLandFromFeatureToFeature) {
  Surface surface = two_lands("torus");
  StageSpec spec = landscape();
  spec.params.set("apart", 25.0);
  ASSERT_TRUE(run_stage(surface, spec));
  const auto& paths = column<ObjectColumn::Path>(surface, "trails", "path");
  ASSERT_GE(paths.size(), 3U);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    ASSERT_GE(paths[i].size(), 2U);
    for (const Vec3d& point : paths[i]) EXPECT_GT(point.z, 0) << "not through the sea";
    EXPECT_GT(column<double>(surface, "trails", "length")[i], 100);
    EXPECT_NE(column<std::int64_t>(surface, "trails", "from")[i], column<std::int64_t>(surface, "trails", "to")[i]);
  }
  spec.params.set("trails", std::int64_t{2});
  ASSERT_TRUE(run_stage(surface, spec));
  EXPECT_EQ(surface.objects("trails")->rows(), 2U);
}

TEST(Landscape, DensityAndThreads) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface one = two_lands(kind), other = two_lands(kind);
    StageSpec spec = landscape();
    spec.params.set("apart", 0.0);
    ASSERT_TRUE(run_stage(one, spec, 1)) << kind;
    ASSERT_TRUE(run_stage(other, spec, 3)) << kind;
    EXPECT_EQ(*one.objects("landscape"), *other.objects("landscape"));
    EXPECT_EQ(*one.objects("trails"), *other.objects("trails"));
    const std::size_t all = one.objects("landscape")->rows();
    ASSERT_GT(all, 50U);
    spec.params.set("density", 0.2);
    ASSERT_TRUE(run_stage(one, spec));
    EXPECT_LT(one.objects("landscape")->rows(), all / 2);
    spec.params.set("density", 0.0);
    ASSERT_TRUE(run_stage(one, spec));
    EXPECT_EQ(one.objects("landscape")->rows(), 0U);
  }
  Surface bare = testing::small_surface("torus");
  add_layer(bare, "height", [](Cell) { return 1.0F; });
  EXPECT_EQ(run_stage(bare, landscape()).error().path, "/stages/0/biome");
}

}  // namespace
}  // namespace craton
