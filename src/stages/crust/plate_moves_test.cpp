// Regions that people move between plates. The oracle counts anew, cell by cell and link by link.
#include <algorithm>
#include <array>
#include <cmath>

#include <craton/stages/plates.h>

#include "stages/column_test.h"
#include "stages/crust/plate_test.h"

namespace craton {
namespace {

using namespace testing;
using Cells = ObjectColumn::Cells;

double along_the_ground(const Surface& surface, const Vec3d& centre, const Vec3d& motion) {
  if (!std::holds_alternative<CubeSphere>(surface.domain())) return 0;
  return (centre.x * motion.x + centre.y * motion.y + centre.z * motion.z) /
         std::sqrt(centre.x * centre.x + centre.y * centre.y + centre.z * centre.z);
}

void expect_consistent(const Surface& surface) {
  const auto plate = plates_of(surface);
  const auto& cells = column<Cells>(surface, "plates", "cells");
  const auto& edges = column<Cells>(surface, "plates", "edge_cells");
  const auto& areas = column<double>(surface, "plates", "area");
  for (std::size_t p = 0; p < cells.size(); ++p) {
    Cells all, edge;
    double area = 0;
    for (Cell c = 0; c < plate.size(); ++c) {
      if (plate[c] != static_cast<std::int32_t>(p + 1)) continue;
      all.push_back(c);
      area += std::visit([&](const auto& topology) { return topology.area(c); }, surface.domain());
      bool touches = false;
      for_each_link_of(surface, c, [&](Link link) { touches = touches || plate[link.to] != plate[c]; });
      if (touches) edge.push_back(c);
    }
    EXPECT_EQ(cells[p], all);
    EXPECT_EQ(edges[p], edge);
    EXPECT_NEAR(areas[p] / area, 1, 1e-9);
    const Vec3d motion = column<Vec3d>(surface, "plates", "motion")[p];
    EXPECT_NEAR(along_the_ground(surface, column<Vec3d>(surface, "plates", "centre")[p], motion), 0, 1e-9);
  }
}

TEST(PlateMoves, RegionsMoveAndEdgesAreasAndMiddlesFollow) {
  std::vector<Surface> surfaces;
  surfaces.push_back(sphere_surface(16));
  surfaces.push_back(map_surface(40, 30));
  for (Surface& surface : surfaces) {
    ASSERT_TRUE(run_stage(surface, growth_spec(9)));
    const auto before = column<Vec3d>(surface, "plates", "centre");
    const auto motion = column<Vec3d>(surface, "plates", "motion");
    // A whole neighbourhood of plate 2 goes to plate 5.
    Cells some = column<Cells>(surface, "plates", "cells")[1];
    some.resize(some.size() / 2);
    ASSERT_TRUE(move_to_plate(surface, some, 5));
    for (const Cell cell : some) ASSERT_EQ(plates_of(surface)[cell], 5);
    expect_consistent(surface);
    const auto& after = column<Vec3d>(surface, "plates", "centre");
    const auto& moved = column<Vec3d>(surface, "plates", "motion");
    for (std::size_t p = 0; p < before.size(); ++p) {
      const bool changed = p == 1 || p == 4;
      EXPECT_EQ(before[p] == after[p], !changed) << p;
      const auto length = [](const Vec3d& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); };
      EXPECT_NEAR(length(motion[p]), length(moved[p]), 1e-9);
      if (!changed) { EXPECT_EQ(motion[p], moved[p]); }
    }
  }
}

TEST(PlateMoves, RefuseWhatIsNotThereAndChangeNothing) {
  Surface empty = sphere_surface(8);
  const Cell first[] = {0};
  EXPECT_FALSE(move_to_plate(empty, first, 1));
  Surface surface = sphere_surface(8);
  ASSERT_TRUE(run_stage(surface, growth_spec(4)));
  const std::uint64_t hash = surface.objects("plates")->hash();
  EXPECT_FALSE(move_to_plate(surface, first, 5));
  EXPECT_FALSE(move_to_plate(surface, first, 0));
  const Cell outside[] = {0, surface.cell_count()};
  EXPECT_FALSE(move_to_plate(surface, outside, 1));
  const Cells all = column<Cells>(surface, "plates", "cells")[2];
  const Result<void> emptied = move_to_plate(surface, all, 1);
  ASSERT_FALSE(emptied);
  EXPECT_NE(emptied.error().message.find("plate 3"), std::string::npos);
  EXPECT_EQ(surface.objects("plates")->hash(), hash);
}

}  // namespace
}  // namespace craton
