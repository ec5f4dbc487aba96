#include "stages/water/hydrography.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <craton/surface/outline.h>

#include "base/text.h"
#include "stages/water/rivers/river_path.h"

namespace craton {

double river_width(double discharge) { return 5 * std::sqrt(discharge / seconds_a_year); }

// ---- columns

template <>
std::span<const RowColumn<Lake>> columns_of<Lake>() {
  static const RowColumn<Lake> list[] = {
      row_column<&Lake::kind>("kind", "",
                              "closed: nothing flows in or out; source: out only; flow-through: both; terminal: in only."),
      row_column<&Lake::water>("water", "", "salt where none flows out, else fresh."),
      row_column<&Lake::level>("level", "m", "Height of the surface."),
      row_column<&Lake::depth>("depth", "m", "The greatest."),
      row_column<&Lake::area>("area", "m2", "Of the surface."),
      row_column<&Lake::volume>("volume", "m3", "Of the water."),
      row_column<&Lake::catchment>("catchment", "m2", "What drains into it, its own area included."),
      row_column<&Lake::deepest_place>("deepest", "m", "The deepest place."),
      row_column<&Lake::outlet>("outlet", "", "The cell over which water leaves; -1: none."),
      row_column<&Lake::shore>("shore", "m",
                               "Around it, counterclockwise, closed; several rings where it is cut at the map's border."),
      row_column<&Lake::islands>("islands", "m",
                                 "Around its islands, clockwise: one ring after the other, each ends where it began."),
  };
  return list;
}

template <>
std::span<const RowColumn<River>> columns_of<River>() {
  static const RowColumn<River> list[] = {
      row_column<&River::joins>("joins", "",
                                "Row of the river that it runs into, there or beyond the lake at its mouth; -1: none."),
      row_column<&River::lake>("lake", "", "Row of the lake at its mouth; -1: none."),
      row_column<&River::mouth>("mouth", "", "Where it ends: sea, border, lake, river or sink."),
      row_column<&River::order>("order", "", "Strahler's order, where it ends."),
      row_column<&River::length>("length", "m", "From source to mouth."),
      row_column<&River::discharge>("discharge", "m3/year", "Before its mouth."),
      row_column<&River::width>("width", "m", "Before its mouth."),
      row_column<&River::source>("source", "m", "Where it begins."),
      row_column<&River::path>("path", "m", "From source to mouth, with heights that never rise."),
      row_column<&River::cells>("cells", "", "From source to mouth."),
  };
  return list;
}

template <>
std::span<const RowColumn<Distributary>> columns_of<Distributary>() {
  static const RowColumn<Distributary> list[] = {
      row_column<&Distributary::river>("river", "", "Row of its river."),
      row_column<&Distributary::from>("from", "", "Row of the distributary that it leaves; -1: the river itself."),
      row_column<&Distributary::share>("share", "", "Of the river's water, where it begins."),
      row_column<&Distributary::discharge>("discharge", "m3/year", "Before its mouth."),
      row_column<&Distributary::width>("width", "m", "Before its mouth."),
      row_column<&Distributary::length>("length", "m", "From where it begins to its mouth."),
      row_column<&Distributary::path>("path", "m", "To its mouth, with heights that never rise."),
      row_column<&Distributary::cells>("cells", "", "From the cell where it leaves to that of open water."),
  };
  return list;
}

// ---- lakes

namespace {

/// Closed rings of each lake. Lakes that run around the whole map have closed rings only where the map is cut open.
void draw_shores(const Domain& domain, Lakes& lakes) {
  for (Lake& lake : lakes.lakes) lake.shore.clear(), lake.islands.clear();
  const auto add = [&](Outline& line) {
    Lake& lake = lakes.lakes[line.region - 1];
    lift(domain, double{lake.level}, line.path);
    ObjectColumn::Path& rings = line.kind == OutlineKind::outer ? lake.shore : lake.islands;
    rings.insert(rings.end(), line.path.begin(), line.path.end());
  };
  std::vector<bool> open(lakes.lakes.size(), false);
  std::vector<Outline> lines = outlines_of(domain, lakes.number.span());
  for (const Outline& line : lines)
    if (line.kind == OutlineKind::circling) open[line.region - 1] = true;
  for (Outline& line : lines)
    if (!open[line.region - 1]) add(line);
  if (std::find(open.begin(), open.end(), true) == open.end()) return;
  for (Outline& line : outlines_of(domain, lakes.number.span(), {.cut_open = true}))
    if (open[line.region - 1]) add(line);
}

}  // namespace

void Lakes::describe(const Domain& domain, std::span<const float> heights) {
  for (Lake& lake : lakes) {
    lake.water = lake.closed() ? LakeWater::salt : LakeWater::fresh;
    lake.deepest_place = river_point(domain, lake.deepest, heights[lake.deepest]);
  }
  draw_shores(domain, *this);
}

void Lakes::renew(const Domain& domain, std::span<const float> heights, std::span<std::int32_t> numbers,
                  std::span<float> depths) {
  for (Lake& lake : lakes) {
    lake.depth = 0;
    lake.area = lake.volume = 0;
    lake.deepest = no_cell;
  }
  for (Cell c = 0; c < heights.size(); ++c) {
    numbers[c] = static_cast<std::int32_t>(number[c]);
    depths[c] = 0;
    if (number[c] == 0) continue;
    Lake& lake = lakes[number[c] - 1];
    const float deep = depths[c] = lake.level - heights[c];
    const double area = std::visit([&](const auto& topology) { return topology.area(c); }, domain);
    lake.area += area;
    lake.volume += area * double{deep};
    if (lake.deepest != no_cell && deep <= lake.depth) continue;
    lake.depth = deep;
    lake.deepest = c;
  }
  for (Lake& lake : lakes)
    if (lake.deepest == no_cell) lake.deepest = 0;  // a lake without cells, as it came
  describe(domain, heights);
}

ObjectTable Lakes::table() const {
  return table_of_rows(lakes_table, "Lakes, the largest first. The layer of their numbers counts from 1.", lakes);
}

// ---- from tables

Result<Lakes> Lakes::load(const ObjectTable* table, std::span<const std::int32_t> numbers, const std::string& path) {
  std::optional<std::vector<Lake>> rows;
  if (table) rows = rows_of_table<Lake>(*table);
  if (!rows) return Error{ErrorCode::unknown_name, path, "there are no lakes yet: put a stage \"lakes\" before this one"};
  for (const Lake& lake : *rows)
    if (!lake.closed() && lake.outlet >= numbers.size())
      return Error{ErrorCode::invalid_value, path, "the table of lakes does not fit this surface: an outlet lies outside"};
  Lakes lakes{std::move(*rows), FlatArray<std::uint32_t>(numbers.size())};
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    if (numbers[c] < 0 || static_cast<std::size_t>(numbers[c]) > lakes.lakes.size())
      return Error{
          ErrorCode::invalid_value, path,
          concat({"cell ", std::to_string(c), " is in lake ", std::to_string(numbers[c]), ", which is not in the table"})};
    lakes.number[c] = static_cast<std::uint32_t>(numbers[c]);
  }
  return lakes;
}

