#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <memory>
#include <optional>

#include <craton/files/endless_world.h>
#include <craton/files/world_file.h>
#include <craton/stages/plates.h>
#include <craton/surface/attributes.h>
#include <craton/surface/nearest_object.h>
#include <craton/surface/sample.h>
#include <craton/surface/voronoi_regions.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"
#include "window_input.h"
#include "world_input.h"
#include "world_text.h"

namespace craton::cli {
namespace {

struct Options {
  std::string world, at, nearest;
  std::vector<std::string> set, unset;
  bool plate = false;  // attributes are the plate's
  std::string to_plate;
  WindowChoice endless;
  bool json = false;

  bool changes() const { return !set.empty() || !unset.empty() || plate || !to_plate.empty(); }
  std::string_view changing() const {
    return !set.empty() ? "--set" : !unset.empty() ? "--unset" : plate ? "--plate" : "--to-plate";
  }
};

/// A place as it was asked for, and the cell that is nearest to it.
struct Place {
  Cell cell = no_cell;
  std::string axes[2];  // of the coordinates below
  double asked[2] = {}, found[2] = {};
  std::string cell_text;     // column and row, or face, column and row
  std::string cell_members;  // the same as members of a JSON object
  bool numbered = true;      // cells have numbers, which an endless world has none of
};

Result<Point2> position_of(const double (&at)[2]) {
  const Result<std::int64_t> x = units_from_metres(at[0]), y = units_from_metres(at[1]);
  if (!x) return invalid("--at", x.error().message);
  if (!y) return invalid("--at", y.error().message);
  return Point2{*x, *y};
}

Error outside(Point2 first, Point2 last) {
  return invalid("--at", fmt::format("lies outside; the world reaches from {},{} to {},{}",
                                     place_text(metres_from_units(first.x)), place_text(metres_from_units(first.y)),
                                     place_text(metres_from_units(last.x)), place_text(metres_from_units(last.y))));
}

template <class T>
Result<void> find_on_grid(const T& topology, Place& place, Point2& position) {
  CRATON_TRY(const Point2 asked, position_of(place.asked));
  position = asked;
  const std::optional<Cell> cell = topology.nearest(position);
  if (!cell) return outside(topology.position(0), topology.position(topology.cell_count() - 1));
  place.cell = *cell;
  place.axes[0] = "x";
  place.axes[1] = "y";
  place.found[0] = metres_from_units(topology.position(*cell).x);
  place.found[1] = metres_from_units(topology.position(*cell).y);
  const std::uint32_t width = topology.size().width;
  place.cell_text = fmt::format("column {}, row {}", *cell % width, *cell / width);
  place.cell_members = fmt::format("\"column\": {}, \"row\": {}", *cell % width, *cell / width);
  return {};
}

Result<void> find_on_sphere(const CubeSphere& sphere, Place& place, Vec3d& direction) {
  if (std::abs(place.asked[0]) > 90)
    return invalid("--at", fmt::format("latitude {} is out of range; allowed: −90 … 90", place_text(place.asked[0])));
  if (std::abs(place.asked[1]) > 360)
    return invalid("--at", fmt::format("longitude {} is out of range; allowed: −360 … 360", place_text(place.asked[1])));
  direction = direction_of(LatLon{place.asked[0], place.asked[1]});
  place.cell = sphere.nearest(direction);
  place.axes[0] = "latitude";
  place.axes[1] = "longitude";
  const LatLon found = sphere.lat_lon(place.cell);
  place.found[0] = found.latitude;
  place.found[1] = found.longitude;
  const std::uint32_t r = sphere.resolution();
  const std::uint32_t face = place.cell / (r * r), row = place.cell / r % r, column = place.cell % r;
  place.cell_text = fmt::format("face {}, column {}, row {}", face, column, row);
  const RegionSite site = site_of(sphere, place.cell);
  place.cell_members =
      fmt::format("\"face\": {}, \"column\": {}, \"row\": {}, \"a\": {}, \"b\": {}, \"offset\": [{}, {}], \"xyz\": [{}, {}, {}]",
                  face, column, row, json_number(site.a), json_number(site.b), json_number(site.right), json_number(site.down),
                  json_number(site.direction.x), json_number(site.direction.y), json_number(site.direction.z));
  return {};
}

/// The place, and the value of a layer of numbers there, between the cells.
struct Probe {
  Place place;
  Point2 position;
  Vec3d direction;

