#include "stages/water/courses/segment_index.h"

namespace craton {

std::uint32_t SegmentIndex::add(const Vec3d& from, const Vec3d& to, std::uint32_t line, std::uint32_t corner) {
  const auto number = static_cast<std::uint32_t>(segments_.size());
  segments_.push_back({from, to, line, corner});
  Cell last = no_cell;
  const int pieces = pieces_of(from, to);
  for (int i = 0; i <= pieces; ++i) {
    const Cell cell = space_.cell(space_.on_ground(mixed(from, to, static_cast<double>(i) / pieces)));
    if (cell == no_cell || cell == last) continue;
    last = cell;
    entries_.push_back({number, first_[cell]});
    first_[cell] = static_cast<std::uint32_t>(entries_.size());
  }
  return number;
}

}  // namespace craton
