// Values at single places over many seeds (source 001, sections 3.3 and 6.3), and how many modes they have.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "lab/measurements.h"
#include "lab/modes.h"
#include "lab/realisations.h"

namespace craton::lab {
namespace {

constexpr std::size_t bins = 40;  // even: a dip at 0 lies between two bins
constexpr std::uint64_t block = 1000;

/// Values by place, then by realisation.
Result<std::vector<std::vector<float>>> values_at(const LabSubject& subject, std::uint64_t count, Seed seed,
                                                  const Execution& execution) {
  const Realisations realisations(subject, seed);
  std::vector<Point2> points;
  for (const LabPlace& place : subject.places.histograms) points.push_back(realisations.point(place));
  std::vector<std::vector<float>> values(points.size(), std::vector<float>(count));
  CRATON_TRY(parallel_blocks(count, block, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<float> at_points(points.size());
    for (std::uint64_t i = begin; i < end; ++i) {
      (void)realisations.noise(i).points(points, at_points, {.threads = 1}).ok();
      for (std::size_t p = 0; p < points.size(); ++p) values[p][i] = at_points[p];
    }
  }));
  return values;
}

LabHistogram histogram_of(LabPlace place, const std::vector<float>& values) {
  LabHistogram found{.place = place, .counts = std::vector<std::uint64_t>(bins)};
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const float value : values) {
    sum += double{value};
    found.reach = std::max(found.reach, std::abs(double{value}));
  }
  found.mean = sum / n;
  double second = 0, fourth = 0;
  for (const float value : values) {
    const double d = double{value} - found.mean;
    second += d * d;
    fourth += d * d * d * d;
    const double share = found.reach > 0 ? (double{value} / found.reach + 1) / 2 : 0.5;
    ++found.counts[std::min(bins - 1, static_cast<std::size_t>(share * static_cast<double>(bins)))];
  }
  found.deviation = std::sqrt(second / n);
  found.kurtosis = second > 0 ? fourth * n / (second * second) : 0;
  const Modes modes = modes_of(found.counts);
  found.modes = modes.count;
  found.dip = modes.dip;
  return found;
}

}  // namespace

Result<std::vector<LabHistogram>> measure_histograms(const LabSubject& subject, const LabEffort& effort, Seed seed,
                                                     const Execution& execution) {
  CRATON_TRY(const std::vector<std::vector<float>> values, values_at(subject, effort.histogram_realisations, seed, execution));
  std::vector<LabHistogram> found;
  for (std::size_t p = 0; p < values.size(); ++p) found.push_back(histogram_of(subject.places.histograms[p], values[p]));
  return found;
}

}  // namespace craton::lab