  float between(const Domain& domain, std::span<const float> values) const {
    if (const auto* tile = std::get_if<PlaneTile>(&domain)) return sample(*tile, values, position, Sampling::linear);
    if (const auto* torus = std::get_if<Torus>(&domain)) return sample(*torus, values, position, Sampling::linear);
    return sample(std::get<CubeSphere>(domain), values, direction, Sampling::linear);
  }
};

Result<Probe> probe_at(const Options& options, const Domain& domain) {
  CRATON_TRY(const std::vector<double> numbers, parse_numbers(options.at, "--at"));
  const bool sphere = std::holds_alternative<CubeSphere>(domain);
  if (numbers.size() != 2)
    return invalid("--at", fmt::format("\"{}\" has {} numbers; write {}", options.at, numbers.size(),
                                       sphere ? "LATITUDE,LONGITUDE in degrees" : "X,Y in metres"));
  Probe probe;
  probe.place.asked[0] = numbers[0];
  probe.place.asked[1] = numbers[1];
  if (const auto* tile = std::get_if<PlaneTile>(&domain))
    CRATON_TRY(find_on_grid(*tile, probe.place, probe.position));
  else if (const auto* torus = std::get_if<Torus>(&domain))
    CRATON_TRY(find_on_grid(*torus, probe.place, probe.position));
  else
    CRATON_TRY(find_on_sphere(std::get<CubeSphere>(domain), probe.place, probe.direction));
  return probe;
}

std::string value_json(const Layer& layer, Cell cell) {
  return layer.type() == LayerType::number ? json_number(layer.numbers()[cell]) : fmt::format("{:.0f}", layer.value(cell));
}

const std::string* category_of(const Layer& layer, Cell cell) {
  if (layer.type() != LayerType::category) return nullptr;
  const std::size_t value = layer.categories()[cell];
  return value < layer.info().categories.size() ? &layer.info().categories[value] : nullptr;
}

// ---- what is named ----

/// A row of the gazetteer, as people ask for it.
struct Named {
  std::string name, kind;
  double distance = 0;  // m
};

template <class Value>
const std::vector<Value>* values_of(const ObjectTable& table, std::string_view column) {
  const ObjectColumn* found = table.column(column);
  return found ? std::get_if<std::vector<Value>>(&found->values) : nullptr;
}

std::optional<Named> named_row(const ObjectTable& places, std::size_t row) {
  const auto* names = values_of<std::string>(places, "name");
  const auto* kinds = values_of<std::string>(places, "kind");
  if (!names || !kinds || row >= names->size()) return {};
  return Named{(*names)[row], (*kinds)[row]};
}

/// What a layer of numbers of objects has at a cell, where the stage names has given it a name.
std::optional<Named> named_by(const World& world, std::string_view layer_name, std::string_view table, Cell cell) {
  const ObjectTable* places = world.surface.objects("places");
  const Layer* layer = world.surface.layer(layer_name);
  if (!places || !layer || layer->type() != LayerType::integer) return {};
  const auto* tables = values_of<std::string>(*places, "table");
  const auto* rows = values_of<std::int64_t>(*places, "row");
  const std::int64_t wanted = std::int64_t{layer->integers()[cell]} - 1;
  for (std::size_t i = 0; wanted >= 0 && tables && rows && i < tables->size(); ++i)
    if ((*tables)[i] == table && (*rows)[i] == wanted) return named_row(*places, i);
  return {};
}

/// The land or water that the place lies in, where the stages geography and names have been.
std::optional<Named> named_region(const World& world, Cell cell) { return named_by(world, "region", "regions", cell); }

/// Cells that have a link to this one, in the order of the links.
std::vector<Cell> neighbours_of(const Domain& domain, Cell cell) {
  std::vector<Cell> found;
  std::visit([&](const auto& topology) { topology.for_each_link(cell, [&](const Link& link) { found.push_back(link.to); }); },
             domain);
  return found;
}

std::optional<Named> nearest_named(const World& world, const Probe& probe) {
  const ObjectTable* places = world.surface.objects("places");
  if (!places) return {};
  const Domain& domain = world.surface.domain();
  const bool sphere = std::holds_alternative<CubeSphere>(domain);
  const Vec3d place = sphere ? probe.direction : Vec3d{probe.place.asked[0], probe.place.asked[1], 0};
  const std::optional<NearestObject> nearest = nearest_object(domain, *places, place);
  std::optional<Named> named = nearest ? named_row(*places, nearest->row) : std::nullopt;
  if (named) named->distance = nearest->distance;
  return named;
}

/// Waters that a cell may be part of.
struct NamedLayer {
  std::string_view layer, table, what;
};
constexpr NamedLayer named_layers[] = {{"river", "rivers", "river"}, {"lake", "lakes", "lake"}};

/// The plate that a cell belongs to: its row in the table `plates`.
std::optional<std::size_t> plate_of(const World& world, Cell cell) {
  const Layer* layer = world.surface.layer("plate");
  const ObjectTable* plates = world.surface.objects("plates");
  if (!layer || layer->type() != LayerType::integer || !plates) return {};
  const std::int64_t number = layer->integers()[cell];
  if (number < 1 || static_cast<std::uint64_t>(number) > plates->rows()) return {};
  return static_cast<std::size_t>(number - 1);
}

// ---- what users wrote on regions ----

struct AttributeText {
  std::string operator()(double number) const { return value_text(number); }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(const AttributeList& list) const { return listed(*this, list); }

