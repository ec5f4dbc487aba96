// "PMTiles Version 3 Specification": a header of 127 bytes, a directory, metadata, further directories, tiles. Numbers of
// directories are varints; nothing is compressed but the tiles themselves.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <span>
#include <utility>

#include <craton/files/new_file.h>

#include "base/text.h"
#include "files/hilbert.h"
#include "files/tile_archive.h"

namespace craton::files {
namespace {

constexpr std::size_t header_bytes = 127;
constexpr std::size_t most_root_bytes = 16384 - header_bytes;  // readers fetch so much at first
constexpr std::size_t entries_of_leaf = 4096;

/// A tile; or, where `run` is 0, a directory of further entries.
struct PmEntry {
  std::uint64_t id = 0, offset = 0;
  std::uint64_t length = 0, run = 1;
};

void put_varint(std::string& out, std::uint64_t number) {
  for (; number >= 128; number >>= 7) out += static_cast<char>((number & 127) | 128);
  out += static_cast<char>(number);
}

std::string directory_of(std::span<const PmEntry> entries) {
  std::string out;
  put_varint(out, entries.size());
  std::uint64_t last = 0;
  for (const PmEntry& each : entries) put_varint(out, each.id - std::exchange(last, each.id));
  for (const PmEntry& each : entries) put_varint(out, each.run);
  for (const PmEntry& each : entries) put_varint(out, each.length);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool follows = i > 0 && entries[i].offset == entries[i - 1].offset + entries[i - 1].length;
    put_varint(out, follows ? 0 : entries[i].offset + 1);
  }
  return out;
}

/// The root, and the directories below it one after the other; few tiles need none.
struct Directories {
  std::string root, leaves;
};

Directories directories_of(const std::vector<PmEntry>& entries) {
  Directories made{directory_of(entries), ""};
  for (std::size_t size = entries_of_leaf; made.root.size() > most_root_bytes; size *= 2) {
    made.leaves.clear();
    std::vector<PmEntry> root;
    for (std::size_t first = 0; first < entries.size(); first += size) {
      const std::string leaf = directory_of(std::span(entries).subspan(first, std::min(size, entries.size() - first)));
      root.push_back({entries[first].id, made.leaves.size(), leaf.size(), 0});
      made.leaves += leaf;
    }
    made.root = directory_of(root);
  }
  return made;
}

template <class Number>
void put_number(std::string& out, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i) out += static_cast<char>(static_cast<std::uint64_t>(number) >> 8 * i & 255);
}

void put_degrees(std::string& out, double degrees) { put_number(out, static_cast<std::int32_t>(std::lround(degrees * 1e7))); }

/// Where the parts of an archive lie, and what it is of.
std::string header_of(const ArchiveInfo& info, const Directories& directories, std::size_t metadata, std::uint64_t data) {
  std::string out = "PMTiles\x03";
  std::uint64_t offset = header_bytes;
  for (const std::uint64_t length :
       {std::uint64_t{directories.root.size()}, std::uint64_t{metadata}, std::uint64_t{directories.leaves.size()}, data}) {
    put_number(out, offset);
    put_number(out, length);
    offset += length;
  }
  for (int count = 0; count < 3; ++count) put_number(out, info.tiles);  // addressed, entries, contents
  // In order; directories are not compressed; tiles neither, beyond what a PNG is; PNG.
  for (const int fact : {1, 1, 1, 2}) put_number(out, static_cast<std::uint8_t>(fact));
  put_number(out, static_cast<std::uint8_t>(info.least_zoom));
  put_number(out, static_cast<std::uint8_t>(info.most_zoom));
  for (const double degrees : {info.west, info.south, info.east, info.north}) put_degrees(out, degrees);
  put_number(out, static_cast<std::uint8_t>(info.least_zoom));
  put_degrees(out, (info.west + info.east) / 2);
  put_degrees(out, (info.south + info.north) / 2);
  return out;
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') out += '\\';
    if (static_cast<unsigned char>(letter) >= 32) out += letter;
  }
  return out + '"';
}

Error pmtiles_damaged(const std::string& path) { return {ErrorCode::corrupt, path, "a tile cannot be found: it is damaged"}; }

/// A piece of a file; empty where it has none there.
std::string piece_of(std::ifstream& in, std::uint64_t offset, std::uint64_t length) {
  constexpr std::uint64_t most = std::uint64_t{1} << 28;
  if (length > most) return {};
  std::string bytes(length, '\0');
  in.seekg(static_cast<std::streamoff>(offset));
  if (!in.read(bytes.data(), static_cast<std::streamsize>(length))) return {};
  return bytes;
}

