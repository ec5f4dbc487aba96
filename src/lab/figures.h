#pragma once

#include <string>
#include <string_view>

#include <craton/lab/lab.h>

namespace craton::lab {

/// The colour of the i-th noise of a comparison; readable on light and dark paper.
std::string_view colour_of_noise(std::size_t index);
/// Colours that close a circle: directions 0° and 180° are one.
std::string colour_of_direction(double degrees);

}  // namespace craton::lab
