#include <craton/picture/planet_textures.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "surface/vectors.h"

namespace craton {
namespace {

CubeSphere ball(int resolution) {
  Result<CubeSphere> sphere = CubeSphere::make({.resolution = resolution}, Seed{3});
  EXPECT_TRUE(sphere);
  return *std::move(sphere);
}

/// A ground that is rough everywhere and has no seam.
std::vector<float> ground_on(const CubeSphere& sphere) {
  std::vector<float> heights;
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    const Vec3d at = sphere.direction(cell);
    heights.push_back(static_cast<float>(1500 * std::sin(9 * at.x + 2 * at.y) + 900 * std::sin(13 * at.y - 3 * at.z) +
                                         700 * std::sin(17 * at.z + 5 * at.x)));
  }
  return heights;
}

/// Steps between texels for each radian: over edges of the cube, and inside faces near them.
struct Steps {
  double over = 0, inside = 0;
  std::size_t over_count = 0, inside_count = 0;

  double ratio() const { return (over / static_cast<double>(over_count)) / (inside / static_cast<double>(inside_count)); }
};

Steps steps_of(std::uint32_t side, const std::function<double(std::size_t, std::size_t)>& step) {
  const TextureShape shape{TextureLayout::cube, side};
  struct Texel {
    std::size_t index = 0;
    Vec3d at;
    std::uint32_t face = 0;
  };
  std::vector<Texel> rim;
  Steps steps;
  for (std::uint32_t y = 0; y < shape.height(); ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t row = y % side, face = y / side;
      const std::size_t index = std::size_t{y} * side + x;
      const Vec3d at = texel_direction(shape, x, y);
      if (x == 0 || row == 0 || x == side - 1 || row == side - 1) rim.push_back({index, at, face});
      const bool near = x == 1 || x == side - 3 || row == 1 || row == side - 3;
      if (!near || x + 1 >= side || row + 1 >= side) continue;
      for (const std::size_t other : {index + 1, index + side}) {
        const Vec3d there =
            texel_direction(shape, static_cast<std::uint32_t>(other % side), static_cast<std::uint32_t>(other / side));
        steps.inside += step(index, other) / length(there - at);
        ++steps.inside_count;
      }
    }
  for (const Texel& texel : rim) {
    const Texel* nearest = nullptr;
    for (const Texel& other : rim)
      if (other.face != texel.face && (!nearest || length(other.at - texel.at) < length(nearest->at - texel.at)))
        nearest = &other;
    steps.over += step(texel.index, nearest->index) / length(nearest->at - texel.at);
    ++steps.over_count;
  }
  return steps;
}

double colour_step(const Rgb8Image& image, std::size_t a, std::size_t b) {
  const Rgb8 one = image.pixels[a], other = image.pixels[b];
  return std::abs(one.r - other.r) + std::abs(one.g - other.g) + std::abs(one.b - other.b);
}

TEST(PlanetTextures, NumbersHaveNoSeam) {
  const CubeSphere sphere = ball(48);
  const Result<std::vector<float>> texels = texture_of_numbers(sphere, ground_on(sphere), {TextureLayout::cube, 48});
  ASSERT_TRUE(texels);
  const Steps steps =
      steps_of(48, [&](std::size_t a, std::size_t b) { return std::abs(double{(*texels)[a]} - double{(*texels)[b]}); });
  EXPECT_NEAR(steps.ratio(), 1, 0.25);
}

/// What the test would say of faces that do not fit.
TEST(PlanetTextures, AFaceThatIsTurnedIsFound) {
  const CubeSphere sphere = ball(48);
  Result<std::vector<float>> texels = texture_of_numbers(sphere, ground_on(sphere), {TextureLayout::cube, 48});
  ASSERT_TRUE(texels);
  std::reverse(texels->begin(), texels->begin() + 48 * 48);
  const Steps steps =
      steps_of(48, [&](std::size_t a, std::size_t b) { return std::abs(double{(*texels)[a]} - double{(*texels)[b]}); });
  EXPECT_GT(steps.ratio(), 2);
}

TEST(PlanetTextures, NormalsHaveNoSeam) {
  const CubeSphere sphere = ball(48);
  Surface planet(sphere);
  const Result<Layer*> layer = planet.add_layer({.name = "height", .unit = "m"});
  ASSERT_TRUE(layer);
  const std::vector<float> heights = ground_on(sphere);
  std::copy(heights.begin(), heights.end(), (*layer)->numbers().begin());
  const Result<PlanetSheet> sheet = planet_sheet(planet, {TextureLayout::cube, 64}, {.layers = {}, .slopes = true});
  ASSERT_TRUE(sheet);
  const Result<Rgb8Image> normals = normal_texture(*sheet, 40);
  ASSERT_TRUE(normals);
  EXPECT_NEAR(steps_of(64, [&](std::size_t a, std::size_t b) { return colour_step(*normals, a, b); }).ratio(), 1, 0.3);
}

TEST(PlanetTextures, CloudsHaveNoSeamAndLeaveSomeSkyClear) {
  const Result<std::vector<float>> clouds = cloud_texture({}, 7, {TextureLayout::cube, 64});
  ASSERT_TRUE(clouds);
  const Steps steps =
      steps_of(64, [&](std::size_t a, std::size_t b) { return std::abs(double{(*clouds)[a]} - double{(*clouds)[b]}); });
  EXPECT_NEAR(steps.ratio(), 1, 0.35);
  double sum = 0;
  for (const float cover : *clouds) {
    EXPECT_GE(cover, 0);
    EXPECT_LE(cover, 1);
    sum += double{cover};
  }
  const double mean = sum / static_cast<double>(clouds->size());
  EXPECT_GT(mean, 0.05);  // where no rain is known, clouds are few
  EXPECT_LT(mean, 0.75);
}

TEST(PlanetTextures, CloudsAreThoseOfThePlanetsOwnClimate) {
  // Rain falls in the east alone, and the north is land.
  constexpr std::uint32_t width = 64, height = 32;
  std::vector<float> rain(width * height), ground(width * height);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      rain[y * width + x] = x < width / 2 ? 0.0F : 200.0F;
      ground[y * width + x] = y < height / 2 ? 500.0F : -3000.0F;
    }
  const TextureShape shape{TextureLayout::equirectangular, 96};
  const CloudClimate climate{{rain, width, height}, {ground, width, height}};
  double west = 0, east = 0;
  for (const std::uint64_t seed : {3U, 7U, 12U}) {
    const Result<std::vector<float>> clouds = cloud_texture(climate, seed, shape);
    ASSERT_TRUE(clouds);
    for (std::uint32_t y = 0; y < 96; ++y)
      for (std::uint32_t x = 0; x < 192; ++x) (x < 96 ? west : east) += double{(*clouds)[y * 192 + x]};
    const Result<std::vector<float>> other = cloud_texture(climate, seed + 100, shape);
    ASSERT_TRUE(other);
    EXPECT_NE(*clouds, *other);
  }
  EXPECT_LT(west, 0.3 * east);
}

