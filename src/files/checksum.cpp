#include "files/checksum.h"

#include <algorithm>
#include <cstring>

#include <craton/base/hash.h>

namespace craton::files {
namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t factor = 0xBF58476D1CE4E5B9u;  // odd, so that the product keeps all bits

using Lanes = std::array<std::uint64_t, 4>;

std::uint64_t word_at(const std::byte* bytes) {
  std::uint64_t word = 0;  // little endian whatever the machine; compilers make one load of it
  for (int i = 7; i >= 0; --i) word = word << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return word;
}

// A bijection of the lane for each word, and of the word for each lane.
std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) {
  lane = (lane ^ word) * factor;
  return lane ^ lane >> 32;
}

Lanes mixed(Lanes lanes, const std::byte* group) {
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = mixed(lanes[i], word_at(group + 8 * i));
  return lanes;
}

}  // namespace

Checksum::Checksum(std::uint64_t start) {
  for (std::size_t i = 0; i < lanes_.size(); ++i) lanes_[i] = start + (i + 1) * golden;
}

void Checksum::add(std::span<const std::byte> bytes) {
  const std::size_t kept = length_ % group;
  length_ += bytes.size();
  if (kept > 0) {
    const std::size_t count = std::min(group - kept, bytes.size());
    std::copy_n(bytes.begin(), count, rest_.begin() + static_cast<std::ptrdiff_t>(kept));
    bytes = bytes.subspan(count);
    if (kept + count < group) return;
    lanes_ = mixed(lanes_, rest_.data());
  }
  Lanes lanes = lanes_;  // in registers
  for (; bytes.size() >= group; bytes = bytes.subspan(group)) lanes = mixed(lanes, bytes.data());
  lanes_ = lanes;
  std::copy(bytes.begin(), bytes.end(), rest_.begin());
}

std::uint64_t Checksum::value() const {
  Lanes lanes = lanes_;
  if (const std::size_t kept = length_ % group; kept > 0) {
    std::array<std::byte, group> filled{};
    std::copy_n(rest_.begin(), kept, filled.begin());
    lanes = mixed(lanes, filled.data());
  }
  std::uint64_t sum = length_;
  for (const std::uint64_t lane : lanes) sum = mix64((sum ^ lane) + golden);
  return sum;
}

}  // namespace craton::files
