#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <craton/surface/field.h>
#include <craton/surface/objects.h>

#include "stages/water/courses/course_space.h"
#include "stages/water/hydrography.h"
#include "surface/flat_array.h"

/// What rivers are like from place to place: how wide and steep, where their valley leaves them room to wander, and where they
/// are braided.
namespace craton {

struct CourseRules {
  Field sinuosity = 1.6;     ///< how long a river becomes where it meanders, in valley lengths
  double wavelength = 10.9;  ///< widths in a meander
  double steepest = 0.004;   ///< m/m: steeper rivers do not meander
  double floor = 8;          ///< m: ground up to so much above a river is the floor of its valley
  double braiding = 1;       ///< 1: rivers are braided where they are on Earth; 0: nowhere
  double oxbows = 1;         ///< the share of cut bends that are lakes
};

/// A river's corner: a place with a height.
struct CourseCorner {
  Vec3d at;
  double height = 0;
  Vec3d point;             ///< as the table had it
  bool kept = false;       ///< still as the table had it
  std::uint32_t cell = 0;  ///< number of the nearest of the river's cells
};
using CourseLine = std::vector<CourseCorner>;

/// One of a river's cells.
struct ReachPlace {
  Cell cell = no_cell;
  double along = 0;      ///< m from the source
  float bed = 0;         ///< m
  float discharge = 0;   ///< m³/s
  float width = 0;       ///< m
  float wavelength = 0;  ///< of meanders, m; never less than a few cells
  float slope = 0;       ///< m/m
  float freedom = 0;     ///< 0: runs straight, 1: meanders
  bool braided = false;
};

/// A river that runs into another one.
struct Tributary {
  std::uint32_t river = 0;
  std::uint32_t cell = 0;      ///< number of the trunk's cell
  std::uint32_t corner = 0;    ///< of the trunk's line, at which it ends
  bool yields = false;         ///< it is so small that it ends wherever the trunk runs
  std::uint32_t released = 0;  ///< its corners from here on may be cut off
};

struct RiverInput {
  const std::vector<River>& rivers;
  std::span<const float> heights, discharge;  ///< m, m³/year
  std::span<const std::int32_t> lakes;
};

class RiverReaches {
 public:
  RiverReaches(const CourseSpace& space, const RiverInput& input, const CourseRules& rules);

  std::size_t river_count() const { return lines.size(); }
  ReachPlace& place(std::size_t river, std::size_t cell) { return places_[first_[river] + cell]; }
  const ReachPlace& place(std::size_t river, std::size_t cell) const { return places_[first_[river] + cell]; }
  std::size_t cells_of(std::size_t river) const { return first_[river + 1] - first_[river]; }
  const ReachPlace& place_of(std::size_t river, const CourseCorner& corner) const { return place(river, corner.cell); }

  /// Whether a place lies on the floor of this river's valley, with room on all sides.
  bool on_floor(std::size_t river, const Vec3d& at) const {
    const Cell cell = space_.cell(at);
    if (cell == no_cell || floor_[cell] == 0) return false;
    const std::size_t place = floor_[cell] - 1;
    return place >= first_[river] && place < first_[river + 1];
  }

  double longest_wave() const;  ///< m

  std::vector<CourseLine> lines;
  std::vector<std::vector<Tributary>> tributaries;  ///< of each river, in the order of rivers

 private:
  void read_line(std::size_t river);
  void describe(std::size_t river);
  void find_slopes(std::size_t river);
  void find_tributaries();
  std::optional<std::uint32_t> corner_joined(std::size_t river, std::size_t trunk, std::uint32_t cell) const;
  void end_at(std::size_t river, const CourseCorner& corner);
  void find_freedom(std::size_t river);
  void release_ends();
  void find_floors();
  bool is_water(Cell cell) const { return input_.heights[cell] < 0 || input_.lakes[cell] != 0; }
  bool has_room(Cell cell) const;

  const CourseSpace& space_;
  const RiverInput& input_;
  const CourseRules& rules_;
  std::vector<std::size_t> first_;  // place of each river's first cell
  std::vector<ReachPlace> places_;
  FlatArray<std::uint32_t> floor_;  // of each cell: 1 + the place of the river on whose floor it lies
};

}  // namespace craton
