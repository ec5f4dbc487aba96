#pragma once

#include <string>

#include <craton/surface/surface.h>

namespace craton {

/// The layer that a stage of several layers writes. Where it has no unit yet, it takes that of `like` (null: a number).
inline Result<Layer*> result_layer(Surface& surface, const std::string& name, const std::string* like) {
  Result<Layer*> layer = surface.ensure_layer({.name = name});
  if (!layer || !like || !(*layer)->info().unit.empty()) return layer;
  if (const Layer* from = surface.layer(*like)) (*layer)->set_unit(from->info().unit);
  return layer;
}

}  // namespace craton
