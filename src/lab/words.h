#pragma once

#include <optional>
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

/// A wave that triangles with their mirror axes cannot have: turned off those axes.
struct TurnedWave {
  double frequency = 0;
  std::size_t m = 0;
  double amplitude = 0, error = 0;
  double turn = 0;  ///< degrees off the nearest axis
};
/// The one that stands out most from sampling; nothing where none does. For noises on triangles.
std::optional<TurnedWave> turned_wave(const LabPlaneSpectrum& plane);
std::string turned_words(const TurnedWave& wave);

/// Of two directions: Σ_f |F₁ − F₂| ∕ ½ Σ_f (F₁ + F₂).
double difference_of(const LabSlices& slices, double degrees_a, double degrees_b);

}  // namespace craton::lab
