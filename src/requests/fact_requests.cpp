#include "requests/fact_requests.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include <craton/files/world_diff.h>
#include <craton/measure/cell_measures.h>
#include <craton/measure/measure.h>
#include <craton/requests/place_facts.h>
#include <craton/worlds/kinds.h>

#include "base/text.h"
#include "requests/of.h"

namespace craton {

using requests::DiffRequest;
using requests::MeasureRequest;
using requests::QueryRequest;

namespace requests {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

Answer tables_of(const Answer& of, std::vector<ObjectTable> tables) {
  Answer::Parts parts{.seed = of.seed(), .name = std::string(of.name())};
  parts.tables = std::move(tables);
  return Answer::of_values(std::move(parts));
}

/// Whether ground below 0 is sea to one of the stages that made a world.
bool knows_the_sea(const Recipe& recipe) {
  const RecipeTerms terms = all_terms();
  return std::any_of(recipe.stages.begin(), recipe.stages.end(), [&](const StageSpec& each) {
    const Result<const StageEntry*> entry = terms.stages.find(each.stage, recipe.version, "");
    return each.enabled && entry && (*entry)->info.sea;
  });
}

/// "": as the world knows; of all endless worlds the sea lies at 0.
Result<std::optional<double>> sea_level_of(const std::string& text, const Answer& answer) {
  if (text == "none") return std::optional<double>{};
  if (text.empty()) return answer.window() || knows_the_sea(answer.world()->recipe) ? std::optional(0.0) : std::nullopt;
  double level = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), level);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(level)) return std::optional(level);
  return Error{ErrorCode::invalid_value, "sea_level", concat({"found \"", text, "\", allowed metres, or none"})};
}

ObjectTable measures_table(const std::vector<Measured>& measured) {
  std::vector<std::string> keys, units, docs, notes;
  std::vector<double> values, low, high;
  for (const Measured& each : measured) {
    keys.emplace_back(each.info->key);
    units.emplace_back(each.info->unit);
    docs.emplace_back(each.info->doc);
    notes.push_back(each.note);
    values.push_back(each.value.value_or(unknown));
    low.push_back(each.info->earth ? each.info->earth->low : unknown);
    high.push_back(each.info->earth ? each.info->earth->high : unknown);
  }
  return {"measures",
          "Figures of the relief, beside those of real land.",
          {{"measure", "", "Which.", std::move(keys)},
           {"value", "", "Nothing where there is none.", std::move(values)},
           {"unit", "", "Of the value.", std::move(units)},
           {"earth_low", "", "The least of real land.", std::move(low)},
           {"earth_high", "", "The most of real land.", std::move(high)},
           {"note", "", "Why there is no value.", std::move(notes)},
           {"doc", "", "What it is.", std::move(docs)}}};
}

ObjectTable cells_table(const CubeSphere& sphere) {
  std::vector<std::string> keys, docs;
  std::vector<double> values;
  for (const CellMeasure& each : measure_cells(sphere)) {
    keys.emplace_back(each.key);
    docs.emplace_back(each.doc);
    values.push_back(each.value);
  }
  return {"measures",
          "How even cells and regions of a planet are.",
          {{"measure", "", "Which.", std::move(keys)},
           {"value", "", "A share, or a number.", std::move(values)},
           {"doc", "", "What it is.", std::move(docs)}}};
}

}  // namespace

Result<Answer> measure_request(const MeasureRequest& request, const RequestContext& context) {
  CRATON_TRY(const Answer answer, answer_of(request.of, context));
  if (request.cells) {
    CRATON_TRY(const World* planet, planet_of(answer, "`cells`"));
    return tables_of(answer, {cells_table(std::get<CubeSphere>(planet->surface.domain()))});
  }
  CRATON_TRY(const World* world, world_of(answer, "measure"));
  CRATON_TRY(const Layer* layer, layer_of(world->surface, request.layer));
  CRATON_TRY(const std::optional<double> sea, sea_level_of(request.sea_level, answer));
  const Result<std::vector<Measured>> found =
      measure_relief(world->surface, layer->name(), {.sea_level = sea}, context.execution);
  if (!found)
    return found.error().code == ErrorCode::cancelled ? found.error() : Error{found.error().code, "layer", found.error().message};
  return tables_of(answer, {measures_table(*found)});
}

