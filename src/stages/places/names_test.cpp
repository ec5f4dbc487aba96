#include <gtest/gtest.h>

#include <limits>
#include <set>

#include <craton/base/names.h>
#include <craton/base/tables.h>

#include "stages/column_test.h"
#include "stages/places/cultures.h"
#include "stages/places/name_maker.h"
#include "stages/stage_test.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::column;
using testing::run_stage;

/// Islands and lakes of a chessboard of hills, with a table of rivers drawn by hand.
Surface chessboard(const std::string& kind) {
  Surface surface = testing::small_surface(kind);
  add_layer(surface, "height",
            [](Cell c) { return c / 400 % 2 == 0 && c % 25 > 4 ? 100.0F + static_cast<float>(c % 7) : -50.0F; });
  StageSpec spec{.stage = "geography", .id = "geography"};
  spec.params.set("least", 0.0);
  EXPECT_TRUE(run_stage(surface, spec));
  std::vector<ObjectColumn::Path> paths;
  std::vector<double> lengths;
  for (int i = 0; i < 40; ++i) {
    paths.push_back({{double(i), 0, 5}, {double(i), 10, 4}, {double(i), 20, 3}});
    lengths.push_back(20 + i);
  }
  if (kind == "sphere")
    for (ObjectColumn::Path& path : paths) path = {{50'000, 0, 0}, {49'999, 100, 0}};
  EXPECT_TRUE(surface.set_objects({"rivers", "", {{"path", "m", "", paths}, {"length", "m", "", lengths}}}));
  return surface;
}

StageSpec names(const std::string& style = "mixed") {
  StageSpec spec{.stage = "names", .id = "names"};
  spec.params.set("style", style);
  return spec;
}

TEST(Names, NoTwoAreAlikeAndAllColumnsAreThere) {
  for (const std::string& kind : testing::domain_kinds())
    for (const std::string style : {"words", "syllables", "mixed"}) {
      Surface surface = chessboard(kind);
      ASSERT_TRUE(run_stage(surface, names(style)));
      const auto& name = column<std::string>(surface, "places", "name");
      ASSERT_GT(name.size(), 45U);
      EXPECT_EQ(std::set<std::string>(name.begin(), name.end()).size(), name.size()) << kind << " " << style;
      for (const std::string& each : name) EXPECT_GE(each.size(), 4U);
      const auto& rank = column<std::int64_t>(surface, "places", "rank");
      EXPECT_TRUE(std::is_sorted(rank.begin(), rank.end()));
      EXPECT_EQ(rank.front(), 1);
      EXPECT_LE(rank.back(), 10);
      const auto& table = column<std::string>(surface, "places", "table");
      EXPECT_EQ(std::count(table.begin(), table.end(), "rivers"), 40);
      const auto& row = column<std::int64_t>(surface, "places", "row");
      const auto& line = column<ObjectColumn::Path>(surface, "places", "line");
      const auto& culture = column<std::int64_t>(surface, "places", "culture");
      for (std::size_t i = 0; i < name.size(); ++i) {
        if (table[i] == "rivers") { EXPECT_EQ(column<double>(surface, "places", "size")[i], 20.0 + static_cast<double>(row[i])); }
        if (table[i] == "rivers") { EXPECT_FALSE(line[i].empty()); }
        EXPECT_LT(culture[i], static_cast<std::int64_t>(surface.objects("cultures")->rows()));
      }
    }
}

TEST(Names, TheSameForAnyNumberOfThreadsAndOffOnRequest) {
  Surface one = chessboard("torus"), other = chessboard("torus");
  ASSERT_TRUE(run_stage(one, names(), 1));
  ASSERT_TRUE(run_stage(other, names(), 3));
  EXPECT_EQ(*one.objects("places"), *other.objects("places"));
  EXPECT_EQ(*one.objects("cultures"), *other.objects("cultures"));
  ASSERT_TRUE(run_stage(one, names("off")));
  EXPECT_EQ(one.objects("places")->rows(), 0U);
  EXPECT_EQ(one.objects("places")->columns.size(), 10U);
}

TEST(Names, CulturesAsALayer) {
  Surface surface = chessboard("sphere");
  StageSpec spec = names();
  spec.params.set("culture", std::string("culture"));
  ASSERT_TRUE(run_stage(surface, spec));
  const Layer* layer = surface.layer("culture");
  ASSERT_NE(layer, nullptr);
  EXPECT_EQ(layer->info().categories, column<std::string>(surface, "cultures", "name"));
  const std::set<std::uint8_t> seen(layer->categories().begin(), layer->categories().end());
  EXPECT_EQ(seen.size(), surface.objects("cultures")->rows());
  surface.layer("height")->numbers()[7] = std::numeric_limits<float>::quiet_NaN();
  for (const char* stage : {"names", "geography", "landmarks"}) {
    const Result<void> made = run_stage(surface, {.stage = stage, .id = "s"});
    ASSERT_FALSE(made) << stage;
    EXPECT_EQ(made.error().path, "/stages/0/layer") << stage;
  }
}

