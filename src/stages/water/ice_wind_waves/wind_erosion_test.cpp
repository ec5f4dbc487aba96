#include <algorithm>
#include <cmath>

#include "stages/erosion/erosion_test.h"
#include "stages/water/ice_wind_waves/blown_sand.h"
#include "stages/water/ice_wind_waves/wind_steps.h"

namespace craton {
namespace {

using namespace testing;

/// Dunes of 12 spacings.
StageSpec wind(double spacing, std::int64_t iterations, double east = 8, double north = 0) {
  StageSpec spec{.stage = "wind_erosion", .id = "wind"};
  spec.params.set("wavelength", 12 * spacing);
  spec.params.set("thickness", 0.1 * spacing);
  spec.params.set("iterations", iterations);
  spec.params.set("wind_east", east);
  spec.params.set("wind_north", north);
  return spec;
}

/// A cone of sand on flat rock at 100 m.
Surface pile(std::uint32_t side, double step, std::uint32_t column, std::uint32_t row) {
  Surface surface = torus_surface(side, step);
  const auto sand = [=](Cell c) {
    const double x = double(c % side) - column, y = double(c / side) - row;
    return static_cast<float>(std::max(0.0, step * (3 - 0.4 * std::sqrt(x * x + y * y))));
  };
  add_layer(surface, "cone", sand);
  add_layer(surface, "height", [&](Cell c) { return 100 + sand(c); });
  return surface;
}

StageSpec on_pile(double step, std::int64_t iterations, double east, double north) {
  StageSpec spec = wind(step, iterations, east, north);
  spec.params.set("gusts", 0.0);
  spec.layers = {{"thickness", "cone"}};
  return spec;
}

/// Mean place of the sand, in cells.
std::pair<double, double> middle_of_sand(const Surface& surface) {
  const std::uint32_t side = std::get<Torus>(surface.domain()).size().width;
  const std::span<const float> sand = surface.layer("sand")->numbers();
  double sum = 0, x = 0, y = 0;
  for (Cell c = 0; c < sand.size(); ++c) {
    sum += sand[c];
    x += sand[c] * double(c % side);
    y += sand[c] * double(c / side);
  }
  return {x / sum, y / sum};
}

TEST(WindErosion, DunesWanderDownwind) {
  for (const auto& [east, north] : {std::pair(8.0, 0.0), {-8.0, 0.0}, {0.0, 8.0}, {0.0, -8.0}, {5.7, 5.7}}) {
    Surface surface = pile(64, 5, 32, 32);
    ASSERT_TRUE(run_stage(surface, on_pile(5, 60, east, north)));
    const std::pair<double, double> middle = middle_of_sand(surface);
    const double along = ((middle.first - 32) * east - (middle.second - 32) * north) / 8;
    const double across = ((middle.first - 32) * north + (middle.second - 32) * east) / 8;
    EXPECT_GT(along, 0.5) << east << " " << north;
    EXPECT_NEAR(across, 0, 0.02) << east << " " << north;
  }
}

TEST(WindErosion, AWindFromAnotherSideMirrorsTheDunes) {
  constexpr std::uint32_t side = 64;
  const auto made = [](std::uint32_t column, std::uint32_t row, double east, double north) {
    Surface surface = pile(side, 5, column, row);
    EXPECT_TRUE(run_stage(surface, on_pile(5, 80, east, north)));
    return copy_of(surface, "height");
  };
  const std::vector<float> east = made(20, 30, 7, -3), west = made(side - 1 - 20, 30, -7, -3), turned = made(30, 20, 3, -7);
  double changed = 0;
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      ASSERT_NEAR(east[y * side + x], west[y * side + side - 1 - x], 0.01);
      ASSERT_NEAR(east[y * side + x], turned[x * side + y], 0.01);
      changed = std::max(changed, std::abs(double(east[y * side + x]) - west[y * side + x]));
    }
  EXPECT_GT(changed, 2);
}

TEST(WindErosion, FlatSandBecomesDunesWithSlipFacesInTheLee) {
  constexpr std::uint32_t side = 128;
  Surface surface = torus_surface(side, 5);
  add_layer(surface, "height", [](Cell) { return 50.0F; });
  StageSpec spec = wind(5, 500);
  spec.params.set("wavelength", 100.0);
  spec.params.set("thickness", 2.5);
  ASSERT_TRUE(run_stage(surface, spec));
  const std::span<const float> height = surface.layer("height")->numbers();
  const LayerRange range = surface.layer("height")->range();
  EXPECT_GT(range.max - range.min, 4);
  EXPECT_LT(range.max - range.min, 20);
  double up = 0, down = 0, steepest = 0, mean_up = 0, mean_down = 0;
  for (Cell c = 0; c < height.size(); ++c) {
    const double rise = (height[c - c % side + (c + 1) % side] - height[c]) / 5;
    (rise > 0 ? mean_up : mean_down) += std::abs(rise);
    (rise > 0 ? up : down) += 1;
    for_each_near(surface, Neighbourhood::moore, c,
                  [&](Link link) { steepest = std::max(steepest, double(height[c] - height[link.to]) / link.length); });
  }
  EXPECT_LE(steepest, 0.65 + 0.01) << "repose";
  EXPECT_GT(mean_down / down, 1.25 * mean_up / up) << "slip faces are steeper than the side of the wind";
}

TEST(WindErosion, APileOnRockBecomesABarchanWhoseHornsPointDownwind) {
  constexpr std::uint32_t side = 160;
  Surface surface = torus_surface(side, 2.5);
  const auto sand = [](Cell c) {
    const double x = double(c % side) - 40, y = double(c / side) - 80;
    return static_cast<float>(std::max(0.05, 16 - 0.75 * std::sqrt(x * x + y * y)));
  };
  add_layer(surface, "cone", sand);
  add_layer(surface, "height", [&](Cell c) { return 100 + sand(c); });
  StageSpec spec = on_pile(2.5, 500, 8, 0);
  spec.params.set("wavelength", 200.0);
  ASSERT_TRUE(run_stage(surface, spec));
  const std::span<const float> after = surface.layer("sand")->numbers();
  const auto middle_of_row = [&](std::uint32_t row) {
    double sum = 0, x = 0;
    for (std::uint32_t column = 0; column < side; ++column) {
      const double dune = std::max(0.0, after[row * side + column] - 0.3);  // without what fell on the rock around
      sum += dune;
      x += dune * column;
    }
    return x / sum;
  };
  EXPECT_GT(middle_of_row(80), 60) << "it wanders";
  for (const std::uint32_t off : {8u, 16u}) {
    EXPECT_GT(middle_of_row(80 - off), middle_of_row(80) + 0.3 * off) << off;
    EXPECT_GT(middle_of_row(80 + off), middle_of_row(80) + 0.3 * off) << off;
  }
}

TEST(WindErosion, TheWavelengthIsInMetres) {
  // Crests along the wind: as many at both resolutions, and fewer where the wavelength is longer.
  const auto crests = [](std::uint32_t side, double step, double wavelength) {
    Surface surface = torus_surface(side, step);
    add_layer(surface, "height", [](Cell) { return 50.0F; });
    StageSpec spec = wind(step, 450);
    spec.params.set("reference_step", 5.0);
    spec.params.set("wavelength", wavelength);
    spec.params.set("thickness", 0.025 * wavelength);
    EXPECT_TRUE(run_stage(surface, spec));
    const std::span<const float> height = surface.layer("height")->numbers();
    std::size_t count = 0;
    for (Cell c = 0; c < height.size(); ++c) {
      const Cell row = c - c % side;
      count += height[c] > height[row + (c + 1) % side] && height[c] >= height[row + (c + side - 1) % side];
    }
    return static_cast<double>(count) / side / (side * step / wavelength);  // crests a wavelength
  };
  const double coarse = crests(128, 5, 100), fine = crests(256, 2.5, 100), longer = crests(160, 8, 160);
  EXPECT_NEAR(coarse, 1, 0.4);
  EXPECT_NEAR(fine / coarse, 1, 0.25);
  EXPECT_NEAR(longer, 1, 0.4);
}

TEST(WindErosion, AnotherResolutionIsTheSameWorldSharper) {
  Surface fine = torus_surface(192, 4), coarse = torus_surface(96, 8), untouched = torus_surface(96, 8);
  for (Surface* surface : {&fine, &coarse, &untouched}) {
    add_hills(*surface, 384, 2, 20);
    for (float& height : surface->layer("height")->numbers()) height += 100;
  }
  StageSpec spec = wind(8, 60);
  spec.params.set("wavelength", 160.0);
  spec.params.set("thickness", 3.0);
  spec.params.set("reference_step", 8.0);
  for (Surface* surface : {&fine, &coarse}) ASSERT_TRUE(run_stage(*surface, spec));
  EXPECT_GT(difference_of_levels(fine, untouched), 0.04) << "else there is nothing to see";
  EXPECT_LT(difference_of_levels(fine, coarse), 0.02);
}

TEST(WindErosion, NoSandIsLostAndNoneIsBelowTheRock) {
  for (const std::string& kind : domain_kinds())
    for (const bool masked : {false, true}) {
      Surface surface = small_surface(kind);
      const double metres = spacing(surface.domain());
      add_hills(surface, 15 * metres, 3, metres);
      add_layer(surface, "mask", [](Cell c) { return c % 5 == 0 ? 0.0F : 0.001F * rough(c); });
      add_layer(surface, "east", [](Cell c) { return 0.02F * (rough(c + 7) - 500); });
      add_layer(surface, "cover", [&](Cell c) { return static_cast<float>(0.0001 * metres) * rough(c + 3); });
      const std::vector<float> before = copy_of(surface, "height"), cover = copy_of(surface, "cover");
      StageSpec spec = wind(metres, 60, 6, 5);
      spec.layers = {{"thickness", "cover"}};
      if (masked) spec.layers = {{"thickness", "cover"}, {"strength", "mask"}, {"wind_east", "east"}};
      ASSERT_TRUE(run_stage(surface, spec));
      const std::vector<float> after = copy_of(surface, "height"), sand = copy_of(surface, "sand");
      const double moved = volume_moved(surface, before, after);
      ASSERT_GT(moved, 0);
      EXPECT_LE(std::abs(volume_of(surface, sand) - volume_of(surface, cover)), 1e-6 * moved) << kind << masked;
      EXPECT_LE(std::abs(volume_of(surface, after) - volume_of(surface, before)), 2e-6 * moved) << kind << masked;
      for (Cell c = 0; c < sand.size(); ++c) {
        ASSERT_GE(sand[c], 0) << kind;
        ASSERT_NEAR(after[c] - sand[c], before[c] - cover[c], 1e-6 * metres) << kind << ": the rock stays";
      }
    }
}

TEST(WindErosion, MasksSayWhere) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const double metres = spacing(surface.domain());
    const auto ground = [&](Cell c) { return static_cast<float>(0.02 * metres) * static_cast<float>(10 + c % 17); };
    add_layer(surface, "height", ground);
    add_layer(surface, "mask", [](Cell c) { return c % 3 == 0 ? 0.0F : 1.0F; });
    StageSpec spec = wind(metres, 20);
    spec.layers = {{"strength", "mask"}};
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> height = copy_of(surface, "height");
    std::size_t changed = 0;
    for (Cell c = 0; c < height.size(); ++c) {
      if (c % 3 == 0) { ASSERT_EQ(height[c], ground(c)) << kind; }
      changed += height[c] != ground(c);
    }
    EXPECT_GT(changed, height.size() / 3) << kind;
  }
}

