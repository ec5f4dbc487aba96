#include <craton/surface/objects.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>

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

TEST(Objects, TheHashIsFixed) {
  EXPECT_EQ(ObjectTable{}.hash(), 0x5692161d100b05e5u);
  EXPECT_EQ(rivers().hash(), 0xc1d2455b18486814u);  // found by a script of its own, after docs/world-file.md
}

TEST(Objects, TheHashSeesWhateverChangesInColumns) {
  const std::uint64_t first = rivers().hash();
  ObjectTable table = rivers();
  table.name = "streams";  // as layers: what it is called and how it is documented is not what it holds
  table.columns[0].doc = "What people call it.";
  EXPECT_EQ(table.hash(), first);

  std::vector<std::uint64_t> hashes{first};
  const auto add_changed = [&](const auto& change) {
    ObjectTable changed = rivers();
    change(changed.columns);
    hashes.push_back(changed.hash());
  };
  using Columns = std::vector<ObjectColumn>;
  add_changed([](Columns& c) { c[0].name = "names"; });
  add_changed([](Columns& c) { c[1].unit = "m3/year"; });
  add_changed([](Columns& c) { std::swap(c[0], c[1]); });
  add_changed([](Columns& c) { c.pop_back(); });
  add_changed([](Columns& c) { std::get<0>(c[1].values)[0] = 0; });
  add_changed([](Columns& c) { std::get<0>(c[1].values)[0] = -0.0; });
  add_changed([](Columns& c) { std::get<0>(c[1].values)[0] = std::numeric_limits<double>::quiet_NaN(); });
  add_changed([](Columns& c) { std::get<1>(c[2].values)[0] = -1; });
  add_changed([](Columns& c) { c[2].values = std::vector<double>{1, 2}; });
  add_changed([](Columns& c) { std::get<2>(c[0].values) = {"ElbeS", "aale"}; });  // the same letters
  add_changed([](Columns& c) { std::get<3>(c[3].values)[1].z = 1; });
  add_changed([](Columns& c) { std::get<4>(c[4].values) = {{{0, 0, 0}}, {{1, 2, 0}}}; });  // the same points
  add_changed([](Columns& c) { std::get<5>(c[5].values) = {{1, 2}, {3, 4}}; });            // the same cells
  add_changed([](Columns& c) {                                                             // the same rows in another order
    for (ObjectColumn& each : c) std::visit([](auto& values) { std::reverse(values.begin(), values.end()); }, each.values);
  });
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
}

TEST(Objects, TheHashOfWhatIsNoNumberIsThatOfItsBits) {
  ObjectTable table = rivers();
  std::get<std::vector<double>>(table.columns[1].values)[0] = std::numeric_limits<double>::quiet_NaN();
  const ObjectTable other = table;
  EXPECT_NE(table, other);
  EXPECT_EQ(table.hash(), other.hash());
}

}  // namespace
}  // namespace craton
