#include <craton/base/math.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <craton/base/hash.h>
#include "base/math_tables.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

// The references are the long double functions of the C library: 64 bits or more on x86 and AArch64 Linux, good to a
// two-thousandth of a double's last place. They are used here only, never in the library.
namespace craton {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();
constexpr int samples = 40000;

/// Distance in steps of double at the true value; a wrong infinity, NaN or zero is infinitely far.
double error_in_ulp(double found, long double truth) {
  if (std::isnan(truth)) return std::isnan(found) ? 0 : inf;
  const double nearest = static_cast<double>(truth);
  if (truth == 0 || std::isinf(found) || std::isinf(nearest)) return found == nearest ? 0 : inf;
  return static_cast<double>(std::abs(found - truth) / std::ldexp(1.0L, std::max(std::ilogb(truth), -1022) - 52));
}

class Arguments {
 public:
  explicit Arguments(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() { return mix64(state_ += 0x9E3779B97F4A7C15u); }
  double between(double low, double high) { return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53); }
  /// Any finite double, all exponents alike.
  double any() {
    for (;;)
      if (const double x = std::bit_cast<double>(bits()); std::isfinite(x)) return x;
  }

 private:
  std::uint64_t state_;
};

template <class Function, class Truth, class Draw>
void expect_error_below(double bound, Function function, Truth truth, Draw draw) {
  double worst = 0, at = 0;
  for (int i = 0; i < samples; ++i) {
    const double x = draw();
    const double error = error_in_ulp(function(x), truth(static_cast<long double>(x)));
    if (error > worst) worst = error, at = x;
  }
  EXPECT_LE(worst, bound) << std::hexfloat << at;
}

template <class Function, class Truth, class Draw>
void expect_error_below_2(double bound, Function function, Truth truth, Draw draw) {
  double worst = 0;
  std::pair<double, double> at;
  for (int i = 0; i < samples; ++i) {
    const auto [a, b] = draw();
    const double error = error_in_ulp(function(a, b), truth(static_cast<long double>(a), static_cast<long double>(b)));
    if (error > worst) worst = error, at = {a, b};
  }
  EXPECT_LE(worst, bound) << std::hexfloat << at.first << ", " << at.second;
}

const auto our_sin = [](double x) { return math::sin(x); };
const auto our_cos = [](double x) { return math::cos(x); };
const auto our_tan = [](double x) { return math::tan(x); };
const auto our_exp = [](double x) { return math::exp(x); };
const auto our_log = [](double x) { return math::log(x); };
const auto our_atan2 = [](double y, double x) { return math::atan2(y, x); };
const auto our_pow = [](double x, double y) { return math::pow(x, y); };
const auto true_sin = [](long double x) { return std::sin(x); };
const auto true_cos = [](long double x) { return std::cos(x); };
const auto true_tan = [](long double x) { return std::tan(x); };
const auto true_exp = [](long double x) { return std::exp(x); };
const auto true_log = [](long double x) { return std::log(x); };
const auto true_atan2 = [](long double y, long double x) { return std::atan2(y, x); };
const auto true_pow = [](long double x, long double y) { return std::pow(x, y); };

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

TEST(Math, AnglesAreAccurateWhateverTheirSize) {
  Arguments random(1);
  const auto small = [&] { return random.between(-0.8, 0.8); };
  const auto medium = [&] { return random.between(-100, 100); };
  const auto any = [&] { return random.any(); };
  const auto near_a_quarter_turn = [&] {
    const double x = static_cast<double>(std::floor(random.between(1, 1e6)) * 1.57079632679489661923132169163975144L);
    return std::nextafter(x, random.bits() % 2 == 0 ? 0.0 : inf);
  };
  expect_error_below(0.85, our_sin, true_sin, small);
  expect_error_below(0.85, our_sin, true_sin, medium);
  expect_error_below(0.85, our_sin, true_sin, any);
  expect_error_below(0.85, our_sin, true_sin, near_a_quarter_turn);
  expect_error_below(0.85, our_cos, true_cos, small);
  expect_error_below(0.85, our_cos, true_cos, medium);
  expect_error_below(0.85, our_cos, true_cos, any);
  expect_error_below(0.85, our_cos, true_cos, near_a_quarter_turn);
  expect_error_below(1.0, our_tan, true_tan, small);
  expect_error_below(1.0, our_tan, true_tan, medium);
  expect_error_below(1.0, our_tan, true_tan, any);
  expect_error_below(1.0, our_tan, true_tan, near_a_quarter_turn);
}

TEST(Math, TheDoubleNearestToAMultipleOfAQuarterTurn) {
  // Muller, "Elementary Functions", table 11.1: of all doubles this one is nearest to a multiple of π/2.
  const double x = std::ldexp(6381956970095103.0, 797);
  EXPECT_EQ(math::cos(x), -4.68716592425462761112e-19);
  EXPECT_EQ(math::sin(x), 1.0);
}

TEST(Math, AnglesSpecialCases) {
  for (auto f : {+our_sin, +our_cos, +our_tan})
    for (double x : {inf, -inf, nan}) EXPECT_TRUE(same_bits(f(x), nan)) << x;
  for (auto f : {+our_sin, +our_tan})
    for (double x : {0.0, -0.0, smallest, -smallest, 0x1p-1022, 1e-200}) EXPECT_TRUE(same_bits(f(x), x)) << x;
  EXPECT_EQ(math::cos(0.0), 1.0);
  EXPECT_EQ(math::cos(smallest), 1.0);
  EXPECT_EQ(error_in_ulp(math::sin(largest), std::sin(static_cast<long double>(largest))) < 0.85, true);
}

TEST(Math, AnglesAreOddAndEven) {
  Arguments random(2);
  for (int i = 0; i < samples; ++i) {
    const double x = i % 2 == 0 ? random.any() : random.between(0, 20);
    ASSERT_TRUE(same_bits(math::sin(-x), -math::sin(x))) << x;
    ASSERT_TRUE(same_bits(math::cos(-x), math::cos(x))) << x;
    ASSERT_TRUE(same_bits(math::tan(-x), -math::tan(x))) << x;
    ASSERT_LE(std::abs(math::sin(x)), 1.0);
    ASSERT_LE(std::abs(math::cos(x)), 1.0);
  }
}

TEST(Math, ArctangentIsAccurate) {
  Arguments random(3);
  expect_error_below_2(0.51, our_atan2, true_atan2, [&] { return std::pair(random.between(-1, 1), random.between(-1, 1)); });
  expect_error_below_2(0.51, our_atan2, true_atan2, [&] {
    return std::pair(random.between(-1, 1) * std::ldexp(1.0, static_cast<int>(random.between(-80, 80))), random.between(-1, 1));
  });
  // Both small or both large: ratios near one at the ends of the range.
  expect_error_below_2(0.51, our_atan2, true_atan2,
                       [&] { return std::pair(random.between(0.1, 1) * largest, random.between(-1, 1) * largest); });
  expect_error_below_2(0.51, our_atan2, true_atan2,
                       [&] { return std::pair(random.between(-1, 1) * 1e-306, random.between(-1, 1) * 1e-306); });
  expect_error_below_2(0.76, our_atan2, true_atan2, [&] { return std::pair(random.any(), random.any()); });
}

TEST(Math, ArctangentSpecialCases) {
  for (double y : {0.0, -0.0, 1.0, -1.0, smallest, -largest, inf, -inf})
    for (double x : {0.0, -0.0, 1.0, -1.0, smallest, -smallest, largest, -largest, inf, -inf})
      EXPECT_TRUE(
          same_bits(math::atan2(y, x), static_cast<double>(std::atan2(static_cast<long double>(y), static_cast<long double>(x)))))
          << y << ", " << x;
  EXPECT_TRUE(same_bits(math::atan2(nan, 1.0), nan));
  EXPECT_TRUE(same_bits(math::atan2(1.0, -nan), nan));
}

TEST(Math, ExponentialIsAccurate) {
  Arguments random(4);
  expect_error_below(0.52, our_exp, true_exp, [&] { return random.between(-708, 709.7); });
  expect_error_below(0.52, our_exp, true_exp, [&] { return random.between(-1, 1); });
  expect_error_below(0.52, our_exp, true_exp, [&] { return random.between(-1e-3, 1e-3); });
  expect_error_below(0.76, our_exp, true_exp, [&] { return random.between(-746, -707); });
  expect_error_below(0.76, our_exp, true_exp, [&] { return random.any(); });
}

TEST(Math, ExponentialSpecialCases) {
  EXPECT_EQ(math::exp(0.0), 1.0);
  EXPECT_EQ(math::exp(-0.0), 1.0);
  EXPECT_EQ(math::exp(inf), inf);
  EXPECT_TRUE(same_bits(math::exp(-inf), 0.0));
  EXPECT_TRUE(same_bits(math::exp(-nan), nan));
  EXPECT_EQ(math::exp(0x1.62e42fefa39efp+9), static_cast<double>(std::exp(0x1.62e42fefa39efp+9L)))
      << "the last argument before infinity";
  EXPECT_EQ(math::exp(0x1.62e42fefa39f0p+9), inf);
  EXPECT_EQ(math::exp(-0x1.74910d52d3051p+9), smallest) << "the last argument before zero";
  EXPECT_TRUE(same_bits(math::exp(-0x1.74910d52d3052p+9), 0.0));
  EXPECT_EQ(math::exp(largest), inf);
  EXPECT_EQ(math::exp(-largest), 0.0);
}

TEST(Math, LogarithmIsAccurate) {
  Arguments random(5);
  expect_error_below(0.51, our_log, true_log, [&] { return std::abs(random.any()); });
  expect_error_below(0.51, our_log, true_log, [&] { return random.between(0.5, 2); });
  expect_error_below(0.51, our_log, true_log, [&] { return random.between(0.98, 1.02); });
  expect_error_below(0.51, our_log, true_log, [&] { return 1.0 + random.between(-1e-9, 1e-9); });
  expect_error_below(0.51, our_log, true_log, [&] { return random.between(0, 0x1p-1022); });
}

TEST(Math, LogarithmSpecialCases) {
  EXPECT_TRUE(same_bits(math::log(1.0), 0.0));
  EXPECT_EQ(math::log(0.0), -inf);
  EXPECT_EQ(math::log(-0.0), -inf);
  EXPECT_EQ(math::log(inf), inf);
  for (double x : {-1.0, -smallest, -inf, nan, -nan}) EXPECT_TRUE(same_bits(math::log(x), nan)) << x;
  EXPECT_LE(error_in_ulp(math::log(smallest), std::log(static_cast<long double>(smallest))), 0.51);
  EXPECT_LE(error_in_ulp(math::log(largest), std::log(static_cast<long double>(largest))), 0.51);
}

TEST(Math, PowerIsAccurate) {
  Arguments random(6);
  expect_error_below_2(0.55, our_pow, true_pow, [&] { return std::pair(random.between(0.01, 10), random.between(-150, 150)); });
  expect_error_below_2(0.55, our_pow, true_pow, [&] { return std::pair(random.between(0.99, 1.01), random.between(-6e4, 6e4)); });
  expect_error_below_2(0.55, our_pow, true_pow, [&] {
    const double distance = std::ldexp(random.between(0.5, 1), static_cast<int>(random.between(-48, -5)));
    return std::pair(1.0 + distance, random.between(-600, 600) / distance);
  });
  expect_error_below_2(0.76, our_pow, true_pow, [&] { return std::pair(std::abs(random.any()), random.between(-1.2, 1.2)); });
}

TEST(Math, PowerIsExactWhereItCanBe) {
  for (int base = -30; base <= 30; ++base) {
    double power = 1;
    for (int exponent = 0; exponent <= 10; ++exponent, power *= base)
      EXPECT_EQ(math::pow(double(base), double(exponent)), power) << base << "^" << exponent;
  }
  for (int exponent = -1074; exponent <= 1023; ++exponent)
    EXPECT_EQ(math::pow(2.0, double(exponent)), std::ldexp(1.0, exponent)) << exponent;
  for (int root = 1; root <= 1000; ++root) EXPECT_EQ(math::pow(double(root) * root, 0.5), double(root));
}

TEST(Math, PowerSpecialCases) {
  for (double x : {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, smallest, -smallest, largest, -largest, inf, -inf})
    for (double y : {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 0x1p53, 0x1p53 - 1, -0x1p53 + 1, 1e-300, 1e300,
                     -1e300, inf, -inf}) {
      const long double truth = std::pow(static_cast<long double>(x), static_cast<long double>(y));
      const double found = math::pow(x, y);
      EXPECT_LE(error_in_ulp(found, truth), 0.55) << x << "^" << y << ": " << found;
      EXPECT_EQ(std::signbit(found), !std::isnan(truth) && std::signbit(truth)) << x << "^" << y << ": " << found;
    }
  EXPECT_EQ(math::pow(nan, 0.0), 1.0);
  EXPECT_EQ(math::pow(1.0, nan), 1.0);
  EXPECT_TRUE(same_bits(math::pow(nan, 1.0), nan));
  EXPECT_TRUE(same_bits(math::pow(2.0, -nan), nan));
  EXPECT_TRUE(same_bits(math::pow(-8.0, 1.0 / 3), nan));
}

TEST(Math, FloatVersionsRoundTheDoubleResult) {
  Arguments random(7);
  for (int i = 0; i < samples; ++i) {
    const float x = static_cast<float>(random.between(-50, 50)), y = static_cast<float>(random.between(0, 50));
    ASSERT_EQ(math::sin(x), static_cast<float>(math::sin(double{x})));
    ASSERT_EQ(math::cos(x), static_cast<float>(math::cos(double{x})));
    ASSERT_EQ(math::tan(x), static_cast<float>(math::tan(double{x})));
    ASSERT_EQ(math::exp(x), static_cast<float>(math::exp(double{x})));
    ASSERT_EQ(math::log(y), static_cast<float>(math::log(double{y})));
    ASSERT_EQ(math::pow(y, x), static_cast<float>(math::pow(double{y}, double{x})));
    ASSERT_EQ(math::atan2(y, x), static_cast<float>(math::atan2(double{y}, double{x})));
  }
}

TEST(Math, TablesAgreeWithTheLibraryOfTheMachine) {
  const auto near = [](math::DoubleDouble entry, long double truth) {
    return std::abs((static_cast<long double>(entry.high) - truth) + entry.low) <= std::abs(truth) * 0x1p-62L;
  };
  EXPECT_TRUE(near(math::pi, 4 * std::atan(1.0L)));
  for (int j = 0; j < 64; ++j) EXPECT_TRUE(near(math::power_of_two_table[j], std::exp2(j / 64.0L))) << j;
  for (int k = 0; k <= 16; ++k) EXPECT_TRUE(near(math::arctangent_table[k], std::atan(k / 16.0L))) << k;
  for (unsigned i = 0; i < 128; ++i) {
    const math::LogarithmEntry& entry = math::logarithm_table[i];
    const long double c = static_cast<long double>(entry.reciprocal) * (i >= math::logarithm_raise_from ? 2 : 1);
    EXPECT_TRUE(near(entry.minus_log, -std::log(c))) << i;
    EXPECT_LT(std::abs(entry.reciprocal * (1 + i / 128.0) - 1), 0x1p-7) << i;
    EXPECT_LE(std::abs(entry.reciprocal * (1 + (i + 1) / 128.0) - 1), 0x1p-7) << i;
  }
}

#if defined(__SSE__)
TEST(Math, HostModesDoNotMatter) {
  const double subnormal = math::exp(-730.0), rounded = math::pow(3.3, 7.7);
  const unsigned host = _mm_getcsr();
  _mm_setcsr(host | 0x8040 | 0x6000);  // flush to zero, denormals are zero, round toward zero
  const unsigned set = _mm_getcsr();
  const double flushed = math::exp(-730.0), truncated = math::pow(3.3, 7.7);
  const unsigned after = _mm_getcsr();
  _mm_setcsr(host);
  EXPECT_EQ(after & 0xFFC0, set & 0xFFC0);
  EXPECT_GT(subnormal, 0);
  EXPECT_TRUE(same_bits(flushed, subnormal));
  EXPECT_TRUE(same_bits(truncated, rounded));
}
#endif

}  // namespace
}  // namespace craton
