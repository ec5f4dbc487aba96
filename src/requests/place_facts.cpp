#include <craton/requests/place_facts.h>

#include <cmath>

#include <craton/surface/sample.h>

#include "base/text.h"

namespace craton {
namespace {

Error wrong_place(std::string message) { return {ErrorCode::invalid_value, "at", std::move(message)}; }

std::string number_text(double number) { return to_string(ParamValue{number + 0.0}); }

template <class T>
Result<void> find_on_grid(const T& topology, AskedPlace& place) {
  const Result<std::int64_t> x = units_from_metres(place.asked[0]), y = units_from_metres(place.asked[1]);
  if (!x) return wrong_place(x.error().message);
  if (!y) return wrong_place(y.error().message);
  place.position = {*x, *y};
  const std::optional<Cell> cell = topology.nearest(place.position);
  if (!cell) {
    const Point2 first = topology.position(0), last = topology.position(topology.cell_count() - 1);
    return wrong_place(concat({"lies outside; the world reaches from ", number_text(metres_from_units(first.x)), ",",
                               number_text(metres_from_units(first.y)), " to ", number_text(metres_from_units(last.x)), ",",
                               number_text(metres_from_units(last.y))}));
  }
  place.cell = *cell;
  place.axes[0] = "x";
  place.axes[1] = "y";
  place.found[0] = metres_from_units(topology.position(*cell).x);
  place.found[1] = metres_from_units(topology.position(*cell).y);
  place.column = *cell % topology.size().width;
  place.row = *cell / topology.size().width;
  return {};
}

Result<void> find_on_sphere(const CubeSphere& sphere, AskedPlace& place) {
  if (!(std::abs(place.asked[0]) <= 90))
    return wrong_place(concat({"latitude ", number_text(place.asked[0]), " is out of range; allowed: −90 … 90"}));
  if (!(std::abs(place.asked[1]) <= 360))
    return wrong_place(concat({"longitude ", number_text(place.asked[1]), " is out of range; allowed: −360 … 360"}));
  place.direction = direction_of(LatLon{place.asked[0], place.asked[1]});
  place.cell = sphere.nearest(place.direction);
  place.axes[0] = "latitude";
  place.axes[1] = "longitude";
  const LatLon found = sphere.lat_lon(place.cell);
  place.found[0] = found.latitude;
  place.found[1] = found.longitude;
  const std::uint32_t r = sphere.resolution();
  place.face = place.cell / (r * r);
  place.row = place.cell / r % r;
  place.column = place.cell % r;
  return {};
}

/// Cells that have a link to this one, in the order of the links.
std::vector<Cell> neighbours_of(const Domain& domain, Cell cell) {
  std::vector<Cell> found;
  std::visit([&](const auto& topology) { topology.for_each_link(cell, [&](const Link& link) { found.push_back(link.to); }); },
             domain);
  return found;
}

// ---- what is named

std::optional<NamedFact> named_row(const ObjectTable& places, std::size_t row) {
  const auto* names = places.values<std::string>("name");
  const auto* kinds = places.values<std::string>("kind");
  if (!names || !kinds || row >= names->size()) return {};
  return NamedFact{.what = "", .name = (*names)[row], .kind = (*kinds)[row]};
}

/// What a layer of numbers of objects has at a cell, where the stage names has given it a name.
std::optional<NamedFact> named_by(const World& world, std::string_view layer_name, std::string_view table, Cell cell) {
  const ObjectTable* places = world.surface.objects("places");
  const Layer* layer = world.surface.layer(layer_name);
  if (!places || !layer || layer->type() != LayerType::integer) return {};
  const auto* tables = places->values<std::string>("table");
  const auto* rows = places->values<std::int64_t>("row");
  const std::int64_t wanted = std::int64_t{layer->integers()[cell]} - 1;
  for (std::size_t i = 0; wanted >= 0 && tables && rows && i < tables->size(); ++i)
    if ((*tables)[i] == table && (*rows)[i] == wanted) return named_row(*places, i);
  return {};
}

Vec3d point_of(const World& world, const AskedPlace& place) {
  return std::holds_alternative<CubeSphere>(world.surface.domain()) ? place.direction : Vec3d{place.asked[0], place.asked[1], 0};
}

std::optional<NamedFact> nearest_named(const World& world, const AskedPlace& place) {
  const ObjectTable* places = world.surface.objects("places");
  if (!places) return {};
  const std::optional<NearestObject> nearest = nearest_object(world.surface.domain(), *places, point_of(world, place));
  std::optional<NamedFact> named = nearest ? named_row(*places, nearest->row) : std::nullopt;
  if (named) named->distance = nearest->distance;
  return named;
}

/// The plate that a cell belongs to: its row in the table `plates`.
std::optional<std::size_t> plate_of(const World& world, Cell cell) {
  const Layer* layer = world.surface.layer("plate");
  const ObjectTable* plates = world.surface.objects("plates");
  if (!layer || layer->type() != LayerType::integer || !plates) return {};
  const std::int64_t number = layer->integers()[cell];
  if (number < 1 || static_cast<std::uint64_t>(number) > plates->rows()) return {};
  return static_cast<std::size_t>(number - 1);
}

}  // namespace

float AskedPlace::between(const Domain& domain, std::span<const float> values) const {
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) return sample(*tile, values, position, Sampling::linear);
  if (const auto* torus = std::get_if<Torus>(&domain)) return sample(*torus, values, position, Sampling::linear);
  return sample(std::get<CubeSphere>(domain), values, direction, Sampling::linear);
}

