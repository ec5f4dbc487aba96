#include "stages/water/lakes/renewed_lakes.h"

namespace craton {
namespace {

template <class Value>
std::vector<Value> values_of(const ObjectTable& table, std::string_view name) {
  const ObjectColumn* column = table.column(name);
  const auto* values = column ? std::get_if<std::vector<Value>>(&column->values) : nullptr;
  return values ? *values : std::vector<Value>();
}

}  // namespace

Result<void> renew_lakes(Surface& surface, Lakes lakes, std::span<const LakeKind> added, std::span<const float> heights,
                         Layer& number, Layer& depth) {
  const ObjectTable& old = *surface.objects(lakes_table);
  std::vector<double> catchments = values_of<double>(old, "catchment");
  std::vector<std::string> kinds = values_of<std::string>(old, "kind");
  catchments.resize(lakes.lakes.size());
  kinds.resize(lakes.lakes.size() - added.size());
  for (const LakeKind kind : added) kinds.emplace_back(lake_kind_name(kind));
  for (std::size_t i = 0; i < lakes.lakes.size(); ++i) {
    Lake& lake = lakes.lakes[i];
    lake = {.level = lake.level, .catchment = catchments[i], .outlet = lake.outlet};
  }
  for (Cell c = 0; c < heights.size(); ++c) {
    number.integers()[c] = static_cast<std::int32_t>(lakes.number[c]);
    depth.numbers()[c] = 0;
    if (lakes.number[c] == 0) continue;
    Lake& lake = lakes.lakes[lakes.number[c] - 1];
    const float deep = depth.numbers()[c] = lake.level - heights[c];
    const double area = std::visit([&](const auto& topology) { return topology.area(c); }, surface.domain());
    lake.area += area;
    lake.volume += area * double{deep};
    if (lake.deepest != no_cell && deep <= lake.depth) continue;
    lake.depth = deep;
    lake.deepest = c;
  }
  for (Lake& lake : lakes.lakes)
    if (lake.deepest == no_cell) lake.deepest = 0;  // a lake without cells, as it came
  ObjectTable table =
      table_of_lakes(surface.domain(), heights, lakes, std::vector<LakeKind>(lakes.lakes.size(), LakeKind::closed));
  for (ObjectColumn& column : table.columns)
    if (column.name == "kind") column.values = kinds;
  return surface.set_objects(std::move(table));
}

}  // namespace craton
