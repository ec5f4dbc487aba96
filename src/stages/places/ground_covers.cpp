#include "stages/places/ground_covers.h"

#include <algorithm>

namespace craton {
namespace {

constexpr std::string_view names[] = {"none", "forest", "jungle", "savanna", "plain", "desert", "tundra", "ice", "swamp"};

struct Rule {
  std::string_view part;
  Cover cover;
};
// The first that a name holds: what is more particular comes first.
constexpr Rule rules[] = {
    {"ice", Cover::ice},
    {"glacier", Cover::ice},
    {"polar desert", Cover::tundra},
    {"tundra", Cover::tundra},
    {"mangrove", Cover::swamp},
    {"swamp", Cover::swamp},
    {"marsh", Cover::swamp},
    {"wetland", Cover::swamp},
    {"bog", Cover::swamp},
    {"jungle", Cover::jungle},
    {"tropical rain", Cover::jungle},
    {"tropical wet", Cover::jungle},
    {"tropical moist", Cover::jungle},
    {"forest", Cover::forest},
    {"taiga", Cover::forest},
    {"wood", Cover::forest},
    {"desert", Cover::desert},
    {"dune", Cover::desert},
    {"savanna", Cover::savanna},
    {"grass", Cover::plain},
    {"steppe", Cover::plain},
    {"prairie", Cover::plain},
    {"plain", Cover::plain},
    {"scrub", Cover::plain},
    {"shrub", Cover::plain},
    {"meadow", Cover::plain},
};

/// Köppen's letters.
Cover cover_of_climate(std::string_view letters) {
  if (letters == "EF") return Cover::ice;
  if (letters == "ET") return Cover::tundra;
  if (letters == "Af" || letters == "Am") return Cover::jungle;
  if (letters == "As" || letters == "Aw") return Cover::savanna;
  if (letters.size() != 3) return Cover::none;
  if (letters.substr(0, 2) == "BW") return Cover::desert;
  if (letters.substr(0, 2) == "BS") return Cover::plain;
  return (letters[0] == 'C' || letters[0] == 'D') && letters[1] >= 'a' && letters[1] <= 'z' ? Cover::forest : Cover::none;
}

}  // namespace

std::span<const std::string_view> cover_names() { return names; }

Cover cover_of(std::string_view biome) {
  if (biome.size() <= 3)
    if (const Cover cover = cover_of_climate(biome); cover != Cover::none) return cover;
  std::string lower(biome);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const Rule& rule : rules)
    if (lower.find(rule.part) != std::string::npos) return rule.cover;
  return Cover::none;
}

std::array<Cover, 256> covers_of(const std::vector<std::string>& categories) {
  std::array<Cover, 256> covers{};
  for (std::size_t i = 0; i < std::min<std::size_t>(categories.size(), 256); ++i) covers[i] = cover_of(categories[i]);
  return covers;
}

CoverLayers::CoverLayers(const Read<std::uint8_t>& biome, const Read<std::uint8_t>& sub_biome) {
  if (biome) {
    biomes_ = biome.values();
    of_biomes_ = covers_of(biome->info().categories);
  }
  if (sub_biome) {
    sub_biomes_ = sub_biome.values();
    of_sub_biomes_ = covers_of(sub_biome->info().categories);
  }
}

}  // namespace craton
