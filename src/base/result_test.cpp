#include <craton/base/result.h>

#include <gtest/gtest.h>

#include <memory>

namespace craton {
namespace {

Result<int> half_of(int n) {
  if (n % 2 != 0) return Error{ErrorCode::invalid_value, "/n", "found an odd number"};
  return n / 2;
}

Result<void> twice_halved(int n) {
  CRATON_TRY(half_of(n));
  CRATON_TRY(half_of(n / 2));
  return {};
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_TRUE(half_of(4));
  EXPECT_EQ(*half_of(4), 2);
  EXPECT_FALSE(half_of(3));
  EXPECT_EQ(half_of(3).error().code, ErrorCode::invalid_value);
  EXPECT_EQ(half_of(3).error().to_string(), "/n: found an odd number");
  EXPECT_EQ((Error{ErrorCode::io, "", "no such file"}.to_string()), "no such file");
}

TEST(Result, TryHandsTheErrorOn) {
  EXPECT_TRUE(twice_halved(4));
  EXPECT_FALSE(twice_halved(2));
  EXPECT_EQ(twice_halved(2).error().path, "/n");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(made);
  EXPECT_EQ(*taken, 5);
}

}  // namespace
}  // namespace craton
