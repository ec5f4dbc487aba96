#include "bench/harness.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

namespace craton::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_of_runs(const Subject& subject, std::uint64_t runs, bool processor_time = false) {
  if (subject.before) subject.before();
  const Clock::time_point start = Clock::now();
  const std::clock_t processor_start = std::clock();
  for (std::uint64_t i = 0; i < runs; ++i) subject.run();
  const double seconds = processor_time ? static_cast<double>(std::clock() - processor_start) / CLOCKS_PER_SEC
                                        : std::chrono::duration<double>(Clock::now() - start).count();
  if (subject.after) subject.after();
  return seconds;
}

// Warms up and finds how many runs fill one repeat. Growing step by step also lets the clock rate settle.
std::uint64_t runs_per_repeat(const Subject& subject, double seconds, bool processor_time) {
  std::uint64_t runs = 1;
  seconds_of_runs(subject, 1);
  for (;;) {
    const double taken = seconds_of_runs(subject, runs, processor_time);
    if (taken >= seconds) return runs;
    const double wanted = static_cast<double>(runs) * std::clamp(1.2 * seconds / std::max(taken, 1e-9), 1.2, 10.0);
    runs = static_cast<std::uint64_t>(std::ceil(wanted));
  }
}

struct Series {
  const Subject* subject = nullptr;
  std::uint64_t runs = 1;
  std::vector<double> ns_per_item;

  double median() {
    std::sort(ns_per_item.begin(), ns_per_item.end());
    const std::size_t middle = ns_per_item.size() / 2;
    return ns_per_item.size() % 2 ? ns_per_item[middle] : (ns_per_item[middle - 1] + ns_per_item[middle]) / 2;
  }
};

/// For waiting times: each run is timed alone, for it is the rare long ones that are felt.
Result<Measurement> quantile_of_runs(const Row& row, const Work& work, const Settings& settings) {
  const int runs = settings.single_runs;
  seconds_of_runs(work.subject, 1);
  std::vector<double> ns_per_item;
  for (int i = 0; i < runs; ++i) {
    if (settings.cancel && settings.cancel->cancelled()) return Error{ErrorCode::cancelled, row.name, "cancelled"};
    ns_per_item.push_back(seconds_of_runs(work.subject, 1) * 1e9 / static_cast<double>(work.subject.items));
  }
  std::sort(ns_per_item.begin(), ns_per_item.end());
  return Measurement{
      row.name, ns_per_item[static_cast<std::size_t>(work.quantile * (runs - 1))], {}, work.note ? work.note() : ""};
}

}  // namespace

Result<Measurement> measure(const Row& row, const Settings& settings) {
  CRATON_TRY(const Work work, row.prepare());
  if (work.quantile != 0) return quantile_of_runs(row, work, settings);
  std::vector<Series> all{{&work.subject}};
  for (const Yardstick& yardstick : work.yardsticks) all.push_back({&yardstick.subject});
  const int repeats = work.subject.once ? 1 : settings.repeats;
  for (Series& series : all)
    if (!series.subject->once) series.runs = runs_per_repeat(*series.subject, settings.seconds_per_repeat, work.processor_time);
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (Series& series : all) {
      if (settings.cancel && settings.cancel->cancelled()) return Error{ErrorCode::cancelled, row.name, "cancelled"};
      const double items = static_cast<double>(series.runs) * static_cast<double>(series.subject->items);
      series.ns_per_item.push_back(seconds_of_runs(*series.subject, series.runs, work.processor_time) * 1e9 / items);
    }
  Measurement result{row.name, all[0].median(), {}};
  for (std::size_t i = 0; i < work.yardsticks.size(); ++i) {
    const double ns = all[i + 1].median();
    const Yardstick& yardstick = work.yardsticks[i];
    result.comparisons.push_back({yardstick.name, ns, ns / result.ns_per_item, yardstick.as_cost});
  }
  if (work.note) result.note = work.note();
  return result;
}

bool matches(std::string_view name, std::string_view filter) {
  const std::size_t star = filter.find('*');
  if (star == std::string_view::npos) return name.find(filter) != std::string_view::npos;
  // Parts between stars must appear in this order; a part before the first star may stand anywhere.
  std::size_t place = 0;
  while (!filter.empty()) {
    const std::size_t end = filter.find('*');
    const std::string_view part = filter.substr(0, end);
    const std::size_t found = name.find(part, place);
    if (found == std::string_view::npos) return false;
    place = found + part.size();
    filter = end == std::string_view::npos ? std::string_view() : filter.substr(end + 1);
  }
  return true;
}

bool is_quick(std::string_view name) {
  // Without the number of threads, which comes last.
  static constexpr std::string_view quick[] = {"noise/perlin/2d/f0.01",
                                               "noise/perlin/2d/f0.5",
                                               "noise/perlin/3d/f0.04",
                                               "noise/fbm6-perlin/2d/f0.04",
                                               "noise/fbm6-simplex/2d/f0.04",
                                               "noise/cellular-f1/2d/f0.04",
                                               "noise/warp-gradient-perlin/2d/f0.04",
                                               "noise/hat/2d/f0.04",
                                               "stage/thermal/1024",
                                               "stage/hydraulic/1024",
                                               "stage/craters/1024",
                                               "water/fill+route+accumulate/1024",
                                               "water/droplets/1024",
                                               "crust/fusek/50",
                                               "crust/plates+heights/64",
                                               "life/biomes/koppen/R512",
                                               "air/climate/R128",
                                               "terrain/default/256",
                                               "terrain/default/far",
                                               "terrain/strazdins/256",
                                               "voxels/chunk/generate",
                                               "voxels/chunk/greedy/biomes+plants",
                                               "voxels/window/radius7/step15",
                                               "mesh/terrain/256",
                                               "map/512x512",
                                               "planet/128"};
  return std::find(std::begin(quick), std::end(quick), name.substr(0, name.rfind('/'))) != std::end(quick);
}

std::vector<Row> all_rows(unsigned threads) {
  std::vector<Row> rows = noise_rows(threads);
  for (Row& row : surface_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : stage_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : water_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : droplet_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : crust_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : life_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : climate_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : terrain_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : voxel_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : mesh_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : picture_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : map_rows(threads)) rows.push_back(std::move(row));
  for (Row& row : planet_rows(threads)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace craton::bench