  template <class Text>
  static std::string listed(const Text& text, const AttributeList& list) {
    std::string all;
    for (const AttributeItem& item : list) all += (all.empty() ? "" : ", ") + std::visit(text, item);
    return "[" + all + "]";
  }
};
struct AttributeJson {
  std::string operator()(double number) const { return json_number(number); }
  std::string operator()(const std::string& text) const { return json_string(text); }
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(const AttributeList& list) const { return AttributeText::listed(*this, list); }
};
std::string text_of(const AttributeValue& value) { return std::visit(AttributeText{}, value); }
std::string json_of(const AttributeValue& value) { return std::visit(AttributeJson{}, value); }

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// true, false, a number where the text is one, else a text; "12" in quotes is a text.
AttributeItem item_of(std::string_view text) {
  if (text == "true" || text == "false") return text == "true";
  if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) return std::string(text.substr(1, text.size() - 2));
  const Result<double> number = parse_number(text, "--set");
  return number ? AttributeItem(*number) : AttributeItem(std::string(text));
}

/// A list where the text is [a, b, …].
AttributeValue value_of(const std::string& text) {
  if (!text.starts_with('[') || !text.ends_with(']'))
    return std::visit([](auto item) { return AttributeValue(std::move(item)); }, item_of(text));
  const std::string_view inside = trimmed(std::string_view(text).substr(1, text.size() - 2));
  AttributeList list;
  if (!inside.empty())
    for (const std::string_view part : split(inside, ',')) list.push_back(item_of(trimmed(part)));
  return list;
}

template <class Whom>
Result<void> change_attributes(const Options& options, const Whom& whom, Surface& surface) {
  for (const std::string& setting : options.set) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) return invalid("--set", fmt::format("found \"{}\"; write NAME=VALUE", setting));
    if (const Result<void> done = set_attribute(surface, whom, setting.substr(0, equals), value_of(setting.substr(equals + 1)));
        !done)
      return invalid("--set", fmt::format("{}: {}", done.error().path, done.error().message));
  }
  for (const std::string& name : options.unset) {
    CRATON_TRY(const bool done, remove_attribute(surface, whom, name));
    if (!done) return invalid("--unset", fmt::format("the {} has no attribute \"{}\"", options.plate ? "plate" : "region", name));
  }
  return {};
}

Result<void> move_region(const Options& options, Cell cell, Surface& surface) {
  const Result<std::int64_t> number = parse_integer(options.to_plate, "--to-plate");
  if (!number) return number.error();
  const Result<void> moved = move_to_plate(surface, std::span(&cell, 1), *number);
  return moved ? moved : invalid("--to-plate", moved.error().message);
}

