#include "stages/life/table_grid.h"

#include <gtest/gtest.h>

#include <cmath>

namespace craton {
namespace {

BiomeTable four() {
  return {.name = "four",
          .x = {"rain", 0, 10},
          .y = {"temperature", -10, 30},
          .entries = {{"ice", 0, 10, -10, 0}, {"steppe", 0, 4, 0, 30}, {"wood", 4, 10, 0, 20}, {"jungle", 4, 10, 20, 30}}};
}

std::string error_of(const BiomeTable& table) {
  const Result<TableGrid> grid = TableGrid::make(table, "/biomes");
  return grid ? "" : grid.error().to_string();
}

TEST(TableGrid, FindsItsRectangles) {
  const Result<TableGrid> grid = TableGrid::make(four(), "");
  ASSERT_TRUE(grid) << grid.error().to_string();
  const auto name = [&](float x, float y) { return grid->names()[grid->at(x, y)]; };
  EXPECT_EQ(grid->names().size(), 5U);
  EXPECT_EQ(name(5, -5), "ice");
  EXPECT_EQ(name(3.99F, 25), "steppe");
  EXPECT_EQ(name(4, 19.99F), "wood") << "the low ends belong to it";
  EXPECT_EQ(name(4, 20), "jungle");
  EXPECT_EQ(name(0, 0), "steppe");
  EXPECT_EQ(name(10, 30), "jungle") << "the last ones too";
  EXPECT_EQ(name(-1e9F, 1e9F), "steppe");
  EXPECT_EQ(name(1e9F, -1e9F), "ice");
  EXPECT_EQ(name(NAN, NAN), "ice");
}

TEST(TableGrid, EntriesOfOneNameAreOneClass) {
  BiomeTable table = four();
  table.entries[3].name = "wood";
  table.entries[0].name = "sea";
  const Result<TableGrid> grid = TableGrid::make(table, "");
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->names(), (std::vector<std::string>{"sea", "steppe", "wood"}));
  EXPECT_EQ(grid->at(5, -5), 0);
  EXPECT_EQ(grid->at(5, 10), grid->at(5, 25));
}

TEST(TableGrid, TellsGapsAndOverlaps) {
  BiomeTable table = four();
  table.entries[2].y_high = 19;
  EXPECT_EQ(error_of(table), "/biomes: no entry covers rain 4 … 10, temperature 19 … 20");
  table.entries[2].y_high = 21;
  EXPECT_EQ(error_of(table), "/biomes/3: \"jungle\" overlaps \"wood\" (entry 2) at rain 4 … 10, temperature 20 … 21");
  table = four();
  table.entries.push_back(table.entries[0]);
  EXPECT_NE(error_of(table).find("/biomes/4: \"ice\" overlaps \"ice\" (entry 0)"), std::string::npos);
}

TEST(TableGrid, RefusesWhatIsNoTable) {
  BiomeTable table = four();
  table.entries[1].x_high = 11;
  EXPECT_NE(error_of(table).find("/biomes/1/rain: found rain 0 … 11"), std::string::npos) << error_of(table);
  table = four();
  table.entries[1].x_high = table.entries[1].x_low;
  EXPECT_NE(error_of(table).find("/biomes/1/rain"), std::string::npos);
  table = four();
  table.entries[1].y_low = NAN;
  EXPECT_NE(error_of(table).find("/biomes/1/temperature"), std::string::npos);
  table = four();
  table.x = {"rain", 5, 5};
  EXPECT_NE(error_of(table).find("must run upwards"), std::string::npos);
  table = four();
  table.x.quantity = "evil";
  EXPECT_NE(error_of(table).find("there is no quantity \"evil\""), std::string::npos);
  table = four();
  table.x.quantity = "temperature";
  EXPECT_NE(error_of(table).find("both axes"), std::string::npos);
  table.entries.clear();
  EXPECT_NE(error_of(table), "");
  table = four();
  table.entries.assign(most_table_entries + 1, table.entries[0]);
  EXPECT_NE(error_of(table).find("more than 100"), std::string::npos);
}

}  // namespace
}  // namespace craton
