// Noises made of noises: that they are what their definitions say, that every way of asking gives the same bits, that values
// stay within the stated range and that derivatives are those of the values.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include <craton/base/targets.h>
#include <craton/recipe/noise_json.h>

#include "noise/program.h"
#include "noise/variants_test.h"

namespace craton {
namespace {

using test::Random;
using test::spec_of;

Noise made(const NoiseSpec& spec, std::uint64_t seed = 7) {
  Result<Noise> noise = Noise::make(spec, Seed{seed});
  EXPECT_TRUE(noise) << noise.error().to_string();
  return *std::move(noise);
}

Noise from_json(std::string_view text, std::uint64_t seed = 7) {
  const Result<NoiseSpec> spec = noise_spec_from_json(text);
  EXPECT_TRUE(spec) << spec.error().to_string();
  return made(*spec, seed);
}

Error refused(const NoiseSpec& spec) {
  const Result<Noise> noise = Noise::make(spec, Seed{7});
  EXPECT_FALSE(noise) << "a noise was made";
  return noise ? Error{} : noise.error();
}

std::vector<Point2> some_points(std::size_t count) {
  Random random(3);
  std::vector<Point2> points(count);
  for (Point2& p : points) p = {random.between(-1'000'000, 1'000'000), random.between(-1'000'000, 1'000'000)};
  return points;
}

const NoiseSpec perlin = spec_of("perlin", {{"frequency", 0.02}});
const NoiseSpec value = spec_of("value", {{"frequency", 0.05}});

NoiseSpec with(std::string kind, std::vector<NoiseInput> inputs, std::vector<std::pair<std::string, ParamValue>> params = {}) {
  NoiseSpec spec = spec_of(std::move(kind), std::move(params));
  spec.inputs = std::move(inputs);
  return spec;
}

// ---- definitions

TEST(Compose, ShapingIsWhatItSays) {
  const Noise source = made(perlin);
  const Noise absolute = made(with("abs", {{"source", perlin}})),
              clamped = made(with("clamp", {{"source", perlin}}, {{"low", -0.1}, {"high", 0.2}}));
  const Noise remapped = made(with("remap", {{"source", perlin}}, {{"to_low", 10.0}, {"to_high", 30.0}}));
  const Noise squared = made(with("power", {{"source", perlin}}, {{"exponent", 2.0}}));
  const Noise steps = made(with("terrace", {{"source", perlin}}, {{"steps", std::int64_t{5}}, {"sharpness", 0.5}}));
  const Noise curve = made(with("curve", {{"source", perlin}}, {{"points", std::vector<double>{-1, 3, 0, 5, 1, 4}}}));
  for (const Point2 p : some_points(2000)) {
    const float v = source.at(p);
    EXPECT_EQ(absolute.at(p), std::abs(v));
    EXPECT_EQ(clamped.at(p), std::max(-0.1F, std::min(v, 0.2F)));
    EXPECT_NEAR(remapped.at(p), 20 + 10 * v, 1e-5);
    EXPECT_NEAR(squared.at(p), v * std::abs(v), 2e-6);
    const double t = (double{v} + 1) / 2 * 5, rest = t - std::floor(t), rise = std::clamp((rest - 0.5) / 0.5, 0.0, 1.0);
    EXPECT_NEAR(steps.at(p), -1 + 2 * (std::floor(t) + rise * rise * (3 - 2 * rise)) / 5, 2e-5);
    // A top at 0: the slopes are 2, 0 and −1.
    const double x = double{v} < 0 ? double{v} + 1 : double{v};
    const double up = 3 + x * (2 + x * (2 - x * 2)), down = 5 + x * x * (-2 + x);
    EXPECT_NEAR(curve.at(p), double{v} < 0 ? up : down, 1e-5) << v;
  }
}

TEST(Compose, CombiningIsWhatItSays) {
  const Noise a = made(perlin);
  // The second input has the child seed of its name.
  const Noise b = *Noise::make(value, Seed{7}.child("b"));
  const auto pair = [](const char* kind) { return made(with(kind, {{"a", perlin}, {"b", value}})); };
  const Noise sum = pair("add"), product = pair("multiply"), lower = pair("min"), higher = pair("max");
  const Noise half = made(with("mix", {{"a", perlin}, {"b", value}}, {{"share", 0.25}})),
              shifted = made(with("add", {{"a", perlin}}, {{"b", 3.0}}));
  for (const Point2 p : some_points(2000)) {
    EXPECT_EQ(sum.at(p), a.at(p) + b.at(p));
    EXPECT_EQ(product.at(p), a.at(p) * b.at(p));
    EXPECT_EQ(lower.at(p), std::min(a.at(p), b.at(p)));
    EXPECT_EQ(higher.at(p), std::max(a.at(p), b.at(p)));
    EXPECT_EQ(half.at(p), a.at(p) + 0.25F * (b.at(p) - a.at(p)));
    EXPECT_EQ(shifted.at(p), a.at(p) + 3.0F);
  }
}

TEST(Compose, FractalsAreWhatTheySay) {
  const std::int64_t octaves = 3;
  const auto fractal = [&](const char* kind) { return made(with(kind, {{"source", perlin}}, {{"octaves", octaves}})); };
  const Noise billow = fractal("billow"), turbulence = fractal("turbulence"), ridged = fractal("ridged"),
              folded = fractal("ping_pong");
  // An octave alone is a sum whose other weights are zero.
  std::vector<Noise> octave;
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<double> weights(3, 0.0);
    weights[i] = 1;
    octave.push_back(made(test::fbm_of(perlin, {{"amplitudes", weights}})));
  }
  for (const Point2 p : some_points(1000)) {
    double sum = 0, ridges = 0, before = 1, pong = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double v = double{octave[i].at(p)}, weight = std::pow(0.5, double(i)) / 1.75;
      sum += weight * std::abs(v);
      const double signal = (1 - std::abs(v)) * (1 - std::abs(v)) * (i == 0 ? 1 : std::min(1.0, 2 * before));
      before = signal;
      ridges += weight * (2 * signal - 1);
      const double t = std::fmod(2 * (v + 1), 2.0);
      pong += weight * (t < 1 ? 2 * t - 1 : 3 - 2 * t);
    }
    EXPECT_NEAR(turbulence.at(p), sum, 1e-5);
    EXPECT_NEAR(billow.at(p), 2 * sum - 1, 1e-5);
    EXPECT_NEAR(ridged.at(p), ridges, 1e-5);
    EXPECT_NEAR(folded.at(p), pong, 1e-4);
  }
}

