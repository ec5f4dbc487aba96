// "MBTiles Specification", version 1.3. Rows count from the south there.
#include <craton/files/new_file.h>

#include "base/text.h"
#include "files/sqlite.h"
#include "files/tile_archive.h"

namespace craton::files {
namespace {

std::int64_t row_from_south(const ArchivePlace& place) {
  return static_cast<std::int64_t>((std::uint64_t{1} << place.zoom) - 1 - place.y);
}

Result<void> fill_mbtiles(Database& database, const ArchiveInfo& info, const ArchiveTiles& tiles) {
  for (const char* sql : {"BEGIN", "CREATE TABLE metadata (name TEXT, value TEXT)",
                          "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)"})
    CRATON_TRY(database.run(sql));
  std::vector<std::pair<std::string, std::string>> facts = {
      {"name", info.name},
      {"format", "png"},
      {"type", "baselayer"},
      {"version", "1"},
      {"description", info.description},
      {"minzoom", std::to_string(info.least_zoom)},
      {"maxzoom", std::to_string(info.most_zoom)},
      {"bounds", concat({std::to_string(info.west), ",", std::to_string(info.south), ",", std::to_string(info.east), ",",
                         std::to_string(info.north)})}};
  facts.insert(facts.end(), info.more.begin(), info.more.end());
  {
    CRATON_TRY(Statement statement, Statement::make(database, "INSERT INTO metadata VALUES (?1, ?2)"));
    for (const auto& [name, value] : facts) {
      statement.bind(1, std::string_view(name));
      statement.bind(2, std::string_view(value));
      CRATON_TRY(statement.run());
    }
    CRATON_TRY(Statement tile, Statement::make(database, "INSERT INTO tiles VALUES (?1, ?2, ?3, ?4)"));
    for (std::uint64_t number = 0; number < info.tiles; ++number) {
      CRATON_TRY(const std::string bytes, tiles.bytes(number));
      const ArchivePlace place = tiles.place(number);
      tile.bind(1, std::int64_t{place.zoom});
      tile.bind(2, static_cast<std::int64_t>(place.x));
      tile.bind(3, row_from_south(place));
      tile.bind(4, std::as_bytes(std::span(bytes)));
      CRATON_TRY(tile.run());
    }
  }
  CRATON_TRY(database.run("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)"));
  return database.run("COMMIT");
}

}  // namespace

Result<void> write_mbtiles(const std::string& path, const ArchiveInfo& info, const ArchiveTiles& tiles) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(Database database, Database::create(file.temporary(), path, 4096));
  CRATON_TRY(fill_mbtiles(database, info, tiles));
  CRATON_TRY(database.close());
  return file.commit();
}

Result<std::string> read_mbtiles(const std::string& path, const ArchivePlace& place) {
  CRATON_TRY(const Database database, Database::open(path));
  CRATON_TRY(Statement rows, Statement::make(database,
                                             "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND "
                                             "tile_row = ?3"));
  rows.bind(1, std::int64_t{place.zoom});
  rows.bind(2, static_cast<std::int64_t>(place.x));
  rows.bind(3, row_from_south(place));
  CRATON_TRY(const bool found, rows.step());
  const std::span<const std::byte>* bytes = found ? rows.bytes(0) : nullptr;
  if (!bytes) return Error{ErrorCode::corrupt, path, "a tile is missing"};
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

}  // namespace craton::files
