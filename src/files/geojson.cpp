#include <craton/files/geojson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include <craton/files/new_file.h>
#include <craton/surface/attributes.h>
#include <craton/surface/outline.h>
#include <craton/surface/voronoi_regions.h>

#include "base/function_ref.h"
#include "base/text.h"
#include "files/geo_shapes.h"
#include "measure/pieces.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using files::GeoLine;
using files::GeoPoint;
using files::GeoPolygon;

constexpr std::string_view coast_name = "coast", cells_name = "cells";

using Sink = FunctionRef<Result<void>(std::string_view)>;

// ---- JSON ----

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The shortest text that is this number; JSON has no others than finite ones.
template <class Number>
std::string number(Number value) {
  if (!std::isfinite(value)) return "null";
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value + Number{0}).ptr};
}

/// To `steps` parts of 1: digits beyond tell nothing and double the file.
std::string rounded(double value, double steps) {
  constexpr double exact = 0x1p52;
  return number(std::abs(value) * steps < exact ? std::round(value * steps) / steps : value);
}

/// Degrees to 10⁻⁷ (a centimetre on Earth), metres to millimetres.
struct CoordinateText {
  double steps;

  std::string of(const GeoPoint& at) const {
    return concat({"[", rounded(at.east, steps), ",", rounded(at.north, steps), ",", rounded(at.up, 1000), "]"});
  }
  std::string of(const GeoLine& line) const { return list(line); }
  std::string of(const GeoPolygon& polygon) const { return list(polygon); }

  template <class Items>
  std::string list(const Items& items) const {
    std::string text = "[";
    for (const auto& item : items) text += (text.size() > 1 ? "," : "") + of(item);
    return text + "]";
  }

  /// "LineString" where there is one, "MultiLineString" where there are several.
  template <class Parts>
  std::string geometry(std::string_view type, const Parts& parts) const {
    if (parts.empty()) return "null";
    if (parts.size() == 1) return concat({"{\"type\":\"", type, "\",\"coordinates\":", of(parts[0]), "}"});
    return concat({"{\"type\":\"Multi", type, "\",\"coordinates\":", list(parts), "}"});
  }
};

// ---- features ----

class Writer {
 public:
  Writer(const World& world, Sink sink)
      : domain_(world.surface.domain()), coordinates_{std::holds_alternative<CubeSphere>(domain_) ? 1e7 : 1000}, sink_(sink) {}

  Result<void> feature(std::string_view table, std::size_t row, std::string_view properties, std::string_view geometry) {
    const std::string number = std::to_string(row);
    return write({any_ ? ",\n" : "\n", R"({"type":"Feature","id":)", json_text(concat({table, "/", number})),
                  R"(,"properties":{"table":)", json_text(table), ",\"row\":", number, properties, R"(},"geometry":)", geometry,
                  "}"});
  }

  Result<void> write(std::initializer_list<std::string_view> parts) {
    any_ = true;
    return sink_(concat(parts));
  }
  void begin_list() { any_ = false; }

  std::string point(const Vec3d& at) const { return coordinates_.of(files::geo_point(domain_, at)); }
  std::string point_geometry(const Vec3d& at) const { return concat({R"({"type":"Point","coordinates":)", point(at), "}"}); }
  std::string line_geometry(std::span<const Vec3d> path) const {
    return coordinates_.geometry("LineString", files::geo_lines(domain_, path));
  }
  std::string area_geometry(std::span<const Vec3d> shore, std::span<const Vec3d> islands) const {
    std::vector<std::span<const Vec3d>> rings = rings_of(shore);
    for (const std::span<const Vec3d> island : rings_of(islands)) rings.push_back(island);
    return rings_geometry(rings);
  }
  std::string rings_geometry(std::span<const std::span<const Vec3d>> rings) const {
    return coordinates_.geometry("Polygon", files::geo_polygons(domain_, rings));
  }

 private:
  const Domain& domain_;
  CoordinateText coordinates_;
  Sink sink_;
  bool any_ = false;
};

/// Vectors in metres are places; motions, poles and the like are none.
bool is_place(const ObjectColumn& column) { return column.unit == "m"; }

/// What of a table is drawn.
struct Places {
  const std::vector<ObjectColumn::Path>*paths = nullptr, *shores = nullptr, *islands = nullptr, *lines = nullptr;
  const std::vector<Vec3d>* points = nullptr;

