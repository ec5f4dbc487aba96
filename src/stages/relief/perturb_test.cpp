#include <bit>
#include <cmath>

#include <craton/base/hash.h>
#include <craton/surface/sample.h>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

float rough(Cell cell) { return static_cast<float>(mix64(cell + 99) % 1000) - 500; }

StageSpec stage(double distance, double frequency = 0.004) {
  StageSpec spec{.stage = "perturb", .id = "perturb"};
  spec.params.set("distance", distance);
  spec.params.set("frequency", frequency);
  return spec;
}

StageSpec with_noise(double distance, NoiseSpec noise) {
  StageSpec spec{.stage = "perturb", .id = "perturb"};
  spec.params.set("distance", distance);
  spec.noises.emplace_back("noise", std::move(noise));
  return spec;
}

NoiseSpec constant(double value) {
  NoiseSpec spec{.kind = "constant"};
  spec.params.set("value", value);
  return spec;
}

/// The noise that displaces along an axis, as run_stage() seeds it.
Noise axis_noise(const std::string& axis, double frequency, const Domain& domain) {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", frequency);
  NoiseRepeat repeat{};
  if (const auto* torus = std::get_if<Torus>(&domain)) repeat = {torus->period()[0], torus->period()[1]};
  return *Noise::make(perlin, Seed{7}.child(axis), repeat);
}

Surface map_of(std::int64_t width, std::int64_t height, double step, const std::string& wrap) {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", width);
  spec.params.set("height", height);
  spec.params.set("step", step);
  spec.params.set("wrap", wrap);
  return Surface(*make_domain(spec, Seed{}, 0, ""));
}

TEST(Perturb, ADistanceOfZeroChangesNoBit) {
  for (const std::string& kind : domain_kinds())
    for (const bool by_mask : {false, true}) {
      Surface surface = small_surface(kind);
      const auto height = [](Cell c) { return c % 7 == 0 ? -0.0F : rough(c); };
      add_layer(surface, "height", height);
      add_layer(surface, "mask", [](Cell c) { return c % 3 == 0 ? 0.0F : 1.0F; });
      StageSpec spec = stage(by_mask ? 5 * spacing(surface.domain()) : 0);
      if (by_mask) spec.layers = {{"strength", "mask"}};
      ASSERT_TRUE(run_stage(surface, spec));
      const std::vector<float> out = copy_of(surface, "height");
      int changed = 0;
      for (Cell c = 0; c < out.size(); ++c) {
        const bool same = std::bit_cast<std::uint32_t>(out[c]) == std::bit_cast<std::uint32_t>(height(c));
        if (!by_mask || c % 3 == 0) { ASSERT_TRUE(same) << kind << " " << c; }
        changed += !same;
      }
      EXPECT_EQ(changed > 0, by_mask) << kind;
    }
}

TEST(Perturb, WhatIsFlatStaysFlatBitForBit) {
  for (const std::string kind : {"plane", "torus"}) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell) { return 123.4567F; });
    ASSERT_TRUE(run_stage(surface, stage(90)));
    for (const float value : copy_of(surface, "height")) ASSERT_EQ(value, 123.4567F) << kind;
  }
}

TEST(Perturb, ALinearSlopeIsThatOfTheDisplacedPlace) {
  constexpr double distance = 70, frequency = 0.003;
  Surface surface = small_surface("plane", 6);
  const PlaneTile tile = std::get<PlaneTile>(surface.domain());
  const auto slope = [&](double x, double y) { return 0.3 * x - 0.7 * y + 12; };
  add_layer(surface, "height", [&](Cell c) { return static_cast<float>(slope(tile.centre(c).x, tile.centre(c).y)); });
  ASSERT_TRUE(run_stage(surface, stage(distance, frequency)));
  const Noise right = axis_noise("x", frequency, tile), down = axis_noise("y", frequency, tile);
  const std::span<const float> out = surface.layer("height")->numbers();
  double farthest = 0;
  for (std::uint32_t y = 0; y < tile.size().height; ++y)
    for (std::uint32_t x = 0; x < tile.size().width; ++x) {
      const Cell c = tile.cell(x, y);
      const double u = distance * right.at(tile.position(c)), v = distance * down.at(tile.position(c));
      ASSERT_NEAR(out[c], slope(tile.centre(c).x + u, tile.centre(c).y + v), 1e-3) << x << "," << y;
      farthest = std::max(farthest, std::hypot(u, v));
    }
  EXPECT_GT(farthest, 40) << "the noise moves something";
}

