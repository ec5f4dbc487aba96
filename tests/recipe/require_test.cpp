// Worlds that must be like this: seeds are tried until one fits.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "repository.h"

namespace craton {
namespace {

const RecipeTerms& terms() {
  static const RecipeTerms all = all_terms();
  return all;
}

constexpr const char* hills =
    R"({"stage": "noise", "id": "hills", "scale": 2000, "noise": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.0005}}})";

Recipe recipe_of(const std::string& stages, const std::string& more, const std::string& domain = "torus") {
  const Result<Recipe> recipe =
      recipe_from_json(R"({"craton": 1, "seed": 7, "world": ")" + std::string(domain == "plane" ? "terrain" : "map") +
                           R"(", "domain": {"kind": ")" + domain + R"(", "width": 64, "height": 64, "step": 100}, "stages": [)" +
                           stages + "]" + (more.empty() ? "" : ", " + more) + "}",
                       terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *recipe;
}

class Notes final : public MakeObserver {
 public:
  Result<void> attempt_begins(const Recipe& recipe, std::uint32_t attempt) override {
    EXPECT_EQ(attempt, seeds.size());
    seeds.push_back(recipe.seed);
    return {};
  }
  void attempt_rejected(const Recipe&, const Rejection& rejection) override { rejected.push_back(rejection); }
  Result<void> step_done(const Recipe&, const PlannedStage&, const Surface&, std::uint32_t, std::uint32_t) override {
    ++stages;
    return {};
  }
  std::vector<std::uint64_t> seeds;
  std::vector<Rejection> rejected;
  std::size_t stages = 0;
};

double share_of(const Recipe& recipe) {
  const Result<World> world = make_world(recipe, terms());
  EXPECT_TRUE(world);
  return *measure_requirement(world->surface, {.kind = "land_share"}, "");
}

TEST(Require, TriesSeedsUntilOneFits) {
  Recipe plain = recipe_of(hills, "");
  // What each attempt would give; ask for what the fourth has and those before have not.
  std::vector<double> shares;
  for (std::uint32_t attempt = 0; attempt < 4; ++attempt) {
    Recipe tried = plain;
    tried.seed = seed_of_attempt(7, attempt);
    shares.push_back(share_of(tried));
  }
  EXPECT_EQ(seed_of_attempt(7, 0), 7u);
  EXPECT_EQ(seed_of_attempt(7, 2), Seed{7}.child("attempt 2").value);
  for (std::size_t i = 0; i < 3; ++i) ASSERT_NE(shares[i], shares[3]);
  Recipe recipe = plain;
  recipe.require = {{.kind = "land_share", .name = "", .low = shares[3], .high = shares[3]}};
  Notes notes;
  const Result<World> world = make_world(recipe, terms(), {.observer = &notes});
  ASSERT_TRUE(world) << world.error().to_string();
  EXPECT_EQ(world->recipe.seed, seed_of_attempt(7, 3));
  EXPECT_EQ(world->asked_seed, 7u);
  EXPECT_EQ(world->attempts, 4u);
  ASSERT_EQ(world->checks.size(), 1u);
  EXPECT_EQ(world->checks[0].value, shares[3]);
  ASSERT_EQ(notes.seeds.size(), 4u);
  ASSERT_EQ(notes.rejected.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(notes.rejected[i].seed, seed_of_attempt(7, static_cast<std::uint32_t>(i)));
    EXPECT_EQ(notes.rejected[i].check.value, shares[i]);
  }
  // The world's own recipe gives it at once, bit for bit.
  const Result<World> again = make_world(world->recipe, terms());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->attempts, 1u);
  EXPECT_EQ(again->surface.layer("height")->hash(), world->surface.layer("height")->hash());
  // And the requirement changes nothing in it.
  Recipe unasked = plain;
  unasked.seed = world->recipe.seed;
  EXPECT_EQ(make_world(unasked, terms())->surface.layer("height")->hash(), world->surface.layer("height")->hash());
}

TEST(Require, ProgressNeverFalls) {
  class Shares final : public Progress {
   public:
    void report(double share) override {
      EXPECT_GE(share, last);
      EXPECT_LE(share, 1);
      last = share;
      ++count;
    }
    double last = 0;
    int count = 0;
  };
  Shares shares;
  const Recipe recipe = recipe_of(hills, R"("require": {"attempts": 4, "highest_point": 9000})");
  ASSERT_FALSE(make_world(recipe, terms(), {.execution = {.threads = 2, .progress = &shares}}));
  EXPECT_GE(shares.count, 4);
  EXPECT_NEAR(shares.last, 1, 1e-9);
}

TEST(Require, SaysClearlyWhenNothingFits) {
  const Recipe recipe = recipe_of(hills, R"("require": {"attempts": 5, "land_share": [0, 1], "highest_point": 9000})");
  Notes notes;
  const Result<World> world = make_world(recipe, terms(), {.observer = &notes});
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().path, "/require");
  for (const char* part : {"none of 5 seeds", "highest_point 5 times", "at least 9000 m", "nearest "})
    EXPECT_NE(world.error().message.find(part), std::string::npos) << world.error().message;
  EXPECT_EQ(world.error().message.find("land_share"), std::string::npos) << world.error().message;
  double nearest = 0;
  for (const Rejection& each : notes.rejected) nearest = std::max(nearest, each.check.value);
  EXPECT_NE(world.error().message.find("nearest " + requirement_value(recipe.require[0], nearest)), std::string::npos)
      << world.error().message;
}

