#include <algorithm>
#include <cmath>

#include "stages/crust/plate_test.h"
#include "surface/table_values.h"

namespace craton {
namespace {

using namespace testing;

StageSpec spec_of(const std::string& stage) { return {.stage = stage, .id = stage}; }

struct V {
  double x, y, z;
};
double dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
V scaled(V a, double by) { return {a.x * by, a.y * by, a.z * by}; }
V cross(V a, V b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
V unit(V a) { return scaled(a, 1 / std::sqrt(dot(a, a))); }

/// Turns v about centre × place by the angle between them (Rodrigues): another way to carry it.
V turned(V v, V centre, V place) {
  const V normal = cross(centre, place);
  const double sine = std::sqrt(dot(normal, normal)), cosine = dot(centre, place);
  if (sine < 1e-14) return v;
  const V k = scaled(normal, 1 / sine), side = cross(k, v);
  const double along = dot(k, v) * (1 - cosine);
  return {v.x * cosine + side.x * sine + k.x * along, v.y * cosine + side.y * sine + k.y * along,
          v.z * cosine + side.z * sine + k.z * along};
}

TEST(PlateHeights, AreUniformAndTellTheKind) {
  double sum = 0, squares = 0, count = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Surface surface = sphere_surface(8);
    ASSERT_TRUE(run_seeded(surface, growth_spec(50), seed));
    ASSERT_TRUE(run_seeded(surface, spec_of("plate_heights"), seed));
    const auto& heights = *values_of<double>(surface.objects("plates"), "height");
    const auto& ages = *values_of<double>(surface.objects("plates"), "age");
    const auto& kinds = *values_of<std::string>(surface.objects("plates"), "kind");
    const auto plate = plates_of(surface);
    for (Cell c = 0; c < plate.size(); ++c)
      ASSERT_EQ(double{surface.layer("height")->numbers()[c]}, heights[static_cast<std::size_t>(plate[c] - 1)]);
    for (std::size_t p = 0; p < heights.size(); ++p) {
      ASSERT_LE(std::abs(heights[p]), 3200);
      EXPECT_EQ(kinds[p], heights[p] < 0 ? "oceanic" : "continental");
      EXPECT_LE(ages[p], heights[p] < 0 ? 180 : 3000);
      EXPECT_GE(ages[p], heights[p] < 0 ? 0 : 500);
      sum += heights[p];
      squares += heights[p] * heights[p];
      ++count;
    }
  }
  EXPECT_NEAR(sum / count / 3200, 0, 0.08);
  EXPECT_NEAR(squares / count / (3200 * 3200), 1.0 / 3, 0.04);
}

TEST(PlateHeights, NeedPlates) {
  Surface surface = sphere_surface(8);
  ASSERT_TRUE(surface.add_layer({.name = "plate", .type = LayerType::integer}));
  const Result<void> refused = run_stage(surface, spec_of("plate_heights"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("grown_plates"), std::string::npos);
  ASSERT_TRUE(run_stage(surface, growth_spec(5)));
  surface.layer("plate")->integers()[3] = 6;
  EXPECT_FALSE(run_stage(surface, spec_of("plate_heights")));
}

TEST(PlateCollisions, PressureIsThatOfTheFormula) {
  Surface surface = sphere_surface(10);
  ASSERT_TRUE(run_stage(surface, growth_spec(12)));
  add_layer(surface, "height", [](Cell) { return 0.0F; });
  ASSERT_TRUE(run_stage(surface, spec_of("plate_collisions")));
  const CubeSphere& sphere = std::get<CubeSphere>(surface.domain());
  const auto plate = plates_of(surface);
  const auto& centres = *values_of<Vec3d>(surface.objects("plates"), "centre");
  const auto& motions = *values_of<Vec3d>(surface.objects("plates"), "motion");
  const auto site = [&](Cell c) { return V{sphere.direction(c).x, sphere.direction(c).y, sphere.direction(c).z}; };
  const auto velocity = [&](Cell c) {
    const auto p = static_cast<std::size_t>(plate[c] - 1);
    return turned({motions[p].x, motions[p].y, motions[p].z}, unit({centres[p].x, centres[p].y, centres[p].z}), unit(site(c)));
  };
  for (Cell c = 0; c < plate.size(); ++c) {
    const V v = velocity(c), here = site(c);
    double pressure = 0;
    sphere.for_each_link(c, [&](Link link) {
      if (plate[link.to] == plate[c]) return;
      const V there = site(link.to), vi = velocity(link.to);
      const V e = unit({there.x - here.x, there.y - here.y, there.z - here.z});
      pressure += std::sqrt(dot(v, v)) * dot(v, e) - std::sqrt(dot(vi, vi)) * dot(vi, e);
    });
    ASSERT_NEAR(double{surface.layer("height")->numbers()[c]}, 2000 * pressure, 0.01) << c;
  }
}

/// Two plates on a map, the border between them along a column.
Surface two_halves(Vec3d west, Vec3d east) {
  Surface surface = map_surface(20, 10);
  const Torus& torus = std::get<Torus>(surface.domain());
  (void)surface.add_layer({.name = "plate", .type = LayerType::integer});
  (void)surface.add_layer({.name = "height", .unit = "m"});
  const std::span<std::int32_t> plate = surface.layer("plate")->integers();
  for (Cell c = 0; c < plate.size(); ++c) plate[c] = c % 20 < 10 ? 1 : 2;
  PlateCells cells = *cells_of_plates(surface.domain(), plate, 2, {});
  ObjectTable table{"plates", "", {}};
  table.columns = {{"centre", "m", "", std::vector<Vec3d>{torus.centre(105), torus.centre(115)}},
                   {"motion", "", "", std::vector<Vec3d>{west, east}},
                   {"cells", "", "", cells.all},
                   {"edge_cells", "", "", cells.edge}};
  EXPECT_TRUE(surface.set_objects(std::move(table)));
  return surface;
}

TEST(PlateCollisions, PlatesThatMeetRaiseMountainsAndThoseThatPartLeaveTrenches) {
  // Each border cell has three neighbours across: one straight, two diagonal.
  const double across = 1 + std::sqrt(2.0);
  Surface meeting = two_halves({1, 0, 0}, {-1, 0, 0});
  ASSERT_TRUE(run_stage(meeting, spec_of("plate_collisions")));
  const auto height = meeting.layer("height")->numbers();
  for (Cell row = 0; row < 10; ++row) {
    EXPECT_NEAR(height[row * 20 + 9], 2 * 2000 * across, 0.01);
    EXPECT_NEAR(height[row * 20 + 10], 2 * 2000 * across, 0.01);
    // They part where the map closes.
    EXPECT_NEAR(height[row * 20 + 19], -2 * 2000 * across, 0.01);
    EXPECT_NEAR(height[row * 20], -2 * 2000 * across, 0.01);
    EXPECT_EQ(height[row * 20 + 5], 0);
  }
  Surface sliding = two_halves({0, 1, 0}, {0, -1, 0});
  ASSERT_TRUE(run_stage(sliding, spec_of("plate_collisions")));
  for (const float value : sliding.layer("height")->numbers()) EXPECT_NEAR(value, 0, 1e-3);
}

double strength_of_edges(int resolution) {
  double squares = 0, count = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Surface surface = sphere_surface(resolution);
    EXPECT_TRUE(run_seeded(surface, growth_spec(30), seed));
    add_layer(surface, "height", [](Cell) { return 0.0F; });
    EXPECT_TRUE(run_seeded(surface, spec_of("plate_collisions"), seed));
    for (const auto& edge : *values_of<ObjectColumn::Cells>(surface.objects("plates"), "edge_cells"))
      for (const Cell c : edge) {
        squares += std::pow(double{surface.layer("height")->numbers()[c]}, 2);
        ++count;
      }
  }
  return std::sqrt(squares / count);
}

TEST(PlateCollisions, TheEffectDoesNotShrinkWithTheCells) { EXPECT_NEAR(strength_of_edges(64) / strength_of_edges(16), 1, 0.15); }

TEST(PlateCollisions, EdgesOfTheCubeAreAsStrongAsOthers) {
  double inside = 0, over = 0, inside_count = 0, over_count = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Surface surface = sphere_surface(24);
    ASSERT_TRUE(run_seeded(surface, growth_spec(40), seed));
    add_layer(surface, "height", [](Cell) { return 0.0F; });
    ASSERT_TRUE(run_seeded(surface, spec_of("plate_collisions"), seed));
    const CubeSphere& sphere = std::get<CubeSphere>(surface.domain());
    for (const auto& edge : *values_of<ObjectColumn::Cells>(surface.objects("plates"), "edge_cells"))
      for (const Cell c : edge) {
        const double square = std::pow(double{surface.layer("height")->numbers()[c]}, 2);
        const bool regular = sphere.run_from(c).regular;
        (regular ? inside : over) += square;
        ++(regular ? inside_count : over_count);
      }
  }
  EXPECT_NEAR((over / over_count) / (inside / inside_count), 1, 0.2);
}

TEST(PlateCollisions, MasksLeaveCellsAsTheyAre) {
  Surface surface = sphere_surface(20), masked = sphere_surface(20);
  for (Surface* each : {&surface, &masked}) {
    ASSERT_TRUE(run_stage(*each, growth_spec(30)));
    add_layer(*each, "height", [](Cell c) { return static_cast<float>(c % 17); });
  }
  add_layer(masked, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  StageSpec spec = spec_of("plate_collisions");
  ASSERT_TRUE(run_stage(surface, spec, 1));
  spec.layers = {{"strength", "mask"}};
  ASSERT_TRUE(run_stage(masked, spec, 4));
  std::size_t changed = 0;
  for (Cell c = 0; c < surface.cell_count(); ++c) {
    const float full = surface.layer("height")->numbers()[c], now = masked.layer("height")->numbers()[c];
    ASSERT_EQ(now, c % 2 == 0 ? static_cast<float>(c % 17) : full);
    changed += now != static_cast<float>(c % 17);
  }
  EXPECT_GT(changed, 100U);
}

}  // namespace
}  // namespace craton
