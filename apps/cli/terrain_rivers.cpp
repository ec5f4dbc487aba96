#include "terrain_rivers.h"

#include <fmt/format.h>

#include <iterator>

#include <craton/files/new_file.h>
#include <craton/picture/coast_lines.h>
#include <craton/worlds/river_lines.h>

#include "text.h"

namespace craton::cli {
namespace {

/// Features of a collection, one after the other.
class Features {
 public:
  void add(const EndlessRiver& river) {
    const bool lake = river.points.size() == 1;
    begin(lake ? "Point" : "LineString");
    for (std::size_t i = 0; i < river.points.size(); ++i) {
      const EndlessRiverPoint& point = river.points[i];
      place(i, metres_from_units(point.place.x), metres_from_units(point.place.y), point.level);
    }
    fmt::format_to(std::back_inserter(text_),
                   R"({}}}, "properties": {{"kind": "{}", "order": {}, "width": {:.2f}, "id": "{:016x}", "into": "{}"}}}})",
                   lake ? "" : "]", lake ? "lake" : "river", river.order, river.points.back().width, river.key,
                   river.parent ? fmt::format("{:016x}", river.parent) : std::string());
  }
  void add(const CoastLine& coast, std::string_view kind) {
    begin("LineString");
    for (std::size_t i = 0; i < coast.places.size(); ++i) place(i, coast.places[i].x, coast.places[i].y, coast.places[i].z);
    fmt::format_to(std::back_inserter(text_), R"(]}}, "properties": {{"kind": "{}", "closed": {}}}}})", kind, coast.closed);
  }

  std::size_t count() const { return count_; }
  std::string collection() && { return std::move(text_) + "\n]}\n"; }

 private:
  void begin(std::string_view geometry) {
    fmt::format_to(std::back_inserter(text_),
                   "{}\n{{\"type\": \"Feature\", \"geometry\": {{\"type\": \"{}\", \"coordinates\": {}", count_++ ? "," : "",
                   geometry, geometry == "Point" ? "" : "[");
  }
  void place(std::size_t i, double x, double y, double z) {
    fmt::format_to(std::back_inserter(text_), "{}[{}, {}, {:.3f}]", i ? ", " : "", x, y == 0 ? 0 : -y, z);
  }

  std::string text_ = R"({"type": "FeatureCollection", "craton": "metres to the east, to the north, up", "features": [)";
  std::size_t count_ = 0;
};

}  // namespace

Result<void> check_rivers_file(const std::string& path, const Recipe& recipe) {
  if (!lower(path).ends_with(".geojson")) return invalid("--rivers", fmt::format("\"{}\" does not end in .geojson", path));
  if (!river_stage_of(recipe))
    return invalid("--rivers", "this recipe has no stage \"endless_land\" or \"endless_rivers\"; land and river-land have");
  return check_writable(path);
}

Result<void> write_rivers(const std::string& path, const Recipe& recipe, const Terrain& terrain, const TerrainArea& area,
                          const Surface* window) {
  const std::int64_t step = terrain.step(area.level);
  const Point2 low{area.x * step, area.y * step}, high{(area.x + area.width) * step, (area.y + area.height) * step};
  CRATON_TRY(const std::vector<EndlessRiver> rivers, river_lines(recipe, low, high, metres_from_units(step)));
  Features features;
  for (const EndlessRiver& river : rivers) features.add(river);
  if (window) {
    CRATON_TRY(const std::vector<CoastLine> coasts, coast_lines(*window));
    for (const CoastLine& coast : coasts) features.add(coast, "coast");
    CRATON_TRY(const std::vector<CoastLine> lakes, lake_lines(*window));
    for (const CoastLine& lake : lakes) features.add(lake, "lake");
  }
  const std::size_t count = features.count();
  const std::string text = std::move(features).collection();
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(text.data(), text.size()))));
  CRATON_TRY(file.commit());
  say("{}: {} pieces of rivers, lakes and coasts\n", path, count);
  return {};
}

}  // namespace craton::cli
