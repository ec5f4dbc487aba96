#include "files/checksum.h"

#include <xxhash.h>

#include <algorithm>
#include <array>

#include <craton/base/hash.h>

namespace craton::files {
namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t factor = 0xBF58476D1CE4E5B9u;  // odd, so that the product keeps all bits
constexpr std::size_t group_bytes = 32;

using Lanes = std::array<std::uint64_t, 4>;

Lanes mixed(Lanes lanes, const std::byte* group) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    std::uint64_t word = 0;  // little endian whatever the machine; compilers make one load of it
    for (std::size_t k = 8; k-- > 0;) word = word << 8 | std::to_integer<std::uint64_t>(group[8 * i + k]);
    const std::uint64_t lane = (lanes[i] ^ word) * factor;
    lanes[i] = lane ^ lane >> 32;
  }
  return lanes;
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t start) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), start);
}

std::uint64_t old_checksum(std::span<const std::byte> bytes, std::uint64_t start) {
  Lanes lanes;
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = start + (i + 1) * golden;
  std::uint64_t sum = bytes.size();
  for (; bytes.size() >= group_bytes; bytes = bytes.subspan(group_bytes)) lanes = mixed(lanes, bytes.data());
  if (!bytes.empty()) {
    std::array<std::byte, group_bytes> filled{};
    std::copy(bytes.begin(), bytes.end(), filled.begin());
    lanes = mixed(lanes, filled.data());
  }
  for (const std::uint64_t lane : lanes) sum = mix64((sum ^ lane) + golden);
  return sum;
}

}  // namespace craton::files
