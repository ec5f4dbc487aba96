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

std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t start = 0) {
  Checksum checksum(start);
  checksum.add(bytes);
  return checksum.value();
}

// Part of the format of world files: these never change.
TEST(Checksum, KeepsItsValues) {
  EXPECT_EQ(checksum_of({}), 0x2eae048536d4bceau);
  EXPECT_EQ(checksum_of(pattern(1)), 0x357080e22970c819u);
  EXPECT_EQ(checksum_of(pattern(31)), 0xaad165bc1e288e8du);
  EXPECT_EQ(checksum_of(pattern(100), 7), 0xd231f19da284b42bu);
}

TEST(Checksum, DoesNotDependOnThePieces) {
  const std::vector<std::byte> bytes = pattern(1000);
  const std::uint64_t whole = checksum_of(bytes);
  for (const std::size_t piece : {1, 3, 7, 31, 32, 33, 64, 999}) {
    Checksum checksum;
    for (std::size_t begin = 0; begin < bytes.size(); begin += piece) {
      checksum.add(std::span(bytes).subspan(begin, std::min(piece, bytes.size() - begin)));
      (void)checksum.value();  // asking changes nothing
    }
    EXPECT_EQ(checksum.value(), whole) << piece;
  }
}

TEST(Checksum, SeesEveryBitTheLengthAndTheStart) {
  std::set<std::uint64_t> seen;
  std::vector<std::byte> bytes(100);
  EXPECT_TRUE(seen.insert(checksum_of(bytes)).second);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    EXPECT_TRUE(seen.insert(checksum_of(bytes)).second) << bit;
    bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
  }
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_TRUE(seen.insert(checksum_of(std::span(bytes).first(length))).second) << length;
  for (std::uint64_t start = 1; start < 100; ++start) EXPECT_TRUE(seen.insert(checksum_of(bytes, start)).second) << start;
}

}  // namespace
}  // namespace craton::files
