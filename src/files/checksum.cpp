#include "files/checksum.h"

#include <xxhash.h>

#include <algorithm>
#include <array>

#include <craton/base/hash.h>

namespace craton::files {
namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t factor = 0xBF58476D1CE4E5B9u;  // odd, so that the product keeps all bits
constexpr std::size_t word_bytes = 8, lane_count = 4;

// The last word may be shorter: zeros fill it.
std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t word = 0;
  for (std::size_t i = std::min(bytes.size() - at, word_bytes); i-- > 0;)
    word = word << 8 | std::to_integer<std::uint64_t>(bytes[at + i]);
  return word;
}

std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) {
  lane = (lane ^ word) * factor;
  return lane ^ lane >> 32;
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t start) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), start);
}

std::uint64_t old_checksum(std::span<const std::byte> bytes, std::uint64_t start) {
  std::array<std::uint64_t, lane_count> lanes;
  for (std::size_t i = 0; i < lane_count; ++i) lanes[i] = start + (i + 1) * golden;
  for (std::size_t group = 0; group < bytes.size(); group += lane_count * word_bytes)
    for (std::size_t i = 0; i < lane_count; ++i) {
      const std::size_t at = std::min(group + i * word_bytes, bytes.size());
      lanes[i] = mixed(lanes[i], word_at(bytes, at));
    }
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : lanes) sum = mix64((sum ^ lane) + golden);
  return sum;
}

}  // namespace craton::files
