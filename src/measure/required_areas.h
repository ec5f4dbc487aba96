#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/layer.h>
#include <craton/surface/surface.h>

/// Counts of areas and objects that requirements ask for.
namespace craton::measure {

/// How many continents the stage `geography` finds on such ground: lands that are at least this part of all land and a hundredth
/// of the world, cut at isthmuses. `path` is for errors.
Result<double> continent_count(const Domain& domain, const Layer& heights, double least_part, const std::string& path,
                               const Execution& execution);

/// How many areas of a category hang together and cover at least this part of the world.
double area_count(const Domain& domain, const Layer& classes, std::size_t category, double least_share);

/// How many rivers divide into distributaries: these have a delta.
Result<double> delta_count(const Surface& surface, const std::string& path);

/// The kinds of lake that can be asked for, by what flows in and out, or by their water; and the kinds of region.
const std::vector<std::string_view>& lake_kind_names();
const std::vector<std::string_view>& region_kind_names();

}  // namespace craton::measure