/// What is asked for: the region goes to another plate, attributes are written.
Result<void> change_world(const Options& options, Cell cell, World& world) {
  if (!options.to_plate.empty()) CRATON_TRY(move_region(options, cell, world.surface));
  if (!options.plate) return change_attributes(options, cell, world.surface);
  if (options.set.empty() && options.unset.empty()) return invalid("--plate", "belongs to --set and --unset");
  const std::optional<std::size_t> plate = plate_of(world, cell);
  if (!plate) return invalid("--plate", "there is no plate at this place");
  return change_attributes(options, ObjectId{"plates", *plate}, world.surface);
}

std::string attributes_json(const std::vector<Attribute>& attributes) {
  std::string text;
  for (const Attribute& each : attributes)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_string(each.name), json_of(each.value));
  return text;
}

// ---- what is known of an object ----

/// Where a point lies, as places are asked for, and how high.
struct Coordinates {
  double first, second, height;
};

Coordinates coordinates_of(const Domain& domain, const Vec3d& at) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  if (!sphere) return {at.x, at.y, at.z};
  const LatLon place = lat_lon_of(at);
  return {place.latitude, place.longitude, std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z) - sphere->radius()};
}

/// A name, a text for people, the text for JSON, and a unit.
struct ObjectAttribute {
  std::string name, text, json, unit;
};

/// All that fit a line: no paths, and no lists of cells.
std::vector<ObjectAttribute> attributes_of(const Domain& domain, const ObjectTable& table, std::size_t row) {
  std::vector<ObjectAttribute> found;
  for (const ObjectColumn& column : table.columns) {
    ObjectAttribute attribute{.name = column.name, .text = "", .json = "", .unit = column.unit};
    if (const auto* numbers = std::get_if<std::vector<double>>(&column.values)) {
      attribute.text = value_text((*numbers)[row]);
      attribute.json = json_number((*numbers)[row]);
    } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) {
      attribute.text = attribute.json = std::to_string((*integers)[row]);
    } else if (const auto* texts = std::get_if<std::vector<std::string>>(&column.values)) {
      attribute.text = (*texts)[row];
      attribute.json = json_string((*texts)[row]);
    } else if (const auto* vectors = column.as<Vec3d>(); vectors && column.unit != "m") {
      const Vec3d& v = (*vectors)[row];  // a motion, a direction: no place
      attribute.text = fmt::format("{}, {}, {}", value_text(v.x), value_text(v.y), value_text(v.z));
      attribute.json = fmt::format("[{}, {}, {}]", json_number(v.x), json_number(v.y), json_number(v.z));
    } else if (const auto* places = column.as<Vec3d>()) {
      const Coordinates at = coordinates_of(domain, (*places)[row]);
      attribute.text = fmt::format("{}, {}, {}", value_text(at.first), value_text(at.second), value_text(at.height));
      attribute.json = fmt::format("[{}, {}, {}]", json_number(at.first), json_number(at.second), json_number(at.height));
      if (std::holds_alternative<CubeSphere>(domain)) attribute.unit = "°, °, m";
    } else {
      continue;
    }
    found.push_back(std::move(attribute));
  }
  return found;
}

