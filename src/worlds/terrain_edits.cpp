#include <craton/worlds/terrain_edits.h>

#include <algorithm>

#include <craton/worlds/terrain.h>

#include "base/fp_mode.h"
#include "base/number_text.h"
#include "base/text.h"
#include "worlds/brush.h"

namespace craton {
namespace {

using namespace terrain;

std::string digits(double value) { return number_text(value, 12); }

}  // namespace

std::string text_of(const TerrainEdit& edit) {
  const std::string what(choice_names<BrushTool>()[static_cast<std::size_t>(edit.tool)]);
  std::string amount;
  switch (edit.tool) {
    case BrushTool::raise:
    case BrushTool::lower:
    case BrushTool::stamp: amount = concat({" by ", digits(edit.amount), " m"}); break;
    case BrushTool::flatten: amount = concat({" to ", digits(edit.amount), " m"}); break;
    case BrushTool::paint: amount = concat({" ", edit.biome}); break;
    case BrushTool::smooth: break;
  }
  return concat({what, amount, " at ", digits(metres_from_units(edit.at.x)), ",", digits(metres_from_units(edit.at.y)),
                 ", radius ", digits(edit.radius), " m"});
}

TerrainEdits::TerrainEdits(std::vector<Numbered> edits) : edits_(std::move(edits)) {
  for (const Numbered& each : edits_) squares_.push_back(square_of(each.edit));
}

Result<std::shared_ptr<const TerrainEdits>> TerrainEdits::load(const EditStore& store) {
  CRATON_TRY(const std::vector<StoredPiece> pieces, store.pieces({.kind = "terrain"}));
  std::vector<Numbered> edits;
  for (const StoredPiece& stored : pieces) {
    Result<TerrainEdit> edit = edit_from_piece(stored.piece);
    if (!edit) return Error{edit.error().code, concat({"edit ", std::to_string(stored.edit)}), edit.error().message};
    edits.push_back({stored.edit, *std::move(edit)});
  }
  return std::make_shared<const TerrainEdits>(std::move(edits));
}

std::vector<EditSquare> TerrainEdits::changed_since(const TerrainEdits* before) const {
  std::vector<EditSquare> changed;
  const std::size_t known = before ? before->edits_.size() : 0;
  // Both are in the order of their numbers.
  std::size_t mine = 0, old = 0;
  while (mine < edits_.size() || old < known) {
    const bool only_mine = old == known || (mine < edits_.size() && edits_[mine].number < before->edits_[old].number);
    const bool only_old = mine == edits_.size() || (old < known && before->edits_[old].number < edits_[mine].number);
    if (only_mine) {
      changed.push_back(squares_[mine++]);
    } else if (only_old) {
      changed.push_back(before->squares_[old++]);
    } else {
      ++mine;
      ++old;
    }
  }
  return changed;
}

bool TerrainEdits::touch(const EditSquare& square) const {
  return std::any_of(squares_.begin(), squares_.end(), [&](const EditSquare& each) {
    return each.first.x <= square.last.x && square.first.x <= each.last.x && each.first.y <= square.last.y &&
           square.first.y <= each.last.y;
  });
}

void TerrainEdits::apply(Surface& surface) const {
  const FloatingPointMode ieee;
  const auto& tile = std::get<PlaneTile>(surface.domain());
  for (std::size_t i = 0; i < edits_.size(); ++i)
    if (const SampleSpan span = samples_in(tile, squares_[i]); !span.empty()) apply_edit(edits_[i].edit, span, tile, surface);
}

Result<std::shared_ptr<const TerrainEdits>> add_edit(EditStore& store, const Terrain& terrain, const BrushStroke& stroke,
                                                     const Execution& execution) {
  CRATON_TRY(const TerrainEdit edit, make_edit(terrain, stroke, execution));
  const EditPiece pieces[] = {piece_of(edit)};
  const Result<std::int64_t> number = store.add(text_of(edit), pieces);
  if (!number) return number.error();
  return TerrainEdits::load(store);
}

}  // namespace craton
