#include <cmath>
#include <filesystem>
#include <new>

#include <craton/files/new_file.h>
#include <craton/files/world_file.h>

#include "base/text.h"
#include "files/block_codec.h"
#include "files/sqlite.h"
#include "files/world_tables.h"
#include "surface/object_bytes.h"

namespace craton {
namespace {

using namespace files;

// Large pages are written with a quarter less work (measured at 128 MiB; still larger ones gain little and waste more room);
// small worlds would be mostly empty with them.
constexpr int small_page = 4096, large_page = 16384;
constexpr std::uint64_t large_world = std::uint64_t{1} << 24;

constexpr std::string_view type_names[] = {"number", "integer", "category"};  // in the order of LayerType

std::uint64_t layer_bytes(const Surface& surface) {
  std::uint64_t bytes = 0;
  for (const auto& layer : surface.layers()) bytes += layer->bytes().size();
  return bytes;
}

/// What is written must be readable: the recipe as it is, and on the domain that it gives.
Result<void> check_world(const std::string& path, const World& world, const std::string& recipe, const RecipeTerms& terms) {
  const auto refused = [&](std::string_view what) {
    return Error{ErrorCode::invalid_value, path, concat({"this world cannot be written: ", what})};
  };
  if (const Result<Recipe> again = recipe_from_json(recipe, terms); !again)
    return refused(concat({"its recipe is not one: ", again.error().to_string()}));
  const Result<DomainExtent> extent = extent_of(world.recipe.domain, 0, "/domain");
  if (!extent) return refused(extent.error().to_string());
  if (extent->cells != world.surface.cell_count())
    return refused(concat({"its surface has ", std::to_string(world.surface.cell_count()), " cells, its recipe's domain has ",
                           std::to_string(extent->cells)}));
  for (const ObjectTable& table : world.surface.objects())
    for (const ObjectColumn& column : table.columns)
      if (!cells_exist(column.values, extent->cells))
        return refused(concat({"objects/", table.name, "/", column.name, " names cells that do not exist"}));
  return {};
}

class WorldWriter {
 public:
  WorldWriter(Database& database, const World& world, const Execution& execution)
      : database_(database), world_(world), execution_(execution), total_bytes_(layer_bytes(world.surface)) {}

  Result<void> run(const std::string& recipe, const RecipeTerms& terms) {
    CRATON_TRY(database_.run(concat({"PRAGMA application_id = ", std::to_string(world_application)}).c_str()));
    CRATON_TRY(database_.run(concat({"PRAGMA user_version = ", std::to_string(world_format)}).c_str()));
    CRATON_TRY(database_.run("BEGIN"));
    for (const Table& table : world_tables()) CRATON_TRY(database_.run(std::string(table.sql).c_str()));
    CRATON_TRY(write_meta("craton", CRATON_VERSION));
    CRATON_TRY(write_meta("recipe", recipe));
    CRATON_TRY(write_meta("seed", std::to_string(world_.recipe.seed)));
    if (!world_.recipe.require.empty()) {
      CRATON_TRY(write_meta("asked_seed", std::to_string(world_.asked_seed)));
      CRATON_TRY(write_meta("attempts", std::to_string(std::max(world_.attempts, 1u))));
    }
    CRATON_TRY(write_meta("cells", std::to_string(world_.surface.cell_count())));
    CRATON_TRY(write_layers());
    CRATON_TRY(write_objects());
    CRATON_TRY(write_stages(terms));
    CRATON_TRY(write_reports());
    CRATON_TRY(const std::uint64_t sum, tables_checksum(database_));
    CRATON_TRY(write_meta("checksum", hexadecimal(sum)));
    return database_.run("COMMIT");
  }

 private:
  template <class... Values>
  Result<void> insert(std::string_view sql, const Values&... values) {
    CRATON_TRY(Statement statement, Statement::make(database_, sql));
    int place = 0;
    (statement.bind(++place, values), ...);
    return statement.run();
  }

  Result<void> write_meta(std::string_view key, std::string_view value) {
    return insert("INSERT INTO meta VALUES (?1, ?2)", key, value);
  }

  Result<void> write_layers() {
    std::int64_t number = 0, category = 0;
    for (const auto& layer : world_.surface.layers()) {
      const LayerInfo& info = layer->info();
      const LayerRange range = layer->range(execution_);
      const std::string_view name = info.name, type = type_names[static_cast<std::size_t>(info.type)], unit = info.unit,
                             doc = info.doc;
      const std::string hash = hexadecimal(layer->hash(execution_));
      const std::int64_t first_block = next_block_, blocks = std::int64_t(block_count(layer->bytes().size()));
      CRATON_TRY(insert("INSERT INTO layers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)", number, name, type, unit, doc,
                        range.min, range.max, std::int64_t(range.not_numbers), std::string_view(hash), first_block, blocks));
      for (const std::string& value : info.categories)
        CRATON_TRY(insert("INSERT INTO categories VALUES (?1, ?2, ?3)", category++, number, std::string_view(value)));
      CRATON_TRY(write_blocks(layer->bytes(), true));
      ++number;
    }
    return {};
  }

