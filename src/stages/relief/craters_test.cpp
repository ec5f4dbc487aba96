#include <algorithm>
#include <cmath>

#include "stages/relief/cell_patches.h"
#include "stages/relief/crater_scatter.h"
#include "stages/stage_test.h"

namespace craton::relief {
namespace {

using namespace testing;

CraterShape round_crater(double diameter, double age = 0) {
  CraterLaws laws;
  laws.irregularity = 0;
  return make_crater(laws, diameter, age, 1);
}

float height_at(const CraterShape& shape, float share) { return crater_ground(shape, share * shape.radius, 0).height; }

TEST(CraterShape, ASimpleCraterHasTheDepthAndRimOfPike) {
  for (const double diameter : {100.0, 2000.0, 14'000.0}) {
    const CraterShape shape = round_crater(diameter);
    float crest = 0, floor = 0;
    for (float share = 0; share < 2.6F; share += 0.001F) {
      crest = std::max(crest, height_at(shape, share));
      floor = std::min(floor, height_at(shape, share));
    }
    EXPECT_NEAR(crest / diameter, 0.04, 0.001);
    EXPECT_NEAR((crest - floor) / diameter, 0.2, 0.002);
    EXPECT_EQ(floor, height_at(shape, 0));
    EXPECT_NEAR(height_at(shape, 1), crest, 0.002 * diameter) << "the crest is the rim";
    EXPECT_EQ(height_at(shape, 2.5F), 0);
    EXPECT_GT(height_at(shape, 2.3F), 0);
  }
}

TEST(CraterShape, EjectaFallWithTheCubeOfTheDistance) {
  const CraterShape shape = round_crater(5000);
  for (float share = 1.25F; share < 2.4F; share += 0.05F) {
    const double end = 1 - (share - 1) / 1.5;  // the blanket ends softly at 2.5 radii
    const double crest = height_at(shape, share) * std::pow(share, 3) / (end * end);
    EXPECT_NEAR(crest / 5000, 0.04, 0.005) << share;
    EXPECT_NEAR(crest, height_at(shape, 1.25F) * std::pow(1.25, 3) / std::pow(1 - 0.25 / 1.5, 2), 1e-3 * crest) << share;
  }
}

TEST(CraterShape, ComplexCratersGrowWithThePowersOfPike) {
  const CraterShape small = round_crater(40'000), large = round_crater(160'000);
  EXPECT_NEAR(large.depth / small.depth, std::pow(4, 0.3), 1e-3);
  EXPECT_NEAR(large.rim / small.rim, std::pow(4, 0.4), 1e-3);
}

/// In the middle of a face of the cube, at its edges and corners, at the poles: the same distance is the same height.
TEST(CraterShape, CratersAreRoundEverywhereOnASphere) {
  const Domain domain = small_surface("sphere").domain();
  const double radius = std::get<CubeSphere>(domain).radius();
  const CraterShape shape = round_crater(14'000);  // without peaks
  for (const Vec3d& centre :
       {Vec3d{1, 0, 0}, {0, 0, -1}, {0, 0, 1}, {1, 1, 0}, {0, -1, 1}, {1, 1, 1}, {-1, 1, -1}, {1, 0.99, 0.98}}) {
    const double length = std::sqrt(dot(centre, centre));
    const auto units = [&](const Vec3d& unit) {
      return Point3{std::llround(unit.x * radius * 1024), std::llround(unit.y * radius * 1024),
                    std::llround(unit.z * radius * 1024)};
    };
    const Vec3d up{centre.x / length, centre.y / length, centre.z / length};
    const GroundFrame frame = ground_frame(domain, units(up));
    for (const double share : {0.3, 0.9, 1.1, 1.8}) {
      const double angle = 2 * std::asin(share * double{shape.radius} / (2 * radius));
      for (double turn = 0; turn < 6.28; turn += 0.3) {
        const auto axis = [&](double u, double e, double s) {
          return std::cos(angle) * u + std::sin(angle) * (std::cos(turn) * e + std::sin(turn) * s);
        };
        const Vec3d there{axis(up.x, frame.east.x, frame.south.x), axis(up.y, frame.east.y, frame.south.y),
                          axis(up.z, frame.east.z, frame.south.z)};
        const Vec3d away = metres_from(units(up), units(there));
        const double stretch = frame.stretch(dot(away, away));
        const CraterGround ground = crater_ground(shape, static_cast<float>(dot(away, frame.east) * stretch),
                                                  static_cast<float>(dot(away, frame.south) * stretch));
        ASSERT_NEAR(ground.height, height_at(shape, static_cast<float>(share)), 1e-4 * double{shape.depth})
            << centre.x << " " << centre.y << " " << centre.z << ": " << share << " " << turn;
      }
    }
  }
}

TEST(CraterShape, ComplexCratersAreShallowerWithFlatFloorsAndPeaks) {
  const CraterShape shape = round_crater(60'000);
  EXPECT_LT(shape.depth, 0.1 * 60'000);
  EXPECT_GT(shape.depth, round_crater(14'000).depth);
  EXPECT_GT(height_at(shape, 0), height_at(shape, 0.4F) + 500);
  EXPECT_NEAR(height_at(shape, 0.35F), height_at(shape, 0.5F), 1);
  EXPECT_LT(height_at(shape, 0), 0) << "peaks stay below the ground around";
}

TEST(CraterShape, IsContinuousAndWearsWithAge) {
  for (const double diameter : {900.0, 40'000.0}) {
    for (const double age : {0.0, 0.5, 1.0}) {
      CraterLaws laws;
      laws.irregularity = 1;
      const CraterShape shape = make_crater(laws, diameter, age, 77);
      const float step = shape.radius * 1e-3F;
      for (float y = -3.1F * shape.radius; y < 3.1F * shape.radius; y += 37 * step) {
        float last = crater_ground(shape, -3.2F * shape.radius, y).height;
        EXPECT_EQ(last, 0);
        for (float x = -3.2F * shape.radius; x < 3.2F * shape.radius; x += step) {
          const CraterGround ground = crater_ground(shape, x, y);
          ASSERT_NEAR(ground.height, last, 0.012F * shape.depth) << x << " " << y;
          ASSERT_GE(ground.erased, 0);
          ASSERT_LE(ground.erased, 1);
          last = ground.height;
        }
      }
    }
    EXPECT_LT(round_crater(diameter, 1).depth, 0.3 * round_crater(diameter).depth);
    EXPECT_LT(round_crater(diameter, 1).rim, 0.2 * round_crater(diameter).rim);
  }
}

TEST(CraterScatter, SizesFollowThePowerLawAndCoverWhatIsAskedFor) {
  const Box box{{0, 0, 0}, {250'000 * 1024, 250'000 * 1024, 0}};
  for (const double exponent : {1.5, 2.0, 3.0}) {
    const CraterPopulation population{{}, 8000, 500, 0.1, exponent, 0};
    const CraterScatter scatter(small_surface("plane").domain(), Seed{1}, population, 0);
    double covered = 0, wide = 0, wider = 0;
    for (const Crater& crater : scatter.around(box)) {
      const double x = double(crater.place.x), y = double(crater.place.y), side = double(box.high[0]);
      if (x < 0 || y < 0 || x > side || y > side) continue;
      if (crater.diameter >= 4000) covered += 3.14159265 / 4 * crater.diameter * crater.diameter / 6.25e10;
      wide += crater.diameter >= 600 && crater.diameter < 1200;
      wider += crater.diameter >= 1200 && crater.diameter < 2400;
    }
    EXPECT_NEAR(covered, 0.1, 0.02) << exponent;
    EXPECT_NEAR(std::log2(wide / wider), exponent, 0.2) << exponent;
  }
}

TEST(CraterScatter, FinerOnesLeaveLargerOnesWhereTheyAre) {
  const Box box{{0, 0, 0}, {90'000 * 1024, 90'000 * 1024, 0}};
  const auto large_ones = [&](double smallest, double visible) {
    const CraterPopulation population{{}, 8000, smallest, 0.1, 2, 0.5};
    std::vector<std::pair<std::int64_t, double>> list;
    for (const Crater& c : CraterScatter(small_surface("plane").domain(), Seed{1}, population, visible).around(box))
      if (c.diameter >= 1000) list.emplace_back(c.place.x, c.diameter);
    return list;
  };
  EXPECT_GT(large_ones(1000, 0).size(), 50u);
  EXPECT_EQ(large_ones(1000, 0), large_ones(125, 0));
  EXPECT_EQ(large_ones(1000, 0), large_ones(125, 700));
}

StageSpec stage() {
  StageSpec spec{.stage = "craters", .id = "craters"};
  spec.params.set("largest", 400.0);
  spec.params.set("smallest", 25.0);
  spec.params.set("coverage", 0.3);
  return spec;
}

StageSpec stage_on(const std::string& kind) {
  StageSpec spec = stage();
  if (kind == "sphere") {
    spec.params.set("largest", 30'000.0);
    spec.params.set("smallest", 1875.0);
  }
  return spec;
}

/// A slow twin: every crater of the whole domain for every cell, the older ones' relief kept one by one.
float by_brute_force(const Domain& domain, const std::vector<Crater>& craters, const Vec3d& place) {
  std::vector<std::pair<const Crater*, float>> left;
  for (const Crater& crater : craters) {
    const Vec3d away{place.x - double(crater.place.x) / 1024, place.y - double(crater.place.y) / 1024,
                     place.z - double(crater.place.z) / 1024};
    const GroundFrame frame = ground_frame(domain, crater.place);
    double east = dot(away, frame.east), south = dot(away, frame.south);
    const double straight = std::sqrt(dot(away, away)), shadow = std::sqrt(east * east + south * south);
    if (shadow == 0 || straight > double{crater.shape.reach()}) continue;
    east *= straight / shadow;
    south *= straight / shadow;
    const CraterGround ground = crater_ground(crater.shape, static_cast<float>(east), static_cast<float>(south));
    for (auto& [older, height] : left) {
      const float share = older->octave > crater.octave        ? 1.0F
                          : older->octave == crater.octave     ? 0.85F
                          : older->octave + 1 == crater.octave ? 0.25F
                                                               : 0.0F;
      height *= 1 - ground.erased * share;
    }
    left.emplace_back(&crater, ground.height);
  }
  float sum = 0;
  for (const auto& each : left) sum += each.second;
  return sum;
}

TEST(Craters, PatchesFindAllCratersThatReachThem) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell) { return 0.0F; });
    ASSERT_TRUE(run_stage(surface, stage_on(kind)));
    const double metre = kind == "sphere" ? 75 : 1;
    const CraterPopulation population{{}, 400 * metre, 25 * metre, 0.3, 2, 0.7};
    const CraterScatter scatter(surface.domain(), Seed{7}, population, spacing(surface.domain()));
    const std::int64_t side = 80'000'000;
    const std::vector<Crater> all = scatter.around(kind == "sphere" ? Box{{-side, -side, -side}, {side, side, side}}
                                                                    : Box{{-500'000, -500'000, 0}, {2'000'000, 1'400'000, 0}});
    const std::vector<float> height = copy_of(surface, "height");
    for (Cell c = 0; c < height.size(); c += kind == "sphere" ? 7 : 101) {
      const Vec3d place = std::visit([&](const auto& topology) { return topology.centre(c); }, surface.domain());
      ASSERT_NEAR(height[c], by_brute_force(surface.domain(), all, place), 1e-3 * metre) << kind << " " << c;
    }
  }
}

/// With sites in the middle of their cells every cell of the coarse planet has its place in the middle one of nine finer cells.
TEST(Craters, AreTheSameAtEveryResolution) {
  const auto heights = [](std::int64_t resolution) {
    DomainSpec spec = domain_spec("sphere");
    spec.params.set("resolution", resolution);
    spec.params.set("jitter", 0.0);
    Surface surface(*make_domain(spec, Seed{5}, 0, ""));
    add_layer(surface, "height", [](Cell) { return 0.0F; });
    StageSpec craters = stage_on("sphere");
    craters.params.set("smallest", 7500.0);  // wider than the coarse cells
    EXPECT_TRUE(run_stage(surface, craters));
    return copy_of(surface, "height");
  };
  const std::vector<float> coarse = heights(24), fine = heights(72);
  float deepest = 0;
  for (std::size_t face = 0; face < 6; ++face)
    for (std::size_t row = 0; row < 24; ++row)
      for (std::size_t column = 0; column < 24; ++column) {
        const float here = coarse[(face * 24 + row) * 24 + column];
        ASSERT_NEAR(here, fine[(face * 72 + 3 * row + 1) * 72 + 3 * column + 1], 1);
        deepest = std::min(deepest, here);
      }
  EXPECT_LT(deepest, -1000);
}

TEST(Craters, MasksLeaveCellsAsTheyAre) {
  for (const std::string& kind : domain_kinds()) expect_masked_cells_stay(kind, stage_on(kind), 0.25);
}

TEST(Craters, SizesThatMakeNoSenseAreRefused) {
  Surface surface = small_surface("torus");
  add_layer(surface, "height", [](Cell) { return 0.0F; });
  StageSpec spec = stage();
  spec.params.set("smallest", 500.0);
  const Result<void> refused = run_stage(surface, spec);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/smallest");
  StageSpec dust = stage();
  dust.params.set("exponent", 4.0);
  dust.params.set("smallest", 1.0);
  EXPECT_FALSE(run_stage(surface, dust)) << "craters without number";
  Surface sphere = small_surface("sphere");
  add_layer(sphere, "height", [](Cell) { return 0.0F; });
  StageSpec wide = stage();
  wide.params.set("largest", 60'000.0);
  const Result<void> too_wide = run_stage(sphere, wide);
  ASSERT_FALSE(too_wide);
  EXPECT_EQ(too_wide.error().path, "/stages/0/largest");
}

}  // namespace
}  // namespace craton::relief
