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
constexpr std::string_view further_tags[] = {"land", "water", "relief", "cover", "landmark", "cold", "hot", "dry", "wet", "any"};

constexpr std::string_view of_earth[] = {"iran",     "mali",   "oman",   "peru",   "cuba",   "malta",    "albania",  "samara",
                                         "sahara",   "korea",  "kenya",  "tonga",  "samoa",  "havana",   "moldova",  "galicia",
                                         "valencia", "verona", "lima",   "dallas", "corona", "marathon", "galia",    "moria",
                                         "valinor",  "mordor", "narnia", "gondor", "arnor",  "rohan",    "belarus",  "ostia",
                                         "palermo",  "delos",  "naxos",  "paros",  "tyros",  "tarsus",   "karabakh", "halifax",
                                         "sava",     "volga",  "neva",   "kama",   "polis",  "taiping",  "shanghai", "nanyang"};

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
    list.insert(list.end(), std::begin(further_tags), std::end(further_tags));
    return list;
  }();
  return tags;
}

bool is_name_tag(std::string_view tag) { return std::find(name_tags().begin(), name_tags().end(), tag) != name_tags().end(); }

std::span<const std::string_view> climate_of(std::string_view cover) {
  static constexpr std::string_view cold[] = {"cold"}, desert[] = {"dry", "hot"}, jungle[] = {"wet", "hot"}, wet[] = {"wet"};
  if (cover == "tundra" || cover == "ice") return cold;
  if (cover == "desert" || cover == "savanna") return desert;
  if (cover == "jungle") return jungle;
  if (cover == "swamp") return wet;
  return {};
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
