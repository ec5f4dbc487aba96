#include <craton/surface/attributes.h>
#include <gtest/gtest.h>

#include <limits>

namespace craton {
namespace {

Surface ball() { return Surface(*CubeSphere::make({.resolution = 8}, Seed{1})); }

TEST(Attributes, AreSetReplacedAndRemoved) {
  Surface surface = ball();
  EXPECT_FALSE(attribute(surface, 7, "owner"));
  ASSERT_TRUE(set_attribute(surface, 7, "owner", "Rome"));
  ASSERT_TRUE(set_attribute(surface, 7, "grain", 12.5));
  ASSERT_TRUE(set_attribute(surface, 3, "owner", "Carthage"));
  ASSERT_TRUE(set_attribute(surface, 7, "owner", "Byzantium"));
  EXPECT_EQ(attribute(surface, 7, "owner"), AttributeValue("Byzantium"));
  EXPECT_EQ(attribute(surface, 7, "grain"), AttributeValue(12.5));
  EXPECT_EQ(attributes_of(surface, 7), (std::vector<Attribute>{{"grain", 12.5}, {"owner", "Byzantium"}}));
  EXPECT_EQ(cells_with(surface, "owner"), (std::vector<Cell>{3, 7}));
  const Result<bool> removed = remove_attribute(surface, 7, "owner"), again = remove_attribute(surface, 7, "owner");
  ASSERT_TRUE(removed && again);
  EXPECT_TRUE(*removed);
  EXPECT_FALSE(*again);
  EXPECT_EQ(cells_with(surface, "owner"), std::vector<Cell>{3});
}

TEST(Attributes, DoNotDependOnTheOrderInWhichTheyWereWritten) {
  Surface one = ball(), other = ball();
  ASSERT_TRUE(set_attribute(one, 5, "a", 1.0) && set_attribute(one, 2, "b", 2.0));
  ASSERT_TRUE(set_attribute(other, 2, "b", 2.0) && set_attribute(other, 5, "a", 1.0));
  EXPECT_EQ(*one.objects(attribute_table), *other.objects(attribute_table));
}

TEST(Attributes, RefuseWhatCannotBeKept) {
  Surface surface = ball();
  EXPECT_EQ(set_attribute(surface, 6 * 64, "a", 1.0).error().path, "cell");
  EXPECT_EQ(set_attribute(surface, 0, "", 1.0).error().path, "name");
  EXPECT_EQ(set_attribute(surface, 0, std::string(65, 'a'), 1.0).error().path, "name");
  EXPECT_EQ(set_attribute(surface, 0, "a", std::string(5000, 'a')).error().path, "value");
  EXPECT_EQ(set_attribute(surface, 0, "a", std::numeric_limits<double>::quiet_NaN()).error().path, "value");
  EXPECT_EQ(surface.objects(attribute_table), nullptr);
}

TEST(Attributes, KeepTheirTypes) {
  Surface surface = ball();
  const AttributeList list{1.5, std::string("Rome"), false};
  ASSERT_TRUE(set_attribute(surface, 3, "flag", true));
  ASSERT_TRUE(set_attribute(surface, 3, "list", list));
  ASSERT_TRUE(set_attribute(surface, 3, "nothing", AttributeList{}));
  ASSERT_TRUE(set_attribute(surface, 3, "number", 2.0));
  ASSERT_TRUE(set_attribute(surface, 4, "list", AttributeList{std::string("other")}));
  EXPECT_EQ(attribute(surface, 3, "flag"), AttributeValue(true));
  EXPECT_EQ(attribute(surface, 3, "list"), AttributeValue(list));
  EXPECT_EQ(attribute(surface, 3, "nothing"), AttributeValue(AttributeList{}));
  EXPECT_EQ(attribute(surface, 3, "number"), AttributeValue(2.0));
  EXPECT_EQ(attributes_of(surface, 3).size(), 4U);
  EXPECT_EQ(cells_with(surface, "list"), (std::vector<Cell>{3, 4}));
  EXPECT_FALSE(set_attribute(surface, 3, "long", AttributeList(1001, 0.0)));
  EXPECT_TRUE(*remove_attribute(surface, 3, "list"));
  EXPECT_EQ(attributes_of(surface, 3).size(), 3U);
}

TEST(Attributes, OfObjectsAreApartFromThoseOfRegions) {
  Surface surface = ball();
  ObjectTable plates{"plates", "", {{"area", "m2", "", std::vector<double>{1, 2, 3}}}};
  ObjectTable lakes{"lakes", "", {{"area", "m2", "", std::vector<double>{1, 2, 3}}}};
  ASSERT_TRUE(surface.set_objects(plates) && surface.set_objects(lakes));
  const ObjectId plate{"plates", 2}, lake{"lakes", 2};
  const AttributeList list{1.0, std::string("x"), true};
  ASSERT_TRUE(set_attribute(surface, plate, "owner", "Rome"));
  ASSERT_TRUE(set_attribute(surface, plate, "list", list));
  ASSERT_TRUE(set_attribute(surface, lake, "owner", true));
  ASSERT_TRUE(set_attribute(surface, 2, "owner", 5.0));
  EXPECT_EQ(attributes_of(surface, plate), (std::vector<Attribute>{{"list", list}, {"owner", "Rome"}}));
  EXPECT_EQ(attributes_of(surface, lake), (std::vector<Attribute>{{"owner", true}}));
  EXPECT_EQ(attributes_of(surface, 2), (std::vector<Attribute>{{"owner", 5.0}}));
  EXPECT_EQ(cells_with(surface, "owner"), std::vector<Cell>{2});
  EXPECT_TRUE(*remove_attribute(surface, plate, "owner"));
  EXPECT_EQ(attributes_of(surface, plate).size(), 1U);
  EXPECT_EQ(attributes_of(surface, lake).size(), 1U);
  EXPECT_EQ(set_attribute(surface, ObjectId{"plates", 3}, "a", 1.0).error().path, "row");
  EXPECT_EQ(set_attribute(surface, ObjectId{"seas", 0}, "a", 1.0).error().path, "table");
  EXPECT_EQ(set_attribute(surface, ObjectId{"attributes", 0}, "a", 1.0).error().path, "table");
}

}  // namespace
}  // namespace craton
