#include "files/sqlite.h"

#include <sqlite3.h>

#include <filesystem>
#include <limits>
#include <system_error>

#include "base/text.h"

namespace craton::files {
namespace {

// Longer values are in no file of ours, and SQLite makes room for what a file announces.
constexpr int most_value_bytes = 1 << 24;

constexpr int steps_between_checks = 1000;

// "file:///a%3Fb?immutable=1": letters that mean something in such a name are escaped.
std::string immutable_name(const std::string& path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::error_code failed;
  const std::filesystem::path whole = std::filesystem::absolute(path, failed);
  std::string name = "file://";
  for (const char letter : failed ? path : whole.string()) {
    const auto code = static_cast<unsigned char>(letter);
    const bool plain = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9') ||
                       letter == '/' || letter == '.' || letter == '-' || letter == '_';
    if (plain) {
      name += letter;
    } else {
      name += {'%', digits[code >> 4], digits[code & 15]};
    }
  }
  return name + "?immutable=1";
}

int count_steps(void* left) {
  auto* steps = static_cast<std::uint64_t*>(left);
  if (*steps < steps_between_checks) return 1;
  *steps -= steps_between_checks;
  return 0;
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void Statement::Finalize::operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }

Error Database::failure() const {
  const int code = handle_ ? sqlite3_errcode(handle_.get()) : SQLITE_NOMEM;
  const std::string what = handle_ ? sqlite3_errmsg(handle_.get()) : "out of memory";
  switch (code & 0xFF) {
    case SQLITE_NOMEM: return {ErrorCode::unsupported, path_, "too large for the memory of this machine"};
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM: {
      const bool writing = created_ || (code & 0xFF) == SQLITE_FULL;
      return {ErrorCode::io, path_, (writing ? "writing failed: " : "reading failed: ") + what};
    }
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return {ErrorCode::io, path_, "another program is changing it; try again"};
    case SQLITE_INTERRUPT: return {ErrorCode::corrupt, path_, "is damaged: its tables run in circles"};
    default:
      if (created_) return {ErrorCode::io, path_, "writing failed: " + what};
      return {ErrorCode::corrupt, path_, "is damaged: " + what};
  }
}

Result<Database> Database::opened(const char* name, int flags, const char* system, const std::string& path) {
  Database database;
  database.path_ = path;
  sqlite3* handle = nullptr;
  const int state = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, system);
  database.handle_.reset(handle);
  if (state != SQLITE_OK) return database.failure();
  return database;
}

Result<Database> Database::create(const std::string& file, const std::string& path, int page_bytes) {
  Result<Database> database = opened(file.c_str(), SQLITE_OPEN_READWRITE, "unix-none", path);
  if (!database) return database;
  database->created_ = true;
  const std::string size = concat({"PRAGMA page_size = ", std::to_string(page_bytes)});
  for (const char* sql : {size.c_str(), "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA temp_store = MEMORY",
                          "PRAGMA locking_mode = EXCLUSIVE"})
    CRATON_TRY(database->run(sql));
  return database;
}

Result<Database> Database::open(const std::string& path) {
  Result<Database> database = opened(immutable_name(path).c_str(), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr, path);
  if (database) CRATON_TRY(database->distrust());
  return database;
}

// After a commit the journal is deleted, and the folder synchronised ("EXTRA"): otherwise a power cut could bring the journal
// back, and with it the state before. A program that was killed leaves its journal, which the next one to open the file undoes.
Result<Database> Database::open_shared(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path whole = std::filesystem::absolute(path, failed);  // no name that means something to SQLite
  Result<Database> database = opened(failed ? path.c_str() : whole.c_str(), SQLITE_OPEN_READWRITE, nullptr, path);
  if (!database) return database;
  (void)sqlite3_busy_timeout(database->handle(), 10'000);
  CRATON_TRY(database->distrust());
  database->allow_steps(std::numeric_limits<std::uint64_t>::max());
  for (const char* sql : {"PRAGMA query_only = OFF", "PRAGMA synchronous = EXTRA", "PRAGMA temp_store = MEMORY"})
    CRATON_TRY(database->run(sql));
  return database;
}

Result<Database> Database::open_bytes(std::span<const std::byte> bytes, const std::string& path) {
  Result<Database> database = opened(":memory:", SQLITE_OPEN_READWRITE, nullptr, path);
  if (!database) return database;
  // SQLite takes a pointer to what it might write to, and promises not to.
  auto* data = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(bytes.data()));
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  if (sqlite3_deserialize(database->handle(), "main", data, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
    return database->failure();
  CRATON_TRY(database->distrust());
  return database;
}

// See "Defense Against The Dark Arts" in SQLite's documentation.
Result<void> Database::distrust() {
  struct Setting {
    int what, value;
  };
  for (const Setting& setting : {Setting{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                 {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                 {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                 {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                 {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                 {SQLITE_DBCONFIG_DQS_DML, 0},
                                 {SQLITE_DBCONFIG_DQS_DDL, 0}})
    (void)sqlite3_db_config(handle(), setting.what, setting.value, nullptr);
  for (const Setting& limit : {Setting{SQLITE_LIMIT_LENGTH, most_value_bytes},
                               {SQLITE_LIMIT_SQL_LENGTH, 10'000},
                               {SQLITE_LIMIT_COLUMN, 32},
                               {SQLITE_LIMIT_EXPR_DEPTH, 10},
                               {SQLITE_LIMIT_COMPOUND_SELECT, 2},
                               {SQLITE_LIMIT_VDBE_OP, 25'000},
                               {SQLITE_LIMIT_FUNCTION_ARG, 8},
                               {SQLITE_LIMIT_ATTACHED, 0},
                               {SQLITE_LIMIT_VARIABLE_NUMBER, 32},
                               {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                               {SQLITE_LIMIT_WORKER_THREADS, 0}})
    (void)sqlite3_limit(handle(), limit.what, limit.value);
  steps_left_ = std::make_unique<std::uint64_t>(0);
  sqlite3_progress_handler(handle(), steps_between_checks, count_steps, steps_left_.get());
  allow_steps(1'000'000);
  for (const char* sql : {"PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0", "PRAGMA query_only = ON"}) CRATON_TRY(run(sql));
  return {};
}

void Database::allow_steps(std::uint64_t steps) {
  if (steps_left_) *steps_left_ = steps;
}

Result<void> Database::run(const char* sql) {
  if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return failure();
  return {};
}

Result<void> Database::close() {
  sqlite3* handle = handle_.release();
  if (sqlite3_close(handle) == SQLITE_OK) return {};
  handle_.reset(handle);
  return failure();
}

Result<Statement> Statement::make(const Database& database, std::string_view sql) {
  Statement statement(database);
  sqlite3_stmt* handle = nullptr;
  const int state = sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr);
  statement.handle_.reset(handle);
  if (state != SQLITE_OK) return database.failure();
  return statement;
}

void Statement::bind(int place, std::int64_t value) { (void)sqlite3_bind_int64(handle_.get(), place, value); }
void Statement::bind(int place, double value) { (void)sqlite3_bind_double(handle_.get(), place, value); }
void Statement::bind(int place, std::string_view text) {
  (void)sqlite3_bind_text64(handle_.get(), place, text.data() ? text.data() : "", text.size(), SQLITE_STATIC, SQLITE_UTF8);
}
void Statement::bind(int place, std::span<const std::byte> bytes) {
  (void)sqlite3_bind_blob64(handle_.get(), place, bytes.data(), bytes.size(), SQLITE_STATIC);
}

Result<bool> Statement::step() {
  switch (sqlite3_step(handle_.get())) {
    case SQLITE_ROW: return true;
    case SQLITE_DONE: return false;
    default: return database_->failure();
  }
}

Result<void> Statement::run() {
  const Result<bool> stepped = step();
  if (!stepped) return stepped.error();
  reset();
  return {};
}

void Statement::reset() { (void)sqlite3_reset(handle_.get()); }

int Statement::columns() const { return sqlite3_column_count(handle_.get()); }

const std::int64_t* Statement::integer(int column) {
  if (sqlite3_column_type(handle_.get(), column) != SQLITE_INTEGER) return nullptr;
  integer_ = sqlite3_column_int64(handle_.get(), column);
  return &integer_;
}

const double* Statement::real(int column) {
  if (sqlite3_column_type(handle_.get(), column) != SQLITE_FLOAT) return nullptr;
  real_ = sqlite3_column_double(handle_.get(), column);
  return &real_;
}

const std::string_view* Statement::text(int column) {
  if (sqlite3_column_type(handle_.get(), column) != SQLITE_TEXT) return nullptr;
  const auto* letters = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  if (!letters) return nullptr;
  text_ = {letters, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
  return &text_;
}

const std::span<const std::byte>* Statement::bytes(int column) {
  if (sqlite3_column_type(handle_.get(), column) != SQLITE_BLOB) return nullptr;
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(handle_.get(), column));
  const auto length = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
  if (!data && length > 0) return nullptr;
  bytes_ = {data, length};
  return &bytes_;
}

}  // namespace craton::files