  explicit Places(const ObjectTable& table)
      : paths(table.values<ObjectColumn::Path>("path")),
        shores(table.values<ObjectColumn::Path>("shore")),
        islands(table.values<ObjectColumn::Path>("islands")),
        lines(table.values<ObjectColumn::Path>("line")) {
    for (const ObjectColumn& column : table.columns)
      if (!points && is_place(column)) points = column.as<Vec3d>();
  }
  bool any() const { return paths || shores || lines || points; }

  std::string geometry(const Writer& writer, std::size_t row) const {
    if (shores)
      return writer.area_geometry((*shores)[row], islands ? std::span<const Vec3d>((*islands)[row]) : std::span<const Vec3d>());
    if (paths) return writer.line_geometry((*paths)[row]);
    if (lines && ((*lines)[row].size() > 1 || !points)) return writer.line_geometry((*lines)[row]);
    return writer.point_geometry((*points)[row]);
  }
};

/// Nothing of paths, which are geometry, and of cells, which mean nothing outside.
std::optional<std::string> property(const Writer& writer, const ObjectColumn& column, std::size_t row) {
  if (const auto* numbers = column.as<double>()) return number((*numbers)[row]);
  if (const auto* integers = column.as<std::int64_t>()) return std::to_string((*integers)[row]);
  if (const auto* texts = column.as<std::string>()) return json_text((*texts)[row]);
  if (const auto* points = column.as<Vec3d>()) {
    const Vec3d& at = (*points)[row];
    return is_place(column) ? writer.point(at) : concat({"[", number(at.x), ",", number(at.y), ",", number(at.z), "]"});
  }
  return {};
}

/// Every feature tells its own table and row; columns of these names say where an object comes from.
std::string property_name(const ObjectColumn& column) {
  return column.name == "table" || column.name == "row" ? concat({"source_", column.name}) : column.name;
}

/// The names of the objects of a table, by row, where the gazetteer has some and the table itself has none.
std::map<std::int64_t, std::string_view> names_of(const Surface& surface, const ObjectTable& table) {
  std::map<std::int64_t, std::string_view> names;
  const ObjectTable* places = surface.objects("places");
  const auto* name = values_of<std::string>(places, "name");
  const auto* from = values_of<std::string>(places, "table");
  const auto* row = values_of<std::int64_t>(places, "row");
  if (!name || !from || !row || table.column("name")) return names;
  for (std::size_t i = 0; i < name->size(); ++i)
    if ((*from)[i] == table.name) names.emplace((*row)[i], (*name)[i]);
  return names;
}

std::string attributes_text(const std::vector<Attribute>& attributes);

/// Tables whose rows are areas, as a layer says which cells they have: numbers from 1.
struct AreaTable {
  std::string_view table, layer;
  bool cut_corners = false;
};
constexpr AreaTable area_tables[] = {{"plates", "plate", false}, {"regions", "region", true}};

/// The outlines of each row; of those that no cell names there are none.
std::vector<std::vector<Outline>> outlines_of_rows(const Surface& surface, const ObjectTable& table) {
  const auto* areas = std::find_if(std::begin(area_tables), std::end(area_tables),
                                   [&](const AreaTable& each) { return each.table == table.name; });
  const Layer* layer = areas != std::end(area_tables) ? surface.layer(areas->layer) : nullptr;
  if (!layer || layer->type() != LayerType::integer) return {};
  std::vector<std::uint32_t> numbers(layer->size());
  const std::span<const std::int32_t> row = layer->integers();
  for (std::size_t c = 0; c < numbers.size(); ++c) numbers[c] = static_cast<std::uint32_t>(std::max(row[c], 0));
  std::vector<std::vector<Outline>> rows(table.rows());
  for (Outline& outline : outlines_of(surface.domain(), numbers, {.cut_corners = areas->cut_corners, .cut_open = true}))
    if (outline.region <= rows.size()) rows[outline.region - 1].push_back(std::move(outline));
  return rows;
}

