#include <craton/picture/patch_view.h>

#include <gtest/gtest.h>

#include <cmath>

namespace craton {
namespace {

/// Level ground of one colour, 100 m wide.
Mesh square(float height, std::array<std::uint8_t, 4> colour) {
  Mesh mesh;
  for (const auto& [x, y] : {std::pair{0, 0}, {100, 0}, {0, 100}, {100, 100}}) {
    mesh.positions.push_back({static_cast<float>(x), static_cast<float>(y), height});
    mesh.normals.push_back({0, 0, 1});
    mesh.colours.push_back(colour);
  }
  mesh.triangles = {0, 2, 3, 0, 3, 1};
  return mesh;
}

/// Straight down from over a place: a map, north up.
ViewOptions from_above(double x, double y) {
  ViewOptions options{.width = 48, .height = 48, .samples = 4, .haze = 0};
  options.eye = ViewPlace{x, y};
  options.eye_height = 150;
  options.azimuth = 0;
  options.pitch = -89;
  options.fov = 40;
  options.sun_azimuth = 300;
  options.sun_elevation = 50;
  return options;
}

TEST(PatchView, ShowsMeshesWhereTheyLie) {
  const Mesh red = square(5, {190, 60, 50, 255}), green = square(5, {60, 150, 50, 255}), sea = square(-40, {90, 90, 80, 255});
  // Far out too: what counts is where they lie beside each other.
  for (const double far : {0.0, 1099511627776.0}) {
    const ViewPatch patches[] = {{&red, {far, 0}}, {&green, {far + 100, 0}}, {&sea, {far, 100}}, {&sea, {far + 100, 100}}};
    const Result<Rgb8Image> image = draw_patches(patches, from_above(far + 100, 100));
    ASSERT_TRUE(image) << image.error().to_string();
    const Rgb8 west = image->at(12, 8), east = image->at(36, 8), south = image->at(24, 42);
    EXPECT_GT(west.r, west.g + 40);
    EXPECT_GT(east.g, east.r + 20);
    EXPECT_GT(south.b, south.r);  // water, whatever lies below it
  }
}

TEST(PatchView, AnyNumberOfThreadsDrawsTheSamePicture) {
  const Mesh mesh = square(3, {120, 110, 90, 255});
  const ViewPatch patches[] = {{&mesh, {0, 0}}, {&mesh, {100, 0}}};
  ViewOptions options = from_above(100, 90);
  options.pitch = -20;
  const Result<Rgb8Image> one = draw_patches(patches, options, {.threads = 1}),
                          two = draw_patches(patches, options, {.threads = 2});
  ASSERT_TRUE(one && two);
  EXPECT_EQ(one->pixels, two->pixels);
}

TEST(PatchView, WhatIsMissingIsAnError) {
  const Mesh mesh = square(3, {120, 110, 90, 255});
  const ViewPatch patches[] = {{&mesh, {0, 0}}};
  const auto error = [&](void (*change)(ViewOptions&)) {
    ViewOptions options = from_above(50, 50);
    change(options);
    const Result<Rgb8Image> image = draw_patches(patches, options);
    return image ? "" : image.error().path;
  };
  EXPECT_EQ(error([](ViewOptions&) {}), "");
  EXPECT_EQ(error([](ViewOptions& o) { o.eye.reset(); }), "eye");
  EXPECT_EQ(error([](ViewOptions& o) { o.azimuth.reset(); }), "azimuth");
  EXPECT_EQ(error([](ViewOptions& o) { o.pitch.reset(); }), "pitch");
  EXPECT_EQ(error([](ViewOptions& o) { o.sun_azimuth.reset(); }), "sun");
  EXPECT_EQ(error([](ViewOptions& o) { o.samples = 0; }), "samples");
  EXPECT_EQ(draw_patches({}, from_above(0, 0)).error().path, "patches");
  Mesh bare = mesh;
  bare.colours.clear();
  const ViewPatch without[] = {{&bare, {0, 0}}};
  EXPECT_EQ(draw_patches(without, from_above(0, 0)).error().path, "patches");
}

}  // namespace
}  // namespace craton
