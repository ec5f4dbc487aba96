#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/lab/report.h>
#include <craton/recipe/make.h>

/// How a world's measures and times follow from its parameters: the same recipe made for many values, seeds and times.
namespace craton {

/// A parameter and what it is set to, one after the other, as `set_in_recipe` reads it: "erosion.iterations", {"0", "1", "2"}.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
};

struct SweepRequest {
  Recipe recipe;
  std::vector<SweepAxis> axes;        ///< all their combinations are made
  std::vector<std::uint64_t> seeds;   ///< each with every combination; none: the recipe's own
  std::uint32_t repeats = 1;          ///< how often each world is made, for its times
  std::vector<std::string> measures;  ///< keys of all_measures()
  std::string layer = "height";
  std::optional<double> sea_level{};  ///< none: 0 where a stage knows the sea, else all is land
  std::uint64_t most_runs = 100'000;
};

/// One world.
struct SweepRun {
  std::vector<std::size_t> point;  ///< of each axis: which value
  std::uint64_t seed = 0;
  std::uint32_t repeat = 0;
  std::vector<std::optional<double>> measured;  ///< in the order of the measures
  std::vector<double> milliseconds;             ///< of each stage that ran
  double milliseconds_in_all = 0;
};

struct SweepTable {
  std::vector<SweepAxis> axes;
  std::vector<std::string> measures, stages;  ///< stages by their ids, in the order in which they ran
  std::vector<SweepRun> runs;                 ///< the last axis first, then seeds, then repeats
};

/// Makes all worlds, one after the other. Measures are the same for any number of threads; times are not. Errors name the
/// assignment that does not fit.
CRATON_API Result<SweepTable> run_sweep(const SweepRequest& request, const RecipeTerms& terms,
                                        const AssetSource* assets = nullptr, const Execution& execution = {});

/// Mean and standard deviation over seeds (and, of times, repeats) at one combination of values.
struct SweepPoint {
  std::vector<std::size_t> point;
  std::uint32_t count = 0;
  double mean = 0, deviation = 0;
};
/// Of a measure; combinations without any value are left out.
CRATON_API std::vector<SweepPoint> sweep_points(const SweepTable& table, std::size_t measure);
/// Of the milliseconds of a stage; stages.size(): of all of them.
CRATON_API std::vector<SweepPoint> sweep_times(const SweepTable& table, std::size_t stage);

CRATON_API std::string sweep_csv(const SweepTable& table);   ///< a line a run
CRATON_API std::string sweep_json(const SweepTable& table);  ///< runs, and means with deviations
/// A figure for each measure, and one of milliseconds by stage: along the first axis, a line for each value of the second, bars
/// of one standard deviation.
CRATON_API std::vector<LabFigure> sweep_figures(const SweepTable& table);

}  // namespace craton