Result<Hydrography> Hydrography::load(const Domain& domain, const ObjectTable* rivers, const ObjectTable* lakes,
                                      std::span<const std::int32_t> lake_numbers, const std::string& path) {
  std::optional<std::vector<River>> rows;
  if (rivers) rows = rows_of_table<River>(*rivers);
  if (!rows) return Error{ErrorCode::unknown_name, path, "there are no rivers yet: put a stage \"rivers\" before this one"};
  const auto fits = [&](const River& river) {
    return river.cells.size() >= 2 && river.path.size() >= 2 && river.joins >= -1 &&
           river.joins < static_cast<std::int64_t>(rows->size()) &&
           std::all_of(river.cells.begin(), river.cells.end(), [&](Cell cell) { return cell < cell_count(domain); });
  };
  for (std::size_t i = 0; i < rows->size(); ++i)
    if (!fits((*rows)[i]))
      return Error{
          ErrorCode::invalid_value, path,
          concat({"river ", std::to_string(i), " of the table does not fit this surface: its path, cells or what it joins"})};
  CRATON_TRY(Lakes standing, Lakes::load(lakes, lake_numbers, path + "/lake"));
  Hydrography waters(domain, std::move(*rows), std::move(standing));
  for (const ObjectColumn& column : rivers->columns) {
    const auto own = columns_of<River>();
    if (std::none_of(own.begin(), own.end(), [&](const auto& known) { return known.name == column.name; }))
      waters.more_.push_back(column);
  }
  return waters;
}