TEST(WindErosion, ConstantLayersGiveTheBitsOfNumbers) {
  for (const std::string& kind : domain_kinds()) {
    Surface plain = small_surface(kind), layered = small_surface(kind);
    const double metres = spacing(plain.domain());
    for (Surface* surface : {&plain, &layered}) add_hills(*surface, 15 * metres, 3, metres);
    add_layer(layered, "e", [](Cell) { return 5.5F; });
    add_layer(layered, "n", [](Cell) { return -2.25F; });
    add_layer(layered, "s", [](Cell) { return 0.75F; });
    StageSpec spec = wind(metres, 25, 5.5, -2.25);
    spec.params.set("strength", 0.75);
    ASSERT_TRUE(run_stage(plain, spec));
    spec.layers = {{"wind_east", "e"}, {"wind_north", "n"}, {"strength", "s"}};
    ASSERT_TRUE(run_stage(layered, spec));
    EXPECT_EQ(copy_of(plain, "height"), copy_of(layered, "height")) << kind;
  }
}

TEST(WindErosion, SandThatFallsIntoTheSeaStays) {
  constexpr std::uint32_t side = 64;
  Surface surface = torus_surface(side, 5, "none");
  const auto ground = [](Cell c) { return c % side < 40 ? 5.0F : -30.0F; };
  add_layer(surface, "height", ground);
  ASSERT_TRUE(run_stage(surface, wind(5, 60)));
  const std::vector<float> height = copy_of(surface, "height");
  for (std::uint32_t row = 0; row < side; ++row) {
    EXPECT_GT(height[row * side + 40], -30) << "a bank before the shore";
    for (std::uint32_t x = 50; x < side; ++x) ASSERT_EQ(height[row * side + x], -30);
  }
}

