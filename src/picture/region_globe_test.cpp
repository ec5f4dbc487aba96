#include <gtest/gtest.h>

#include <craton/picture/globe.h>
#include <craton/surface/surface.h>

namespace craton {
namespace {

/// A planet whose heights are all the same, from a side.
Rgb8Image picture(std::uint32_t resolution, const RegionGlobeOptions& options) {
  const Result<CubeSphere> sphere = CubeSphere::make({.resolution = static_cast<int>(resolution)}, Seed{3});
  EXPECT_TRUE(sphere);
  Surface surface{Domain{*sphere}};
  const Result<Layer*> layer = surface.ensure_layer({.name = "height", .unit = "m"});
  EXPECT_TRUE(layer);
  const Result<Rgb8Image> image = region_globe_picture(*sphere, **layer, options, {});
  EXPECT_TRUE(image) << image.error().to_string();
  return *image;
}

/// How many pixels differ.
std::size_t differing(const Rgb8Image& a, const Rgb8Image& b) {
  std::size_t count = 0;
  for (std::uint32_t y = 0; y < a.height; ++y)
    for (std::uint32_t x = 0; x < a.width; ++x) {
      const Rgb8 one = a.at(x, y), other = b.at(x, y);
      count += one.r != other.r || one.g != other.g || one.b != other.b;
    }
  return count;
}

constexpr RegionGlobeOptions plain{.size = {120, 120}, .borders = false};
constexpr RegionGlobeOptions lined{.size = {120, 120}, .borders = true};

TEST(RegionGlobe, DrawsBordersOfLargeRegions) {
  const std::size_t changed = differing(picture(6, plain), picture(6, lined));
  EXPECT_GT(changed, 500U);
  EXPECT_LT(changed, 8000U) << "regions themselves must be seen";
}

TEST(RegionGlobe, DrawsNoBordersThatWouldCoverRegions) { EXPECT_EQ(differing(picture(64, plain), picture(64, lined)), 0U); }

TEST(RegionGlobe, MarksSitesAndFaces) {
  RegionGlobeOptions marked = plain;
  marked.sites = true;
  EXPECT_GT(differing(picture(6, plain), picture(6, marked)), 30U);
  marked.sites = false;
  marked.faces = true;
  EXPECT_GT(differing(picture(6, plain), picture(6, marked)), 100U);
}

}  // namespace
}  // namespace craton
