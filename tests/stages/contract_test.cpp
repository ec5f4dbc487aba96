// What every stage promises, on every domain: numbers only; the same layers and objects, bit for bit, with any number of threads
// and on any instruction set; a tile that is part of a larger one, near and far. Each file in cases/ is one case: {"domains":
// […], "stages": […]}.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>

#include <craton/base/targets.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "stage_cases.h"

namespace craton {
namespace {

const RecipeTerms& terms() {
  static const RecipeTerms all = all_terms();
  return all;
}

class StageContract : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    case_ = stage_case(GetParam());
    for (const auto& domain : case_.at("domains")) domains_.push_back(domain.get<std::string>());
  }

  std::string recipe_text(const std::string& kind, Part part = {100, -300, 90, 70}) const {
    return recipe_of_case(case_, kind, part);
  }

  static World made(const std::string& text, unsigned threads = 2) {
    const Result<Recipe> recipe = recipe_from_json(text, terms());
    EXPECT_TRUE(recipe) << recipe.error().to_string();
    Result<World> world = make_world(*recipe, terms(), {.execution = {.threads = threads}});
    EXPECT_TRUE(world) << world.error().to_string();
    return *std::move(world);
  }

  static void expect_same(const World& a, const World& b, const std::string& what) {
    ASSERT_EQ(a.surface.layers().size(), b.surface.layers().size()) << what;
    for (std::size_t i = 0; i < a.surface.layers().size(); ++i) {
      const Layer &one = *a.surface.layers()[i], &other = *b.surface.layers()[i];
      ASSERT_EQ(one.bytes().size(), other.bytes().size()) << what;
      EXPECT_EQ(std::memcmp(one.bytes().data(), other.bytes().data(), one.bytes().size()), 0) << what << ": " << one.name();
    }
    ASSERT_EQ(a.surface.objects().size(), b.surface.objects().size()) << what;
    for (std::size_t i = 0; i < a.surface.objects().size(); ++i)
      EXPECT_TRUE(a.surface.objects()[i] == b.surface.objects()[i]) << what << ": objects " << a.surface.objects()[i].name;
  }

  void expect_part(Part whole, Part part) const {
    const World large = made(recipe_text("plane", whole)), small = made(recipe_text("plane", part));
    const auto& outer = std::get<PlaneTile>(large.surface.domain());
    const auto& inner = std::get<PlaneTile>(small.surface.domain());
    const auto right = static_cast<std::uint32_t>(part.x - whole.x), down = static_cast<std::uint32_t>(part.y - whole.y);
    for (const auto& layer : small.surface.layers())
      for (std::uint32_t y = 0; y < part.height; ++y)
        for (std::uint32_t x = 0; x < part.width; ++x)
          ASSERT_EQ(layer->value(inner.cell(x, y)), large.surface.layer(layer->name())->value(outer.cell(x + right, y + down)))
              << layer->name() << " at " << x << "," << y;
  }

  nlohmann::json case_;
  std::vector<std::string> domains_;
};

TEST_P(StageContract, NumbersOnly) {
  for (const std::string& kind : domains_) {
    const World world = made(recipe_text(kind));
    for (const auto& layer : world.surface.layers())
      for (Cell c = 0; c < layer->size(); ++c) ASSERT_TRUE(std::isfinite(layer->value(c))) << kind << " " << layer->name() << c;
  }
}

TEST_P(StageContract, TheSameBitsForAnyNumberOfThreadsAndInstructionSet) {
  for (const std::string& kind : domains_) {
    const std::string text = recipe_text(kind);
    const World first = made(text, 1);
    expect_same(made(text, 3), first, kind + " with 3 threads");
    for (const std::string_view target : available_targets()) {
      ASSERT_TRUE(force_target(target));
      expect_same(made(text), first, kind + " on " + std::string(target));
    }
    ASSERT_TRUE(force_target("best"));
  }
}

TEST_P(StageContract, ATileIsPartOfALargerOneNearAndFar) {
  if (std::find(domains_.begin(), domains_.end(), "plane") == domains_.end()) GTEST_SKIP() << "not on planes";
  constexpr std::int64_t far = std::int64_t{1} << 40;  // cells: 10^13 m, where floats and doubles of metres have no digits left
  for (const std::int64_t base : {std::int64_t{0}, far, -far})
    expect_part({base - 20, base - 33, 90, 70}, {base - 3, base - 10, 31, 40});
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, StageContract, ::testing::ValuesIn(case_names()), test_name);

}  // namespace
}  // namespace craton
