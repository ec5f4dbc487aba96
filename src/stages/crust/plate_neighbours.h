#pragma once

#include <array>

#include <craton/surface/domain.h>

namespace craton {

/// The cells around a cell, without the lengths of the ways to them, which cost more than all else where nobody needs them.
template <Topology T>
class PlateNeighbours {
 public:
  explicit PlateNeighbours(const T& topology) : topology_(topology), offsets_(topology.regular_offsets()) {}

  /// Calls f(cell) in the order of the links.
  template <class F>
  void operator()(Cell cell, F&& f) const {
    if (topology_.run_from(cell).regular) {
      for (const std::int32_t offset : offsets_) f(cell + static_cast<Cell>(offset));
    } else {
      topology_.for_each_link(cell, [&](Link link) { f(link.to); });
    }
  }

 private:
  const T& topology_;
  std::array<std::int32_t, 8> offsets_;
};

}  // namespace craton
