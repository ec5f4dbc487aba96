#include <craton/base/targets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace craton {
namespace {

class Targets : public testing::Test {
 protected:
  void TearDown() override { EXPECT_TRUE(force_target("best")); }
};

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TEST_F(Targets, AvailableOnesWereCompiled) {
  ASSERT_FALSE(available_targets().empty());
  for (std::string_view name : available_targets()) EXPECT_TRUE(contains(compiled_targets(), name)) << name;
  EXPECT_FALSE(contains(compiled_targets(), "unknown"));
}

TEST_F(Targets, EachAvailableOneCanBeForced) {
  for (int round = 0; round < 2; ++round)
    for (std::string_view name : available_targets()) {
      const Result<void> forced = force_target(name);
      ASSERT_TRUE(forced) << forced.error().to_string();
      EXPECT_EQ(chosen_target(), name);
    }
}

TEST_F(Targets, ForcingDoesNotChangeWhatIsAvailable) {
  const auto before = available_targets();
  ASSERT_TRUE(force_target(before.back()));
  EXPECT_EQ(available_targets(), before);
}

TEST_F(Targets, BestIsTheFirst) {
  ASSERT_TRUE(force_target(available_targets().back()));
  ASSERT_TRUE(force_target("best"));
  EXPECT_EQ(chosen_target(), available_targets().front());
}

TEST_F(Targets, MissingOnesFailLoudlyAndChangeNothing) {
  const std::string_view before = chosen_target();
  for (std::string_view name : {"sse4", "avx2", "avx512", "neon", "wasm"}) {
    if (contains(available_targets(), name)) continue;
    const Result<void> forced = force_target(name);
    ASSERT_FALSE(forced) << name;
    EXPECT_EQ(forced.error().code, ErrorCode::unsupported);
    EXPECT_NE(forced.error().message.find(available_targets().front()), std::string::npos) << forced.error().message;
    EXPECT_EQ(chosen_target(), before);
  }
  for (std::string_view name : {"", "avx", "AVX2", "ssse3", "best "}) {
    const Result<void> forced = force_target(name);
    ASSERT_FALSE(forced) << name;
    EXPECT_EQ(forced.error().code, ErrorCode::unknown_name);
  }
  EXPECT_EQ(chosen_target(), before);
}

}  // namespace
}  // namespace craton
