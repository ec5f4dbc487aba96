#pragma once

#include <array>

#include "surface/sweep.h"

namespace craton {

/// What `of` makes of the length of each cell's way to its receiver, 0 where water ends.
template <class T, class Of>
class ReceiverDistances {
 public:
  ReceiverDistances(const T& topology, const Cell* receivers, Of of) : topology_(topology), receivers_(receivers), of_(of) {
    if constexpr (T::even_links) {
      const std::array<float, 8> lengths = topology.regular_lengths();
      diagonal_ = of_(lengths[0]);
      straight_ = of_(lengths[1]);
      down_ = topology.regular_offsets()[6];
    }
  }

  /// out[i] for cell first + i.
  void operator()(Cell first, std::size_t count, float* out) const {
    const Cell end = first + static_cast<Cell>(count);
    if constexpr (T::even_links) {
      const Cell* receivers = receivers_;
      const float straight = straight_, diagonal = diagonal_;
      const std::int32_t down = down_;
      const auto run = [=](Cell begin, Cell last) {
        for (Cell c = begin; c < last; ++c) {
          const auto away = static_cast<std::int32_t>(receivers[c] - c);
          const auto distance = away < 0 ? -away : away;
          const bool along = (distance == 1) | (distance == down);
          const float side = along ? straight : diagonal;
          out[c - first] = away == 0 ? 0 : side;
        }
      };
      sweep(topology_, first, end, run, [&](Cell cell) { out[cell - first] = at_border(cell); });
    } else {
      for (Cell c = first; c < end; ++c) out[c - first] = receivers_[c] == c ? 0 : of_(topology_.distance(c, receivers_[c]));
    }
  }

 private:
  float at_border(Cell cell) const {
    float value = 0;
    topology_.for_each_link(cell, [&](Link link) {
      if (link.to == receivers_[cell]) value = of_(link.length);
    });
    return value;
  }

  const T& topology_;
  const Cell* receivers_;
  Of of_;
  float straight_ = 0, diagonal_ = 0;
  std::int32_t down_ = 0;
};

}  // namespace craton
