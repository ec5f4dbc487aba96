#include "edit_orders.h"

#include <fmt/format.h>

#include <algorithm>

#include <craton/base/position.h>

#include "json_body.h"

namespace craton::server {
namespace {

constexpr std::int64_t farthest_stroke = std::int64_t{1} << 52;

/// The members of one stroke or voxel, with where it stands in the body.
Error placed(const Error& error, const std::string& where) { return {error.code, where + error.path, error.message}; }

Result<HeightMap> stamp_of(const Json& json) {
  CRATON_TRY(JsonBody body, JsonBody::part(json));
  CRATON_TRY(const std::int64_t columns, body.integer("columns", 0, 1, most_stamp_side));
  CRATON_TRY(const std::int64_t rows, body.integer("rows", 0, 1, most_stamp_side));
  const Json* values = body.find("values");
  CRATON_TRY(body.end());
  const std::size_t count = static_cast<std::size_t>(columns * rows);
  if (count == 0 || !values || !values->is_array() || values->size() != count)
    return Error{ErrorCode::invalid_value, "/values", fmt::format("wants a list of columns · rows = {} numbers", count)};
  HeightMap map{.width = static_cast<std::uint32_t>(columns), .height = static_cast<std::uint32_t>(rows), .values = {}};
  map.values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Json& value = (*values)[i];
    const double level = value.is_number() ? value.get<double>() : -1;
    if (!(level >= 0 && level <= 1)) return Error{ErrorCode::invalid_value, fmt::format("/values/{}", i), "wants a number 0 … 1"};
    map.values.push_back(static_cast<float>(level));
  }
  return map;
}

/// What only one tool has is refused with the others.
Result<void> check_tool(const BrushStroke& stroke, bool biome, bool stamp) {
  struct Own {
    bool given;
    const char* name;
    BrushTool tool;
    bool needed;
  };
  for (const Own& own : {Own{stroke.to.has_value(), "/to", BrushTool::flatten, false},
                         Own{biome, "/biome", BrushTool::paint, true}, Own{stamp, "/stamp", BrushTool::stamp, true}}) {
    const std::string_view tool = choice_names<BrushTool>()[static_cast<std::size_t>(own.tool)];
    if (own.given && stroke.tool != own.tool)
      return Error{ErrorCode::invalid_value, own.name, fmt::format("is for {} alone", tool)};
    if (!own.given && own.needed && stroke.tool == own.tool)
      return Error{ErrorCode::invalid_value, own.name, fmt::format("is missing: {} needs it", tool)};
  }
  return {};
}

Result<std::int64_t> units_of(JsonBody& body, std::string_view name) {
  const std::string path = "/" + std::string(name);
  const Json* given = body.find(name);
  if (!given) return Error{ErrorCode::invalid_value, path, "is missing: metres"};
  CRATON_TRY(const double metres, body.number(name, 0, -0x1p52, 0x1p52));
  const Result<std::int64_t> units = units_from_metres(metres);
  if (!units) return Error{units.error().code, path, units.error().message};
  return units;
}

Result<BrushStroke> stroke_of(JsonBody& body, std::deque<HeightMap>& stamps) {
  BrushStroke stroke;
  CRATON_TRY(const std::string tool, body.text("tool", "", 32));
  const std::span<const std::string_view> tools = choice_names<BrushTool>();
  const auto known = std::find(tools.begin(), tools.end(), tool);
  if (known == tools.end())
    return Error{ErrorCode::invalid_value, "/tool", fmt::format("found \"{}\", allowed {}", tool, fmt::join(tools, " | "))};
  stroke.tool = static_cast<BrushTool>(known - tools.begin());
  CRATON_TRY(const std::int64_t x, units_of(body, "x"));
  CRATON_TRY(const std::int64_t y, units_of(body, "y"));
  stroke.at = {x, y};
  for (const ParamInfo& param : params_of<BrushParams>()) {
    if (!body.find(param.name)) continue;
    CRATON_TRY(const double value, body.number(param.name, 0, param.min, param.max));
    param.assign(&stroke.params, value);
  }
  if (body.find("to")) {
    CRATON_TRY(const double to, body.number("to", 0, -1e5, 1e5));
    stroke.to = to;
  }
  CRATON_TRY(const std::string biome, body.text("biome", "", 64));
  stroke.biome = biome;
  const Json* stamp = body.find("stamp");
  CRATON_TRY(body.end());
  CRATON_TRY(check_tool(stroke, !biome.empty(), stamp != nullptr));
  if (!stamp) return stroke;
  Result<HeightMap> map = stamp_of(*stamp);
  if (!map) return placed(map.error(), "/stamp");
  stamps.push_back(*std::move(map));
  stroke.stamp = &stamps.back();
  return stroke;
}

Result<VoxelEdit> voxel_of(const Json& json, const VoxelWorld& world) {
  CRATON_TRY(JsonBody body, JsonBody::part(json));
  for (const char* name : {"x", "y", "z"})
    if (!body.find(name)) return Error{ErrorCode::invalid_value, std::string("/") + name, "is missing"};
  CRATON_TRY(const std::int64_t x, body.integer("x", 0, -farthest_stroke, farthest_stroke));
  CRATON_TRY(const std::int64_t y, body.integer("y", 0, -farthest_stroke, farthest_stroke));
  CRATON_TRY(const std::int64_t z, body.integer("z", 0, 0, world.params().chunk_height - 1));
  CRATON_TRY(const std::string ground, body.text("ground", "", 64));
  CRATON_TRY(body.end());
  VoxelEdit edit{.x = x, .y = y, .z = static_cast<int>(z)};
  if (ground.empty()) return edit;
  const std::vector<VoxelTable::Ground>& grounds = world.table().grounds;
  const auto known = std::find_if(grounds.begin(), grounds.end(), [&](const auto& each) { return each.name == ground; });
  if (known == grounds.end()) {
    std::vector<std::string_view> names;
    for (const VoxelTable::Ground& each : grounds) names.push_back(each.name);
    return Error{ErrorCode::invalid_value, "/ground", fmt::format("found \"{}\", allowed {}", ground, fmt::join(names, " | "))};
  }
  edit.ground = static_cast<GroundId>(known - grounds.begin());
  return edit;
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
    CRATON_TRY(const BrushStroke stroke, stroke_of(body, order.stamps));
    order.strokes.push_back(stroke);
    return order;
  }
  CRATON_TRY(const Json* list, list_of(body, "strokes", most_strokes));
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string where = fmt::format("/strokes/{}", i);
    Result<JsonBody> part = JsonBody::part((*list)[i]);
    if (!part) return placed(part.error(), where);
    const Result<BrushStroke> stroke = stroke_of(*part, order.stamps);
    if (!stroke) return placed(stroke.error(), where);
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
    const Result<VoxelEdit> voxel = voxel_of((*list)[i], world);
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