TEST(Names, AtMostSoManyOfAKindTheLargestFirst) {
  Surface surface = chessboard("torus");
  StageSpec spec = names();
  spec.params.set("most", std::int64_t{3});
  ASSERT_TRUE(run_stage(surface, spec));
  std::vector<std::int64_t> rivers;
  for (std::size_t i = 0; i < surface.objects("places")->rows(); ++i)
    if (column<std::string>(surface, "places", "kind")[i] == "river")
      rivers.push_back(column<std::int64_t>(surface, "places", "row")[i]);
  EXPECT_EQ(rivers, (std::vector<std::int64_t>{39, 38, 37}));
}

class OwnNames final : public AssetSource, public TableSource, public NameSource {
 public:
  Result<HeightMap> height_map(std::string_view, const RawLayout&) const override { return HeightMap{}; }
  Result<std::uint64_t> fingerprint(std::string_view) const override { return std::uint64_t{1}; }
  Result<BiomeTable> biome_table(std::string_view) const override { return BiomeTable{}; }
  Result<PlantTable> plant_table(std::string_view) const override { return PlantTable{}; }
  Result<NameTable> name_table(std::string_view name) const override {
    if (name != "own.json") return Error{ErrorCode::io, std::string(name), "there is no such file"};
    return NameTable{.name = "",
                     .words = {{"Plum", {"any"}}},
                     .cultures = {{"own", {"Zu", "Xo"}, {"ba", "be", "bi"}, {"rok", "lim", "tas"}}},
                     .patterns = {{"river", {"{name} Stream"}}}};
  }
  std::optional<std::string> name(const NameRequest& request) const override {
    if (!answers) return {};
    if (request.kind == "river") return "River of " + std::string(request.attempt > 0 ? request.suggestion : "All");
    if (request.kind == "sea" || request.kind == "ocean") return "";
    return std::nullopt;
  }
  std::uint64_t names_fingerprint() const override { return 1; }
  bool answers = false;
};

TEST(Names, TablesOfOnesOwn) {
  Surface surface = chessboard("torus");
  OwnNames source;
  StageSpec spec = names("syllables");
  spec.params.set("table", std::string("own.json"));
  ASSERT_TRUE(run_stage(surface, spec, 1, &source));
  for (std::size_t i = 0; i < surface.objects("places")->rows(); ++i) {
    const std::string& name = column<std::string>(surface, "places", "name")[i];
    if (column<std::string>(surface, "places", "kind")[i] != "river") continue;
    EXPECT_NE(name.find(" Stream"), std::string::npos) << name;
    EXPECT_TRUE(name.find("Zu") != std::string::npos || name.find("Xo") != std::string::npos) << name;
  }
  spec.params.set("table", std::string("other.json"));
  EXPECT_EQ(run_stage(surface, spec, 1, &source).error().path, "/stages/0/table");
  EXPECT_EQ(run_stage(surface, spec).error().code, ErrorCode::unsupported);
}

TEST(Names, ACallbackNamesThings) {
  Surface surface = chessboard("torus");
  OwnNames source;
  source.answers = true;
  ASSERT_TRUE(run_stage(surface, names(), 1, &source));
  const auto& name = column<std::string>(surface, "places", "name");
  const auto& kind = column<std::string>(surface, "places", "kind");
  std::size_t plain = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (kind[i] == "river") { EXPECT_EQ(name[i].rfind("River of ", 0), 0U) << name[i]; }
    plain += name[i] == "River of All" ? 1 : 0;
    EXPECT_NE(kind[i], "sea");
    EXPECT_NE(kind[i], "ocean");
  }
  EXPECT_EQ(plain, 1U) << "a name that is taken is asked for again";
  EXPECT_EQ(std::set<std::string>(name.begin(), name.end()).size(), name.size());
}

TEST(NameMaker, BlockedPartsAndManyNames) {
  NameTable table;
  table.blocked = {"an", "or"};
  NameMaker maker(table, NameStyle::mixed, 0.4, nullptr);
  maker.set_sounds({0, 3, 9});
  std::set<std::string> all;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const PlaceKind& kind = all_place_kinds()[i % all_place_kinds().size()];
    const std::string name = maker.name({.kind = kind.name,
                                         .group = kind.group,
                                         .cover = "jungle",
                                         .culture = static_cast<std::int64_t>(i % 3),
                                         .sound = {},
                                         .rank = 3,
                                         .size = 0,
                                         .lot = i * 977,
                                         .attempt = 0,
                                         .suggestion = {}});
    EXPECT_TRUE(all.insert(name).second) << name;
    if (name.find_first_of("0123456789") != std::string::npos) continue;
    for (const char* part : {"an", "or", "Or", "An"}) {
      if (kind.name == "strait" || kind.name == "island") continue;
      EXPECT_EQ(name.find(part), std::string::npos) << name;
    }
  }
}