TEST(Compose, WavesRepeatAndTurn) {
  const Noise wave = from_json(R"({"kind": "wave", "frequency": 0.25, "phase": 0.125})");
  for (const Point2 p : some_points(500)) {
    const double turns = metres_from_units(p.x) * 0.25 + 0.125;
    EXPECT_NEAR(wave.at(p), std::sin(2 * 3.14159265358979 * (turns - std::floor(turns))), 1e-6);
    EXPECT_EQ(wave.at(p), wave.at(Point2{p.x + 4 * units_per_metre, p.y + 77}));
  }
}

/// A constant displacement by whole metres on a lattice of a power of two: the warped noise is the noise there, bit for bit.
TEST(Compose, WarpsAskElsewhere) {
  for (const char* kind :
       {"white", "value", "perlin", "simplex", "gradient", "cubic", "wavelet", "tiling_simplex", "cellular", "kite", "hat"}) {
    SCOPED_TRACE(kind);
    const NoiseSpec source = spec_of(kind, {{"frequency", 1.0 / 64}});
    const NoiseSpec shift = spec_of("constant", {{"value", 1.0}});
    const Noise plain = made(source), warped = made(with("warp", {{"source", source}, {"by", shift}}, {{"amplitude", 300.0}}));
    const Grid2 here{.origin = {-5000, 77}, .width = 70, .height = 5};
    Grid2 there = here;
    there.origin = {here.origin.x + 300 * units_per_metre, here.origin.y + 300 * units_per_metre};
    std::vector<float> a(here.sample_count()), b(here.sample_count());
    ASSERT_TRUE(plain.grid(there, a));
    ASSERT_TRUE(warped.grid(here, b));
    for (std::size_t i = 0; i < a.size(); ++i)
      ASSERT_EQ(std::bit_cast<std::uint32_t>(a[i]), std::bit_cast<std::uint32_t>(b[i])) << i;
  }
}

