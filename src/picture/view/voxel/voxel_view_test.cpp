#include <craton/picture/voxel_view.h>

#include <gtest/gtest.h>

#include <limits>

#include <array>
#include <cstdlib>
#include <set>

namespace craton {
namespace {

VoxelViewOptions small(VoxelProjection projection) {
  VoxelViewOptions options{.width = 96, .height = 60, .samples = 1, .projection = projection, .radius = 2};
  if (projection == VoxelProjection::perspective) options.pitch = -10;
  return options;
}

std::size_t colours_in(const Rgb8Image& image) {
  std::set<std::array<int, 3>> colours;
  for (const Rgb8 pixel : image.pixels) colours.insert({pixel.r / 16, pixel.g / 16, pixel.b / 16});
  return colours.size();
}

TEST(VoxelView, ShowsTheSameWithAnyNumberOfThreads) {
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  for (const VoxelProjection projection : {VoxelProjection::isometric, VoxelProjection::perspective}) {
    const Result<Rgb8Image> one = draw_voxels(world, small(projection), {.threads = 1});
    const Result<Rgb8Image> two = draw_voxels(world, small(projection), {.threads = 2});
    ASSERT_TRUE(one && two);
    EXPECT_TRUE(*one == *two);
    EXPECT_GT(colours_in(*one), 20U);
  }
}

TEST(VoxelView, ShowsPlants) {
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  VoxelViewOptions options = small(VoxelProjection::isometric);
  const Result<Rgb8Image> with = draw_voxels(world, options);
  options.plants = false;
  const Result<Rgb8Image> without = draw_voxels(world, options);
  ASSERT_TRUE(with && without);
  EXPECT_FALSE(*with == *without);
}

TEST(VoxelView, ShowsSurfaces) {
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  VoxelViewOptions options = small(VoxelProjection::isometric);
  const Result<Rgb8Image> voxels = draw_voxels(world, options);
  ASSERT_TRUE(voxels);
  for (const VoxelSurface surface :
       {VoxelSurface::marching_cubes, VoxelSurface::marching_tetrahedra, VoxelSurface::surface_nets}) {
    options.surface = surface;
    const Result<Rgb8Image> smooth = draw_voxels(world, options);
    ASSERT_TRUE(smooth);
    EXPECT_GT(colours_in(*smooth), 20U);
    // The same block in another skin.
    double apart = 0;
    for (std::size_t i = 0; i < smooth->pixels.size(); ++i) {
      const Rgb8 a = smooth->pixels[i], b = voxels->pixels[i];
      apart += std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b);
    }
    apart /= static_cast<double>(3 * smooth->pixels.size());
    EXPECT_GT(apart, 0.5);
    EXPECT_LT(apart, 15);
  }
}

TEST(VoxelView, RefusesWhatCannotBe) {
  const VoxelWorld world = *VoxelWorld::make({}, Seed{7});
  const auto refused = [&](auto change) {
    VoxelViewOptions options = small(VoxelProjection::isometric);
    change(options);
    const Result<Rgb8Image> image = draw_voxels(world, options);
    return image ? std::string("nothing") : image.error().path;
  };
  EXPECT_EQ(refused([](VoxelViewOptions& o) { o.width = 0; }), "size");
  EXPECT_EQ(refused([](VoxelViewOptions& o) { o.samples = 2000; }), "samples");
  EXPECT_EQ(refused([](VoxelViewOptions& o) { o.radius = -1; }), "radius");
  EXPECT_EQ(refused([](VoxelViewOptions& o) { o.pitch = 90; }), "pitch");
  EXPECT_EQ(refused([](VoxelViewOptions& o) { o.sun_elevation = 0; }), "sun");
  // What a ray's direction or beginning is made of is bounded: Embree gives up on others.
  for (const double wild :
       {1e300, -1e300, 1e19, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(refused([&](VoxelViewOptions& o) { o.azimuth = wild; }), "azimuth");
    EXPECT_EQ(refused([&](VoxelViewOptions& o) { o.sun_azimuth = wild; }), "sun");
    EXPECT_EQ(refused([&](VoxelViewOptions& o) { o.eye_height = wild; }), "eye");
    EXPECT_EQ(refused([&](VoxelViewOptions& o) { o.fov = wild; }), "fov");
  }
  EXPECT_EQ(refused([](VoxelViewOptions& o) { o.centre.x = std::int64_t{1} << 60; }), "chunk");
}

}  // namespace
}  // namespace craton
