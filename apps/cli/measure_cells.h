#pragma once

#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>

namespace craton::cli {

/// How even the cells and regions of planets are, beside each other: what `measure --cells` prints.
Result<void> print_cell_measures(const std::vector<std::string>& worlds, bool json, const Execution& execution);

}  // namespace craton::cli
