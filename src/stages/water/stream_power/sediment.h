#pragma once

#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "stages/water/stream_power/incision.h"
#include "surface/flat_array.h"

namespace craton {

/// Rivers that also lay down what they carry: of the load Q that reaches a cell of catchment A, deposition · Q / A metres a year
/// stay (Yuan, Braun, Guerit, Rouby & Cordonnier 2019); hollows hold back all until they are full. What neither stays nor comes
/// to rest further down leaves with the water.
class SedimentLoad {
 public:
  /// `areas` are the catchments and `sizes` the cells, in one unit; no sizes: all cells are 1.
  Result<void> cut_and_lay(const FlowGraph& graph, std::span<CutCell> cells, float base_level, double n, double deposition,
                           std::span<const float> areas, std::span<const float> sizes, const Execution& execution);

 private:
  /// What a cell needs on the walk downstream, side by side: cells follow each other at random in memory.
  struct Carried {
    float risen = 0;  ///< ground before the step
    float laid = 0;   ///< metres of deposit
    float load = 0;   ///< what reaches the cell, in metres over a cell of size 1
    float area = 1;   ///< of its catchment, at least its own
  };
  void lay(const FlowGraph& graph, std::span<CutCell> cells, float deposition, std::span<const float> sizes);

  FlatArray<Carried> carried_;
  float moved_ = 0;  ///< the largest change of a deposit in the last round
};

}  // namespace craton
