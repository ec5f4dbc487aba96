#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stages/water/courses/course_space.h"
#include "surface/flat_array.h"

namespace craton {

/// Pieces of lines, found by where they lie: each is listed in the cells that it passes. Two that meet are listed in one cell, or
/// in two that are neighbours.
class SegmentIndex {
 public:
  struct Segment {
    Vec3d from, to;
    std::uint32_t line = 0;    ///< whose it is
    std::uint32_t corner = 0;  ///< of that line, at which it begins
    bool gone = false;
  };

  explicit SegmentIndex(const CourseSpace& space) : space_(space), first_(cell_count(space.domain())) {}

  std::uint32_t add(const Vec3d& from, const Vec3d& to, std::uint32_t line, std::uint32_t corner);
  void remove(std::uint32_t segment) { segments_[segment].gone = true; }
  void restore(std::uint32_t segment) { segments_[segment].gone = false; }
  const Segment& operator[](std::uint32_t segment) const { return segments_[segment]; }

  /// Calls found(number, segment) for those that may meet a piece of a line, some of them more than once. Their places are moved
  /// by whole periods to lie beside it. `found` returns whether to go on.
  template <class Found>
  void near(const Vec3d& from, const Vec3d& to, Found&& found) const {
    bool go_on = true;
    const auto look = [&](Cell cell) {
      for (std::uint32_t entry = first_[cell]; entry != 0 && go_on; entry = entries_[entry - 1].next) {
        const std::uint32_t number = entries_[entry - 1].segment;
        Segment segment = segments_[number];
        if (segment.gone) continue;
        const Vec3d beside = space_.beside(segment.from, from);
        segment.to = segment.to + (beside - segment.from);
        segment.from = beside;
        go_on = found(number, segment);
      }
    };
    Cell last = no_cell;
    const int pieces = pieces_of(from, to);
    for (int i = 0; i <= pieces && go_on; ++i) {
      const Cell cell = space_.cell(space_.on_ground(mixed(from, to, static_cast<double>(i) / pieces)));
      if (cell == no_cell || cell == last) continue;
      last = cell;
      look(cell);
      std::visit([&](const auto& topology) { topology.for_each_link(cell, [&](Link link) { look(link.to); }); }, space_.domain());
    }
  }

  /// Whether a piece of a line meets any other for which `counts(segment)`.
  template <class Counts>
  bool meets(const Vec3d& from, const Vec3d& to, Counts&& counts) const {
    bool any = false;
    near(from, to, [&](std::uint32_t, const Segment& segment) {
      any = counts(segment) && space_.meet(from, to, segment.from, segment.to);
      return !any;
    });
    return any;
  }

 private:
  struct Entry {
    std::uint32_t segment, next;
  };
  int pieces_of(const Vec3d& from, const Vec3d& to) const {
    return 1 + static_cast<int>(distance(from, to) / (0.5 * space_.spacing()));
  }

  const CourseSpace& space_;
  FlatArray<std::uint32_t> first_;  // of each cell: 1 + its first entry
  std::vector<Entry> entries_;
  std::vector<Segment> segments_;
};

}  // namespace craton
