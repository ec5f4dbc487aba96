#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/lab/lab.h>

/// How spectra differ with direction.
namespace craton::lab {

/// Sums of moduli and of their second and fourth powers over `count` slices in each direction: [direction][frequency].
struct SpectrumSums {
  std::uint64_t count = 0;
  std::vector<std::vector<double>> modulus, square, fourth;

  SpectrumSums(std::size_t directions, std::size_t frequencies)
      : modulus(directions, std::vector<double>(frequencies)), square(modulus), fourth(modulus) {}
  void add(const SpectrumSums& other);
};

/// A mean with the variance that sampling gives it.
struct SpectrumMean {
  double value = 0, error_squared = 0;
};
SpectrumMean mean_modulus(const SpectrumSums& sums, std::size_t direction, std::size_t frequency);
/// The root of the mean power.
SpectrumMean mean_amplitude(const SpectrumSums& sums, std::size_t direction, std::size_t frequency);

struct AnisotropyIndex {
  double raw = 0;    ///< Σ_f std_θ ∕ Σ_f mean_θ
  double floor = 0;  ///< what of it sampling alone would give
  double index = 0;  ///< without that
};

/// Of some of the directions, frequency 0 left out.
AnisotropyIndex anisotropy_of(const SpectrumSums& sums, std::span<const std::size_t> directions,
                              SpectrumMean (*mean)(const SpectrumSums&, std::size_t, std::size_t) = mean_modulus);

/// Fills all indices of `found` from groups of slices, which tell how far the index scatters.
void fill_anisotropy(const std::vector<SpectrumSums>& groups, std::size_t even_directions, LabSlices& found);

}  // namespace craton::lab