namespace {

ObjectTable place_table(const AskedPlace& place) {
  const auto one = [](auto value) { return std::vector{value}; };
  const std::string unit = place.axes[0] == "x" ? "m" : "°";
  return {"place",
          "The cell that is nearest to the place.",
          {{std::string(place.axes[0]), unit, "Where the cell lies.", one(place.found[0])},
           {std::string(place.axes[1]), unit, "Where the cell lies.", one(place.found[1])},
           {"cell", "", "Its number, an index into all arrays.", one(std::int64_t{place.cell})},
           {"face", "", "Of a planet's cube.", one(std::int64_t{place.face})},
           {"row", "", "Of the cell.", one(std::int64_t{place.row})},
           {"column", "", "Of the cell.", one(std::int64_t{place.column})}}};
}

ObjectTable values_table(const World& world, const AskedPlace& place) {
  std::vector<std::string> names, units, categories;
  std::vector<double> values, between;
  for (const auto& layer : world.surface.layers()) {
    const std::string* category = category_at(*layer, place.cell);
    names.push_back(layer->name());
    units.push_back(layer->info().unit);
    values.push_back(layer->value(place.cell));
    between.push_back(layer->type() == LayerType::number ? double{place.between(world.surface.domain(), layer->numbers())}
                                                         : unknown);
    categories.push_back(category ? *category : "");
  }
  return {"values",
          "All layers at the place.",
          {{"layer", "", "Which.", std::move(names)},
           {"value", "", "Of the nearest cell.", std::move(values)},
           {"between", "", "Of numbers: at the place itself, linear between the cells.", std::move(between)},
           {"unit", "", "Of both.", std::move(units)},
           {"category", "", "What the value is called.", std::move(categories)}}};
}

ObjectTable neighbours_table(const PlaceFacts& facts) {
  std::vector<std::int64_t> cells;
  std::vector<double> borders;
  if (facts.region) {
    for (const RegionSide& side : facts.region->sides) {
      cells.push_back(side.neighbour);
      borders.push_back(side.length);
    }
  } else {
    cells.assign(facts.neighbours.begin(), facts.neighbours.end());
    borders.assign(cells.size(), unknown);
  }
  return {"neighbours",
          "Of the cell; of planets those that its true region bords on.",
          {{"cell", "", "Its number.", std::move(cells)}, {"border", "m", "Of planets: how long it is.", std::move(borders)}}};
}

ObjectTable names_table(const PlaceFacts& facts) {
  std::vector<std::string> what, names, kinds;
  std::vector<double> distances;
  for (const NamedFact& each : facts.names) {
    what.emplace_back(each.what);
    names.push_back(each.name);
    kinds.push_back(each.kind);
    distances.push_back(each.distance);
  }
  return {"names",
          "What of it has a name.",
          {{"what", "", "river, lake, region or nearest_place.", std::move(what)},
           {"name", "", "What it is called.", std::move(names)},
           {"kind", "", "What it is.", std::move(kinds)},
           {"distance", "m", "Of the nearest place.", std::move(distances)}}};
}

struct FactText {
  std::string operator()(double number) const { return to_string(ParamValue{number + 0.0}); }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(const Vec3d& v) const { return concat({(*this)(v.x), ", ", (*this)(v.y), ", ", (*this)(v.z)}); }
  std::string operator()(const AttributeList& list) const {
    std::vector<std::string> items;
    for (const AttributeItem& item : list) items.push_back(std::visit(*this, item));
    return concat({"[", joined(items, ", "), "]"});
  }
};

ObjectTable attributes_table(const PlaceFacts& facts) {
  std::vector<std::string> names, values;
  for (const Attribute& each : facts.attributes) {
    names.push_back(each.name);
    values.push_back(std::visit(FactText{}, each.value));
  }
  return {"attributes",
          "What users wrote on the region.",
          {{"name", "", "Which.", std::move(names)}, {"value", "", "As text.", std::move(values)}}};
}

/// A row, turned round: its columns below each other.
ObjectTable facts_table(std::string name, std::string doc, const std::vector<ObjectFact>& facts) {
  std::vector<std::string> names, values, units;
  for (const ObjectFact& each : facts) {
    names.push_back(each.name);
    values.push_back(std::visit(FactText{}, each.value));
    units.push_back(each.unit);
  }
  return {std::move(name),
          std::move(doc),
          {{"name", "", "Which.", std::move(names)},
           {"value", "", "As text; places of planets as degrees north and east, and metres.", std::move(values)},
           {"unit", "", "Of the value.", std::move(units)}}};
}

Result<Answer> nearest_answer(const Answer& answer, const World& world, const AskedPlace& place, const std::string& wanted) {
  std::vector<std::string> tables;
  for (const ObjectTable& table : world.surface.objects()) tables.push_back(table.name);
  CRATON_TRY(const std::string name, table_called(tables, wanted));
  CRATON_TRY(const NearestObject nearest, nearest_to(world, place, name));
  const Domain& domain = world.surface.domain();
  const Vec3d point = place_as_asked(domain, nearest.point);
  const bool metres = place.axes[0] == "x";
  ObjectTable found{"nearest",
                    "The object that is nearest to the place.",
                    {{"table", "", "Of the world.", std::vector{name}},
                     {"row", "", "In that table.", std::vector{static_cast<std::int64_t>(nearest.row)}},
                     {"distance", "m", "0 inside an area.", std::vector{nearest.distance}},
                     {std::string(place.axes[0]), metres ? "m" : "°", "Its nearest point.", std::vector{point.x}},
                     {std::string(place.axes[1]), metres ? "m" : "°", "Its nearest point.", std::vector{point.y}},
                     {"height", "m", "Of that point.", std::vector{point.z}}}};
  ObjectTable facts =
      facts_table("facts", "What is known of it.", object_facts(domain, *world.surface.objects(name), nearest.row));
  return tables_of(answer, {place_table(place), std::move(found), std::move(facts)});
}

}  // namespace

