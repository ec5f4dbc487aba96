#include "lab/modes.h"

#include <gtest/gtest.h>

#include <vector>

namespace craton::lab {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(LabModes, CountsPeaksThatStandOut) {
  EXPECT_EQ(modes_of(Counts{}).count, 0);
  EXPECT_EQ(modes_of(Counts{0, 0, 0}).count, 0);
  EXPECT_EQ(modes_of(Counts{1000, 4000, 9000, 4000, 1000}).count, 1);
  EXPECT_EQ(modes_of(Counts{9000, 4000, 1000, 4000, 9000}).count, 2);
  EXPECT_EQ(modes_of(Counts{5000, 1000, 5000, 1000, 5000}).count, 3);
  EXPECT_EQ(modes_of(Counts{7000, 7000, 7000}).count, 1);
}

TEST(LabModes, TellsHowDeepTheValleyIs) {
  const Modes modes = modes_of(Counts{10000, 4000, 8000});
  EXPECT_EQ(modes.count, 2);
  EXPECT_DOUBLE_EQ(modes.dip, 0.5);  // of the lower peak
  EXPECT_DOUBLE_EQ(modes_of(Counts{1, 2, 1}).dip, 0);
}

/// Bins of 10 000 scatter by 100 each.
TEST(LabModes, TakesChanceForChance) {
  EXPECT_EQ(modes_of(Counts{9900, 10050, 9950, 10100, 9900, 10080}).count, 1);
  EXPECT_EQ(modes_of(Counts{10000, 9400, 10000}).count, 2);  // six deviations
  EXPECT_EQ(modes_of(Counts{10000, 9600, 10000}).count, 1);  // four
}

}  // namespace
}  // namespace craton::lab
