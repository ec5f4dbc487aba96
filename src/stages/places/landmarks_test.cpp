#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "stages/column_test.h"
#include "stages/places/landmark_finder.h"
#include "stages/places/name_parts.h"
#include "stages/stage_test.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::column;
using testing::run_stage;

void add_biome(Surface& surface, const std::vector<std::string>& names, const std::function<int(Cell)>& of) {
  const Result<Layer*> layer =
      surface.ensure_layer({.name = "biome", .type = LayerType::category, .unit = {}, .doc = {}, .categories = names});
  ASSERT_TRUE(layer);
  const std::span<std::uint8_t> values = (*layer)->categories();
  for (Cell c = 0; c < values.size(); ++c) values[c] = static_cast<std::uint8_t>(of(c));
}

Surface rough(const std::string& kind) {
  Surface surface = testing::small_surface(kind);
  add_layer(surface, "height", [](Cell c) { return static_cast<float>((c * 2654435761U >> 20) % 300) - 40; });
  add_biome(surface, {"sea", "oak forest", "sand desert", "tundra"}, [](Cell c) { return static_cast<int>(c % 3) + 1; });
  return surface;
}

StageSpec landmarks(double apart) {
  StageSpec spec{.stage = "landmarks", .id = "landmarks"};
  spec.params.set("biome", std::string("biome"));
  spec.params.set("apart", apart);
  return spec;
}

double distance_on(const Domain& domain, const Vec3d& a, const Vec3d& b) {
  const Result<PlaceMesh> mesh = PlaceMesh::make(domain, 200);
  return mesh->distance({a.x, a.y, 0}, {b.x, b.y, 0});
}

TEST(Landmarks, KeepTheirDistance) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface surface = rough(kind);
    const double apart = kind == "sphere" ? 15'000 : 120;
    ASSERT_TRUE(run_stage(surface, landmarks(apart)));
    const auto& place = column<Vec3d>(surface, "landmarks", "place");
    ASSERT_GT(place.size(), 20U) << kind;
    for (std::size_t a = 0; a < place.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const double far = kind == "sphere" ? length(place[a] - place[b]) : distance_on(surface.domain(), place[a], place[b]);
        ASSERT_GE(far, apart) << kind;
      }
    const auto& striking = column<double>(surface, "landmarks", "striking");
    EXPECT_TRUE(std::is_sorted(striking.rbegin(), striking.rend()));
    const auto& kinds = column<std::string>(surface, "landmarks", "kind");
    EXPECT_GE(std::set<std::string>(kinds.begin(), kinds.end()).size(), 4U);
    for (const std::string& name : kinds) EXPECT_TRUE(is_place_kind(name)) << name;
  }
}

TEST(Landmarks, DensityThinsThemOut) {
  Surface surface = rough("torus");
  ASSERT_TRUE(run_stage(surface, landmarks(60)));
  const std::size_t all = surface.objects("landmarks")->rows();
  StageSpec spec = landmarks(60);
  spec.params.set("density", 0.2);
  ASSERT_TRUE(run_stage(surface, spec));
  const std::size_t few = surface.objects("landmarks")->rows();
  EXPECT_LT(few, all * 4 / 10);
  EXPECT_GT(few, all / 10);
  add_layer(surface, "mask", [](Cell c) { return c % 75 < 30 ? 1.0F : 0.0F; });
  spec.layers = {{"density", "mask"}};
  ASSERT_TRUE(run_stage(surface, spec));
  for (const Vec3d& place : column<Vec3d>(surface, "landmarks", "place")) EXPECT_LT(place.x, 30 * 20.0);
  spec = landmarks(60);
  spec.params.set("most", std::int64_t{7});
  ASSERT_TRUE(run_stage(surface, spec));
  EXPECT_EQ(surface.objects("landmarks")->rows(), 7U);
}

