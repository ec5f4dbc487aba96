#include <craton/surface/layer.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

#include <craton/base/hash.h>
#include "surface/inline_mix64.h"
#include "surface/zero_memory.h"

namespace craton {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();

TEST(Layer, StartsAsZerosOnAVectorBoundary) {
  for (LayerType type : {LayerType::number, LayerType::integer, LayerType::category})
    for (std::uint64_t cells : {0ull, 1ull, 1000ull, 3'000'000ull}) {
      Layer layer({.name = "l", .type = type}, cells);
      EXPECT_EQ(layer.size(), cells);
      EXPECT_EQ(layer.bytes().size(), cells * bytes_per_cell(type));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(layer.bytes().data()) % 64, 0u);
      bool zero = true;
      for (std::byte byte : layer.bytes()) zero = zero && byte == std::byte{0};
      EXPECT_TRUE(zero);
    }
}

TEST(Layer, HoldsThreeTypes) {
  Layer numbers({.name = "a"}, 3), integers({.name = "b", .type = LayerType::integer}, 3),
      categories({.name = "c", .type = LayerType::category}, 3);
  numbers.numbers()[1] = -2.5f;
  integers.integers()[1] = -7;
  categories.categories()[1] = 200;
  EXPECT_EQ(numbers.value(1), -2.5);
  EXPECT_EQ(integers.value(1), -7);
  EXPECT_EQ(categories.value(1), 200);
  EXPECT_EQ(numbers.numbers().size(), 3u);
  EXPECT_EQ(integers.range().min, -7);
  EXPECT_EQ(integers.range().max, 0);
  EXPECT_EQ(categories.range().max, 200);
}

TEST(Layer, RangeLeavesOutWhatIsNoNumber) {
  Layer layer({.name = "l"}, 100'003);
  const auto values = layer.numbers();
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1000) - 300;
  values[0] = values[70'000] = values[100'002] = nan;
  values[99'990] = 5000;
  values[100'001] = -6000;
  for (unsigned threads : {1u, 2u, 5u}) {
    const LayerRange range = layer.range({.threads = threads});
    EXPECT_EQ(range.min, -6000);
    EXPECT_EQ(range.max, 5000);
    EXPECT_EQ(range.not_numbers, 3u);
  }
  values[5] = inf;
  EXPECT_EQ(layer.range().max, inf);
  for (float& value : values) value = nan;
  EXPECT_EQ(layer.range().min, 0);
  EXPECT_EQ(layer.range().max, 0);
  EXPECT_EQ(layer.range().not_numbers, values.size());
  for (float& value : values) value = -0.0f;
  EXPECT_FALSE(std::signbit(layer.range().min));
  EXPECT_EQ(Layer({.name = "none"}, 0).range().not_numbers, 0u);
}

TEST(Layer, RangeFindsAnExtremeInEveryPlace) {
  Layer layer({.name = "l"}, 200);
  const auto values = layer.numbers();
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 3;
    EXPECT_EQ(layer.range().max, 3) << i;
    values[i] = -3;
    EXPECT_EQ(layer.range().min, -3) << i;
    values[i] = 0;
  }
}

TEST(Layer, HashSeesEveryByteTheTypeAndTheSize) {
  std::set<std::uint64_t> seen;
  Layer layer({.name = "l", .type = LayerType::category}, 1000);
  seen.insert(layer.hash());
  for (std::size_t i = 0; i < 1000; ++i) {
    layer.categories()[i] = 1;
    seen.insert(layer.hash());
    layer.categories()[i] = 0;
  }
  EXPECT_EQ(seen.size(), 1001u);
  seen.insert(Layer({.name = "l", .type = LayerType::category}, 999).hash());
  seen.insert(Layer({.name = "l"}, 250).hash());
  seen.insert(Layer({.name = "l", .type = LayerType::integer}, 250).hash());
  seen.insert(Layer({.name = "l"}, 0).hash());
  EXPECT_EQ(seen.size(), 1005u);
  EXPECT_EQ(layer.hash(), Layer({.name = "other", .type = LayerType::category, .unit = "m"}, 1000).hash())
      << "of the content alone";
}

TEST(Layer, HashDependsOnTheOrderAndNotOnTheThreads) {
  Layer a({.name = "a", .type = LayerType::integer}, 300'000), b({.name = "b", .type = LayerType::integer}, 300'000);
  for (std::size_t i = 0; i < a.size(); ++i) a.integers()[i] = b.integers()[i] = static_cast<std::int32_t>(i * i);
  for (unsigned threads : {1u, 2u, 3u, 8u}) EXPECT_EQ(a.hash({.threads = threads}), b.hash());
  std::swap(b.integers()[0], b.integers()[16]);  // the same lane
  EXPECT_NE(a.hash(), b.hash());
  std::swap(b.integers()[0], b.integers()[16]);
  std::swap(b.integers()[3], b.integers()[3 + 65536]);  // the same place of another block
  EXPECT_NE(a.hash(), b.hash());
}

// World files keep these: they may never change.
TEST(Layer, HashKeepsItsBits) {
  Layer layer({.name = "l"}, 100'001);
  for (std::size_t i = 0; i < layer.size(); ++i) layer.numbers()[i] = static_cast<float>(i) * 0.25f - 1000;
  EXPECT_EQ(layer.hash(), 9392846496639510434u);
  EXPECT_EQ(Layer({.name = "none"}, 0).hash(), 6238072747940578789u);
}

TEST(Layer, StoppingDoesNotSpoilRangeOrHash) {
  Layer layer({.name = "l"}, 200'000);
  layer.numbers()[199'999] = 4;
  CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(layer.range({.cancel = &cancel}).max, 4);
  EXPECT_EQ(layer.hash({.cancel = &cancel}), layer.hash());
}

TEST(Layer, MixIsThatOfTheBase) {
  for (std::uint64_t key : {0ull, 1ull, 0xFFFFFFFFFFFFFFFFull, 0x123456789ABCDEFull}) EXPECT_EQ(mixed(key), mix64(key));
}

TEST(Layer, NamesAreChecked) {
  for (const char* good : {"height", "a", "_", "0", "soil_depth_2"}) EXPECT_TRUE(check_name(good, "x")) << good;
  for (const char* bad : {"", "Height", "soil depth", "höhe", "a-b", "a.b", "a/b"}) {
    const Result<void> checked = check_name(bad, "/stages/1/layer");
    ASSERT_FALSE(checked) << bad;
    EXPECT_EQ(checked.error().path, "/stages/1/layer");
  }
  EXPECT_TRUE(check_name(std::string(64, 'a'), ""));
  EXPECT_FALSE(check_name(std::string(65, 'a'), ""));
  EXPECT_FALSE(check_name(std::string_view("a\0b", 3), ""));
  EXPECT_LT(check_name(std::string(100'000, 'a'), "").error().message.size(), 300u);
}

TEST(ZeroMemory, ImpossibleSizesGiveNothing) {
  EXPECT_EQ(zero_memory(std::uint64_t{1} << 62), nullptr);
  EXPECT_EQ(zero_memory(~std::uint64_t{0}), nullptr);
  EXPECT_NE(zero_memory(0), nullptr);
}

}  // namespace
}  // namespace craton
