#pragma once

#include <cstdint>

namespace craton {

/// A value of the layer `flow`: how a cell's water is shared among the eight cells around it. Slot 0 … 7 is NW N NE W E SW S SE
/// in the frame of the cell's own row and column; each has a weight of 0 … 15 in four bits, the first slot in the lowest. All
/// zeros: water ends here. One weight alone: all water goes there.
///
///     const FlowShares shares{flow->integers()[cell]};
///     for (int slot = 0; slot < 8; ++slot) part[slot] = water * shares.weight(slot) / shares.total();
struct FlowShares {
  std::int32_t bits = 0;

  int weight(int slot) const { return static_cast<int>(static_cast<std::uint32_t>(bits) >> (4 * slot) & 15u); }
  int total() const {
    int sum = 0;
    for (int slot = 0; slot < 8; ++slot) sum += weight(slot);
    return sum;
  }
  bool ends() const { return bits == 0; }
  void set(int slot, int weight) {
    const auto cleared = static_cast<std::uint32_t>(bits) & ~(15u << (4 * slot));
    bits = static_cast<std::int32_t>(cleared | static_cast<std::uint32_t>(weight) << (4 * slot));
  }
};

}  // namespace craton