// ---- sheets ----

/// Metres of a ground that rises evenly to the east and to the north of (0, 0), near there.
Surface slope_planet(const CubeSphere& sphere) {
  Surface planet(sphere);
  const Result<Layer*> layer = planet.add_layer({.name = "height", .unit = "m"});
  EXPECT_TRUE(layer);
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    const Vec3d at = sphere.direction(cell);
    (*layer)->numbers()[cell] = static_cast<float>(5000 + sphere.radius() * (0.004 * at.y + 0.002 * at.z));
  }
  return planet;
}

/// Cells do not show on slopes: a plane stays a plane.
TEST(PlanetSheet, IsExactForEvenSlopes) {
  const CubeSphere sphere = ball(64);
  const Surface planet = slope_planet(sphere);
  const TextureShape shape{TextureLayout::equirectangular, 256};
  const Result<PlanetSheet> sheet = planet_sheet(planet, shape, {.layers = {"height"}, .cells = true, .slopes = true});
  ASSERT_TRUE(sheet);
  const FloatView heights = sheet->values("height");
  double most = 0;
  for (std::uint32_t y = 118; y < 138; ++y)
    for (std::uint32_t x = 246; x < 266; ++x) {
      const Vec3d at = texel_direction(shape, x, y);
      const std::size_t i = std::size_t{y} * shape.width() + x;
      const double wanted = 5000 + sphere.radius() * (0.004 * at.y + 0.002 * at.z);
      most = std::max(most, std::abs(double{heights.values[i]} - wanted));
      EXPECT_NEAR(sheet->slopes[i][0], 0.004, 0.0004);
      EXPECT_NEAR(sheet->slopes[i][1], 0.002, 0.0004);
      EXPECT_EQ(sheet->cells[i], sphere.nearest(at));
    }
  EXPECT_LT(most, 0.05 * 0.0045 * sphere.spacing()) << "metres; a cell rises by some 600";
}