TEST(WindErosion, ShoresStayWhole) {
  Surface surface = torus_surface(160, 5);
  add_hills(surface, 400, 3, 15);
  StageSpec spec = wind(5, 200, 6, 3);
  spec.params.set("wavelength", 120.0);
  spec.params.set("thickness", 2.0);
  ASSERT_TRUE(run_stage(surface, spec));
  const std::span<const float> height = surface.layer("height")->numbers();
  std::size_t alone = 0, shore = 0;
  for (Cell c = 0; c < height.size(); ++c) {
    int like = 0, links = 0;
    for_each_near(surface, Neighbourhood::moore, c, [&](Link link) {
      like += (height[link.to] < 0) == (height[c] < 0);
      ++links;
    });
    alone += like == 0;
    shore += like < links;
  }
  EXPECT_GT(shore, 300u);
  EXPECT_LE(100 * alone, shore) << "hardly any";
}

TEST(WindErosion, StaysStillWhereNothingBlows) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const double metres = spacing(surface.domain());
    add_hills(surface, 15 * metres, 3, 0.5 * metres);
    const std::vector<float> before = copy_of(surface, "height");
    StageSpec calm = wind(metres, 10, 0, 0), rock = wind(metres, 10), never = wind(metres, 0);
    calm.params.set("repose", 10.0);
    rock.params.set("thickness", 0.0);
    for (const StageSpec& spec : {calm, rock, never}) {
      ASSERT_TRUE(run_stage(surface, spec));
      EXPECT_EQ(copy_of(surface, "height"), before) << kind;
    }
    add_layer(surface, "height", [](Cell) { return -5.0F; });
    ASSERT_TRUE(run_stage(surface, wind(metres, 10)));
    for (const float height : copy_of(surface, "height")) ASSERT_EQ(height, -5.0F) << "under the sea";
  }
}

