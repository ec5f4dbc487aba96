#include "stages/water/rivers/river_rows.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "stages/water/rivers/river_path.h"
#include "stages/water/rivers/water_tables.h"
#include "surface/link_slots.h"
#include "surface/vectors.h"

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
      !take(*table, "length", rows.lengths) || !take(*table, "discharge", rows.discharges) ||
      !take(*table, "mouth", rows.mouths) || !take(*table, "joins", rows.joins))
    return Error{ErrorCode::unknown_name, path, "there are no rivers yet: put a stage \"rivers\" before this one"};
  const Cell count = surface.cell_count();
  const auto fits = [&](std::size_t i) {
    const ObjectColumn::Cells& cells = rows.cells[i];
    return cells.size() >= 2 && rows.paths[i].size() >= 2 && rows.joins[i] >= -1 &&
           rows.joins[i] < static_cast<std::int64_t>(rows.size()) &&
           std::all_of(cells.begin(), cells.end(), [&](Cell cell) { return cell < count; });
  };
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!fits(i))
      return Error{
          ErrorCode::invalid_value, path,
          concat({"river ", std::to_string(i), " of the table does not fit this surface: its path, cells or what it joins"})};
  return rows;
}

Result<void> check_river_numbers(const RiverRows& rows, const Layer& numbers, const std::string& path) {
  const std::span<const std::int32_t> all = numbers.integers();
  const auto bad = std::find_if(
      all.begin(), all.end(), [&](std::int32_t number) { return number < 0 || static_cast<std::size_t>(number) > rows.size(); });
  if (bad == all.end()) return {};
  return Error{
      ErrorCode::invalid_value, path,
      concat({"cell ", std::to_string(bad - all.begin()), " is in river ", std::to_string(*bad), ", which is not in the table"})};
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
  return sphere ? length(place) - sphere->radius() : place.z;
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

std::vector<Cell> mouth_cells(const RiverRows& rows) {
  std::vector<Cell> all;
  for (const ObjectColumn::Cells& cells : rows.cells) all.push_back(cells.back());
  std::sort(all.begin(), all.end());
  return all;
}

void join_ends(const Domain& domain, RiverRows& rows, FunctionRef<std::int64_t(Cell)> river_at,
               FunctionRef<bool(std::size_t)> changed) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t row = river_at(rows.cells[i].back());
    if (row < 0 || rows.paths[i].empty()) continue;
    const auto joined = static_cast<std::size_t>(row);
    if (joined == i || (!changed(joined) && !changed(i))) continue;
    Vec3d& end = rows.paths[i].back();
    if (const Vec3d* point = point_at(domain, rows.paths[joined], end)) meet_at(domain, *point, end);
  }
}

float length_between(const Domain& domain, Cell from, Cell to) {
  return std::visit([&](const auto& topology) { return link_length(topology, from, to); }, domain);
}

double length_of(const Domain& domain, std::span<const Cell> cells) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < cells.size(); ++k) sum += double{length_between(domain, cells[k], cells[k + 1])};
  return sum;
}

}  // namespace craton
