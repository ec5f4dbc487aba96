// What noises look like near, far, and across the end of the world.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "noise/variants_test.h"

namespace craton {
namespace {

using test::Box;

Noise made(const NoiseSpec& spec, std::uint64_t seed) {
  Result<Noise> noise = Noise::make(spec, Seed{seed});
  EXPECT_TRUE(noise) << noise.error().to_string();
  return *noise;
}

std::vector<float> grid(const Noise& noise, int dimensions, const Box& box) {
  const Result<std::vector<float>> values = grid_of(noise, dimensions, box);
  EXPECT_TRUE(values) << values.error().to_string();
  return values ? *values : std::vector<float>(box.sample_count());
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](float x, float y) { return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y); });
}

TEST(NoiseShape, PerlinIsZeroAtCorners) {
  for (const test::NamedNoise& variant : test::all_variants(0.125)) {
    if (!variant.name.starts_with("perlin")) continue;
    for (const std::int64_t origin : {std::int64_t{-64} * 1024, std::int64_t{1} << 50, -(std::int64_t{1} << 62), INT64_MIN}) {
      Box box;
      for (int a = 0; a < variant.dimensions; ++a) {
        box.origin[a] = origin;
        box.step[a] = 8 * units_per_metre;
        box.size[a] = 20;
      }
      for (const float value : grid(made(variant.spec, 3), variant.dimensions, box)) ASSERT_EQ(value, 0.0F) << variant.name;
    }
  }
}

/// Between neighbours a 16384th of a cell apart no noise but white makes a step beyond its steepest slope, across cells too.
TEST(NoiseShape, IsContinuous) {
  constexpr double steepest = 10, share_of_cell = 1.0 / 16384, rounding = 2e-6;
  for (const test::NamedNoise& variant : test::all_variants(0.0625)) {
    if (variant.name.starts_with("white")) continue;
    const Noise noise = made(variant.spec, 5);
    for (int axis = 0; axis < variant.dimensions; ++axis) {
      Box box;
      for (int a = 0; a < variant.dimensions; ++a) {
        box.origin[a] = -20000;
        box.step[a] = a == axis ? 1 : 5000;
        box.size[a] = a == axis ? 40000 : 3;
      }
      const std::vector<float> values = grid(noise, variant.dimensions, box);
      const std::size_t stride = box.stride(axis);
      double largest = 0;
      for (std::size_t i = 0; i + stride < values.size(); ++i)
        if (i / stride % box.size[axis] + 1 < box.size[axis])
          largest = std::max(largest, std::abs(double{values[i + stride]} - double{values[i]}));
      EXPECT_LT(largest, steepest * share_of_cell + rounding) << variant.name << ", axis " << axis;
      EXPECT_GT(largest, 0.1 * share_of_cell) << variant.name << ", axis " << axis;
    }
  }
}

/// Blends of order 1 and more have no crease where cells meet: the slope on both sides is the same.
TEST(NoiseShape, HasNoCreases) {
  for (const test::NamedNoise& variant : test::all_variants(0x1p-8)) {
    if (variant.name.starts_with("white") || variant.name.find("smoothness0") != std::string::npos) continue;
    Box box;
    for (int a = 0; a < variant.dimensions; ++a) {
      box.origin[a] = a == 0 ? -3 * 262144 : 77777;
      box.step[a] = a == 0 ? 1024 : 99999;
      box.size[a] = a == 0 ? 6 * 256 : 4;
    }
    const std::vector<float> values = grid(made(variant.spec, 9), variant.dimensions, box);
    double sharpest = 0;
    for (std::size_t i = 1; i + 1 < values.size(); ++i)
      if (i % box.size[0] != 0 && (i + 1) % box.size[0] != 0)
        sharpest = std::max(sharpest, std::abs(double{values[i - 1]} - 2 * double{values[i]} + double{values[i + 1]}));
    // A crease turns a slope s into another: its second difference is of the order of s/256; a smooth noise's, of s/256².
    EXPECT_LT(sharpest, 200.0 / 65536) << variant.name;
  }
}

