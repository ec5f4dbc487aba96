#include <algorithm>

#include <craton/recipe/voxel_table.h>

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"
#include "recipe/voxel_table_json.h"

namespace craton {

using Ground = VoxelTable::Ground;
using Stratum = VoxelTable::Stratum;
using Ore = VoxelTable::Ore;
using Biome = VoxelTable::Biome;

namespace {

constexpr double largest = 1e5;  // metres

std::span<const ParamInfo> stratum_numbers() {
  static const ParamInfo list[] = {
      number_param<&Stratum::thickness>("thickness", 0.01, largest, "m", "How thick the layer is."),
  };
  return list;
}

std::span<const ParamInfo> ore_numbers() {
  static const ParamInfo list[] = {
      number_param<&Ore::from>("from", -largest, largest, "m", "The lowest height that the ore lies at."),
      number_param<&Ore::to>("to", -largest, largest, "m", "The greatest height that it lies at."),
      number_param<&Ore::share>("share", 0, 0.2, "", "How much of the rock there is ore."),
      number_param<&Ore::radius>("radius", 0.5, 3, "m", "Size of a deposit."),
  };
  return list;
}

std::span<const ParamInfo> biome_numbers() {
  static const ParamInfo list[] = {
      number_param<&Biome::soil_depth>("soil_depth", 0, 16, "m", "How deep the soil is, the surface included."),
      number_param<&Biome::cap_above>("cap_above", -largest, largest, "m", "From which height on the cap is the surface."),
      number_param<&Biome::base>("base", -largest, largest, "m", "Height of its lowest ground; below 0 it is sea."),
      number_param<&Biome::amplification>("amplification", 0, 4, "", "How much of the relief it has."),
      number_param<&Biome::blending>("blending", 0.001, 1e6, "", "How strongly it pulls neighbours towards itself."),
      number_param<&Biome::plant_frequency>("plant_frequency", 0, 0.5, "1/m",
                                            "Frequency of the noise whose peaks bear plants; 0 is bare."),
      number_param<&Biome::plant_spacing>(
          "plant_spacing", 0, 32, "m",
          "How near two plants may stand; of biomes with one plant_frequency the greatest counts. 0: they do not touch."),
  };
  return list;
}

}  // namespace

namespace recipe {
namespace {

constexpr JsonLimits table_limits{
    .bytes = 1 << 16, .depth = 8, .comments = true, .too_deep = "more than 8 objects and lists within each other"};
constexpr std::size_t longest_title = 60;

/// A name for people: not empty, not too long, nothing that a terminal would act upon.
Result<std::string> read_title(const JsonValue& value, const std::string& path) {
  const auto* name = value.get<std::string>();
  const bool good =
      name && !name->empty() && name->size() <= longest_title &&
      std::all_of(name->begin(), name->end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
  if (!good) return refused(path, value, "a name of 1 … 60 letters");
  return *name;
}

Result<const JsonValue*> needed(const JsonObject& object, std::string_view key, const std::string& path, std::string_view what) {
  if (const JsonValue* value = find_key(object, key)) return value;
  return invalid(path_below(path, key), concat({"missing: ", what}));
}

/// Numbers that are declared; other keys must be among `others`.
Result<void> read_numbers(const JsonObject& object, std::span<const ParamInfo> declared, std::span<const std::string_view> others,
                          std::string_view owner, const std::string& path, void* into) {
  std::vector<std::string_view> names(others.begin(), others.end());
  for (const ParamInfo& info : declared) names.push_back(info.name);
  CRATON_TRY(check_keys(object, names, owner, path));
  for (const JsonItem& item : object) {
    const ParamInfo* info = find_named(declared, item.key);
    if (!info) continue;
    CRATON_TRY(const ParamValue value, read_param(*info, item.value, path_below(path, item.key)));
    info->assign(into, value);
  }
  return {};
}

class TableReader {
 public:
  TableReader(const JsonObject& root, std::string path) : root_(root), path_(std::move(path)) {}

  Result<VoxelTable> read() {
    constexpr std::string_view keys[] = {"name", "grounds", "sea", "bedrock", "overhang", "strata", "ores", "biomes"};
    CRATON_TRY(check_keys(root_, keys, "voxel table", path_));
    if (const JsonValue* name = find_key(root_, "name")) {
      CRATON_TRY(std::string title, read_title(*name, path_below(path_, "name")));
      table_.name = std::move(title);
    }
    CRATON_TRY(read_grounds());
    CRATON_TRY(read_sea());
    CRATON_TRY(read_ground(root_, "bedrock", path_, "what the floor of the world is", table_.bedrock));
    if (find_key(root_, "overhang")) CRATON_TRY(read_ground(root_, "overhang", path_, "", table_.overhang));
    CRATON_TRY(read_list("strata", 1, 64, &TableReader::read_stratum));
    CRATON_TRY(read_list("ores", 0, most_voxel_ores, &TableReader::read_ore));
    CRATON_TRY(read_list("biomes", 1, most_voxel_biomes, &TableReader::read_biome));
    CRATON_TRY(check_voxel_table(table_, path_));
    return std::move(table_);
  }

 private:
  Result<void> read_grounds() {
    CRATON_TRY(const JsonValue* value, needed(root_, "grounds", path_, "the kinds of ground"));
    const auto* grounds = value->get<JsonObject>();
    if (!grounds || grounds->empty() || grounds->size() >= most_voxel_grounds)
      return refused(path_below(path_, "grounds"), *value, "1 … 63 grounds: {\"grass\": {\"colour\": \"#6da544\"}, …}");
    for (const JsonItem& item : *grounds) CRATON_TRY(read_one_ground(item));
    return {};
  }

  Result<void> read_one_ground(const JsonItem& item) {
    const std::string path = path_below(path_below(path_, "grounds"), item.key);
    CRATON_TRY(std::string title, read_title({item.key}, path));
    if (title == "air") return invalid(path, "air is there already");
    const auto* object = item.value.get<JsonObject>();
    if (!object) return refused(path, item.value, "a ground: {\"colour\": \"#6da544\"}");
    constexpr std::string_view keys[] = {"colour", "liquid"};
    CRATON_TRY(check_keys(*object, keys, "ground", path));
    Ground ground{.name = std::move(title)};
    CRATON_TRY(const JsonValue* colour, needed(*object, "colour", path, "how it looks: \"#rrggbb\""));
    CRATON_TRY(read_colour(*colour, path_below(path, "colour"), ground.colour));
    if (const JsonValue* liquid = find_key(*object, "liquid")) {
      const bool* truth = liquid->get<bool>();
      if (!truth) return refused(path_below(path, "liquid"), *liquid, "true | false");
      ground.liquid = *truth;
    }
    table_.grounds.push_back(std::move(ground));
    return {};
  }

  static Result<void> read_colour(const JsonValue& value, const std::string& path, std::array<std::uint8_t, 3>& colour) {
    const auto* text = value.get<std::string>();
    const auto digit = [](char c) {
      return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    if (!text || text->size() != 7 || (*text)[0] != '#' ||
        std::any_of(text->begin() + 1, text->end(), [&](char c) { return digit(c) < 0; }))
      return refused(path, value, "a colour: \"#rrggbb\"");
    for (std::size_t i = 0; i < 3; ++i)
      colour[i] = static_cast<std::uint8_t>(digit((*text)[2 * i + 1]) * 16 + digit((*text)[2 * i + 2]));
    return {};
  }

  Result<void> read_sea() {
    CRATON_TRY(const JsonValue* value, needed(root_, "sea", path_, "what the sea is made of"));
    const auto* object = value->get<JsonObject>();
    const std::string path = path_below(path_, "sea");
    if (!object) return refused(path, *value, "the sea's grounds: {\"water\": …, \"bed\": …, \"beach\": …}");
    constexpr std::string_view keys[] = {"water", "bed", "beach"};
    CRATON_TRY(check_keys(*object, keys, "sea", path));
    CRATON_TRY(read_ground(*object, "water", path, "what fills it", table_.water));
    CRATON_TRY(read_ground(*object, "bed", path, "what lies below it", table_.bed));
    return read_ground(*object, "beach", path, "what its shores are of", table_.beach);
  }

  /// A ground by its name.
  Result<void> read_ground(const JsonObject& object, std::string_view key, const std::string& path, std::string_view what,
                           std::uint8_t& into) const {
    CRATON_TRY(const JsonValue* value, needed(object, key, path, what));
    const auto* name = value->get<std::string>();
    if (!name) return refused(path_below(path, key), *value, "the name of a ground");
    std::vector<std::string_view> names;
    for (const Ground& ground : table_.grounds) names.push_back(ground.name);
    const auto found = std::find(names.begin() + 1, names.end(), *name);
    if (found == names.end()) return unknown_name(path_below(path, key), *name, std::span(names).subspan(1));
    into = static_cast<std::uint8_t>(found - names.begin());
    return {};
  }

  using ReadOne = Result<void> (TableReader::*)(const JsonObject& object, const std::string& path);

  Result<void> read_list(std::string_view key, std::size_t least, std::size_t most, ReadOne read_one) {
    const std::string path = path_below(path_, key);
    const JsonValue* value = find_key(root_, key);
    if (!value && least == 0) return {};
    if (!value) return invalid(path, "missing");
    const auto* list = value->get<JsonList>();
    if (!list || list->size() < least || list->size() > most)
      return refused(path, *value, concat({"a list of ", std::to_string(least), " … ", std::to_string(most)}));
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string place = path_below(path, std::to_string(i));
      const auto* object = (*list)[i].get<JsonObject>();
      if (!object) return refused(place, (*list)[i], "an object: {…}");
      CRATON_TRY((this->*read_one)(*object, place));
    }
    return {};
  }

  static Result<void> read_range(const JsonObject& object, std::string_view key, const std::string& path,
                                 std::array<double, 2>& range) {
    CRATON_TRY(const JsonValue* value, needed(object, key, path, "the climate that it covers"));
    const auto* list = value->get<JsonList>();
    if (!list || list->size() != 2 || !is_number((*list)[0]) || !is_number((*list)[1]))
      return refused(path_below(path, key), *value, "a range: [low, high], each 0 … 1");
    range = {number_of((*list)[0]), number_of((*list)[1])};
    return {};
  }

  Result<void> read_stratum(const JsonObject& object, const std::string& path) {
    constexpr std::string_view others[] = {"ground"};
    Stratum stratum;
    CRATON_TRY(read_numbers(object, stratum_numbers(), others, "strata", path, &stratum));
    CRATON_TRY(read_ground(object, "ground", path, "what the layer is made of", stratum.ground));
    table_.strata.push_back(stratum);
    return {};
  }

  Result<void> read_ore(const JsonObject& object, const std::string& path) {
    constexpr std::string_view others[] = {"ground"};
    Ore ore;
    CRATON_TRY(read_numbers(object, ore_numbers(), others, "ores", path, &ore));
    CRATON_TRY(read_ground(object, "ground", path, "what the ore is", ore.ground));
    table_.ores.push_back(ore);
    return {};
  }

  Result<void> read_biome(const JsonObject& object, const std::string& path) {
    constexpr std::string_view others[] = {"name", "rain", "temperature", "surface", "soil", "cap", "beach", "species"};
    Biome biome;
    CRATON_TRY(read_numbers(object, biome_numbers(), others, "biome", path, &biome));
    CRATON_TRY(const JsonValue* name, needed(object, "name", path, "what the biome is called"));
    CRATON_TRY(std::string title, read_title(*name, path_below(path, "name")));
    biome.name = std::move(title);
    CRATON_TRY(read_range(object, "rain", path, biome.rain));
    CRATON_TRY(read_range(object, "temperature", path, biome.temperature));
    CRATON_TRY(read_ground(object, "surface", path, "what its surface is", biome.surface));
    CRATON_TRY(read_ground(object, "soil", path, "what lies below the surface", biome.soil));
    if (find_key(object, "cap")) CRATON_TRY(read_ground(object, "cap", path, "", biome.cap));
    if (find_key(object, "beach")) CRATON_TRY(read_ground(object, "beach", path, "", biome.beach));
    if (const JsonValue* species = find_key(object, "species"))
      CRATON_TRY(read_species(*species, path_below(path, "species"), biome));
    table_.biomes.push_back(std::move(biome));
    return {};
  }

  static Result<void> read_species(const JsonValue& value, const std::string& path, Biome& biome) {
    const auto* object = value.get<JsonObject>();
    if (!object || object->size() > 64)
      return refused(path, value, "up to 64 species with their shares: {\"oak\": 2, \"birch\": 1}");
    for (const JsonItem& item : *object) {
      const std::string place = path_below(path, item.key);
      CRATON_TRY(std::string title, read_title({item.key}, place));
      if (!is_number(item.value) || !(number_of(item.value) > 0) || !(number_of(item.value) <= 1e6))
        return refused(place, item.value, "a share above 0");
      biome.species.push_back({std::move(title), number_of(item.value)});
    }
    return {};
  }

  const JsonObject& root_;
  std::string path_;
  VoxelTable table_;
};

}  // namespace

Result<VoxelTable> read_voxel_table(const JsonValue& value, const std::string& path) {
  const auto* object = value.get<JsonObject>();
  if (!object) return refused(path, value, "a voxel table: {\"grounds\": …, \"biomes\": …}");
  return TableReader(*object, path).read();
}

}  // namespace recipe

Result<VoxelTable> voxel_table_from_json(std::string_view text) {
  CRATON_TRY(const recipe::JsonValue root, recipe::parse_json(text, recipe::table_limits));
  return recipe::read_voxel_table(root, "");
}

}  // namespace craton