TEST(Perturb, OnASphereALinearFunctionIsThatOfTheDisplacedPlace) {
  Surface surface = small_surface("sphere");
  const CubeSphere sphere = std::get<CubeSphere>(surface.domain());
  const double distance = 0.8 * sphere.spacing(), frequency = 0.2 / sphere.spacing();
  const auto linear = [](const Vec3d& d) { return 300 * d.x - 200 * d.y + 500 * d.z; };
  add_layer(surface, "height", [&](Cell c) { return static_cast<float>(linear(sphere.direction(c))); });
  ASSERT_TRUE(run_stage(surface, stage(distance, frequency)));
  const Noise noise[] = {axis_noise("x", frequency, sphere), axis_noise("y", frequency, sphere),
                         axis_noise("z", frequency, sphere)};
  const std::span<const float> out = surface.layer("height")->numbers();
  double moved = 0;
  for (Cell c = 0; c < out.size(); ++c) {
    const Vec3d up = sphere.direction(c);
    Vec3d d{distance * noise[0].at(sphere.position(c)), distance * noise[1].at(sphere.position(c)),
            distance * noise[2].at(sphere.position(c))};
    const double lift = d.x * up.x + d.y * up.y + d.z * up.z;
    d = {up.x * sphere.radius() + d.x - lift * up.x, up.y * sphere.radius() + d.y - lift * up.y,
         up.z * sphere.radius() + d.z - lift * up.z};
    const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    d = {d.x / length, d.y / length, d.z / length};
    ASSERT_NEAR(out[c], linear(d), 0.02) << c;
    moved = std::max(moved, std::abs(linear(d) - linear(up)));
  }
  EXPECT_GT(moved, 20);
}

/// Beside the public way to read a layer between its cells, which takes positions instead of offsets.
TEST(Perturb, AgreesWithSamplingOneByOneAlsoAcrossBorders) {
  for (const char* wrap : {"both", "x", "none"}) {
    constexpr double distance = 120, frequency = 0.005;  // twelve cells, on a map of 40 × 23
    Surface surface = map_of(40, 23, 10, wrap);
    const Torus torus = std::get<Torus>(surface.domain());
    add_layer(surface, "height", rough);
    const std::vector<float> before = copy_of(surface, "height");
    ASSERT_TRUE(run_stage(surface, stage(distance, frequency)));
    const Noise right = axis_noise("x", frequency, torus), down = axis_noise("y", frequency, torus);
    const std::span<const float> out = surface.layer("height")->numbers();
    for (Cell c = 0; c < out.size(); ++c) {
      const Point2 at = torus.position(c);
      const Point2 from{at.x + std::llround(distance * right.at(at) * units_per_metre),
                        at.y + std::llround(distance * down.at(at) * units_per_metre)};
      // A position is rounded to half a unit, which the steepest slope between cells makes 0.3 m.
      ASSERT_NEAR(out[c], sample(torus, before, from, Sampling::cubic), 0.3) << wrap << " " << c;
    }
  }
}

TEST(Perturb, OnTheTorusItDoesNotMatterWhereTheMapBegins) {
  Surface here = small_surface("torus"), there = small_surface("torus");
  const Torus torus = std::get<Torus>(here.domain());
  const std::uint32_t width = torus.size().width, rows = torus.size().height;
  const auto moved = [&](Cell c) { return torus.cell((c % width + 31) % width, (c / width + 17) % rows); };
  const auto far = [](Cell c) { return static_cast<float>(c % 200); };
  add_layer(here, "height", rough);
  add_layer(here, "far", far);
  add_layer(there, "height", [&](Cell c) { return rough(moved(c)); });
  add_layer(there, "far", [&](Cell c) { return far(moved(c)); });
  StageSpec spec = with_noise(0, constant(-0.83));
  spec.params = {};
  spec.params.set("limit", 150.0);
  spec.layers = {{"distance", "far"}};
  ASSERT_TRUE(run_stage(here, spec));
  ASSERT_TRUE(run_stage(there, spec));
  const std::span<const float> a = here.layer("height")->numbers(), b = there.layer("height")->numbers();
  for (Cell c = 0; c < a.size(); ++c) ASSERT_EQ(b[c], a[moved(c)]);
}

