#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <craton/picture/globe.h>
#include <craton/surface/surface.h>

#include "picture/globe_camera.h"
#include "surface/vectors.h"

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

/// Wherever two sites are equally near, and no third one is about as near, there is a line: whoever the two are.
TEST(RegionGlobe, MissesNoBorder) {
  constexpr GridSize size{500, 500};
  RegionGlobeOptions without = plain, with = lined;
  without.size = with.size = size;
  const Result<CubeSphere> sphere = CubeSphere::make({.resolution = 12, .jitter = 1}, Seed{3});
  ASSERT_TRUE(sphere);
  Surface surface{Domain{*sphere}};
  const Result<Layer*> layer = surface.ensure_layer({.name = "height", .unit = "m"});
  ASSERT_TRUE(layer);
  const Result<Rgb8Image> bare = region_globe_picture(*sphere, **layer, without, {});
  const Result<Rgb8Image> drawn = region_globe_picture(*sphere, **layer, with, {});
  ASSERT_TRUE(bare && drawn);
  const picture::GlobeCamera camera(size, {}, 40, 0.97);
  std::size_t borders = 0, missing = 0;
  for (std::uint32_t y = 0; y < size.height; ++y)
    for (std::uint32_t x = 0; x < size.width; ++x) {
      const picture::GlobeCamera::Ray ray = camera.ray(x + 0.5, y + 0.5);
      const std::optional<double> hit = picture::GlobeCamera::hit(ray);
      if (!hit) continue;
      const Vec3d at = normalised(ray.from + ray.along * *hit);
      std::array<double, 3> nearest{9, 9, 9};
      for (Cell cell = 0; cell < sphere->cell_count(); ++cell) {
        nearest[2] = std::min(nearest[2], length(sphere->direction(cell) - at));
        std::sort(nearest.begin(), nearest.end());
      }
      if (nearest[1] - nearest[0] > 5e-4 || nearest[2] - nearest[1] < 2e-2) continue;
      ++borders;
      missing += bare->at(x, y) == drawn->at(x, y);
    }
  EXPECT_GT(borders, 500U);
  EXPECT_EQ(missing, 0U) << "of " << borders << " pixels on borders";
}

TEST(RegionGlobe, ColoursFacesAndMarksPlates) {
  const Result<CubeSphere> sphere = CubeSphere::make({.resolution = 12, .jitter = 1}, Seed{3});
  ASSERT_TRUE(sphere);
  Surface surface{Domain{*sphere}};
  Layer* height = *surface.ensure_layer({.name = "height", .unit = "m"});
  Layer* plate = *surface.ensure_layer({.name = "plate", .type = LayerType::integer});
  for (Cell c = 0; c < sphere->cell_count(); ++c) plate->integers()[c] = sphere->direction(c).z > 0 ? 1 : 2;
  RegionGlobeOptions options = plain;
  const auto drawn = [&] { return *region_globe_picture(*sphere, *height, options, {}); };
  const Rgb8Image bare = drawn();
  options.by_face = true;
  options.centre = {35, 45};  // three faces are seen
  std::set<std::array<int, 3>> colours;
  const Rgb8Image faces = drawn();
  for (const std::uint32_t x : {30U, 60U, 90U})
    for (const std::uint32_t y : {30U, 60U, 90U})
      colours.insert({faces.at(x, y).r / 24, faces.at(x, y).g / 24, faces.at(x, y).b / 24});
  EXPECT_GE(colours.size(), 3U);
  options = plain;
  options.plates = {.plate = plate};
  const Rgb8Image edges = drawn();
  // The border of the two runs along the equator, in the middle of the picture: that band alone is darker.
  EXPECT_GT(differing(bare, edges), 500U);
  EXPECT_EQ(bare.at(60, 15), edges.at(60, 15));
  EXPECT_EQ(bare.at(60, 105), edges.at(60, 105));
  EXPECT_LT(edges.at(60, 60).g, bare.at(60, 60).g);
  const double r = sphere->radius();
  ASSERT_TRUE(surface.set_objects({"plates",
                                   "",
                                   {{"centre", "m", "", std::vector<Vec3d>{{0.6 * r, 0, 0.8 * r}, {0, 0, -r}}},
                                    {"motion", "1", "", std::vector<Vec3d>{{0, 1, 0}, {1, 0, 0}}}}}));
  options.plates = plates_of(surface);
  EXPECT_GT(differing(edges, drawn()), 20U) << "an arrow";
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
