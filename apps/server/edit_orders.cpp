#include "edit_orders.h"

#include <fmt/format.h>

#include <craton/base/position.h>

#include "json_body.h"

namespace craton::server {
namespace {

/// The members of one stroke or voxel, with where it stands in the body.
Error placed(const Error& error, const std::string& where) {
  return {error.code, error.path == "/" ? where : where + error.path, error.message};
}

/// The list of a body that has nothing else.
Result<const Json*> list_of(JsonBody& body, std::string_view name, std::size_t most) {
  const Json* list = body.find(name);
  CRATON_TRY(body.end());
  if (!list || !list->is_array() || list->empty() || list->size() > most)
    return Error{ErrorCode::invalid_value, "/" + std::string(name), fmt::format("wants a list of 1 … {}", most)};
  return list;
}

}  // namespace

Json order_of(const TerrainEdit& edit) {
  if (edit.tool == BrushTool::stamp) return {};
  Json order = {{"tool", choice_names<BrushTool>()[static_cast<std::size_t>(edit.tool)]},
                {"x", metres_from_units(edit.at.x)},
                {"y", metres_from_units(edit.at.y)},
                {"radius", edit.radius},
                {"strength", edit.strength},
                {"falloff", edit.falloff}};
  if (edit.tool == BrushTool::raise || edit.tool == BrushTool::lower) order["by"] = edit.amount;
  if (edit.tool == BrushTool::flatten) order["to"] = edit.amount;
  if (edit.tool == BrushTool::smooth) order["smoothness"] = edit.node_step_x;
  if (edit.tool == BrushTool::paint) order["biome"] = edit.biome;
  return order;
}

Json order_of(const VoxelEdit& voxel, const VoxelWorld& world) {
  Json order = {{"x", voxel.x}, {"y", voxel.y}, {"z", voxel.z}};
  if (voxel.ground != 0) order["ground"] = world.table().grounds[voxel.ground].name;
  return order;
}

Result<BrushOrder> read_brush_order(std::string_view text) {
  CRATON_TRY(JsonBody body, JsonBody::read(text));
  BrushOrder order;
  if (!body.find("strokes")) {
    CRATON_TRY(const BrushStroke stroke, brush_from_json(text, order.stamps));
    order.strokes.push_back(stroke);
    return order;
  }
  CRATON_TRY(const Json* list, list_of(body, "strokes", most_strokes));
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Result<BrushStroke> stroke = brush_from_json(dumped((*list)[i]), order.stamps);
    if (!stroke) return placed(stroke.error(), fmt::format("/strokes/{}", i));
    order.strokes.push_back(*stroke);
  }
  return order;
}

Result<VoxelOrder> read_voxel_order(std::string_view text, const VoxelWorld& world) {
  CRATON_TRY(JsonBody body, JsonBody::read(text));
  CRATON_TRY(const Json* list, list_of(body, "voxels", most_voxels));
  VoxelOrder order;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Result<VoxelEdit> voxel = voxel_from_json(dumped((*list)[i]), world);
    if (!voxel) return placed(voxel.error(), fmt::format("/voxels/{}", i));
    order.voxels.push_back(*voxel);
    taken += voxel->ground == 0;
  }
  const VoxelEdit& first = order.voxels.front();
  const char* what = taken == order.voxels.size() ? "remove" : taken == 0 ? "place" : "change";
  order.text = fmt::format("{} {} voxel{} at {},{},{}", what, order.voxels.size(), order.voxels.size() == 1 ? "" : "s", first.x,
                           first.y, first.z);
  return order;
}

}  // namespace craton::server
