#pragma once

#include <array>
#include <span>
#include <vector>

namespace craton {

/// Flips edges until all triangles face upwards, where that can be done. Vertices and the border stay; x runs to the east and y
/// to the south.
void face_up(std::vector<unsigned>& triangles, std::span<const std::array<float, 3>> positions);

}  // namespace craton