TEST(Landmarks, EachWhereItMakesSense) {
  // A cone in a plain of grass; a desert in the east with one hollow.
  Surface surface = testing::small_surface("torus");
  const auto far_from = [](Cell c, float x, float y) {
    const float dx = static_cast<float>(c % 75) - x, dy = static_cast<float>(c / 75) - y;
    return std::sqrt(dx * dx + dy * dy);
  };
  add_layer(surface, "height", [&](Cell c) {
    const float cone = std::max(0.0F, 1800 - 600 * far_from(c, 20, 20)), hollow = far_from(c, 60, 20) < 1 ? 30.0F : 0.0F;
    return 100 + cone - hollow + static_cast<float>(c % 3);
  });
  add_biome(surface, {"sea", "grassland", "desert"}, [](Cell c) { return c % 75 < 45 ? 1 : 2; });
  ASSERT_TRUE(run_stage(surface, landmarks(150)));
  const auto& kinds = column<std::string>(surface, "landmarks", "kind");
  const auto& places = column<Vec3d>(surface, "landmarks", "place");
  bool volcano = false;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == "volcano" || kinds[i] == "lone peak") {
      volcano = true;
      EXPECT_NEAR(places[i].x, 400, 1);
      EXPECT_NEAR(places[i].y, 400, 1);
    }
    if (kinds[i] == "oasis") { EXPECT_GE(places[i].x, 45 * 20.0); }
    if (kinds[i] == "big tree") { EXPECT_LT(places[i].x, 45 * 20.0); }
    EXPECT_NE(kinds[i], "waterfall") << "there is no river";
  }
  EXPECT_TRUE(volcano);
}

TEST(Landmarks, VolcanoesWhereALayerTellsThem) {
  Surface surface = rough("torus");
  add_layer(surface, "volcano", [](Cell c) { return c == 75 * 20 + 33 ? 0.9F : 0.0F; });
  surface.layer("height")->numbers()[75 * 20 + 33] = 900;
  StageSpec spec = landmarks(100);
  spec.params.set("volcano", std::string("volcano"));
  ASSERT_TRUE(run_stage(surface, spec));
  const auto& kinds = column<std::string>(surface, "landmarks", "kind");
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), "volcano"), 1);
  EXPECT_EQ(kinds[0], "volcano") << "the most striking";
  EXPECT_EQ(column<Vec3d>(surface, "landmarks", "place")[0].x, 33 * 20.0);
}

TEST(Landmarks, WatersComeFromTheirTables) {
  Surface surface = testing::small_surface("torus");
  add_layer(surface, "height", [](Cell) { return 50.0F; });
  add_biome(surface, {"ice"}, [](Cell) { return 0; });
  const std::vector<Vec3d> at{{200, 200, 50}, {800, 200, 50}, {220, 200, 50}};
  ASSERT_TRUE(
      surface.set_objects({"waterfalls", "", {{"at", "m", "", at}, {"height", "m", "", std::vector<double>{20, 90, 30}}}}));
  ASSERT_TRUE(run_stage(surface, landmarks(150)));
  ASSERT_EQ(surface.objects("landmarks")->rows(), 2U);
  EXPECT_EQ(column<std::int64_t>(surface, "landmarks", "row"), (std::vector<std::int64_t>{1, 2}))
      << "of two that are near the higher";
  EXPECT_EQ(column<std::string>(surface, "landmarks", "table")[0], "waterfalls");
  const StageSpec missing{.stage = "landmarks", .id = "l", .enabled = true, .params = [] {
                            ParamValues values;
                            values.set("lake", std::string("lakes"));
                            return values;
                          }()};
  EXPECT_EQ(run_stage(surface, missing).error().path, "/stages/0/lake");
}

TEST(Landmarks, TheSameForAnyNumberOfThreads) {
  Surface one = rough("sphere"), other = rough("sphere");
  ASSERT_TRUE(run_stage(one, landmarks(9000), 1));
  ASSERT_TRUE(run_stage(other, landmarks(9000), 3));
  EXPECT_EQ(*one.objects("landmarks"), *other.objects("landmarks"));
}

}  // namespace
}  // namespace craton
