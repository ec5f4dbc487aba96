#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

/// Many pictures of a map in one file, for programs that show maps: MBTiles and PMTiles.
namespace craton::files {

/// A place in the square of 2ᶻ × 2ᶻ tiles that a map of zoom z is; x counts to the east, y to the south.
struct ArchivePlace {
  std::uint32_t zoom = 0;
  std::uint64_t x = 0, y = 0;
};

struct ArchiveInfo {
  std::string name, description;
  std::string metadata;  ///< more of it, the members of a JSON object, for PMTiles: "\"encoding\": \"terrarium\""
  std::vector<std::pair<std::string, std::string>> more;  ///< the same for MBTiles
  std::uint32_t least_zoom = 0, most_zoom = 0;
  double west = 0, south = 0, east = 0, north = 0;  ///< degrees
  std::uint64_t tiles = 0;
};

/// Tiles are asked for one after the other by number, 0 … tiles − 1, some of them twice.
struct ArchiveTiles {
  std::function<ArchivePlace(std::uint64_t number)> place;
  std::function<Result<std::string>(std::uint64_t number)> bytes;
};

/// PNGs as MBTiles 1.3 (SQLite). The same tiles are the same bytes.
CRATON_API Result<void> write_mbtiles(const std::string& path, const ArchiveInfo& info, const ArchiveTiles& tiles);
/// One of its tiles.
CRATON_API Result<std::string> read_mbtiles(const std::string& path, const ArchivePlace& place);

/// PNGs as PMTiles 3, in the order of Hilbert's curve. 32 bytes of memory a tile.
CRATON_API Result<void> write_pmtiles(const std::string& path, const ArchiveInfo& info, const ArchiveTiles& tiles);
CRATON_API Result<std::string> read_pmtiles(const std::string& path, const ArchivePlace& place);
/// The number of a tile there: all of zoom 0, then all of zoom 1, …
CRATON_API std::uint64_t pmtiles_number(const ArchivePlace& place);

}  // namespace craton::files
