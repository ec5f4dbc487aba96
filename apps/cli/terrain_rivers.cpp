#include "terrain_rivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include <craton/files/new_file.h>
#include <craton/worlds/river_lines.h>

#include "text.h"

namespace craton::cli {
Result<void> check_rivers_file(const std::string& path, const Recipe& recipe) {
  if (!lower(path).ends_with(".geojson")) return invalid("--rivers", fmt::format("\"{}\" does not end in .geojson", path));
  if (!endless_rivers_of(recipe))
    return invalid("--rivers", "this recipe has no stage \"endless_rivers\"; take one that has, such as --recipe river-land");
  return check_writable(path);
}

Result<void> write_rivers(const std::string& path, const Recipe& recipe, const Terrain& terrain, const TerrainArea& area) {
  const std::int64_t step = terrain.step(area.level);
  const Point2 low{area.x * step, area.y * step}, high{(area.x + area.width) * step, (area.y + area.height) * step};
  const double detail = std::max(20.0, metres_from_units(step));
  CRATON_TRY(const std::vector<EndlessRiver> rivers, river_lines(recipe, low, high, detail));
  std::string text = "{\"type\": \"FeatureCollection\", \"craton\": \"metres to the east, to the north, up\", \"features\": [";
  auto out = std::back_inserter(text);
  std::size_t count = 0;
  for (const EndlessRiver& river : rivers) {
    const bool lake = river.points.size() == 1;
    fmt::format_to(out, "{}\n{{\"type\": \"Feature\", \"geometry\": {{\"type\": \"{}\", \"coordinates\": {}", count++ ? "," : "",
                   lake ? "Point" : "LineString", lake ? "" : "[");
    for (std::size_t i = 0; i < river.points.size(); ++i) {
      const double x = metres_from_units(river.points[i].place.x), y = metres_from_units(river.points[i].place.y);
      fmt::format_to(out, "{}[{}, {}, {:.3f}]", i ? ", " : "", x, y == 0 ? 0 : -y, river.points[i].level);
    }
    fmt::format_to(out,
                   "{}}}, \"properties\": {{\"kind\": \"{}\", \"order\": {}, \"width\": {:.2f}, \"id\": \"{:016x}\", \"into\": "
                   "\"{}\"}}}}",
                   lake ? "" : "]", lake ? "lake" : "river", river.order, river.points.back().width, river.key,
                   river.parent ? fmt::format("{:016x}", river.parent) : std::string());
  }
  text += "\n]}\n";
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(text.data(), text.size()))));
  CRATON_TRY(file.commit());
  say("{}: {} pieces of rivers and lakes\n", path, count);
  return {};
}

}  // namespace craton::cli
