#include "stages/water/drainage/base_map.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "stages/water/drainage/large_country.h"

namespace craton::drainage {
namespace {

constexpr double usual_rain = 800, usual_temperature = 10;  // mm a year, °C: where a map knows none
constexpr double alpine = 900;                              // metres between neighbours that are 16 km apart

/// The values of a layer of numbers, times a factor; all the same where there is none.
std::vector<float> values_of(const Surface& surface, std::string_view name, double factor, double otherwise) {
  const Layer* layer = surface.layer(name);
  if (!layer || layer->type() != LayerType::number)
    return std::vector<float>(surface.cell_count(), static_cast<float>(otherwise));
  std::vector<float> values(layer->numbers().begin(), layer->numbers().end());
  for (float& value : values) value *= static_cast<float>(factor);
  return values;
}

void find_waters(BaseMap& map, const Hydrography& waters) {
  map.water.assign(map.size(), BaseMap::land);
  for (const Lake& lake : waters.lakes.lakes) map.lakes.push_back({static_cast<double>(lake.level), lake.outlet});
  for (Cell c = 0; c < map.size(); ++c) {
    const std::uint32_t number = c < waters.lakes.number.size() ? waters.lakes.number[c] : 0;
    if (number > 0) {
      map.water[c] = BaseMap::first_lake + number - 1;
      const auto level = static_cast<float>(map.level_of(c));
      map.depth[c] = std::max(level - map.ground[c], 0.0F);
      map.ground[c] = level;
    } else if (map.ground[c] < 0) {
      map.water[c] = BaseMap::sea;
    }
  }
  for (const River& river : waters.rivers) map.courses.push_back(river.cells);
}

/// How steep the hills of a cell are: by what its neighbours' heights differ. Land among small cells differs less, by their root.
void find_ruggedness(BaseMap& map) {
  const double whole = alpine * std::sqrt(map.metres() / 16'000);
  for (Cell c = 0; c < map.size(); ++c) {
    float low = std::max(map.ground[c], 0.0F), high = low;
    for (int way = 0; way < 8; ++way) {
      const Cell other = map.beside(c, way);
      if (other == no_cell) continue;
      low = std::min(low, std::max(map.ground[other], 0.0F));
      high = std::max(high, map.ground[other]);
    }
    map.rugged[c] = static_cast<float>(ladder_ruggedness(0.04 + static_cast<double>(high - low) / whole));
  }
}

}  // namespace

Cell BaseMap::cell(std::int64_t column, std::int64_t row) const {
  const auto turned = [](std::int64_t i, std::int64_t count) { return i - floor_div(i, count) * count; };
  if (wraps_x) column = turned(column, width);
  if (wraps_y) row = turned(row, height);
  if (column < 0 || row < 0 || column >= width || row >= height) return no_cell;
  return static_cast<Cell>(row * width + column);
}

std::int8_t BaseMap::way_to(Cell from, Cell to) const {
  for (int way = 0; way < 8; ++way)
    if (beside(from, way) == to) return static_cast<std::int8_t>(way);
  return no_way;
}

Result<BaseMap> BaseMap::make(const Surface& surface, const std::string& path) {
  const auto* torus = std::get_if<Torus>(&surface.domain());
  if (!torus) return Error{ErrorCode::unsupported, path, "the world is no map: planets and windows of planes cannot be refined"};
  const Layer* heights = surface.layer("height");
  if (!heights || heights->type() != LayerType::number)
    return Error{ErrorCode::invalid_value, path, "the world has no layer \"height\""};
  BaseMap map;
  map.width = torus->size().width;
  map.height = torus->size().height;
  map.wraps_x = torus->wraps_x();
  map.wraps_y = torus->wraps_y();
  map.step = torus->step();
  map.ground.assign(heights->numbers().begin(), heights->numbers().end());
  if (std::any_of(map.ground.begin(), map.ground.end(), [](float value) { return !(value - value == 0); }))
    return Error{ErrorCode::invalid_value, path, "the layer \"height\" holds values that are not numbers"};
  map.rain = values_of(surface, "rain", 10, usual_rain);
  map.temperature = values_of(surface, "temperature", 1, usual_temperature);
  map.discharge = values_of(surface, "discharge", 1 / seconds_a_year, 0);
  map.depth.resize(map.size());
  map.rugged.resize(map.size());
  const Layer* numbers = surface.layer("lake");
  const bool lakes = numbers && numbers->type() == LayerType::integer && surface.objects(lakes_table);
  const std::vector<std::int32_t> dry(lakes ? 0 : map.size());
  const ObjectTable no_lakes = Lakes().table(), no_rivers = table_of_rows(rivers_table, "", std::vector<River>());
  const ObjectTable* rivers = surface.objects(rivers_table);
  CRATON_TRY(const Hydrography waters,
             Hydrography::load(surface.domain(), rivers ? rivers : &no_rivers, lakes ? surface.objects(lakes_table) : &no_lakes,
                               lakes ? numbers->integers() : std::span<const std::int32_t>(dry), path));
  const FlatArray<float> beds = waters.beds(map.ground);
  map.beds.assign(beds.span().begin(), beds.span().end());
  find_waters(map, waters);
  find_ruggedness(map);
  return map;
}

BaseSpline::BaseSpline(const BaseMap& map, Point2 place) {
  double wx[3], wy[3];
  std::uint32_t columns[3], rows[3];
  const auto along = [&](std::int64_t units, std::uint32_t count, bool wraps, double* weights, std::uint32_t* indices) {
    const std::int64_t from = units + map.step / 2, i = floor_div(from, map.step);
    const double t = static_cast<double>(from - i * map.step) / static_cast<double>(map.step);
    weights[0] = 0.5 * (1 - t) * (1 - t);
    weights[1] = 0.5 + t * (1 - t);
    weights[2] = 0.5 * t * t;
    for (int k = 0; k < 3; ++k) {
      const std::int64_t at = i + k - 1;
      indices[k] = static_cast<std::uint32_t>(wraps ? at - floor_div(at, std::int64_t{count}) * count
                                                    : std::clamp<std::int64_t>(at, 0, std::int64_t{count} - 1));
    }
  };
  along(place.x, map.width, map.wraps_x, wx, columns);
  along(place.y, map.height, map.wraps_y, wy, rows);
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) {
      cell[y * 3 + x] = rows[y] * map.width + columns[x];
      weight[y * 3 + x] = wy[y] * wx[x];
    }
}

}  // namespace craton::drainage
