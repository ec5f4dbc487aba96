// Fowler, Noll & Vo (1991), the constants of draft-eastlake-fnv; Wang (1997), "Integer Hash Function", the 32-bit mix;
// Stafford (2011), "Better Bit Mixing", variant 13.

#include <craton/base/hash.h>

#include <array>

#include <craton/base/params.h>
#include "base/text.h"

namespace craton {
namespace {

constexpr std::uint32_t fnv_offset_32 = 2166136261u;
constexpr std::uint32_t fnv_prime_32 = 16777619u;
constexpr std::uint64_t fnv_offset_64 = 14695981039346656037u;
constexpr std::uint64_t fnv_prime_64 = 1099511628211u;

template <class Word>
Word fnv1(std::span<const std::byte> bytes, Word hash, Word prime) {
  for (std::byte byte : bytes) hash = static_cast<Word>(hash * prime) ^ std::to_integer<Word>(byte);
  return hash;
}

template <class Word>
Word fnv1a(std::span<const std::byte> bytes, Word hash, Word prime) {
  for (std::byte byte : bytes) hash = (hash ^ std::to_integer<Word>(byte)) * prime;
  return hash;
}

/// Calls `take` with each word of the bytes in little-endian order; the last one is filled up with zeros.
template <class Word, class Take>
void for_each_word(std::span<const std::byte> bytes, Take take) {
  for (std::size_t begin = 0; begin < bytes.size(); begin += sizeof(Word)) {
    Word word = 0;
    for (std::size_t i = 0; i < sizeof(Word) && begin + i < bytes.size(); ++i)
      word |= std::to_integer<Word>(bytes[begin + i]) << (8 * i);
    take(word);
  }
}

struct NamedHash {
  std::string_view name;
  HashFunction function;
};

constexpr std::array<NamedHash, 6> all_hashes{{
    {"mix64", mix64_bytes},
    {"fnv1", fnv1_64},
    {"fnv1a", fnv1a_64},
    {"fnv1_32", [](std::span<const std::byte> bytes) { return std::uint64_t{fnv1_32(bytes)}; }},
    {"fnv1a_32", [](std::span<const std::byte> bytes) { return std::uint64_t{fnv1a_32(bytes)}; }},
    {"wang", wang_bytes},
}};

constexpr auto all_names = [] {
  std::array<std::string_view, all_hashes.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = all_hashes[i].name;
  return names;
}();

}  // namespace

std::uint32_t fnv1_32(std::span<const std::byte> bytes) { return fnv1(bytes, fnv_offset_32, fnv_prime_32); }
std::uint32_t fnv1a_32(std::span<const std::byte> bytes) { return fnv1a(bytes, fnv_offset_32, fnv_prime_32); }
std::uint64_t fnv1_64(std::span<const std::byte> bytes) { return fnv1(bytes, fnv_offset_64, fnv_prime_64); }
std::uint64_t fnv1a_64(std::span<const std::byte> bytes) { return fnv1a(bytes, fnv_offset_64, fnv_prime_64); }

std::uint32_t wang_mix32(std::uint32_t key) {
  key += ~(key << 15);
  key ^= key >> 10;
  key += key << 3;
  key ^= key >> 6;
  key += ~(key << 11);
  key ^= key >> 16;
  return key;
}

std::uint64_t mix64(std::uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return key ^ (key >> 31);
}

std::uint64_t mix64_bytes(std::span<const std::byte> bytes) {
  // The golden ratio keeps a run of zeros from staying at mix64's fixed point; the length tells "a" from "a\0".
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
  std::uint64_t hash = golden;
  for_each_word<std::uint64_t>(bytes, [&](std::uint64_t word) { hash = mix64((hash ^ word) + golden); });
  return mix64(hash ^ (bytes.size() * golden));
}

std::uint64_t wang_bytes(std::span<const std::byte> bytes) {
  std::uint32_t hash = 0;
  for_each_word<std::uint32_t>(bytes, [&](std::uint32_t word) { hash = wang_mix32(hash ^ word); });
  return wang_mix32(hash ^ static_cast<std::uint32_t>(bytes.size()));
}

std::span<const std::string_view> hash_names() { return all_names; }

Result<HashFunction> hash_by_name(std::string_view name) {
  for (const NamedHash& hash : all_hashes)
    if (hash.name == name) return hash.function;
  return Error{ErrorCode::unknown_name, "hash",
               concat({"unknown hash \"", name, "\"; known: ", joined(all_names), suggestion(nearest_name(name, all_names))})};
}

}  // namespace craton
