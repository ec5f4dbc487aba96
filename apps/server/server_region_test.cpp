// Regions of planets, as the server hands them out.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <tuple>

#include "server_test_fixture.h"

namespace craton::server {
namespace {

constexpr const char* planet = R"({"recipe": {"craton": 1, "name": "plates", "world": "planet",
  "domain": {"kind": "sphere", "resolution": 40, "jitter": 1}, "stages": [
    {"stage": "grown_plates", "id": "plates", "plates": 9},
    {"stage": "plate_heights", "id": "heights"}]}})";

using Place = std::array<float, 3>;

double squared_distance(const Place& a, const Place& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += (double{a[i]} - b[i]) * (double{a[i]} - b[i]);
  return sum;
}

struct Corner {
  Place place{};
  std::uint32_t neighbour = 0, value = 0;
};
struct Region {
  Place site{};
  std::uint32_t value = 0;
  std::vector<Corner> corners;
};

/// Reads little-endian words and places one after the other.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t word() { return taken<std::uint32_t>(); }
  Place place() {
    const float x = taken<float>(), y = taken<float>(), z = taken<float>();
    return {x, y, z};
  }
  bool ended() const { return at_ == bytes_.size(); }

 private:
  template <class T>
  T taken() {
    T value{};
    if (at_ + sizeof value <= bytes_.size()) std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::string_view bytes_;
  std::size_t at_ = 0;
};

void read_patch(const std::string& body, std::map<std::uint32_t, Region>& regions) {
  ASSERT_EQ(body.substr(0, 4), "CRG1");
  Reader reader(std::string_view(body).substr(4));
  const std::uint32_t count = reader.word(), corners = reader.word();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> cells;
  std::uint32_t told = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t cell = reader.word();
    regions[cell].value = reader.word();
    cells.emplace_back(cell, reader.word());
    told += cells.back().second;
    regions[cell].site = reader.place();
  }
  EXPECT_EQ(told, corners);
  for (const auto& [cell, sides] : cells)
    for (std::uint32_t i = 0; i < sides; ++i) {
      const Place place = reader.place();
      const std::uint32_t neighbour = reader.word();
      regions[cell].corners.push_back({place, neighbour, reader.word()});
    }
  EXPECT_TRUE(reader.ended());
}

class RegionTest : public ServerTest {
 protected:
  std::string made() {
    start();
    const nlohmann::json answer = json(client().ask("POST", "/api/v1/worlds", planet));
    return finished(answer["job"]["id"]).value("world", "");
  }
};

TEST_F(RegionTest, CornersAreAsFarFromTheSitesAroundAndNoOtherIsNearer) {
  const std::string id = made();
  std::map<std::uint32_t, Region> regions;
  for (int face = 0; face < 6; ++face)
    for (int row = 0; row < 2; ++row)
      for (int column = 0; column < 2; ++column) {
        const Reply reply = get(fmt::format("/api/v1/worlds/{}/regions/{}/{}/{}?layer=plate", id, face, column, row));
        ASSERT_EQ(reply.status, 200) << reply.body;
        read_patch(reply.body, regions);
      }
  ASSERT_EQ(regions.size(), 6U * 40 * 40);
  // Looked for among all sites, without any grid. A corner in ten is enough.
  int looked_at = 0;
  for (const auto& [cell, region] : regions) {
    for (const Corner& corner : region.corners) {
      ASSERT_EQ(corner.value, regions.at(corner.neighbour).value);
      if (cell % 10 != 0) continue;
      const double own = squared_distance(corner.place, region.site);
      EXPECT_NEAR(own, squared_distance(corner.place, regions.at(corner.neighbour).site), 2e-7);
      for (const auto& [other, rival] : regions)
        ASSERT_GT(squared_distance(corner.place, rival.site), own - 2e-7) << cell << other;
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 5000);

  // Borders between plates are the sides of regions whose neighbours are of another plate, each once.
  std::multiset<std::pair<std::uint32_t, std::uint32_t>> expected, told;
  for (const auto& [cell, region] : regions)
    for (const Corner& corner : region.corners)
      if (cell < corner.neighbour && corner.value != region.value) expected.emplace(region.value, corner.value);
  const Reply borders = get("/api/v1/worlds/" + id + "/borders/plate");
  ASSERT_EQ(borders.status, 200);
  ASSERT_EQ(borders.body.substr(0, 4), "CRB1");
  Reader reader(std::string_view(borders.body).substr(4));
  while (!reader.ended()) {
    const std::uint32_t first = reader.word(), second = reader.word();
    told.emplace(first, second);
    const Place from = reader.place(), to = reader.place();
    EXPECT_LT(squared_distance(from, to), 0.1);
  }
  EXPECT_GT(told.size(), 200U);
  EXPECT_EQ(told, expected);
}

TEST_F(RegionTest, WhatIsNotThereIsRefused) {
  const std::string id = made();
  EXPECT_EQ(get("/api/v1/worlds/" + id + "/regions/0/2/0").status, 404);
  EXPECT_EQ(get("/api/v1/worlds/" + id + "/regions/6/0/0").status, 400);
  EXPECT_EQ(get("/api/v1/worlds/" + id + "/borders/height").status, 422);
  EXPECT_EQ(get("/api/v1/worlds/" + id + "/regions/0/0/0?layer=mood").status, 422);
  const std::string map = make_world("flat");
  EXPECT_EQ(get("/api/v1/worlds/" + map + "/regions/0/0/0").status, 422);
}

}  // namespace
}  // namespace craton::server
