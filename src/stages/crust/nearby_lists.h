#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "stages/crust/plate_mesh.h"

namespace craton::crust {

/// Which things lie near each cell of a mesh, by their numbers.
class NearbyLists {
 public:
  NearbyLists() = default;
  /// Each of `count` things is listed in the cell `start(thing)` and on from there, wherever `near(thing, cell)` holds.
  template <class Start, class Near>
  NearbyLists(const PlateMesh& mesh, std::size_t count, const Start& start, const Near& near);

  std::span<const std::uint32_t> of(Cell cell) const {
    return {listed_.data() + first_[cell], listed_.data() + first_[cell + 1]};
  }

 private:
  std::vector<std::uint32_t> first_, listed_;
};

template <class Start, class Near>
NearbyLists::NearbyLists(const PlateMesh& mesh, std::size_t count, const Start& start, const Near& near) {
  constexpr std::uint32_t nothing = 0xFFFFFFFFU;
  std::vector<std::pair<Cell, std::uint32_t>> found;
  std::vector<std::uint32_t> seen(mesh.count(), nothing);
  std::vector<Cell> queue;
  for (std::uint32_t i = 0; i < count; ++i) {
    queue.assign(1, start(i));
    seen[queue[0]] = i;
    for (std::size_t k = 0; k < queue.size(); ++k) {
      if (!near(i, queue[k])) continue;
      found.emplace_back(queue[k], i);
      for (const PlateMesh::Way& way : mesh.links(queue[k]))
        if (seen[way.to] != i) {
          seen[way.to] = i;
          queue.push_back(way.to);
        }
    }
  }
  std::sort(found.begin(), found.end());
  first_.assign(mesh.count() + 1, 0);
  for (const auto& [cell, thing] : found) ++first_[cell + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  for (const auto& [cell, thing] : found) listed_.push_back(thing);
}

}  // namespace craton::crust
