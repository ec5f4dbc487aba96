#include <craton/requests/edit_orders.h>

#include <algorithm>

#include <craton/requests/request.h>

#include "base/text.h"
#include "requests/json.h"
#include "requests/values.h"

namespace craton {
namespace requests {
namespace {

constexpr double farthest = 0x1p52;  // metres
constexpr double no_height = 1e6;

/// A touch of a brush as it is written.
struct Brush {
  BrushTool tool = BrushTool::raise;
  double x = 0, y = 0;
  BrushParams params{};
  double to = no_height;
  std::string biome, stamp;
};

/// A voxel as it is written.
struct Voxel {
  std::int64_t x = 0, y = 0;
  int z = 0;
  std::string ground;
};

Error wrong(std::string_view path, std::string message) {
  return {ErrorCode::invalid_value, concat({"/", path}), std::move(message)};
}

/// Values of an object whose members are declared; what must be there is named.
Result<ParamValues> members_of(std::span<const ParamInfo> declared, std::string_view text,
                               std::initializer_list<std::string_view> needed) {
  const auto told = [](Error error) {
    if (!error.path.starts_with('/')) error.path.insert(0, "/");
    return error;
  };
  Result<ParamValues> values = values_from_json(declared, text);
  if (!values) return told(values.error());
  for (const std::string_view name : needed)
    if (!values->find(name)) return wrong(name, "is missing");
  return values;
}

Result<HeightMap> stamp_of(const std::string& text) {
  CRATON_TRY(const Json json, parsed(text, "/stamp"));
  if (!json.is_object()) return refused("/stamp", json, "{\"columns\": 2, \"rows\": 1, \"values\": [0, 1]}");
  for (const auto& [name, value] : json.items())
    if (name != "columns" && name != "rows" && name != "values")
      return Error{ErrorCode::unknown_name, concat({"/stamp/", name.substr(0, 64)}),
                   "there is no such member, allowed columns, rows, values"};
  const auto side = [&](const char* name) -> Result<std::uint32_t> {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() < 1 ||
        found->get<std::uint64_t>() > most_stamp_side)
      return wrong(concat({"stamp/", name}), concat({"wants a whole number 1 … ", std::to_string(most_stamp_side)}));
    return found->get<std::uint32_t>();
  };
  HeightMap map;
  CRATON_TRY(map.width, side("columns"));
  CRATON_TRY(map.height, side("rows"));
  const std::size_t count = std::size_t{map.width} * map.height;
  const auto values = json.find("values");
  if (values == json.end() || !values->is_array() || values->size() != count)
    return wrong("stamp/values", concat({"wants a list of columns · rows = ", std::to_string(count), " numbers"}));
  for (std::size_t i = 0; i < count; ++i) {
    const Json& value = (*values)[i];
    const double level = value.is_number() ? value.get<double>() : -1;
    if (!(level >= 0 && level <= 1)) return wrong(concat({"stamp/values/", std::to_string(i)}), "wants a number 0 … 1");
    map.values.push_back(static_cast<float>(level));
  }
  return map;
}

/// What only one tool has is refused with the others.
Result<void> check_tool(const Brush& brush) {
  struct Own {
    bool given;
    std::string_view name;
    BrushTool tool;
    bool needed;
  };
  for (const Own& own :
       {Own{brush.to != no_height, "to", BrushTool::flatten, false}, Own{!brush.biome.empty(), "biome", BrushTool::paint, true},
        Own{!brush.stamp.empty(), "stamp", BrushTool::stamp, true}}) {
    const std::string_view tool = choice_names<BrushTool>()[static_cast<std::size_t>(own.tool)];
    if (own.given && brush.tool != own.tool) return wrong(own.name, concat({"is for ", tool, " alone"}));
    if (!own.given && own.needed && brush.tool == own.tool) return wrong(own.name, concat({"is missing: ", tool, " needs it"}));
  }
  return {};
}

}  // namespace
}  // namespace requests

using requests::Brush;
using requests::Voxel;

