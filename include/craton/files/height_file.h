#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>

/// Rasters of numbers for other programs.
namespace craton {

/// One float channel "Y" in metres (or the layer's unit), zip-compressed.
CRATON_API Result<void> write_exr(const std::string& path, FloatView values);
/// The first of the channels Y, R, Z, height (or the only one).
CRATON_API Result<HeightMap> read_exr(const std::string& path, std::uint64_t max_pixels = std::uint64_t{1} << 28);

/// Little-endian 16-bit levels, row by row, nothing else: `range.low` is 0 and `range.high` 65535, rounded to the nearest.
CRATON_API Result<void> write_r16(const std::string& path, FloatView values, ToneRange range);
/// Little-endian floats, row by row (the same as .f32).
CRATON_API Result<void> write_r32(const std::string& path, FloatView values);

/// A height map by its ending: .png (8 or 16 bit), .exr, .r16/.raw (16 bit), .r32/.f32. Raw files need a layout, or are square.
CRATON_API Result<HeightMap> read_height_map(const std::string& path, const RawLayout& layout = {},
                                             std::uint64_t max_pixels = std::uint64_t{1} << 28);

}  // namespace craton