TEST(Require, GivesUpAsSoonAsItIsKnown) {
  const std::string stages = std::string(hills) + R"(, {"stage": "sea_level", "share": 0.5}, {"stage": "smooth", "radius": 200},
    {"stage": "lakes"}, {"stage": "rivers"})";
  const auto rejected_after = [&](const std::string& require) {
    Notes notes;
    const Result<World> world =
        make_world(recipe_of(stages, R"("require": {"attempts": 1, )" + require + "}"), terms(), {.observer = &notes});
    EXPECT_FALSE(world);
    EXPECT_EQ(notes.rejected.size(), 1u);
    EXPECT_EQ(notes.stages, notes.rejected[0].stages_run);
    EXPECT_EQ(notes.rejected[0].stages, 5u);
    return notes.rejected[0].stages_run;
  };
  EXPECT_EQ(rejected_after(R"("land_share": 0.99)"), 3u);  // smooth is the last to change heights
  EXPECT_EQ(rejected_after(R"("land_share": {"share": 0.99, "after": "sea_level"})"), 2u);
  EXPECT_EQ(rejected_after(R"("land_share": {"share": 0.99, "after": "rivers"})"), 5u);
  EXPECT_EQ(rejected_after(R"("lakes": 1000)"), 5u);  // rivers writes the lakes again
  EXPECT_EQ(rejected_after(R"("lakes": {"count": 1000, "after": "lakes"})"), 4u);
  // Beds only finish the land: it is looked at before the rivers, and again in the end.
  const std::string beds = stages + R"(, {"stage": "carve_rivers", "id": "beds"})";
  Notes notes;
  EXPECT_FALSE(make_world(recipe_of(beds, R"("require": {"attempts": 1, "land_share": 0.99})"), terms(), {.observer = &notes}));
  ASSERT_EQ(notes.rejected.size(), 1u);
  EXPECT_EQ(notes.rejected[0].stages_run, 3u);
  const Result<World> world = make_world(recipe_of(beds, R"("require": {"land_share": [0.3, 0.7]})"), terms());
  ASSERT_TRUE(world) << world.error().to_string();
  ASSERT_EQ(world->checks.size(), 1u);
  EXPECT_EQ(world->checks[0].value, *measure_requirement(world->surface, world->recipe.require[0], ""));
  // What is known first is asked first, whatever the order of the recipe.
  EXPECT_EQ(rejected_after(R"("rivers": 1000, "land_share": 0.99)"), 3u);
}

TEST(Require, LooksAtLayersThatAreNotKept) {
  const std::string stages =
      std::string(hills) + R"(, {"stage": "noise", "id": "other", "layer": "other", "noise": {"kind": "perlin"}},
    {"stage": "noise", "id": "last", "layer": "last", "noise": {"kind": "perlin"}})";
  const std::string require =
      R"("keep": ["last"], "require": {"land_share": {"share": [0, 1], "layer": "other", "after": "last"}, "continents": 0})";
  const Result<World> world = make_world(recipe_of(stages, require), terms());
  ASSERT_TRUE(world) << world.error().to_string();
  EXPECT_EQ(world->checks.size(), 2u);
  EXPECT_EQ(world->surface.layers().size(), 1u);
}

void expect_refused(const Recipe& recipe, const std::string& path, const std::string& part) {
  const Result<Plan> plan = plan_recipe(recipe, terms());
  ASSERT_FALSE(plan) << path;
  EXPECT_EQ(plan.error().path, path) << plan.error().message;
  EXPECT_NE(plan.error().message.find(part), std::string::npos) << plan.error().message;
}

