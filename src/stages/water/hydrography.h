#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/layer.h>
#include <craton/surface/objects.h>
#include <craton/surface/surface.h>

#include "base/function_ref.h"
#include "stages/water/along_rivers.h"
#include "surface/flat_array.h"
#include "surface/object_rows.h"

/// The waters of a world as one object: what stages that come after `lakes` and `rivers` read and change. Layers and tables are
/// made of it here and nowhere else.
namespace craton {

inline constexpr const char *lakes_table = "lakes", *rivers_table = "rivers", *distributaries_table = "distributaries";
inline constexpr double seconds_a_year = 31'556'952;

/// Width of a river of so many m³ a year, in metres: 5 √(m³/s) (Leopold & Maddock 1953).
double river_width(double discharge);

// ---- lakes

/// What flows: source 003's four kinds of lakes.
enum class LakeKind : std::uint8_t { closed, source, flow_through, terminal };
enum class LakeWater : std::uint8_t { salt, fresh };

/// Water that stands in a hollow.
struct Lake {
  float level = 0, depth = 0;   ///< of its surface, and the greatest below it, m
  double area = 0, volume = 0;  ///< m², m³
  double catchment = 0;         ///< m² that drain into it, its own area included
  Cell deepest = no_cell;       ///< the first of the deepest cells; the table has its place alone
  Cell outlet = no_cell;        ///< its cell over which water leaves; none where it is closed
  LakeKind kind = LakeKind::closed;
  LakeWater water = LakeWater::salt;
  Vec3d deepest_place{};
  ObjectColumn::Path shore{}, islands{};

  bool closed() const { return outlet == no_cell; }
};

struct Lakes {
  std::vector<Lake> lakes;          ///< the largest first
  FlatArray<std::uint32_t> number;  ///< of each cell: 0 on land and in the sea, i + 1 in lake i

  /// From their table, and the layer of their numbers; errors have `path`.
  static Result<Lakes> load(const ObjectTable* table, std::span<const std::int32_t> numbers, const std::string& path);
  /// Where a lake stands in a cell, the height of its surface, else the ground.
  float surface(Cell cell, float ground) const { return number[cell] == 0 ? ground : lakes[number[cell] - 1].level; }
  /// What follows from level, outlet and cells alone: water, shores, and the deepest place.
  void describe(const Domain& domain, std::span<const float> heights);
  /// After their cells, levels or ground have changed: areas, volumes and depths too, and the layers.
  void renew(const Domain& domain, std::span<const float> heights, std::span<std::int32_t> numbers, std::span<float> depths);
  ObjectTable table() const;
};

// ---- rivers

/// Where a river ends.
enum class Mouth : std::uint8_t { sea, border, lake, river, sink };

/// A river from its source to its mouth.
struct River {
  std::vector<Cell> cells{};  ///< from the source on; the last is its mouth: a cell of the sea, a lake or the river it joins
  Mouth mouth = Mouth::sea;
  std::int64_t joins = -1;  ///< the river it runs into, there or beyond the lake at its mouth; −1: none
  std::int64_t lake = -1;   ///< the lake at its mouth; −1: none
  int order = 1;            ///< of Strahler, where it ends
  double length = 0;        ///< m
  double discharge = 0;     ///< m³/year, before its mouth
  double width = 0;         ///< m, likewise
  Vec3d source{};
  ObjectColumn::Path path{};  ///< its line, with heights that never rise
};

/// A channel into which a river divides on its delta.
struct Distributary {
  std::int64_t river = 0, from = -1;  ///< the distributary that it leaves; −1: the river itself
  double discharge = 0, share = 0, width = 0, length = 0;
  std::vector<Cell> cells{};  ///< from the cell where it leaves to that of open water
  ObjectColumn::Path path{};
};

/// Its laws: lines run along linked cells, never rise and never cross; each river comes after the one that it joins, and ends on
/// its line bit for bit; outlets lie in their lakes; what is found along rivers has one (along_rivers.h).
class Hydrography {
 public:
  /// From tables, and the layer of the lakes' numbers. Errors have `path`, those of lakes path/lake.
  static Result<Hydrography> load(const Domain& domain, const ObjectTable* rivers, const ObjectTable* lakes,
                                  std::span<const std::int32_t> lake_numbers, const std::string& path);
  Hydrography() = default;
  Hydrography(const Domain& domain, std::vector<River> of_rivers, Lakes of_lakes)
      : rivers(std::move(of_rivers)), lakes(std::move(of_lakes)), domain_(&domain) {}

  std::vector<River> rivers;
  Lakes lakes;
  std::vector<Distributary> distributaries;  ///< each after the one that it leaves
  std::vector<Waterfall> waterfalls;
  std::vector<Spring> springs;
  std::vector<Cave> caves;

  const Domain& domain() const { return *domain_; }

  /// Heights of rivers' beds in their cells, which never rise downstream: the ground, in lakes their surface, or the bed upstream
  /// where that is lower. Other cells have their ground.
  FlatArray<float> beds(std::span<const float> heights) const;
  /// The cells at which rivers end, in order: what runs through them has corners there.
  std::vector<Cell> mouth_cells() const;

  /// Draws the line of a river from its cell `from` on; upstream it stays as it is. Heights are those of the water in each cell,
  /// but never rise; where others join or leave, at `corners`, they are not cut. Where the mouth stays the end stays too: others
  /// may end there, and what it joins has been no higher.
  void draw(std::size_t river, std::size_t from, bool same_mouth, FunctionRef<float(Cell)> water, FunctionRef<bool(Cell)> corner);
  /// All lines for the first time, and sources, on beds that never rise.
  void draw_all(const FlatArray<float>& beds);
  /// After lines have changed: what ends on them ends at their points again, bit for bit.
  void join_ends(FunctionRef<bool(std::size_t)> changed);
  /// A further column of the table of rivers; one of the same name gives way to it.
  void tell(ObjectColumn column);

  ObjectTable river_table() const;
  ObjectTable distributary_table() const;
  ObjectTable waterfall_table() const;
  ObjectTable spring_table() const;
  ObjectTable cave_table() const;

  /// The first law that does not hold, in words; "" where all do.
  std::string broken_law() const;

 private:
  FlatArray<std::uint32_t> river_numbers() const;
  std::string broken_law_of(std::size_t river) const;

  const Domain* domain_ = nullptr;
  std::vector<ObjectColumn> more_;  // what stages tell of each river beside its own columns
};

/// An error with `path` where a layer has numbers of rivers that there are not.
Result<void> check_river_numbers(std::size_t rivers, std::span<const std::int32_t> numbers, const std::string& path);

/// The waters of a finished world, by the names that stages give them: the first law that does not hold, in words; "" where all
/// do, and where there are none. The tables may hold anything.
CRATON_API std::string broken_law_of_waters(const Surface& surface);

// ---- as tables have them

template <>
inline std::span<const std::string_view> choice_names<LakeKind>() {
  static constexpr std::string_view names[] = {"closed", "source", "flow-through", "terminal"};
  return names;
}
template <>
inline std::span<const std::string_view> choice_names<LakeWater>() {
  static constexpr std::string_view names[] = {"salt", "fresh"};
  return names;
}
template <>
inline std::span<const std::string_view> choice_names<Mouth>() {
  static constexpr std::string_view names[] = {"sea", "border", "lake", "river", "sink"};
  return names;
}
template <>
std::span<const RowColumn<Lake>> columns_of<Lake>();
template <>
std::span<const RowColumn<River>> columns_of<River>();
template <>
std::span<const RowColumn<Distributary>> columns_of<Distributary>();

}  // namespace craton
