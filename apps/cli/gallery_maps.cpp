#include <fmt/format.h>

#include "gallery_worlds.h"

namespace craton::cli {
namespace {

WorldTile map_tile(std::string title, std::uint64_t seed_after) {
  WorldTile tile{.recipe = "map", .layer = "height", .title = std::move(title), .note = "", .seed_after = seed_after};
  tile.settings = {"domain.width=512", "domain.height=256", "domain.step=16000"};
  tile.waters = true;
  return tile;
}

}  // namespace

std::vector<WorldSheet> map_sheets() {
  WorldSheet maps{"maps", "Maps", "craton map --seed …", 200, {}, 2};
  WorldSheet natural{"maps-natural", "Maps from above", "the same worlds", 200, {}, 2};
  for (std::uint64_t i = 0; i < 10; ++i) {
    WorldTile tile = map_tile("", i);
    tile.shared = true;
    maps.tiles.push_back(tile);
    tile.natural = true;
    natural.tiles.push_back(tile);
  }
  WorldSheet pages{"pages", "Pages", "craton map --seed … --style atlas,parchment", 330, {}, 2, 80};
  for (const std::uint64_t i : {1U, 3U, 4U, 9U}) {
    WorldTile tile = map_tile("", i);
    tile.settings = {"domain.width=1024", "domain.height=512", "domain.step=8000"};
    tile.page = pages.tiles.size() % 3 == 0 ? "atlas" : "parchment";
    pages.tiles.push_back(tile);
  }
  WorldSheet knobs{"maps-knobs", "Knobs", "one world: craton map -s knobs.NAME=…", 132, {}, 3};
  for (const char* setting : {"land=0.2", "land=0.36", "land=0.6", "continents=2", "continents=8", "continents=15", "warmth=-8",
                              "warmth=0", "warmth=8", "wetness=0.4", "wetness=1", "wetness=2"}) {
    knobs.tiles.push_back(map_tile(setting, 0));
    knobs.tiles.back().natural = true;
    knobs.tiles.back().settings.push_back(fmt::format("knobs.{}", setting));
  }
  return {maps, natural, pages, knobs};
}

}  // namespace craton::cli
