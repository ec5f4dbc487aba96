#include "stages/water/river_rows.h"

#include <algorithm>
#include <cmath>

#include "stages/water/water_tables.h"

namespace craton {
namespace {

template <class Value>
bool take(const ObjectTable& table, std::string_view name, std::vector<Value>& out) {
  const ObjectColumn* column = table.column(name);
  const auto* values = column ? std::get_if<std::vector<Value>>(&column->values) : nullptr;
  if (values) out = *values;
  return values != nullptr;
}

}  // namespace

Result<RiverRows> river_rows(const Surface& surface, const std::string& path) {
  RiverRows rows;
  const ObjectTable* table = surface.objects(rivers_table);
  if (!table || !take(*table, "cells", rows.cells) || !take(*table, "path", rows.paths) ||
      !take(*table, "length", rows.lengths) || !take(*table, "discharge", rows.discharges) || !take(*table, "mouth", rows.mouths))
    return Error{ErrorCode::unknown_name, path, "there are no rivers yet: put a stage \"rivers\" before this one"};
  const Cell count = surface.cell_count();
  for (const ObjectColumn::Cells& cells : rows.cells)
    if (cells.size() < 2 || std::any_of(cells.begin(), cells.end(), [&](Cell cell) { return cell >= count; }))
      return Error{ErrorCode::invalid_value, path, "the table of rivers does not fit this surface"};
  return rows;
}

Result<void> set_river_rows(Surface& surface, const RiverRows& rows) {
  ObjectTable table = *surface.objects(rivers_table);
  for (ObjectColumn& column : table.columns) {
    if (column.name == "cells") column.values = rows.cells;
    if (column.name == "path") column.values = rows.paths;
    if (column.name == "length") column.values = rows.lengths;
  }
  return surface.set_objects(std::move(table));
}

double height_of(const Domain& domain, const Vec3d& place) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  return sphere ? std::sqrt(place.x * place.x + place.y * place.y + place.z * place.z) - sphere->radius() : place.z;
}

FlatArray<float> beds_of(const Domain& domain, std::span<const float> heights, const Lakes& lakes, const RiverRows& rows) {
  FlatArray<float> beds(heights.size());
  for (std::size_t c = 0; c < beds.size(); ++c)
    beds[c] = lakes.number[c] == 0 ? heights[c] : lakes.lakes[lakes.number[c] - 1].level;
  const auto sink = [&](Cell cell, float to) { beds[cell] = std::min(beds[cell], to); };
  // Tributaries come after what they join. What flows in beside rivers may have lowered them too: their ends tell.
  for (std::size_t i = rows.size(); i-- > 0;) {
    const ObjectColumn::Cells& cells = rows.cells[i];
    if (!rows.paths[i].empty()) {
      sink(cells.front(), static_cast<float>(height_of(domain, rows.paths[i].front())));
      if (rows.mouths[i] == "river") sink(cells.back(), static_cast<float>(height_of(domain, rows.paths[i].back())));
    }
    for (std::size_t k = 0; k + 1 < cells.size(); ++k) sink(cells[k + 1], beds[cells[k]]);
  }
  return beds;
}

float length_between(const Domain& domain, Cell from, Cell to) {
  float length = 0;
  std::visit(
      [&](const auto& topology) {
        topology.for_each_link(from, [&](Link link) { length = link.to == to ? link.length : length; });
      },
      domain);
  return length;
}

double length_of(const Domain& domain, std::span<const Cell> cells) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < cells.size(); ++k) sum += double{length_between(domain, cells[k], cells[k + 1])};
  return sum;
}

}  // namespace craton
