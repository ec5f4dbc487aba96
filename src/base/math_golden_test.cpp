// The same bits everywhere: hashes over 10^5 arguments for each function. Every compiler, option and processor must find these
// very numbers; a change here is a change of every world that uses the function.

#include <craton/base/math.h>

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include <craton/base/hash.h>

namespace craton {
namespace {

constexpr std::uint64_t argument_count = 100000;

/// Every fourth argument is any bit pattern at all (NaN, infinities and subnormals included), the others lie in [low, high].
double argument(std::uint64_t index, double low, double high) {
  const std::uint64_t bits = mix64(index + 0x9E3779B97F4A7C15u);
  return index % 4 == 0 ? std::bit_cast<double>(bits) : low + (high - low) * (static_cast<double>(bits >> 11) * 0x1p-53);
}

float argument_as_float(std::uint64_t index, float low, float high) {
  const std::uint64_t bits = mix64(index + 0x9E3779B97F4A7C15u);
  if (index % 4 == 0) return std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32));
  return low + (high - low) * (static_cast<float>(bits >> 40) * 0x1p-24f);
}

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
std::uint64_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

template <class Value>
std::uint64_t hash_of(Value value) {
  std::uint64_t hash = 0;
  for (std::uint64_t i = 0; i < argument_count; ++i) hash = mix64((hash ^ bits_of(value(i))) + 0x9E3779B97F4A7C15u);
  return hash;
}

TEST(MathGolden, Double) {
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::sin(argument(i, -100, 100)); }), 0xE79D9202E102E7A0u);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::cos(argument(i, -100, 100)); }), 0xC8876D2E54C4726Au);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::tan(argument(i, -100, 100)); }), 0x0270D5333EEF7BB6u);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::atan2(argument(2 * i, -10, 10), argument(2 * i + 1, -10, 10)); }),
            0x5C4DEA47B68FCB2Au);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::exp(argument(i, -746, 711)); }), 0x7150B4F7F6351D01u);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::log(argument(i, 0, 3)); }), 0x86B4C957C0503B6Au);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::pow(argument(2 * i, 0, 10), argument(2 * i + 1, -40, 40)); }),
            0x4CE9F349A6433313u);
}

TEST(MathGolden, Float) {
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::sin(argument_as_float(i, -100, 100)); }), 0xA0A65828D32ED992u);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::cos(argument_as_float(i, -100, 100)); }), 0x8F5400F5DE25618Au);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::tan(argument_as_float(i, -100, 100)); }), 0xD2FCE8C5D01E42A5u);
  EXPECT_EQ(hash_of([](std::uint64_t i) {
              return math::atan2(argument_as_float(2 * i, -10, 10), argument_as_float(2 * i + 1, -10, 10));
            }),
            0x4B320FF4BECFBE65u);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::exp(argument_as_float(i, -104, 89)); }), 0x025C87D07A569834u);
  EXPECT_EQ(hash_of([](std::uint64_t i) { return math::log(argument_as_float(i, 0, 3)); }), 0xF6F3A4B0482E0418u);
  EXPECT_EQ(
      hash_of([](std::uint64_t i) { return math::pow(argument_as_float(2 * i, 0, 10), argument_as_float(2 * i + 1, -40, 40)); }),
      0x9E2C727E5920DD02u);
}

}  // namespace
}  // namespace craton
