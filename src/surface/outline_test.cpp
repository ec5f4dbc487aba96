#include <craton/surface/outline.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <craton/base/hash.h>

namespace craton {
namespace {

Domain domain_of(const std::string& kind, int width, int height, const std::string& wrap = "both") {
  DomainSpec spec{.kind = kind};
  if (kind == "sphere") {
    spec.params.set("resolution", std::int64_t{width});
    spec.params.set("radius", 200.0);
  } else {
    spec.params.set("width", std::int64_t{width});
    spec.params.set("height", std::int64_t{height});
    spec.params.set("step", 10.0);
  }
  if (kind == "torus") spec.params.set("wrap", wrap);
  Result<Domain> domain = make_domain(spec, Seed{5}, 0, "");
  EXPECT_TRUE(domain) << domain.error().to_string();
  return *std::move(domain);
}

/// A map as it is drawn: digits are regions, all else is none.
std::vector<std::uint32_t> drawn(const std::vector<std::string>& rows) {
  std::vector<std::uint32_t> regions;
  for (const std::string& row : rows)
    for (const char c : row) regions.push_back(c >= '0' && c <= '9' ? static_cast<std::uint32_t>(c - '0') : 0);
  return regions;
}

Domain domain_of(const std::vector<std::string>& rows, const std::string& kind = "plane", const std::string& wrap = "both") {
  return domain_of(kind, static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), wrap);
}

/// As seen on a map, north up: counterclockwise is positive.
double area(const ObjectColumn::Path& ring) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) sum += ring[i + 1].x * ring[i].y - ring[i].x * ring[i + 1].y;
  return sum / 2;
}

std::vector<OutlineKind> kinds(const std::vector<Outline>& lines) {
  std::vector<OutlineKind> found;
  for (const Outline& line : lines) found.push_back(line.kind);
  std::sort(found.begin(), found.end());
  return found;
}

double side_of(const Vec3d& a, const Vec3d& b, const Vec3d& c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool touch(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const auto within = [](double p, double q, double r) { return std::min(p, q) <= r && r <= std::max(p, q); };
  const double ac = side_of(a, b, c), ad = side_of(a, b, d), ca = side_of(c, d, a), cb = side_of(c, d, b);
  if (((ac > 0) != (ad > 0)) && ac != 0 && ad != 0 && ((ca > 0) != (cb > 0)) && ca != 0 && cb != 0) return true;
  return (ac == 0 && within(a.x, b.x, c.x) && within(a.y, b.y, c.y)) ||
         (ad == 0 && within(a.x, b.x, d.x) && within(a.y, b.y, d.y)) ||
         (ca == 0 && within(c.x, d.x, a.x) && within(c.y, d.y, a.y)) ||
         (cb == 0 && within(c.x, d.x, b.x) && within(c.y, d.y, b.y));
}

/// Whether lines meet anywhere but where one segment follows another.
bool any_touch(const std::vector<Outline>& lines) {
  for (std::size_t p = 0; p < lines.size(); ++p)
    for (std::size_t q = p; q < lines.size(); ++q)
      for (std::size_t i = 0; i + 1 < lines[p].path.size(); ++i)
        for (std::size_t j = p == q ? i + 2 : 0; j + 1 < lines[q].path.size(); ++j) {
          const bool around = p == q && i == 0 && j + 2 == lines[q].path.size();
          if (!around && touch(lines[p].path[i], lines[p].path[i + 1], lines[q].path[j], lines[q].path[j + 1])) return true;
        }
  return false;
}

using Kind = OutlineKind;

TEST(Outline, OfOneCellIsASquareAndCutAnOctagon) {
  const std::vector<std::string> map{"...", ".1.", "..."};
  const std::vector<Outline> square = outlines_of(domain_of(map), drawn(map), {.cut_corners = false});
  ASSERT_EQ(square.size(), 1U);
  EXPECT_EQ(square[0].region, 1U);
  EXPECT_EQ(square[0].kind, Kind::outer);
  const ObjectColumn::Path corners{{5, 15, 0}, {15, 15, 0}, {15, 5, 0}, {5, 5, 0}, {5, 15, 0}};
  EXPECT_EQ(square[0].path, corners);
  const std::vector<Outline> cut = outlines_of(domain_of(map), drawn(map));
  ASSERT_EQ(cut.size(), 1U);
  EXPECT_EQ(cut[0].path.size(), 9U);
  EXPECT_EQ(cut[0].path.front(), cut[0].path.back());
  EXPECT_DOUBLE_EQ(area(cut[0].path), 100 * (0.5 - 4 * 0.125 * 0.125));
}

TEST(Outline, IslandsAreHoles) {
  const std::vector<std::string> map{".......", ".11111.", ".1...1.", ".1.2.1.", ".1...1.", ".11111.", "......."};
  const std::vector<Outline> lines = outlines_of(domain_of(map), drawn(map), {.cut_corners = false});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].kind, Kind::outer);
  EXPECT_EQ(area(lines[0].path), 2500);
  EXPECT_EQ(lines[1].kind, Kind::hole);
  EXPECT_EQ(area(lines[1].path), -900);
  EXPECT_EQ(lines[2].region, 2U);
  EXPECT_EQ(lines[2].kind, Kind::outer);
  EXPECT_EQ(area(lines[2].path), 100);
}

