#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Laws of the form y ∝ x^p are lines in logarithms.
namespace craton::measure {

struct FitPoint {
  double x = 0, y = 0;
};

/// The slope of the line of least squares; nothing where there are fewer than three points, or all have one x.
std::optional<double> fitted_slope(std::span<const FitPoint> points);

/// Bins of equal width in the logarithm of x, as many to a factor of 10 as here. Those with few values tell little and are left
/// out of fits; fewer bins than the least, half a decade, are no law.
inline constexpr int bins_per_decade = 10;
inline constexpr std::size_t least_in_bin = 20, least_bins = 5;
int log_bin(double x);

/// The exponent p of the means of y over bins of x (mean x against mean y).
std::optional<double> exponent_of_means(std::span<const float> x, std::span<const float> y);

/// The exponent p of the medians of y over bins of x; bins whose median is not positive are left out.
std::optional<double> exponent_of_medians(std::span<const float> x, std::span<const float> y);

/// The exponent of a density that falls as x^−α from `least` on, by maximum likelihood (Clauset, Shalizi & Newman 2009, eq. 3.7,
/// for counts); nothing where fewer than `least_count` values are so large.
std::optional<double> pareto_exponent(std::span<const float> values, double least, std::size_t least_count);

}  // namespace craton::measure
