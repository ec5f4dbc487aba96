#include "measure/hollows.h"

#include <gtest/gtest.h>

#include <numeric>

namespace craton::measure {
namespace {

/// A valley of 100 cells that runs to its last one, 10 m high, with hollows that are full at 10 m.
class Valley {
 public:
  Valley() : heights_(100, 10), filled_(100, 10) {}
  void add_hollow(Cell first, Cell last, float bottom = 0) {
    std::fill(heights_.begin() + first, heights_.begin() + last + 1, bottom);
  }

  /// Cells whose water stays.
  double closed(float sea_level = -100) {
    std::vector<float> areas(heights_.size(), 1);
    return closed_basins(graph(), {heights_, sea_level}, filled_, areas);
  }

  std::vector<float> lakes(float sea_level = -100) const {
    return lake_areas(graph(), {heights_, sea_level}, filled_, std::vector<float>(heights_.size(), 2));
  }

 private:
  FlowGraph graph() const {
    FlowGraph down;
    down.receiver = FlatArray<Cell>(heights_.size());
    down.order = FlatArray<Cell>(heights_.size());
    for (Cell cell = 0; cell < heights_.size(); ++cell) down.receiver[cell] = cell + 1 < heights_.size() ? cell + 1 : cell;
    EXPECT_TRUE(order_downstream(down));
    return down;
  }

  std::vector<float> heights_, filled_;
};

TEST(ClosedBasins, AreHollowsTooWideToOverflow) {
  Valley none;
  EXPECT_EQ(none.closed(), 0);
  Valley narrow;  // 9 of 60 cells: it overflows
  narrow.add_hollow(51, 59);
  EXPECT_EQ(narrow.closed(), 0);
  Valley wide;  // 11 of 60
  wide.add_hollow(49, 59);
  EXPECT_EQ(wide.closed(), 60);
}

TEST(ClosedBasins, KeepTheirWaterFromLakesBelow) {
  Valley both;  // the lower lake has 8 of 95 cells, but only 35 of them still reach it
  both.add_hollow(40, 59);
  both.add_hollow(87, 94);
  EXPECT_EQ(both.closed(), 95);
  Valley lower;
  lower.add_hollow(87, 94);
  EXPECT_EQ(lower.closed(), 0);
}

TEST(ClosedBasins, SmallOnesAndSeasDoNotCount) {
  Valley small;
  small.add_hollow(5, 18);
  EXPECT_EQ(small.closed(), 0);
  Valley sea;
  sea.add_hollow(40, 59, -5);
  EXPECT_EQ(sea.closed(), 60);
  EXPECT_EQ(sea.closed(0), 0);
}

TEST(LakeAreas, AreThoseOfFullHollows) {
  Valley valley;
  EXPECT_TRUE(valley.lakes().empty());
  valley.add_hollow(10, 14);
  valley.add_hollow(40, 59, -5);
  valley.add_hollow(61, 61);
  EXPECT_EQ(valley.lakes(), (std::vector<float>{10, 40, 2}));
  EXPECT_EQ(valley.lakes(0), (std::vector<float>{10, 2})) << "the sea is no lake";
}

}  // namespace
}  // namespace craton::measure
