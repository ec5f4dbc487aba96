#include "stages/water/river_world_test.h"

namespace craton {
namespace {

using namespace water_test;

double apart(const Domain& domain, const Vec3d& a, const Vec3d& b) {
  double x = a.x - b.x, y = a.y - b.y;
  const double z = std::holds_alternative<CubeSphere>(domain) ? a.z - b.z : 0;
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    const auto shortest = [](double d, std::uint64_t period) {
      const double metres = static_cast<double>(period) / units_per_metre;
      return period > 0 ? d - metres * std::floor(d / metres + 0.5) : d;
    };
    x = shortest(x, torus->period()[0]);
    y = shortest(y, torus->period()[1]);
  }
  return std::sqrt(x * x + y * y + z * z);
}

TEST(Springs, AreSourcesAndKeepTheirDistance) {
  std::size_t others = 0, karst = 0;
  for (const auto& each : river_domains())
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      RiverWorld world(each.second, hills(shallow_seas, each.second, seed, 0.2F));
      world.find_waters(3000);
      const Result<Layer*> rock = world.surface.add_layer({.name = "rock"});
      for (Cell c = 0; c < (*rock)->size(); ++c) (*rock)->numbers()[c] = c % 2 == 0 ? 0.1F : 0.9F;
      ASSERT_TRUE(world.run(springs_stage(), {{"apart", 60.0}, {"least_discharge", 300.0}, {"least_break", 0.1}},
                            {{"hardness", "rock"}}));
      const auto& river = world.column<std::int64_t>("springs", "river");
      const auto& at = world.column<Vec3d>("springs", "at");
      const auto& kind = world.column<std::string>("springs", "kind");
      const std::vector<float> height = world.numbers("height");
      for (std::size_t i = 0; i < river.size(); ++i) {
        karst += kind[i] == "karst";
        if (river[i] >= 0) {
          const Cell source = world.column<ObjectColumn::Cells>("rivers", "cells")[static_cast<std::size_t>(river[i])].front();
          EXPECT_NEAR(path_height(each.second, at[i]), height[source], 1e-3) << each.first;
          continue;
        }
        ++others;
        EXPECT_TRUE(kind[i] == "slope" || kind[i] == "karst");
        EXPECT_GE(world.column<double>("springs", "discharge")[i], 300);
        EXPECT_GE(path_height(each.second, at[i]), -1e-3);
        // On a sphere springs lie in the middle of their cells, the distance is between sites.
        const double least = each.first == "planet" ? 25 : 60;
        for (std::size_t k = 0; k < i; ++k) EXPECT_GT(apart(each.second, at[i], at[k]), least) << each.first;
      }
    }
  EXPECT_GT(others, 40U);
  EXPECT_GT(karst, 40U);
}

TEST(Springs, DensityIsAMask) {
  const Domain domain = domain_of("torus", 64, 64);
  const auto count = [&](double density) {
    RiverWorld world(domain, hills(shallow_seas, domain, 2, 0.2F));
    world.find_waters(3000);
    EXPECT_TRUE(world.run(springs_stage(), {{"density", density}, {"apart", 30.0}, {"least_discharge", 300.0}}));
    std::size_t others = 0;
    for (const std::int64_t river : world.column<std::int64_t>("springs", "river")) others += river < 0;
    return others;
  };
  EXPECT_EQ(count(0), 0U);
  EXPECT_GT(count(1), count(0.1));
  EXPECT_GT(count(0.1), 0U);
}

TEST(Springs, NeedRivers) {
  RiverWorld world(domain_of("torus", 8, 8), std::vector<float>(64, 1.0F));
  ASSERT_TRUE(world.run(lakes_stage()));
  EXPECT_EQ(world.run(springs_stage()).error().path, "/stages/1/river");
  ASSERT_TRUE(world.surface.add_layer({.name = "river", .type = LayerType::integer}));
  ASSERT_TRUE(world.surface.add_layer({.name = "discharge"}));
  EXPECT_EQ(world.run(springs_stage()).error().to_string(),
            "/stages/1: there are no rivers yet: put a stage \"rivers\" before this one");
}

}  // namespace
}  // namespace craton