// ---- far is like near

struct Look {
  double mean = 0, deviation = 0, largest_step = 0;
};

/// Whole cells on each axis: at a frequency of 0.3, ten samples are three.
constexpr std::uint32_t sizes[4][4] = {{250000, 1, 1, 1}, {510, 510, 1, 1}, {120, 60, 40, 1}, {60, 40, 30, 20}};

Look look_at(const NoiseSpec& spec, int dimensions, std::int64_t origin) {
  Look look;
  double sum = 0, squares = 0;
  std::size_t count = 0;
  for (std::uint64_t seed = 0; seed < (test::full() ? 16U : 2U); ++seed) {
    Box box;
    for (int a = 0; a < dimensions; ++a) {
      box.origin[a] = origin;
      box.size[a] = sizes[dimensions - 1][a];
    }
    const std::vector<float> values = grid(made(spec, seed), dimensions, box);
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += double{values[i]};
      squares += double{values[i]} * double{values[i]};
      if ((i + 1) % box.size[0] != 0)
        look.largest_step = std::max(look.largest_step, std::abs(double{values[i + 1]} - double{values[i]}));
    }
    count += values.size();
  }
  look.mean = sum / static_cast<double>(count);
  look.deviation = std::sqrt(squares / static_cast<double>(count) - look.mean * look.mean);
  return look;
}

TEST(NoiseShape, FarIsLikeNear) {
  constexpr double frequency = 0.3;
  constexpr std::int64_t metre = units_per_metre;
  constexpr std::int64_t far[] = {(std::int64_t{1} << 40) * metre, -(std::int64_t{1} << 40) * metre,
                                  (std::int64_t{1} << 52) * metre, -(std::int64_t{1} << 52) * metre,
                                  INT64_MAX - 512 * 512 * metre};
  for (const test::NamedNoise& kind : test::all_kinds(frequency)) {
    const Look near = look_at(kind.spec, kind.dimensions, 0);
    const double cells = 2 * 250000 * std::pow(frequency, kind.dimensions);
    for (const std::int64_t origin : far) {
      const Look there = look_at(kind.spec, kind.dimensions, origin);
      SCOPED_TRACE(kind.name + " at " + std::to_string(origin));
      EXPECT_NEAR(there.mean, near.mean, 6 * near.deviation * std::sqrt(2 / cells));
      EXPECT_NEAR(there.deviation / near.deviation, 1, 6 / std::sqrt(cells));
      EXPECT_NEAR(there.largest_step / near.largest_step, 1, 0.2);
    }
  }
}

/// One unit further is never the same place: far out, positions are as sharp as near.
TEST(NoiseShape, FarPositionsAreSharp) {
  for (const test::NamedNoise& kind : test::all_kinds(100)) {
    if (kind.name.starts_with("white")) continue;
    Box box;
    for (int a = 0; a < kind.dimensions; ++a) {
      box.origin[a] = (std::int64_t{1} << 62) + 1;
      box.step[a] = 1;
      box.size[a] = a == 0 ? 500 : 1;
    }
    const std::vector<float> values = grid(made(kind.spec, 1), kind.dimensions, box);
    int equal = 0;
    for (std::size_t i = 1; i < values.size(); ++i) equal += values[i] == values[i - 1];
    EXPECT_LT(equal, 5) << kind.name;
  }
}

// ---- the end of the world

Box box_at(int dimensions, int axis, std::int64_t origin) {
  Box box;
  for (int a = 0; a < dimensions; ++a) {
    box.origin[a] = a == axis ? origin : 5000;
    box.size[a] = a == axis ? 64 : 9;
  }
  return box;
}

