#include "lab/anisotropy.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace craton::lab {
namespace {

// Frequencies that share an estimate of the true spread. Spectra hardly change within a quarter of a cycle a cell; one frequency
// alone scatters so much that cutting negative estimates off would leave a bias.
constexpr std::size_t band = 25;

/// The mean of the standard deviation of n normal values, of the true one.
double deviation_bias(std::size_t n) {
  const auto count = static_cast<double>(n);
  return std::sqrt(2 / (count - 1)) * std::exp(std::lgamma(count / 2) - std::lgamma((count - 1) / 2));
}

std::vector<std::size_t> first_directions(std::size_t count) {
  std::vector<std::size_t> list(count);
  std::iota(list.begin(), list.end(), std::size_t{0});
  return list;
}

void fill_extreme(const SpectrumSums& sums, LabSlices& found) {
  const std::size_t directions = sums.modulus.size(), frequencies = sums.modulus[0].size();
  for (std::size_t a = 0; a < directions; ++a)
    for (std::size_t b = a + 1; b < directions; ++b) {
      double difference = 0, by_chance = 0, sum = 0;
      for (std::size_t f = 1; f < frequencies; ++f) {
        const SpectrumMean one = mean_modulus(sums, a, f), other = mean_modulus(sums, b, f);
        difference += std::abs(one.value - other.value);
        sum += (one.value + other.value) / 2;
        by_chance += std::sqrt(2 / std::numbers::pi * (one.error_squared + other.error_squared));
      }
      if (sum > 0 && difference / sum > found.extreme) {
        found.extreme = difference / sum;
        found.extreme_floor = by_chance / sum;
        found.extreme_directions = {found.directions[a], found.directions[b]};
      }
    }
}

/// How far an index scatters, by the jackknife: without one group after the other.
template <class Index>
double error_of(const std::vector<SpectrumSums>& without_one, Index index) {
  const auto n = static_cast<double>(without_one.size());
  std::vector<double> values;
  for (const SpectrumSums& some : without_one) values.push_back(index(some));
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt((n - 1) / n * squares);
}

}  // namespace

void SpectrumSums::add(const SpectrumSums& other) {
  count += other.count;
  for (std::size_t d = 0; d < modulus.size(); ++d)
    for (std::size_t f = 0; f < modulus[d].size(); ++f) {
      modulus[d][f] += other.modulus[d][f];
      square[d][f] += other.square[d][f];
      fourth[d][f] += other.fourth[d][f];
    }
}

SpectrumMean mean_modulus(const SpectrumSums& sums, std::size_t direction, std::size_t frequency) {
  const auto n = static_cast<double>(sums.count);
  const double mean = sums.modulus[direction][frequency] / n;
  return {mean, std::max(0.0, (sums.square[direction][frequency] / n - mean * mean) / (n - 1))};
}

SpectrumMean mean_amplitude(const SpectrumSums& sums, std::size_t direction, std::size_t frequency) {
  const auto n = static_cast<double>(sums.count);
  const double power = sums.square[direction][frequency] / n;
  if (!(power > 0)) return {};
  const double error_squared = std::max(0.0, (sums.fourth[direction][frequency] / n - power * power) / (n - 1));
  return {std::sqrt(power), error_squared / (4 * power)};
}

AnisotropyIndex anisotropy_of(const SpectrumSums& sums, std::span<const std::size_t> directions,
                              SpectrumMean (*mean_of)(const SpectrumSums&, std::size_t, std::size_t)) {
  const auto n = static_cast<double>(directions.size());
  const std::size_t frequencies = sums.modulus[0].size();
  const double bias = deviation_bias(directions.size());
  double raw = 0, floor = 0, excess = 0, mean_sum = 0;
  std::vector<SpectrumMean> means(directions.size());
  for (std::size_t begin = 1; begin < frequencies; begin += band) {
    const std::size_t end = std::min(frequencies, begin + band);
    double band_raw = 0, band_variance = 0, band_error = 0;
    for (std::size_t f = begin; f < end; ++f) {
      double mean = 0, error = 0, squares = 0;
      for (std::size_t d = 0; d < directions.size(); ++d) {
        means[d] = mean_of(sums, directions[d], f);
        mean += means[d].value / n;
        error += means[d].error_squared / n;
      }
      for (const SpectrumMean& m : means) squares += (m.value - mean) * (m.value - mean);
      const double variance = squares / (n - 1);
      band_raw += std::sqrt(variance);
      floor += std::sqrt(error) * bias;
      band_variance += variance;
      band_error += error;
      mean_sum += mean;
    }
    raw += band_raw;
    // What of the band's variance is no sampling error.
    if (band_variance > band_error) excess += band_raw * std::sqrt(1 - band_error / band_variance);
  }
  if (!(mean_sum > 0)) return {};
  return {raw / mean_sum, floor / mean_sum, excess / mean_sum};
}

void fill_anisotropy(const std::vector<SpectrumSums>& groups, std::size_t even_directions, LabSlices& found) {
  SpectrumSums all = groups[0];
  for (std::size_t g = 1; g < groups.size(); ++g) all.add(groups[g]);
  const std::size_t directions = all.modulus.size(), frequencies = all.modulus[0].size();
  for (std::size_t d = 0; d < directions; ++d) {
    std::vector<double>& spectrum = found.modulus.emplace_back();
    for (std::size_t f = 0; f < frequencies; ++f) spectrum.push_back(mean_modulus(all, d, f).value);
  }
  std::vector<SpectrumSums> without_one;
  for (std::size_t left_out = 0; left_out < groups.size(); ++left_out) {
    SpectrumSums& some = without_one.emplace_back(directions, frequencies);
    for (std::size_t g = 0; g < groups.size(); ++g)
      if (g != left_out) some.add(groups[g]);
  }
  const std::vector<std::size_t> even = first_directions(even_directions), every = first_directions(directions);
  const AnisotropyIndex index = anisotropy_of(all, even);
  found.index_raw = index.raw;
  found.sampling_floor = index.floor;
  found.index = index.index;
  found.index_error = error_of(without_one, [&](const SpectrumSums& some) { return anisotropy_of(some, even).index; });
  found.index_all = anisotropy_of(all, every).index;
  found.index_all_error = error_of(without_one, [&](const SpectrumSums& some) { return anisotropy_of(some, every).index; });
  found.index_power = anisotropy_of(all, every, mean_amplitude).index;
  found.index_power_error =
      error_of(without_one, [&](const SpectrumSums& some) { return anisotropy_of(some, every, mean_amplitude).index; });
  fill_extreme(all, found);
}

}  // namespace craton::lab
