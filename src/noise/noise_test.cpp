// The interface: specifications and their errors, fractal sums, arrays of points, threads, the host's floating-point mode.
#include <craton/noise/noise.h>

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <thread>

#include <craton/base/targets.h>

#include "noise/variants_test.h"

#if defined(__SSE__)
#include <pmmintrin.h>
#include <xmmintrin.h>
#endif

namespace craton {
namespace {

using test::Box;
using test::fbm_of;
using test::spec_of;

std::vector<std::uint32_t> bits_of(std::span<const float> values) {
  std::vector<std::uint32_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return bits;
}

Noise made(const NoiseSpec& spec, std::uint64_t seed = 7) {
  Result<Noise> noise = Noise::make(spec, Seed{seed});
  EXPECT_TRUE(noise) << noise.error().to_string();
  return *noise;
}

Box window(int dimensions, std::uint32_t width = 70) {
  Box box;
  for (int a = 0; a < dimensions; ++a) {
    box.origin[a] = -30 * units_per_metre - 11;
    box.size[a] = a == 0 ? width : 9;
  }
  return box;
}

// ---- errors

/// The error of a specification that must be refused.
Error refused(const NoiseSpec& spec) {
  const Result<Noise> noise = Noise::make(spec, Seed{1});
  EXPECT_FALSE(noise);
  return noise ? Error{} : noise.error();
}

void expect_error(const Error& error, ErrorCode code, std::string_view path, std::string_view part) {
  EXPECT_EQ(error.code, code) << error.to_string();
  EXPECT_EQ(error.path, path) << error.to_string();
  EXPECT_NE(error.message.find(part), std::string::npos) << error.to_string();
}

TEST(NoiseErrors, UnknownKindComesWithASuggestion) {
  expect_error(refused(spec_of("perlni")), ErrorCode::unknown_name, "kind", "did you mean \"perlin\"?");
  expect_error(refused(spec_of("")), ErrorCode::unknown_name, "kind", "unknown noise");
  expect_error(refused(spec_of("qqqqqqqq")), ErrorCode::unknown_name, "kind", "simplex");
  expect_error(refused(fbm_of(spec_of("simplx"))), ErrorCode::unknown_name, "source/kind", "\"simplex\"");
  expect_error(refused(fbm_of(fbm_of(spec_of("perlin")))), ErrorCode::unknown_name, "source/kind", "fbm");
}

TEST(NoiseErrors, UnknownParameterComesWithASuggestion) {
  const Error error = refused(spec_of("perlin", {{"frequenzy", 0.1}}));
  EXPECT_EQ(error.code, ErrorCode::unknown_name);
  EXPECT_NE(error.to_string().find("frequenzy"), std::string::npos) << error.to_string();
  EXPECT_NE(error.to_string().find("frequency"), std::string::npos) << error.to_string();
  EXPECT_EQ(refused(spec_of("white", {{"smoothness", std::int64_t{1}}})).code, ErrorCode::unknown_name);
  EXPECT_EQ(refused(fbm_of(spec_of("perlin"), {{"octave", std::int64_t{3}}})).code, ErrorCode::unknown_name);
  const Error inner = refused(fbm_of(spec_of("simplex", {{"smoothness", std::int64_t{1}}})));
  EXPECT_NE(inner.path.find("source"), std::string::npos) << inner.to_string();
}

TEST(NoiseErrors, ValuesOutOfRange) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const char* kind : {"white", "value", "perlin", "simplex"})
    for (const double frequency : {nan, infinity, -infinity, 0.0, -0.1, 1e-16, 513.0, 1e300, -0.0}) {
      const Error error = refused(spec_of(kind, {{"frequency", frequency}}));
      EXPECT_EQ(error.code, ErrorCode::invalid_value) << kind << " " << frequency;
      EXPECT_NE(error.to_string().find("frequency"), std::string::npos) << error.to_string();
      const Error inner = refused(fbm_of(spec_of(kind, {{"frequency", frequency}})));
      EXPECT_EQ(inner.code, ErrorCode::invalid_value) << kind << " " << frequency;
      EXPECT_NE(inner.path.find("frequency"), std::string::npos) << inner.to_string();
    }
  for (const std::int64_t smoothness : {std::int64_t{-1}, std::int64_t{11}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(refused(spec_of("perlin", {{"smoothness", smoothness}})).code, ErrorCode::invalid_value);
  for (const std::int64_t falloff : {2, 5})
    EXPECT_EQ(refused(spec_of("simplex", {{"falloff", falloff}})).code, ErrorCode::invalid_value);
  for (const std::int64_t octaves : {0, -1, 33})
    EXPECT_EQ(refused(fbm_of(spec_of("perlin", {{"frequency", 1e-6}}), {{"octaves", octaves}, {"lacunarity", 1.1}})).code,
              ErrorCode::invalid_value);
  for (const double persistence : {-0.1, 16.5, nan})
    EXPECT_EQ(refused(fbm_of(spec_of("perlin"), {{"persistence", persistence}})).code, ErrorCode::invalid_value);
  for (const double lacunarity : {0.9, 17.0, nan})
    EXPECT_EQ(refused(fbm_of(spec_of("perlin"), {{"lacunarity", lacunarity}})).code, ErrorCode::invalid_value);
  for (const double amplitude : {nan, infinity, 2e6})
    EXPECT_EQ(refused(fbm_of(spec_of("perlin"), {{"amplitudes", std::vector<double>{1, amplitude}}})).code,
              ErrorCode::invalid_value);
  EXPECT_EQ(refused(fbm_of(spec_of("perlin", {{"frequency", 1e-6}}),
                           {{"amplitudes", std::vector<double>(33, 1.0)}, {"lacunarity", 1.1}}))
                .code,
            ErrorCode::invalid_value);
}

TEST(NoiseErrors, ValuesOfTheWrongType) {
  EXPECT_EQ(refused(spec_of("perlin", {{"frequency", std::string("fast")}})).code, ErrorCode::invalid_value);
  EXPECT_EQ(refused(spec_of("perlin", {{"smoothness", 1.5}})).code, ErrorCode::invalid_value);
  EXPECT_EQ(refused(spec_of("perlin", {{"smoothness", true}})).code, ErrorCode::invalid_value);
  const Error choice = refused(spec_of("perlin", {{"gradients", std::string("round")}}));
  EXPECT_NE(choice.to_string().find("circle"), std::string::npos) << choice.to_string();
  EXPECT_TRUE(Noise::make(spec_of("perlin", {{"frequency", std::int64_t{2}}}), Seed{})) << "a whole number is a number";
}

TEST(NoiseErrors, OctavesBeyondTheHighestFrequency) {
  const Error error = refused(fbm_of(spec_of("perlin", {{"frequency", 1.0}}), {{"octaves", std::int64_t{11}}}));
  expect_error(error, ErrorCode::invalid_value, "octaves", "octave 11");
  EXPECT_TRUE(Noise::make(fbm_of(spec_of("perlin", {{"frequency", 1.0}}), {{"octaves", std::int64_t{10}}}), Seed{}));
}

TEST(NoiseErrors, InputsMissingOrTooMany) {
  expect_error(refused(spec_of("fbm")), ErrorCode::invalid_value, "source", "needs an input");
  NoiseSpec two = fbm_of(spec_of("perlin"));
  two.inputs.push_back({"source", spec_of("value")});
  expect_error(refused(two), ErrorCode::invalid_value, "source", "twice");
  NoiseSpec misnamed = fbm_of(spec_of("perlin"));
  misnamed.inputs[0].name = "sauce";
  expect_error(refused(misnamed), ErrorCode::unknown_name, "sauce", "no input noise of this name");
  NoiseSpec extra = spec_of("perlin");
  extra.inputs.push_back({"warp", spec_of("value")});
  expect_error(refused(extra), ErrorCode::unknown_name, "warp", "takes no input");
  EXPECT_EQ(refused(fbm_of(extra)).path, "source/warp");
}

TEST(NoiseErrors, BuffersStepsAndDimensions) {
  const Noise perlin = made(spec_of("perlin")), simplex = made(spec_of("simplex"));
  std::vector<float> room(100, 5.0F);
  const auto untouched = [&] { return std::all_of(room.begin(), room.end(), [](float v) { return v == 5.0F; }); };

  for (const std::uint32_t width : {9U, 11U, 0xffffffffU}) {
    const Result<void> wrong = perlin.grid(Grid2{.width = width, .height = 10}, room);
    ASSERT_FALSE(wrong) << width;
    EXPECT_EQ(wrong.error().code, ErrorCode::invalid_value);
    EXPECT_NE(wrong.error().message.find("100"), std::string::npos) << wrong.error().to_string();
  }
  EXPECT_FALSE(perlin.grid(Grid3{.width = 0xffffffffU, .height = 0xffffffffU, .depth = 0xffffffffU}, room));
  EXPECT_FALSE(perlin.grid(Grid3{.width = 1U << 31, .height = 1U << 31, .depth = 4}, {})) << "2^64 samples are not none";
  EXPECT_FALSE(perlin.grid(Grid4{.width = 1U << 31, .height = 1U << 31, .depth = 1U << 31, .duration = 1U << 31}, {}));
  for (const std::int64_t step : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN}) {
    const Result<void> wrong = perlin.grid(Grid2{.step = {1024, step}, .width = 10, .height = 10}, room);
    ASSERT_FALSE(wrong) << step;
    EXPECT_EQ(wrong.error().path, "step");
    EXPECT_FALSE(perlin.grid(Grid1{.step = {step}, .width = 100}, room));
    EXPECT_FALSE(perlin.grid(Grid3{.step = {step, 1, 1}, .width = 10, .height = 10, .depth = 1}, room));
    EXPECT_FALSE(perlin.grid(Grid4{.step = {1, 1, 1, step}, .width = 10, .height = 10, .depth = 1, .duration = 1}, room));
  }
  const Result<void> line = simplex.grid(Grid1{.width = 100}, room);
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().code, ErrorCode::unsupported);
  EXPECT_NE(line.error().message.find("1D"), std::string::npos) << line.error().to_string();
  EXPECT_FALSE(simplex.points(std::vector<Point1>(100), room));
  const Result<void> few = perlin.points(std::vector<Point2>(99), room);
  ASSERT_FALSE(few);
  EXPECT_NE(few.error().message.find("99"), std::string::npos) << few.error().to_string();
  EXPECT_TRUE(untouched());