TEST(Perturb, NothingIsMovedFurtherThanTheDistanceWhateverTheNoise) {
  Surface surface = small_surface("plane", 8);
  const PlaneTile tile = std::get<PlaneTile>(surface.domain());
  for (const double value : {-5.0, 0.5, 40.0}) {
    add_layer(surface, "height", [&](Cell c) { return static_cast<float>(tile.centre(c).x + 1000 * tile.centre(c).y); });
    add_layer(surface, "far", [](Cell c) { return c % 2 == 0 ? 33.0F : 1e6F; });
    StageSpec spec = with_noise(0, constant(value));
    spec.params = {};
    spec.params.set("limit", 80.0);
    spec.layers = {{"distance", "far"}};
    ASSERT_TRUE(run_stage(surface, spec));
    const std::span<const float> out = surface.layer("height")->numbers();
    for (std::uint32_t y = 0; y < tile.size().height; ++y)
      for (std::uint32_t x = 0; x < tile.size().width; ++x) {
        const Cell c = tile.cell(x, y);
        const double expected = std::clamp(value, -1.0, 1.0) * (c % 2 == 0 ? 33 : 80);
        ASSERT_NEAR(out[c] - (tile.centre(c).x + 1000 * tile.centre(c).y), 1001 * expected, 2) << value;
      }
  }
}

TEST(Perturb, TheDiagonalFormShiftsAlongOneDiagonalOnly) {
  for (const std::string form : {"diagonal", "independent"}) {
    Surface surface = small_surface("plane", 6);
    const PlaneTile tile = std::get<PlaneTile>(surface.domain());
    const auto across = [&](Cell c) { return static_cast<float>(tile.centre(c).x - tile.centre(c).y); };
    add_layer(surface, "height", across);
    StageSpec spec = stage(70, 0.003);
    spec.params.set("form", form);
    ASSERT_TRUE(run_stage(surface, spec));
    const std::span<const float> out = surface.layer("height")->numbers();
    float most = 0;
    for (std::uint32_t y = 0; y < tile.size().height; ++y)
      for (std::uint32_t x = 0; x < tile.size().width; ++x)
        most = std::max(most, std::abs(out[tile.cell(x, y)] - across(tile.cell(x, y))));
    if (form == "diagonal")
      EXPECT_LT(most, 1e-3F);
    else
      EXPECT_GT(most, 30);
  }
}

// Strazdins 2013, 2.8.2: salt = N(x, y), u = x + N(salt + 912) · d, v = y + N(salt + 333) · d.
TEST(Perturb, TheSaltedFormAsksTheNoiseWhereItsOwnValueLeads) {
  constexpr double distance = 70, frequency = 0.003, salt = 37;
  for (const std::string kind : {"plane", "sphere"}) {
    Surface surface = small_surface(kind, kind == "plane" ? 6 : 0);
    const auto* sphere = std::get_if<CubeSphere>(&surface.domain());
    const double scale = sphere ? sphere->spacing() / 100 : 1;
    StageSpec spec = stage(distance * scale, frequency / scale);
    spec.params.set("form", std::string("salted"));
    spec.params.set("salt", salt * scale);
    const Noise noise = axis_noise("x", frequency / scale, surface.domain());
    const auto moved = [&](float value, double offset) {
      return std::llround((value + offset) * salt * scale * units_per_metre);
    };
    if (sphere) {
      const auto linear = [](const Vec3d& d) { return 300 * d.x - 200 * d.y + 500 * d.z; };
      add_layer(surface, "height", [&](Cell c) { return static_cast<float>(linear(sphere->direction(c))); });
      ASSERT_TRUE(run_stage(surface, spec));
      const std::span<const float> out = surface.layer("height")->numbers();
      for (Cell c = 0; c < out.size(); ++c) {
        const Point3 at = sphere->position(c);
        const float value = noise.at(at);
        const auto along = [&](double offset) {
          const std::int64_t by = moved(value, offset);
          return distance * scale * noise.at(Point3{at.x + by, at.y + by, at.z + by});
        };
        const Vec3d up = sphere->direction(c);
        Vec3d d{along(912), along(333), along(128)};
        const double lift = d.x * up.x + d.y * up.y + d.z * up.z, radius = sphere->radius() - lift;
        d = {up.x * radius + d.x, up.y * radius + d.y, up.z * radius + d.z};
        const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
        ASSERT_NEAR(out[c], linear({d.x / length, d.y / length, d.z / length}), 0.05) << c;
      }
      continue;
    }
    const PlaneTile tile = std::get<PlaneTile>(surface.domain());
    const auto slope = [&](double x, double y) { return 0.3 * x - 0.7 * y + 12; };
    add_layer(surface, "height", [&](Cell c) { return static_cast<float>(slope(tile.centre(c).x, tile.centre(c).y)); });
    ASSERT_TRUE(run_stage(surface, spec));
    const std::span<const float> out = surface.layer("height")->numbers();
    double off_diagonal = 0;
    for (std::uint32_t y = 0; y < tile.size().height; ++y)
      for (std::uint32_t x = 0; x < tile.size().width; ++x) {
        const Cell c = tile.cell(x, y);
        const Point2 at = tile.position(c);
        const float value = noise.at(at);
        const std::int64_t right = moved(value, 912), down = moved(value, 333);
        const double u = distance * noise.at(Point2{at.x + right, at.y + right}),
                     v = distance * noise.at(Point2{at.x + down, at.y + down});
        ASSERT_NEAR(out[c], slope(tile.centre(c).x + u, tile.centre(c).y + v), 1e-2) << x << "," << y;
        off_diagonal = std::max(off_diagonal, std::abs(u - v));
      }
    EXPECT_GT(off_diagonal, 30);
  }
}