TEST(NameParts, WordsFitKindsAndClimates) {
  const PlaceClimate cold = climate_of(-5, 20), cool = climate_of(8, 80), hot = climate_of(26, 200), unknown = climate_of({}, {});
  const std::vector<std::string> salmon{"river", "cold", "cool"}, fox{"forest", "river"}, dust{"dry", "hot"}, rain{"any", "wet"};
  const std::uint64_t river = set_of_kind("river"), forest = set_of_kind("forest");
  EXPECT_TRUE(WordFit(salmon).fits(river, cold));
  EXPECT_TRUE(WordFit(salmon).fits(river, cool));
  EXPECT_FALSE(WordFit(salmon).fits(river, hot));
  EXPECT_FALSE(WordFit(salmon).fits(river, unknown));
  EXPECT_FALSE(WordFit(salmon).fits(forest, cold));
  for (const PlaceClimate& climate : {cold, cool, hot, unknown}) EXPECT_TRUE(WordFit(fox).fits(forest, climate));
  EXPECT_TRUE(WordFit(dust).fits(river, climate_of(26, 10))) << "climates alone: waters there";
  EXPECT_FALSE(WordFit(dust).fits(river, cold)) << "dry, but not hot";
  EXPECT_FALSE(WordFit(dust).fits(forest, climate_of(26, 10)));
  EXPECT_TRUE(WordFit(rain).fits(forest, hot));
  EXPECT_FALSE(WordFit(rain).fits(forest, cool));
}

/// Roots and patterns enough, and words enough for every kind in every climate in which there is one.
TEST(NameParts, UsualWordsAreMany) {
  const NameTable& table = usual_names();
  EXPECT_GT(table.words.size(), 5000U);
  for (const char* kind : {"river", "lake", "forest", "hills", "range", "bay"})
    for (const double temperature : {-2.0, 8.0, 16.0, 25.0}) {
      std::size_t fitting = 0;
      for (const NameTable::Word& word : table.words)
        fitting += WordFit(word.fits).fits(set_of_kind(kind), climate_of(temperature, 80)) ? 1 : 0;
      EXPECT_GT(fitting, 150U) << kind << " at " << temperature;
    }
  for (const NameTable::Culture& culture : table.cultures)
    EXPECT_GE(culture.starts.size() * culture.ends.size() * (1 + culture.middles.size()), 3000U) << culture.name;
}

TEST(NameParts, AllKindsHavePatternsOfBothSorts) {
  const NameTable& table = usual_names();
  for (const PlaceKind& kind : all_place_kinds()) {
    const auto found = std::find_if(table.patterns.begin(), table.patterns.end(),
                                    [&](const NameTable::Pattern& pattern) { return pattern.kind == kind.name; });
    ASSERT_NE(found, table.patterns.end()) << kind.name;
    for (const std::string& text : found->texts) EXPECT_TRUE(is_name_pattern(text)) << text;
  }
  for (const NameTable::Word& word : table.words)
    for (const std::string& tag : word.fits) EXPECT_TRUE(is_name_tag(tag)) << word.word << " " << tag;
  EXPECT_FALSE(is_name_pattern("River"));
  EXPECT_FALSE(is_name_pattern("{nam} River"));
  EXPECT_FALSE(is_name_pattern("{name} {word}"));
  EXPECT_FALSE(is_name_pattern("{name}}"));
}

TEST(Cultures, EachHasItsLand) {
  const Surface surface = testing::small_surface("torus");
  const Result<PlaceMesh> mesh = PlaceMesh::make(surface.domain(), 4000);
  ASSERT_TRUE(mesh);
  std::vector<float> heights(mesh->size());
  for (std::uint32_t cell = 0; cell < mesh->size(); ++cell) heights[cell] = cell % 75 < 30 ? 10.0F : -1.0F;
  const Cultures cultures = *find_cultures(surface.domain(), *mesh, heights, 5, Seed{3});
  ASSERT_EQ(cultures.centres.size(), 5U);
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_GE(heights[cultures.centres[i]], 0) << "people live on land";
    EXPECT_EQ(cultures.at[cultures.centres[i]], i);
    EXPECT_GT(std::count(cultures.at.begin(), cultures.at.end(), i), 100);
  }
  std::fill(heights.begin(), heights.end(), -1.0F);
  EXPECT_EQ(find_cultures(surface.domain(), *mesh, heights, 5, Seed{3})->centres.size(), 1U);
}

}  // namespace
}  // namespace craton