Result<void> write_table(Writer& writer, const Surface& surface, const ObjectTable& table) {
  const Places places(table);
  const std::vector<std::vector<Outline>> outlines = outlines_of_rows(surface, table);
  const std::map<std::int64_t, std::string_view> names = names_of(surface, table);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::string properties;
    if (const auto name = names.find(static_cast<std::int64_t>(row)); name != names.end())
      properties += concat({R"(,"name":)", json_text(name->second)});
    for (const ObjectColumn& column : table.columns)
      if (const std::optional<std::string> value = property(writer, column, row))
        properties += concat({",", json_text(property_name(column)), ":", *value});
    properties += attributes_text(attributes_of(surface, ObjectId{table.name, row}));
    std::vector<std::span<const Vec3d>> rings;
    if (row < outlines.size())
      for (const Outline& outline : outlines[row]) rings.emplace_back(outline.path);
    CRATON_TRY(
        writer.feature(table.name, row, properties, rings.empty() ? places.geometry(writer, row) : writer.rings_geometry(rings)));
  }
  return {};
}

double length_of(std::span<const Vec3d> path) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i)
    sum += std::sqrt((path[i].x - path[i - 1].x) * (path[i].x - path[i - 1].x) +
                     (path[i].y - path[i - 1].y) * (path[i].y - path[i - 1].y) +
                     (path[i].z - path[i - 1].z) * (path[i].z - path[i - 1].z));
  return sum;
}

std::string_view inside(OutlineKind kind) {
  switch (kind) {
    case OutlineKind::outer: return "land";
    case OutlineKind::hole: return "sea";
    case OutlineKind::circling:
    case OutlineKind::open: break;
  }
  return "";
}

Result<void> write_coast(Writer& writer, const Domain& domain, const Layer& heights) {
  std::vector<std::uint32_t> land(heights.size());
  const std::span<const float> values = heights.numbers();
  for (std::size_t i = 0; i < land.size(); ++i) land[i] = values[i] >= 0 ? 1 : 0;
  const std::vector<Outline> lines = outlines_of(domain, land, {.along_borders = false});
  for (std::size_t row = 0; row < lines.size(); ++row) {
    const std::string_view within = inside(lines[row].kind);
    const std::string properties = concat(
        {",\"inside\":", within.empty() ? "null" : json_text(within), ",\"length\":", rounded(length_of(lines[row].path), 10)});
    CRATON_TRY(writer.feature(coast_name, row, properties, writer.line_geometry(lines[row].path)));
  }
  return {};
}

/// The areas of a layer of classes: of each that hangs together its outlines, with its class and area.
Result<void> write_areas(Writer& writer, const Domain& domain, const Layer& layer) {
  const std::span<const std::uint8_t> classes = layer.categories();
  const measure::Pieces found = measure::connected_pieces(
      domain, [](Cell) { return true; }, [&](Cell first, Cell cell) { return classes[first] == classes[cell]; });
  const std::vector<std::string>& names = layer.info().categories;
  const std::vector<Outline> outlines = outlines_of(domain, found.number, {.cut_open = true});
  std::vector<std::span<const Vec3d>> rings;
  for (std::size_t first = 0; first < outlines.size();) {
    const std::uint32_t number = outlines[first].region;
    rings.clear();
    for (; first < outlines.size() && outlines[first].region == number; ++first) rings.emplace_back(outlines[first].path);
    const std::size_t row = number - 1;
    const std::size_t category = classes[found.first[row]];
    const std::string name = category < names.size() ? json_text(names[category]) : std::to_string(category);
    const std::string properties = concat({",", json_text(layer.name()), ":", name, ",\"area\":", rounded(found.areas[row], 1)});
    CRATON_TRY(writer.feature(layer.name(), row, properties, writer.rings_geometry(rings)));
  }
  return {};
}

// ---- the regions of a planet ----

constexpr std::array<std::string_view, 12> cell_properties{"table", "row", "face", "column", "cell_row", "a",
                                                           "b",     "x",   "y",    "z",      "area",     "neighbours"};

/// Layers are properties beside those above and below.
std::string layer_property(const Layer& layer) {
  const bool taken = std::find(cell_properties.begin(), cell_properties.end(), layer.name()) != cell_properties.end() ||
                     layer.name() == "borders" || layer.name() == "attributes";
  return taken ? concat({"layer_", layer.name()}) : layer.name();
}

std::string layer_value(const Layer& layer, Cell cell) {
  switch (layer.type()) {
    case LayerType::number: return number(layer.numbers()[cell]);
    case LayerType::integer: return std::to_string(layer.integers()[cell]);
    case LayerType::category: break;
  }
  const std::size_t value = layer.categories()[cell];
  return value < layer.info().categories.size() ? json_text(layer.info().categories[value]) : std::to_string(value);
}

template <class Value, class Text>
std::string json_list(const std::vector<Value>& values, Text&& text_of) {
  std::string text = "[";
  for (const Value& value : values) text += concat({text.size() > 1 ? "," : "", text_of(value)});
  return text + "]";
}

