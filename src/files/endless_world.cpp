#include <craton/files/endless_world.h>

#include <filesystem>
#include <system_error>

#include <craton/files/new_file.h>

#include "base/text.h"
#include "files/edit_tables.h"

namespace craton {
namespace {

using namespace files;

constexpr int page_bytes = 4096;

Result<void> fill(Database& database, std::string_view kind, std::string_view recipe) {
  CRATON_TRY(database.run(concat({"PRAGMA application_id = ", std::to_string(world_application)}).c_str()));
  CRATON_TRY(database.run(concat({"PRAGMA user_version = ", std::to_string(endless_format)}).c_str()));
  CRATON_TRY(database.run("BEGIN"));
  for (const SchemaEntry& entry : edit_tables()) CRATON_TRY(database.run(std::string(entry.sql).c_str()));
  const std::string checksum = hexadecimal(meta_checksum(endless_format, CRATON_VERSION, kind, recipe));
  struct Fact {
    std::string_view key, value;
  };
  for (const Fact& fact :
       {Fact{"craton", CRATON_VERSION}, Fact{"kind", kind}, Fact{"recipe", recipe}, Fact{"checksum", checksum}}) {
    CRATON_TRY(Statement statement, Statement::make(database, "INSERT INTO meta VALUES (?1, ?2)"));
    statement.bind(1, fact.key);
    statement.bind(2, fact.value);
    CRATON_TRY(statement.run());
  }
  return database.run("COMMIT");
}

/// A world without edits.
Result<void> write_bare(const NewFile& file, const std::string& path, std::string_view kind, std::string_view recipe) {
  CRATON_TRY(Database database, Database::create(file.temporary(), path, page_bytes));
  CRATON_TRY(fill(database, kind, recipe));
  return database.close();
}

Result<std::uint64_t> count(const Database& database, std::string_view sql) {
  CRATON_TRY(Statement rows, Statement::make(database, sql));
  CRATON_TRY(const bool found, rows.step());
  const std::int64_t* number = found ? rows.integer(0) : nullptr;
  return number ? static_cast<std::uint64_t>(*number) : 0;
}

}  // namespace

Result<void> create_endless_world(const std::string& path, std::string_view kind, std::string_view recipe) {
  if (recipe.size() > most_recipe_bytes)
    return Error{ErrorCode::invalid_value, path, "this world cannot be written: its recipe is longer than 8 MiB"};
  std::error_code failed;
  if (std::filesystem::exists(path, failed)) return Error{ErrorCode::io, path, "there is a file already; it is not overwritten"};
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(write_bare(file, path, kind, recipe));
  return file.commit();
}

Result<void> files::write_endless(const std::string& path, std::string_view kind, std::string_view recipe,
                                  FunctionRef<Result<void>(EditStore&)> add) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(write_bare(file, path, kind, recipe));
  {
    CRATON_TRY(Database database, Database::create(file.temporary(), path, page_bytes));
    CRATON_TRY(add(*edits_in(std::move(database), endless_format)));
  }
  return file.commit();
}

bool is_endless_world(const std::string& path) {
  const Result<FileHead> head = head_of_file(path);
  if (!head) return false;
  const Result<int> format = format_of_head(head->bytes, path);
  return format && is_endless(*format);
}

Result<EndlessWorldInfo> read_endless_world(const std::string& path) {
  CRATON_TRY(const Database database, open_endless(path));
  return endless_info(database);
}

Result<EndlessWorldInfo> files::endless_info(const Database& database) {
  const std::string& path = database.path();
  EndlessWorldInfo info;
  info.path = path;
  std::string checksum;
  {
    struct Fact {
      std::string_view key;
      std::string* value;
    };
    CRATON_TRY(Statement rows, Statement::make(database, "SELECT key, value FROM meta ORDER BY key"));
    for (const Fact& fact : {Fact{"checksum", &checksum}, Fact{"craton", &info.craton_version}, Fact{"kind", &info.kind},
                             Fact{"recipe", &info.recipe}}) {
      CRATON_TRY(const bool found, rows.step());
      const std::string_view* key = found ? rows.text(0) : nullptr;
      if (!key || *key != fact.key) return damaged(path, concat({"\"", fact.key, "\" is missing in table meta"}));
      const std::string_view* value = rows.text(1);
      if (!value || value->size() > most_recipe_bytes)
        return damaged(path, concat({"\"", fact.key, "\" in table meta cannot be"}));
      *fact.value = *value;
    }
  }
  CRATON_TRY(const int format, format_of(database));
  if (hexadecimal(meta_checksum(format, info.craton_version, info.kind, info.recipe)) != checksum)
    return damaged(path, "its recipe does not match its checksum");
  CRATON_TRY(const std::uint64_t edits, count(database, "SELECT count(*) FROM edits WHERE undone = 0"));
  CRATON_TRY(const std::uint64_t undone, count(database, "SELECT count(*) FROM edits WHERE undone = 1"));
  info.edits = edits;
  info.undone = undone;
  return info;
}

}  // namespace craton
