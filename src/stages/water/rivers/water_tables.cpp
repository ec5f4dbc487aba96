#include "stages/water/rivers/water_tables.h"

#include <algorithm>
#include <cmath>

#include <craton/surface/outline.h>

#include "base/text.h"
#include "stages/water/rivers/river_path.h"

namespace craton {
namespace {

template <class Value, class Rows, class Of>
ObjectColumn column(std::string name, std::string unit, std::string doc, const Rows& rows, const Of& of) {
  std::vector<Value> values;
  values.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) values.push_back(of(i));
  return {std::move(name), std::move(unit), std::move(doc), std::move(values)};
}

std::string_view mouth_name(Mouth mouth) {
  constexpr std::string_view names[] = {"sea", "border", "lake", "river", "sink"};
  return names[static_cast<std::size_t>(mouth)];
}

/// Row of an object by its number: −1 for none.
std::int64_t row_of(std::uint32_t number) { return std::int64_t{number} - 1; }

/// Where rivers end: corners there are kept, so that lines meet.
FlatArray<std::uint8_t> mouths_of(const RiverNetwork& network) {
  FlatArray<std::uint8_t> mouths(network.number.size());
  for (const River& river : network.rivers) mouths[river.cells.back()] = 1;
  return mouths;
}

ObjectColumn::Path path_of(const Domain& domain, const RiverNetwork& network, const River& river,
                           const FlatArray<std::uint8_t>& mouths) {
  std::vector<float> heights;
  std::vector<bool> pinned;
  heights.reserve(river.cells.size());
  pinned.reserve(river.cells.size());
  for (const Cell cell : river.cells) {
    heights.push_back(network.bed[cell]);
    pinned.push_back(mouths[cell] != 0);
  }
  return river_path(domain, river.cells, heights, pinned);
}

/// Closed rings of each lake.
struct Shores {
  std::vector<ObjectColumn::Path> outer, islands;
};

void append(const ObjectColumn::Path& ring, ObjectColumn::Path& rings) { rings.insert(rings.end(), ring.begin(), ring.end()); }

/// Lakes that run around the whole map have closed rings only where the map is cut open.
Shores shores_of(const Domain& domain, const Lakes& lakes) {
  Shores shores{std::vector<ObjectColumn::Path>(lakes.lakes.size()), std::vector<ObjectColumn::Path>(lakes.lakes.size())};
  std::vector<bool> open(lakes.lakes.size(), false);
  const auto add = [&](Outline& line) {
    const std::size_t lake = line.region - 1;
    lift(domain, double{lakes.lakes[lake].level}, line.path);
    append(line.path, line.kind == OutlineKind::outer ? shores.outer[lake] : shores.islands[lake]);
  };
  std::vector<Outline> lines = outlines_of(domain, lakes.number.span());
  for (const Outline& line : lines)
    if (line.kind == OutlineKind::circling) open[line.region - 1] = true;
  for (Outline& line : lines)
    if (!open[line.region - 1]) add(line);
  if (std::find(open.begin(), open.end(), true) == open.end()) return shores;
  for (Outline& line : outlines_of(domain, lakes.number.span(), {.cut_open = true}))
    if (open[line.region - 1]) add(line);
  return shores;
}

}  // namespace

std::string_view lake_kind_name(LakeKind kind) {
  constexpr std::string_view names[] = {"closed", "source", "flow-through", "terminal"};
  return names[static_cast<std::size_t>(kind)];
}

ObjectTable table_of_lakes(const Domain& domain, std::span<const float> heights, const Lakes& lakes,
                           std::span<const LakeKind> kinds) {
  const std::vector<Lake>& all = lakes.lakes;
  const auto number = [&](std::string name, std::string unit, std::string doc, auto member) {
    return column<double>(std::move(name), std::move(unit), std::move(doc), all,
                          [&](std::size_t i) { return static_cast<double>(all[i].*member); });
  };
  ObjectTable table{std::string(lakes_table), "Lakes, the largest first. The layer of their numbers counts from 1.", {}};
  table.columns.push_back(
      column<std::string>("kind", "", "closed: nothing flows in or out; source: out only; flow-through: both; terminal: in only.",
                          all, [&](std::size_t i) { return std::string(lake_kind_name(kinds[i])); }));
  table.columns.push_back(column<std::string>("water", "", "salt where none flows out, else fresh.", all,
                                              [&](std::size_t i) { return std::string(all[i].closed() ? "salt" : "fresh"); }));
  table.columns.push_back(number("level", "m", "Height of the surface.", &Lake::level));
  table.columns.push_back(number("depth", "m", "The greatest.", &Lake::depth));
  table.columns.push_back(number("area", "m2", "Of the surface.", &Lake::area));
  table.columns.push_back(number("volume", "m3", "Of the water.", &Lake::volume));
  table.columns.push_back(number("catchment", "m2", "What drains into it, its own area included.", &Lake::catchment));
  table.columns.push_back(column<Vec3d>("deepest", "m", "The deepest place.", all, [&](std::size_t i) {
    return river_point(domain, all[i].deepest, heights[all[i].deepest]);
  }));
  table.columns.push_back(
      column<std::int64_t>("outlet", "", "The cell over which water leaves; -1: none.", all,
                           [&](std::size_t i) { return all[i].closed() ? std::int64_t{-1} : std::int64_t{all[i].outlet}; }));
  Shores shores = shores_of(domain, lakes);
  table.columns.push_back({"shore", "m",
                           "Around it, counterclockwise, closed; several rings where it is cut at the map's border.",
                           std::move(shores.outer)});
  table.columns.push_back({"islands", "m", "Around its islands, clockwise: one ring after the other, each ends where it began.",
                           std::move(shores.islands)});
  return table;
}