/// Heights of a map of 1280 m with this step, perturbed by 40 m.
std::vector<float> perturbed_map(std::int64_t side) {
  Surface surface = map_of(side, side, 1280 / static_cast<double>(side), "both");
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", 1.0 / 160);
  NoiseSpec fbm{.kind = "fbm", .inputs = {{"source", perlin}}};
  fbm.params.set("octaves", std::int64_t{3});
  StageSpec hills{.stage = "noise", .id = "hills"};
  hills.noises.emplace_back("noise", fbm);
  EXPECT_TRUE(run_stage(surface, hills));
  EXPECT_TRUE(run_stage(surface, stage(40, 1.0 / 128)));
  return copy_of(surface, "height");
}

TEST(Perturb, AtHalfTheStepItIsTheSameWorld) {
  const std::vector<float> coarse = perturbed_map(128), fine = perturbed_map(256);
  double difference = 0, relief = 0;
  for (std::size_t y = 0; y < 128; ++y)
    for (std::size_t x = 0; x < 128; ++x) {
      const double a = coarse[y * 128 + x], b = fine[2 * y * 256 + 2 * x];
      difference += (a - b) * (a - b);
      relief += b * b;
    }
  EXPECT_LT(std::sqrt(difference / relief), 0.02);
}

TEST(Perturb, ReachAndErrorsTellTheDistanceInCells) {
  const StageList stages;
  const StageEntry* entry = *stages.find("perturb", 1, "");
  EXPECT_EQ(entry->reach(stage(18), 1).cells, 20U);
  EXPECT_EQ(entry->reach(stage(18.5), 10).cells, 4U);
  StageSpec by_layer = stage(0);
  by_layer.layers = {{"distance", "far"}};
  EXPECT_EQ(entry->reach(by_layer, 10).cells, 12U) << "the limit counts";

  const DomainSpec plane = domain_spec("plane");
  EXPECT_TRUE(entry->check(stage(18), plane, "/stages/2"));
  EXPECT_EQ(entry->check(stage(1e6), plane, "/stages/2").error().path, "/stages/2/distance");
  by_layer.params.set("limit", 1e6);
  EXPECT_EQ(entry->check(by_layer, plane, "/stages/2").error().path, "/stages/2/limit");
  Surface surface = small_surface("plane");
  add_layer(surface, "height", rough);
  EXPECT_EQ(run_stage(surface, stage(1e6)).error().path, "/stages/0/distance");
  StageSpec twice = with_noise(18, constant(1));
  EXPECT_TRUE(entry->check(twice, plane, "/stages/2"));
  twice.params.set("frequency", 0.1);
  EXPECT_EQ(entry->check(twice, plane, "/stages/2").error().path, "/stages/2/frequency");
  EXPECT_EQ(entry->check(with_noise(18, {.kind = "simplex"}), domain_spec("torus"), "/stages/2").error().path,
            "/stages/2/noise/kind");
}

}  // namespace
}  // namespace craton