void print_json(const World& world, const Probe& probe) {
  const Place& p = probe.place;
  say("{{\n  \"at\": {{\"{}\": {}, \"{}\": {}}},\n", p.axes[0], json_number(p.asked[0]), p.axes[1], json_number(p.asked[1]));
  const std::string index = p.numbered ? fmt::format("\"index\": {}, {}, ", p.cell, p.cell_members) : "";
  say("  \"cell\": {{{}\"{}\": {}, \"{}\": {}}},\n  \"layers\": [", index, p.axes[0], json_number(p.found[0]), p.axes[1],
      json_number(p.found[1]));
  std::string_view comma;
  for (const auto& layer : world.surface.layers()) {
    say("{}\n    {{\"name\": {}, \"unit\": {}, \"value\": {}", comma, json_string(layer->name()), json_string(layer->info().unit),
        value_json(*layer, p.cell));
    if (layer->type() == LayerType::number)
      say(", \"interpolated\": {}", json_number(probe.between(world.surface.domain(), layer->numbers())));
    if (const std::string* name = category_of(*layer, p.cell)) say(", \"category\": {}", json_string(*name));
    say("}}");
    comma = ",";
  }
  say("\n  ]");
  if (p.numbered) say(",\n  \"neighbours\": [{}]", fmt::join(neighbours_of(world.surface.domain(), p.cell), ", "));
  if (const auto* sphere = std::get_if<CubeSphere>(&world.surface.domain())) {
    const VoronoiRegion region = region_of(*sphere, p.cell);
    std::string borders;
    for (const RegionSide& side : region.sides)
      borders += fmt::format("{}{{\"neighbour\": {}, \"length\": {}}}", borders.empty() ? "" : ", ", side.neighbour,
                             json_number(side.length));
    say(",\n  \"area\": {},\n  \"borders\": [{}]", json_number(region.area), borders);
  }
  const std::string attributes = attributes_json(craton::attributes_of(world.surface, p.cell));
  if (!attributes.empty()) say(",\n  \"attributes\": {{{}}}", attributes);
  for (const auto& [layer, table, what] : named_layers)
    if (const std::optional<Named> named = named_by(world, layer, table, p.cell))
      say(",\n  \"{}\": {{\"name\": {}, \"kind\": {}}}", what, json_string(named->name), json_string(named->kind));
  if (const std::optional<std::size_t> plate = plate_of(world, p.cell)) {
    say(",\n  \"plate\": {{\"number\": {}", *plate + 1);
    for (const ObjectAttribute& each : attributes_of(world.surface.domain(), *world.surface.objects("plates"), *plate))
      say(", {}: {}", json_string(each.name), each.json);
    const std::string own = attributes_json(craton::attributes_of(world.surface, ObjectId{"plates", *plate}));
    if (!own.empty()) say(", \"attributes\": {{{}}}", own);
    say("}}");
  }
  if (const std::optional<Named> region = named_region(world, p.cell))
    say(",\n  \"region\": {{\"name\": {}, \"kind\": {}}}", json_string(region->name), json_string(region->kind));
  if (const std::optional<Named> nearest = nearest_named(world, probe))
    say(",\n  \"nearest_place\": {{\"name\": {}, \"kind\": {}, \"distance\": {}}}", json_string(nearest->name),
        json_string(nearest->kind), json_number(nearest->distance));
  say("\n}}\n");
}

void print_text(const World& world, const Probe& probe) {
  const Place& p = probe.place;
  const std::string which = p.numbered ? fmt::format("cell {} ({}) at ", p.cell, p.cell_text) : "sample at ";
  say("{}{} {}, {} {}\n", which, p.axes[0], place_text(p.found[0]), p.axes[1], place_text(p.found[1]));
  std::vector<std::vector<std::string>> rows{{"layer", "cell", "between", ""}};
  for (const auto& layer : world.surface.layers()) {
    const std::string* name = category_of(*layer, p.cell);
    const bool number = layer->type() == LayerType::number;
    rows.push_back({layer->name(), value_text(layer->value(p.cell)),
                    number ? value_text(double{probe.between(world.surface.domain(), layer->numbers())}) : "",
                    name ? *name : layer->info().unit});
  }
  say("{}", table(rows, "lrrl", "  "));
  if (p.numbered) say("neighbours {}\n", fmt::join(neighbours_of(world.surface.domain(), p.cell), ", "));
  for (const Attribute& each : craton::attributes_of(world.surface, p.cell))
    say("attribute {} = {}\n", each.name, text_of(each.value));
  for (const auto& [layer, table, what] : named_layers)
    if (const std::optional<Named> named = named_by(world, layer, table, p.cell)) say("{} {}\n", what, named->name);
  if (const std::optional<std::size_t> plate = plate_of(world, p.cell)) {
    say("plate {}", *plate + 1);
    for (const ObjectAttribute& each : attributes_of(world.surface.domain(), *world.surface.objects("plates"), *plate))
      say("; {} {}{}{}", each.name, each.text, each.unit.empty() ? "" : " ", each.unit);
    say("\n");
    for (const Attribute& each : craton::attributes_of(world.surface, ObjectId{"plates", *plate}))
      say("attribute of the plate {} = {}\n", each.name, text_of(each.value));
  }
  if (const std::optional<Named> region = named_region(world, p.cell)) say("in {} ({})\n", region->name, region->kind);
  if (const std::optional<Named> nearest = nearest_named(world, probe))
    say("nearest named place: {} ({}), {} m away\n", nearest->name, nearest->kind, value_text(nearest->distance));
}

