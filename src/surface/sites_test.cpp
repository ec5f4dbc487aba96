#include <craton/surface/sites.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include <craton/surface/voronoi_regions.h>

namespace craton {
namespace {

Surface ball(int resolution = 9) { return Surface(*CubeSphere::make({.resolution = resolution, .radius = 1000}, Seed{1})); }

std::vector<SiteOffset> offsets_for(const Surface& surface) {
  std::vector<SiteOffset> offsets(surface.cell_count());
  for (std::size_t c = 0; c < offsets.size(); ++c)
    offsets[c] = {static_cast<double>(c * 37 % 101) / 100, static_cast<double>(c * 53 % 97) / 96};
  return offsets;
}

TEST(Sites, LieWhereTheyAreSet) {
  Surface surface = ball();
  const std::vector<SiteOffset> offsets = offsets_for(surface);
  ASSERT_TRUE(set_sites(surface, offsets));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  double area = 0;
  for (Cell c = 0; c < sphere.cell_count(); ++c) {
    const RegionSite site = site_of(sphere, c);
    ASSERT_NEAR(site.right, offsets[c].right, 1e-5) << c;
    ASSERT_NEAR(site.down, offsets[c].down, 1e-5) << c;
    ASSERT_NEAR(sphere.direction(c).x * sphere.direction(c).x + sphere.direction(c).y * sphere.direction(c).y +
                    sphere.direction(c).z * sphere.direction(c).z,
                1, 1e-6);
    area += region_of(sphere, c).area;
  }
  EXPECT_NEAR(area / (4 * std::numbers::pi * 1e6), 1, 1e-9);
}

TEST(Sites, TheNearestIsThatOfBruteForce) {
  Surface surface = ball();
  ASSERT_TRUE(set_sites(surface, offsets_for(surface)));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  for (int i = 0; i < 500; ++i) {
    const Vec3d place = direction_of(LatLon{std::fmod(i * 37.7, 180.0) - 90, std::fmod(i * 73.3, 360.0) - 180});
    Cell best = 0;
    double least = 9;
    for (Cell c = 0; c < sphere.cell_count(); ++c) {
      const Vec3d site = sphere.direction(c);
      const double x = site.x - place.x, y = site.y - place.y, z = site.z - place.z, far = x * x + y * y + z * z;
      if (far < least) {
        least = far;
        best = c;
      }
    }
    ASSERT_EQ(sphere.nearest(place), best) << i;
  }
}

TEST(Sites, ASetRadiusIsThatOfAreasAndPlaces) {
  Surface surface = ball();
  const double before = std::get<CubeSphere>(surface.domain()).area(5);
  ASSERT_TRUE(set_radius(surface, 3000));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  EXPECT_EQ(sphere.radius(), 3000);
  EXPECT_NEAR(sphere.area(5) / before, 9, 1e-12);
  EXPECT_NEAR(spacing(surface.domain()), 3 * spacing(ball().domain()), 1e-6);
}

TEST(Sites, RefuseWhatIsNone) {
  Surface surface = ball();
  std::vector<SiteOffset> offsets = offsets_for(surface);
  offsets[7].down = 1.01;
  EXPECT_FALSE(set_sites(surface, offsets));
  offsets[7].down = std::nan("");
  EXPECT_FALSE(set_sites(surface, offsets));
  offsets.pop_back();
  EXPECT_FALSE(set_sites(surface, offsets));
  EXPECT_FALSE(set_radius(surface, 0));
  EXPECT_FALSE(set_radius(surface, std::nan("")));
  EXPECT_EQ(surface.objects(sites_table), nullptr);
  EXPECT_EQ(surface.objects(globe_table), nullptr);
  Surface map(*Torus::make({.width = 8, .height = 8}));
  EXPECT_FALSE(set_radius(map, 100));
  EXPECT_FALSE(set_sites(map, std::vector<SiteOffset>(64)));
}

}  // namespace
}  // namespace craton
