#include <craton/base/hash.h>

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>
#include <string_view>

namespace craton {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }

TEST(Hash, FnvKnownVectors) {
  // From the test suite of Noll's reference code.
  EXPECT_EQ(fnv1_32(bytes_of("")), 0x811c9dc5u);
  EXPECT_EQ(fnv1_32(bytes_of("a")), 0x050c5d7eu);
  EXPECT_EQ(fnv1_32(bytes_of("foobar")), 0x31f0b262u);
  EXPECT_EQ(fnv1a_32(bytes_of("a")), 0xe40c292cu);
  EXPECT_EQ(fnv1a_32(bytes_of("foobar")), 0xbf9cf968u);
  EXPECT_EQ(fnv1_64(bytes_of("")), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1_64(bytes_of("a")), 0xaf63bd4c8601b7beu);
  EXPECT_EQ(fnv1_64(bytes_of("foobar")), 0x340d8765a4dda9c2u);
  EXPECT_EQ(fnv1a_64(bytes_of("a")), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a_64(bytes_of("foobar")), 0x85944171f73967e8u);
}

TEST(Hash, WangFollowsItsDefinition) {
  // Worked by hand for 0: ~0 = 2^32−1; ^= >>10; + <<3; ^= >>6; + ~(<<11); ^= >>16.
  std::uint32_t k = 0xFFFFFFFFu;
  k ^= 0x003FFFFFu;
  EXPECT_EQ(k, 0xFFC00000u);
  k += 0xFE000000u;
  EXPECT_EQ(k, 0xFDC00000u);
  k ^= 0x03F70000u;
  EXPECT_EQ(k, 0xFE370000u);
  k += ~0xB8000000u;
  EXPECT_EQ(k, 0x4636FFFFu);
  k ^= 0x00004636u;
  EXPECT_EQ(wang_mix32(0), k);

  std::set<std::uint32_t> seen;
  for (std::uint32_t i = 0; i < 100000; ++i) seen.insert(wang_mix32(i));
  EXPECT_EQ(seen.size(), 100000u) << "a bijection has no collisions";
}

TEST(Hash, Mix64IsTheFinaliserOfSplitMix64) {
  // The first outputs of SplitMix64 from state 0 (Steele, Lea & Flood 2014; the vectors of Vigna's reference code).
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
  EXPECT_EQ(mix64(golden), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(mix64(2 * golden), 0x6E789E6AA1B965F4u);
  EXPECT_EQ(mix64(3 * golden), 0x06C45D188009454Fu);
  EXPECT_EQ(mix64(0), 0u);
}

TEST(Hash, Mix64Avalanches) {
  constexpr int trials = 2000;
  for (int in = 0; in < 64; ++in) {
    int flips[64] = {};
    for (int trial = 0; trial < trials; ++trial) {
      const std::uint64_t key = mix64(static_cast<std::uint64_t>(trial) + 1);
      const std::uint64_t change = mix64(key) ^ mix64(key ^ (std::uint64_t{1} << in));
      for (int out = 0; out < 64; ++out) flips[out] += static_cast<int>(change >> out & 1);
    }
    for (int out = 0; out < 64; ++out) EXPECT_NEAR(flips[out], trials / 2.0, 130) << in << " → " << out;  // 5.8 σ
  }
}

TEST(Hash, BytesHashesTellLengthsAndZerosApart) {
  for (std::string_view name : hash_names()) {
    const HashFunction hash = *hash_by_name(name);
    std::set<std::uint64_t> seen;
    for (std::size_t length = 0; length <= 40; ++length) seen.insert(hash(bytes_of(std::string(length, '\0'))));
    // FNV-1 with 32 bits is as good as its source: only ours promise more than its definition.
    const bool ours = name == "mix64" || name == "wang";
    EXPECT_GE(seen.size(), ours ? 41u : 2u) << name;
    EXPECT_NE(hash(bytes_of("abcdefghi")), hash(bytes_of("abcdefgih"))) << name;
    EXPECT_EQ(hash(bytes_of("craton")), hash(bytes_of("craton"))) << name;
  }
}

TEST(Hash, GoldenBytes) {
  EXPECT_EQ((*hash_by_name("mix64"))(bytes_of("a world is a function")), 0xDE16AAF76E0DFEE7u);
  EXPECT_EQ((*hash_by_name("wang"))(bytes_of("a world is a function")), 0x00000000329583C7u);
}

TEST(Hash, ByName) {
  EXPECT_EQ((*hash_by_name("fnv1a"))(bytes_of("foobar")), 0x85944171f73967e8u);
  EXPECT_EQ((*hash_by_name("fnv1"))(bytes_of("foobar")), 0x340d8765a4dda9c2u);
  EXPECT_EQ((*hash_by_name("fnv1_32"))(bytes_of("foobar")), 0x31f0b262u);
  EXPECT_EQ((*hash_by_name("fnv1a_32"))(bytes_of("foobar")), 0xbf9cf968u);
  const Result<HashFunction> wrong = hash_by_name("fnv1b");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::unknown_name);
  EXPECT_NE(wrong.error().message.find("did you mean \"fnv1"), std::string::npos) << wrong.error().message;
}

}  // namespace
}  // namespace craton