// ---- the nearest of some objects ----

/// "river" and "rivers" mean the table rivers.
Result<std::string> table_name(const WorldFileInfo& info, const std::string& name) {
  for (const std::string& table : info.objects)
    if (table == name || table == name + "s") return table;
  const std::vector<std::string_view> names(info.objects.begin(), info.objects.end());
  return invalid("--nearest", names.empty() ? "this world has no objects; stages like lakes and rivers make them"
                                            : fmt::format("\"{}\" is none of the objects of this world: {}{}", name,
                                                          joined(names), suggestion(name, names)));
}

void print_nearest(const Domain& domain, const Probe& probe, const ObjectTable& table, const NearestObject& nearest, bool json) {
  const Place& p = probe.place;
  const Coordinates at = coordinates_of(domain, nearest.point);
  const std::vector<ObjectAttribute> attributes = attributes_of(domain, table, nearest.row);
  if (!json) {
    say("{} {}, {} m away at {} {}, {} {}\n", table.name, nearest.row, value_text(nearest.distance), p.axes[0],
        place_text(at.first), p.axes[1], place_text(at.second));
    std::vector<std::vector<std::string>> rows;
    for (const ObjectAttribute& each : attributes) rows.push_back({each.name, each.text, each.unit});
    say("{}", cli::table(rows, "lrl", "  "));
    return;
  }
  say("{{\n  \"at\": {{\"{}\": {}, \"{}\": {}}},\n", p.axes[0], json_number(p.asked[0]), p.axes[1], json_number(p.asked[1]));
  say("  \"nearest\": {{\n    \"table\": {},\n    \"row\": {},\n    \"distance\": {},\n", json_string(table.name), nearest.row,
      json_number(nearest.distance));
  say("    \"point\": {{\"{}\": {}, \"{}\": {}, \"height\": {}}}", p.axes[0], json_number(at.first), p.axes[1],
      json_number(at.second), json_number(at.height));
  std::string values, units;
  for (const ObjectAttribute& each : attributes) {
    values += fmt::format("{}\n      {}: {}", values.empty() ? "" : ",", json_string(each.name), each.json);
    if (!each.unit.empty())
      units += fmt::format("{}{}: {}", units.empty() ? "" : ", ", json_string(each.name), json_string(each.unit));
  }
  say(",\n    \"attributes\": {{{}\n    }},\n    \"units\": {{{}}}", values, units);
  say("\n  }}\n}}\n");
}

Result<void> run_nearest(const Options& options, const std::string& path) {
  CRATON_TRY(const WorldFileInfo info, read_world_info(path));
  CRATON_TRY(const std::string name, table_name(info, options.nearest));
  WorldReadOptions reading{.layers = {}, .execution = {.cancel = &cancel_token()}};
  if (!info.layers.empty()) reading.layers.push_back(info.layers.front().info.name);  // none would mean all
  CRATON_TRY(const World world, read_world(path, all_terms(), reading));
  const Domain& domain = world.surface.domain();
  CRATON_TRY(const Probe probe, probe_at(options, domain));
  const ObjectTable* table = world.surface.objects(name);
  const bool sphere = std::holds_alternative<CubeSphere>(domain);
  const Vec3d place = sphere ? probe.direction : Vec3d{probe.place.asked[0], probe.place.asked[1], 0};
  const std::optional<NearestObject> nearest = table ? nearest_object(domain, *table, place) : std::nullopt;
  if (!nearest) return invalid("--nearest", fmt::format("none of the {} of this world has a place", name));
  print_nearest(domain, probe, *table, *nearest, options.json);
  return {};
}

/// A place of an endless world: the samples around it are made.
Result<void> run_endless(const Options& options) {
  if (!options.nearest.empty()) return invalid("--nearest", "tells of objects, which endless worlds do not keep");
  if (options.changes()) return invalid(options.changing(), "is for worlds that are kept in a file");
  WindowChoice window = options.endless;
  if (window.recipe.empty()) window.recipe = options.world;
  window.at = options.at;
  window.size = "2";
  CRATON_TRY(const World world, load_window(window, 0));
  CRATON_TRY(Probe probe, probe_at(options, world.surface.domain()));
  probe.place.numbered = false;
  options.json ? print_json(world, probe) : print_text(world, probe);
  return {};
}

