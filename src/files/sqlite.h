#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <craton/base/result.h>

struct sqlite3;
struct sqlite3_stmt;

/// SQLite with our manners: Results, and nothing that a file could make it do beside being read.
namespace craton::files {

class Database {
 public:
  /// An empty file that this process alone knows of: no journal, no locks, no waiting for the disk.
  static Result<Database> create(const std::string& file, const std::string& path, int page_bytes);
  /// A file that nobody changes, and whose content nobody trusts. `path` is for errors.
  static Result<Database> open(const std::string& path);
  /// A file that programs change by transactions; what it holds is no more trusted. A change is on the disk once it is committed.
  static Result<Database> open_shared(const std::string& path);
  /// The same as open() of a file's bytes, which must outlive it.
  static Result<Database> open_bytes(std::span<const std::byte> bytes, const std::string& path);

  const std::string& path() const { return path_; }
  sqlite3* handle() const { return handle_.get(); }

  Result<void> run(const char* sql);
  Result<void> close();  ///< of one that was created: everything is written
  /// What SQLite says of its last call, as an Error.
  Error failure() const;
  /// Lets statements run for so many steps of SQLite's machine from now on; beyond it they fail. Files can hold loops.
  void allow_steps(std::uint64_t steps);

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  static Result<Database> opened(const char* name, int flags, const char* system, const std::string& path);
  Result<void> distrust();

  std::unique_ptr<sqlite3, Close> handle_;
  std::string path_;
  std::unique_ptr<std::uint64_t> steps_left_;
  bool created_ = false;
};

class Statement {
 public:
  static Result<Statement> make(const Database& database, std::string_view sql);

  // Places count from 1, as in SQL. What is bound must live until the step.
  void bind(int place, std::int64_t value);
  void bind(int place, double value);
  void bind(int place, std::string_view text);
  void bind(int place, std::span<const std::byte> bytes);

  /// True where there is a row.
  Result<bool> step();
  /// A step that gives no row, and ready for the next.
  Result<void> run();
  void reset();

  int columns() const;
  // Of the row; columns count from 0. Null where it is of another type.
  const std::int64_t* integer(int column);
  const double* real(int column);
  const std::string_view* text(int column);
  const std::span<const std::byte>* bytes(int column);

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const;
  };
  explicit Statement(const Database& database) : database_(&database) {}

  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
  std::int64_t integer_ = 0;
  double real_ = 0;
  std::string_view text_;
  std::span<const std::byte> bytes_;
};

}  // namespace craton::files