TEST(Outline, CellsThatMeetInACornerBelongTogether) {
  const std::vector<std::string> map{".....", ".11..", ".1.1.", "..1..", "....."};
  const std::vector<Outline> lines = outlines_of(domain_of(map), drawn(map), {.cut_corners = false});
  EXPECT_EQ(kinds(lines), (std::vector<Kind>{Kind::outer, Kind::hole}));
  const std::vector<Outline> cut = outlines_of(domain_of(map), drawn(map));
  EXPECT_EQ(kinds(cut), (std::vector<Kind>{Kind::outer, Kind::hole}));
  EXPECT_FALSE(any_touch(cut));
}

TEST(Outline, FollowsBordersOrEndsThere) {
  const std::vector<std::string> map{"11..", "11..", "1111", "...."};
  const std::vector<Outline> ring = outlines_of(domain_of(map), drawn(map), {.cut_corners = false});
  ASSERT_EQ(ring.size(), 1U);
  EXPECT_EQ(area(ring[0].path), 800);
  const std::vector<Outline> lines = outlines_of(domain_of(map), drawn(map), {.along_borders = false});
  ASSERT_EQ(lines.size(), 2U);
  for (const Outline& line : lines) EXPECT_EQ(line.kind, Kind::open);
  const auto has_ends = [&](const Vec3d& from, const Vec3d& to) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const Outline& line) { return line.path.front() == from && line.path.back() == to; });
  };
  EXPECT_TRUE(has_ends({-5, 25, 0}, {35, 25, 0}));
  EXPECT_TRUE(has_ends({35, 15, 0}, {15, -5, 0}));
}

TEST(Outline, RunsOnBeyondTheBorderOfATorus) {
  const std::vector<std::string> map{"1..1", "....", "....", "1..1"};
  const std::vector<Outline> lines = outlines_of(domain_of(map, "torus"), drawn(map), {.cut_corners = false});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].kind, Kind::outer);
  EXPECT_EQ(area(lines[0].path), 400);
  EXPECT_EQ(lines[0].path.front(), lines[0].path.back());
  for (const Vec3d& at : lines[0].path) {  // the middle of it is at the end of the map, which is its beginning
    EXPECT_GE(std::min(at.x, at.y), -15);
    EXPECT_LE(std::max(at.x, at.y), 5);
  }
  // Cut open there are four, and borders have none where the map goes on.
  EXPECT_EQ(outlines_of(domain_of(map, "torus"), drawn(map), {.cut_open = true}).size(), 4U);
  EXPECT_EQ(outlines_of(domain_of(map, "torus", "x"), drawn(map)).size(), 2U);
}

TEST(Outline, CirclesATorus) {
  const std::vector<std::string> map{".....", "11111", "11.11", "11111", "....."};
  const std::vector<Outline> lines = outlines_of(domain_of(map, "torus"), drawn(map));
  EXPECT_EQ(kinds(lines), (std::vector<Kind>{Kind::hole, Kind::circling, Kind::circling}));
  for (const Outline& line : lines) {
    if (line.kind != Kind::circling) continue;
    EXPECT_EQ(std::abs(line.path.back().x - line.path.front().x), 50);
    EXPECT_EQ(line.path.back().y, line.path.front().y);
  }
  const std::vector<Outline> open = outlines_of(domain_of(map, "torus"), drawn(map), {.cut_corners = false, .cut_open = true});
  EXPECT_EQ(kinds(open), (std::vector<Kind>{Kind::outer, Kind::hole}));
  EXPECT_EQ(area(open[0].path) + area(open[1].path), 1400);
  // All but an island: no outer ring at all.
  const std::vector<std::string> ocean{"1111", "1.11", "1111", "1111"};
  EXPECT_EQ(kinds(outlines_of(domain_of(ocean, "torus"), drawn(ocean))), std::vector<Kind>{Kind::hole});
}

TEST(Outline, EnclosesItsCellsOnRandomMaps) {
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    for (const std::string wrap : {"none", "x", "y", "both"}) {
      const Domain domain = domain_of("torus", 13, 11, wrap);
      std::vector<std::uint32_t> regions(13 * 11);
      for (std::size_t i = 0; i < regions.size(); ++i) regions[i] = mix64(seed * 1000 + i) % 5 < 1 + seed % 4 ? 1 : 0;
      const auto cells = static_cast<double>(std::count(regions.begin(), regions.end(), 1U));
      double enclosed = 0;
      for (const Outline& line : outlines_of(domain, regions, {.cut_corners = false, .cut_open = true})) {
        ASSERT_EQ(line.path.front(), line.path.back());
        ASSERT_NE(line.kind, Kind::circling);
        ASSERT_EQ(line.kind == Kind::outer, area(line.path) > 0);
        enclosed += area(line.path);
      }
      ASSERT_EQ(enclosed, cells * 100) << seed << " " << wrap;
      ASSERT_FALSE(any_touch(outlines_of(domain, regions, {.cut_open = true}))) << seed << " " << wrap;
      for (const Outline& line : outlines_of(domain, regions))
        ASSERT_EQ(line.kind != Kind::circling, line.path.front() == line.path.back()) << seed << " " << wrap;
    }
}

