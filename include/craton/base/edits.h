#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

/// What people changed by hand in an endless world, whatever its kind: kept sparsely, by place, with undo. `files/` keeps it in a
/// world file.
namespace craton {

/// Which square or cube of a world a piece of an edit belongs to. What a level and a place mean is its kind's business.
struct EditKey {
  std::string kind;  ///< whose pieces these are: "terrain", "voxels", …; up to 64 letters of a name
  std::uint32_t level = 0;
  std::int64_t x = 0, y = 0, z = 0;

  friend bool operator==(const EditKey&, const EditKey&) = default;
};

/// What an edit says of one place. The bytes are its kind's own.
struct EditPiece {
  EditKey key;
  std::vector<std::byte> bytes;
};

inline constexpr std::size_t most_piece_bytes = std::size_t{8} << 20;

/// One step that can be undone.
struct EditInfo {
  std::int64_t number = 0;  ///< they grow from edit to edit, and none comes twice
  std::string text;         ///< for people: "raise 12,5 by 3"
  bool undone = false;
};

struct StoredPiece {
  std::int64_t edit = 0;
  EditPiece piece;
};

/// Pieces of a kind, all of them or those of some places; last ones included.
struct EditRange {
  static constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

  std::string kind;
  std::optional<std::uint32_t> level{};  ///< none: all
  std::int64_t x0 = least, x1 = most, y0 = least, y1 = most, z0 = least, z1 = most;
};

/// Edits in their order. Those before some point are in force, those after it are undone and can be redone. All calls are safe
/// from several threads.
class EditStore {
 public:
  virtual ~EditStore() = default;

  /// A new edit, in force once this returns: from then on no kill and no power cut takes it back. Forgets what was undone.
  /// Gives its number.
  virtual Result<std::int64_t> add(std::string_view text, std::span<const EditPiece> pieces) = 0;
  /// Takes back the last edit in force, and tells which; none where there is none.
  virtual Result<std::optional<EditInfo>> undo() = 0;
  /// Brings back the edit that was undone last.
  virtual Result<std::optional<EditInfo>> redo() = 0;

  /// All edits, the undone ones too.
  virtual Result<std::vector<EditInfo>> list() const = 0;
  /// The pieces of edits in force, the oldest edit first; of one edit in the order in which they were given.
  virtual Result<std::vector<StoredPiece>> pieces(const EditRange& range) const = 0;
  /// All pieces of one edit, undone or not: what it touches.
  virtual Result<std::vector<EditPiece>> pieces_of(std::int64_t edit) const = 0;
};

/// Edits that live as long as this: for programs that keep worlds their own way.
CRATON_API std::unique_ptr<EditStore> edits_in_memory();

/// Whether an edit can be kept: kinds are names, pieces not too large. Stores ask it.
CRATON_API Result<void> check_edit(std::string_view text, std::span<const EditPiece> pieces);

}  // namespace craton
