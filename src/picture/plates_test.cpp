#include <craton/picture/plates.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace craton {
namespace {

constexpr Rgb8 paper{240, 240, 240};

bool is_arrow(Rgb8 pixel) { return pixel.r > pixel.g + 60; }
bool is_border(Rgb8 pixel) { return pixel.r < 120 && pixel.g < 120; }

/// A west and an east half, which move towards each other.
Surface map_of_two() {
  Surface surface(*make_domain({.kind = "torus"}, Seed{1}, 0, ""));
  const Result<Layer*> plate = surface.add_layer({.name = "plate", .type = LayerType::integer});
  for (Cell c = 0; c < surface.cell_count(); ++c) (*plate)->integers()[c] = c % 512 < 256 ? 1 : 2;
  ObjectTable table{"plates", "", {}};
  table.columns = {{"centre", "m", "", std::vector<Vec3d>(2)}, {"motion", "", "", std::vector<Vec3d>{{1, 0, 0}, {0, -0.5, 0}}}};
  EXPECT_TRUE(surface.set_objects(std::move(table)));
  return surface;
}

/// North and south of the equator.
Surface globe_of_two() {
  Surface surface{Domain(*CubeSphere::make({.resolution = 16}, Seed{3}))};
  const Result<Layer*> plate = surface.add_layer({.name = "plate", .type = LayerType::integer});
  const CubeSphere& sphere = std::get<CubeSphere>(surface.domain());
  for (Cell c = 0; c < sphere.cell_count(); ++c) (*plate)->integers()[c] = sphere.direction(c).z > 0 ? 1 : 2;
  return surface;
}

void set_rotation(Surface& surface, Vec3d north, Vec3d south) {
  ObjectTable table{"plates", "", {}};
  table.columns = {{"rotation", "", "", std::vector<Vec3d>{north, south}}};
  ASSERT_TRUE(surface.set_objects(std::move(table)));
}

TEST(PlatePictures, BordersLieBetweenPlatesAlone) {
  Surface surface = map_of_two();
  Plates plates = plates_of(surface);
  plates.table = nullptr;
  Rgb8Image image(256, 256, paper);
  ASSERT_TRUE(draw_plates(image, surface.domain(), plates, {}, {}, {.border = 2}));
  for (std::uint32_t y = 0; y < 256; ++y)
    for (std::uint32_t x = 0; x < 256; ++x) {
      if (x < 126 || x > 129) { ASSERT_EQ(image.at(x, y), paper) << x; }
      if (x == 127 || x == 128) { ASSERT_TRUE(is_border(image.at(x, y))) << x; }
    }
}

TEST(PlatePictures, ArrowsPointWherePlatesMove) {
  const Surface surface = map_of_two();
  Rgb8Image image(256, 256, paper);
  ASSERT_TRUE(draw_plates(image, surface.domain(), plates_of(surface), {}, {}, {.spacing = 64}));
  // The first row of arrows begins at 32, half a spacing from the border; its first one is 0.8 spacings long and lies flat.
  std::uint32_t left = 256, right = 0, top = 256, bottom = 0, widest = 0, widest_at = 0;
  for (std::uint32_t x = 0; x < 64; ++x) {
    std::uint32_t tall = 0;
    for (std::uint32_t y = 0; y < 56; ++y) {
      if (!is_arrow(image.at(x, y))) continue;
      ++tall;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
    if (tall > widest) {
      widest = tall;
      widest_at = x;
    }
  }
  EXPECT_NEAR(right - left, 0.8 * 64, 4);
  EXPECT_LT(bottom - top, 16U);
  EXPECT_GT(widest_at, (left + right) / 2);  // the head is in front: east
}

TEST(PlatePictures, OnGlobesOfAllProjections) {
  for (const Projection projection : {Projection::equirectangular, Projection::orthographic, Projection::mollweide}) {
    Surface surface = globe_of_two();
    const GridSize size{200, projection == Projection::orthographic ? 200U : 100U};
    Rgb8Image plain(size.width, size.height, paper);
    ASSERT_TRUE(draw_plates(plain, surface.domain(), plates_of(surface), projection));
    EXPECT_EQ(std::count_if(plain.pixels.begin(), plain.pixels.end(), is_arrow), 0);
    // The border is the equator, and nowhere else: neither at the poles nor at edges of the cube.
    for (std::uint32_t y = 0; y < size.height; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x)
        if (plain.at(x, y) != paper) { ASSERT_LT(std::abs(y + 0.5 - size.height / 2.0), 0.12 * size.height) << x << " " << y; }
    EXPECT_GT(std::count_if(plain.pixels.begin(), plain.pixels.end(), is_border), 80);

    // Both turn to the east about the axis: no arrow where nothing moves, at the pole.
    set_rotation(surface, {0, 0, 1}, {0, 0, 1});
    Rgb8Image moving(size.width, size.height, paper);
    ASSERT_TRUE(draw_plates(moving, surface.domain(), plates_of(surface), projection, {}, {}, {.threads = 1}));
    EXPECT_GT(std::count_if(moving.pixels.begin(), moving.pixels.end(), is_arrow), 50);
    Rgb8Image again(size.width, size.height, paper);
    ASSERT_TRUE(draw_plates(again, surface.domain(), plates_of(surface), projection, {}, {}, {.threads = 4}));
    EXPECT_EQ(moving, again);
  }
  Surface surface = globe_of_two();
  Rgb8Image faces(16, 96, paper);
  EXPECT_EQ(draw_plates(faces, surface.domain(), plates_of(surface), Projection::faces).error().path, "plates");
}

}  // namespace
}  // namespace craton