  EXPECT_FALSE(simplex.has_dimension(1));
  EXPECT_TRUE(simplex.has_dimension(2) && simplex.has_dimension(4) && perlin.has_dimension(1) && perlin.has_dimension(4));
  EXPECT_FALSE(perlin.has_dimension(0) || perlin.has_dimension(5) || perlin.has_dimension(-1));
  EXPECT_FALSE(made(fbm_of(spec_of("simplex"))).has_dimension(1));
}

TEST(NoiseErrors, NothingToDoIsNoError) {
  for (const test::NamedNoise& kind : test::all_kinds(0.1)) {
    const Noise noise = made(kind.spec);
    Box box = window(kind.dimensions);
    for (int a = 0; a < kind.dimensions; ++a) {
      Box empty = box;
      empty.size[a] = 0;
      const auto none = grid_of(noise, kind.dimensions, empty);
      EXPECT_TRUE(none && none->empty()) << kind.name;
    }
    EXPECT_TRUE(noise.points(std::span<const Point2>{}, {}) || kind.dimensions == 1);
  }
  EXPECT_TRUE(made(spec_of("perlin")).points(std::span<const Point3>{}, {}));
}

TEST(NoiseErrors, CancellingStops) {
  CancelToken token;
  token.cancel();
  std::vector<float> room(1 << 20);
  const Result<void> stopped = made(spec_of("perlin")).grid(Grid2{.width = 1024, .height = 1024}, room, {.cancel = &token});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

// ---- fractal sums

TEST(NoiseFractal, OneOctaveIsItsSource) {
  for (const test::NamedNoise& kind : test::all_kinds(0.07)) {
    const auto source = grid_of(made(kind.spec), kind.dimensions, window(kind.dimensions));
    const auto sum = grid_of(made(fbm_of(kind.spec, {{"octaves", std::int64_t{1}}})), kind.dimensions, window(kind.dimensions));
    EXPECT_EQ(bits_of(*source), bits_of(*sum)) << kind.name;
  }
}

/// Octaves made one by one: all amplitudes but one are zero.
TEST(NoiseFractal, AmplitudesWeighOctaves) {
  const std::vector<double> amplitudes{20, -5, 3, 0.5};
  for (const test::NamedNoise& kind : test::all_kinds(0.03)) {
    const auto make = [&](const std::vector<double>& weights) {
      return *grid_of(made(fbm_of(kind.spec, {{"amplitudes", weights}, {"normalise", false}})), kind.dimensions,
                      window(kind.dimensions));
    };
    const std::vector<float> sum = make(amplitudes);
    std::vector<double> added(sum.size());
    for (std::size_t octave = 0; octave < amplitudes.size(); ++octave) {
      std::vector<double> alone(octave + 1);
      alone[octave] = 1;
      const std::vector<float> values = make(alone);
      for (std::size_t i = 0; i < values.size(); ++i) added[i] += amplitudes[octave] * double{values[i]};
    }
    for (std::size_t i = 0; i < sum.size(); ++i) ASSERT_NEAR(double{sum[i]}, added[i], 2e-5) << kind.name;
    // Normalised, the same divided by 28.5.
    const auto unit = grid_of(made(fbm_of(kind.spec, {{"amplitudes", amplitudes}})), kind.dimensions, window(kind.dimensions));
    for (std::size_t i = 0; i < sum.size(); ++i) ASSERT_NEAR(double{(*unit)[i]}, added[i] / 28.5, 2e-6) << kind.name;
  }
}

/// The first octave of a sum is the source itself; later ones have the frequency of theirs, and a seed and lattice of their own.
TEST(NoiseFractal, OctavesDoNotCoincide) {
  const NoiseSpec perlin = spec_of("perlin", {{"frequency", 0.125}});
  const auto octave = [&](std::size_t index) {
    std::vector<double> weights(index + 1);
    weights[index] = 1;
    return made(fbm_of(perlin, {{"amplitudes", weights}, {"lacunarity", 1.0}}));
  };
  // With lacunarity 1 octaves differ by seed and shift alone: at the corners of the first they are not zero.
  Box corners;
  corners.step[0] = corners.step[1] = 8 * units_per_metre;
  corners.size[0] = corners.size[1] = 16;
  const std::vector<float> first = *grid_of(octave(0), 2, corners);
  for (const float value : first) EXPECT_EQ(value, 0);
  int zeros = 0;
  for (const std::size_t index : {1U, 2U, 3U}) {
    const std::vector<float> values = *grid_of(octave(index), 2, corners);
    for (const float value : values) zeros += value == 0;
  }
  EXPECT_LT(zeros, 3);
}

TEST(NoiseFractal, SeedsMatter) {
  for (const test::NamedNoise& kind : test::all_kinds(0.3)) {
    const auto one = grid_of(made(kind.spec, 1), kind.dimensions, window(kind.dimensions));
    const auto other = grid_of(made(kind.spec, 2), kind.dimensions, window(kind.dimensions));
    std::size_t same = 0;
    for (std::size_t i = 0; i < one->size(); ++i) same += (*one)[i] == (*other)[i];
    EXPECT_LT(same, one->size() / 20) << kind.name;
  }
}

// ---- ways of asking

template <class Point>
Point point_of(const Box& box, std::size_t i) {
  Point point;
  point.x = position_of(box, 0, i % box.size[0]);
  if constexpr (sizeof(Point) > sizeof(Point1)) point.y = position_of(box, 1, i / box.size[0] % box.size[1]);
  if constexpr (sizeof(Point) > sizeof(Point2)) point.z = position_of(box, 2, box.index(i, 2));
  if constexpr (sizeof(Point) > sizeof(Point3)) point.w = position_of(box, 3, box.index(i, 3));
  return point;
}

template <class Point>
void expect_points_like_grid(const Noise& noise, int dimensions) {
  for (const std::uint32_t width : {1U, 15U, 17U, 300U}) {
    const Box box = window(dimensions, width);
    const auto grid = grid_of(noise, dimensions, box);
    std::vector<Point> points;
    for (std::size_t i = 0; i < grid->size(); ++i) points.push_back(point_of<Point>(box, i));
    std::vector<float> values(points.size());
    ASSERT_TRUE(noise.points(points, values));
    EXPECT_EQ(bits_of(*grid), bits_of(values)) << width;
    for (std::size_t i = 0; i < grid->size(); i += 11) values[i] = noise.at(points[i]);
    EXPECT_EQ(bits_of(*grid), bits_of(values)) << width;
  }
}

TEST(NoiseWays, PointsAndGridsGiveTheSameBits) {
  for (const test::NamedNoise& variant : test::all_variants(0.09)) {
    SCOPED_TRACE(variant.name);
    const Noise noise = made(variant.spec);
    if (variant.dimensions == 1) expect_points_like_grid<Point1>(noise, 1);
    if (variant.dimensions == 2) expect_points_like_grid<Point2>(noise, 2);
    if (variant.dimensions == 3) expect_points_like_grid<Point3>(noise, 3);
    if (variant.dimensions == 4) expect_points_like_grid<Point4>(noise, 4);
  }
}

TEST(NoiseWays, ACopyIsTheSameNoise) {
  const Noise noise = made(spec_of("perlin"));
  const Noise copy = noise;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(noise.at(Point2{123, 456}), copy.at(Point2{123, 456}));
}

TEST(NoiseWays, ManyThreadsMayShareANoise) {
  for (const char* kind : {"perlin", "simplex", "value", "white"}) {
    const Noise noise = made(fbm_of(spec_of(kind, {{"frequency", 0.05}}), {{"octaves", std::int64_t{3}}}));
    const auto expected = grid_of(noise, 2, window(2, 300));
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int round = 0; round < 10; ++round) {
          const auto mine = grid_of(noise, 2, window(2, 300), {.threads = t % 3});
          if (!mine || bits_of(*mine) != bits_of(*expected)) ++wrong;
          if (noise.at(point_of<Point2>(window(2, 300), 1234)) != (*expected)[1234]) ++wrong;
        }
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0) << kind;
  }
}

