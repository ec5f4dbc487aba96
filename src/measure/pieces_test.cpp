#include "measure/pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <craton/base/hash.h>

namespace craton::measure {
namespace {

Domain torus(int width, int height, const char* wrap = "both") {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{width});
  spec.params.set("height", std::int64_t{height});
  spec.params.set("step", 10.0);
  spec.params.set("wrap", std::string(wrap));
  Result<Domain> domain = make_domain(spec, Seed{1}, 0, "");
  EXPECT_TRUE(domain) << domain.error().to_string();
  return std::move(*domain);
}

Domain sphere(std::int64_t resolution) {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", resolution);
  spec.params.set("radius", 1000.0);
  Result<Domain> domain = make_domain(spec, Seed{1}, 0, "");
  EXPECT_TRUE(domain) << domain.error().to_string();
  return std::move(*domain);
}

bool by_chance(Cell cell, std::uint64_t seed, unsigned share) { return mix64(seed * 1000003 + cell) % 100 < share; }

/// Labels spread to neighbours until nothing changes: as plain as can be.
template <class Inside>
std::vector<std::uint32_t> spread_labels(const Domain& domain, const Inside& inside) {
  std::vector<std::uint32_t> labels(cell_count(domain), 0);
  for (Cell c = 0; c < labels.size(); ++c) labels[c] = inside(c) ? c + 1 : 0;
  bool changed = true;
  while (changed) {
    changed = false;
    std::visit(
        [&](const auto& topology) {
          for (Cell c = 0; c < labels.size(); ++c)
            topology.for_each_link(c, [&](const Link& link) {
              if (labels[c] == 0 || labels[link.to] == 0 || labels[link.to] <= labels[c]) return;
              labels[link.to] = labels[c];
              changed = true;
            });
        },
        domain);
  }
  return labels;
}

void expect_as_by_brute_force(const Domain& domain, std::uint64_t seed, unsigned share) {
  const auto inside = [&](Cell c) { return by_chance(c, seed, share); };
  const Pieces pieces = connected_pieces(domain, inside);
  const std::vector<std::uint32_t> labels = spread_labels(domain, inside);
  std::vector<double> areas(pieces.size(), 0);
  for (Cell c = 0; c < labels.size(); ++c) {
    ASSERT_EQ(pieces.number[c] == 0, labels[c] == 0);
    if (labels[c] == 0) continue;
    // The label is the first cell of its piece, plus 1.
    ASSERT_EQ(pieces.first[pieces.number[c] - 1] + 1, labels[c]);
    areas[pieces.number[c] - 1] += std::visit([&](const auto& topology) { return topology.area(c); }, domain);
  }
  for (std::size_t i = 0; i < areas.size(); ++i) ASSERT_NEAR(pieces.areas[i], areas[i], 1e-9 * areas[i]);
}

TEST(Pieces, AreThoseOfBruteForceOnMapsAndSpheres) {
  for (const unsigned share : {15u, 40u, 80u})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      expect_as_by_brute_force(torus(23, 17), seed, share);
      expect_as_by_brute_force(torus(23, 17, "none"), seed, share);
      expect_as_by_brute_force(sphere(7), seed, share);
    }
}

TEST(Pieces, GoOnBeyondTheEdgeOfAMapThatCloses) {
  const auto at_edges = [](Cell c) { return c % 20 == 0 || c % 20 == 19; };
  EXPECT_EQ(connected_pieces(torus(20, 10), at_edges).size(), 1u);
  EXPECT_EQ(connected_pieces(torus(20, 10, "none"), at_edges).size(), 2u);
}

/// The longest of all shortest ways within a piece, by Floyd & Warshall.
double diameter(const Domain& domain, const Pieces& pieces, std::uint32_t number) {
  std::vector<Cell> cells;
  for (Cell c = 0; c < pieces.number.size(); ++c)
    if (pieces.number[c] == number) cells.push_back(c);
  const std::size_t n = cells.size();
  std::vector<double> ways(n * n, 1e30);
  for (std::size_t i = 0; i < n; ++i) {
    ways[i * n + i] = 0;
    std::visit(
        [&](const auto& topology) {
          topology.for_each_link(cells[i], [&](const Link& link) {
            const auto to = std::find(cells.begin(), cells.end(), link.to);
            if (to != cells.end()) ways[i * n + static_cast<std::size_t>(to - cells.begin())] = link.length;
          });
        },
        domain);
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) ways[i * n + j] = std::min(ways[i * n + j], ways[i * n + k] + ways[k * n + j]);
  return *std::max_element(ways.begin(), ways.end());
}

TEST(Pieces, AreAsLongAsTheWayBetweenTheirEnds) {
  // A bent line: 9 cells to the right, then 4 down.
  const Domain map = torus(30, 20, "none");
  const Pieces line = connected_pieces(map, [](Cell c) {
    const Cell x = c % 30, y = c / 30;
    return (y == 3 && x >= 5 && x <= 14) || (x == 14 && y >= 3 && y <= 7);
  });
  ASSERT_EQ(line.size(), 1u);
  // One corner is cut.
  EXPECT_NEAR(PieceLengths(map, line).of(0), 8 * 10 + 14.142 + 3 * 10, 0.01);
  // Two sweeps find nearly the diameter, and never more.
  for (const Domain& domain : {torus(17, 13), sphere(6)})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Pieces pieces = connected_pieces(domain, [&](Cell c) { return by_chance(c, seed, 45); });
      PieceLengths lengths(domain, pieces);
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        const double found = lengths.of(i), truth = diameter(domain, pieces, static_cast<std::uint32_t>(i + 1));
        EXPECT_LE(found, truth * 1.0001);
        EXPECT_GE(found, truth * 0.75);
      }
    }
}

TEST(Ranges, HaveAFootASummitAndALength) {
  const Domain map = torus(40, 20);
  std::vector<float> heights(40 * 20, 100);
  const auto raise = [&](Cell x0, Cell x1, Cell y, float height) {
    for (Cell x = x0; x <= x1; ++x) heights[y * 40 + x % 40] = height;
  };
  raise(3, 12, 5, 1200);    // a range of 10 cells …
  raise(7, 7, 5, 2500);     // … with a high summit
  raise(20, 25, 5, 1900);   // one that is not high enough
  raise(30, 30, 12, 3000);  // a lone peak
  raise(36, 43, 17, 2100);  // one beyond the edge
  const std::vector<MountainRange> ranges = mountain_ranges(map, heights, 1000, 2000);
  ASSERT_EQ(ranges.size(), 3u);
  EXPECT_EQ(ranges[0].summit, 2500);
  EXPECT_NEAR(ranges[0].length, 90, 0.01);
  EXPECT_NEAR(ranges[0].area, 10 * 100, 0.01);
  EXPECT_NEAR(ranges[1].length, 0, 0.01);
  EXPECT_NEAR(ranges[2].length, 70, 0.01);
}

}  // namespace
}  // namespace craton::measure