TEST(Compose, WarpsDisplaceAlongEachAxisByANoiseOfItsOwn) {
  const double amplitude = 10;
  const NoiseSpec slow = spec_of("value", {{"frequency", 0.01}});
  const Noise warped = made(with("warp", {{"source", perlin}, {"by", slow}}, {{"amplitude", amplitude}}));
  const Noise source = made(perlin);
  const Seed by = Seed{7}.child("by");
  const Noise x = *Noise::make(slow, by.child("x")), y = *Noise::make(slow, by.child("y"));
  for (const Point2 p : some_points(500)) {
    const Point2 moved{p.x + *units_from_metres(double{x.at(p)} * amplitude),
                       p.y + *units_from_metres(double{y.at(p)} * amplitude)};
    EXPECT_NEAR(warped.at(p), source.at(moved), 2e-4);  // places are whole units here
  }
}

/// Both interpolations of wrapped turbulence repeat, and agree at the corners of the finest cells that are corners of all.
TEST(Compose, WrappedTurbulenceRepeatsAndHasATwin) {
  const Noise linear = from_json(R"({"kind": "wrapped_turbulence", "width": 64, "cells": 64})");
  const Noise cubic = from_json(R"({"kind": "wrapped_turbulence", "width": 64, "cells": 64, "interpolation": "cubic"})");
  const Noise deep = from_json(R"({"kind": "wrapped_turbulence", "width": 100, "cells": 3, "interpolation": "cubic"})");
  for (std::int64_t y = -3; y < 5; ++y)
    for (std::int64_t x = -70; x < 70; ++x) {
      const Point2 p{x * units_per_metre, y * units_per_metre}, q{p.x + 37, p.y + 511};
      EXPECT_NEAR(linear.at(p), cubic.at(p), 1e-5);
      EXPECT_EQ(linear.at(q), linear.at(Point2{q.x + 64 * units_per_metre, q.y - 128 * units_per_metre}));
      EXPECT_EQ(deep.at(q), deep.at(Point2{q.x - 100 * units_per_metre, q.y + 100 * units_per_metre}));
    }
}

TEST(Compose, TheRangeHoldsInAllDimensions) {
  const Noise cubic = from_json(R"({"kind": "wrapped_turbulence", "interpolation": "cubic"})");
  EXPECT_GE(cubic.range().high, 1.25F * 1.25F * 1.25F - 1e-3F);
  EXPECT_LE(cubic.range().low, -cubic.range().high + 1e-6F);
}

// ---- sharing

TEST(Compose, SharedNoisesAreComputedOnce) {
  const auto steps = [](const NoiseSpec& spec) {
    GeneratorStore store;
    return Compiler(store, spec, Seed{7}, 2, false).compile()->steps.size();
  };
  auto hills = std::make_shared<const NoiseSpec>(with("fbm", {{"source", perlin}}));
  NoiseSpec named = *hills;
  named.seed = "hills";
  auto shared = std::make_shared<const NoiseSpec>(named);
  NoiseSpec sum = with("add", {{"a", shared}, {"b", shared}});
  EXPECT_EQ(steps(sum), 2U);
  EXPECT_EQ(steps(with("add", {{"a", hills}, {"b", hills}})), 3U) << "without a name the second has a seed of its own";
  const Noise twice = made(sum), once = *Noise::make(*hills, Seed{7}.child("hills"));
  for (const Point2 p : some_points(100)) EXPECT_EQ(twice.at(p), 2 * once.at(p));
}

