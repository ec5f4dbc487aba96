#include "stages/working_memory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <craton/stages/stage.h>

namespace craton {
namespace {

TEST(WorkingMemory, RowsAreOfStagesThatAreThereEachOnce) {
  const auto stages = all_stages();
  const auto rows = all_working_memory();
  for (const WorkingMemory& row : rows) {
    EXPECT_TRUE(std::any_of(stages.begin(), stages.end(), [&](const StageEntry& entry) { return entry.info.id == row.stage; }))
        << row.stage;
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(), [&](const WorkingMemory& other) { return other.stage == row.stage; }), 1)
        << row.stage;
  }
}

TEST(WorkingMemory, GrowsWithCellsAndCountsStagesOfOthers) {
  EXPECT_EQ(working_bytes("fill_depressions", 1000), 17'000u);
  EXPECT_EQ(working_bytes("plates", 0), 11'000'000u);
  EXPECT_EQ(working_bytes("clamp", 1'000'000), 0u);
  EXPECT_EQ(working_bytes("a_stage_of_somebody", 1000), 4000u);
}

}  // namespace
}  // namespace craton
