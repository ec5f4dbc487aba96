#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

#include <craton/files/endless_world.h>
#include <craton/files/world_file.h>
#include <craton/requests/place_facts.h>
#include <craton/stages/plates.h>
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

Result<AskedPlace> place_at(const Options& options, const Domain& domain) {
  CRATON_TRY(const std::vector<double> numbers, parse_numbers(options.at, "--at"));
  if (numbers.size() != 2)
    return invalid("--at",
                   fmt::format("\"{}\" has {} numbers; write {}", options.at, numbers.size(),
                               std::holds_alternative<CubeSphere>(domain) ? "LATITUDE,LONGITUDE in degrees" : "X,Y in metres"));
  Result<AskedPlace> place = asked_place(domain, numbers[0], numbers[1]);
  return place ? place : invalid("--at", place.error().message);
}

std::string value_json(const Layer& layer, Cell cell) {
  return layer.type() == LayerType::number ? json_number(layer.numbers()[cell]) : fmt::format("{:.0f}", layer.value(cell));
}

/// Column and row, or face, column and row.
std::string cell_text(const AskedPlace& place, bool sphere) {
  const std::string text = fmt::format("column {}, row {}", place.column, place.row);
  return sphere ? fmt::format("face {}, {}", place.face, text) : text;
}

/// The same as members of a JSON object.
std::string cell_members(const AskedPlace& place, const Domain& domain) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  if (!sphere) return fmt::format("\"column\": {}, \"row\": {}", place.column, place.row);
  const RegionSite site = site_of(*sphere, place.cell);
  return fmt::format(
      "\"face\": {}, \"column\": {}, \"row\": {}, \"a\": {}, \"b\": {}, \"offset\": [{}, {}], \"xyz\": [{}, {}, {}]", place.face,
      place.column, place.row, json_number(site.a), json_number(site.b), json_number(site.right), json_number(site.down),
      json_number(site.direction.x), json_number(site.direction.y), json_number(site.direction.z));
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
Result<void> change_world(const Options& options, const AskedPlace& place, World& world) {
  const Cell cell = place.cell;
  if (!options.to_plate.empty()) CRATON_TRY(move_region(options, cell, world.surface));
  if (!options.plate) return change_attributes(options, cell, world.surface);
  if (options.set.empty() && options.unset.empty()) return invalid("--plate", "belongs to --set and --unset");
  const std::optional<std::size_t> plate = facts_at(world, place).plate;
  if (!plate) return invalid("--plate", "there is no plate at this place");
  return change_attributes(options, ObjectId{"plates", *plate}, world.surface);
}

std::string attributes_json(const std::vector<Attribute>& attributes) {
  std::string text;
  for (const Attribute& each : attributes)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_string(each.name), json_of(each.value));
  return text;
}

// ---- what is known of an object

struct FactText {
  std::string operator()(double number) const { return value_text(number); }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(const Vec3d& v) const {
    return fmt::format("{}, {}, {}", value_text(v.x), value_text(v.y), value_text(v.z));
  }
};
struct FactJson {
  std::string operator()(double number) const { return json_number(number); }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& text) const { return json_string(text); }
  std::string operator()(const Vec3d& v) const {
    return fmt::format("[{}, {}, {}]", json_number(v.x), json_number(v.y), json_number(v.z));
  }
};

