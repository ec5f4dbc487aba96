#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>

namespace craton::bench {

/// Something to time. One run handles `items` items; `before` and `after` frame a block of runs outside the clock.
struct Subject {
  std::uint64_t items = 0;
  std::function<void()> run;
  std::function<void()> before, after;  ///< may be empty
  bool once = false;                    ///< takes seconds: one run counts, without warming up
};

struct Yardstick {
  std::string name;
  Subject subject;
  bool as_cost = false;  ///< told as "how many times as long as the yardstick" instead of "how many times faster"
};

/// A prepared row: what is measured, and what it is measured against in the same run.
struct Work {
  Subject subject;
  std::vector<Yardstick> yardsticks;
  bool processor_time = false;  ///< that of all threads counts instead of the clock's: what others do meanwhile matters less
  double quantile = 0;          ///< where it is not 0: this quantile of single runs counts, and there are no yardsticks
  std::function<std::string()> note{};  ///< what else was seen, asked for after all runs; may be empty
};

/// One row of the table. Buffers and noises are made by `prepare`, so that a filter costs nothing for other rows.
struct Row {
  std::string name;
  std::function<Result<Work>()> prepare;
};

struct Comparison {
  std::string yardstick;
  double ns_per_item = 0;
  double ratio = 0;  ///< how many times faster than the yardstick
  bool as_cost = false;
};

struct Measurement {
  std::string name;
  double ns_per_item = 0;
  std::vector<Comparison> comparisons;
  std::string note{};
};

struct Settings {
  int repeats = 9;
  double seconds_per_repeat = 0.02;
  int single_runs = 200;  ///< of waiting times, whose quantiles count
  const CancelToken* cancel = nullptr;
};

/// For a look within two minutes: figures are rougher.
inline constexpr Settings quick_settings{.repeats = 3, .seconds_per_repeat = 0.005, .single_runs = 40};

/// Row and yardsticks take turns, repeat by repeat, so that a change of the machine's clock meets all alike; the median
/// of the repeats counts. Each subject is warmed up first.
Result<Measurement> measure(const Row& row, const Settings& settings);

/// Whether a row is meant: a part of its name, or a pattern with `*`.
bool matches(std::string_view name, std::string_view filter);

/// The explicit list of all rows for one number of threads.
std::vector<Row> all_rows(unsigned threads);
/// Whether a row is one of `craton bench --quick`: small, and standing for its kin.
bool is_quick(std::string_view name);
std::vector<Row> noise_rows(unsigned threads);
std::vector<Row> surface_rows(unsigned threads);
std::vector<Row> stage_rows(unsigned threads);
std::vector<Row> water_rows(unsigned threads);
std::vector<Row> droplet_rows(unsigned threads);
std::vector<Row> crust_rows(unsigned threads);
std::vector<Row> life_rows(unsigned threads);
std::vector<Row> climate_rows(unsigned threads);
std::vector<Row> terrain_rows(unsigned threads);
std::vector<Row> voxel_rows(unsigned threads);
std::vector<Row> mesh_rows(unsigned threads);
std::vector<Row> picture_rows(unsigned threads);
std::vector<Row> map_rows(unsigned threads);
std::vector<Row> planet_rows(unsigned threads);

/// Keeps the compiler from dropping work whose result nobody reads.
inline void keep(const void* result) { asm volatile("" : : "r"(result) : "memory"); }

}  // namespace craton::bench