TEST(Compose, SharingDoesNotGrowExponentially) {
  NoiseSpec leaf = perlin;
  leaf.seed = "leaf";
  auto node = std::make_shared<const NoiseSpec>(leaf);
  for (int i = 0; i < 50; ++i) {
    NoiseSpec sum = with("multiply", {{"a", node}, {"b", node}});
    sum.seed = "level " + std::to_string(i);
    node = std::make_shared<const NoiseSpec>(sum);
  }
  EXPECT_TRUE(Noise::make(*node, Seed{7}));
}

// ---- the same bits in every way, within the range

/// Random compositions of all kinds.
class Composer {
 public:
  explicit Composer(std::uint64_t seed) : random_(seed) {}

  NoiseSpec node(int depth) {
    const auto kinds = all_noise_kinds();
    for (;;) {
      const NoiseKind& kind = kinds[random_.below(kinds.size())];
      if (depth == 0 && !kind.plain) continue;
      if (kind.id == "wavelet") continue;  // points are slow
      NoiseSpec spec = spec_of(std::string(kind.id));
      for (const ParamInfo& param : kind.params) {
        if (param.name == "frequency") spec.params.set("frequency", std::exp(-6 + 6 * random_.unit()));
        if (param.name == "octaves") spec.params.set("octaves", random_.between(1, 4));
        if (param.name == "smoothness") spec.params.set("smoothness", random_.between(0, 3));
        if (param.name == "steps") spec.params.set("steps", random_.between(1, 3));
        if (param.name == "amplitude") spec.params.set("amplitude", std::exp(6 * random_.unit()));
        if (param.may_be_noise && depth > 1 && random_.below(3) == 0)
          if (!spec.params.find(param.name)) spec.inputs.push_back({std::string(param.name), node(depth - 1)});
      }
      const bool fractal =
          kind.inputs.size() == 1 && std::ranges::any_of(kind.params, [](const ParamInfo& p) { return p.name == "octaves"; });
      for (const NoiseInputInfo& input : kind.inputs)
        spec.inputs.push_back({std::string(input.name), fractal ? (kind.id == "eroded" ? perlin : node(0)) : node(depth - 1)});
      return spec;
    }
  }

 private:
  Random random_;
};

std::vector<std::uint32_t> bits(std::span<const float> values) {
  std::vector<std::uint32_t> list;
  for (const float v : values) list.push_back(std::bit_cast<std::uint32_t>(v));
  return list;
}

TEST(Compose, RandomTreesHaveTheSameBitsEverywhereAndKeepTheirRange) {
  int tried = 0;
  const int wanted = test::full() ? 400 : 60;
  for (std::uint64_t seed = 0; tried < wanted; ++seed) {
    const NoiseSpec spec = Composer(seed).node(3);
    const Result<Noise> noise = Noise::make(spec, Seed{seed});
    if (!noise || !noise->has_dimension(2)) continue;  // bounds may cross, ranges overflow
    ++tried;
    SCOPED_TRACE(noise_spec_to_json(spec));
    const Grid2 grid{.origin = {-40000, static_cast<std::int64_t>(seed) << 40}, .step = {700, 1300}, .width = 75, .height = 3};
    std::vector<float> whole(grid.sample_count()), other(grid.sample_count());
    ASSERT_TRUE(noise->grid(grid, whole));
    for (const float v : whole) {
      ASSERT_GE(v, noise->range().low);
      ASSERT_LE(v, noise->range().high);
    }
    std::vector<Point2> points;
    for (std::int64_t j = 0; j < 3; ++j)
      for (std::int64_t i = 0; i < 75; ++i) points.push_back({grid.origin.x + i * 700, grid.origin.y + j * 1300});
    ASSERT_TRUE(noise->points(points, other));
    ASSERT_EQ(bits(whole), bits(other)) << "points";
    ASSERT_EQ(bits({&whole[80], 1}), bits(std::array{noise->at(points[80])}));
    for (const std::string_view target : available_targets()) {
      ASSERT_TRUE(force_target(target));
      ASSERT_TRUE(noise->grid(grid, other));
      ASSERT_EQ(bits(whole), bits(other)) << target;
    }
    ASSERT_TRUE(force_target("best"));
  }
}

