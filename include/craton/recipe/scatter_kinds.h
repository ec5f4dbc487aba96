#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/result.h>

namespace craton {

/// How much of something there is where the layer (or the biome) says so; 1 is as much as its spacing allows.
struct ScatterShare {
  std::string name;
  double share = 0;

  friend bool operator==(const ScatterShare&, const ScatterShare&) = default;
};

/// A kind of thing that stands on endless terrain, and where it does.
struct ScatterKind {
  std::string name{};
  double spacing = 6;                  ///< metres: no two of this kind are nearer
  double apart = 0;                    ///< metres: nor is it nearer to things of kinds before it
  double smallest = 1, largest = 2;    ///< metres high
  double steepest = 0.7;               ///< slope from which on there is none; from half of it on there is less
  double lowest = 0.5, highest = 1e5;  ///< metres above the sea
  double patches = 0;                  ///< metres: about how far from one thicket to the next; 0: there are no glades
  std::vector<ScatterShare> biomes{};  ///< by the names of the layer `biome`; where none is named: none
  std::vector<ScatterShare> ground{};  ///< of layers 0 … 1, such as `rock`: added to that
  std::string looks{};                 ///< rock, conifer, broadleaf, palm, shrub or grass in pictures; empty: as its name says

  friend bool operator==(const ScatterKind&, const ScatterKind&) = default;
};

inline constexpr std::size_t most_scatter_kinds = 64;

/// What numbers a kind has, with their ranges.
template <>
CRATON_API std::span<const ParamInfo> params_of<ScatterKind>();

/// Numbers in their ranges, names that are there; `path` is that of the list.
CRATON_API Result<void> check_scatter_kinds(const std::vector<ScatterKind>& kinds, const std::string& path);

/// Reads a table of kinds: JSON with // and /* */ comments, at most 64 KiB.
///
///     {
///       "name": "Orchards",
///       "kinds": [
///         {"name": "apple", "looks": "broadleaf", "spacing": 8, "smallest": 3, "largest": 6, "steepest": 0.3,
///          "biomes": {"temperate deciduous forest": 0.9}, "ground": {"soil": 0.05}},
///         …
///       ]
///     }
///
/// All numbers but the name may be left out; shares are 0 … 1, those of grounds −1 … 1. Things of a kind keep away (`apart`) from
/// those of kinds before it. recipes/things/usual.json is what Craton has without one.
CRATON_API Result<std::vector<ScatterKind>> scatter_kinds_from_json(std::string_view text);

}  // namespace craton
