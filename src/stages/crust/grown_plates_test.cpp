#include <algorithm>
#include <cmath>
#include <numeric>

#include "stages/column_test.h"
#include "stages/crust/plate_test.h"

namespace craton {
namespace {

using namespace testing;
using Cells = ObjectColumn::Cells;

std::vector<Surface> three_surfaces() {
  std::vector<Surface> surfaces;
  surfaces.push_back(sphere_surface(20));
  surfaces.push_back(map_surface(61, 47));
  surfaces.push_back(map_surface(40, 52, "none"));
  return surfaces;
}

TEST(GrownPlates, EveryCellHasOnePlateAndTheTableKnowsIt) {
  for (Surface& surface : three_surfaces()) {
    ASSERT_TRUE(run_stage(surface, growth_spec(25)));
    const auto plate = plates_of(surface);
    std::vector<int> seen(plate.size(), 0);
    const auto& cells = column<Cells>(surface, "plates", "cells");
    ASSERT_EQ(cells.size(), 25U);
    for (std::size_t p = 0; p < cells.size(); ++p) {
      EXPECT_FALSE(cells[p].empty());
      for (const Cell c : cells[p]) {
        ++seen[c];
        ASSERT_EQ(plate[c], static_cast<std::int32_t>(p + 1));
      }
    }
    for (const int times : seen) ASSERT_EQ(times, 1);
    double areas = 0, whole = 0;
    for (const double area : column<double>(surface, "plates", "area")) areas += area;
    std::visit(
        [&](const auto& topology) {
          for (Cell c = 0; c < plate.size(); ++c) whole += topology.area(c);
        },
        surface.domain());
    EXPECT_NEAR(areas / whole, 1, 1e-12);
  }
}

TEST(GrownPlates, AreConnected) {
  for (const bool random : {false, true})
    for (Surface& surface : three_surfaces()) {
      StageSpec spec = growth_spec(25, 2);
      spec.params.set("random_driven", random);
      ASSERT_TRUE(run_stage(surface, spec));
      const auto plate = plates_of(surface);
      const auto& starts = column<std::int64_t>(surface, "plates", "start");
      std::vector<bool> reached(plate.size(), false);
      std::size_t count = 0;
      for (std::size_t p = 0; p < starts.size(); ++p) {
        std::vector<Cell> open{static_cast<Cell>(starts[p])};
        ASSERT_EQ(plate[open[0]], static_cast<std::int32_t>(p + 1));
        reached[open[0]] = true;
        for (std::size_t i = 0; i < open.size(); ++i, ++count)
          for_each_link_of(surface, open[i], [&](Link link) {
            if (reached[link.to] || plate[link.to] != plate[open[i]]) return;
            reached[link.to] = true;
            open.push_back(link.to);
          });
      }
      EXPECT_EQ(count, plate.size());
    }
}

TEST(GrownPlates, EdgeCellsAreThoseWithANeighbourOfAnotherPlate) {
  for (Surface& surface : three_surfaces()) {
    ASSERT_TRUE(run_stage(surface, growth_spec(12)));
    const auto plate = plates_of(surface);
    const auto& edges = column<Cells>(surface, "plates", "edge_cells");
    for (std::size_t p = 0; p < edges.size(); ++p) {
      Cells wanted;
      for (Cell c = 0; c < plate.size(); ++c) {
        if (plate[c] != static_cast<std::int32_t>(p + 1)) continue;
        bool edge = false;
        for_each_link_of(surface, c, [&](Link link) { edge = edge || plate[link.to] != plate[c]; });
        if (edge) wanted.push_back(c);
      }
      EXPECT_EQ(edges[p], wanted);
    }
  }
}

TEST(GrownPlates, RatesLieInTheRangeAndExpansionsMeetThemInTheMean) {
  EXPECT_DOUBLE_EQ(expansion_rate(0.5, 0), 0.5);
  EXPECT_DOUBLE_EQ(expansion_rate(0.5, 0.5), 1);
  EXPECT_DOUBLE_EQ(expansion_rate(3, 0.5), 1.5);
  EXPECT_GT(expansion_rate(3, 0), 0);  // or a lone plate would never fill its world
  for (const double rate : {0.25, 1.0, 1.5, 2.9}) {
    double sum = 0;
    constexpr int draws = 20'000;
    for (int i = 0; i < draws; ++i) {
      const std::uint32_t times = expansions_of(rate, unit_of_bits(counted_random(Seed{3}, 1, static_cast<std::uint64_t>(i))));
      ASSERT_GE(times, std::floor(rate));
      ASSERT_LE(times, std::floor(rate) + 1);
      sum += times;
    }
    EXPECT_NEAR(sum / draws, rate, 0.015);
  }
  for (const double range : {0.5, 4.0}) {
    double sum = 0;
    std::size_t count = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Surface surface = sphere_surface(8);
      ASSERT_TRUE(run_seeded(surface, growth_spec(50, range), seed));
      for (const double rate : column<double>(surface, "plates", "rate")) {
        EXPECT_GE(rate, range < 1 ? 1 - range : 0);
        EXPECT_LE(rate, range < 1 ? 1 + range : range);
        sum += rate;
        ++count;
      }
    }
    // The mean of a thousand uniform numbers strays by range / √3 / √1000 at most.
    EXPECT_NEAR(sum / static_cast<double>(count), range < 1 ? 1 : range / 2, 4 * range / std::sqrt(3.0 * 1000));
  }
}

TEST(GrownPlates, AFasterPlateGrowsFurther) {
  // A lone plate with rate 1 grows by one ring in a round: squares of side 2 n + 1 on a map.
  Surface surface = map_surface(101, 101);
  StageSpec spec = growth_spec(1, 0);
  spec.params.set("rounds", std::int64_t{7});
  ASSERT_TRUE(run_stage(surface, spec));
  EXPECT_EQ(column<Cells>(surface, "plates", "cells")[0].size(), 15U * 15U);
  EXPECT_EQ(std::count(plates_of(surface).begin(), plates_of(surface).end(), 0), 101 * 101 - 15 * 15);
  // Of two hundred plates the faster half covers more.
  Surface sphere = sphere_surface(64);
  ASSERT_TRUE(run_stage(sphere, growth_spec(200, 0.9)));
  double slow = 0, fast = 0;
  for (std::size_t p = 0; p < 200; ++p)
    (column<double>(sphere, "plates", "rate")[p] < 1 ? slow : fast) += column<double>(sphere, "plates", "area")[p];
  EXPECT_GT(fast, 1.5 * slow);
}

TEST(GrownPlates, RoundsShowTheSameGrowthOnItsWay) {
  Surface whole = sphere_surface(20);
  ASSERT_TRUE(run_stage(whole, growth_spec(10)));
  std::ptrdiff_t before = -1;
  for (const std::int64_t rounds : {1, 3, 6}) {
    Surface part = sphere_surface(20);
    StageSpec spec = growth_spec(10);
    spec.params.set("rounds", rounds);
    ASSERT_TRUE(run_stage(part, spec));
    const auto plate = plates_of(part);
    for (Cell c = 0; c < plate.size(); ++c) ASSERT_TRUE(plate[c] == 0 || plate[c] == plates_of(whole)[c]);
    const std::ptrdiff_t taken = static_cast<std::ptrdiff_t>(plate.size()) - std::count(plate.begin(), plate.end(), 0);
    EXPECT_GT(taken, before);
    before = taken;
  }
}

TEST(GrownPlates, RandomDrivenSizesAreMoreUneven) {
  const auto unevenness = [](bool random) {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Surface surface = sphere_surface(32);
      StageSpec spec = growth_spec(50, 0);
      spec.params.set("random_driven", random);
      EXPECT_TRUE(run_seeded(surface, spec, seed));
      double squares = 0;
      for (const Cells& cells : column<Cells>(surface, "plates", "cells"))
        squares += std::pow(static_cast<double>(cells.size()), 2);
      sum += squares;
    }
    return sum;
  };
  EXPECT_GT(unevenness(true), 1.15 * unevenness(false));
}

