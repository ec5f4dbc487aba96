// libFuzzer: whatever a body holds that would change an endless world, it is a clear error with its place, or strokes and voxels
// within the bounds that are declared for them. Every body is read as both.
//   edit_orders_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the files in edit_orders_seeds/
#include <algorithm>
#include <cmath>
#include <string_view>

#include <craton/worlds/voxels.h>

#include "apps/server/edit_orders.h"
#include "apps/server/json_body.h"
#include "json_fuzz.h"

namespace {

using namespace craton;
using namespace craton::server;
using fuzz::expect;

const VoxelWorld& world() {
  static const VoxelWorld made = *VoxelWorld::make({.plants = false}, Seed{7});
  return made;
}

void expect_clear(const Error& error) {
  fuzz::expect_clear(error);
  expect(error.path == "body" || error.path.starts_with("/"));
  // It is sent as JSON, whatever bytes it quotes.
  expect(Json::accept(dumped({{"path", error.path}, {"message", error.message}})));
}

void within(std::string_view name, double value) {
  for (const ParamInfo& param : params_of<BrushParams>())
    if (param.name == name) expect(value >= param.min && value <= param.max);
}

void check(const BrushOrder& order) {
  expect(!order.strokes.empty() && order.strokes.size() <= most_strokes);
  for (const BrushStroke& stroke : order.strokes) {
    const BrushParams& p = stroke.params;
    within("radius", p.radius);
    within("by", p.by);
    within("strength", p.strength);
    within("falloff", p.falloff);
    within("smoothness", p.smoothness);
    expect(!stroke.to || std::isfinite(*stroke.to));
    expect((stroke.tool == BrushTool::stamp) == (stroke.stamp != nullptr));
    expect((stroke.tool == BrushTool::paint) == !stroke.biome.empty());
    if (!stroke.stamp) continue;
    const HeightMap& stamp = *stroke.stamp;
    expect(stamp.values.size() == std::size_t{stamp.width} * stamp.height && stamp.width <= most_stamp_side);
    for (const float value : stamp.values) expect(value >= 0 && value <= 1);
  }
}

void check(const VoxelOrder& order) {
  expect(!order.voxels.empty() && order.voxels.size() <= most_voxels && !order.text.empty());
  for (const VoxelEdit& voxel : order.voxels)
    expect(voxel.z >= 0 && voxel.z < world().params().chunk_height && voxel.ground < world().table().grounds.size());
}

std::size_t depth_of(const Json& json) {
  std::size_t deepest = 0;
  if (json.is_structured())
    for (const Json& part : json) deepest = std::max(deepest, depth_of(part));
  return deepest + 1;
}

const std::vector<std::string>& words() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made{"\"strokes\":[",
                                  "\"voxels\":[",
                                  "\"x\":",
                                  "\"y\":",
                                  "\"z\":",
                                  "\"ground\":",
                                  "\"tool\":",
                                  "\"to\":",
                                  "\"biome\":",
                                  "\"stamp\":{\"columns\":1,\"rows\":1,\"values\":[0.5]}",
                                  "\"columns\":",
                                  "\"values\":[",
                                  "0",
                                  "-1",
                                  "1e999",
                                  "1e-320",
                                  "9007199254740993",
                                  "-0.0",
                                  "null",
                                  "true",
                                  "[]",
                                  "{}",
                                  ","};
    for (const ParamInfo& param : params_of<BrushParams>()) made.push_back("\"" + std::string(param.name) + "\":");
    for (const std::string_view tool : choice_names<BrushTool>()) made.push_back("\"" + std::string(tool) + "\"");
    for (const VoxelTable::Ground& ground : world().table().grounds) made.push_back("\"" + ground.name + "\"");
    return made;
  }();
  return all;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  return fuzz::mutate(words(), data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<BrushOrder> brush = read_brush_order(text);
  if (brush)
    check(*brush);
  else
    expect_clear(brush.error());
  const Result<VoxelOrder> voxels = read_voxel_order(text, world());
  if (voxels)
    check(*voxels);
  else
    expect_clear(voxels.error());
  expect(!(brush && voxels));
  // Recipes may be texts with comments; whatever those hold, nothing deep comes of it.
  if (const Result<Json> recipe = parse_json(text, true)) expect(depth_of(*recipe) <= 101);
  // What is read has a key that stays the same when it is read once more: answers are shared by it.
  if (const Result<JsonBody> body = JsonBody::read(text)) {
    const Result<JsonBody> again = JsonBody::read(body->key());
    expect(again.ok() && again->key() == body->key());
  }
  return 0;
}
