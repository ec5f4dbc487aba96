#pragma once

#include <string>
#include <utility>
#include <vector>

#include <craton/surface/layer.h>

namespace craton {

/// Gives the values 0, 1, … of a layer their names.
inline void name_categories(Layer& layer, std::vector<std::string> names) {
  LayerInfo info = layer.info();
  info.categories = std::move(names);
  layer.set_info(std::move(info));
}

}  // namespace craton
