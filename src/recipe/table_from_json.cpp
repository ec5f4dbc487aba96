#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <craton/recipe/table_json.h>

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"
#include "recipe/table_reader.h"
#include "stages/life/table_grid.h"

namespace craton {
namespace {

using namespace recipe;

constexpr std::size_t most_biomes = 200, most_species = 200;
constexpr double largest = 1e6;

Result<std::array<double, 2>> read_range(const JsonValue& value, const std::string& path) {
  constexpr std::string_view allowed = "a range: [low, high], each -1000000 … 1000000";
  const auto* list = value.get<JsonList>();
  if (!list || list->size() != 2 || !is_number((*list)[0]) || !is_number((*list)[1])) return refused(path, value, allowed);
  const std::array<double, 2> range{number_of((*list)[0]), number_of((*list)[1])};
  if (!(std::abs(range[0]) <= largest) || !(std::abs(range[1]) <= largest)) return refused(path, value, allowed);
  return range;
}

Result<void> read_axes(const JsonValue& value, BiomeTable& table) {
  const auto* axes = value.get<JsonObject>();
  if (!axes || axes->size() != 2)
    return refused("/axes", value, "two of \"rain\", \"temperature\" and \"drainage\", each with its range");
  std::array<BiomeTable::Axis*, 2> into{&table.x, &table.y};
  for (std::size_t i = 0; i < 2; ++i) {
    const JsonItem& item = (*axes)[i];
    const std::string path = path_below("/axes", item.key);
    if (std::find(std::begin(table_quantities), std::end(table_quantities), item.key) == std::end(table_quantities))
      return unknown_key(path, "axes", item.key, table_quantities);
    CRATON_TRY(const auto range, read_range(item.value, path));
    *into[i] = {item.key, range[0], range[1]};
  }
  return {};
}

Result<BiomeTable::Entry> read_entry(const JsonValue& value, const BiomeTable& table, const std::string& path) {
  const auto* object = value.get<JsonObject>();
  if (!object) return refused(path, value, "a biome: {\"name\": …, and its two ranges}");
  const std::array<std::string_view, 3> keys{"name", table.x.quantity, table.y.quantity};
  CRATON_TRY(check_keys(*object, keys, "biomes", path));
  CRATON_TRY(const JsonValue* name, need_key(*object, "name", path, "what the biome is called"));
  CRATON_TRY(const std::string title, read_title(*name, path_below(path, "name")));
  std::array<std::array<double, 2>, 2> ranges{};
  for (std::size_t i = 0; i < 2; ++i) {
    CRATON_TRY(const JsonValue* range, need_key(*object, keys[i + 1], path, "the range that it covers"));
    CRATON_TRY(const auto read, read_range(*range, path_below(path, keys[i + 1])));
    ranges[i] = read;
  }
  return BiomeTable::Entry{title, ranges[0][0], ranges[0][1], ranges[1][0], ranges[1][1]};
}

Result<PlantTable::Entry> read_plants(const std::string& biome, const JsonValue& value, const std::string& path) {
  const auto* object = value.get<JsonObject>();
  if (!object) return refused(path, value, "the plants of a biome: {\"density\": 0.5, \"species\": {…}}");
  constexpr std::string_view keys[] = {"density", "species"};
  CRATON_TRY(check_keys(*object, keys, "biomes", path));
  PlantTable::Entry entry{.biome = biome};
  CRATON_TRY(const JsonValue* density, need_key(*object, "density", path, "how much of the ground plants cover, 0 … 1"));
  if (!is_number(*density) || !(number_of(*density) >= 0) || !(number_of(*density) <= 1))
    return refused(path_below(path, "density"), *density, "0 … 1");
  entry.density = number_of(*density);
  CRATON_TRY(const JsonValue* species, need_key(*object, "species", path, "which plants there are, with their shares"));
  const std::string below = path_below(path, "species");
  const auto* list = species->get<JsonObject>();
  if (!list) return refused(below, *species, "species with their shares: {\"oak\": 2, \"beech\": 1}");
  for (const JsonItem& item : *list) {
    const std::string at = path_below(below, item.key);
    const Result<std::string> title = read_title({item.key}, at);
    if (!title) return title.error();
    if (!is_number(item.value) || !(number_of(item.value) > 0) || !(number_of(item.value) <= largest))
      return refused(at, item.value, "a share above 0");
    entry.species.push_back({item.key, number_of(item.value)});
  }
  if (entry.density > 0 && entry.species.empty()) return recipe::invalid(below, "ground that is covered needs species");
  return entry;
}

}  // namespace

Result<BiomeTable> biome_table_from_json(std::string_view text) {
  CRATON_TRY(const JsonValue root, parse_table(text));
  const auto* object = root.get<JsonObject>();
  if (!object) return refused("", root, "a table: {\"axes\": …, \"biomes\": …}");
  constexpr std::string_view keys[] = {"name", "axes", "biomes"};
  CRATON_TRY(check_keys(*object, keys, "table", ""));
  BiomeTable table;
  CRATON_TRY(read_name_of_table(*object, table.name));
  CRATON_TRY(const JsonValue* axes, need_key(*object, "axes", "", "the two quantities of the table"));
  CRATON_TRY(read_axes(*axes, table));
  CRATON_TRY(const JsonValue* biomes, need_key(*object, "biomes", "", "the list of its biomes"));
  const auto* list = biomes->get<JsonList>();
  if (!list) return refused("/biomes", *biomes, "a list of biomes");
  if (list->size() > most_table_entries)
    return recipe::invalid("/biomes", concat({"more than ", std::to_string(most_table_entries), " entries"}));
  for (std::size_t i = 0; i < list->size(); ++i) {
    CRATON_TRY(BiomeTable::Entry entry, read_entry((*list)[i], table, concat({"/biomes/", std::to_string(i)})));
    table.entries.push_back(std::move(entry));
  }
  if (const Result<TableGrid> grid = TableGrid::make(table, "/biomes"); !grid) return grid.error();
  return table;
}

Result<PlantTable> plant_table_from_json(std::string_view text) {
  CRATON_TRY(const JsonValue root, parse_table(text));
  const auto* object = root.get<JsonObject>();
  if (!object) return refused("", root, "a table of plants: {\"biomes\": {…}}");
  constexpr std::string_view keys[] = {"name", "biomes"};
  CRATON_TRY(check_keys(*object, keys, "table", ""));
  PlantTable table;
  CRATON_TRY(read_name_of_table(*object, table.name));
  CRATON_TRY(const JsonValue* biomes, need_key(*object, "biomes", "", "the plants of each biome"));
  const auto* list = biomes->get<JsonObject>();
  if (!list) return refused("/biomes", *biomes, "biomes by name");
  if (list->empty() || list->size() > most_biomes) return recipe::invalid("/biomes", "1 … 200 biomes are allowed");
  std::set<std::string> species;
  for (const JsonItem& item : *list) {
    CRATON_TRY(PlantTable::Entry entry, read_plants(item.key, item.value, path_below("/biomes", item.key)));
    for (const PlantTable::Species& each : entry.species) species.insert(each.name);
    table.entries.push_back(std::move(entry));
  }
  if (species.size() > most_species) return recipe::invalid("/biomes", "more than 200 species in all");
  return table;
}

}  // namespace craton