/// Grids take displaced samples by windows, tables and parts; points take them one by one.
TEST(Compose, WarpedGridsAreWarpedPoints) {
  Random random(23);
  for (const char* kind : {"white", "value", "perlin", "gradient", "simplex", "cellular", "tiling_simplex", "kite", "hat"})
    for (int dimensions = 2; dimensions <= (made(spec_of(kind)).has_dimension(3) ? 3 : 2); ++dimensions)
      for (const double frequency : {0.004, 0.05, 0.3, 1.1})
        for (const double cells : {0.3, 4.0, 9.0, 40.0, 300.0}) {
          SCOPED_TRACE(std::string(kind) + ", " + std::to_string(dimensions) + "D, frequency " + std::to_string(frequency) +
                       ", moved by " + std::to_string(cells) + " cells");
          const NoiseSpec by = spec_of("perlin", {{"frequency", 0.02}});
          const NoiseSpec spec = with("warp", {{"source", spec_of(kind, {{"frequency", frequency}})}, {"by", by}},
                                      {{"amplitude", cells / frequency}});
          const Noise noise = made(spec, random.bits());
          const std::int64_t side = dimensions == 2 ? 270 : 60;
          test::Box box;
          for (int a = 0; a < dimensions; ++a) {
            box.origin[a] = random.between(-100000, 100000) + (a == 0 ? std::int64_t{1} << random.between(0, 55) : 0);
            box.size[a] = static_cast<std::uint32_t>(a == 0 ? side : dimensions == 2 ? 17 : 5);
          }
          const Result<std::vector<float>> grid = test::grid_of(noise, dimensions, box, {.threads = 1});
          ASSERT_TRUE(grid);
          for (int i = 0; i < (test::full() ? 400 : 60); ++i) {
            const std::size_t at = random.below(grid->size());
            const std::size_t index[3] = {at % box.size[0], at / box.size[0] % box.size[1], at / box.size[0] / box.size[1]};
            std::int64_t p[3] = {};
            for (int a = 0; a < dimensions; ++a) p[a] = test::position_of(box, a, index[a]);
            ASSERT_EQ(bits({&(*grid)[at], 1}), bits(std::array{test::value_at(noise, dimensions, p)})) << at;
          }
        }
}

// ---- derivatives

