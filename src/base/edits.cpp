#include <craton/base/edits.h>

#include <algorithm>
#include <mutex>

#include "base/text.h"

namespace craton {
namespace {

constexpr std::size_t most_kind_letters = 64, most_text_bytes = 4096;

bool is_kind(std::string_view name) {
  const auto known = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && name.size() <= most_kind_letters && std::all_of(name.begin(), name.end(), known);
}

bool lies_in(const EditKey& key, const EditRange& range) {
  return key.kind == range.kind && (!range.level || *range.level == key.level) && key.x >= range.x0 && key.x <= range.x1 &&
         key.y >= range.y0 && key.y <= range.y1 && key.z >= range.z0 && key.z <= range.z1;
}

class MemoryEdits : public EditStore {
 public:
  Result<std::int64_t> add(std::string_view text, std::span<const EditPiece> pieces) override {
    CRATON_TRY(check_edit(text, pieces));
    const std::lock_guard lock(mutex_);
    edits_.resize(in_force_);
    Edit& edit = edits_.emplace_back();
    edit.info.number = ++last_number_;
    edit.info.text = text;
    edit.pieces.assign(pieces.begin(), pieces.end());
    in_force_ = edits_.size();
    return last_number_;
  }

  Result<std::optional<EditInfo>> undo() override {
    const std::lock_guard lock(mutex_);
    if (in_force_ == 0) return std::optional<EditInfo>();
    --in_force_;
    return std::optional(info(in_force_));
  }

  Result<std::optional<EditInfo>> redo() override {
    const std::lock_guard lock(mutex_);
    if (in_force_ == edits_.size()) return std::optional<EditInfo>();
    ++in_force_;
    return std::optional(info(in_force_ - 1));
  }

  Result<std::vector<EditInfo>> list() const override {
    const std::lock_guard lock(mutex_);
    std::vector<EditInfo> all;
    for (std::size_t place = 0; place < edits_.size(); ++place) {
      all.push_back(edits_[place].info);
      all.back().undone = place >= in_force_;
    }
    return all;
  }

  Result<std::vector<StoredPiece>> pieces(const EditRange& range) const override {
    const std::lock_guard lock(mutex_);
    std::vector<StoredPiece> found;
    for (std::size_t place = 0; place < in_force_; ++place)
      for (const EditPiece& piece : edits_[place].pieces)
        if (lies_in(piece.key, range)) found.push_back({edits_[place].info.number, piece});
    return found;
  }

  Result<std::vector<EditPiece>> pieces_of(std::int64_t edit) const override {
    const std::lock_guard lock(mutex_);
    for (const Edit& each : edits_)
      if (each.info.number == edit) return each.pieces;
    return std::vector<EditPiece>();
  }

 private:
  struct Edit {
    EditInfo info;
    std::vector<EditPiece> pieces;
  };
  /// As it is after an undo or redo of it.
  EditInfo info(std::size_t place) const {
    EditInfo info = edits_[place].info;
    info.undone = place >= in_force_;
    return info;
  }

  mutable std::mutex mutex_;
  std::vector<Edit> edits_;
  std::size_t in_force_ = 0;  ///< how many; the rest is undone
  std::int64_t last_number_ = 0;
};

}  // namespace

std::unique_ptr<EditStore> edits_in_memory() { return std::make_unique<MemoryEdits>(); }

Result<void> check_edit(std::string_view text, std::span<const EditPiece> pieces) {
  if (text.size() > most_text_bytes)
    return Error{ErrorCode::invalid_value, "edit/text",
                 concat({"found ", std::to_string(text.size()), " bytes, allowed up to ", std::to_string(most_text_bytes)})};
  for (const EditPiece& piece : pieces) {
    if (!is_kind(piece.key.kind))
      return Error{ErrorCode::invalid_value, "edit/kind",
                   concat({"found \"", piece.key.kind, "\", allowed: up to 64 of a … z, 0 … 9 and _"})};
    if (piece.bytes.size() > most_piece_bytes)
      return Error{ErrorCode::invalid_value, "edit/bytes",
                   concat({"a piece of ", std::to_string(piece.bytes.size()), " bytes, allowed up to ",
                           std::to_string(most_piece_bytes)})};
  }
  return {};
}

}  // namespace craton