TEST(GrownPlates, CentresAndMotions) {
  for (Surface& surface : three_surfaces()) {
    ASSERT_TRUE(run_stage(surface, growth_spec(25)));
    const bool sphere = std::holds_alternative<CubeSphere>(surface.domain());
    double east = 0;
    for (std::size_t p = 0; p < 25; ++p) {
      const Vec3d centre = column<Vec3d>(surface, "plates", "centre")[p], motion = column<Vec3d>(surface, "plates", "motion")[p];
      const double speed = std::sqrt(motion.x * motion.x + motion.y * motion.y + motion.z * motion.z);
      EXPECT_GE(speed, 0.5 - 1e-12);
      EXPECT_LE(speed, 1 + 1e-12);
      east += motion.x;
      if (!sphere) {
        EXPECT_EQ(motion.z, 0);
        continue;
      }
      const double radius = std::sqrt(centre.x * centre.x + centre.y * centre.y + centre.z * centre.z);
      EXPECT_NEAR(radius, 6'371'000, 1);
      EXPECT_NEAR((centre.x * motion.x + centre.y * motion.y + centre.z * motion.z) / radius, 0, 1e-12);
    }
    EXPECT_LT(std::abs(east), 12);  // all directions
  }
  // On a map that closes onto itself a plate over the border has its centre near its cells.
  const Surface map = map_surface(60, 60);
  const Torus& torus = std::get<Torus>(map.domain());
  const std::vector<Cell> over{torus.cell(59, 30), torus.cell(0, 30), torus.cell(1, 30)};
  const Vec3d centre = centre_of_plate(map.domain(), over, over[0]);
  EXPECT_NEAR(centre.x, 0, 1e-6);
  EXPECT_NEAR(centre.y, 300'000, 1e-6);
}

TEST(GrownPlates, CarriedMotionsStayAlongTheGroundAndKeepTheirLength) {
  const Surface surface = sphere_surface(8);
  const CubeSphere& sphere = std::get<CubeSphere>(surface.domain());
  const Vec3d centre = sphere.centre(17);
  const Vec3d motion = random_motion(surface.domain(), centre, Seed{1}, 3);
  const CarriedMotion carried(surface.domain(), centre, motion);
  for (Cell c = 0; c < sphere.cell_count(); ++c) {
    const Vec3d place = sphere.direction(c), v = carried.at(place);
    EXPECT_NEAR(v.x * place.x + v.y * place.y + v.z * place.z, 0, 1e-6);  // sites are floats
    EXPECT_NEAR(std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z), carried.speed(), 1e-6);
  }
}

