#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>

// The compressed part of a PNG, made by all threads: bands of rows are filtered and deflated alone and joined, as pigz (Adler
// 2007) does with files. Where bands begin depends on the picture alone, and so does every byte.
namespace craton::files {

struct PngRows {
  const std::uint8_t* first = nullptr;
  std::size_t row_bytes = 0;
  std::uint32_t height = 0;
  int pixel_bytes = 1;
  bool swap_pairs = false;  ///< 16-bit samples that lie in memory with the low byte first
  bool palette = false;     ///< small rather than quick: filtered by Paeth alone, and zlib may search long
};

/// Bodies of the IDAT chunks, in order. Each begins with the four letters of its name, as its checksum wants them.
Result<std::vector<std::vector<std::uint8_t>>> png_data(const PngRows& rows, const Execution& execution);

/// One row of `bytes` after a filter (0 none, 1 sub, 2 up, 3 average, 4 Paeth; PNG specification, 9.2). Before both rows lie
/// `pixel_bytes` of 0.
void png_filter(int filter, const std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, int pixel_bytes,
                std::uint8_t* out);

}  // namespace craton::files