void print_json(const World& world, const AskedPlace& p, bool numbered) {
  const Domain& domain = world.surface.domain();
  const PlaceFacts facts = facts_at(world, p);
  say("{{\n  \"at\": {{\"{}\": {}, \"{}\": {}}},\n", p.axes[0], json_number(p.asked[0]), p.axes[1], json_number(p.asked[1]));
  const std::string index = numbered ? fmt::format("\"index\": {}, {}, ", p.cell, cell_members(p, domain)) : "";
  say("  \"cell\": {{{}\"{}\": {}, \"{}\": {}}},\n  \"layers\": [", index, p.axes[0], json_number(p.found[0]), p.axes[1],
      json_number(p.found[1]));
  std::string_view comma;
  for (const auto& layer : world.surface.layers()) {
    say("{}\n    {{\"name\": {}, \"unit\": {}, \"value\": {}", comma, json_string(layer->name()), json_string(layer->info().unit),
        value_json(*layer, p.cell));
    if (layer->type() == LayerType::number) say(", \"interpolated\": {}", json_number(p.between(domain, layer->numbers())));
    if (const std::string* name = category_at(*layer, p.cell)) say(", \"category\": {}", json_string(*name));
    say("}}");
    comma = ",";
  }
  say("\n  ]");
  if (numbered) say(",\n  \"neighbours\": [{}]", fmt::join(facts.neighbours, ", "));
  if (facts.region) {
    std::string borders;
    for (const RegionSide& side : facts.region->sides)
      borders += fmt::format("{}{{\"neighbour\": {}, \"length\": {}}}", borders.empty() ? "" : ", ", side.neighbour,
                             json_number(side.length));
    say(",\n  \"area\": {},\n  \"borders\": [{}]", json_number(facts.region->area), borders);
  }
  const std::string attributes = attributes_json(facts.attributes);
  if (!attributes.empty()) say(",\n  \"attributes\": {{{}}}", attributes);
  for (const char* what : {"river", "lake"})
    if (const NamedFact* named = facts.named(what))
      say(",\n  \"{}\": {{\"name\": {}, \"kind\": {}}}", what, json_string(named->name), json_string(named->kind));
  if (facts.plate) {
    say(",\n  \"plate\": {{\"number\": {}", *facts.plate + 1);
    for (const ObjectFact& each : facts.plate_facts) say(", {}: {}", json_string(each.name), std::visit(FactJson{}, each.value));
    const std::string own = attributes_json(attributes_of(world.surface, ObjectId{"plates", *facts.plate}));
    if (!own.empty()) say(", \"attributes\": {{{}}}", own);
    say("}}");
  }
  if (const NamedFact* region = facts.named("region"))
    say(",\n  \"region\": {{\"name\": {}, \"kind\": {}}}", json_string(region->name), json_string(region->kind));
  if (const NamedFact* nearest = facts.named("nearest_place"))
    say(",\n  \"nearest_place\": {{\"name\": {}, \"kind\": {}, \"distance\": {}}}", json_string(nearest->name),
        json_string(nearest->kind), json_number(nearest->distance));
  say("\n}}\n");
}

void print_text(const World& world, const AskedPlace& p, bool numbered) {
  const Domain& domain = world.surface.domain();
  const PlaceFacts facts = facts_at(world, p);
  const std::string which =
      numbered ? fmt::format("cell {} ({}) at ", p.cell, cell_text(p, facts.region.has_value())) : "sample at ";
  say("{}{} {}, {} {}\n", which, p.axes[0], place_text(p.found[0]), p.axes[1], place_text(p.found[1]));
  std::vector<std::vector<std::string>> rows{{"layer", "cell", "between", ""}};
  for (const auto& layer : world.surface.layers()) {
    const std::string* name = category_at(*layer, p.cell);
    const bool number = layer->type() == LayerType::number;
    rows.push_back({layer->name(), value_text(layer->value(p.cell)),
                    number ? value_text(double{p.between(domain, layer->numbers())}) : "", name ? *name : layer->info().unit});
  }
  say("{}", table(rows, "lrrl", "  "));
  if (numbered) say("neighbours {}\n", fmt::join(facts.neighbours, ", "));
  for (const Attribute& each : facts.attributes) say("attribute {} = {}\n", each.name, text_of(each.value));
  for (const char* what : {"river", "lake"})
    if (const NamedFact* named = facts.named(what)) say("{} {}\n", what, named->name);
  if (facts.plate) {
    say("plate {}", *facts.plate + 1);
    for (const ObjectFact& each : facts.plate_facts)
      say("; {} {}{}{}", each.name, std::visit(FactText{}, each.value), each.unit.empty() ? "" : " ", each.unit);
    say("\n");
    for (const Attribute& each : attributes_of(world.surface, ObjectId{"plates", *facts.plate}))
      say("attribute of the plate {} = {}\n", each.name, text_of(each.value));
  }
  if (const NamedFact* region = facts.named("region")) say("in {} ({})\n", region->name, region->kind);
  if (const NamedFact* nearest = facts.named("nearest_place"))
    say("nearest named place: {} ({}), {} m away\n", nearest->name, nearest->kind, value_text(nearest->distance));
}

