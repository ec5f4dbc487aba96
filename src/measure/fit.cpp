#include "measure/fit.h"

#include <algorithm>
#include <cmath>

namespace craton::measure {
namespace {

/// The numbers of the values in each bin, from the first bin that has any to the last.
std::vector<std::vector<std::uint32_t>> binned(std::span<const float> x) {
  std::vector<std::vector<std::uint32_t>> bins;
  if (x.empty()) return bins;
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  const int first = log_bin(double{*low}), last = log_bin(double{*high});
  bins.resize(static_cast<std::size_t>(last - first + 1));
  for (std::uint32_t i = 0; i < x.size(); ++i) bins[static_cast<std::size_t>(log_bin(double{x[i]}) - first)].push_back(i);
  return bins;
}

double mean_of(std::span<const float> values, std::span<const std::uint32_t> chosen) {
  double sum = 0;
  for (const std::uint32_t i : chosen) sum += double{values[i]};
  return sum / static_cast<double>(chosen.size());
}

double median_of(std::span<const float> values, std::span<const std::uint32_t> chosen) {
  std::vector<float> sorted;
  sorted.reserve(chosen.size());
  for (const std::uint32_t i : chosen) sorted.push_back(values[i]);
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return double{*middle};
}

template <class Centre>
std::optional<double> exponent(std::span<const float> x, std::span<const float> y, const Centre& centre) {
  std::vector<FitPoint> points;
  for (const std::vector<std::uint32_t>& bin : binned(x)) {
    if (bin.size() < least_in_bin) continue;
    const double middle = centre(y, bin);
    if (middle > 0) points.push_back({std::log(mean_of(x, bin)), std::log(middle)});
  }
  return points.size() < least_bins ? std::nullopt : fitted_slope(points);
}

}  // namespace

std::optional<double> fitted_slope(std::span<const FitPoint> points) {
  if (points.size() < 3) return {};
  double x = 0, y = 0;
  for (const FitPoint& point : points) {
    x += point.x;
    y += point.y;
  }
  const auto n = static_cast<double>(points.size());
  x /= n;
  y /= n;
  double xx = 0, xy = 0;
  for (const FitPoint& point : points) {
    xx += (point.x - x) * (point.x - x);
    xy += (point.x - x) * (point.y - y);
  }
  if (!(xx > 0)) return {};
  return xy / xx;
}

int log_bin(double x) { return static_cast<int>(std::floor(std::log10(x) * bins_per_decade)); }

std::optional<double> exponent_of_means(std::span<const float> x, std::span<const float> y) { return exponent(x, y, mean_of); }

std::optional<double> exponent_of_medians(std::span<const float> x, std::span<const float> y) {
  return exponent(x, y, median_of);
}

std::optional<double> pareto_exponent(std::span<const float> values, double least, std::size_t least_count) {
  std::size_t count = 0;
  double sum = 0;
  for (const float value : values) {
    if (!(double{value} >= least)) continue;
    ++count;
    sum += std::log(double{value} / (least - 0.5));
  }
  if (count < least_count) return {};
  return 1 + static_cast<double>(count) / sum;
}

}  // namespace craton::measure
