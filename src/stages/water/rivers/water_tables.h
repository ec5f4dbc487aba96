#pragma once

#include <craton/surface/surface.h>

#include "stages/water/rivers/river_network.h"

/// Lakes and rivers as tables of objects, as worlds keep them.
namespace craton {

inline constexpr const char *lakes_table = "lakes", *rivers_table = "rivers";

/// What flows: source 003's four kinds of lakes.
enum class LakeKind { closed, source, flow_through, terminal };
std::string_view lake_kind_name(LakeKind kind);

/// One row a lake, in the order of `lakes`. Until rivers are known lakes are closed or sources.
ObjectTable table_of_lakes(const Domain& domain, std::span<const float> heights, const Lakes& lakes,
                           std::span<const LakeKind> kinds);
/// The lakes of a surface: from its table, and the layer of their numbers. Errors have the path of the layer's parameter.
Result<Lakes> lakes_of(const Surface& surface, const Layer& numbers, const std::string& path);

/// Kinds by what the rivers bring and take.
std::vector<LakeKind> kinds_of_lakes(const Lakes& lakes, const RiverNetwork& network);

inline constexpr double seconds_a_year = 31'556'952;

/// Width of a river of so many m³ a year, in metres: 5 √(m³/s) (Leopold & Maddock 1953).
double river_width(double discharge);

ObjectTable table_of_rivers(const Domain& domain, const RiverNetwork& network);

}  // namespace craton