/// A single cell of land is an island and not a shoal.
TEST(PlanetSheet, KeepsSingleCells) {
  const CubeSphere sphere = ball(32);
  std::vector<float> heights(sphere.cell_count(), -3000);
  heights[100] = heights[2000] = heights[5000] = 200;
  const TextureShape shape{TextureLayout::equirectangular, 512};
  const Result<std::vector<float>> texels = texture_of_numbers(sphere, heights, shape);
  ASSERT_TRUE(texels);
  EXPECT_EQ(*std::max_element(texels->begin(), texels->end()) > 0, true);
  for (const Cell cell : {100U, 2000U, 5000U}) {
    const LatLon at = sphere.lat_lon(cell);
    const auto x = static_cast<std::size_t>((at.longitude / 360 + 0.5) * shape.width());
    const auto y = static_cast<std::size_t>((0.5 - at.latitude / 180) * shape.height());
    EXPECT_GT((*texels)[y * shape.width() + x], 0) << cell;
  }
}

/// Bends move coasts by less than a cell, and only where texels are finer than cells.
TEST(PlanetSheet, BendsStayBelowACell) {
  const CubeSphere sphere = ball(48);
  Surface planet(sphere);
  const Result<Layer*> layer = planet.add_layer({.name = "height", .unit = "m"});
  ASSERT_TRUE(layer);
  const std::vector<float> ground = ground_on(sphere);
  std::copy(ground.begin(), ground.end(), (*layer)->numbers().begin());
  const auto sheet = [&](std::uint32_t rows, bool bends) {
    PlanetSheetOptions wants{.layers = {"height"}, .cells = true};
    if (bends) wants.bends = 7;
    return *planet_sheet(planet, {TextureLayout::equirectangular, rows}, wants);
  };
  EXPECT_EQ(sheet(96, true).numbers[0].values, sheet(96, false).numbers[0].values);
  const PlanetSheet bent = sheet(384, true), plain = sheet(384, false);
  EXPECT_NE(bent.numbers[0].values, plain.numbers[0].values);
  for (std::size_t i = 0; i < bent.cells.size(); ++i)
    ASSERT_LT(length(sphere.direction(bent.cells[i]) - sphere.direction(plain.cells[i])) * sphere.radius(), 3 * sphere.spacing());
}

TEST(PlanetTextures, PicturesHaveNoSeamOnACube) {
  Rgb8Image flat(512, 256);
  for (std::uint32_t y = 0; y < 256; ++y)
    for (std::uint32_t x = 0; x < 512; ++x) {
      const Vec3d at = texel_direction({TextureLayout::equirectangular, 256}, x, y);
      const auto level = [](double wave) { return static_cast<std::uint8_t>(127.5 + 120 * std::sin(wave)); };
      flat.at(x, y) = {level(7 * at.x), level(9 * at.y + at.z), level(8 * at.z)};
    }
  const Result<Rgb8Image> cube = texture_of_picture(flat, {TextureLayout::cube, 64});
  ASSERT_TRUE(cube);
  EXPECT_NEAR(steps_of(64, [&](std::size_t a, std::size_t b) { return colour_step(*cube, a, b); }).ratio(), 1, 0.3);
}

TEST(PlanetTextures, TexelsLieWhereTheFacesSay) {
  const TextureShape cube{TextureLayout::cube, 64};
  const std::array<Vec3d, 6> middles{{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
  for (std::uint32_t face = 0; face < 6; ++face)
    EXPECT_LT(length(texel_direction(cube, 32, face * 64 + 32) - middles[face]), 0.03) << cube_face_names()[face];
  const Vec3d west = texel_direction({TextureLayout::equirectangular, 64}, 0, 31);
  EXPECT_LT(west.x, -0.99);
  EXPECT_LT(west.y, 0);
}

}  // namespace
}  // namespace craton
