#include "surface/check_finite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace craton {
namespace {

TEST(CheckFinite, NamesTheFirstCellWithoutANumber) {
  std::vector<float> values(200'000, 1.0F);
  EXPECT_TRUE(check_finite(values, "a", "why", {.threads = 3}));
  EXPECT_TRUE(check_finite({}, "a", "why", {}));
  values[150'000] = std::numeric_limits<float>::infinity();
  values[199'999] = std::nanf("");
  const Result<void> bad = check_finite(values, "a/b", "it matters", {.threads = 3});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().path, "a/b");
  EXPECT_EQ(bad.error().message, "cell 150000 holds no number: it matters");
  values[7] = std::nanf("");
  EXPECT_EQ(check_finite(values, "", "", {.threads = 3}).error().message, "cell 7 holds no number: ");
}

}  // namespace
}  // namespace craton
