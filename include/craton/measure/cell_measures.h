#pragma once

#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/surface/cube_sphere.h>

namespace craton {

/// How even the cells and regions of a planet are, and how neighbours and links differ.
struct CellMeasure {
  std::string_view key, doc;
  double value = 0;
};
CRATON_API std::vector<CellMeasure> measure_cells(const CubeSphere& sphere);

}  // namespace craton
