#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace craton::files {

/// 64 bits of bytes that come in any pieces; docs/world-file.md defines it. Finds every change that is confined to one word of
/// eight bytes, and others but for one in 2⁶⁴. Four lanes, since one would wait for its multiplication: faster than memory.
class Checksum {
 public:
  /// Other starts give other checksums of the same bytes: the number of a block, so that no two can be swapped.
  explicit Checksum(std::uint64_t start = 0);

  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;

 private:
  static constexpr std::size_t group = 32;

  std::array<std::uint64_t, 4> lanes_;
  std::array<std::byte, group> rest_{};  // of the last group
  std::uint64_t length_ = 0;
};

}  // namespace craton::files