template <>
std::span<const ParamInfo> params_of<Brush>() {
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> params{
        choice_param<&Brush::tool>("tool", "What the brush does."),
        number_param<&Brush::x>("x", -requests::farthest, requests::farthest, "m", "The middle of the brush, to the east."),
        number_param<&Brush::y>("y", -requests::farthest, requests::farthest, "m", "And to the south.")};
    for (ParamInfo param : params_of<BrushParams>()) {
      param.assign = nullptr;  // into the brush's own parameters, below
      params.push_back(param);
    }
    params.push_back(number_param<&Brush::to>("to", -1e6, 1e6, "m", "The height to flatten to; none: that in the middle."));
    params.push_back(text_param<&Brush::biome>("biome", 64, "What to paint."));
    params.push_back(
        text_param<&Brush::stamp>("stamp", 1 << 20, "Heights to add: {\"columns\": 2, \"rows\": 1, \"values\": [0, 1]}."));
    return params;
  }();
  return list;
}

template <>
std::span<const ParamInfo> params_of<Voxel>() {
  static const ParamInfo list[] = {
      integer_param<&Voxel::x>("x", -(std::int64_t{1} << 52), std::int64_t{1} << 52, "", "Its column, to the east."),
      integer_param<&Voxel::y>("y", -(std::int64_t{1} << 52), std::int64_t{1} << 52, "", "And to the south."),
      integer_param<&Voxel::z>("z", 0, 65535, "", "From the floor of the world."),
      text_param<&Voxel::ground>("ground", 64, "What it becomes; \"\": nothing."),
  };
  return list;
}

std::span<const ParamInfo> brush_params() { return params_of<Brush>(); }
std::span<const ParamInfo> voxel_params() { return params_of<Voxel>(); }

Result<BrushStroke> brush_from_json(std::string_view text, std::deque<HeightMap>& stamps) {
  CRATON_TRY(const ParamValues values, requests::members_of(brush_params(), text, {"tool", "x", "y"}));
  Brush brush;
  for (const ParamInfo& param : brush_params())
    if (const ParamValue* value = values.find(param.name); value && param.assign) param.assign(&brush, *value);
  for (const ParamInfo& param : params_of<BrushParams>())
    if (const ParamValue* value = values.find(param.name)) param.assign(&brush.params, *value);
  CRATON_TRY(requests::check_tool(brush));
  BrushStroke stroke{.tool = brush.tool, .params = brush.params};
  const Result<std::int64_t> x = units_from_metres(brush.x), y = units_from_metres(brush.y);
  if (!x) return requests::wrong("x", x.error().message);
  if (!y) return requests::wrong("y", y.error().message);
  stroke.at = {*x, *y};
  if (brush.to != requests::no_height) stroke.to = brush.to;
  stroke.biome = brush.biome;
  if (brush.stamp.empty()) return stroke;
  CRATON_TRY(HeightMap map, requests::stamp_of(brush.stamp));
  stroke.stamp = &stamps.emplace_back(std::move(map));
  return stroke;
}

Result<VoxelEdit> voxel_from_json(std::string_view text, const VoxelWorld& world) {
  CRATON_TRY(const ParamValues values, requests::members_of(voxel_params(), text, {"x", "y", "z"}));
  Voxel voxel;
  for (const ParamInfo& param : voxel_params())
    if (const ParamValue* value = values.find(param.name)) param.assign(&voxel, *value);
  if (voxel.z >= world.params().chunk_height)
    return requests::wrong(
        "z", concat({"found ", std::to_string(voxel.z), ", allowed 0 … ", std::to_string(world.params().chunk_height - 1)}));
  VoxelEdit edit{.x = voxel.x, .y = voxel.y, .z = voxel.z};
  if (voxel.ground.empty()) return edit;
  std::vector<std::string_view> names;
  for (const VoxelTable::Ground& each : world.table().grounds) names.push_back(each.name);
  const auto known = std::find(names.begin(), names.end(), voxel.ground);
  if (known == names.end())
    return requests::wrong("ground", concat({"found \"", voxel.ground, "\", allowed ", joined(names),
                                             suggestion(nearest_name(voxel.ground, names))}));
  edit.ground = static_cast<GroundId>(known - names.begin());
  return edit;
}

}  // namespace craton
