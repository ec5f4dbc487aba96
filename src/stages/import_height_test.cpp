#include <cmath>
#include <limits>

#include <algorithm>

#include <craton/surface/voronoi_regions.h>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

class OnePicture : public AssetSource {
 public:
  OnePicture(std::uint32_t width, std::uint32_t height, bool metres, const std::function<float(double, double)>& value) {
    map_ = {width, height, {}, metres};
    for (std::uint32_t y = 0; y < height; ++y)
      for (std::uint32_t x = 0; x < width; ++x) map_.values.push_back(value(x, y));
  }
  Result<HeightMap> height_map(std::string_view name, const RawLayout&) const override {
    if (name != "heights.exr") return Error{ErrorCode::io, std::string(name), "there is no such file"};
    return map_;
  }
  Result<std::uint64_t> fingerprint(std::string_view) const override { return std::uint64_t{1}; }

 private:
  HeightMap map_;
};

StageSpec stage(const std::string& sampling = "linear") {
  StageSpec spec{.stage = "import_height", .id = "import"};
  spec.params.set("file", std::string("heights.exr"));
  spec.params.set("sampling", sampling);
  return spec;
}

float bumpy(double x, double y) { return static_cast<float>(std::fmod(x * 37 + y * 101, 91) - 40.3); }

TEST(ImportHeight, APictureOfTheMapsSizeIsTakenBitForBit) {
  const OnePicture picture(75, 41, true, bumpy);
  for (const char* sampling : {"nearest", "linear", "cubic"}) {
    Surface torus = small_surface("torus");
    ASSERT_TRUE(run_stage(torus, stage(sampling), 2, &picture));
    Surface plane = small_surface("plane");
    StageSpec at_step = stage(sampling);
    at_step.params.set("metres_per_pixel", 20.0);
    ASSERT_TRUE(run_stage(plane, at_step, 2, &picture));
    for (Cell c = 0; c < torus.cell_count(); ++c) {
      ASSERT_EQ(torus.layer("height")->numbers()[c], bumpy(c % 75, c / 75)) << sampling;
      ASSERT_EQ(plane.layer("height")->numbers()[c], bumpy(c % 75, c / 75)) << sampling;
    }
  }
}

TEST(ImportHeight, LevelsBecomeMetres) {
  const OnePicture picture(75, 41, false, [](double x, double) { return static_cast<float>(x / 74); });
  Surface surface = small_surface("torus");
  StageSpec spec = stage();
  spec.params.set("low", -500.0);
  spec.params.set("high", 1500.0);
  ASSERT_TRUE(run_stage(surface, spec, 1, &picture));
  EXPECT_EQ(surface.layer("height")->numbers()[0], -500.0F);
  EXPECT_EQ(surface.layer("height")->numbers()[74], 1500.0F);
  EXPECT_NEAR(surface.layer("height")->numbers()[37], 500.0F, 0.01F);
}

TEST(ImportHeight, OnASphereThePictureIsEquirectangular) {
  // Latitude as height: its own place tells whether north is up; and a hump at longitude 90° east.
  const OnePicture picture(360, 180, true,
                           [](double x, double y) { return static_cast<float>(89.5 - y + (x > 260 && x < 280 ? 1000 : 0)); });
  Surface surface = small_surface("sphere");
  ASSERT_TRUE(run_stage(surface, stage(), 1, &picture));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  int on_hump = 0;
  for (Cell c = 0; c < sphere.cell_count(); ++c) {
    const LatLon place = sphere.lat_lon(c);
    const float height = surface.layer("height")->numbers()[c];
    const bool hump = std::abs(place.longitude - 90) < 8, near_hump = std::abs(place.longitude - 90) < 13;
    if (hump) {
      ++on_hump;
      EXPECT_NEAR(height, std::min(std::max(place.latitude, -89.5), 89.5) + 1000, 0.01);
    } else if (!near_hump) {
      EXPECT_NEAR(height, std::min(std::max(place.latitude, -89.5), 89.5), 0.01);
    }
  }
  EXPECT_GT(on_hump, 10);
}

TEST(ImportHeight, FacesOfAsManyCellsAreTakenBitForBit) {
  const OnePicture picture(12, 72, true, bumpy);
  Surface surface = small_surface("sphere");
  ASSERT_TRUE(run_stage(surface, stage(), 2, &picture));
  for (Cell c = 0; c < surface.cell_count(); ++c) ASSERT_EQ(surface.layer("height")->numbers()[c], bumpy(c % 12, c / 12));
}

TEST(ImportHeight, OtherFacesAreReadWhereTheSitesLie) {
  // On each face a plane in its own coordinates: what lies between the samples is known.
  const auto plane = [](double face, double a, double b) { return 1000 * face + 300 * a + 70 * b; };
  const OnePicture picture(40, 240, true, [&](double x, double y) {
    return static_cast<float>(plane(std::floor(y / 40), (x + 0.5) / 40, (std::fmod(y, 40) + 0.5) / 40));
  });
  Surface surface = small_surface("sphere");
  ASSERT_TRUE(run_stage(surface, stage(), 2, &picture));
  Surface nearest = small_surface("sphere");
  ASSERT_TRUE(run_stage(nearest, stage("nearest"), 2, &picture));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  for (Cell c = 0; c < surface.cell_count(); ++c) {
    const RegionSite site = site_of(sphere, c);
    const double wanted = plane(site.face, std::clamp(site.a, 0.0125, 0.9875), std::clamp(site.b, 0.0125, 0.9875));
    ASSERT_NEAR(surface.layer("height")->numbers()[c], wanted, 0.05) << c;
    ASSERT_NEAR(nearest.layer("height")->numbers()[c], wanted, 0.5 / 40 * 370 + 0.05) << c;
  }
}

TEST(ImportHeight, BesideThePictureThePlaneHasItsOwnHeight) {
  const OnePicture picture(10, 10, true, [](double, double) { return 5.0F; });
  Surface surface = small_surface("plane");
  StageSpec spec = stage();
  spec.params.set("x", 200.0);
  spec.params.set("y", 100.0);
  spec.params.set("metres_per_pixel", 40.0);
  spec.params.set("outside", -3.0);
  ASSERT_TRUE(run_stage(surface, spec, 1, &picture));
  const auto& tile = std::get<PlaneTile>(surface.domain());
  const std::span<const float> height = surface.layer("height")->numbers();
  EXPECT_EQ(height[tile.cell(10, 5)], 5.0F);
  EXPECT_EQ(height[tile.cell(28, 23)], 5.0F);
  EXPECT_EQ(height[tile.cell(9, 5)], -3.0F);
  EXPECT_EQ(height[tile.cell(29, 23)], -3.0F);
}

TEST(ImportHeight, BadPicturesAreToldWithTheirPath) {
  Surface surface = small_surface("torus");
  const OnePicture picture(75, 41, true, bumpy);
  StageSpec missing = stage();
  missing.params.set("file", std::string("other.exr"));
  EXPECT_EQ(run_stage(surface, missing, 1, &picture).error().path, "/stages/0/file");
  const OnePicture broken(75, 41, true, [](double, double) { return std::numeric_limits<float>::infinity(); });
  EXPECT_EQ(run_stage(surface, stage(), 1, &broken).error().path, "/stages/0/file");
  EXPECT_EQ(run_stage(surface, stage(), 1, nullptr).error().code, ErrorCode::unsupported);
}

}  // namespace
}  // namespace craton
