#pragma once

#include <span>
#include <vector>

#include <craton/base/hash.h>
#include <craton/surface/topology.h>

namespace craton {

/// Lets flats drain: cells without a lower neighbour that have an equally high one. They drain over the fewest cells to one that
/// has a way down (or is an end of water), and where there is none to the first cell of the flat, which becomes the pit. Of
/// several neighbours equally near to the way out a hash picks one, so that water on plains does not run in parallel lines.
///
/// `minima` are the cells that are their own receivers and no ends of water, in ascending order; `distance` is scratch for all
/// cells, zeros before and after.
template <Topology T>
class FlatDrainage {
 public:
  FlatDrainage(const T& topology, std::span<const float> heights, std::span<Cell> receivers, std::span<std::uint32_t> distance)
      : topology_(topology), heights_(heights), receivers_(receivers), distance_(distance) {}

  void drain(std::span<const Cell> minima) {
    std::vector<Cell> flat;
    for (const Cell cell : minima)
      if (any_level_link(cell, [](Cell) { return true; })) flat.push_back(cell);
    for (const Cell cell : flat) distance_[cell] = unknown;
    for (const Cell cell : flat)
      if (any_level_link(cell, [&](Cell to) { return distance_[to] == 0; })) reached_.push_back(cell);
    for (const Cell cell : reached_) distance_[cell] = 1;
    spread();
    for (const Cell cell : flat) {
      if (distance_[cell] != unknown) continue;
      distance_[cell] = pit;  // nothing drains it: its neighbours drain to it
      reached_.push_back(cell);
      spread();
    }
    for (const Cell cell : flat) choose(cell);
    for (const Cell cell : flat) distance_[cell] = 0;
  }

 private:
  static constexpr std::uint32_t unknown = 0xFFFFFFFFu, pit = 1u << 31;  // pits count on from there

  template <class Holds>
  bool any_level_link(Cell cell, const Holds& holds) const {
    bool any = false;
    topology_.for_each_link(cell, [&](Link link) { any |= heights_[link.to] == heights_[cell] && holds(link.to); });
    return any;
  }

  /// From the cells just reached to all of their flats, nearer ones first.
  void spread() {
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const Cell cell = reached_[i];
      topology_.for_each_link(cell, [&](Link link) {
        if (distance_[link.to] != unknown || heights_[link.to] != heights_[cell]) return;
        distance_[link.to] = distance_[cell] + 1;
        reached_.push_back(link.to);
      });
    }
    reached_.clear();
  }

  void choose(Cell cell) {
    const std::uint32_t here = distance_[cell];
    if (here == pit) return;
    std::uint64_t least = ~std::uint64_t{0};
    topology_.for_each_link(cell, [&](Link link) {
      if (heights_[link.to] != heights_[cell] || distance_[link.to] != here - 1) return;
      const std::uint64_t draw = mix64(std::uint64_t{cell} << 32 | link.to);
      if (draw > least) return;
      least = draw;
      receivers_[cell] = link.to;
    });
  }

  const T& topology_;
  std::span<const float> heights_;
  std::span<Cell> receivers_;
  std::span<std::uint32_t> distance_;
  std::vector<Cell> reached_;
};

}  // namespace craton
