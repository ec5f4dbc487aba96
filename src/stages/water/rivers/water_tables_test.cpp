#include "stages/water/rivers/water_tables.h"

#include <craton/surface/outline.h>

#include "stages/water/water_test.h"

namespace craton {
namespace {

using namespace water_test;

/// Lakes as they are drawn: digits are their numbers. All have their surface at 7 m.
ObjectTable table_of(const Domain& domain, const std::vector<std::string>& rows, std::size_t count) {
  Lakes lakes;
  lakes.number = FlatArray<std::uint32_t>(cell_count(domain));
  lakes.lakes.assign(count, Lake{.level = 7, .depth = 1, .area = 1, .volume = 1, .catchment = 1, .deepest = 0, .outlet = 0});
  Cell cell = 0;
  for (const std::string& row : rows)
    for (const char c : row) lakes.number[cell++] = c >= '0' && c <= '9' ? static_cast<std::uint32_t>(c - '0') : 0;
  const std::vector<float> heights(lakes.number.size(), 6);
  return table_of_lakes(domain, heights, lakes, std::vector<LakeKind>(count, LakeKind::source));
}

const std::vector<ObjectColumn::Path>& paths(const ObjectTable& table, std::string_view column) {
  return std::get<std::vector<ObjectColumn::Path>>(table.column(column)->values);
}

std::size_t ring_count(const ObjectColumn::Path& row) {
  std::size_t points = 0;
  for (const std::span<const Vec3d> ring : rings_of(row)) points += ring.size();
  EXPECT_EQ(points, row.size()) << "a ring that is not closed";
  return rings_of(row).size();
}

TEST(LakeTable, HasShoresAndIslands) {
  const std::vector<std::string> map{"..........", ".11111111.", ".1.11..11.", ".11111111.", "..........", ".......22."};
  const ObjectTable table = table_of(domain_of("torus", 10, 6), map, 2);
  ASSERT_TRUE(table.check("lakes"));
  EXPECT_EQ(ring_count(paths(table, "shore")[0]), 1U);
  EXPECT_EQ(ring_count(paths(table, "islands")[0]), 2U);
  EXPECT_EQ(ring_count(paths(table, "shore")[1]), 1U);
  EXPECT_EQ(ring_count(paths(table, "islands")[1]), 0U);
  for (const Vec3d& at : paths(table, "shore")[0]) EXPECT_EQ(at.z, 7);
}

TEST(LakeTable, CutsALakeAroundTheMapAtItsBorder) {
  const std::vector<std::string> map{".....22", "1111111", "....1..", "1111111", "......."};
  const ObjectTable table = table_of(domain_of("torus", 7, 5), map, 2);
  EXPECT_EQ(ring_count(paths(table, "shore")[0]), 1U);
  EXPECT_EQ(ring_count(paths(table, "shore")[1]), 1U);
  EXPECT_EQ(ring_count(paths(table, "islands")[0]), 0U);
  for (const Vec3d& at : paths(table, "shore")[0]) {
    EXPECT_GE(at.x, -5);
    EXPECT_LE(at.x, 65);
  }
}

TEST(LakeTable, FollowsTheGroundOfAPlanet) {
  const Domain domain = domain_of("sphere", 8, 0);
  const ObjectTable table = table_of(domain, {"1111....", "11111111"}, 1);
  ASSERT_EQ(ring_count(paths(table, "shore")[0]), 1U);
  for (const Vec3d& at : paths(table, "shore")[0]) EXPECT_NEAR(at.x * at.x + at.y * at.y + at.z * at.z, 207 * 207, 1e-6);
}

}  // namespace
}  // namespace craton
