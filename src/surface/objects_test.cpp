#include <craton/surface/objects.h>

#include <gtest/gtest.h>

namespace craton {
namespace {

ObjectTable rivers() {
  return {"rivers",
          "Rivers.",
          {{"name", "", "", std::vector<std::string>{"Elbe", "Saale"}},
           {"flow", "m3/s", "", std::vector<double>{870, 115}},
           {"order", "", "", std::vector<std::int64_t>{1, 2}},
           {"mouth", "m", "", std::vector<Vec3d>{{1, 2, 0}, {3, 4, 0}}},
           {"course", "m", "", std::vector<ObjectColumn::Path>{{{0, 0, 0}, {1, 2, 0}}, {}}},
           {"cells", "", "", std::vector<ObjectColumn::Cells>{{1, 2, 3}, {4}}}}};
}

TEST(Objects, ColumnsOfAllTypes) {
  const ObjectTable table = rivers();
  EXPECT_TRUE(table.check(""));
  EXPECT_EQ(table.rows(), 2u);
  ASSERT_NE(table.column("flow"), nullptr);
  ASSERT_NE(table.values<double>("flow"), nullptr);
  EXPECT_EQ(table.values<double>("flow")->at(1), 115);
  EXPECT_EQ(table.values<std::string>("flow"), nullptr);  // another type
  EXPECT_EQ(table.column("depth"), nullptr);
  EXPECT_EQ(table.values<double>("depth"), nullptr);
  EXPECT_EQ(table, rivers());
  EXPECT_EQ(ObjectTable{}.rows(), 0u);
}

TEST(Objects, UnequalColumnsAreRefused) {
  ObjectTable table = rivers();
  std::get<std::vector<double>>(table.columns[1].values).push_back(1);
  const Result<void> checked = table.check("objects");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().to_string(), "objects/rivers/flow: found 3 values, allowed 2 like column \"name\"");
}

TEST(Objects, NamesAreGoodAndDifferent) {
  ObjectTable table = rivers();
  table.columns[1].name = "name";
  EXPECT_EQ(table.check("").error().path, "rivers/name");
  table = rivers();
  table.columns[1].name = "";
  EXPECT_EQ(table.check("").error().path, "rivers/1");
  table = rivers();
  table.name = "Flüsse";
  EXPECT_EQ(table.check("objects").error().path, "objects");
}

}  // namespace
}  // namespace craton
