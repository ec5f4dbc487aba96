// recipes/map.json: places keep their names where the world stays the same, worlds have names of their own, and words fit the
// climate of the place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>

#include "repository.h"

namespace craton {
namespace {

struct NamedPlace {
  std::string name, kind;
  Vec3d at;
  double size = 0, temperature = 0;
};

/// What a map has names for, on 8192 × 4096 km.
std::vector<NamedPlace> places_of(std::uint64_t seed, GridSize size, const std::string& setting = {}) {
  std::ifstream stream(repository_folder() + "/recipes/map.json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe);
  recipe->seed = seed;
  EXPECT_TRUE(resize_map(*recipe, size));
  if (!setting.empty()) { EXPECT_TRUE(set_in_recipe(*recipe, setting, all_terms())) << setting; }
  const Result<World> world = make_world(*recipe, all_terms(), {});
  EXPECT_TRUE(world);
  const ObjectTable* table = world->surface.objects("places");
  const auto& map = std::get<Torus>(world->surface.domain());
  const auto column = [&]<class T>(const char* name, T) -> const std::vector<T>& {
    return std::get<std::vector<T>>(table->column(name)->values);
  };
  std::vector<NamedPlace> places;
  for (std::size_t i = 0; i < table->rows(); ++i) {
    const Vec3d at = column("place", Vec3d{})[i];
    const Cell cell = *map.nearest({*units_from_metres(at.x), *units_from_metres(at.y)});
    places.push_back({column("name", std::string())[i], column("kind", std::string())[i], at, column("size", 0.0)[i],
                      double{world->surface.layer("temperature")->numbers()[cell]}});
  }
  return places;
}

double metres_between(const Vec3d& a, const Vec3d& b) {
  const auto shorter = [](double way, double period) { return way - period * std::round(way / period); };
  return std::hypot(shorter(a.x - b.x, 8.192e6), shorter(a.y - b.y, 4.096e6));
}

struct Kept {
  std::size_t places = 0, names = 0;
  double share() const { return static_cast<double>(names) / static_cast<double>(places); }
};

/// Of one kind, nearest to each other and within 40 km, as large but for a quarter: the same place.
Kept kept_between(const std::vector<NamedPlace>& one, const std::vector<NamedPlace>& other) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < one.size(); ++a)
    for (std::size_t b = 0; b < other.size(); ++b) {
      const double far = metres_between(one[a].at, other[b].at);
      const bool like = one[a].size == 0 || std::abs(other[b].size / one[a].size - 1) < 0.25;
      if (one[a].kind == other[b].kind && like && far < 40'000) pairs.emplace_back(far, a, b);
    }
  std::sort(pairs.begin(), pairs.end());
  std::set<std::size_t> ones, others;
  Kept kept;
  for (const auto& [far, a, b] : pairs) {
    if (ones.count(a) != 0 || others.count(b) != 0) continue;
    ones.insert(a);
    others.insert(b);
    ++kept.places;
    kept.names += one[a].name == other[b].name ? 1 : 0;
  }
  return kept;
}

TEST(MapNames, StayAtAnotherSize) {
  Kept all;
  for (const std::uint64_t seed :
       std::getenv("CRATON_FULL") ? std::vector<std::uint64_t>{99, 31, 5} : std::vector<std::uint64_t>{99}) {
    const auto small = places_of(seed, {512, 256}), usual = places_of(seed, {1024, 512}), large = places_of(seed, {2048, 1024});
    for (const Kept& kept : {kept_between(small, usual), kept_between(usual, large), kept_between(small, large)}) {
      EXPECT_GT(kept.places, 80U);
      EXPECT_GT(kept.share(), 0.75) << "seed " << seed << ", of " << kept.places;
      all.places += kept.places;
      all.names += kept.names;
    }
  }
  // Rivers and lakes themselves lie some cells elsewhere at another size, which is why it is not all of them.
  EXPECT_GT(all.share(), 0.8) << all.names << " of " << all.places;
}

TEST(MapNames, StayBesideOtherPlaces) {
  const GridSize size{1024, 512};
  const auto usual = places_of(99, size);
  for (const char* setting : {"knobs.rivers=0.52", "landmarks.density=0.7", "names.most=120"}) {
    const auto other = places_of(99, size, setting);
    EXPECT_NE(usual.size(), other.size()) << setting;
    const Kept kept = kept_between(usual, other);
    EXPECT_GT(kept.places, 400U);
    EXPECT_GT(kept.share(), 0.95) << setting << ": " << kept.names << " of " << kept.places;
  }
}

TEST(MapNames, EachWorldHasItsOwn) {
  std::map<std::uint64_t, std::set<std::string>> names;
  for (const std::uint64_t seed : {11U, 12U, 13U, 14U})
    for (const NamedPlace& place : places_of(seed, {512, 256})) names[seed].insert(place.name);
  for (const auto& [a, ones] : names)
    for (const auto& [b, others] : names) {
      if (a >= b) continue;
      std::vector<std::string> both;
      std::set_intersection(ones.begin(), ones.end(), others.begin(), others.end(), std::back_inserter(both));
      EXPECT_LT(both.size(), ones.size() / 50) << a << " and " << b;
    }
}

/// What lives where on the Earth, told by hand.
TEST(MapNames, WordsFitTheClimate) {
  struct Wrong {
    std::vector<const char*> words;
    double from, to;  // °C, mean of the year: where none of these is heard
  };
  const Wrong wrong[] = {
      {{"Elephant", "Lion", "Jaguar", "Tiger", "Parrot", "Crocodile", "Palm", "Coconut", "Mango", "Orchid", "Camel", "Baobab"},
       -90,
       16},
      {{"Salmon", "Caribou", "Reindeer", "Walrus", "Muskox", "Ptarmigan", "Frost", "Winter", "Snow", "Ice", "Larch", "Spruce"},
       16,
       90},
  };
  std::size_t names = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U})
    for (const NamedPlace& place : places_of(seed, {512, 256})) {
      ++names;
      for (const Wrong& each : wrong)
        for (const std::string word : each.words)
          if (place.name.find(word) != std::string::npos && place.kind != "ice") {
            EXPECT_FALSE(place.temperature >= each.from && place.temperature < each.to)
                << place.name << " at " << place.temperature << " °C, seed " << seed;
          }
    }
  EXPECT_GT(names, 2000U);
}

}  // namespace
}  // namespace craton