TEST(Compose, SlopesAreDerivatives) {
  const char* texts[] = {
      R"({"kind": "fbm", "octaves": 3, "source": {"kind": "perlin", "frequency": 0.002}})",
      R"({"kind": "ridged", "octaves": 3, "source": {"kind": "simplex", "frequency": 0.002}})",
      R"({"kind": "billow", "octaves": 2, "source": {"kind": "value", "frequency": 0.002}})",
      R"({"kind": "warp", "amplitude": 60, "source": {"kind": "perlin", "frequency": 0.002}, "by": {"kind": "value", "frequency": 0.003}})",
      R"({"kind": "warp", "amplitude": 60, "steps": 2, "source": {"kind": "fbm", "octaves": 2, "source": {"kind": "perlin", "frequency": 0.002}},
          "by": {"kind": "simplex", "frequency": 0.002}})",
      R"({"kind": "multiply", "a": {"kind": "perlin", "frequency": 0.002}, "b": {"kind": "value", "frequency": 0.003}})",
      R"({"kind": "mix", "a": {"kind": "perlin", "frequency": 0.002}, "b": 0.5, "share": {"kind": "remap", "source": {"kind": "value", "frequency": 0.001}}})",
      R"({"kind": "wave", "frequency": 0.001, "phase": {"kind": "perlin", "frequency": 0.002}})",
      R"({"kind": "curve", "points": [-1, 0, 0, 2, 1, 3], "source": {"kind": "perlin", "frequency": 0.002}})",
      R"({"kind": "turbulence", "octaves": 2, "source": {"kind": "simplex", "frequency": 0.002}})",
      R"({"kind": "ping_pong", "octaves": 2, "source": {"kind": "perlin", "frequency": 0.002}})",
      R"({"kind": "power", "exponent": 1.7, "source": {"kind": "perlin", "frequency": 0.002}})",
      R"({"kind": "terrace", "steps": 4, "sharpness": 0.3, "source": {"kind": "perlin", "frequency": 0.002}})",
      R"({"kind": "select", "a": {"kind": "perlin", "frequency": 0.002}, "b": {"kind": "value", "frequency": 0.002},
          "selector": {"kind": "simplex", "frequency": 0.001}, "width": 0.5})",
      R"({"kind": "clamp", "low": -0.3, "high": {"kind": "value", "frequency": 0.001}, "source": {"kind": "perlin", "frequency": 0.002}})",
      R"({"kind": "min", "a": {"kind": "perlin", "frequency": 0.002}, "b": {"kind": "value", "frequency": 0.002}})",
  };
  for (const char* text : texts) {
    SCOPED_TRACE(text);
    const Noise noise = from_json(text);
    ASSERT_TRUE(noise.has_slopes(2));
    const std::int64_t h = units_per_metre / 2;
    int creases = 0;
    for (const Point2 p : some_points(400)) {
      const Result<Slope2> slope = noise.slope_at(p);
      ASSERT_TRUE(slope);
      EXPECT_EQ(slope->value, noise.at(p));
      const auto across = [&](std::int64_t dx, std::int64_t dy) {
        return (double{noise.at(Point2{p.x + dx, p.y + dy})} - double{noise.at(Point2{p.x - dx, p.y - dy})});
      };
      // Folds have no derivative: there the difference is between both sides' slopes.
      const auto differs = [](double a, float b) { return std::abs(a - double{b}) > 1e-6 + 0.02 * std::abs(a); };
      if (differs(across(h, 0), slope->x) || differs(across(0, h), slope->y)) ++creases;
    }
    EXPECT_LE(creases, 20);
  }
}

TEST(Compose, SlopesOnGridsHaveTheBitsOfPoints) {
  const Noise noise =
      from_json(R"({"kind": "warp", "amplitude": 60, "source": {"kind": "ridged", "octaves": 3, "source": {"kind": "perlin"}},
                                    "by": {"kind": "value"}})");
  const Grid2 grid{.origin = {-5000, -9000}, .width = 37, .height = 19};
  std::vector<float> v(grid.sample_count()), x(v.size()), y(v.size());
  ASSERT_TRUE(noise.slopes(grid, v, {x, y}));
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Point2 p{grid.origin.x + std::int64_t(i % 37) * units_per_metre,
                   grid.origin.y + std::int64_t(i / 37) * units_per_metre};
    const Slope2 at = *noise.slope_at(p);
    ASSERT_EQ(bits(std::array{v[i], x[i], y[i]}), bits(std::array{at.value, at.x, at.y}));
  }
}

TEST(Compose, NoisesWithoutSlopesSaySo) {
  const Noise noise = made(spec_of("cellular"));
  EXPECT_FALSE(noise.has_slopes(2));
  const Result<Slope2> slope = noise.slope_at(Point2{});
  ASSERT_FALSE(slope);
  EXPECT_EQ(slope.error().code, ErrorCode::unsupported);
  EXPECT_EQ(refused(with("eroded", {{"source", spec_of("cellular")}})).code, ErrorCode::unsupported);
}

// ---- periods