  Result<void> write_objects() {
    std::int64_t number = 0, column_number = 0;
    for (const ObjectTable& table : world_.surface.objects()) {
      CRATON_TRY(insert("INSERT INTO objects VALUES (?1, ?2, ?3, ?4)", number, std::string_view(table.name),
                        std::string_view(table.doc), std::int64_t(table.rows())));
      for (const ObjectColumn& column : table.columns) {
        const std::vector<std::byte> bytes = bytes_of_column(column.values);
        const std::int64_t first_block = next_block_;
        CRATON_TRY(insert("INSERT INTO object_columns VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", column_number++, number,
                          std::string_view(column.name), column_type_name(column.values), std::string_view(column.unit),
                          std::string_view(column.doc), std::int64_t(bytes.size()), first_block,
                          std::int64_t(block_count(bytes.size()))));
        CRATON_TRY(write_blocks(bytes, false));
      }
      ++number;
    }
    return {};
  }

  Result<void> write_stages(const RecipeTerms& terms) {
    std::int64_t number = 0;
    for (const StageSpec& stage : world_.recipe.stages) {
      CRATON_TRY(const StageEntry* entry, terms.stages.find(stage.stage, world_.recipe.version, ""));
      CRATON_TRY(insert("INSERT INTO stages VALUES (?1, ?2, ?3, ?4)", number++, std::string_view(stage.id),
                        std::string_view(stage.stage), std::int64_t{entry->info.version}));
    }
    return {};
  }

  Result<void> write_reports() {
    std::int64_t number = 0;
    for (const StageReport& report : world_.reports) {
      const double seconds = std::isnan(report.seconds) ? 0 : report.seconds;  // SQLite has no NaN
      CRATON_TRY(insert("INSERT INTO reports VALUES (?1, ?2, ?3, ?4, ?5)", number++, std::string_view(report.id),
                        std::string_view(report.stage), seconds, std::int64_t{report.reused}));
    }
    return {};
  }

  Result<void> write_blocks(std::span<const std::byte> bytes, bool told) {
    CRATON_TRY(Statement statement, Statement::make(database_, "INSERT INTO blocks VALUES (?1, ?2, ?3, ?4)"));
    const auto first = static_cast<std::uint64_t>(next_block_);
    return pack_blocks(bytes, first, execution_, [&](std::uint64_t block, const PackedBlock& packed) -> Result<void> {
      statement.bind(1, next_block_++);
      statement.bind(2, std::int64_t{static_cast<std::uint8_t>(packed.coding)});
      statement.bind(3, static_cast<std::int64_t>(packed.checksum));
      statement.bind(4, packed.packed);
      CRATON_TRY(statement.run());
      if (told) report(block_size(bytes.size(), block));
      return {};
    });
  }

  void report(std::uint64_t bytes) {
    done_bytes_ += bytes;
    if (execution_.progress) execution_.progress->report(static_cast<double>(done_bytes_) / static_cast<double>(total_bytes_));
  }

  Database& database_;
  const World& world_;
  const Execution& execution_;
  std::int64_t next_block_ = 0;
  std::uint64_t done_bytes_ = 0, total_bytes_ = 0;
};

Result<void> write_checked(const std::string& path, const World& world, const RecipeTerms& terms, const Execution& execution) {
  const std::string recipe = recipe_to_json(world.recipe, terms);
  CRATON_TRY(check_world(path, world, recipe, terms));
  remove_left_overs(std::filesystem::path(path).parent_path().string());
  CRATON_TRY(NewFile file, NewFile::create(path));
  {
    const int page = layer_bytes(world.surface) < large_world ? small_page : large_page;
    CRATON_TRY(Database database, Database::create(file.temporary(), path, page));
    CRATON_TRY(WorldWriter(database, world, execution).run(recipe, terms));
    CRATON_TRY(database.close());
  }
  return file.commit();
}

}  // namespace

Result<void> write_world(const std::string& path, const World& world, const RecipeTerms& terms, const Execution& execution) {
  try {
    return write_checked(path, world, terms, execution);
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path, "too large for the memory of this machine"}; }
}

}  // namespace craton