/// The share of links from cells of some kind whose two ends lie on different plates, over many seeds.
template <class Of>
double border_share(int resolution, Of of) {
  double across = 0, all = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Surface surface = sphere_surface(resolution);
    EXPECT_TRUE(run_seeded(surface, growth_spec(30), seed));
    const CubeSphere& sphere = std::get<CubeSphere>(surface.domain());
    const auto plate = plates_of(surface);
    for (Cell c = 0; c < plate.size(); ++c)
      sphere.for_each_link(c, [&](Link link) {
        if (!of(sphere, c, link.to)) return;
        across += plate[c] != plate[link.to];
        ++all;
      });
  }
  return across / all;
}

TEST(GrownPlates, EdgesAndCornersOfTheCubeLeaveNoTrace) {
  const auto face = [](const CubeSphere& sphere, Cell c) { return c / sphere.resolution() / sphere.resolution(); };
  const double inside = border_share(24, [&](const CubeSphere& s, Cell a, Cell b) { return face(s, a) == face(s, b); });
  const double over = border_share(24, [&](const CubeSphere& s, Cell a, Cell b) { return face(s, a) != face(s, b); });
  EXPECT_NEAR(over / inside, 1, 0.12);
  // All 12 edges: plates lie on both sides of each; all 8 corners: the three cells there are mostly of one plate.
  std::set<std::pair<Cell, Cell>> crossed;
  std::size_t together = 0, corners = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Surface surface = sphere_surface(24);
    ASSERT_TRUE(run_seeded(surface, growth_spec(30), seed));
    const CubeSphere& sphere = std::get<CubeSphere>(surface.domain());
    const auto plate = plates_of(surface);
    for (Cell c = 0; c < plate.size(); ++c) {
      std::set<Cell> faces;
      bool alike = true;
      sphere.for_each_link(c, [&](Link link) {
        faces.insert(face(sphere, link.to));
        if (face(sphere, c) == face(sphere, link.to)) return;
        alike = alike && plate[c] == plate[link.to];
        if (plate[c] == plate[link.to]) crossed.insert(std::minmax(face(sphere, c), face(sphere, link.to)));
      });
      if (faces.size() < 3) continue;
      ++corners;
      together += alike;
    }
  }
  EXPECT_EQ(crossed.size(), 12U);
  EXPECT_EQ(corners, 10U * 24U);
  EXPECT_GT(static_cast<double>(together), 0.5 * static_cast<double>(corners));
}

TEST(GrownPlates, MorePlatesThanCellsAreRefused) {
  Surface small = map_surface(9, 9);
  const Result<void> refused = run_stage(small, growth_spec(82));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/plates");
  EXPECT_NE(refused.error().message.find("81 cells"), std::string::npos) << refused.error().message;
  ASSERT_TRUE(run_stage(small, growth_spec(81)));  // as many as cells: each has one
  for (const Cells& cells : column<Cells>(small, "plates", "cells")) EXPECT_EQ(cells.size(), 1U);
}

TEST(GrownPlates, TablesAreTheSameForAnyNumberOfThreads) {
  Surface one = sphere_surface(30), four = sphere_surface(30);
  ASSERT_TRUE(run_stage(one, growth_spec(40), 1));
  ASSERT_TRUE(run_stage(four, growth_spec(40), 4));
  EXPECT_TRUE(std::equal(plates_of(one).begin(), plates_of(one).end(), plates_of(four).begin()));
  EXPECT_EQ(*one.objects("plates"), *four.objects("plates"));
}

}  // namespace
}  // namespace craton
