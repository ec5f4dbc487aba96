#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// Fowler–Noll–Vo hashes over bytes. FNV-1 multiplies before it mixes a byte in, FNV-1a after.
CRATON_API std::uint32_t fnv1_32(std::span<const std::byte> bytes);
CRATON_API std::uint32_t fnv1a_32(std::span<const std::byte> bytes);
CRATON_API std::uint64_t fnv1_64(std::span<const std::byte> bytes);
CRATON_API std::uint64_t fnv1a_64(std::span<const std::byte> bytes);

/// Wang's 32-bit integer mix.
CRATON_API std::uint32_t wang_mix32(std::uint32_t key);

/// A 64-bit bijection in which every input bit flips every output bit with probability one half (Stafford's variant 13
/// of the Murmur finaliser, the one in SplitMix64). mix64(0) is 0.
CRATON_API std::uint64_t mix64(std::uint64_t key);

/// Bytes taken eight at a time (little endian), each word through mix64, the length last: the default hash of bytes.
CRATON_API std::uint64_t mix64_bytes(std::span<const std::byte> bytes);

/// Bytes taken four at a time (little endian), each word through Wang's mix, the length last. 32 bits.
CRATON_API std::uint64_t wang_bytes(std::span<const std::byte> bytes);

/// A hash of bytes; the 32-bit ones leave the upper half zero. The same on every machine, whatever its byte order.
using HashFunction = std::uint64_t (*)(std::span<const std::byte> bytes);

/// "mix64", "fnv1", "fnv1a" (both 64 bit), "fnv1_32", "fnv1a_32", "wang".
CRATON_API Result<HashFunction> hash_by_name(std::string_view name);
CRATON_API std::span<const std::string_view> hash_names();

}  // namespace craton