Result<AskedPlace> asked_place(const Domain& domain, double first, double second) {
  AskedPlace place;
  place.asked[0] = first;
  place.asked[1] = second;
  if (const auto* tile = std::get_if<PlaneTile>(&domain))
    CRATON_TRY(find_on_grid(*tile, place));
  else if (const auto* torus = std::get_if<Torus>(&domain))
    CRATON_TRY(find_on_grid(*torus, place));
  else
    CRATON_TRY(find_on_sphere(std::get<CubeSphere>(domain), place));
  return place;
}

const std::string* category_at(const Layer& layer, Cell cell) {
  if (layer.type() != LayerType::category) return nullptr;
  const std::size_t value = layer.categories()[cell];
  return value < layer.info().categories.size() ? &layer.info().categories[value] : nullptr;
}

Vec3d place_as_asked(const Domain& domain, const Vec3d& at) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  if (!sphere) return at;
  const LatLon place = lat_lon_of(at);
  return {place.latitude, place.longitude, std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z) - sphere->radius()};
}

std::vector<ObjectFact> object_facts(const Domain& domain, const ObjectTable& table, std::size_t row) {
  std::vector<ObjectFact> found;
  for (const ObjectColumn& column : table.columns) {
    ObjectFact fact{.name = column.name, .unit = column.unit, .value = {}};
    if (const auto* numbers = column.as<double>()) {
      fact.value = (*numbers)[row];
    } else if (const auto* integers = column.as<std::int64_t>()) {
      fact.value = (*integers)[row];
    } else if (const auto* texts = column.as<std::string>()) {
      fact.value = (*texts)[row];
    } else if (const auto* vectors = column.as<Vec3d>(); vectors && column.unit != "m") {
      fact.value = (*vectors)[row];  // a motion, a direction: no place
    } else if (vectors) {
      fact.value = place_as_asked(domain, (*vectors)[row]);
      if (std::holds_alternative<CubeSphere>(domain)) fact.unit = "°, °, m";
    } else {
      continue;
    }
    found.push_back(std::move(fact));
  }
  return found;
}

PlaceFacts facts_at(const World& world, const AskedPlace& place) {
  const Surface& surface = world.surface;
  PlaceFacts facts{.place = place};
  facts.neighbours = neighbours_of(surface.domain(), place.cell);
  if (const auto* sphere = std::get_if<CubeSphere>(&surface.domain())) facts.region = region_of(*sphere, place.cell);
  facts.attributes = attributes_of(surface, place.cell);
  const auto tell = [&](std::string_view what, std::optional<NamedFact> named) {
    if (!named) return;
    named->what = what;
    facts.names.push_back(*std::move(named));
  };
  tell("river", named_by(world, "river", "rivers", place.cell));
  tell("lake", named_by(world, "lake", "lakes", place.cell));
  tell("region", named_by(world, "region", "regions", place.cell));
  tell("nearest_place", nearest_named(world, place));
  facts.plate = plate_of(world, place.cell);
  if (facts.plate) facts.plate_facts = object_facts(surface.domain(), *surface.objects("plates"), *facts.plate);
  return facts;
}

Result<std::string> table_called(std::span<const std::string> tables, const std::string& name) {
  for (const std::string& table : tables)
    if (table == name || table == name + "s") return table;
  const std::vector<std::string_view> names(tables.begin(), tables.end());
  return Error{ErrorCode::unknown_name, "nearest",
               names.empty() ? "this world has no objects; stages like lakes and rivers make them"
                             : concat({"\"", name, "\" is none of the objects of this world: ", joined(names, ", "),
                                       suggestion(nearest_name(name, names))})};
}

Result<NearestObject> nearest_to(const World& world, const AskedPlace& place, const std::string& table) {
  const ObjectTable* objects = world.surface.objects(table);
  const std::optional<NearestObject> nearest =
      objects ? nearest_object(world.surface.domain(), *objects, point_of(world, place)) : std::nullopt;
  if (nearest) return *nearest;
  return Error{ErrorCode::unsupported, "nearest", concat({"none of the ", table, " of this world has a place"})};
}

}  // namespace craton
