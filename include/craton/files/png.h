#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/indexed.h>

namespace craton {

/// Written beside and renamed: on failure an old file survives and nothing else remains. Threads share the work; the bytes do not
/// depend on their number.
CRATON_API Result<void> write_png(const std::string& path, const Grey8Image& image, const Execution& execution = {});
CRATON_API Result<void> write_png(const std::string& path, const Grey16Image& image, const Execution& execution = {});
CRATON_API Result<void> write_png(const std::string& path, const Rgb8Image& image, const Execution& execution = {});
CRATON_API Result<void> write_png(const std::string& path, const Rgba8Image& image, const Execution& execution = {});
/// As small as zlib can make it.
CRATON_API Result<void> write_png(const std::string& path, const IndexedImage& image, const Execution& execution = {});

/// The same bytes in memory: for those who send pictures instead of keeping them.
CRATON_API Result<std::string> png_bytes(const Grey8Image& image, const Execution& execution = {});
CRATON_API Result<std::string> png_bytes(const Grey16Image& image, const Execution& execution = {});
CRATON_API Result<std::string> png_bytes(const Rgb8Image& image, const Execution& execution = {});
CRATON_API Result<std::string> png_bytes(const Rgba8Image& image, const Execution& execution = {});

using AnyImage = std::variant<Grey8Image, Grey16Image, Rgb8Image, Rgba8Image>;

struct PngLimits {
  std::uint32_t max_side = 65536;
  std::uint64_t max_pixels = std::uint64_t{1} << 28;
};

/// Reads any PNG: palettes become RGB, fewer than 8 bits become 8, transparency becomes RGBA, colours of 16 bits are
/// brought to 8. Damaged files are errors, whatever their bytes.
CRATON_API Result<AnyImage> read_png(const std::string& path, const PngLimits& limits = {});

}  // namespace craton
