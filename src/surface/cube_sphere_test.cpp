#include <craton/surface/cube_sphere.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <craton/base/hash.h>
#include "surface/sphere_tables.h"
#include "surface/sphere_test.h"

namespace craton {
namespace {

constexpr double pi = 3.141592653589793;

/// Finds nearest sites the slow way: sites in the order of x, searched to both sides until x alone is too far away.
class Oracle {
 public:
  explicit Oracle(const CubeSphere& sphere) : sphere_(sphere), order_(sphere.cell_count()) {
    for (Cell cell = 0; cell < sphere.cell_count(); ++cell) order_[cell] = cell;
    std::sort(order_.begin(), order_.end(), [&](Cell a, Cell b) { return x_of(a) != x_of(b) ? x_of(a) < x_of(b) : a < b; });
  }

  Cell nearest(const Vec3d& d) const {
    const auto middle = std::lower_bound(order_.begin(), order_.end(), d.x, [&](Cell cell, double x) { return x_of(cell) < x; });
    Cell best = no_cell;
    double least = 5;
    const auto take = [&](Cell cell) {
      const Vec3d s = sphere_.direction(cell);
      const double x = d.x - s.x, y = d.y - s.y, z = d.z - s.z, squared = x * x + y * y + z * z;
      if (squared < least || (squared == least && cell < best)) {
        least = squared;
        best = cell;
      }
      return x * x <= least;
    };
    for (auto i = middle; i != order_.end(); ++i)
      if (!take(*i)) break;
    for (auto i = middle; i != order_.begin();)
      if (!take(*--i)) break;
    return best;
  }

 private:
  double x_of(Cell cell) const { return sphere_.sites()[cell].x; }
  const CubeSphere& sphere_;
  std::vector<Cell> order_;
};

void expect_nearest(const CubeSphere::Params& params, int points) {
  const CubeSphere sphere = sphere_of(params);
  const Oracle oracle(sphere);
  Dice dice(static_cast<std::uint64_t>(points));
  for (int i = 0; i < points; ++i) {
    const Vec3d d = i % 4 == 0 ? dice.direction_near_edge(3.0 / params.resolution) : dice.direction();
    ASSERT_EQ(sphere.nearest(d), oracle.nearest(d))
        << "R " << params.resolution << ", jitter " << params.jitter << ", theta " << params.theta << ", point " << i;
  }
}

TEST(CubeSphere, NearestSiteIsTheNearestOfAll) {
  for (int resolution : {4, 5, 8, 33, 64}) expect_nearest({resolution, 1, 1, 0.8687}, 100'000);
}

TEST(CubeSphere, NearestSiteForEveryJitterAndWarp) {
  for (int resolution : {4, 5, 8, 33, 64})
    for (double jitter : {0.0, 0.5, 1.0})
      for (double theta : {0.01, pi / 4, 0.8687, 1.2, 1.5}) expect_nearest({resolution, 1, jitter, theta}, 1000);
}

TEST(CubeSphere, NearestSiteOfAFineSphere) { expect_nearest({400, 1, 1, 0.8687}, 2000); }

TEST(CubeSphere, OfTwoEquallyNearSitesTheLowerCellIsNearest) {
  const CubeSphere sphere = sphere_of({.resolution = 8, .jitter = 0});
  // Without jitter the middle of a face is equally far from four cells, and a corner of the cube from three.
  EXPECT_EQ(sphere.nearest({1, 0, 0}), sphere.cell(0, 3, 3));
  EXPECT_EQ(sphere.nearest({0, 0, 1}), sphere.cell(4, 3, 3));
  for (Cell cell : {sphere.cell(0, 7, 0), sphere.cell(0, 7, 7)}) {
    const Vec3d d = unit({1, 1, sphere.direction(cell).z > 0 ? 1.0 : -1.0});
    const Cell nearest = sphere.nearest(d);
    const Oracle oracle(sphere);
    EXPECT_EQ(nearest, oracle.nearest(d));
  }
}

TEST(CubeSphere, DirectionsOfAnyLengthFindTheSameSite) {
  const CubeSphere sphere = sphere_of({.resolution = 20});
  Dice dice;
  for (int i = 0; i < 1000; ++i) {
    const Vec3d d = dice.direction();
    for (double length : {1e-250, 0.001, 6e6, 1e250}) {
      const Vec3d scaled{d.x * length, d.y * length, d.z * length};
      ASSERT_EQ(sphere.cell_at(scaled), sphere.cell_at(d));
      ASSERT_EQ(sphere.nearest(scaled), sphere.nearest(d));
    }
  }
}

TEST(CubeSphere, SitesLieInTheirCells) {
  for (int resolution : {4, 17, 63, 64, 65, 200})
    for (double theta : {0.01, 0.8687, 1.5})
      for (double jitter : {0.0, 0.99}) {
        const CubeSphere sphere = sphere_of({resolution, 1, jitter, theta});
        const double half = jitter / 2 + 1e-3;
        for (Cell cell = 0; cell<sphere.cell_count(); cell += resolution> 64 ? 7 : 1) {
          ASSERT_EQ(sphere.cell_at(sphere.direction(cell)), cell);
          const FacePlace place = face_place_of(sphere.direction(cell), theta);
          const double column = place.a * resolution, row = place.b * resolution;
          ASSERT_NEAR(column - std::floor(column), 0.5, half);
          ASSERT_NEAR(row - std::floor(row), 0.5, half);
          const Vec3d d = sphere.direction(cell);
          ASSERT_NEAR(d.x * d.x + d.y * d.y + d.z * d.z, 1, 3e-7);
        }
      }
}

// Without jitter sites are the middles of cells, as the dictionary computes them, rounded to float.
TEST(CubeSphere, SitesAgreeWithTheDictionary) {
  for (int resolution : {5, 63, 64, 128}) {
    const CubeSphere sphere = sphere_of({resolution, 1, 0, 0.8687});
    for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
      const auto side = static_cast<Cell>(resolution);
      const Vec3d exact = direction_of(
          FacePlace{cell / (side * side), (cell % side + 0.5) / resolution, (cell / side % side + 0.5) / resolution}, 0.8687);
      const Vec3d site = sphere.direction(cell);
      ASSERT_NEAR(site.x, exact.x, 3.1e-8);
      ASSERT_NEAR(site.y, exact.y, 3.1e-8);
      ASSERT_NEAR(site.z, exact.z, 3.1e-8);
    }
  }
}

TEST(CubeSphere, JitterIsEvenAndDependsOnTheSeed) {
  const CubeSphere sphere = sphere_of({100, 1, 1, 0.8687}), other = sphere_of({100, 1, 1, 0.8687}, Seed{8});
  double sum = 0, squares = 0, products = 0;
  int same = 0;
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    const FacePlace place = face_place_of(sphere.direction(cell), 0.8687);
    const double a = place.a * 100 - std::floor(place.a * 100) - 0.5, b = place.b * 100 - std::floor(place.b * 100) - 0.5;
    sum += a + b;
    squares += a * a + b * b;
    products += a * b;
    same += sphere.sites()[cell] == other.sites()[cell];
  }
  const double count = sphere.cell_count();
  EXPECT_NEAR(sum / count, 0, 0.01);
  EXPECT_NEAR(squares / count, 1.0 / 6, 0.002);
  EXPECT_NEAR(products / count, 0, 0.002);
  EXPECT_EQ(same, 0);
}

TEST(CubeSphere, AreasSumToTheWhole) {
  for (int resolution : {4, 5, 33, 64, 255})
    for (double theta : {0.01, pi / 4, 0.8687, 1.5}) {
      const CubeSphere sphere = sphere_of({resolution, 1000, 0.8, theta});
      double sum = 0, on_face = 0;
      for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
        ASSERT_GT(sphere.area(cell), 0);
        sum += sphere.area(cell);
        if (cell < sphere.cell_count() / 6) on_face += sphere.area(cell);
      }
      EXPECT_NEAR(sum / (4 * pi * 1e6), 1, 1e-11) << resolution << " " << theta;
      EXPECT_NEAR(on_face * 6 / sum, 1, 1e-11);
      EXPECT_NEAR(sphere.spacing() * sphere.spacing() * sphere.cell_count() / (4 * pi * 1e6), 1, 1e-12);
    }
}

