#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>

/// Where water flows: a quadtree of nodes. Every cell of every level has one, children inherit what their parents
/// decided, and each node of land knows a lower one beside it. So there are no pits, whatever part is asked for; any part can be
/// found alone and is the same whoever asks. What the uppermost level is made of, a `Country` knows: endless land from plates
/// (large_country.h), or a finished map.
namespace craton::drainage {

inline double metres(std::int64_t units) { return static_cast<double>(units) * (1.0 / units_per_metre); }

/// The eight ways to a neighbour, clockwise from the east; odd ones are diagonal.
inline constexpr int way_x[8] = {1, 1, 0, -1, -1, -1, 0, 1}, way_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};
inline constexpr int back(int way) { return (way + 4) & 7; }
inline constexpr std::int8_t no_way = -1, sink = 8;  ///< not decided, or sea; a basin's bottom

/// Levels are numbered so that cells of the finest are some 64 m wide; each level halves those of the one above.
inline constexpr int finest_level = 11;
/// Levels from this one on, of some 4 km, have streams that pass lakes.
inline constexpr int first_lakes = 5;

/// How the cells of all levels lie.
struct Lattice {
  int first = 0;  ///< the uppermost level
  /// Levels down to this one follow the land at large; below it lies their own relief.
  int last_large = 6;
  std::int64_t widest = std::int64_t{1} << 27;  ///< units: a cell of level 0, whether there is such a level or not
  Point2 corner{};                              ///< of cell 0, 0 of all levels
  std::int64_t columns = 0, rows = 0;           ///< of the uppermost level, after which all repeats; 0: endless
  /// The uppermost level is a finished map: samples farther apart than its cells show no valleys, but what it knows itself.
  bool finished = false;

  std::int64_t units(int level) const { return widest >> level; }
  double metres(int level) const { return static_cast<double>(units(level)) / units_per_metre; }
  std::int64_t column_of(int level, std::int64_t x) const { return floor_div(x - corner.x, units(level)); }
  std::int64_t row_of(int level, std::int64_t y) const { return floor_div(y - corner.y, units(level)); }
  Point2 corner_of(int level, std::int64_t x, std::int64_t y) const {
    return {corner.x + x * units(level), corner.y + y * units(level)};
  }
  /// Of a level; 0: endless.
  std::int64_t columns_of(int level) const { return columns << (level - first); }
  std::int64_t rows_of(int level) const { return rows << (level - first); }
  /// Cells that are a turn apart are images of the same one, which has these numbers.
  std::int64_t column(int level, std::int64_t x) const {
    return columns == 0 ? x : x - floor_div(x, columns_of(level)) * columns_of(level);
  }
  std::int64_t row(int level, std::int64_t y) const { return rows == 0 ? y : y - floor_div(y, rows_of(level)) * rows_of(level); }
};

/// A place where water flows.
struct Node {
  std::int32_t x = 0, y = 0;  ///< units from the corner of its cell
  std::int8_t way = no_way;   ///< to the cell of its receiver
  std::uint8_t birth = 0;     ///< level at which its stream begins: the greater, the smaller the stream
  bool sea = true;            ///< or lake: water stands here, at the level z
  bool born = false;          ///< at this level: neither inherited nor on the way of a larger stream
  bool by_lake = false;       ///< a stream beside, at this level or one above, passes a lake
  float vary = 1;             ///< of its stream: how much steeper than others are the sides of its valley
  double z = 0;               ///< metres: of the water; 0 in the sea
  double area = 0;            ///< m² that drain through it
  double flow = 0;            ///< m³/s
  float lake = 0;             ///< metres from the stream to the shores of a lake that it passes; 0: none
  float lake_z = 0;           ///< metres: the level of that lake

  /// Of land all but the bottoms of basins; of lakes those from which their outlet comes.
  bool flows() const { return way >= 0 && way < sink; }
  /// Whether the stream between two nodes passes one lake.
  bool shares_lake(const Node& other) const { return lake > 0 && other.lake > 0 && lake_z == other.lake_z; }
};

/// The land at large: down to `Lattice::last_large` at the cell's node, below in its middle.
struct Field {
  double height = 0, rugged = 0, runoff = 0;  ///< metres; steepness of hills by that of the ladder; m³/s from a square metre
  double lakes = 0;                           ///< share of streams of a size that pass a lake
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
  double ladder = 0.85;     ///< sides are gentler by this power of the spacing at which their stream begins
  double unevenness = 0.5;  ///< of nodes that are born: how much of their height above the lowest neighbour they may lack
  double wander = 0.32;     ///< of courses, in cells
  double smoothing = 0.6;   ///< of courses
  double width = 7;         ///< metres of a river of one m³/s