// ---- the nearest of some objects ----

void print_nearest(const Domain& domain, const AskedPlace& p, const ObjectTable& table, const NearestObject& nearest, bool json) {
  const Vec3d at = place_as_asked(domain, nearest.point);
  const std::vector<ObjectFact> facts = object_facts(domain, table, nearest.row);
  if (!json) {
    say("{} {}, {} m away at {} {}, {} {}\n", table.name, nearest.row, value_text(nearest.distance), p.axes[0], place_text(at.x),
        p.axes[1], place_text(at.y));
    std::vector<std::vector<std::string>> rows;
    for (const ObjectFact& each : facts) rows.push_back({each.name, std::visit(FactText{}, each.value), each.unit});
    say("{}", cli::table(rows, "lrl", "  "));
    return;
  }
  say("{{\n  \"at\": {{\"{}\": {}, \"{}\": {}}},\n", p.axes[0], json_number(p.asked[0]), p.axes[1], json_number(p.asked[1]));
  say("  \"nearest\": {{\n    \"table\": {},\n    \"row\": {},\n    \"distance\": {},\n", json_string(table.name), nearest.row,
      json_number(nearest.distance));
  say("    \"point\": {{\"{}\": {}, \"{}\": {}, \"height\": {}}}", p.axes[0], json_number(at.x), p.axes[1], json_number(at.y),
      json_number(at.z));
  std::string values, units;
  for (const ObjectFact& each : facts) {
    values +=
        fmt::format("{}\n      {}: {}", values.empty() ? "" : ",", json_string(each.name), std::visit(FactJson{}, each.value));
    if (!each.unit.empty())
      units += fmt::format("{}{}: {}", units.empty() ? "" : ", ", json_string(each.name), json_string(each.unit));
  }
  say(",\n    \"attributes\": {{{}\n    }},\n    \"units\": {{{}}}", values, units);
  say("\n  }}\n}}\n");
}

/// Errors of the library name parameters.
Error as_option(Error error) {
  error.path.insert(0, "--");
  return error;
}

Result<void> run_nearest(const Options& options, const std::string& path) {
  CRATON_TRY(const WorldFileInfo info, read_world_info(path));
  const Result<std::string> name = table_called(info.objects, options.nearest);
  if (!name) return as_option(name.error());
  WorldReadOptions reading{.layers = {}, .execution = {.cancel = &cancel_token()}};
  if (!info.layers.empty()) reading.layers.push_back(info.layers.front().info.name);  // none would mean all
  CRATON_TRY(const World world, read_world(path, all_terms(), reading));
  CRATON_TRY(const AskedPlace place, place_at(options, world.surface.domain()));
  const Result<NearestObject> nearest = nearest_to(world, place, *name);
  if (!nearest) return as_option(nearest.error());
  print_nearest(world.surface.domain(), place, *world.surface.objects(*name), *nearest, options.json);
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
  CRATON_TRY(const AskedPlace place, place_at(options, world.surface.domain()));
  options.json ? print_json(world, place, false) : print_text(world, place, false);
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
  CRATON_TRY(const AskedPlace place, place_at(options, world.surface.domain()));
  if (changes) {
    CRATON_TRY(change_world(options, place, world));
    CRATON_TRY(write_world(path, world, terms, {.cancel = &cancel_token()}));
  }
  options.json ? print_json(world, place, true) : print_text(world, place, true);
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