TEST(Require, IsPlannedBeforeAnythingRuns) {
  expect_refused(recipe_of(hills, R"("require": {"lakes": 1})"), "/require/lakes", "no stage of this recipe makes lakes");
  expect_refused(recipe_of(hills, R"("require": {"biomes": {"tundra": 0.1}})"), "/require/biomes/tundra", "\"biome\"");
  expect_refused(recipe_of(hills, R"("require": {"biomes": {"x": {"share": 0.1, "layer": "height"}}})"), "/require/biomes/x",
                 "holds numbers, but categories");
  expect_refused(recipe_of(hills, R"("require": {"land_share": {"share": 0.1, "after": "hils"}})"), "/require/land_share/after",
                 "did you mean \"hills\"?");
  const std::string later =
      std::string(hills) + R"(, {"stage": "noise", "id": "other", "layer": "other", "noise": {"kind": "perlin"}})";
  expect_refused(recipe_of(later, R"("require": {"land_share": {"share": 0.1, "layer": "other", "after": "hills"}})"),
                 "/require/land_share/after", "\"other\" makes it");
  expect_refused(recipe_of(hills, R"("require": {"land_share": 0.1})", "plane"), "/require", "endless plane");
}

TEST(Require, NamesThatNoLayerKnowsAreErrorsAndNoReasonToTryOn) {
  const std::string stages = std::string(hills) + R"(, {"stage": "sea_level"})";
  Notes notes;
  const Result<World> world = make_world(recipe_of(stages, R"("require": {"biomes": {"lnad": {"share": 0.1, "layer": "sea"}}})"),
                                         terms(), {.observer = &notes});
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().path, "/require/biomes/lnad");
  EXPECT_NE(world.error().message.find("did you mean \"land\"?"), std::string::npos) << world.error().message;
  EXPECT_EQ(notes.seeds.size(), 1u);
}

/// Keeps everything.
class Store final : public BlobStore {
 public:
  bool has(const BlobKey& key) const override { return blobs_.contains({key.high, key.low}); }
  bool get(const BlobKey& key, std::span<std::byte> out) override {
    const auto found = blobs_.find({key.high, key.low});
    if (found == blobs_.end() || found->second.size() != out.size()) return false;
    std::copy(found->second.begin(), found->second.end(), out.begin());
    return true;
  }
  void put(const BlobKey& key, std::span<const std::byte> bytes) override {
    blobs_[{key.high, key.low}].assign(bytes.begin(), bytes.end());
  }

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::byte>> blobs_;
};

TEST(Require, IsAskedOfStagesFromTheCacheToo) {
  const Recipe recipe = recipe_of(std::string(hills) + R"(, {"stage": "sea_level", "share": 0.5})",
                                  R"("require": {"attempts": 3, "land_share": [0.45, 0.55], "continents": 1})");
  Store store;
  const Result<World> first = make_world(recipe, terms(), {.cache = &store}),
                      second = make_world(recipe, terms(), {.cache = &store});
  ASSERT_TRUE(first) << first.error().to_string();
  ASSERT_TRUE(second) << second.error().to_string();
  EXPECT_TRUE(second->reports.back().reused);
  EXPECT_EQ(second->checks.size(), 2u);
  EXPECT_EQ(first->checks[1].value, second->checks[1].value);
}

/// Source 003's own examples: minimum length of a river 5 (cells); 5 to 10 lakes; at least one tundra and one sand desert; 1 to 2
/// continents; at least 3 high mountain ranges. On its own generator, a quarter as large and shaped for a short while.
TEST(Require, MeetsTheExamplesOfSource003) {
  std::ifstream stream(repository_folder() + "/recipes/erstu.json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, terms());
  ASSERT_TRUE(recipe) << recipe.error().to_string();
  for (const char* setting :
       {"domain.width=128", "domain.height=128", "domain.step=8000", "shape.iterations=16", "seed=5", "require.attempts=60",
        "rivers.least_length=80000", "require.shortest_river=40000", "require.lakes=5:10", "require.lakes.least_area=600000000",
        "require.biomes=[\"tundra\", \"subtropical desert\"]", "require.continents=1:2", "require.continents.after=sea",
        "require.high_ranges=3:", "require.high_ranges.foot=800", "require.high_ranges.peak=1600",
        "require.high_ranges.least_length=50000", "require.high_ranges.after=sea"}) {
    const Result<void> set = set_in_recipe(*recipe, setting, terms());
    ASSERT_TRUE(set) << setting << ": " << set.error().to_string();
  }
  Notes notes;
  const Result<World> world = make_world(*recipe, terms(), {.observer = &notes});
  ASSERT_TRUE(world) << world.error().to_string();
  EXPECT_EQ(world->checks.size(), recipe->require.size());
  for (const RequirementCheck& check : world->checks) EXPECT_TRUE(check.met);
  // Asked again of the world as it is in the end.
  for (const Requirement& wanted : recipe->require) {
    if (!wanted.after.empty()) continue;
    const Result<double> value = measure_requirement(world->surface, wanted, "");
    ASSERT_TRUE(value);
    EXPECT_TRUE(wanted.met_by(*value)) << requirement_name(wanted) << " " << *value;
  }
  EXPECT_GT(notes.rejected.size(), 0u) << "choose a seed that does not fit at once, so that the search is tested";
}

}  // namespace
}  // namespace craton