/// The solid angle on the left of a ring (by triangles from its middle; small rings only).
double solid_angle(const ObjectColumn::Path& ring) {
  const auto unit = [](const Vec3d& v) {
    const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    return Vec3d{v.x / length, v.y / length, v.z / length};
  };
  const auto dot = [](const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  Vec3d middle;
  for (const Vec3d& at : ring) middle = {middle.x + at.x, middle.y + at.y, middle.z + at.z};
  middle = unit(middle);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    const Vec3d a = unit(ring[i]), b = unit(ring[i + 1]);
    const Vec3d cross{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    sum += 2 * std::atan2(dot(middle, cross), 1 + dot(middle, a) + dot(a, b) + dot(b, middle));
  }
  return sum;
}

/// Discs on a sphere, one after the other around corners, edges and middles of the cube's faces, with an island in each.
TEST(Outline, CrossesTheEdgesOfTheCube) {
  const Domain domain = domain_of("sphere", 16, 0);
  const auto& sphere = std::get<CubeSphere>(domain);
  for (const Vec3d& at :
       {Vec3d{1, 1, 1}, Vec3d{-1, 1, -1}, Vec3d{1, 1, 0.1}, Vec3d{-0.2, -1, 1}, Vec3d{0, 0, 1}, Vec3d{1, 0, 0}}) {
    std::vector<std::uint32_t> regions(sphere.cell_count());
    const double length = std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z);
    double area = 0, island = 0;
    for (Cell cell = 0; cell < regions.size(); ++cell) {
      const std::uint32_t row = cell / 16 % 16, column = cell % 16;
      const Vec3d out = direction_of(FacePlace{cell / 256, (column + 0.5) / 16, (row + 0.5) / 16}, sphere.theta());
      const double cosine = (out.x * at.x + out.y * at.y + out.z * at.z) / length;
      regions[cell] = cosine > 0.8 && cosine < 0.97 ? 1 : 0;
      if (cosine > 0.8) area += sphere.area(cell) / 40000;
      if (cosine >= 0.97) island += sphere.area(cell) / 40000;
    }
    std::vector<Outline> lines = outlines_of(domain, regions, {.cut_corners = false});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(kinds(lines), (std::vector<Kind>{Kind::outer, Kind::hole}));
    for (Outline& line : lines) {
      EXPECT_EQ(line.path.front(), line.path.back());
      // Sides of cells are curves on the sphere, straight in the outline: a small difference.
      EXPECT_NEAR(solid_angle(line.path), line.kind == Kind::outer ? area : -island, 0.01 * area);
      for (std::size_t i = 0; i + 1 < line.path.size(); ++i) {
        const Vec3d& a = line.path[i];
        const Vec3d& b = line.path[i + 1];
        EXPECT_NEAR(std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z), 200, 1e-9);
        EXPECT_LT(std::hypot(b.x - a.x, b.y - a.y, b.z - a.z), 30) << "a jump";
      }
      lift(domain, 10, line.path);
      EXPECT_NEAR(std::hypot(line.path[3].x, line.path[3].y, line.path[3].z), 210, 1e-9);
      EXPECT_EQ(line.path.front(), line.path.back());
    }
    const std::vector<Outline> cut = outlines_of(domain, regions);
    ASSERT_EQ(cut.size(), 2U);
    EXPECT_NEAR(solid_angle(cut[0].path) + solid_angle(cut[1].path), area - island, 0.03 * area);
  }
}

TEST(Outline, OfASeaAroundThePlanetTakesItsLongestShore) {
  const Domain domain = domain_of("sphere", 8, 0);
  std::vector<std::uint32_t> regions(std::get<CubeSphere>(domain).cell_count(), 1);
  for (const Cell cell : {9U, 10U, 17U, 18U}) regions[cell] = 0;
  regions[100] = 0;
  const std::vector<Outline> lines = outlines_of(domain, regions);
  ASSERT_EQ(kinds(lines), (std::vector<Kind>{Kind::outer, Kind::hole}));
  EXPECT_GT((lines[0].kind == Kind::outer ? lines[0] : lines[1]).path.size(), 9U);
  EXPECT_TRUE(outlines_of(domain, std::vector<std::uint32_t>(regions.size(), 1)).empty());
}

}  // namespace
}  // namespace craton