  Lattice lattice{};
  double sides[finest_level + 2] = {};    ///< ladder by level of birth
  double missing[finest_level + 2] = {};  ///< how much lower streams of a level lie than the ground, where rugged is 1

  void settle(const Lattice& of);  ///< works out the last three
};

/// How the ground rises from a stream: metres from it to metres above it.
struct Sides {
  double inner = 0, outer = 0;  ///< m/m beside the floor of the valley, and away from it
  double foot = 0, floor = 0;   ///< metres

  double rise(double distance) const;
};
Sides sides_by(double inner, double outer, double gradient, double foot, double floor);
/// `root`: of the area that drains through; `born`: the cell of the level where the stream begins.
double foot_of(double root, double born, double cell);
double floor_of(double root, double rugged, double cell);
Sides sides_of(const Laws& laws, const Node& node, double rugged, double gradient, int level);

/// Standing water at a place.
struct Shore {
  double height = 0;     ///< more than 0 is land: metres above the water, or below it
  double level = 0;      ///< of the water that is near: 0 by the sea, else that of a lake
  bool lake = false;     ///< whether that is a lake
  bool drowns = false;   ///< whether the sea may fill valleys near by
  double cliffs = 0.32;  ///< 0: beaches … 1: cliffs
};

/// What a drainage begins with: the uppermost level, and the land at large for what is born below. All of it is a function of the
/// place; where the lattice repeats, it repeats too.
class Country {
 public:
  virtual ~Country() = default;

  virtual const Lattice& lattice() const = 0;
  /// Where places of the lattice lie in truth: bent, so that nobody sees how cells lie. No two come together, and none are
  /// more than 1 + `most_bend` times as far apart as before, or less than 1 − `most_bend` times. All nodes are in the lattice;
  /// what the country is asked is asked in truth.
  virtual void bend(std::span<Point2>) const {}
  static constexpr double most_bend = 0.7;
  /// From places in truth to those of the lattice, to some units.
  void unbend(std::span<Point2> places) const;
  /// A box of the lattice that holds all that lies in a box in truth.
  std::pair<Point2, Point2> unbent_box(Point2 low, Point2 high) const;
  /// All nodes of a rectangle of the uppermost level, with their ways.
  virtual Level uppermost(const Laws& laws, const Rect& rect) const = 0;
  /// The land at large at places.
  virtual void fields(std::span<const Point2> places, std::span<Field> fields) const = 0;
  /// The same for places many kilometres apart, a little off and cheaper.
  virtual void sparse_fields(std::span<const Point2> places, std::span<Field> found) const { fields(places, found); }
  /// Some districts are more rugged than others: a factor.
  virtual void districts(std::span<const Point2> places, std::span<double> factors) const = 0;
  /// `heights` are those of the land at large at these places.
  virtual void shores(std::span<const Point2> places, std::span<const double> heights, std::span<Shore> shores) const = 0;
  Shore shore(Point2 place, double height) const;

  /// The land at large at the samples of a grid.
  struct Layers {
    std::span<float> height, rugged, rain, temperature;  ///< rain in mm a year
  };
  virtual Result<void> grid(const Grid2& grid, const Layers& layers, const Execution& execution) const = 0;
};

/// Which cells of the level above `refined` needs to know.
Rect needed_parents(const Rect& rect);
/// The nodes of a level from those of the level above.
Level refined(const Laws& laws, const Country& country, Seed seed, const Level& parents, const Rect& rect);

class KeptTiles;

/// Any part of it, with what was found before kept: it may be asked from many threads, and what is kept changes nothing.
class Drainage {
 public:
  Drainage(Laws laws, std::shared_ptr<const Country> country, Seed seed);

  const Laws& laws() const { return laws_; }
  const Lattice& lattice() const { return laws_.lattice; }
  const Country& country() const { return *country_; }
  /// `once`: what is found is not kept.
  Level window(int level, const Rect& rect, bool once = true) const;

 private:
  Level make(int level, const Rect& rect) const;
  Level from_tiles(int level, const Rect& rect) const;

  Laws laws_;
  std::shared_ptr<const Country> country_;
  Seed seed_;
  std::shared_ptr<KeptTiles> kept_;
};

}  // namespace craton::drainage
