#pragma once

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

class CRATON_API TableSource {
 public:
  virtual ~TableSource();
  virtual Result<BiomeTable> biome_table(std::string_view name) const = 0;
  virtual Result<PlantTable> plant_table(std::string_view name) const = 0;
  /// An error where the source has no such tables.
  virtual Result<NameTable> name_table(std::string_view name) const;
};

}  // namespace craton
