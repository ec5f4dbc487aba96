#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <craton/base/export.h>
#include <craton/recipe/make.h>
#include <craton/surface/attributes.h>
#include <craton/surface/nearest_object.h>
#include <craton/surface/voronoi_regions.h>

/// What a world knows of a place: layers, names, plates, what users wrote on the region, and the nearest object.
namespace craton {

/// A place as it was asked for, and the cell that is nearest to it.
struct AskedPlace {
  std::string_view axes[2];  ///< "x" and "y", or "latitude" and "longitude"
  double asked[2] = {}, found[2] = {};
  Cell cell = no_cell;
  std::uint32_t face = 0, column = 0, row = 0;  ///< of the cell; the face is that of a planet
  Point2 position{};                            ///< on planes and maps
  Vec3d direction{};                            ///< on planets

  /// A layer of numbers there, linear between the cells.
  CRATON_API float between(const Domain& domain, std::span<const float> values) const;
};
/// Metres to the east and to the south, or degrees north and east on planets. Errors have the path "at".
CRATON_API Result<AskedPlace> asked_place(const Domain& domain, double first, double second);

/// A value of a column, and its unit. Places of planets are degrees north, degrees east and metres above the sea.
struct ObjectFact {
  std::string name, unit;
  std::variant<double, std::int64_t, std::string, Vec3d> value;
};
/// Of a row, all that are no paths and no lists of cells.
CRATON_API std::vector<ObjectFact> object_facts(const Domain& domain, const ObjectTable& table, std::size_t row);
/// Where a point lies, as places are asked for, and how high.
CRATON_API Vec3d place_as_asked(const Domain& domain, const Vec3d& at);

struct NamedFact {
  std::string_view what;  ///< river, lake, region, nearest_place
  std::string name, kind;
  double distance = 0;  ///< metres, of the nearest place
};

struct PlaceFacts {
  AskedPlace place;
  std::vector<Cell> neighbours;         ///< in the order of links
  std::optional<VoronoiRegion> region;  ///< of planets
  std::vector<Attribute> attributes;
  std::vector<NamedFact> names;
  std::optional<std::size_t> plate;  ///< its row in the table `plates`
  std::vector<ObjectFact> plate_facts;

  const NamedFact* named(std::string_view what) const;
};
/// Layers are read from the world itself, at `place.cell`.
CRATON_API PlaceFacts facts_at(const World& world, const AskedPlace& place);

/// The name of a category at a cell; null where the layer has none.
CRATON_API const std::string* category_at(const Layer& layer, Cell cell);

/// "river" and "rivers" mean the table rivers. Errors have the path "nearest".
CRATON_API Result<std::string> table_called(std::span<const std::string> tables, const std::string& name);
/// The object of a table that is nearest to a place; an error where none has a place.
CRATON_API Result<NearestObject> nearest_to(const World& world, const AskedPlace& place, const std::string& table);

inline const NamedFact* PlaceFacts::named(std::string_view what) const {
  for (const NamedFact& each : names)
    if (each.what == what) return &each;
  return nullptr;
}

}  // namespace craton
