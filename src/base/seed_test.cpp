#include <craton/base/seed.h>

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>

namespace craton {
namespace {

TEST(Seed, ChildrenHaveFixedValues) {
  // Every world hangs on these.
  EXPECT_EQ(Seed{7}.child("rivers").value, 0xC697BBBBCB1A7407u);
  EXPECT_EQ(Seed{0}.child("").value, 0xA706DD2F4D197E6Fu);
  EXPECT_EQ(Seed{~std::uint64_t{0}}.child("a name longer than eight bytes").value, 0x8E1F6247F1CA736Eu);
}

TEST(Seed, NamesTellChildrenApart) {
  const Seed world{7};
  EXPECT_EQ(world.child("rivers"), world.child("rivers"));
  EXPECT_NE(world.child("rivers"), world.child("river"));
  EXPECT_NE(world.child("rivers"), Seed{8}.child("rivers"));
  EXPECT_NE(world.child(""), world);
  EXPECT_NE(world.child("a").child("b"), world.child("ab"));
  EXPECT_NE(world.child("a").child("b"), world.child("b").child("a"));
  EXPECT_NE(world.child("abcdefgh").child("i"), world.child("abcdefghi"));
  EXPECT_NE(world.child(""), world.child("").child(""));
  EXPECT_NE(world.child(std::string_view("a\0", 2)), world.child("a"));
  EXPECT_NE(world.child("\xff"), world.child("\x7f"));
}

TEST(Seed, NoCollisionsAmongManyNamesAndParents) {
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 100000; ++i) seen.insert(Seed{7}.child("octave " + std::to_string(i)).value);
  for (std::uint64_t i = 0; i < 100000; ++i) seen.insert(Seed{i}.child("octave").value);
  EXPECT_EQ(seen.size(), 200000u);
}

/// Flipping one bit of the parent or of the name flips each bit of the child half of the time.
TEST(Seed, Avalanche) {
  constexpr int trials = 400;
  double parent_flips = 0, name_flips = 0;
  int parent_by_bit[64] = {}, name_by_bit[64] = {};
  for (int trial = 0; trial < trials; ++trial) {
    std::string name = "stage" + std::to_string(trial);
    const Seed parent{static_cast<std::uint64_t>(trial)};
    const std::uint64_t child = parent.child(name).value;
    const std::uint64_t by_parent = child ^ Seed { parent.value ^ (std::uint64_t{1} << (trial % 64)) }.child(name).value;
    name[static_cast<std::size_t>(trial) % name.size()] ^= 1;
    const std::uint64_t by_name = child ^ parent.child(name).value;
    parent_flips += std::popcount(by_parent);
    name_flips += std::popcount(by_name);
    for (int bit = 0; bit < 64; ++bit) {
      parent_by_bit[bit] += static_cast<int>(by_parent >> bit & 1);
      name_by_bit[bit] += static_cast<int>(by_name >> bit & 1);
    }
  }
  EXPECT_NEAR(parent_flips / trials, 32, 1);
  EXPECT_NEAR(name_flips / trials, 32, 1);
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_NEAR(parent_by_bit[bit], trials / 2.0, 50) << bit;
    EXPECT_NEAR(name_by_bit[bit], trials / 2.0, 50) << bit;
  }
}

}  // namespace
}  // namespace craton
