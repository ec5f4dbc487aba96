#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <craton/noise/noise.h>

/// Golden data: one case per line,
///
///     name  [fbm key=value … of] kind key=value …  dims=N origin=… step=… size=W[xH[xD[xT]]] seed=S  -> hash
///
/// In place of kind and keys may stand a noise as JSON, written without spaces. Lengths are whole units, or metres where an `m`
/// follows; one step serves all axes. The hash is FNV-1a (64 bits, 16 hex digits) over the little-endian bytes of the floats, or
/// `?` where it is yet to be found. `#` begins a comment line.
namespace craton::golden {

/// Samples at origin + index · step; unused axes have one sample.
struct Box {
  int dimensions = 0;
  std::array<std::int64_t, 4> origin{};
  std::array<std::int64_t, 4> step{1, 1, 1, 1};
  std::array<std::uint32_t, 4> size{1, 1, 1, 1};

  std::size_t sample_count() const { return std::size_t{size[0]} * size[1] * size[2] * size[3]; }
};

struct Case {
  std::string name;
  NoiseSpec spec;
  Box box;
  Seed seed;
  std::optional<std::uint64_t> hash;
  std::size_t line = 0;  ///< in the file, from 0
};

struct File {
  std::string path;
  std::vector<std::string> lines;
  std::vector<Case> cases;
};

/// Every departure from the form above is an error; hashes may be missing only where `allow_unknown` says so.
Result<File> read_file(const std::string& path, bool allow_unknown);

/// Replaces the hash at the end of a case's line.
void set_hash(File& file, const Case& of, std::uint64_t hash);
Result<void> write_file(const File& file);

std::uint64_t hash_of(std::span<const float> values);
std::string hex(std::uint64_t hash);

}  // namespace craton::golden
