#pragma once

#include <string>
#include <string_view>

#include <craton/lab/lab.h>

#include "lab/svg.h"

namespace craton::lab {

/// The colour of the i-th noise of a comparison; readable on light and dark paper.
std::string_view colour_of_noise(std::size_t index);
/// Colours that close a circle: directions 0° and 180° are one.
std::string colour_of_direction(double degrees);

/// The axis of spectra, whose highest value is 1: as they are, or in decibels.
inline constexpr double lowest_decibels = -60;
Axis spectrum_axis(bool decibels, double bottom, double top);
std::string_view spectrum_axis_label(bool decibels);
double spectrum_place(const Axis& axis, double modulus, bool decibels);

}  // namespace craton::lab
