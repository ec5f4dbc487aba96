#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

/// What stages and the runner need from outside, without knowing of files; `files/` implements it.
namespace craton {

/// A picture of heights.
struct HeightMap {
  std::uint32_t width = 0, height = 0;
  std::vector<float> values;  ///< row by row, the northern row first
  bool metres = false;        ///< otherwise 0 … 1, from the darkest to the brightest level of the file
};

/// How to read a file that does not tell its own size: raw numbers, little endian.
struct RawLayout {
  std::uint32_t width = 0, height = 0;  ///< 0: as the file itself says
};

/// Things that a recipe names: height maps, later tables and edits.
class AssetSource {
 public:
  virtual ~AssetSource() = default;
  virtual Result<HeightMap> height_map(std::string_view name, const RawLayout& layout) const = 0;
  /// 64 bits of the content behind a name, so that a changed file is noticed.
  virtual Result<std::uint64_t> fingerprint(std::string_view name) const = 0;
};

struct BlobKey {
  std::uint64_t high = 0, low = 0;

  friend bool operator==(const BlobKey&, const BlobKey&) = default;
};

/// Bytes by key: what the runner keeps of earlier runs. A store may forget anything at any time.
class BlobStore {
 public:
  virtual ~BlobStore() = default;
  virtual bool has(const BlobKey& key) const = 0;
  /// Fills `out`, whose size must be that of the bytes kept; false where there is nothing (any more), or something damaged.
  virtual bool get(const BlobKey& key, std::span<std::byte> out) = 0;
  /// A store that cannot keep them (no room, no rights) forgets them silently: it is only a cache.
  virtual void put(const BlobKey& key, std::span<const std::byte> bytes) = 0;
};

}  // namespace craton