/// Area of a spherical triangle (van Oosterom & Strackee 1983).
double triangle_area(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const auto dot = [](const Vec3d& p, const Vec3d& q) { return p.x * q.x + p.y * q.y + p.z * q.z; };
  const double triple = a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
  return 2 * std::atan2(std::abs(triple), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

TEST(CubeSphere, AreasAreThoseOfTheQuadrilaterals) {
  for (int resolution : {4, 7}) {
    const CubeSphere sphere = sphere_of({resolution, 10, 0.8, 0.8687});
    const auto side = static_cast<Cell>(resolution);
    for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
      Vec3d corner[4];
      for (Cell i = 0; i < 4; ++i) {
        const Cell column = cell % side + i % 2, row = cell / side % side + i / 2;
        corner[i] = direction_of(FacePlace{cell / (side * side), column / double(resolution), row / double(resolution)}, 0.8687);
      }
      const double area = triangle_area(corner[0], corner[1], corner[2]) + triangle_area(corner[1], corner[2], corner[3]);
      ASSERT_NEAR(sphere.area(cell), 100 * area, 1e-10);
    }
  }
}

TEST(CubeSphere, LinksAreMutualAndEquallyLong) {
  for (int resolution : {4, 5, 16}) {
    const CubeSphere sphere = sphere_of({resolution, 6'371'000, 1, 0.8687});
    int with_seven = 0;
    for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
      int degree = 0;
      std::set<Cell> different;
      sphere.for_each_link(cell, [&](Link link) {
        ++degree;
        different.insert(link.to);
        EXPECT_EQ(link.length, sphere.distance(cell, link.to));
        EXPECT_GT(link.length, 0);
        int back = 0;
        sphere.for_each_link(link.to, [&](Link other) { back += other.to == cell && other.length == link.length; });
        ASSERT_EQ(back, 1);
      });
      ASSERT_EQ(different.size(), static_cast<std::size_t>(degree));
      ASSERT_EQ(different.count(cell), 0u);
      ASSERT_GE(degree, 7);
      with_seven += degree == 7;
    }
    EXPECT_EQ(with_seven, 24) << "three cells at each of the cube's eight corners";
  }
}

