#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// `.f32`: raw little-endian floats, row by row, nothing else. The reader must know the size.
CRATON_API Result<void> write_f32(const std::string& path, std::span<const float> values);

/// Refuses files that are not a whole number of floats or hold more than `max_values`.
CRATON_API Result<std::vector<float>> read_f32(const std::string& path, std::uint64_t max_values = std::uint64_t{1} << 32);

}  // namespace craton