TEST(NoiseWays, ThreadsDoNotMatter) {
  const Noise noise = made(fbm_of(spec_of("perlin", {{"frequency", 0.05}})));
  Box box;
  box.size[0] = 777;
  box.size[1] = 555;
  const auto one = grid_of(noise, 2, box, {.threads = 1});
  for (const unsigned threads : {2U, 3U, 16U, 0U})
    EXPECT_EQ(bits_of(*one), bits_of(*grid_of(noise, 2, box, {.threads = threads}))) << threads;
}

// ---- the host's floating-point mode

#if defined(__SSE__)
TEST(NoiseHostMode, ChangesNoBitAndComesBack) {
  // Flush-to-zero with denormals-are-zero; rounding down, up, to zero; exceptions not masked.
  constexpr unsigned usual = 0x1f80;
  constexpr unsigned modes[] = {usual | 0x8040, usual | 0x2000,   usual | 0x4000,
                                usual | 0x6000, usual & ~0x1e80U, 0x8040 | 0x6000};
  const unsigned host = _mm_getcsr();
  for (const test::NamedNoise& kind : test::all_kinds(0.07)) {
    // Weights small enough that the last octaves are denormal numbers.
    const NoiseSpec spec = fbm_of(kind.spec, {{"amplitudes", std::vector<double>{1e-38, 1e-39, 3e-41}}, {"normalise", false}});
    for (const NoiseSpec& each : {kind.spec, spec, fbm_of(kind.spec)}) {
      const auto expected = grid_of(made(each), kind.dimensions, window(kind.dimensions));
      const std::int64_t place[4] = {4321, -77, 991, 505};
      const float expected_at = test::value_at(made(each), kind.dimensions, place);
      for (const unsigned mode : modes)
        for (const unsigned threads : {1U, 3U}) {
          _mm_setcsr(mode);
          const Result<Noise> noise = Noise::make(each, Seed{7});
          const unsigned after_make = _mm_getcsr();
          const auto found = grid_of(*noise, kind.dimensions, window(kind.dimensions), {.threads = threads});
          const unsigned after_grid = _mm_getcsr();
          const float found_at = test::value_at(*noise, kind.dimensions, place);
          const unsigned after_at = _mm_getcsr();
          _mm_setcsr(host);
          EXPECT_EQ(bits_of(*found), bits_of(*expected)) << kind.name << std::hex << ", mode " << mode;
          EXPECT_EQ(std::bit_cast<std::uint32_t>(found_at), std::bit_cast<std::uint32_t>(expected_at)) << kind.name;
          EXPECT_EQ(after_make & ~0x3fU, mode & ~0x3fU);
          EXPECT_EQ(after_grid & ~0x3fU, mode & ~0x3fU);
          EXPECT_EQ(after_at & ~0x3fU, mode & ~0x3fU);
        }
    }
  }
}
#endif

