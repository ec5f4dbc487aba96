#pragma once

#include <craton/surface/layer.h>

namespace craton {

/// The unit of a layer that a stage of several layers wrote. Where it has none yet, it takes that of `like` (null: a number).
inline void take_unit(Layer& layer, const Layer* like) {
  if (like && layer.info().unit.empty()) layer.set_unit(like->info().unit);
}

}  // namespace craton