Result<Answer> query_request(const QueryRequest& request, const RequestContext& context) {
  if (request.at.size() != 2)
    return Error{
        ErrorCode::invalid_value, "at",
        concat({"found ", std::to_string(request.at.size()), " numbers, allowed two: [x, y] or [degrees north, degrees east]"})};
  CRATON_TRY(const Answer answer, answer_of(request.of, context));
  CRATON_TRY(const World* world, world_of(answer, "query"));
  CRATON_TRY(const AskedPlace place, asked_place(world->surface.domain(), request.at[0], request.at[1]));
  if (!request.nearest.empty()) return nearest_answer(answer, *world, place, request.nearest);
  const PlaceFacts facts = facts_at(*world, place);
  std::vector<ObjectTable> tables{place_table(place), values_table(*world, place), neighbours_table(facts), names_table(facts),
                                  attributes_table(facts)};
  if (facts.plate) tables.push_back(facts_table("plate", "The plate below.", facts.plate_facts));
  return tables_of(answer, std::move(tables));
}

Result<Answer> diff_request(const DiffRequest& request, const RequestContext& context) {
  CRATON_TRY(const std::vector<Answer> pair, answers_of(request.of, 2, context));
  CRATON_TRY(const World* a, world_of(pair[0], "diff"));
  CRATON_TRY(const World* b, world_of(pair[1], "diff"));
  const WorldDiff diff = diff_worlds(*a, *b, all_terms());
  std::vector<std::string> what, names, kinds, columns, from, to;
  std::vector<double> cells, first, largest;
  const auto tell = [&](std::string each, std::string name, std::string_view kind, std::string column = "") {
    what.push_back(std::move(each));
    names.push_back(std::move(name));
    kinds.emplace_back(kind);
    columns.push_back(std::move(column));
    cells.push_back(0);
    first.push_back(unknown);
    largest.push_back(unknown);
    from.emplace_back();
    to.emplace_back();
  };
  for (const LayerDiff& each : diff.layers) {
    tell("layer", each.name, diff_kind_name(each.kind));
    if (each.kind != DiffKind::other_values) continue;
    cells.back() = static_cast<double>(each.cells);
    first.back() = static_cast<double>(each.first_cell);
    largest.back() = each.largest;
  }
  for (const ObjectsDiff& each : diff.objects) tell("table", each.name, diff_kind_name(each.kind), each.column);
  for (const DiffReason& each : diff.reasons) {
    tell("reason", each.what, "");
    from.back() = each.a;
    to.back() = each.b;
  }
  return tables_of(pair[0], {{"differences",
                              "Layers and tables that differ, and what was different when the worlds were made.",
                              {{"what", "", "layer, table or reason.", std::move(what)},
                               {"name", "", "Which.", std::move(names)},
                               {"kind", "", "How it differs.", std::move(kinds)},
                               {"column", "", "Of a table: the first that differs.", std::move(columns)},
                               {"cells", "", "Of a layer: how many.", std::move(cells)},
                               {"first", "", "Of a layer: the first of them.", std::move(first)},
                               {"largest", "", "Of a layer: the largest difference.", std::move(largest)},
                               {"a", "", "Of a reason: what it is in the first world.", std::move(from)},
                               {"b", "", "And in the second.", std::move(to)}}}});
}

}  // namespace requests

template <>
std::span<const ParamInfo> params_of<MeasureRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<MeasureRequest>("What is measured: a request for a world or a window, {\"map\": {\"seed\": 7}}."),
      text_param<&MeasureRequest::layer>("layer", 64, "The heights; \"\": height, or else the first."),
      text_param<&MeasureRequest::sea_level>(
          "sea_level", 32, "Metres below which there is sea; none: all is land; \"\": 0 where the world knows of a sea."),
      boolean_param<&MeasureRequest::cells>(
          "cells", "Of planets, instead of the relief: how even cells and regions are, and how neighbours and links differ."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<QueryRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<QueryRequest>("Of what: a request for a world or a window, {\"map\": {\"seed\": 7}}."),
      numbers_param<&QueryRequest::at>("at", -1e16, 1e16, 2, "",
                                       "The place: [x, y] in metres, or [degrees north, degrees east] on planets."),
      text_param<&QueryRequest::nearest>("nearest", 64,
                                         "Tell of the nearest of these objects instead: river, lake, …; \"\": of the place."),
  };
  return list;
}

template <>
std::span<const ParamInfo> params_of<DiffRequest>() {
  static const ParamInfo list[] = {
      requests::of_param<DiffRequest>(
          "Which two worlds: a list of requests, [{\"map\": {\"seed\": 7}}, {\"map\": {\"seed\": 8}}]."),
  };
  return list;
}

}  // namespace craton
