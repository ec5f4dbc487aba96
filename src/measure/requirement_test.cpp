#include <craton/measure/requirement.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "measure/pieces.h"

namespace craton {
namespace {

/// A map of 40 × 20 cells of 10 m: two continents, two islands, a range on each continent.
Surface sample_world() {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{40});
  spec.params.set("height", std::int64_t{20});
  spec.params.set("step", 10.0);
  Surface surface(*make_domain(spec, Seed{1}, 0, ""));
  const std::span<float> height = (*surface.add_layer({.name = "height", .unit = "m"}))->numbers();
  std::fill(height.begin(), height.end(), -100.0F);
  const auto raise = [&](Cell x0, Cell x1, Cell y0, Cell y1, float to) {
    for (Cell y = y0; y <= y1; ++y)
      for (Cell x = x0; x <= x1; ++x) height[y * 40 + x] = to;
  };
  raise(2, 11, 2, 9, 50);     // 80 cells
  raise(20, 29, 5, 14, 200);  // 100 cells
  raise(35, 36, 2, 2, 10);    // 2 cells
  raise(35, 35, 15, 15, 10);  // 1 cell
  raise(4, 9, 4, 4, 1500);    // 6 cells long …
  raise(6, 6, 4, 4, 2400);    // … with a summit
  raise(22, 22, 7, 8, 2100);  // 2 cells long
  Layer& biome =
      **surface.add_layer({.name = "biome", .type = LayerType::category, .categories = {"sea", "tundra", "sand desert"}});
  for (Cell c = 0; c < 800; ++c) biome.categories()[c] = height[c] < 0 ? 0 : 1;
  biome.categories()[5 * 40 + 5] = 2;
  EXPECT_TRUE(surface.set_objects({"lakes",
                                   "",
                                   {{"area", "m2", "", std::vector<double>{500, 100, 20}},
                                    {"kind", "", "", std::vector<std::string>{"flow-through", "terminal", "flow-through"}},
                                    {"water", "", "", std::vector<std::string>{"fresh", "salt", "fresh"}}}}));
  EXPECT_TRUE(surface.set_objects({"distributaries", "", {{"river", "", "", std::vector<std::int64_t>{3, 3, 0, 3}}}}));
  EXPECT_TRUE(surface.set_objects({"regions", "", {{"kind", "", "", std::vector<std::string>{"sea", "range", "range"}}}}));
  EXPECT_TRUE(surface.set_objects({"rivers", "", {{"length", "m", "", std::vector<double>{90, 40, 10, 60}}}}));
  EXPECT_TRUE(
      surface.set_objects({"landmarks", "", {{"kind", "", "", std::vector<std::string>{"volcano", "big tree", "volcano"}}}}));
  return surface;
}

double value_of(const Requirement& requirement) {
  const Result<double> value = measure_requirement(sample_world(), requirement, "/require/x");
  EXPECT_TRUE(value) << value.error().to_string();
  return value ? *value : NAN;
}

Requirement with(const std::string& kind, const std::string& param, ParamValue value) {
  Requirement requirement{.kind = kind};
  requirement.params.set(param, std::move(value));
  return requirement;
}

TEST(Requirements, MeasureWhatTheirSentencesSay) {
  EXPECT_NEAR(value_of({.kind = "land_share"}), 183.0 / 800, 1e-12);
  EXPECT_EQ(value_of({.kind = "highest_point"}), 2400);
  EXPECT_EQ(value_of({.kind = "continents"}), 2);  // of at least 11 cells
  EXPECT_EQ(value_of(with("continents", "continent", 0.5)), 1);
  EXPECT_EQ(value_of({.kind = "islands"}), 2);
  EXPECT_EQ(value_of(with("islands", "least_area", 150.0)), 1);
  EXPECT_EQ(value_of({.kind = "high_ranges"}), 2);
  EXPECT_EQ(value_of(with("high_ranges", "least_length", 30.0)), 1);
  EXPECT_EQ(value_of(with("high_ranges", "peak", 2200.0)), 1);
  EXPECT_EQ(value_of(with("high_ranges", "least_elongation", 3.0)), 1);  // the other is two cells long and one wide
  EXPECT_EQ(value_of({.kind = "lakes"}), 3);
  EXPECT_EQ(value_of(with("lakes", "least_area", 100.0)), 2);
  EXPECT_EQ(value_of({.kind = "rivers"}), 4);
  EXPECT_EQ(value_of(with("rivers", "least_length", 41.0)), 2);
  EXPECT_EQ(value_of({.kind = "shortest_river"}), 10);
  EXPECT_EQ(value_of({.kind = "longest_river"}), 90);
  EXPECT_NEAR(value_of({.kind = "biomes", .name = "sand_desert"}), 1.0 / 800, 1e-12);
  EXPECT_NEAR(value_of({.kind = "biomes", .name = "sand desert"}), 1.0 / 800, 1e-12);
  EXPECT_EQ(value_of({.kind = "lake_kinds", .name = "terminal"}), 1);
  EXPECT_EQ(value_of({.kind = "lake_kinds", .name = "flow_through"}), 2);
  EXPECT_EQ(value_of({.kind = "lake_kinds", .name = "source"}), 0);
  EXPECT_EQ(value_of({.kind = "lake_kinds", .name = "salt"}), 1);
  EXPECT_EQ(value_of({.kind = "deltas"}), 2);
  EXPECT_EQ(value_of({.kind = "regions", .name = "range"}), 2);
  EXPECT_EQ(value_of({.kind = "regions", .name = "swamp"}), 0);
  // Tundra covers both continents and both islands; one desert is a cell.
  EXPECT_EQ(value_of({.kind = "biome_areas", .name = "tundra"}), 4);
  Requirement wide = with("biome_areas", "least_share", 0.02);
  wide.name = "tundra";
  EXPECT_EQ(value_of(wide), 2);
  wide.name = "sand_desert";
  EXPECT_EQ(value_of(wide), 0);
  EXPECT_EQ(value_of({.kind = "biome_areas", .name = "sand desert"}), 1);
  EXPECT_EQ(value_of({.kind = "landmarks", .name = "volcano"}), 2);
  EXPECT_EQ(value_of({.kind = "landmarks", .name = "big_tree"}), 1);
}

TEST(Requirements, SayWhatTheyLackAndWhatTheyDoNotKnow) {
  const Surface world = sample_world();
  const auto error_of = [&](const Requirement& requirement) {
    const Result<double> value = measure_requirement(world, requirement, "/require/x");
    return value ? std::string("measured") : value.error().to_string();
  };
  EXPECT_NE(error_of({.kind = "biomes", .name = "tundr"}).find("did you mean \"tundra\"?"), std::string::npos);
  EXPECT_NE(error_of({.kind = "sub_biomes", .name = "dunes"}).find("no layer \"sub_biome\""), std::string::npos);
  EXPECT_NE(error_of(with("land_share", "layer", std::string("biome"))).find("no layer"), std::string::npos);
  EXPECT_NE(error_of(with("high_ranges", "peak", 10.0)).find("/require/x/peak"), std::string::npos);
  EXPECT_NE(error_of({.kind = "lake_kinds", .name = "terminl"}).find("did you mean \"terminal\"?"), std::string::npos);
  EXPECT_NE(error_of({.kind = "regions", .name = "ranges"}).find("did you mean \"range\"?"), std::string::npos);
  EXPECT_NE(error_of({.kind = "unicorns"}).find("unicorns"), std::string::npos);
  const Surface bare(*make_domain({.kind = "torus"}, Seed{1}, 0, ""));
  for (const RequirementKind& kind : all_requirement_kinds()) {
    const std::string name = kind.id == "lake_kinds" ? "salt" : kind.id == "regions" ? "range" : "x";
    const Result<double> value = measure_requirement(bare, {.kind = std::string(kind.id), .name = name}, "/require/x");
    ASSERT_FALSE(value) << kind.id;
    EXPECT_TRUE(value.error().path.starts_with("/require/x")) << kind.id;
  }
}

TEST(Requirements, AreDeclaredSoundly) {
  std::set<std::string_view> ids;
  for (const RequirementKind& kind : all_requirement_kinds()) {
    EXPECT_TRUE(ids.insert(kind.id).second) << kind.id;
    EXPECT_TRUE(check_name(kind.id, "")) << kind.id;
    EXPECT_LT(kind.min, kind.max) << kind.id;
    EXPECT_FALSE(kind.doc.empty() || kind.title.empty() || kind.value.empty()) << kind.id;
    EXPECT_EQ(kind.doc.back(), '.') << kind.id;
    EXPECT_NE(kind.measure, nullptr) << kind.id;
    EXPECT_FALSE(required_layers({.kind = std::string(kind.id)}).empty() && kind.objects.empty()) << kind.id;
    for (const ParamInfo& param : kind.params) EXPECT_NE(param.name, kind.value) << kind.id;
    EXPECT_EQ(requirement_kind(kind.id), &kind);
  }
  EXPECT_EQ(requirement_kind("unicorns"), nullptr);
}

TEST(Requirements, AreToldInWords) {
  Requirement range{.kind = "continents", .low = 1, .high = 2};
  EXPECT_EQ(requirement_range(range), "1 … 2");
  EXPECT_EQ(requirement_value(range, 7), "7");
  EXPECT_EQ(requirement_value(range, 123456), "123456");
  range.high = INFINITY;
  EXPECT_EQ(requirement_range(range), "at least 1");
  EXPECT_EQ(requirement_range({.kind = "longest_river", .high = 5000}), "at most 5000 m");
  EXPECT_EQ(requirement_range({.kind = "lakes", .low = 3, .high = 3}), "exactly 3");
  EXPECT_EQ(requirement_range({.kind = "biomes", .name = "tundra", .low = some_share}), "some");
  EXPECT_EQ(requirement_value({.kind = "land_share"}, 0.123456), "0.1235");
  EXPECT_EQ(requirement_value({.kind = "longest_river"}, 1234567.8), "1234568 m");
  EXPECT_EQ(requirement_name({.kind = "biomes", .name = "tundra"}), "biomes.tundra");
}

}  // namespace
}  // namespace craton