Result<void> run(const Options& options) {
  if (!options.world.empty() && !options.endless.recipe.empty())
    return invalid("--recipe", "names an endless world, but a world is named too");
  if (options.world.empty() && options.endless.recipe.empty())
    return invalid("query", "of which world? name a .craton file or its folder, or an endless one with --recipe");
  if (!options.endless.recipe.empty() || is_endless_world(options.world)) return run_endless(options);
  if (options.endless.any()) return invalid("--seed", "is for an endless world: name one with --recipe");
  const std::string path = world_path(options.world);
  const bool changes = options.changes();
  if (!options.nearest.empty())
    return changes ? invalid("--nearest", "tells of objects; attributes are set on regions") : run_nearest(options, path);
  const RecipeTerms terms = all_terms();
  CRATON_TRY(check_memory_of_world(path, 4));
  CRATON_TRY(World world, read_world(path, terms, {.layers = {}, .execution = {.cancel = &cancel_token()}}));
  CRATON_TRY(const Probe probe, probe_at(options, world.surface.domain()));
  if (changes) {
    CRATON_TRY(change_world(options, probe.place.cell, world));
    CRATON_TRY(write_world(path, world, terms, {.cancel = &cancel_token()}));
  }
  options.json ? print_json(world, probe) : print_text(world, probe);
  return {};
}

}  // namespace

Command add_query_command(CommandLine& parent) {
  Arguments args =
      parent.command("query", "Tells the values of all layers at a place and how it is called, or the nearest river or lake.");
  auto options = std::make_shared<Options>();
  args.option("world", options->world, "A .craton file, or the folder that `make` wrote.");
  args.option("--recipe RECIPE", options->endless.recipe,
              "An endless world instead: a recipe on a plane or of voxels, by file or name.");
  args.option("--step METRES", options->endless.step, "Of an endless world: metres from one sample to the next.");
  args.option("--seed SEED", options->endless.seed, "Of an endless world: another seed.");
  args.option("-s NAME=VALUE", options->endless.settings,
              "Of an endless world: changes one value of its recipe. May be repeated.")
      .repeatable();
  args.option("--at X,Y", options->at, "The place: X,Y in metres on planes and maps, LATITUDE,LONGITUDE in degrees on spheres.")
      .required();
  args.option("--nearest OBJECT", options->nearest,
              "Tell of the nearest of these objects instead (river, lake, …): how far it is, and what is known of it.");
  args.option(
          "--set NAME=VALUE", options->set,
          "Writes an attribute of your own on the region and keeps it in the world's file: a number, a text, true or false, or "
          "a list: [1, 2, Rome]. \"12\" in quotes is a text. May be repeated.")
      .repeatable();
  args.option("--unset NAME", options->unset, "Takes an attribute away again. May be repeated.").repeatable();
  args.flag("--plate", options->plate, "With --set and --unset: attributes of the plate there, not of the region.");
  args.option("--to-plate N", options->to_plate,
              "Moves the region there to plate number N, in the world's file: edges, areas and middles of plates follow.");
  args.flag("--json", options->json, "Print it as one JSON object.");
  args.footer(
      "The value of the nearest cell and, of numbers, the value between the cells (linear).\n"
      "Distances of --nearest are straight on planes and maps (all around those that close onto themselves), and along the "
      "great\n"
      "circle at sea level on spheres; 0 m in a lake.\n\n"
      "Examples:\n  craton query out/torus --at 25600,12800\n  craton query out/planet --at=-33.9,18.4 --json\n"
      "  craton query out/mountains --nearest river --at 25600,12800\n"
      "  craton query --recipe river-land --at 7120,8640\n  craton query --recipe caves --at 12,-300 --json\n"
      "  craton query out/planet --at 41.9,12.5 --set owner=Rome --set grain=12.5\n"
      "  craton query out/fusek --at 41.9,12.5 --plate --set owner=Rome\n  craton query out/fusek --at 41.9,12.5 --to-plate 7");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