struct AttributeJson {
  std::string operator()(double value) const { return number(value); }
  std::string operator()(const std::string& text) const { return json_text(text); }
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(const AttributeList& list) const {
    return json_list(list, [&](const AttributeItem& item) { return std::visit(*this, item); });
  }
};

std::string attributes_text(const std::vector<Attribute>& attributes) {
  std::string text;
  for (const Attribute& each : attributes) {
    text += concat({text.empty() ? "" : ",", json_text(each.name), ":", std::visit(AttributeJson{}, each.value)});
  }
  return text.empty() ? text : concat({",\"attributes\":{", text, "}"});
}

Result<void> write_cells(Writer& writer, const Surface& surface, const CubeSphere& sphere) {
  constexpr double fine = 1e9;  // parts of 1
  VoronoiRegion region;
  std::vector<Vec3d> ring;
  for (Cell cell = 0; cell < sphere.cell_count(); ++cell) {
    find_region(sphere, cell, region);
    const RegionSite site = site_of(sphere, cell);
    ring.clear();
    for (const RegionSide& side : region.sides) ring.push_back(side.corner * sphere.radius());
    ring.push_back(ring.front());
    std::string properties =
        concat({",\"face\":", std::to_string(site.face), ",\"column\":", std::to_string(site.column),
                ",\"cell_row\":", std::to_string(site.row), ",\"a\":", rounded(site.a, fine), ",\"b\":", rounded(site.b, fine),
                ",\"x\":", rounded(site.direction.x, fine), ",\"y\":", rounded(site.direction.y, fine),
                ",\"z\":", rounded(site.direction.z, fine), ",\"area\":", rounded(region.area, 1)});
    properties += concat(
        {",\"neighbours\":", json_list(region.sides, [](const RegionSide& side) { return std::to_string(side.neighbour); }),
         ",\"borders\":", json_list(region.sides, [](const RegionSide& side) { return rounded(side.length, 10); })});
    for (const auto& layer : surface.layers())
      properties += concat({",", json_text(layer_property(*layer)), ":", layer_value(*layer, cell)});
    properties += attributes_text(attributes_of(surface, cell));
    CRATON_TRY(writer.feature(cells_name, cell, properties, writer.area_geometry(ring, {})));
  }
  return {};
}

// ---- the whole ----

/// What is to be written of a world.
struct Chosen {
  std::vector<const ObjectTable*> tables;
  std::vector<const Layer*> areas;  ///< of layers of classes
  const Layer* coast = nullptr;
  const CubeSphere* cells = nullptr;
};

const Layer* heights_of(const World& world, const GeoJsonOptions& options) {
  const Layer* layer = world.surface.layer(options.heights);
  return layer && layer->type() == LayerType::number ? layer : nullptr;
}

Result<Chosen> chosen(const World& world, const GeoJsonOptions& options) {
  Chosen all;
  all.coast = heights_of(world, options);
  std::vector<std::string_view> names{coast_name};
  for (const ObjectTable& table : world.surface.objects()) {
    if (!Places(table).any()) continue;
    all.tables.push_back(&table);
    names.push_back(table.name);
  }
  if (options.objects.empty()) return all;
  const auto* sphere = std::get_if<CubeSphere>(&world.surface.domain());
  if (sphere) names.push_back(cells_name);
  const auto areas_called = [&](std::string_view name) {
    const Layer* layer = world.surface.layer(std::string(name));
    return layer && layer->type() == LayerType::category && !layer->info().categories.empty() ? layer : nullptr;
  };
  for (const auto& layer : world.surface.layers())
    if (areas_called(layer->name())) names.push_back(layer->name());
  Chosen some;
  for (const std::string& name : options.objects) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      return Error{ErrorCode::unknown_name, "objects",
                   concat({"\"", name, "\" is none of the objects of this world; it has ", joined(names),
                           suggestion(nearest_name(name, names))})};
    if (name == cells_name && sphere) {
      some.cells = sphere;
      continue;
    }
    if (name != coast_name) {
      if (const ObjectTable* table = world.surface.objects(name))
        some.tables.push_back(table);
      else
        some.areas.push_back(areas_called(name));
      continue;
    }
    if (!all.coast)
      return Error{ErrorCode::unknown_name, "objects",
                   concat({"there is no coast without a layer \"", options.heights, "\" of numbers"})};
    some.coast = all.coast;
  }
  return some;
}