TEST(NoiseHostMode, RoundingDirectionOfTheHost) {
  const Noise noise = made(fbm_of(spec_of("perlin")));
  const auto expected = grid_of(noise, 2, window(2));
  for (const int direction : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(direction);
    const auto found = grid_of(noise, 2, window(2));
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(after, direction);
    EXPECT_EQ(bits_of(*found), bits_of(*expected));
  }
}

/// The same bits on every instruction set of this machine (the golden runner does this at length).
TEST(NoiseWays, InstructionSetsAgree) {
  for (const test::NamedNoise& kind : test::all_kinds(0.2)) {
    const Noise noise = made(fbm_of(kind.spec, {{"octaves", std::int64_t{4}}}));
    ASSERT_TRUE(force_target("scalar"));
    const auto scalar = grid_of(noise, kind.dimensions, window(kind.dimensions, 300));
    for (const std::string_view target : available_targets()) {
      ASSERT_TRUE(force_target(target));
      EXPECT_EQ(bits_of(*grid_of(noise, kind.dimensions, window(kind.dimensions, 300))), bits_of(*scalar)) << kind.name << target;
    }
    ASSERT_TRUE(force_target("best"));
  }
}

// ---- the list of kinds

TEST(NoiseKinds, AreDescribed) {
  for (const NoiseKind& kind : all_noise_kinds()) {
    EXPECT_FALSE(kind.title.empty() || kind.doc.empty()) << kind.id;
    EXPECT_TRUE(kind.doc.ends_with(".")) << kind.id;
    EXPECT_NE(kind.dimensions & 7U, 0U) << kind.id;
    for (const ParamInfo& param : kind.params) EXPECT_TRUE(param.doc.ends_with(".")) << kind.id << "/" << param.name;
    NoiseSpec spec = spec_of(std::string(kind.id));
    for (const NoiseInputInfo& input : kind.inputs) spec.inputs.push_back({std::string(input.name), spec_of("perlin")});
    EXPECT_TRUE(Noise::make(spec, Seed{})) << kind.id;
  }
}

/// A parameter left out and one given at its default are the same noise.
TEST(NoiseKinds, DefaultsAreWhatTheySay) {
  for (const NoiseKind& kind : all_noise_kinds()) {
    if (!kind.plain) continue;
    NoiseSpec spelled = spec_of(std::string(kind.id));
    for (const ParamInfo& param : kind.params) spelled.params.set(std::string(param.name), param.default_value);
    const auto plain = grid_of(made(spec_of(std::string(kind.id))), 2, window(2));
    EXPECT_EQ(bits_of(*plain), bits_of(*grid_of(made(spelled), 2, window(2)))) << kind.id;
  }
}

}  // namespace
}  // namespace craton