TEST(WindErosion, OneCellIsEnough) {
  DomainSpec domain{.kind = "plane"};
  domain.params.set("width", std::int64_t{1});
  domain.params.set("height", std::int64_t{1});
  Surface surface(*make_domain(domain, Seed{}, 0, ""));
  add_layer(surface, "height", [](Cell) { return 30.0F; });
  ASSERT_TRUE(run_stage(surface, wind(1, 20)));
  EXPECT_NEAR(surface.layer("height")->numbers()[0], 30, 1e-5);
}

TEST(WindErosion, WindOnASphereIsTangentAndSharesAddUp) {
  for (const Vec3d& place : {Vec3d{0, 0, 1}, Vec3d{0.6, 0, 0.8}, Vec3d{0, -1, 0}}) {
    const Vec3d east = tangent_of(place, 1, 0), north = tangent_of(place, 0, 1);
    const auto dot = [](const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
    EXPECT_NEAR(dot(east, place), 0, 1e-12);
    EXPECT_NEAR(dot(north, place), 0, 1e-12);
    EXPECT_NEAR(dot(east, north), 0, 1e-12);
    EXPECT_NEAR(dot(east, east), 1, 1e-12);
    EXPECT_NEAR(dot(north, north), 1, 1e-12);
  }
  for (int degrees = 0; degrees < 360; degrees += 7) {
    const double angle = degrees * 3.14159265 / 180;
    double sum = 0;
    for (int k = 0; k < 8; ++k) sum += sent_along(k, static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
    EXPECT_NEAR(sum, 1, 1e-6);
  }
}

TEST(WindErosion, SandOnASphereGoesEast) {
  DomainSpec domain{.kind = "sphere"};
  domain.params.set("resolution", std::int64_t{24});
  domain.params.set("radius", 1000.0);
  Surface surface(*make_domain(domain, Seed{3}, 0, ""));
  const auto& sphere = std::get<CubeSphere>(surface.domain());
  const double metres = sphere.spacing();
  add_layer(surface, "cover", [&](Cell c) { return std::abs(sphere.lat_lon(c).longitude) < 15 ? 20.0F : 0.0F; });
  add_layer(surface, "height", [&](Cell c) { return 100 + surface.layer("cover")->numbers()[c]; });
  StageSpec spec = wind(metres, 40);
  spec.layers = {{"thickness", "cover"}};
  ASSERT_TRUE(run_stage(surface, spec));
  const std::span<const float> sand = surface.layer("sand")->numbers();
  double east = 0, west = 0;
  for (Cell c = 0; c < sand.size(); ++c) {
    const double longitude = sphere.lat_lon(c).longitude;
    if (std::abs(sphere.lat_lon(c).latitude) > 30) continue;
    (longitude > 20 ? east : west) += longitude > 20 || longitude < -20 ? sand[c] * sphere.area(c) : 0;
  }
  EXPECT_GT(east, 1000);
  EXPECT_LT(west, 0.01 * east);
}

TEST(WindErosion, RefusesWhatCannotBe) {
  const StageList stages;
  const StageEntry& entry = **stages.find("wind_erosion", 1, "");
  StageSpec spec = wind(20, 50);
  spec.params.set("reference_step", 20'000.0);
  const Result<void> many = entry.check(spec, domain_spec("torus"), "/stages/3");
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().path, "/stages/3/iterations");
  Surface surface = small_surface("torus");
  add_layer(surface, "height", [](Cell c) { return c == 7 ? std::nanf("") : 1.0F; });
  const Result<void> refused = run_stage(surface, wind(20, 5));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/layer");
}

}  // namespace
}  // namespace craton