std::string units_of(const World& world, const Chosen& chosen) {
  std::string text;
  for (const ObjectTable* table : chosen.tables) {
    std::string units;
    for (const ObjectColumn& column : table->columns) {
      const bool written = std::holds_alternative<std::vector<double>>(column.values) ||
                           std::holds_alternative<std::vector<std::int64_t>>(column.values);
      if (written && !column.unit.empty())
        units += concat({units.empty() ? "" : ",", json_text(column.name), ":", json_text(column.unit)});
    }
    text += concat({text.empty() ? "" : ",", json_text(table->name), ":{", units, "}"});
  }
  for (const Layer* layer : chosen.areas)
    text += concat({text.empty() ? "" : ",", json_text(layer->name()), R"(:{"area":"m2"})"});
  if (chosen.coast) text += concat({text.empty() ? "" : ",", R"("coast":{"length":"m"})"});
  if (chosen.cells) {
    text += concat({text.empty() ? "" : ",", R"("cells":{"area":"m²","borders":"m")"});
    for (const auto& layer : world.surface.layers())
      if (!layer->info().unit.empty())
        text += concat({",", json_text(layer_property(*layer)), ":", json_text(layer->info().unit)});
    text += "}";
  }
  return concat({"{", text, "}"});
}

/// What the coordinates are, and from where. "crs" (of the GeoJSON of 2008) keeps GDAL from taking metres for degrees.
std::string head(const World& world, const Chosen& chosen) {
  const Domain& domain = world.surface.domain();
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  const std::string axes =
      sphere ? concat({R"(["longitude, degrees","latitude, degrees","height, m"],"radius":)", number(sphere->radius())})
             : R"(["east, m","north, m: Craton's y with its sign turned round","height, m"])";
  std::string period;
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    const auto metres = [](std::uint64_t units) {
      return units == 0 ? "null" : number(static_cast<double>(units) / units_per_metre);
    };
    period = concat({",\"period\":[", metres(torus->period()[0]), ",", metres(torus->period()[1]), "]"});
  }
  const std::string crs =
      sphere
          ? ""
          : R"("crs":{"type":"name","properties":{"name":"LOCAL_CS[\"Craton\",UNIT[\"metre\",1],AXIS[\"East\",EAST],AXIS[\"North\",NORTH]]"}},)"
            "\n";
  return concat({"{\"type\":\"FeatureCollection\",\n\"name\":", json_text(world.recipe.name), ",\n", crs,
                 "\"craton\":{\"version\":\"", CRATON_VERSION, "\",\"seed\":\"", std::to_string(world.recipe.seed),
                 "\",\"axes\":", axes, period, "},\n\"units\":", units_of(world, chosen), ",\n\"features\":["});
}

Result<void> write_all(const World& world, const GeoJsonOptions& options, Sink sink) {
  CRATON_TRY(const Chosen what, chosen(world, options));
  Writer writer(world, sink);
  CRATON_TRY(writer.write({head(world, what)}));
  writer.begin_list();
  for (const ObjectTable* table : what.tables) CRATON_TRY(write_table(writer, world.surface, *table));
  for (const Layer* layer : what.areas) CRATON_TRY(write_areas(writer, world.surface.domain(), *layer));
  if (what.coast) CRATON_TRY(write_coast(writer, world.surface.domain(), *what.coast));
  if (what.cells) CRATON_TRY(write_cells(writer, world.surface, *what.cells));
  return writer.write({"\n]}\n"});
}

}  // namespace

Result<std::string> geojson_text(const World& world, const GeoJsonOptions& options) {
  std::string text;
  const auto append = [&](std::string_view part) -> Result<void> {
    text += part;
    return {};
  };
  CRATON_TRY(write_all(world, options, append));
  return text;
}

Result<void> write_geojson(const std::string& path, const World& world, const GeoJsonOptions& options) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  std::string waiting;
  const auto flush = [&]() -> Result<void> {
    Result<void> done = file.write(std::as_bytes(std::span(waiting)));
    waiting.clear();
    return done;
  };
  const auto append = [&](std::string_view part) -> Result<void> {
    waiting += part;
    return waiting.size() < std::size_t{1} << 20 ? Result<void>() : flush();
  };
  CRATON_TRY(write_all(world, options, append));
  CRATON_TRY(flush());
  return file.commit();
}

}  // namespace craton