Result<Lakes> lakes_of(const Surface& surface, const Layer& numbers, const std::string& path) {
  const ObjectTable* table = surface.objects(lakes_table);
  const ObjectColumn* level = table ? table->column("level") : nullptr;
  const ObjectColumn* outlet = table ? table->column("outlet") : nullptr;
  const auto* levels = level ? std::get_if<std::vector<double>>(&level->values) : nullptr;
  const auto* outlets = outlet ? std::get_if<std::vector<std::int64_t>>(&outlet->values) : nullptr;
  if (!levels || !outlets)
    return Error{ErrorCode::unknown_name, path, "there are no lakes yet: put a stage \"lakes\" before this one"};
  Lakes lakes;
  for (const std::int64_t cell : *outlets)
    if (cell >= static_cast<std::int64_t>(numbers.size()))
      return Error{ErrorCode::invalid_value, path, "the table of lakes does not fit this surface: an outlet lies outside"};
  for (std::size_t i = 0; i < levels->size(); ++i)
    lakes.lakes.push_back(
        {.level = static_cast<float>((*levels)[i]), .outlet = (*outlets)[i] < 0 ? no_cell : static_cast<Cell>((*outlets)[i])});
  lakes.number = FlatArray<std::uint32_t>(numbers.size());
  const std::span<const std::int32_t> from = numbers.integers();
  for (std::size_t c = 0; c < from.size(); ++c) {
    if (from[c] < 0 || static_cast<std::size_t>(from[c]) > levels->size())
      return Error{ErrorCode::invalid_value, path,
                   concat({"cell ", std::to_string(c), " is in lake ", std::to_string(from[c]), ", which is not in the table"})};
    lakes.number[c] = static_cast<std::uint32_t>(from[c]);
  }
  return lakes;
}

std::vector<LakeKind> kinds_of_lakes(const Lakes& lakes, const RiverNetwork& network) {
  std::vector<bool> fed(lakes.lakes.size(), false);
  for (const River& river : network.rivers)
    for (std::size_t i = 0; i + 1 < river.cells.size(); ++i) {
      const std::uint32_t next = lakes.number[river.cells[i + 1]];
      if (next != 0 && lakes.number[river.cells[i]] != next) fed[next - 1] = true;
    }
  std::vector<LakeKind> kinds;
  for (std::size_t i = 0; i < lakes.lakes.size(); ++i)
    kinds.push_back(network.outlets[i] == no_cell ? (fed[i] ? LakeKind::terminal : LakeKind::closed)
                                                  : (fed[i] ? LakeKind::flow_through : LakeKind::source));
  return kinds;
}

double river_width(double discharge) { return 5 * std::sqrt(discharge / seconds_a_year); }

ObjectTable table_of_rivers(const Domain& domain, const RiverNetwork& network) {
  const std::vector<River>& all = network.rivers;
  const FlatArray<std::uint8_t> mouths = mouths_of(network);
  ObjectTable table{
      std::string(rivers_table), "Rivers, each after the one it joins. The layer of their numbers counts from 1.", {}};
  const auto add = [&](ObjectColumn made) { table.columns.push_back(std::move(made)); };
  add(column<std::int64_t>("joins", "", "Row of the river that it runs into, there or beyond the lake at its mouth; -1: none.",
                           all, [&](std::size_t i) { return row_of(all[i].joins); }));
  add(column<std::int64_t>("lake", "", "Row of the lake at its mouth; -1: none.", all,
                           [&](std::size_t i) { return row_of(all[i].lake); }));
  add(column<std::string>("mouth", "", "Where it ends: sea, border, lake, river or sink.", all,
                          [&](std::size_t i) { return std::string(mouth_name(all[i].mouth)); }));
  add(column<std::int64_t>("order", "", "Strahler's order, where it ends.", all,
                           [&](std::size_t i) { return std::int64_t{all[i].order}; }));
  add(column<double>("length", "m", "From source to mouth.", all, [&](std::size_t i) { return all[i].length; }));
  add(column<double>("discharge", "m3/year", "Before its mouth.", all, [&](std::size_t i) { return all[i].discharge; }));
  add(column<double>("width", "m", "Before its mouth.", all, [&](std::size_t i) { return river_width(all[i].discharge); }));
  add(column<Vec3d>("source", "m", "Where it begins.", all,
                    [&](std::size_t i) { return river_point(domain, all[i].cells.front(), network.bed[all[i].cells.front()]); }));
  add(column<ObjectColumn::Path>("path", "m", "From source to mouth, with heights that never rise.", all,
                                 [&](std::size_t i) { return path_of(domain, network, all[i], mouths); }));
  add(column<ObjectColumn::Cells>("cells", "", "From source to mouth.", all, [&](std::size_t i) { return all[i].cells; }));
  return table;
}

}  // namespace craton
