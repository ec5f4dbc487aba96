#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

/// Tables that a recipe names. A source of assets that has some is a TableSource too.
namespace craton {

/// Classes by two quantities: rectangles that cover a rectangle without gaps and overlaps.
struct BiomeTable {
  struct Axis {
    std::string quantity;  ///< "rain", "temperature" or "drainage"
    double low = 0, high = 1;
  };
  struct Entry {
    std::string name;
    double x_low = 0, x_high = 0, y_low = 0, y_high = 0;  ///< the low ends belong to it, the high ones do not
  };
  std::string name{};
  Axis x{}, y{};
  std::vector<Entry> entries{};  ///< several may have one name: they are one class
};

/// What grows in each biome.
struct PlantTable {
  struct Species {
    std::string name;
    double share = 0;  ///< beside the others of the biome
  };
  struct Entry {
    std::string biome;   ///< its name in the layer of biomes
    double density = 0;  ///< 0 … 1: how much of the ground is covered
    std::vector<Species> species{};
  };
  std::string name{};
  std::vector<Entry> entries{};
};

/// What names are made of. Parts that are empty stand for Craton's own.
struct NameTable {
  /// A word of the language of the map: "Fox" fits forests and rivers.
  struct Word {
    std::string word;
    std::vector<std::string> fits{};  ///< kinds of places, covers (forest, desert, …), cold, hot, dry, wet, or any
  };
  /// How names of a culture sound: one of the starts, perhaps one of the middles, one of the ends.
  struct Culture {
    std::string name;
    std::vector<std::string> starts{}, middles{}, ends{};
  };
  /// How names of a kind of place are put together: "{word} River", "Gulf of {name}".
  struct Pattern {
    std::string kind;
    std::vector<std::string> texts{};
  };
  std::string name{};
  std::vector<Word> words{};
  std::vector<Culture> cultures{};
  std::vector<Pattern> patterns{};
  std::vector<std::string> blocked{};  ///< no name holds one of these; beside Craton's own list
};

/// Plates that somebody drew: areas with corners, or a picture with a colour a plate.
struct PlateDrawing {
  /// Degrees east and north on spheres; elsewhere metres to the east and to the north.
  struct Point {
    double east = 0, north = 0;
  };
  /// Rings, outer ones and holes alike: what lies in an odd number of them is inside.
  using Area = std::vector<std::vector<Point>>;
  struct Plate {
    std::string name{};
    std::optional<double> height{};                 ///< metres
    std::optional<std::array<double, 3>> motion{};  ///< a vector in space; arrows come before it
    std::vector<Area> areas{};
  };
  /// How the ground moves at a place; 1 is fast.
  struct Arrow {
    Point at;
    double east = 0, north = 0;
    std::optional<std::size_t> plate{};  ///< that it moves; else the one that it stands on
  };
  std::vector<Plate> plates{};  ///< of a picture: one a colour, without areas
  bool regions = false;         ///< areas are regions around sites, whose features tell the number of their plate
  std::vector<Arrow> arrows{};
  std::uint32_t width = 0, height = 0;   ///< of a picture, else 0
  std::vector<std::uint16_t> numbers{};  ///< of its pixels, row by row: plates from 1; 0: nothing is painted
};

class CRATON_API TableSource {
 public:
  virtual ~TableSource();
  virtual Result<BiomeTable> biome_table(std::string_view name) const = 0;
  virtual Result<PlantTable> plant_table(std::string_view name) const = 0;
  /// An error where the source has no such tables.
  virtual Result<NameTable> name_table(std::string_view name) const;
  virtual Result<PlateDrawing> plate_drawing(std::string_view name) const;
};

}  // namespace craton