TEST(NoiseShape, SquareLatticesCloseWithoutASeam) {
  for (const char* kind : {"white", "value", "perlin", "gradient", "cubic", "wavelet", "tiling_simplex", "cellular"})
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
      if (!made(test::spec_of(kind), 0).has_dimension(dimensions)) continue;
      for (int axis = 0; axis < dimensions; ++axis)
        for (const double frequency : {0.03, 0.7}) {
          SCOPED_TRACE(std::string(kind) + ", " + std::to_string(dimensions) + "D, axis " + std::to_string(axis));
          const NoiseSpec spec = test::fbm_of(test::spec_of(kind, {{"frequency", frequency}}), {{"octaves", std::int64_t{2}}});
          const Noise noise = made(spec, 4);
          // 32 samples before the end and 32 after it, in one grid and in two.
          const std::int64_t before = INT64_MAX - 32 * units_per_metre + 1;
          const Box across = box_at(dimensions, axis, before);
          Box first = across, second = across;
          first.size[axis] = second.size[axis] = 32;
          second.origin[axis] = INT64_MIN;
          const std::vector<float> whole = grid(noise, dimensions, across);
          const std::vector<float> parts[2] = {grid(noise, dimensions, first), grid(noise, dimensions, second)};
          const std::size_t stride = across.stride(axis);
          double at_seam = 0, elsewhere = 0;
          for (std::size_t i = 0; i < whole.size(); ++i) {
            const std::size_t along = i / stride % 64, row = i / stride / 64, column = i % stride;
            const std::size_t part = along / 32;
            ASSERT_EQ(whole[i], parts[part][(row * 32 + along % 32) * stride + column]);
            if (along == 63) continue;
            const double step = std::abs(double{whole[i + stride]} - double{whole[i]});
            (along == 31 ? at_seam : elsewhere) = std::max(along == 31 ? at_seam : elsewhere, step);
          }
          if (std::string_view(kind) != "white") { EXPECT_LE(at_seam, elsewhere * 1.2); }
        }
    }
}

TEST(NoiseShape, SimplexRefusesToWrap) {
  for (const NoiseSpec& spec : {test::spec_of("simplex"), test::fbm_of(test::spec_of("simplex"))}) {
    const Noise noise = made(spec, 4);
    for (int dimensions = 2; dimensions <= 4; ++dimensions)
      for (int axis = 0; axis < dimensions; ++axis) {
        Box box = box_at(dimensions, axis, INT64_MAX - 63 * units_per_metre + 1);
        const Result<std::vector<float>> refused = grid_of(noise, dimensions, box);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
        EXPECT_NE(refused.error().message.find("2^53 m"), std::string::npos) << refused.error().message;
        box.origin[axis] -= 1;
        EXPECT_TRUE(grid_of(noise, dimensions, box)) << "the last sample lies on the last position";
      }
  }
}

TEST(NoiseShape, TilesOfAGridAreTheGrid) {
  for (const test::NamedNoise& kind : test::all_kinds(0.05)) {
    const Noise noise = made(test::fbm_of(kind.spec, {{"octaves", std::int64_t{3}}}), 6);
    Box whole;
    for (int a = 0; a < kind.dimensions; ++a) {
      whole.origin[a] = -30000 - a;
      whole.size[a] = a == 0 ? 90 : 7;
    }
    const std::vector<float> all = grid(noise, kind.dimensions, whole);
    for (std::uint32_t begin = 0; begin < 90; begin += 13) {
      Box part = whole;
      part.origin[0] = position_of(whole, 0, begin);
      part.size[0] = std::min(13U, 90 - begin);
      const std::vector<float> tile = grid(noise, kind.dimensions, part);
      std::vector<float> cut;
      for (std::size_t row = 0; row < all.size() / 90; ++row)
        cut.insert(cut.end(), all.begin() + static_cast<std::ptrdiff_t>(row * 90 + begin),
                   all.begin() + static_cast<std::ptrdiff_t>(row * 90 + begin + part.size[0]));
      EXPECT_TRUE(same_bits(tile, cut)) << kind.name << " from " << begin;
    }
  }
}

}  // namespace
}  // namespace craton
