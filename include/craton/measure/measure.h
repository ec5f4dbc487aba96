#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

/// Numbers about worlds: how much a relief is like that of Earth. They are the same for any number of threads.
namespace craton {

/// What real terrain shows; nothing where it says little.
struct MeasureRange {
  double low = 0, high = 0;
};

struct MeasureInfo {
  std::string_view key;  ///< as in JSON: "mean_slope"
  std::string_view unit, doc, cite;
  std::optional<MeasureRange> earth{};
};

/// All measures, in the order of reports.
CRATON_API std::span<const MeasureInfo> all_measures();

struct Measured {
  const MeasureInfo* info = nullptr;
  std::optional<double> value{};
  std::string note{};  ///< why there is no value
};

struct MeasureOptions {
  /// Heights below it are sea: they count in `land_share`, and water leaves the land there. Nothing: all is land.
  std::optional<double> sea_level{};
};

/// Measures the relief of a layer of numbers.
///
///     const Result<std::vector<Measured>> facts = measure_relief(surface, "height", {.sea_level = 0});
///     for (const Measured& fact : *facts) if (fact.value) std::printf("%.*s %g\n", …);
CRATON_API Result<std::vector<Measured>> measure_relief(const Surface& surface, std::string_view layer,
                                                        const MeasureOptions& options = {}, const Execution& execution = {});

}  // namespace craton
