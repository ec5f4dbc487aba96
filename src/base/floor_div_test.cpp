#include <craton/base/floor_div.h>

#include <cstdint>

#include <gtest/gtest.h>

namespace craton {
namespace {

TEST(FloorDiv, RoundsDownAndLeavesARestOfNoLessThanZero) {
  for (std::int64_t b = 1; b <= 9; ++b)
    for (std::int64_t a = -40; a <= 40; ++a) {
      const std::int64_t quotient = floor_div(a, b);
      EXPECT_LE(quotient * b, a);
      EXPECT_GT((quotient + 1) * b, a);
      EXPECT_EQ(wrapped(a, b), a - quotient * b);
    }
}

TEST(FloorDiv, HoldsAtTheEndsOfTheAxis) {
  static_assert(floor_div(INT64_MIN, 1) == INT64_MIN);
  static_assert(floor_div(INT64_MIN, INT64_MAX) == -2);
  static_assert(floor_div(INT64_MAX, INT64_MAX) == 1);
  static_assert(wrapped(INT64_MIN, std::uint32_t{1} << 31) == 0U);
  static_assert(wrapped(-1, 0xFFFFFFFFU) == 0xFFFFFFFEU);
  static_assert(wrapped(INT64_MIN, INT64_MAX) == INT64_MAX - 1);
  SUCCEED();
}

}  // namespace
}  // namespace craton
