#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/files/new_file.h>

/// PNG (Portable Network Graphics, third edition, W3C 2025): a signature and chunks of length, name, data and checksum.
namespace craton::files {

using PngBytes = std::vector<std::uint8_t>;

enum class PngColour : std::uint8_t { grey = 0, rgb = 2, indexed_colour = 3, rgba = 6 };

struct PngHeader {
  std::uint32_t width = 0, height = 0;
  std::uint8_t bits = 8;
  PngColour colour = PngColour::rgb;
};

void append_number(PngBytes& bytes, std::uint32_t number);
/// The body of a chunk, which begins with its name.
PngBytes named(std::string_view name);
Result<void> write_chunk(NewFile& file, const PngBytes& body);
/// A whole chunk, for what is put in place later.
PngBytes chunk_of(const PngBytes& body);

/// Signature and IHDR: 33 bytes.
PngBytes png_start(const PngHeader& header);
Result<void> write_png_start(NewFile& file, const PngHeader& header);
inline constexpr std::uint64_t png_start_bytes = 33;
/// Says that the colours are sRGB.
PngBytes colour_space();
Result<void> write_colour_space(NewFile& file);

}  // namespace craton::files
