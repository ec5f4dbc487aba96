// A stage that sets sites and radius: what follows stands on them, and so does who reads the world's file or the cache.
#include <gtest/gtest.h>

#include <cmath>

#include <craton/files/folder.h>
#include <craton/files/world_file.h>
#include <craton/recipe/make.h>
#include <craton/surface/sites.h>
#include <craton/surface/voronoi_regions.h>
#include <craton/worlds/kinds.h>

#include "files/test_folder.h"

namespace craton::files {
namespace {

Result<World> made(const std::string& params, BlobStore* cache = nullptr,
                   const std::string& domain = R"("sphere", "resolution": 16)") {
  const RecipeTerms terms = all_terms();
  const Result<Recipe> recipe =
      recipe_from_json(R"({"craton": 1, "seed": 3, "world": ")" + std::string(domain.starts_with("\"sphere") ? "planet" : "map") +
                           R"(", "domain": {"kind": )" + domain + R"(}, "stages": [{"stage": "sites")" + params +
                           R"(}, {"stage": "noise", "noise": {"kind": "perlin", "frequency": 1e-6}}]})",
                       terms);
  if (!recipe) return recipe.error();
  MakeOptions options;
  options.cache = cache;
  return make_world(*recipe, terms, options);
}

const CubeSphere& sphere_of(const World& world) { return std::get<CubeSphere>(world.surface.domain()); }

/// Root mean square of the regions' areas beside their mean.
double unevenness(const CubeSphere& sphere) {
  double sum = 0, squares = 0;
  for (Cell c = 0; c < sphere.cell_count(); ++c) {
    const double area = region_of(sphere, c).area;
    sum += area;
    squares += area * area;
  }
  const double mean = sum / sphere.cell_count();
  return std::sqrt(squares / sphere.cell_count() / (mean * mean) - 1);
}

TEST(SitesStage, JitterAndRelaxingMakeRegionsUnevenAndEven) {
  const Result<World> wild = made(""), calm = made(R"(, "jitter": 0)"), round = made(R"(, "relax": 8)");
  ASSERT_TRUE(wild && calm && round);
  for (Cell c = 0; c < sphere_of(*calm).cell_count(); ++c) {
    const RegionSite site = site_of(sphere_of(*calm), c);
    ASSERT_NEAR(site.right, 0.5, 1e-5);
    ASSERT_NEAR(site.down, 0.5, 1e-5);
  }
  EXPECT_GT(unevenness(sphere_of(*wild)), 0.2);
  EXPECT_LT(unevenness(sphere_of(*round)), 0.6 * unevenness(sphere_of(*wild)));
}

TEST(SitesStage, WhatFollowsStandsOnTheNewSitesAndRadius) {
  const Result<World> one = made(R"(, "radius": 3e6)"), usual = made(R"(, "radius": 3e6, "jitter": 0)");
  ASSERT_TRUE(one && usual);
  EXPECT_EQ(sphere_of(*one).radius(), 3e6);
  EXPECT_NE(one->surface.layer("height")->hash(), usual->surface.layer("height")->hash());
}

TEST(SitesStage, FilesAndCachesKeepThem) {
  const TestFolder folder;
  const RecipeTerms terms = all_terms();
  Result<std::unique_ptr<BlobStore>> cache = cache_in_folder(folder.path("cache"), 1 << 26);
  ASSERT_TRUE(cache);
  const Result<World> first = made(R"(, "radius": 3e6, "relax": 2)", cache->get());
  const Result<World> again = made(R"(, "radius": 3e6, "relax": 2)", cache->get());
  ASSERT_TRUE(first && again);
  EXPECT_TRUE(again->reports[0].reused);
  EXPECT_EQ(sphere_of(*again).radius(), 3e6);
  ASSERT_TRUE(write_world(folder.path("world.craton"), *first, terms));
  const Result<World> read = read_world(folder.path("world.craton"), terms);
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(sphere_of(*read).radius(), 3e6);
  for (Cell c = 0; c < sphere_of(*first).cell_count(); ++c) {
    ASSERT_EQ(sphere_of(*first).direction(c), sphere_of(*again).direction(c));
    ASSERT_EQ(sphere_of(*first).direction(c), sphere_of(*read).direction(c));
  }
  // Another stage after other sites is not taken from the cache.
  const Result<World> other = made(R"(, "radius": 3e6, "relax": 1)", cache->get());
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->reports[1].reused);
}

TEST(SitesStage, IsRefusedElsewhere) {
  const Result<World> map = made("", nullptr, R"("torus", "width": 16, "height": 16)");
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().path, "/stages/0");
}

}  // namespace
}  // namespace craton::files
