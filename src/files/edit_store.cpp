// Edits in SQLite. One transaction a change; readers in other processes see all of it or nothing.
#include <limits>
#include <mutex>
#include <utility>

#include <craton/files/endless_world.h>

#include "base/text.h"
#include "files/edit_tables.h"

namespace craton {
namespace {

using namespace files;

constexpr std::int64_t least = EditRange::least, most = EditRange::most;

/// Undone again unless committed.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database) {
    CRATON_TRY(database.run("BEGIN IMMEDIATE"));
    return Transaction(database);
  }
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() {
    if (database_) (void)database_->run("ROLLBACK").ok();
  }
  Result<void> commit() {
    CRATON_TRY(database_->run("COMMIT"));
    database_ = nullptr;
    return {};
  }

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

class FileEdits : public EditStore {
 public:
  FileEdits(Database database, int format) : database_(std::move(database)), format_(format) {}

  Result<std::int64_t> add(std::string_view text, std::span<const EditPiece> pieces) override {
    CRATON_TRY(check_edit(text, pieces));
    const std::lock_guard lock(mutex_);
    CRATON_TRY(Transaction transaction, Transaction::begin(database_));
    CRATON_TRY(const std::int64_t last, one_number("SELECT coalesce(max(number), 0) FROM edits"));
    if (last == most) return damaged(path(), "the numbers of its edits are used up");
    const std::int64_t number = last + 1;
    CRATON_TRY(database_.run("DELETE FROM pieces WHERE edit IN (SELECT number FROM edits WHERE undone = 1)"));
    CRATON_TRY(database_.run("DELETE FROM edits WHERE undone = 1"));
    CRATON_TRY(Statement edit, Statement::make(database_, "INSERT INTO edits VALUES (?1, ?2, 0)"));
    edit.bind(1, number);
    edit.bind(2, text);
    CRATON_TRY(edit.run());
    CRATON_TRY(insert(number, pieces));
    CRATON_TRY(transaction.commit());
    return number;
  }

  Result<std::optional<EditInfo>> undo() override {
    return change("SELECT number, text, undone FROM edits WHERE undone = 0 ORDER BY number DESC LIMIT 1", true);
  }

  Result<std::optional<EditInfo>> redo() override {
    return change("SELECT number, text, undone FROM edits WHERE undone = 1 ORDER BY number LIMIT 1", false);
  }

  Result<std::vector<EditInfo>> list() const override {
    const std::lock_guard lock(mutex_);
    std::vector<EditInfo> all;
    CRATON_TRY(Statement rows, Statement::make(database_, "SELECT number, text, undone FROM edits ORDER BY number"));
    while (true) {
      CRATON_TRY(const std::optional<EditInfo> info, next_edit(rows, path()));
      if (!info) return all;
      // Those in force come first.
      if (!all.empty() && (info->number <= all.back().number || (all.back().undone && !info->undone)))
        return damaged(path(), "its edits are not in order");
      all.push_back(*info);
    }
  }

  Result<std::vector<StoredPiece>> pieces(const EditRange& range) const override {
    constexpr std::string_view sql =
        "SELECT p.edit, p.place, p.kind, p.level, p.x, p.y, p.z, p.checksum, p.bytes FROM pieces AS p JOIN edits AS e "
        "ON e.number = p.edit WHERE e.undone = 0 AND p.kind = ?1 AND p.level BETWEEN ?2 AND ?3 AND p.x BETWEEN ?4 AND ?5 "
        "AND p.y BETWEEN ?6 AND ?7 AND p.z BETWEEN ?8 AND ?9 ORDER BY p.edit, p.place";
    const std::lock_guard lock(mutex_);
    CRATON_TRY(Statement rows, Statement::make(database_, sql));
    // Levels that cannot be are found and refused, where all are wanted.
    const std::int64_t level = range.level.value_or(0);
    rows.bind(1, std::string_view(range.kind));
    int place = 1;
    for (const std::int64_t bound :
         {range.level ? level : least, range.level ? level : most, range.x0, range.x1, range.y0, range.y1, range.z0, range.z1})
      rows.bind(++place, bound);
    return next_pieces(rows, path(), format_, false);
  }

  Result<std::vector<EditPiece>> pieces_of(std::int64_t edit) const override {
    const std::lock_guard lock(mutex_);
    CRATON_TRY(Statement rows, Statement::make(database_,
                                               "SELECT edit, place, kind, level, x, y, z, checksum, bytes FROM pieces "
                                               "WHERE edit = ?1 ORDER BY place"));
    rows.bind(1, edit);
    CRATON_TRY(std::vector<StoredPiece> stored, next_pieces(rows, path(), format_, true));
    std::vector<EditPiece> all;
    for (StoredPiece& each : stored) all.push_back(std::move(each.piece));
    return all;
  }

 private:
  const std::string& path() const { return database_.path(); }

  Result<std::int64_t> one_number(std::string_view sql) const {
    CRATON_TRY(Statement rows, Statement::make(database_, sql));
    CRATON_TRY(const bool found, rows.step());
    const std::int64_t* number = found ? rows.integer(0) : nullptr;
    if (!number) return damaged(path(), "the numbers of its edits cannot be");
    return *number;
  }

  Result<void> insert(std::int64_t edit, std::span<const EditPiece> pieces) {
    CRATON_TRY(Statement statement, Statement::make(database_,
                                                    "INSERT INTO pieces (edit, place, kind, level, x, y, z, checksum, bytes) "
                                                    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"));
    std::int64_t place = 0;
    for (const EditPiece& piece : pieces) {
      const EditKey& key = piece.key;
      statement.bind(1, edit);
      statement.bind(2, place);
      statement.bind(3, std::string_view(key.kind));
      statement.bind(4, std::int64_t{key.level});
      statement.bind(5, key.x);
      statement.bind(6, key.y);
      statement.bind(7, key.z);
      statement.bind(8, static_cast<std::int64_t>(piece_checksum(format_, edit, place, key, piece.bytes)));
      // SQLite takes a null pointer for NULL.
      static constexpr std::byte nothing{};
      statement.bind(9, piece.bytes.empty() ? std::span(&nothing, 0) : std::span(piece.bytes));
      CRATON_TRY(statement.run());
      ++place;
    }
    return {};
  }

  Result<std::optional<EditInfo>> change(std::string_view which, bool undone) {
    const std::lock_guard lock(mutex_);
    CRATON_TRY(Transaction transaction, Transaction::begin(database_));
    std::optional<EditInfo> edit;
    {
      CRATON_TRY(Statement rows, Statement::make(database_, which));
      CRATON_TRY(std::optional<EditInfo> info, next_edit(rows, path()));
      edit = std::move(info);
    }
    if (!edit) return edit;
    CRATON_TRY(Statement update, Statement::make(database_, "UPDATE edits SET undone = ?1 WHERE number = ?2"));
    update.bind(1, std::int64_t{undone});
    update.bind(2, edit->number);
    CRATON_TRY(update.run());
    CRATON_TRY(transaction.commit());
    edit->undone = undone;
    return edit;
  }

  mutable std::mutex mutex_;
  mutable Database database_;
  int format_;
};

}  // namespace

std::unique_ptr<EditStore> files::edits_in(Database database, int format) {
  return std::make_unique<FileEdits>(std::move(database), format);
}

Result<std::unique_ptr<EditStore>> open_edits(const std::string& path) {
  CRATON_TRY(Database database, open_endless(path));
  CRATON_TRY(const int format, format_of(database));
  return edits_in(std::move(database), format);
}

}  // namespace craton
