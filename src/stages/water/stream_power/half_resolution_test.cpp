#include "stages/water/stream_power/half_resolution.h"

#include <cmath>

#include "stages/erosion/erosion_test.h"

namespace craton {
namespace {

using namespace testing;

Surface sized(std::int64_t width, std::int64_t height, const std::string& wrap) {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", width);
  spec.params.set("height", height);
  spec.params.set("step", 10.0);
  spec.params.set("wrap", wrap);
  return Surface(*make_domain(spec, Seed{}, 0, ""));
}

TEST(Coarser, HasHalfTheCellsAndTwiceTheSpacing) {
  const Surface map = sized(75, 40, "x");
  const Result<Domain> half = half_resolution(map.domain(), {});
  ASSERT_TRUE(half);
  const Torus& torus = std::get<Torus>(*half);
  EXPECT_EQ(torus.size(), (GridSize{38, 20}));
  EXPECT_EQ(torus.spacing(), 20);
  EXPECT_TRUE(torus.wraps_x());
  EXPECT_FALSE(torus.wraps_y());
  EXPECT_EQ(shortest_side(map.domain()), 40u);

  const Surface sphere = small_surface("sphere");
  const Result<Domain> globe = half_resolution(sphere.domain(), {});
  ASSERT_TRUE(globe);
  EXPECT_EQ(std::get<CubeSphere>(*globe).resolution(), 6u);
  EXPECT_EQ(std::get<CubeSphere>(*globe).radius(), 50'000);
}

TEST(Coarser, ConstantsStayAndWavesComeBack) {
  for (const auto& [width, height] : {std::pair{64, 48}, std::pair{75, 41}, std::pair{9, 33}})
    for (const std::string wrap : {"both", "x", "y", "none"}) {
      Surface map = sized(width, height, wrap);
      const Result<Domain> half = half_resolution(map.domain(), {});
      ASSERT_TRUE(half);
      const auto count = cell_count(*half);
      std::vector<float> there(count), back(map.cell_count());
      const std::vector<float> same(map.cell_count(), 7.5F);
      ASSERT_TRUE(averaged(map.domain(), same, *half, there, {}));
      for (const float value : there) ASSERT_NEAR(value, 7.5, 1e-5);
      ASSERT_TRUE(refined(*half, there, map.domain(), back, {}, {}));
      for (const float value : back) ASSERT_NEAR(value, 7.5, 1e-5);
      ASSERT_TRUE(largest_around(map.domain(), same, *half, there, {}));
      for (const float value : there) ASSERT_EQ(value, 7.5F);

      // One wave around the map, or half of one from border to border.
      const int columns = width, rows = height;
      add_layer(map, "height", [&](Cell c) {
        const bool x = wrap == "both" || wrap == "x", y = wrap == "both" || wrap == "y";
        const double a = (x ? 2.0 / columns : 1.0 / (columns - 1)) * (c % Cell(columns));
        const double b = (y ? 2.0 / rows : 1.0 / (rows - 1)) * (c / Cell(columns));
        return static_cast<float>(100 * std::cos(3.14159265 * a) + 100 * std::cos(3.14159265 * b));
      });
      ASSERT_TRUE(averaged(map.domain(), map.layer("height")->numbers(), *half, there, {}));
      ASSERT_TRUE(refined(*half, there, map.domain(), back, {}, {}));
      const double smallest = std::min(width, height);
      for (Cell c = 0; c < back.size(); ++c)
        ASSERT_NEAR(back[c], map.layer("height")->numbers()[c], 3000 / (smallest * smallest)) << width << " " << wrap << " " << c;
    }
}

TEST(Coarser, OnGridsOfTwiceTheSamplesCellsLieOnCells) {
  Surface map = sized(16, 16, "both");
  add_layer(map, "height", [](Cell c) { return c == 16 * 4 + 6 ? 16.0F : 0.0F; });
  const Result<Domain> half = half_resolution(map.domain(), {});
  std::vector<float> there(64), back(256);
  ASSERT_TRUE(averaged(map.domain(), map.layer("height")->numbers(), *half, there, {}));
  EXPECT_EQ(there[8 * 2 + 3], 4) << "half in each direction";
  EXPECT_EQ(there[8 * 2 + 4], 0);
  ASSERT_TRUE(refined(*half, there, map.domain(), back, {}, {}));
  for (Cell c = 0; c < 64; ++c) ASSERT_EQ(back[16 * 2 * (c / 8) + 2 * (c % 8)], there[c]);
}

TEST(Coarser, SpheresKeepWhatIsLargerThanTheirCells) {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", std::int64_t{33});
  spec.params.set("radius", 1000.0);
  Surface surface(*make_domain(spec, Seed{5}, 0, ""));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  add_layer(surface, "height", [&](Cell c) { return static_cast<float>(100 * sphere.direction(c).z); });
  const Result<Domain> half = half_resolution(surface.domain(), {});
  ASSERT_TRUE(half);
  std::vector<float> there(cell_count(*half)), back(surface.cell_count());
  ASSERT_TRUE(averaged(surface.domain(), surface.layer("height")->numbers(), *half, there, {}));
  ASSERT_TRUE(refined(*half, there, surface.domain(), back, {}, {}));
  double squares = 0;
  for (Cell c = 0; c < back.size(); ++c) squares += std::pow(back[c] - surface.layer("height")->numbers()[c], 2);
  EXPECT_LT(std::sqrt(squares / static_cast<double>(back.size())), 2);
}

TEST(Coarser, BendsMoveALineByNoMoreThanTheyMay) {
  // A wall along the middle column, and a meridian's two halves on a sphere: where they end up, they lie no further away.
  Surface map = sized(64, 64, "both");
  const Result<Domain> half = half_resolution(map.domain(), {});
  std::vector<float> wall(32 * 32), straight(64 * 64), bent(64 * 64);
  for (Cell c = 0; c < wall.size(); ++c) wall[c] = c % 32 == 16 ? 1.0F : 0.0F;
  ASSERT_TRUE(refined(*half, wall, map.domain(), straight, {}, {}));
  ASSERT_TRUE(refined(*half, wall, map.domain(), bent, {.distance = 30, .wave = 80, .seed = Seed{4}}, {}));
  bool moved = false;
  for (Cell c = 0; c < bent.size(); ++c) {
    const int away = std::abs(static_cast<int>(c % 64) - 32);
    if (away > 3 + 4) { ASSERT_NEAR(bent[c], 0, 0.1); }
    moved = moved || (away == 2 && bent[c] > 0.8F);
  }
  EXPECT_TRUE(moved);
}

TEST(Coarser, OnASphereCubicsAreSmoothOverEdgesAndCorners) {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", std::int64_t{64});
  spec.params.set("radius", 1000.0);
  const Surface surface(*make_domain(spec, Seed{5}, 0, ""));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  const Result<Domain> half = half_resolution(surface.domain(), {});
  const auto& coarse = std::get<CubeSphere>(*half);
  const auto wave = [](const Vec3d& d) { return 100 * std::sin(3 * d.x + 1) * std::cos(2 * d.y) + 50 * d.z; };
  std::vector<float> there(coarse.cell_count()), fine(sphere.cell_count());
  for (Cell c = 0; c < there.size(); ++c) there[c] = static_cast<float>(wave(coarse.direction(c)));
  ASSERT_TRUE(refined(*half, there, surface.domain(), fine, {}, {}));
  for (Cell c = 0; c < fine.size(); ++c) ASSERT_NEAR(fine[c], wave(sphere.direction(c)), 3) << c;
}

}  // namespace
}  // namespace craton
