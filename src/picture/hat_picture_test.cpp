#include <craton/picture/hat_picture.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "picture/hat_scene.h"

namespace craton {
namespace {

using picture::HatScene;
using picture::make_hat_scene;
using picture::ScenePoint;

HatPictureOptions small() {
  HatPictureOptions options{.seed = Seed{3}, .cells_across = 8, .width = 240, .height = 160};
  options.frequency = *Frequency::per_metre(1);
  return options;
}

double area_of(const std::vector<ScenePoint>& outline) {
  double twice = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const ScenePoint &p = outline[i], &q = outline[(i + 1) % outline.size()];
    twice += p.x * q.y - p.y * q.x;
  }
  return std::abs(twice) / 2;
}

/// A hat has 14 corners, one of them straight, and the area of eight kites.
TEST(HatPicture, OutlinesAreHats) {
  const Result<HatScene> scene = make_hat_scene(small());
  ASSERT_TRUE(scene) << scene.error().to_string();
  ASSERT_GT(scene->hats.size(), 20U);
  const double pixels_per_cell = 240.0 / 8, kite = std::sqrt(3.0) / 18 * pixels_per_cell * pixels_per_cell;
  for (const auto& hat : scene->hats) {
    EXPECT_EQ(hat.outline.size(), 14U);
    EXPECT_NEAR(area_of(hat.outline), 8 * kite, 1e-6 * kite);
  }
}

/// The picture is full: outlines cover every pixel once.
TEST(HatPicture, HatsCoverThePicture) {
  HatPictureOptions options = small();
  options.legend = false;
  for (const std::int64_t far : {std::int64_t{0}, std::int64_t{1} << 50}) {
    options.centre = {far, -far};
    const Result<HatScene> scene = make_hat_scene(options);
    ASSERT_TRUE(scene);
    for (int i = 0; i < 300; ++i) {
      const double x = 0.37 + i * 7919 % 240, y = 0.61 + i * 104729 % 160;
      int covered = 0;
      for (const auto& hat : scene->hats) {
        bool inside = false;
        for (std::size_t k = 0; k < hat.outline.size(); ++k) {
          const ScenePoint &p = hat.outline[k], &q = hat.outline[(k + 1) % hat.outline.size()];
          if ((p.y > y) != (q.y > y) && x < (q.x - p.x) * (y - p.y) / (q.y - p.y) + p.x) inside = !inside;
        }
        covered += inside;
      }
      EXPECT_EQ(covered, 1) << x << ", " << y;
    }
  }
}

TEST(HatPicture, BecomesPixelsAndText) {
  HatPictureOptions options = small();
  options.numbers = true;
  const Result<Rgb8Image> image = draw_hats(options);
  ASSERT_TRUE(image) << image.error().to_string();
  EXPECT_EQ(image->width, 240U);
  EXPECT_EQ(image->height, 160U);
  const Result<std::string> svg = hats_as_svg(options);
  ASSERT_TRUE(svg);
  EXPECT_EQ(svg->find("<svg xmlns"), 0U);
  EXPECT_NE(svg->find(">8</text>"), std::string::npos);
  EXPECT_NE(svg->find(">mirrored</text>"), std::string::npos);
  EXPECT_NE(svg->rfind("</svg>"), std::string::npos);
}

TEST(HatPicture, RefusesWhatIsTooMuch) {
  const auto path_of_error = [](auto change) {
    HatPictureOptions options = small();
    change(options);
    const Result<HatScene> scene = make_hat_scene(options);
    return scene ? std::string() : scene.error().path;
  };
  EXPECT_EQ(path_of_error([](HatPictureOptions& o) { o.cells_across = 0; }), "cells");
  EXPECT_EQ(path_of_error([](HatPictureOptions& o) { o.cells_across = 3900; }), "cells");
  EXPECT_EQ(path_of_error([](HatPictureOptions& o) { o.width = 40000; }), "size");
  EXPECT_EQ(path_of_error([](HatPictureOptions& o) { o.ground = Rgb8Image(3, 3); }), "ground");
  EXPECT_EQ(path_of_error([](HatPictureOptions&) {}), "");
}

}  // namespace
}  // namespace craton
