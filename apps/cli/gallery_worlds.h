#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/picture/layer_raster.h>
#include <craton/recipe/make.h>

namespace craton::cli {

/// A picture of a sheet: a layer of a world.
struct WorldTile {
  std::string recipe, layer, title, note;
  std::vector<std::string> settings{};
  std::uint64_t seed_after = 0;    ///< added to the gallery's seed
  std::size_t only_stages = 1000;  ///< how many of its stages run
  bool waters = false;             ///< rivers and lakes are drawn too
  bool plates = false;             ///< borders and motions of plates are drawn too
  std::string preset{};            ///< of a planet: a kind of it
  bool space = false;              ///< a planet as from space
  bool natural = false;            ///< as from above, with the colours of the land; the layer is its heights
  std::string page{};              ///< a whole page in this style, atlas or parchment, with names
  bool shared = false;             ///< another sheet shows the same world
  std::string ramp{};              ///< empty: that of the layer
  Projection projection = Projection::equirectangular;
  LatLon centre{};
};

struct WorldSheet {
  std::string file, heading, note;
  std::uint32_t height = 0;  ///< of the pictures; a sphere is twice as wide, a globe as wide
  std::vector<WorldTile> tiles;
  std::size_t columns = 100;  ///< so many pictures side by side, the others below
  unsigned colours = 96;      ///< few make small files, which are kept with the sources
};

/// Where sheets are drawn, and how.
struct WorldStudio {
  std::string folder;
  Seed seed;
  Execution execution;
  bool draft = false;  ///< worlds of a sixteenth of the cells, to see that all can be drawn
  std::string only{};  ///< this sheet alone, by the name of its file
  std::map<std::string, std::shared_ptr<const World>> shared{};  ///< worlds that several sheets show, by recipe
};

/// Makes the worlds of a sheet, draws it into the folder and prints its path.
Result<void> draw_world_sheet(const WorldSheet& plan, WorldStudio& studio);

/// Draws the sheets about recipes and worlds into the folder, and prints their paths.
Result<void> draw_world_gallery(WorldStudio& studio);
/// Finished planets from space and as maps, and their kinds: a minute's work.
Result<void> draw_planet_gallery(WorldStudio& studio);
/// A sheet of each recipe in recipes/stages: the world before and after the stage that it shows.
Result<void> draw_stage_gallery(WorldStudio& studio);
/// Whole worlds on maps: as relief, as from above, as pages.
std::vector<WorldSheet> map_sheets();

}  // namespace craton::cli