Result<void> check_river_numbers(std::size_t rivers, std::span<const std::int32_t> numbers, const std::string& path) {
  const auto bad = std::find_if(numbers.begin(), numbers.end(),
                                [&](std::int32_t number) { return number < 0 || static_cast<std::size_t>(number) > rivers; });
  if (bad == numbers.end()) return {};
  return Error{ErrorCode::invalid_value, path,
               concat({"cell ", std::to_string(bad - numbers.begin()), " is in river ", std::to_string(*bad),
                       ", which is not in the table"})};
}

// ---- to tables

ObjectTable Hydrography::river_table() const {
  assert(broken_law().empty());
  ObjectTable table =
      table_of_rows(rivers_table, "Rivers, each after the one it joins. The layer of their numbers counts from 1.", rivers);
  table.columns.insert(table.columns.end(), more_.begin(), more_.end());
  return table;
}

ObjectTable Hydrography::distributary_table() const {
  return table_of_rows(
      distributaries_table,
      "Channels into which rivers divide on their deltas, beside the river itself; each after the one it leaves.",
      distributaries);
}

ObjectTable Hydrography::waterfall_table() const {
  assert(broken_law().empty());
  return table_of_rows(waterfalls_table, "Waterfalls, by rivers and downstream along each.", waterfalls);
}

ObjectTable Hydrography::spring_table() const {
  assert(broken_law().empty());
  return table_of_rows(springs_table, "Springs: first the sources of rivers, then others.", springs);
}

ObjectTable Hydrography::cave_table() const {
  assert(broken_law().empty());
  return table_of_rows(caves_table, "Reaches of rivers below ground, downstream along each river.", caves);
}

void Hydrography::tell(ObjectColumn column) {
  const auto same = std::find_if(more_.begin(), more_.end(), [&](const ObjectColumn& old) { return old.name == column.name; });
  if (same != more_.end())
    *same = std::move(column);
  else
    more_.push_back(std::move(column));
}

// ---- beds and lines

FlatArray<float> Hydrography::beds(std::span<const float> heights) const {
  FlatArray<float> beds(heights.size());
  for (Cell c = 0; c < beds.size(); ++c) beds[c] = lakes.surface(c, heights[c]);
  const auto sink = [&](Cell cell, float to) { beds[cell] = std::min(beds[cell], to); };
  // Tributaries come after what they join. What flows in beside rivers may have lowered them too: their ends tell.
  for (std::size_t i = rivers.size(); i-- > 0;) {
    const River& river = rivers[i];
    sink(river.cells.front(), static_cast<float>(height_on(*domain_, river.path.front())));
    if (river.mouth == Mouth::river) sink(river.cells.back(), static_cast<float>(height_on(*domain_, river.path.back())));
    for (std::size_t k = 0; k + 1 < river.cells.size(); ++k) sink(river.cells[k + 1], beds[river.cells[k]]);
  }
  return beds;
}

std::vector<Cell> Hydrography::mouth_cells() const {
  std::vector<Cell> all;
  for (const River& river : rivers) all.push_back(river.cells.back());
  std::sort(all.begin(), all.end());
  return all;
}

void Hydrography::draw(std::size_t index, std::size_t from, bool same_mouth, FunctionRef<float(Cell)> water,
                       FunctionRef<bool(Cell)> corner) {
  River& river = rivers[index];
  const std::span<const Cell> cells = std::span(river.cells).subspan(from);
  const Vec3d old_end = same_mouth ? river.path.back() : Vec3d{};
  const float least = same_mouth ? static_cast<float>(height_on(*domain_, old_end)) : -1e30F;
  if (from == 0)
    river.path.clear();
  else
    cut_path(*domain_, river.cells[from - 1], cells.front(), river.path);
  const double before = river.path.empty() ? 1e30 : height_on(*domain_, river.path.back());
  const double rounding = std::holds_alternative<CubeSphere>(*domain_) ? 1e-7 : 0;  // m: of heights found from places
  auto bed = static_cast<float>(before);
  if (double{bed} > before + rounding) bed = std::nextafter(bed, -1e30F);
  std::vector<float> heights;
  std::vector<bool> pinned;
  for (const Cell cell : cells) {
    bed = std::min(bed, std::max(water(cell), least));
    heights.push_back(bed);
    pinned.push_back(corner(cell));
  }
  append_path(*domain_, river_path(*domain_, cells, heights, pinned), river.path);
  if (same_mouth) meet_at(*domain_, old_end, river.path.back());
}

