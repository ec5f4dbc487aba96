// What a table of a voxel world must hold, however it was made.
#include <craton/recipe/voxel_table.h>

#include <cmath>
#include <set>

#include "base/text.h"
#include "stages/life/table_grid.h"

namespace craton {
namespace {

Error refuse(const std::string& path, std::string message) { return {ErrorCode::invalid_value, path, std::move(message)}; }

bool within(double value, double low, double high) { return value >= low && value <= high; }

/// The climates, as the tables of other worlds check them.
Result<void> check_climates(const VoxelTable& table, const std::string& path) {
  BiomeTable rectangles{.x = {"rain", 0, 1}, .y = {"temperature", 0, 1}};
  for (const VoxelTable::Biome& biome : table.biomes)
    rectangles.entries.push_back({biome.name, biome.rain[0], biome.rain[1], biome.temperature[0], biome.temperature[1]});
  const Result<TableGrid> grid = TableGrid::make(rectangles, path);
  if (!grid) return grid.error();
  return {};
}

class Checker {
 public:
  Checker(const VoxelTable& table, const std::string& path) : table_(table), path_(path) {}

  Result<void> check() const {
    if (table_.grounds.size() < 2 || table_.grounds.size() > most_voxel_grounds)
      return refuse(concat({path_, "/grounds"}), "1 … 63 grounds are allowed beside air");
    CRATON_TRY(ground(table_.water, "/sea/water"));
    CRATON_TRY(ground(table_.bed, "/sea/bed"));
    CRATON_TRY(ground(table_.beach, "/sea/beach"));
    CRATON_TRY(ground(table_.bedrock, "/bedrock"));
    if (!table_.grounds[table_.water].liquid)
      return refuse(concat({path_, "/sea/water"}), "is not liquid; give its ground \"liquid\": true");
    if (table_.overhang != 0) CRATON_TRY(solid(table_.overhang, "/overhang"));
    CRATON_TRY(solids());
    if (table_.strata.empty()) return refuse(concat({path_, "/strata"}), "there must be rock: at least one layer");
    if (table_.biomes.empty() || table_.biomes.size() > most_voxel_biomes)
      return refuse(concat({path_, "/biomes"}), "1 … 32 biomes are allowed");
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < table_.biomes.size(); ++i) {
      const std::string place = concat({path_, "/biomes/", std::to_string(i)});
      CRATON_TRY(biome(table_.biomes[i], place));
      if (!names.insert(table_.biomes[i].name).second)
        return refuse(concat({place, "/name"}), concat({"\"", table_.biomes[i].name, "\" is there already"}));
    }
    return check_climates(table_, concat({path_, "/biomes"}));
  }

 private:
  Result<void> ground(std::uint8_t id, std::string_view where) const {
    if (id != 0 && id < table_.grounds.size()) return {};
    return refuse(concat({path_, where}), "names no ground of the table");
  }
  Result<void> solid(std::uint8_t id, const std::string& where) const {
    CRATON_TRY(ground(id, where));
    if (table_.grounds[id].liquid) return refuse(concat({path_, where}), "is liquid; solid ground is needed here");
    return {};
  }
  Result<void> solids() const {
    CRATON_TRY(solid(table_.bed, "/sea/bed"));
    CRATON_TRY(solid(table_.beach, "/sea/beach"));
    CRATON_TRY(solid(table_.bedrock, "/bedrock"));
    for (std::size_t i = 0; i < table_.strata.size(); ++i) {
      const std::string place = concat({"/strata/", std::to_string(i)});
      CRATON_TRY(solid(table_.strata[i].ground, place));
      if (!within(table_.strata[i].thickness, 0.01, 1e5))
        return refuse(concat({path_, place, "/thickness"}), "allowed 0.01 … 100000 m");
    }
    if (table_.ores.size() > most_voxel_ores) return refuse(concat({path_, "/ores"}), "up to 16 ores are allowed");
    for (std::size_t i = 0; i < table_.ores.size(); ++i) {
      const std::string place = concat({"/ores/", std::to_string(i)});
      const VoxelTable::Ore& ore = table_.ores[i];
      CRATON_TRY(solid(ore.ground, place));
      if (!within(ore.from, -1e5, ore.to) || !within(ore.to, ore.from, 1e5))
        return refuse(concat({path_, place}), "\"from\" must not lie above \"to\"");
      if (!within(ore.share, 0, 0.2)) return refuse(concat({path_, place, "/share"}), "allowed 0 … 0.2");
      if (!within(ore.radius, 0.5, 3)) return refuse(concat({path_, place, "/radius"}), "allowed 0.5 … 3 m");
    }
    return {};
  }
  Result<void> biome(const VoxelTable::Biome& b, const std::string& place) const {
    const std::string below = place.substr(path_.size());
    CRATON_TRY(ground(b.surface, concat({below, "/surface"})));
    CRATON_TRY(solid(b.soil, concat({below, "/soil"})));
    if (b.cap != 0) CRATON_TRY(solid(b.cap, concat({below, "/cap"})));
    if (b.beach != 0) CRATON_TRY(solid(b.beach, concat({below, "/beach"})));
    const bool good = within(b.soil_depth, 0, 16) && within(b.base, -1e5, 1e5) && within(b.amplification, 0, 4) &&
                      within(b.blending, 0.001, 1e6) && within(b.plant_frequency, 0, 0.5) && within(b.plant_spacing, 0, 32) &&
                      std::isfinite(b.cap_above);
    if (!good) return refuse(place, "a number is out of range");
    for (const VoxelTable::Species& species : b.species)
      if (!within(species.share, 1e-9, 1e6))
        return refuse(concat({place, "/species/", species.name}), "a share above 0 is allowed");
    if (b.plant_frequency > 0 && b.species.empty())
      return refuse(concat({place, "/species"}), "missing: which plants there are, with their shares");
    return {};
  }

  const VoxelTable& table_;
  const std::string& path_;
};

}  // namespace

Result<void> check_voxel_table(const VoxelTable& table, const std::string& path) { return Checker(table, path).check(); }

}  // namespace craton
