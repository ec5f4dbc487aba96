// Plates that go by true (Voronoi) neighbours instead of the grid. The oracle walks on the polygons of `region_of`, one by one.
#include <algorithm>
#include <cmath>

#include <craton/surface/voronoi_regions.h>

#include "stages/column_test.h"
#include "stages/crust/plate_test.h"

namespace craton {
namespace {

using namespace testing;
using Cells = ObjectColumn::Cells;

StageSpec by_regions(StageSpec spec) {
  spec.params.set("neighbours", std::string("regions"));
  return spec;
}

Cells beside(const CubeSphere& sphere, Cell cell) {
  Cells cells;
  for (const RegionSide& side : region_of(sphere, cell).sides) cells.push_back(side.neighbour);
  return cells;
}

/// How many cells cannot be reached from the start of their plate over the borders of regions.
std::size_t cut_off(const Surface& surface) {
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  const auto plate = plates_of(surface);
  std::vector<bool> reached(plate.size(), false);
  std::size_t count = 0;
  for (const std::int64_t start : column<std::int64_t>(surface, "plates", "start")) {
    Cells open{static_cast<Cell>(start)};
    reached[open[0]] = true;
    for (std::size_t i = 0; i < open.size(); ++i, ++count)
      for (const Cell to : beside(sphere, open[i])) {
        if (reached[to] || plate[to] != plate[open[i]]) continue;
        reached[to] = true;
        open.push_back(to);
      }
  }
  return plate.size() - count;
}

TEST(PlateLinks, PlatesOfRegionsAreConnectedOverBorders) {
  std::size_t on_grid = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Surface grid = sphere_surface(24);
    ASSERT_TRUE(run_seeded(grid, growth_spec(60), seed));
    on_grid += cut_off(grid);
    Surface surface = sphere_surface(24);
    ASSERT_TRUE(run_seeded(surface, by_regions(growth_spec(60)), seed));
    EXPECT_EQ(cut_off(surface), 0U);
  }
  EXPECT_GT(on_grid, 0U);  // links of the grid lead across corners where regions do not touch
}

TEST(PlateLinks, EdgesAreThoseWhoseRegionsTouchAnother) {
  for (const std::int64_t mesh : {0, 12}) {
    Surface surface = sphere_surface(20);
    StageSpec spec = by_regions(growth_spec(12));
    spec.params.set("mesh", mesh);
    ASSERT_TRUE(run_stage(surface, spec));
    const auto& sphere = std::get<CubeSphere>(surface.domain());
    const auto plate = plates_of(surface);
    const auto& edges = column<Cells>(surface, "plates", "edge_cells");
    for (std::size_t p = 0; p < edges.size(); ++p) {
      Cells wanted;
      for (Cell c = 0; c < plate.size(); ++c) {
        const Cells around = beside(sphere, c);
        const bool edge = std::any_of(around.begin(), around.end(), [&](Cell to) { return plate[to] != plate[c]; });
        if (plate[c] == static_cast<std::int32_t>(p + 1) && edge) wanted.push_back(c);
      }
      EXPECT_EQ(edges[p], wanted);
    }
  }
}

TEST(PlateLinks, RegionsThatTouchPressEachOther) {
  Surface surface = sphere_surface(10);
  ASSERT_TRUE(run_stage(surface, growth_spec(12)));  // by the grid: edges of the table are others
  add_layer(surface, "height", [](Cell) { return 0.0F; });
  ASSERT_TRUE(run_stage(surface, by_regions({.stage = "plate_collisions", .id = "plate_collisions"})));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  const auto plate = plates_of(surface);
  const auto& centres = column<Vec3d>(surface, "plates", "centre");
  const auto& motions = column<Vec3d>(surface, "plates", "motion");
  const auto dot = [](const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  std::size_t pressed = 0;
  for (Cell c = 0; c < plate.size(); ++c) {
    double pressure = 0;
    const Vec3d here = sphere.direction(c);
    for (const Cell to : beside(sphere, c)) {
      if (plate[to] == plate[c]) continue;
      const Vec3d there = sphere.direction(to);
      Vec3d way{there.x - here.x, there.y - here.y, there.z - here.z};
      const double far = std::sqrt(dot(way, way));
      const auto part = [&](Cell cell) {
        const auto p = static_cast<std::size_t>(plate[cell] - 1);
        const CarriedMotion motion(surface.domain(), centres[p], motions[p]);
        return motion.speed() * dot(motion.at(sphere.direction(cell)), way) / far;
      };
      pressure += part(c) - part(to);
    }
    pressed += pressure != 0 ? 1 : 0;
    ASSERT_NEAR(double{surface.layer("height")->numbers()[c]}, 2000 * pressure, 0.01) << c;
  }
  EXPECT_GT(pressed, 100U);
}

TEST(PlateLinks, AreRefusedWhereThereAreOnlySquares) {
  const StageList stages;
  for (const char* stage : {"grown_plates", "plate_collisions"}) {
    const StageSpec spec = by_regions({.stage = stage, .id = stage});
    const Result<void> refused = (*stages.find(stage, 1, "/stage"))->check(spec, {.kind = "torus"}, "/stages/0");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().path, "/stages/0/neighbours");
    EXPECT_TRUE((*stages.find(stage, 1, "/stage"))->check(spec, {.kind = "sphere"}, "/stages/0"));
  }
}

}  // namespace
}  // namespace craton