void Hydrography::draw_all(const FlatArray<float>& beds) {
  const std::vector<Cell> ends = mouth_cells();
  for (std::size_t i = 0; i < rivers.size(); ++i) {
    draw(
        i, 0, false, [&](Cell cell) { return beds[cell]; },
        [&](Cell cell) { return std::binary_search(ends.begin(), ends.end(), cell); });
    const Cell source = rivers[i].cells.front();
    rivers[i].source = river_point(*domain_, source, beds[source]);
  }
}

/// Of each cell: 0, or 1 + the river that runs through it; mouths belong to what they are in.
FlatArray<std::uint32_t> Hydrography::river_numbers() const {
  FlatArray<std::uint32_t> number(cell_count(*domain_));
  for (std::uint32_t i = 0; i < rivers.size(); ++i)
    for (const Cell cell : std::span(rivers[i].cells).first(rivers[i].cells.size() - 1)) number[cell] = i + 1;
  return number;
}

void Hydrography::join_ends(FunctionRef<bool(std::size_t)> changed) {
  const FlatArray<std::uint32_t> number = river_numbers();
  for (std::size_t i = 0; i < rivers.size(); ++i) {
    const std::uint32_t there = number[rivers[i].cells.back()];
    if (there == 0 || there == i + 1 || (!changed(there - 1) && !changed(i))) continue;
    Vec3d& end = rivers[i].path.back();
    if (const Vec3d* point = point_at(*domain_, rivers[there - 1].path, end)) meet_at(*domain_, *point, end);
  }
}

// ---- laws

namespace {

using CellLinks = std::vector<std::pair<Cell, Cell>>;
void add_links(std::span<const Cell> cells, CellLinks& links) {
  for (std::size_t k = 0; k + 1 < cells.size(); ++k) links.emplace_back(std::minmax(cells[k], cells[k + 1]));
}

/// A cell at which two links cross, as the diagonals of four cells; no_cell where none do.
Cell crossing(const Domain& domain, CellLinks links) {
  std::sort(links.begin(), links.end());
  for (const auto& [one, other] : links) {
    std::vector<Cell> both;
    const Cell a = one, b = other;
    const auto look = [&](Link link) {
      if (link.to != b && are_linked(domain, link.to, b)) both.push_back(link.to);
    };
    std::visit([&](const auto& topology) { topology.for_each_link(a, look); }, domain);
    if (both.size() == 2 && std::binary_search(links.begin(), links.end(), CellLinks::value_type(std::minmax(both[0], both[1]))))
      return a;
  }
  return no_cell;
}

}  // namespace

std::string Hydrography::broken_law_of(std::size_t index) const {
  const River& river = rivers[index];
  if (std::string broken = broken_line(*domain_, river.cells, river.path); !broken.empty()) return broken;
  if (river.joins >= static_cast<std::int64_t>(index)) return "comes before the one that it joins";
  if (river.mouth == Mouth::lake && static_cast<std::int64_t>(lakes.number[river.cells.back()]) != river.lake + 1)
    return "does not end in its lake";
  if (river.mouth != Mouth::river) return "";
  if (river.joins < 0) return "joins none";
  if (!ends_on(*domain_, river.path.back(), rivers[static_cast<std::size_t>(river.joins)].path))
    return "ends beside the one that it joins";
  return "";
}

