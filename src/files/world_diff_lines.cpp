#include <cmath>

#include <craton/files/world_diff.h>

#include "base/number_text.h"
#include "base/text.h"

namespace craton {
namespace {

std::string number(double value) { return std::isnan(value) ? "no number" : number_text(value, 9); }

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return concat({std::to_string(count), " ", count == 1 ? one : many});
}

std::string layer_line(const LayerDiff& layer, const WorldDiff& diff) {
  const std::string begin = concat({"layer ", layer.name, ": "});
  const std::string unit = layer.unit.empty() ? "" : concat({" ", layer.unit});
  switch (layer.kind) {
    case DiffKind::only_in_a: return begin + "only in A";
    case DiffKind::only_in_b: return begin + "only in B";
    case DiffKind::other_type: return begin + "of another type";
    case DiffKind::other_size: return begin + "on another number of cells";
    case DiffKind::other_info: return begin + "the same values, but another unit, description or names of categories";
    case DiffKind::other_values: break;
  }
  return concat({begin, std::to_string(layer.cells), " of ", counted(diff.cells_a, "cell differs", "cells differ"), ", by ",
                 number(layer.largest), unit, " at most; the first is cell ", std::to_string(layer.first_cell), ": ",
                 number(layer.first_a), " in A, ", number(layer.first_b), " in B"});
}

std::string objects_line(const ObjectsDiff& objects) {
  const std::string begin = concat({"objects ", objects.name, ": "});
  switch (objects.kind) {
    case DiffKind::only_in_a: return begin + "only in A";
    case DiffKind::only_in_b: return begin + "only in B";
    case DiffKind::other_type: return concat({begin, "column ", objects.column, " is another one"});
    case DiffKind::other_size: return begin + "other numbers of rows or columns";
    case DiffKind::other_info: return begin + "the same values, but other units or descriptions";
    case DiffKind::other_values: break;
  }
  return concat({begin, "column ", objects.column, " differs"});
}

std::string reason_line(const DiffReason& reason) {
  if (reason.a.empty() && reason.b.empty()) return concat({reason.what, ": differs"});
  const auto side = [](const std::string& value) { return value.empty() ? "nothing" : value; };
  return concat({reason.what, ": ", side(reason.a), " in A, ", side(reason.b), " in B"});
}

}  // namespace

std::vector<std::string> diff_lines(const WorldDiff& diff) {
  std::vector<std::string> lines{concat({"A: ", diff.path_a}), concat({"B: ", diff.path_b})};
  if (diff.cells_a != diff.cells_b)
    lines.push_back(concat({"cells: ", std::to_string(diff.cells_a), " in A, ", std::to_string(diff.cells_b), " in B"}));
  for (const LayerDiff& layer : diff.layers) lines.push_back(layer_line(layer, diff));
  for (const ObjectsDiff& objects : diff.objects) lines.push_back(objects_line(objects));
  if (diff.same()) {
    lines.push_back(concat({"the same world, bit for bit: ", counted(diff.same_layers, "layer", "layers")}));
  } else if (diff.same_layers > 0) {
    lines.push_back(counted(diff.same_layers, "layer is the same", "layers are the same"));
  }
  if (!diff.reasons.empty()) lines.emplace_back(diff.same() ? "made differently:" : "made differently, which may be why:");
  for (const DiffReason& reason : diff.reasons) lines.push_back("  " + reason_line(reason));
  if (diff.reasons.empty() && !diff.same())
    lines.emplace_back("made from the same recipe, seed and version: one of the files was not made by that recipe alone");
  return lines;
}

}  // namespace craton
