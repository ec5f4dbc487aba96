#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>

#include <craton/files/endless_world.h>
#include <craton/recipe/voxel_recipe.h>
#include <craton/worlds/terrain_edits.h>
#include <craton/worlds/voxel_edits.h>

#include "base/text.h"
#include "files/check_parts.h"
#include "files/edit_tables.h"

namespace craton::files {
namespace {

/// A file that may be damaged, open to be read. What a killed program left beside it belongs to it, and is used first.
struct OpenWorld {
  std::vector<std::byte> cut;  // outlives the database
  Database database;
  std::string told;  ///< of a file that was cut off
};

Result<OpenWorld> open_world(const std::string& path) {
  CRATON_TRY(const FileHead head, head_of_file(path));
  std::error_code failed;
  const bool has_journal = std::filesystem::exists(path + "-journal", failed);
  std::vector<std::byte> cut;
  if (!has_journal) { CRATON_TRY(cut, bytes_of_cut_file(path, head)); }
  const bool is_cut = !cut.empty();
  Result<Database> database = is_cut ? Database::open_bytes(cut, path) : Database::open_shared(path);
  if (!database) return database.error();
  CRATON_TRY(check_schema(*database, edit_tables()));
  return OpenWorld{std::move(cut), *std::move(database),
                   is_cut ? concat({"it ends after ", std::to_string(head.file_bytes), " bytes"}) : ""};
}

struct Edit {
  EditInfo info;
  std::vector<EditPiece> pieces;
};

/// Reads what the pieces of one edit mean; an error where they mean nothing.
using Understand = std::function<Result<void>(const std::vector<EditPiece>& pieces)>;

Result<Understand> understanding_of(const EndlessWorldInfo& info, const RecipeTerms& terms) {
  if (info.kind == "terrain") {
    CRATON_TRY(recipe_from_json(info.recipe, terms));
    return Understand([](const std::vector<EditPiece>& pieces) -> Result<void> {
      for (const EditPiece& piece : pieces) CRATON_TRY(edit_from_piece(piece));
      return {};
    });
  }
  if (info.kind != "voxels") return Error{ErrorCode::unsupported, "", concat({"worlds of ", info.kind, " are not known here"})};
  CRATON_TRY(const VoxelRecipe recipe, voxel_recipe_from_json(info.recipe, params_of<VoxelParams>()));
  CRATON_TRY(VoxelWorld world, VoxelWorld::make(recipe));
  return Understand([world](const std::vector<EditPiece>& pieces) -> Result<void> {
    const std::shared_ptr<EditStore> alone = edits_in_memory();
    CRATON_TRY(alone->add("", pieces));
    CRATON_TRY(VoxelEdits::open(world, alone));
    return {};
  });
}

class EndlessCheck {
 public:
  EndlessCheck(const std::string& path, Database& database) : path_(path), database_(database) { check_.path = path; }

  WorldCheck& check() { return check_; }
  const EndlessWorldInfo& info() const { return info_; }
  const std::vector<Edit>& whole() const { return whole_; }
  bool has_recipe() const { return has_recipe_; }

  Result<void> run(const RecipeTerms& terms) {
    database_.allow_steps(std::numeric_limits<std::uint64_t>::max());
    CRATON_TRY(read_meta());
    check_.kind = info_.kind;
    Result<Understand> understand = understanding_of(info_, terms);
    has_recipe_ = understand || check_.is_whole();
    if (!understand)
      check_.unchecked.push_back(
          concat({"what its edits mean: ", has_recipe_ ? understand.error().to_string() : "the recipe is lost"}));
    CRATON_TRY(read_edits());
    CRATON_TRY(read_pieces());
    CRATON_TRY(check_pages());
    for (Edit& edit : edits_) {
      const std::string where = concat({"edit ", std::to_string(edit.info.number)});
      if (const auto broken = broken_.find(edit.info.number); broken != broken_.end()) {
        note(where, broken->second);
      } else if (Result<void> meant = understand ? (*understand)(edit.pieces) : Result<void>(); !meant) {
        note(where, concat({"means nothing: ", meant.error().message}));
      } else {
        check_.whole.push_back(where);
        whole_.push_back(std::move(edit));
      }
    }
    // As a world has them: what is undone comes last.
    std::stable_partition(whole_.begin(), whole_.end(), [](const Edit& edit) { return !edit.info.undone; });
    return {};
  }

 private:
  void note(std::string where, std::string what) { check_.damages.push_back({std::move(where), std::move(what)}); }
  static std::string words_of(const Error& error) {
    return error.message.starts_with(damaged_words) ? error.message.substr(damaged_words.size()) : error.message;
  }

  Result<void> read_meta() {
    Result<EndlessWorldInfo> info = endless_info(database_);
    if (info) {
      info_ = *std::move(info);
      return {};
    }
    if (info.error().code != ErrorCode::corrupt) return info.error();
    note("the recipe", words_of(info.error()));
    // Whoever reads it sees whether it is still one.
    CRATON_TRY(Statement rows, Statement::make(database_, "SELECT key, value FROM meta ORDER BY key"));
    while (true) {
      const Result<bool> found = rows.step();
      if (!found || !*found) return {};
      const std::string_view* key = rows.text(0);
      const std::string name(key ? *key : "");
      const std::string_view* value = rows.text(1);
      if (!value) continue;
      if (name == "kind") info_.kind = *value;
      if (name == "recipe") info_.recipe = *value;
    }
  }

