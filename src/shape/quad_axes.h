#pragma once

#include <cstdint>

/// Rectangles of faces in space.
namespace craton::shape {

/// Along which axes u and v run, by side; faces look along the third.
inline constexpr std::uint8_t u_axes[] = {1, 1, 0, 0, 0, 0}, v_axes[] = {2, 2, 2, 2, 1, 1};
// y runs to the south, so that x, y and z are a left-handed system: corners that go from u to v go counter-clockwise for somebody
// in the west, the south and below.
inline constexpr bool backwards[] = {false, true, true, false, false, true};

}  // namespace craton::shape
