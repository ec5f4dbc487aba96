#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/base/position.h>
#include <craton/base/seed.h>
#include <craton/noise/noise.h>

#include "stages/crust/large_land.h"

/// Where water flows on endless land: a quadtree of nodes. Every cell of every level has one, children inherit what their parents
/// decided, and each node of land knows a lower one beside it. So there are no pits, whatever part of the plane is asked for; any
/// part can be found alone and is the same whoever asks.
namespace craton::drainage {

inline double metres(std::int64_t units) { return static_cast<double>(units) * (1.0 / units_per_metre); }

/// The eight ways to a neighbour, clockwise from the east; odd ones are diagonal.
inline constexpr int way_x[8] = {1, 1, 0, -1, -1, -1, 0, 1}, way_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};
inline constexpr int back(int way) { return (way + 4) & 7; }
inline constexpr std::int8_t no_way = -1, sink = 8;  ///< not decided, or sea; a basin's bottom

/// Level 0 has the largest cells, 2^17 m wide; each further level halves them.
inline constexpr int finest_level = 11;  // 64 m
inline constexpr std::int64_t cell_units(int level) { return (std::int64_t{1} << 27) >> level; }
inline constexpr double cell_metres(int level) { return static_cast<double>(cell_units(level)) / units_per_metre; }
/// Levels down to this one follow the land at large; below it lies their own relief.
inline constexpr int last_large_level = 6;  // 2048 m

/// A place where water flows.
struct Node {
  std::int32_t x = 0, y = 0;  ///< units from the corner of its cell
  std::int8_t way = no_way;   ///< to the cell of its receiver
  std::uint8_t birth = 0;     ///< level at which its stream begins: the greater, the smaller the stream
  bool sea = true;
  bool born = false;  ///< at this level: neither inherited nor on the way of a larger stream
  float vary = 1;     ///< of its stream: how much steeper than others are the sides of its valley
  double z = 0;       ///< metres: of the stream; 0 in the sea
  double area = 0;    ///< m² that drain through it
  double flow = 0;    ///< m³/s

  bool flows() const { return way >= 0 && way < sink; }
};

/// The land at large: down to `last_large_level` at the cell's node, below in its middle.
struct Field {
  double height = 0, rugged = 0, runoff = 0;  ///< metres; steepness of hills by that of the ladder; m³/s from a square metre
};

/// Cells of one level.
struct Rect {
  std::int64_t x = 0, y = 0;
  std::int32_t width = 0, height = 0;

  Rect grown(std::int32_t by) const { return {x - by, y - by, width + 2 * by, height + 2 * by}; }
  /// The parents of all its cells.
  Rect parents() const;
  bool holds(std::int64_t cell_x, std::int64_t cell_y) const {
    return cell_x >= x && cell_y >= y && cell_x < x + width && cell_y < y + height;
  }
  std::size_t size() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  std::size_t index(std::int64_t cell_x, std::int64_t cell_y) const {
    return static_cast<std::size_t>(cell_y - y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(cell_x - x);
  }
};

struct Level {
  int level = 0;
  Rect rect;
  std::vector<Node> nodes;
  std::vector<Field> fields;

  Level() = default;
  Level(int level_number, const Rect& cells) : level(level_number), rect(cells), nodes(cells.size()), fields(cells.size()) {}
  Node& node(std::int64_t x, std::int64_t y) { return nodes[rect.index(x, y)]; }
  const Node& node(std::int64_t x, std::int64_t y) const { return nodes[rect.index(x, y)]; }
  const Field& field(std::int64_t x, std::int64_t y) const { return fields[rect.index(x, y)]; }
  Level part(const Rect& cells) const;
};

/// How steep land is, by the size of its streams.
struct Laws {
  double steepness = 0.85;  ///< of the sides of the smallest valleys in mountains, m/m
  double ladder = 0.65;     ///< sides are gentler by this power of the spacing at which their stream begins
  double unevenness = 0.5;  ///< of nodes that are born: how much of their height above the lowest neighbour they may lack
  double wander = 0.32;     ///< of courses, in cells
  double smoothing = 0.6;   ///< of courses
  double width = 7;         ///< metres of a river of one m³/s

  double sides[finest_level + 2] = {};    ///< ladder by level of birth
  double missing[finest_level + 2] = {};  ///< how much lower streams of a level lie than the ground, where rugged is 1

  void settle();  ///< works out the last two
};

/// How the ground rises from a stream: metres from it to metres above it.
struct Sides {
  double inner = 0, outer = 0;  ///< m/m beside the floor of the valley, and away from it
  double foot = 0, floor = 0;   ///< metres

  double rise(double distance) const;
};
Sides sides_of(const Laws& laws, const Node& node, double rugged, double gradient, int level);

/// The land at large, and what is added to it along coasts and from district to district.
class Country {
 public:
  static Result<Country> make(const LargeLand& land, Seed seed);

  const LargeLand& land() const { return land_; }
  /// Values of the shore at places: more than 0 is land. `heights` are those of the land at large there.
  void shore(std::span<const Point2> places, std::span<const double> heights, std::span<double> values) const;
  double shore(Point2 place, double height) const;
  /// Some districts are more rugged than others: a factor.
  void districts(std::span<const Point2> places, std::span<double> factors) const;

 private:
  Country(LargeLand land, Noise shore, Noise district)
      : land_(std::move(land)), shore_(std::move(shore)), district_(std::move(district)) {}
  LargeLand land_;
  Noise shore_, district_;
};

/// Ruggedness of the land at large as the ladder takes it, and what runs off.
Field field_of(const LargeGround& ground);

/// Where the nodes of level 0 lie, and what they know of the land; no ways yet.
Level large_sites(const Country& country, Seed seed, const Rect& rect);
/// Which of them `large_streams` needs to know.
Rect needed_sites(const Rect& rect);
/// All nodes of a rectangle of level 0.
Level large_streams(const Laws& laws, Seed seed, Level sites, const Rect& rect);
/// Which cells of the level above `refined` needs to know.
Rect needed_parents(const Rect& rect);
/// The nodes of a level from those of the level above.
Level refined(const Laws& laws, const Country& country, Seed seed, const Level& parents, const Rect& rect);

/// Any part of the plane, with what was found before kept: it may be asked from many threads, and what is kept changes nothing.
class Drainage {
 public:
  Drainage(Laws laws, Country country, Seed seed);

  const Laws& laws() const { return laws_; }
  const Country& country() const { return country_; }
  Level window(int level, const Rect& rect) const;

 private:
  class Kept;
  static constexpr int sites = -1;  ///< stands for a level: what `large_sites` gives
  std::shared_ptr<const Level> tile(int level, std::int64_t x, std::int64_t y) const;
  Level make(int level, const Rect& rect) const;
  Level from_tiles(int level, const Rect& rect) const;

  Laws laws_;
  Country country_;
  Seed seed_;
  std::shared_ptr<Kept> kept_;
};

}  // namespace craton::drainage