  Result<void> read_edits() {
    CRATON_TRY(Statement rows, Statement::make(database_, "SELECT number, text, undone FROM edits ORDER BY number"));
    while (true) {
      Result<std::optional<EditInfo>> info = next_edit(rows, path_);
      if (!info && info.error().code != ErrorCode::corrupt) return info.error();
      if (!info) return note("the edits", words_of(info.error())), Result<void>();
      if (!*info) return {};
      const EditInfo& edit = **info;
      if (!edits_.empty() && edits_.back().info.undone && !edit.undone)
        note(concat({"edit ", std::to_string(edit.number)}), "is in force after one that is undone");
      edits_.push_back({edit, {}});
    }
  }

  /// Piece by piece, so that one that cannot be read takes its edit with it and no other.
  Result<void> read_pieces() {
    CRATON_TRY(const int format, format_of(database_));
    CRATON_TRY(const bool all_seen, scan_pieces(format));
    for (Edit& edit : edits_) CRATON_TRY(all_seen ? place_pieces(edit) : find_pieces(edit, format));
    return {};
  }

  /// All of the table, whatever its indices say; false where it ends in the middle.
  Result<bool> scan_pieces(int format) {
    CRATON_TRY(Statement rows, Statement::make(database_,
                                               "SELECT edit, place, kind, level, x, y, z, checksum, bytes FROM pieces "
                                               "NOT INDEXED ORDER BY number"));
    while (true) {
      const Result<bool> found = rows.step();
      if (!found && found.error().code != ErrorCode::corrupt) return found.error();
      if (!found) return false;
      if (!*found) return true;
      const std::int64_t* edit = rows.integer(0);
      const std::int64_t number = edit ? *edit : 0;
      Result<PlacedPiece> piece = piece_of_row(rows, path_, format);
      if (piece)
        pieces_[number][piece->place] = std::move(piece->stored.piece);
      else
        broken_[number] = words_of(piece.error());
    }
  }

  /// From what was seen.
  Result<void> place_pieces(Edit& edit) {
    for (auto& [place, piece] : pieces_[edit.info.number]) {
      if (place != static_cast<std::int64_t>(edit.pieces.size()))
        broken_.try_emplace(edit.info.number, words_of(piece_missing(path_, edit.info.number)));
      edit.pieces.push_back(std::move(piece));
    }
    return {};
  }

  /// By the index, in a table that ends in the middle.
  Result<void> find_pieces(Edit& edit, int format) {
    CRATON_TRY(Statement rows, Statement::make(database_,
                                               "SELECT edit, place, kind, level, x, y, z, checksum, bytes FROM pieces "
                                               "WHERE edit = ?1 ORDER BY place"));
    rows.bind(1, edit.info.number);
    const Result<std::vector<StoredPiece>> pieces = next_pieces(rows, path_, format, true);
    if (!pieces && pieces.error().code != ErrorCode::corrupt) return pieces.error();
    if (!pieces)
      broken_[edit.info.number] = words_of(pieces.error());
    else
      for (const StoredPiece& piece : *pieces) edit.pieces.push_back(piece.piece);
    return {};
  }

  /// SQLite's own look at its pages: an index may hide what a table holds, and pieces may belong to no edit.
  Result<void> check_pages() {
    CRATON_TRY(Statement pages, Statement::make(database_, "PRAGMA integrity_check(1)"));
    const Result<bool> found = pages.step();
    const std::string_view* text = found && *found ? pages.text(0) : nullptr;
    if (!text || *text != "ok")
      note("the tables", text ? std::string(text->substr(text->rfind('\n') + 1)) : words_of(database_.failure()));
    CRATON_TRY(Statement lost,
               Statement::make(database_, "SELECT count(*) FROM pieces WHERE edit NOT IN (SELECT number FROM edits)"));
    const Result<bool> counted = lost.step();
    const std::int64_t* count = counted && *counted ? lost.integer(0) : nullptr;
    if (count && *count > 0) note("the edits", concat({std::to_string(*count), " pieces belong to edits that are gone"}));
    return {};
  }

  const std::string& path_;
  Database& database_;
  EndlessWorldInfo info_;
  bool has_recipe_ = false;
  std::vector<Edit> edits_, whole_;
  std::map<std::int64_t, std::map<std::int64_t, EditPiece>> pieces_;  // by edit and place
  std::map<std::int64_t, std::string> broken_;
  WorldCheck check_;
};

Result<void> add_all(EditStore& store, const std::vector<Edit>& edits) {
  std::size_t undone = 0;
  for (const Edit& edit : edits) {
    CRATON_TRY(store.add(edit.info.text, edit.pieces));
    undone += edit.info.undone;
  }
  for (; undone > 0; --undone) CRATON_TRY(store.undo());
  return {};
}

}  // namespace

Result<WorldCheck> check_endless(const std::string& path, const std::string& to, const RecipeTerms& terms) {
  Result<OpenWorld> open = open_world(path);
  if (!open) {
    if (!to.empty() || open.error().code != ErrorCode::corrupt || !open.error().message.starts_with(damaged_words))
      return open.error();
    return WorldCheck{path, "endless", {{"the file", open.error().message.substr(damaged_words.size())}}, {}, {}};
  }
  EndlessCheck checking(path, open->database);
  if (!open->told.empty()) checking.check().damages.push_back({"the file", open->told});
  CRATON_TRY(checking.run(terms));
  if (!to.empty()) {
    if (!checking.has_recipe()) return Error{ErrorCode::corrupt, path, "cannot be saved: its recipe is lost"};
    CRATON_TRY(write_endless(to, checking.info().kind, checking.info().recipe,
                             [&](EditStore& store) { return add_all(store, checking.whole()); }));
  }
  return std::move(checking.check());
}

}  // namespace craton::files
