#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

/// What a world must be like: numbers about it that must lie in a range.
namespace craton {

/// The least share that "it must be there" asks for.
inline constexpr double some_share = 1e-9;

/// Something required of a world: "1 to 2 continents", "at least 1% tundra".
struct Requirement {
  std::string kind;  ///< id of a RequirementKind
  std::string name;  ///< of kinds that ask for each thing by name: which biome
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();  ///< both allowed
  std::string after{};   ///< id of the stage after which it is asked; "": the last one that changes what it looks at
  ParamValues params{};  ///< of its kind

  bool met_by(double value) const { return value >= low && value <= high; }
};
CRATON_API bool operator==(const Requirement& a, const Requirement& b);

/// Something that can be required, declared once: recipes, their schema and the reference read this.
struct RequirementKind {
  std::string_view id, title, doc;
  std::string_view value;                       ///< what is counted or measured: "count", "share", "length", "height"
  std::string_view unit;                        ///< of the value
  double min = 0, max = 0;                      ///< what can be asked for
  bool whole = false;                           ///< a count
  std::string_view named;                       ///< what its names are names of; "": it has none
  std::span<const ParamInfo> params;            ///< layers among them are what it looks at
  std::span<const std::string_view> objects{};  ///< tables that it looks at
  /// The value. `path` is that of the requirement, for errors: what is asked for that cannot be.
  Result<double> (*measure)(const Surface&, const Requirement&, const std::string& path, const Execution&) = nullptr;
};

/// All kinds, what is asked quickly first.
CRATON_API std::span<const RequirementKind> all_requirement_kinds();
/// Null where there is none of this id.
CRATON_API const RequirementKind* requirement_kind(std::string_view id);

/// The names of the layers that it looks at, with the parameters that name them.
struct RequiredLayer {
  std::string param, name;
  LayerType type = LayerType::number;
};
CRATON_API std::vector<RequiredLayer> required_layers(const Requirement& requirement);

/// The number that the requirement is about. The layers and tables must be there.
CRATON_API Result<double> measure_requirement(const Surface& surface, const Requirement& requirement, const std::string& path,
                                              const Execution& execution = {});

/// "continents", "biomes.tundra"
CRATON_API std::string requirement_name(const Requirement& requirement);
/// "1 … 2", "at least 3", "at most 0.5 m", "some"
CRATON_API std::string requirement_range(const Requirement& requirement);
/// A value with its unit: "0.61", "7", "12500 m".
CRATON_API std::string requirement_value(const Requirement& requirement, double value);

}  // namespace craton