std::string Hydrography::broken_law() const {
  CellLinks links;
  for (std::size_t i = 0; i < rivers.size(); ++i) {
    if (const std::string broken = broken_law_of(i); !broken.empty()) return concat({"river ", std::to_string(i), " ", broken});
    add_links(rivers[i].cells, links);
  }
  for (std::size_t i = 0; i < distributaries.size(); ++i) {
    const Distributary& each = distributaries[i];
    std::string broken = broken_line(*domain_, each.cells, each.path);
    if (each.from >= static_cast<std::int64_t>(i)) broken = "comes before the one that it leaves";
    if (!broken.empty()) return concat({"distributary ", std::to_string(i), " ", broken});
    add_links(each.cells, links);
  }
  if (const Cell cell = crossing(*domain_, std::move(links)); cell != no_cell)
    return concat({"two rivers cross at cell ", std::to_string(cell)});
  for (std::size_t i = 0; i < lakes.lakes.size(); ++i)
    if (!lakes.lakes[i].closed() && lakes.number[lakes.lakes[i].outlet] != i + 1)
      return concat({"the outlet of lake ", std::to_string(i), " lies outside of it"});
  return broken_law_along(waterfalls, springs, caves, rivers.size(), *domain_);
}

namespace {

/// Whether a table is one of these rows; stages of others may make tables of the same name.
template <class Row>
bool is_table_of(const ObjectTable* table) {
  const auto columns = columns_of<Row>();
  return table && std::all_of(columns.begin(), columns.end(), [&](const auto& column) { return table->column(column.name); });
}

std::span<const std::int32_t> integers_of(const Surface& surface, std::string_view name) {
  const Layer* layer = surface.layer(name);
  return layer && layer->type() == LayerType::integer ? layer->integers() : std::span<const std::int32_t>();
}

/// Rows that stages made beside rivers and lakes; none where their table is not there. Cells lie on the surface.
template <class Row>
Result<std::vector<Row>> load_rows(const Surface& surface, const char* name) {
  const ObjectTable* table = surface.objects(name);
  if (!is_table_of<Row>(table)) return std::vector<Row>();
  std::optional<std::vector<Row>> rows = rows_of_table<Row>(*table);
  const auto fits = [&](const Row& row) {
    if constexpr (requires { row.cells; })
      return std::all_of(row.cells.begin(), row.cells.end(), [&](Cell cell) { return cell < surface.cell_count(); });
    return true;
  };
  if (rows && std::all_of(rows->begin(), rows->end(), fits)) return *std::move(rows);
  return Error{ErrorCode::invalid_value, "", concat({"the table ", name, " does not fit this surface"})};
}

Result<void> check_waters(const Surface& surface) {
  const ObjectTable *rivers = surface.objects(rivers_table), *lakes = surface.objects(lakes_table);
  const std::span<const std::int32_t> numbers = integers_of(surface, "lake");
  const bool with_lakes = is_table_of<Lake>(lakes) && !numbers.empty();
  if (with_lakes) CRATON_TRY(Lakes::load(lakes, numbers, ""));
  if (!is_table_of<River>(rivers)) return {};
  const std::vector<std::int32_t> no_numbers(with_lakes ? 0 : surface.cell_count());
  const ObjectTable no_lakes = Lakes().table();
  CRATON_TRY(Hydrography waters, Hydrography::load(surface.domain(), rivers, with_lakes ? lakes : &no_lakes,
                                                   with_lakes ? numbers : std::span(no_numbers), ""));
  // Lakes under other names are not to be had here.
  const auto in_lake = [](const River& river) { return river.mouth == Mouth::lake; };
  if (!with_lakes && std::any_of(waters.rivers.begin(), waters.rivers.end(), in_lake)) return {};
  CRATON_TRY(check_river_numbers(waters.rivers.size(), integers_of(surface, "river"), ""));
  CRATON_TRY(waters.distributaries, load_rows<Distributary>(surface, distributaries_table));
  CRATON_TRY(waters.waterfalls, load_rows<Waterfall>(surface, waterfalls_table));
  CRATON_TRY(waters.springs, load_rows<Spring>(surface, springs_table));
  CRATON_TRY(waters.caves, load_rows<Cave>(surface, caves_table));
  const std::string broken = waters.broken_law();
  return broken.empty() ? Result<void>() : Error{ErrorCode::invalid_value, "", broken};
}

}  // namespace

std::string broken_law_of_waters(const Surface& surface) {
  const Result<void> checked = check_waters(surface);
  return checked ? "" : checked.error().to_string();
}

}  // namespace craton