TEST(Compose, PeriodsAreExact) {
  Random random(11);
  for (const char* kind : {"white", "value", "perlin", "gradient", "cubic", "wavelet", "tiling_simplex", "cellular", "kite"})
    for (const double cells : {1.0, 2.0, 3.0, 7.0, 100.0}) {
      const bool even =
          std::string_view(kind) == "wavelet" || std::string_view(kind) == "tiling_simplex" || std::string_view(kind) == "kite";
      const double n = even ? 2 * cells : cells, frequency = 0.037;
      SCOPED_TRACE(std::string(kind) + ", period " + std::to_string(n));
      const NoiseSpec source = spec_of(kind, {{"frequency", frequency}, {"period", std::vector<double>{n, 0, n}}});
      const NoiseSpec sum = test::fbm_of(source, {{"octaves", std::int64_t{3}}, {"lacunarity", even ? 2.0 : 1.9}});
      const auto length = static_cast<std::int64_t>(std::floor(n / frequency * units_per_metre + 0.5));
      for (const NoiseSpec& spec : {source, sum}) {
        const Noise noise = made(spec);
        for (int i = 0; i < 40; ++i) {
          const Point2 p{random.between(-200000, 200000), random.between(-200000, 200000)};
          const std::int64_t turns = random.between(-5, 5);
          ASSERT_EQ(bits(std::array{noise.at(p)}), bits(std::array{noise.at(Point2{p.x + turns * length, p.y})}));
        }
        if (noise.has_dimension(3)) {
          const Point3 p{4711, -815, 99};
          ASSERT_EQ(noise.at(p), noise.at(Point3{p.x - length, p.y, p.z + 2 * length}));
        }
      }
    }
}

// ---- errors

TEST(ComposeErrors, NameWhatIsWrong) {
  const auto code = [](const NoiseSpec& spec) { return refused(spec).path; };
  EXPECT_EQ(code(with("clamp", {{"source", perlin}}, {{"low", 2.0}, {"high", 1.0}})), "low");
  EXPECT_EQ(code(with("remap", {{"source", perlin}}, {{"from_low", 1.0}, {"from_high", 1.0}})), "from_high");
  EXPECT_EQ(code(with("curve", {{"source", perlin}}, {{"points", std::vector<double>{1, 2, 1, 3}}})), "points");
  EXPECT_EQ(code(with("curve", {{"source", perlin}}, {{"points", std::vector<double>{1, 2, 3}}})), "points");
  EXPECT_EQ(code(with("power", {{"source", perlin}}, {{"exponent", 0.0}})), "exponent");
  EXPECT_EQ(code(with("warp", {{"source", perlin}})), "by");
  EXPECT_EQ(code(with("mix", {{"a", perlin}, {"share", value}}, {{"share", 0.5}})), "share");
  EXPECT_EQ(code(with("ridged", {{"source", with("abs", {{"source", perlin}})}})), "source/kind");
  EXPECT_EQ(code(with("add", {{"a", with("abs", {{"source", spec_of("perlin", {{"frequency", -1.0}})}})}})),
            "a/source/frequency");
  EXPECT_EQ(code(spec_of("perlin", {{"period", std::vector<double>{2.5}}})), "period");
  EXPECT_EQ(code(spec_of("perlin", {{"frequency", 0x1p-45}, {"period", std::vector<double>{3}}})), "period");
  const NoiseSpec tall = with("remap", {{"source", perlin}}, {{"to_low", -1e6}, {"to_high", 1e6}});
  EXPECT_EQ(code(with("warp", {{"source", perlin}, {"by", tall}},
                      {{"amplitude", 1e6}, {"steps", std::int64_t{16}}, {"lacunarity", 1.0}, {"persistence", 16.0}})),
            "amplitude");
  EXPECT_EQ(code(with("warp", {{"source", perlin}, {"by", perlin}}, {{"steps", std::int64_t{16}}, {"lacunarity", 16.0}})),
            "by/frequency");
  NoiseSpec deep = perlin;
  for (int i = 0; i < 100; ++i) deep = with("abs", {{"source", deep}});
  EXPECT_NE(refused(deep).message.find("deeper"), std::string::npos);
  NoiseSpec wide = with("warp", {{"source", perlin}, {"by", perlin}});
  for (int i = 0; i < 12; ++i) wide = with("warp", {{"source", wide}, {"by", wide}});
  EXPECT_NE(refused(wide).message.find("steps"), std::string::npos);
}

}  // namespace
}  // namespace craton