TEST(CubeSphere, LinksComeInReadingOrder) {
  const CubeSphere sphere = sphere_of({.resolution = 8});
  std::vector<Cell> found, expected;
  const auto expect = [&](std::uint32_t face, int column, int row) {
    found.clear();
    expected.clear();
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right)
        if (const auto to = sphere.folded(face, column + right, row + down); to && (right != 0 || down != 0))
          expected.push_back(*to);
    sphere.for_each_link(sphere.cell(face, static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)),
                         [&](Link link) { found.push_back(link.to); });
    EXPECT_EQ(found, expected);
  };
  for (std::uint32_t face = 0; face < 6; ++face)
    for (int column = 0; column < 8; ++column)
      for (int row = 0; row < 8; ++row) expect(face, column, row);
}

TEST(CubeSphere, PositionsAreUnitsFromTheCentre) {
  const CubeSphere sphere = sphere_of({.resolution = 9, .radius = 6'371'000});
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    const Point3 place = sphere.position(cell);
    const Vec3d centre = sphere.centre(cell), direction = sphere.direction(cell);
    ASSERT_NEAR(static_cast<double>(place.x), centre.x * 1024, 0.5001);
    ASSERT_NEAR(static_cast<double>(place.y), centre.y * 1024, 0.5001);
    ASSERT_NEAR(static_cast<double>(place.z), centre.z * 1024, 0.5001);
    ASSERT_EQ(centre.z, direction.z * 6'371'000);
    ASSERT_EQ(sphere.lat_lon(cell), lat_lon_of(direction));
  }
}

// Computed once and never to change: worlds on spheres rest on these bits.
TEST(CubeSphere, SitesKeepTheirBits) {
  const auto hash = [](const CubeSphere& sphere) { return mix64_bytes(std::as_bytes(sphere.sites())); };
  EXPECT_EQ(hash(sphere_of({16, 1, 0.8, 0.8687}, Seed{7})), 3940181713056369743u);
  EXPECT_EQ(hash(sphere_of({80, 1, 1, 0.7}, Seed{7})), 4861201325614434043u);
}

TEST(CubeSphere, SameBitsForAnyNumberOfThreadsAndAnyRounding) {
  const CubeSphere::Params params{150, 1, 1, 0.8687};
  const CubeSphere one = *CubeSphere::make(params, Seed{3}, {.threads = 1});
  for (unsigned threads : {2u, 3u, 8u}) {
    std::fesetround(FE_UPWARD);
    const CubeSphere other = *CubeSphere::make(params, Seed{3}, {.threads = threads});
    std::fesetround(FE_TONEAREST);
    ASSERT_TRUE(std::equal(one.sites().begin(), one.sites().end(), other.sites().begin()));
    for (Cell cell = 0; cell < one.cell_count(); cell += 11) ASSERT_EQ(one.area(cell), other.area(cell));
  }
}

TEST(CubeSphere, StopsOnRequest) {
  CancelToken cancel;
  cancel.cancel();
  const Result<CubeSphere> sphere = CubeSphere::make({.resolution = 64}, Seed{3}, {.cancel = &cancel});
  ASSERT_FALSE(sphere);
  EXPECT_EQ(sphere.error().code, ErrorCode::cancelled);
}

TEST(CubeSphere, MemoryIsTwelveBytesACell) {
  for (int resolution : {100, 401}) {
    const CubeSphere::Params params{resolution, 1, 0.8, 0.8687};
    const auto tables = SphereTables::make(params, Seed{1}, {});
    ASSERT_TRUE(tables);
    EXPECT_LT(static_cast<double>((*tables)->bytes()) / (6.0 * resolution * resolution), 12.4);
  }
  const CubeSphere sphere = sphere_of({.resolution = 50});
  const std::vector<CubeSphere> copies(3, sphere);
  EXPECT_EQ(copies[2].sites().data(), sphere.sites().data()) << "copies share the sites";
}

TEST(CubeSphere, BadParametersAreRefusedByName) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto refused = [](const CubeSphere::Params& params, const std::string& name) {
    const Result<CubeSphere> sphere = CubeSphere::make(params, Seed{});
    ASSERT_FALSE(sphere) << name;
    EXPECT_EQ(sphere.error().path, name);
    EXPECT_EQ(sphere.error().code, ErrorCode::invalid_value);
    EXPECT_NE(sphere.error().message.find("allowed"), std::string::npos);
  };
  for (int resolution : {3, 0, -5, 26001, std::numeric_limits<int>::max()}) refused({.resolution = resolution}, "resolution");
  for (double radius : {0.5, 2e9, nan, inf, -1.0}) refused({.radius = radius}, "radius");
  for (double jitter : {-0.01, 1.01, nan}) refused({.jitter = jitter}, "jitter");
  for (double theta : {0.0, 1.6, nan}) refused({.theta = theta}, "theta");
}

}  // namespace
}  // namespace craton
