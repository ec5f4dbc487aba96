#pragma once

#include <string>

#include <craton/lab/lab.h>

namespace craton::lab {

std::string percent(double share, int digits = 1);

/// "4.6 % ± 0.1 %"
std::string with_error(double share, double error);

/// What the outline of a spectrum looks like: "a rounded square with corners at 0°, 90°, … (4.1 %)".
std::string outline_words(const LabPlaneSpectrum& plane);

/// Which part of an outline is largest; 0 where none stands out from sampling.
std::size_t largest_wave(const LabPlaneSpectrum& plane);

/// Of two directions: Σ_f |F₁ − F₂| ∕ ½ Σ_f (F₁ + F₂).
double difference_of(const LabSlices& slices, double degrees_a, double degrees_b);

}  // namespace craton::lab