std::vector<PmEntry> entries_in(std::string_view bytes) {
  bool whole = true;
  const auto next = [&] {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (bytes.empty()) break;
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      number |= std::uint64_t{byte & 127u} << shift;
      if (byte < 128) return number;
    }
    whole = false;
    return std::uint64_t{0};
  };
  const std::uint64_t count = next();
  if (count > bytes.size()) return {};
  std::vector<PmEntry> entries(count);
  std::uint64_t id = 0;
  for (PmEntry& each : entries) each.id = id += next();
  for (PmEntry& each : entries) each.run = next();
  for (PmEntry& each : entries) each.length = next();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::uint64_t offset = next();
    entries[i].offset = offset > 0 ? offset - 1 : i > 0 ? entries[i - 1].offset + entries[i - 1].length : 0;
  }
  if (!whole) entries.clear();
  return entries;
}

}  // namespace

std::uint64_t pmtiles_number(const ArchivePlace& place) {
  const std::uint64_t before = ((std::uint64_t{1} << 2 * place.zoom) - 1) / 3;
  return before + hilbert_number(place.zoom, place.x, place.y);
}

Result<void> write_pmtiles(const std::string& path, const ArchiveInfo& info, const ArchiveTiles& tiles) {
  struct Numbered {
    std::uint64_t id, number;
  };
  std::vector<Numbered> order;
  order.reserve(info.tiles);
  for (std::uint64_t number = 0; number < info.tiles; ++number) order.push_back({pmtiles_number(tiles.place(number)), number});
  std::sort(order.begin(), order.end(), [](const Numbered& a, const Numbered& b) { return a.id < b.id; });
  // Lengths must be known before the first tile is written: they are asked for once before.
  std::vector<PmEntry> entries;
  entries.reserve(info.tiles);
  std::uint64_t data = 0;
  for (const Numbered& each : order) {
    CRATON_TRY(const std::string bytes, tiles.bytes(each.number));
    entries.push_back({each.id, data, bytes.size(), 1});
    data += bytes.size();
  }
  const Directories directories = directories_of(entries);
  const std::string metadata = concat({"{\"name\":", json_text(info.name), ",\"description\":", json_text(info.description),
                                       ",\"type\":\"baselayer\"", info.metadata.empty() ? "" : ",", info.metadata, "}"});
  CRATON_TRY(NewFile file, NewFile::create(path));
  for (const std::string& part :
       {header_of(info, directories, metadata.size(), data), directories.root, metadata, directories.leaves})
    CRATON_TRY(file.write(std::as_bytes(std::span(part))));
  for (const Numbered& each : order) {
    CRATON_TRY(const std::string bytes, tiles.bytes(each.number));
    CRATON_TRY(file.write(std::as_bytes(std::span(bytes))));
  }
  return file.commit();
}

Result<std::string> read_pmtiles(const std::string& path, const ArchivePlace& place) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{ErrorCode::io, path, "cannot be read"};
  const std::string header = piece_of(in, 0, header_bytes);
  if (!header.starts_with("PMTiles\x03")) return pmtiles_damaged(path);
  const auto number_at = [&](std::size_t at) {
    std::uint64_t number = 0;
    for (std::size_t i = 8; i-- > 0;) number = number << 8 | static_cast<unsigned char>(header[at + i]);
    return number;
  };
  const std::uint64_t id = pmtiles_number(place), leaves = number_at(40), data = number_at(56);
  std::uint64_t offset = number_at(8), length = number_at(16);
  for (int depth = 0; depth < 4; ++depth) {
    const std::vector<PmEntry> entries = entries_in(piece_of(in, offset, length));
    const auto after =
        std::upper_bound(entries.begin(), entries.end(), id, [](std::uint64_t a, const PmEntry& b) { return a < b.id; });
    if (after == entries.begin()) return pmtiles_damaged(path);
    const PmEntry& found = *(after - 1);
    if (found.run == 0) {
      offset = leaves + found.offset;
      length = found.length;
      continue;
    }
    if (id - found.id >= found.run) return pmtiles_damaged(path);
    std::string bytes = piece_of(in, data + found.offset, found.length);
    if (bytes.size() != found.length) return pmtiles_damaged(path);
    return bytes;
  }
  return pmtiles_damaged(path);
}

}  // namespace craton::files
