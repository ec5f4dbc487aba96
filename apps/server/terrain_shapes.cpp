#include "terrain_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include <craton/files/glb.h>
#include <craton/requests/scenes.h>

#include "services.h"

namespace craton::server {
namespace {

constexpr double most_things = 1 << 18;  // of a kind, in a tile
constexpr std::uint32_t most_scatter_level = 7;

template <class T>
void put(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

/// Which of the usual kinds are wanted.
Result<std::vector<bool>> wanted_kinds(const std::string& list) {
  const std::vector<ScatterKind>& all = usual_scatter();
  std::vector<bool> wanted(all.size(), list.empty());
  for (const std::string& name : names_in(list)) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const ScatterKind& kind) { return kind.name == name; });
    if (found == all.end())
      return Error{ErrorCode::invalid_value, "kinds",
                   fmt::format("found \"{}\", allowed {}", name.substr(0, 64), dumped(scatter_names()))};
    wanted[static_cast<std::size_t>(found - all.begin())] = true;
  }
  return wanted;
}

}  // namespace

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    names.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

Result<Response> terrain_glb(const TerrainTile& tile) {
  CRATON_TRY(const Scene scene, land_scene(tile.surface, {}));
  CRATON_TRY(std::string bytes, glb_bytes(scene.glb));
  return bytes_response(std::move(bytes), "model/gltf-binary");
}

Json scatter_names() {
  Json names = Json::array();
  for (const ScatterKind& kind : usual_scatter()) names.push_back(kind.name);
  return names;
}

Result<Response> scatter_response(const Terrain& terrain, const TileId& tile, const std::string& kinds,
                                  const CancelToken& cancel) {
  CRATON_TRY(const std::vector<bool> wanted, wanted_kinds(kinds));
  // Kinds heed those before them, and none after.
  std::vector<ScatterKind> used = usual_scatter();
  while (!used.empty() && !wanted[used.size() - 1]) used.pop_back();
  const std::int64_t side = terrain.step(std::min(tile.level, most_scatter_level)) * terrain.options().tile_cells;
  double finest = 1e9;
  for (const ScatterKind& kind : used) finest = std::min(finest, kind.spacing);
  const double across = metres_from_units(side) / finest;
  if (tile.level > most_scatter_level || across * across > most_things)
    return error_response(
        422, "too_many", "level",
        fmt::format("a tile may hold {:.0f} things {} m apart; ask for finer tiles, or for other kinds", most_things, finest));
  CRATON_TRY(const Scatter scatter, Scatter::make(terrain, std::move(used)));
  CRATON_TRY(const std::vector<ScatterPoint> points, scatter.in(tile, {.threads = 1, .cancel = &cancel}));
  const std::int64_t x0 = tile.x * side, y0 = tile.y * side;
  const auto share = [side](std::int64_t place) {
    return static_cast<std::uint16_t>(std::lround(static_cast<double>(place) / static_cast<double>(side) * 65535));
  };
  std::string things;
  std::uint32_t count = 0;
  for (const ScatterPoint& point : points) {
    if (!wanted[point.kind]) continue;
    put(things, share(point.at.x - x0));
    put(things, share(point.at.y - y0));
    put(things, point.height);
    put(things, point.size);
    put(things, static_cast<std::uint8_t>(point.kind));
    put(things, static_cast<std::uint8_t>(std::lround(double{point.turn} * 256 / 360) & 255));
    put(things, std::uint16_t{0});
    ++count;
  }
  std::string bytes = "CSC1";
  put(bytes, count);
  put(bytes, static_cast<std::uint32_t>(wanted.size()));
  bytes += things;
  const Json about = {{"x", metres_from_units(x0)},
                      {"y", metres_from_units(y0)},
                      {"side", metres_from_units(side)},
                      {"scatter", scatter_names()}};
  return numbers_response(std::move(bytes), about);
}

}  // namespace craton::server
