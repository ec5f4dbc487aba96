#pragma once

#include <cstdint>

#include "worlds/chain_window.h"

namespace craton::terrain {

/// A ChainWindow onto a terrain, without its edits.
class View {
 public:
  View() = default;
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  virtual ~View() = default;

  virtual Result<void> move_to(const SampleRect& view, const Execution& execution, ChainWindow::Output output) = 0;
  virtual void forget() = 0;
  virtual std::uint64_t bytes() const = 0;
};

}  // namespace craton::terrain
