#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace craton::files {

/// 64 bits of bytes. Other starts give other checksums of the same bytes: the number of a block, so that no two can be swapped.
using ChecksumFunction = std::uint64_t(std::span<const std::byte> bytes, std::uint64_t start);

/// XXH3 with `start` as its seed.
std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t start = 0);

/// That of files of formats 1 and 2 (docs/world-file.md, "Versions").
std::uint64_t old_checksum(std::span<const std::byte> bytes, std::uint64_t start = 0);

}  // namespace craton::files
