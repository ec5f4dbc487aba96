#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "surface/borders.h"
#include "surface/link_slots.h"

namespace craton {

/// Eight cells around, clockwise, sides at odd places; no_cell where there is none.
template <Topology T>
std::array<Cell, 8> cells_around(const T& topology, Cell cell) {
  constexpr std::array<int, 8> slots_clockwise{0, 1, 2, 4, 7, 6, 5, 3};
  std::array<Cell, 8> by_slot, ring;
  by_slot.fill(no_cell);
  for_each_slot(topology, cell, [&](int slot, Link link) { by_slot[static_cast<std::size_t>(slot)] = link.to; });
  for (std::size_t i = 0; i < 8; ++i) ring[i] = by_slot[static_cast<std::size_t>(slots_clockwise[i])];
  return ring;
}

/// Pieces of land to which cells of water are added one by one, so that no water is ever cut off.
///
/// Land is one piece where cells share a side; water also where they share a corner. So where a new cell touches pieces of land
/// that are all different, no water is cut off. Islands are different from the mainland, all large land is one.
template <Topology T, class WasWater>
class LandPieces {
 public:
  /// `was_water` says what was water before any cell was added.
  LandPieces(const T& topology, WasWater was_water) : topology_(topology), was_water_(std::move(was_water)) {}

  /// Joins the pieces of land that a cell touches to one, if all are different: its name; else nothing.
  template <class IsWater>
  std::optional<std::uint32_t> join_around(Cell cell, const IsWater& is_water) {
    const std::array<Cell, 8> ring = cells_around(topology_, cell);
    const auto land = [&](std::size_t i) { return ring[i % 8] != no_cell && !is_water(ring[i % 8]); };
    std::vector<std::uint32_t> touched;
    std::size_t first = 0;
    while (first < 8 && land(first)) ++first;
    if (first == 8) return piece_at(ring[1]);
    for (std::size_t i = first; i < first + 8; ++i) {  // a run of land counts once
      if (i % 2 == 0 || !land(i)) continue;
      if (i >= first + 2 && land(i - 1) && land(i - 2)) continue;
      touched.push_back(piece_at(ring[i % 8]));
    }
    std::sort(touched.begin(), touched.end());
    if (touched.empty() || std::adjacent_find(touched.begin(), touched.end()) != touched.end()) return {};
    for (const std::uint32_t other : touched) pieces_[other] = touched.front();
    return touched.front();
  }

  /// The cell is land from now on.
  void add(Cell cell, std::uint32_t name) { names_[cell] = name; }

 private:
  static constexpr std::size_t largest_island = 2000;  // cells

  std::uint32_t piece(std::uint32_t name) const {
    while (pieces_[name] != name) name = pieces_[name];
    return name;
  }
  std::uint32_t piece_at(Cell cell) {
    const auto known = names_.find(cell);
    return piece(known != names_.end() ? known->second : name_island(cell));
  }
  std::uint32_t name_island(Cell cell) {
    std::vector<Cell> all{cell};
    const auto name = static_cast<std::uint32_t>(pieces_.size());
    std::uint32_t part_of = name;  // what was looked at before
    names_[cell] = name;
    for (std::size_t i = 0; i < all.size() && all.size() < largest_island; ++i) {
      if (at_border(topology_, all[i])) part_of = 0;  // the border closes what land leaves open
      topology_.for_each_link(all[i], [&](Link link) {
        if (was_water_(link.to)) return;
        const auto [known, fresh] = names_.emplace(link.to, name);
        if (fresh)
          all.push_back(link.to);
        else if (known->second != name)
          part_of = std::min(part_of, piece(known->second));
      });
    }
    pieces_.push_back(all.size() < largest_island ? part_of : 0);
    return name;
  }

  const T& topology_;
  WasWater was_water_;
  std::vector<std::uint32_t> pieces_{0};  // the piece that each has become part of; 0 is all large land
  std::map<Cell, std::uint32_t> names_;   // of cells that are land
};

}  // namespace craton
