#include "stages/places/name_parts.h"

#include <algorithm>
#include <vector>

namespace craton {
namespace {

constexpr PlaceKind kinds[] = {
    {"continent", "land", 1},    {"island", "land", 3},         {"ocean", "water", 1},         {"sea", "water", 2},
    {"gulf", "water", 3},        {"bay", "water", 4},           {"strait", "water", 5},        {"river", "water", 3},
    {"lake", "water", 3},        {"range", "relief", 2},        {"highlands", "relief", 3},    {"hills", "relief", 4},
    {"forest", "cover", 3},      {"jungle", "cover", 3},        {"savanna", "cover", 3},       {"plain", "cover", 3},
    {"desert", "cover", 2},      {"tundra", "cover", 3},        {"ice", "cover", 3},           {"swamp", "cover", 4},
    {"volcano", "landmark", 4},  {"lone peak", "landmark", 4},  {"waterfall", "landmark", 5},  {"islet", "landmark", 6},
    {"oasis", "landmark", 5},    {"confluence", "landmark", 6}, {"river fork", "landmark", 6}, {"cave mouth", "landmark", 6},
    {"arch", "landmark", 6},     {"fissure", "landmark", 6},    {"big tree", "landmark", 6},   {"boulder", "landmark", 7},
    {"monument", "landmark", 6}, {"spring", "landmark", 6},     {"pond", "landmark", 7},       {"hillock", "landmark", 7},
};
static_assert(std::size(kinds) <= 64, "a set of kinds has 64 bits");
constexpr std::string_view groups[] = {"land", "water", "relief", "cover", "landmark"};
constexpr std::string_view warmths[] = {"cold", "cool", "warm", "hot"}, wetnesses[] = {"dry", "wet"};
constexpr double cold_below = 3, cool_below = 12, warm_below = 20;  // °C
constexpr double dry_below = 40, wet_above = 120;                   // cm a year

std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i; }

/// The bit of a name in a list; 0 where it is not there.
template <std::size_t n>
std::uint8_t bit_of(const std::string_view (&names)[n], std::string_view name) {
  for (std::size_t i = 0; i < n; ++i)
    if (names[i] == name) return static_cast<std::uint8_t>(bit(i));
  return 0;
}

/// Kinds by their own name, by that of their group, or all.
std::uint64_t kinds_of(std::string_view tag) {
  std::uint64_t set = 0;
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (tag == "any" || tag == kinds[i].name || tag == kinds[i].group) set |= bit(i);
  return set;
}

constexpr std::string_view of_earth[] = {
    "iran",    "mali",     "oman",    "peru",     "cuba",     "malta",    "albania",   "samara",  "sahara",     "korea",
    "kenya",   "tonga",    "samoa",   "havana",   "moldova",  "galicia",  "valencia",  "verona",  "lima",       "dallas",
    "corona",  "marathon", "galia",   "moria",    "valinor",  "mordor",   "narnia",    "gondor",  "arnor",      "rohan",
    "belarus", "ostia",    "palermo", "delos",    "naxos",    "paros",    "tyros",     "tarsus",  "karabakh",   "halifax",
    "torino",  "marino",   "belgrad", "novograd", "hawai",    "lanai",    "jalalabad", "mahabad", "khoramabad", "altai",
    "saimaa",  "polonia",  "selene",  "suomi",    "kalajoki", "ilmajoki", "lamia",     "lykia",   "rosaro",     "sava",
    "volga",   "neva",     "kama",    "polis",    "taiping",  "shanghai", "nanyang"};

}  // namespace

std::span<const PlaceKind> all_place_kinds() { return kinds; }

const PlaceKind* find_place_kind(std::string_view name) {
  const auto* found = std::find_if(std::begin(kinds), std::end(kinds), [&](const PlaceKind& kind) { return kind.name == name; });
  return found == std::end(kinds) ? nullptr : found;
}

bool is_place_kind(std::string_view name) { return find_place_kind(name) != nullptr; }

std::span<const std::string_view> place_kinds() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const PlaceKind& kind : kinds) list.push_back(kind.name);
    return list;
  }();
  return names;
}

std::span<const std::string_view> name_tags() {
  static const std::vector<std::string_view> tags = [] {
    std::vector<std::string_view> list(place_kinds().begin(), place_kinds().end());
    list.insert(list.end(), std::begin(groups), std::end(groups));
    list.insert(list.end(), std::begin(warmths), std::end(warmths));
    list.insert(list.end(), std::begin(wetnesses), std::end(wetnesses));
    list.emplace_back("any");
    return list;
  }();
  return tags;
}

bool is_name_tag(std::string_view tag) { return std::find(name_tags().begin(), name_tags().end(), tag) != name_tags().end(); }

PlaceClimate climate_of(std::optional<double> temperature, std::optional<double> rain) {
  PlaceClimate climate;
  if (temperature) {
    const std::string_view name = *temperature < cold_below   ? "cold"
                                  : *temperature < cool_below ? "cool"
                                  : *temperature < warm_below ? "warm"
                                                              : "hot";
    climate.warmth = bit_of(warmths, name);
  }
  if (rain && *rain < dry_below) climate.wetness = bit_of(wetnesses, "dry");
  if (rain && *rain > wet_above) climate.wetness = bit_of(wetnesses, "wet");
  return climate;
}

PlaceClimate climate_of_cover(std::string_view cover) {
  PlaceClimate climate;
  if (cover == "tundra" || cover == "ice") climate.warmth = bit_of(warmths, "cold");
  if (cover == "savanna" || cover == "jungle") climate.warmth = bit_of(warmths, "hot");
  if (cover == "desert") climate.wetness = bit_of(wetnesses, "dry");
  if (cover == "jungle" || cover == "swamp") climate.wetness = bit_of(wetnesses, "wet");
  return climate;
}

std::uint64_t set_of_kind(std::string_view kind) {
  const PlaceKind* found = find_place_kind(kind);
  return found ? bit(static_cast<std::size_t>(found - std::begin(kinds))) : 0;
}

WordFit::WordFit(std::span<const std::string> tags) {
  for (const std::string& tag : tags) {
    kinds |= kinds_of(tag);
    warmth |= bit_of(warmths, tag);
    wetness |= bit_of(wetnesses, tag);
  }
  if (kinds == 0) kinds = kinds_of("water");
}

bool is_name_pattern(std::string_view text) {
  const std::size_t open = text.find('{');
  if (open == std::string_view::npos || text.find('{', open + 1) != std::string_view::npos) return false;
  if (std::count(text.begin(), text.end(), '}') != 1) return false;
  const std::string_view part = text.substr(open, 6);
  return part == "{name}" || part == "{word}";
}

std::span<const std::string_view> taken_on_earth() { return of_earth; }

}  // namespace craton
