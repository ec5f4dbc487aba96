#include "files/checksum.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace craton::files {
namespace {

std::vector<std::byte> pattern(std::size_t length) {
  std::vector<std::byte> bytes(length);
  std::uint32_t state = 1;
  for (std::byte& byte : bytes) byte = static_cast<std::byte>((state = state * 1664525u + 1013904223u) >> 24);
  return bytes;
}

// Part of the formats of world files: these never change.
TEST(Checksum, KeepsItsValues) {
  EXPECT_EQ(checksum({}), 0x2d06800538d394c2u);
  EXPECT_EQ(checksum(pattern(1)), 0x429e81bc6744101cu);
  EXPECT_EQ(checksum(pattern(31)), 0x79c8355e61bb90b5u);
  EXPECT_EQ(checksum(pattern(1000), 7), 0x97ce0e6f25339e25u);
  EXPECT_EQ(old_checksum({}), 0x2eae048536d4bceau);
  EXPECT_EQ(old_checksum(pattern(1)), 0x357080e22970c819u);
  EXPECT_EQ(old_checksum(pattern(31)), 0xaad165bc1e288e8du);
  EXPECT_EQ(old_checksum(pattern(100), 7), 0xd231f19da284b42bu);
}

TEST(Checksum, SeesEveryBitTheLengthAndTheStart) {
  for (ChecksumFunction* const sum : {&checksum, &old_checksum}) {
    std::set<std::uint64_t> seen;
    std::vector<std::byte> bytes(100);
    EXPECT_TRUE(seen.insert(sum(bytes, 0)).second);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
      EXPECT_TRUE(seen.insert(sum(bytes, 0)).second) << bit;
      bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    }
    for (std::size_t length = 0; length < bytes.size(); ++length)
      EXPECT_TRUE(seen.insert(sum(std::span(bytes).first(length), 0)).second) << length;
    for (std::uint64_t start = 1; start < 100; ++start) EXPECT_TRUE(seen.insert(sum(bytes, start)).second) << start;
  }
}

}  // namespace
}  // namespace craton::files
