#include <craton/files/cells_table.h>

#include <array>
#include <charconv>
#include <cmath>
#include <span>

#include <craton/files/new_file.h>
#include <craton/surface/voronoi_regions.h>

#include "base/text.h"

namespace craton {
namespace {

template <class Number>
std::string number(Number value) {
  if (!std::isfinite(value)) return "";
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value + Number{0}).ptr};
}

/// In quotes where it has to be.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string value_of(const Layer& layer, Cell cell) {
  switch (layer.type()) {
    case LayerType::number: return number(layer.numbers()[cell]);
    case LayerType::integer: return std::to_string(layer.integers()[cell]);
    case LayerType::category: break;
  }
  const std::size_t value = layer.categories()[cell];
  return value < layer.info().categories.size() ? field(layer.info().categories[value]) : std::to_string(value);
}

std::string head_of(const Surface& surface) {
  std::string text = "cell,face,column,row,a,b,latitude,longitude,x,y,z,area,neighbours,borders";
  for (const auto& layer : surface.layers()) text += "," + field(concat({"layer:", layer->name()}));
  return text + "\r\n";
}

std::string row_of(const Surface& surface, const CubeSphere& sphere, const VoronoiRegion& region) {
  const RegionSite site = site_of(sphere, region.cell);
  const LatLon place = lat_lon_of(site.direction);
  std::string neighbours, borders;
  for (const RegionSide& side : region.sides) {
    const std::string_view gap = neighbours.empty() ? "" : " ";
    neighbours += concat({gap, std::to_string(side.neighbour)});
    borders += concat({gap, number(std::round(side.length * 10) / 10)});
  }
  std::string text = concat({std::to_string(region.cell),
                             ",",
                             std::to_string(site.face),
                             ",",
                             std::to_string(site.column),
                             ",",
                             std::to_string(site.row),
                             ",",
                             number(site.a),
                             ",",
                             number(site.b),
                             ",",
                             number(place.latitude),
                             ",",
                             number(place.longitude),
                             ",",
                             number(site.direction.x),
                             ",",
                             number(site.direction.y),
                             ",",
                             number(site.direction.z),
                             ",",
                             number(std::round(region.area)),
                             ",",
                             neighbours,
                             ",",
                             borders});
  for (const auto& layer : surface.layers()) text += "," + value_of(*layer, region.cell);
  return text + "\r\n";
}

}  // namespace

Result<void> write_cells_table(const std::string& path, const World& world) {
  const auto* sphere = std::get_if<CubeSphere>(&world.surface.domain());
  if (!sphere) return Error{ErrorCode::unsupported, "objects", "the world is no planet: it has no regions"};
  CRATON_TRY(NewFile file, NewFile::create(path));
  std::string waiting = head_of(world.surface);
  VoronoiRegion region;
  for (Cell cell = 0; cell < sphere->cell_count(); ++cell) {
    find_region(*sphere, cell, region);
    waiting += row_of(world.surface, *sphere, region);
    if (waiting.size() < std::size_t{1} << 20 && cell + 1 < sphere->cell_count()) continue;
    CRATON_TRY(file.write(std::as_bytes(std::span(waiting))));
    waiting.clear();
  }
  return file.commit();
}

}  // namespace craton
