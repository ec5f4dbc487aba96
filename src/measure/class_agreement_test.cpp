#include <craton/measure/class_agreement.h>

#include <gtest/gtest.h>

#include <vector>

namespace craton {
namespace {

// Rows at 60°, 0° and −60°: the middle one covers sin 30° = half of the sphere.
TEST(ClassAgreement, CountsByArea) {
  const std::vector<std::uint8_t> truth{1, 1, 2, 2, 3, 3}, made{1, 1, 2, 1, 1, 1};
  const Result<ClassAgreement> found = ClassAgreement::compare(made, truth, 2, 4);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->agreement(), 0.25 + 0.25, 1e-12);
  EXPECT_NEAR(found->truth_share(2), 0.5, 1e-12);
  EXPECT_NEAR(found->made_share(1), 0.75, 1e-12);
  EXPECT_NEAR(found->share(2, 1), 0.25, 1e-12);
  EXPECT_NEAR(found->land_in_both(), 1, 1e-12);
  const std::vector<Confusion> wrong = confusions(*found);
  ASSERT_EQ(wrong.size(), 2U);
  EXPECT_EQ(wrong[0].truth + wrong[1].truth, 2 + 3);
  EXPECT_EQ(wrong[0].made, 1);
}

TEST(ClassAgreement, SeaDoesNotCount) {
  const std::vector<std::uint8_t> truth{1, 0, 1, 2}, made{0, 1, 1, 1};
  const Result<ClassAgreement> found = ClassAgreement::compare(made, truth, 2, 3);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->agreement(), 0.5, 1e-12);
  EXPECT_NEAR(found->land_in_both(), 2.0 / 3, 1e-12);
}

TEST(ClassAgreement, Groups) {
  const std::vector<std::uint8_t> truth{1, 2, 3, 3}, made{2, 1, 3, 1};
  const Result<ClassAgreement> found = ClassAgreement::compare(made, truth, 4, 4);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->agreement(), 0.25, 1e-12);
  const ClassAgreement grouped = found->grouped(std::vector<std::uint8_t>{0, 1, 1, 2}, 3);
  EXPECT_NEAR(grouped.agreement(), 0.75, 1e-12);
  EXPECT_NEAR(grouped.share(2, 1), 0.25, 1e-12);
}

TEST(ClassAgreement, BadMaps) {
  const std::vector<std::uint8_t> two{1, 1}, three{1, 1, 1}, sea{0, 0}, unknown{1, 9};
  EXPECT_FALSE(ClassAgreement::compare(two, three, 1, 2));
  EXPECT_FALSE(ClassAgreement::compare(two, two, 0, 2));
  EXPECT_FALSE(ClassAgreement::compare(three, three, 2, 2));
  EXPECT_FALSE(ClassAgreement::compare(sea, two, 2, 2));
  EXPECT_FALSE(ClassAgreement::compare(unknown, two, 2, 2));
  EXPECT_FALSE(ClassAgreement::compare(two, unknown, 2, 2));
}

}  // namespace
}  // namespace craton
