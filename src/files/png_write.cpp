#include <craton/files/png.h>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <span>

#include <craton/files/new_file.h>

#include "files/png_chunks.h"
#include "files/png_deflate.h"

namespace craton {
namespace {

// PNG (Portable Network Graphics, third edition, W3C 2025): a signature and chunks of length, name, data and checksum. What is
// compressed comes from png_deflate.

using files::PngColour;
using enum files::PngColour;

struct Picture {
  files::PngRows rows;
  std::uint32_t width = 0;
  std::uint8_t bits = 8;
  PngColour colour = grey;
  std::span<const Rgb8> palette{};
};

using files::append_number;
using files::named;
using files::PngBytes;
using files::write_chunk;

PngBytes palette_chunk(std::span<const Rgb8> colours) {
  PngBytes palette = named("PLTE");
  for (const Rgb8 colour : colours) palette.insert(palette.end(), {colour.r, colour.g, colour.b});
  return palette;
}

Result<void> write_header(NewFile& file, const Picture& picture) {
  CRATON_TRY(files::write_png_start(file, {picture.width, picture.rows.height, picture.bits, picture.colour}));
  if (picture.colour != grey) CRATON_TRY(files::write_colour_space(file));
  if (picture.palette.empty()) return {};
  return write_chunk(file, palette_chunk(picture.palette));
}

Result<void> write_picture(const std::string& path, const Picture& picture, const Execution& execution) {
  if (picture.width == 0 || picture.rows.height == 0)
    return Error{ErrorCode::invalid_value, path, "an empty picture cannot be written"};
  if (picture.width > 0x7FFFFFFFu || picture.rows.height > 0x7FFFFFFFu || picture.rows.row_bytes > 0x3FFFFFFFu)
    return Error{ErrorCode::unsupported, path, "too large for a PNG"};
  Result<NewFile> file = NewFile::create(path);
  if (!file) return file.error();
  const auto chunks = files::png_data(picture.rows, execution);
  if (!chunks) return Error{chunks.error().code, path, chunks.error().message};
  CRATON_TRY(write_header(*file, picture));
  for (const PngBytes& chunk : *chunks) CRATON_TRY(write_chunk(*file, chunk));
  CRATON_TRY(write_chunk(*file, named("IEND")));
  return file->commit();
}

template <class Pixel>
Result<void> write_pixels(const std::string& path, const Image<Pixel>& image, std::uint8_t bits, PngColour colour,
                          const Execution& execution, std::span<const Rgb8> palette = {}) {
  Picture picture{.width = image.width, .bits = bits, .colour = colour, .palette = palette};
  picture.rows = {.first = reinterpret_cast<const std::uint8_t*>(image.pixels.data()),
                  .row_bytes = std::size_t{image.width} * sizeof(Pixel),
                  .height = image.height,
                  .pixel_bytes = sizeof(Pixel),
                  .swap_pairs = bits == 16 && std::endian::native == std::endian::little,
                  .palette = !palette.empty()};
  return write_picture(path, picture, execution);
}

bool fits_palette(const IndexedImage& image) {
  return !image.palette.empty() && image.palette.size() <= 256 &&
         std::all_of(image.pixels.pixels.begin(), image.pixels.pixels.end(),
                     [&](std::uint8_t place) { return place < image.palette.size(); });
}

static_assert(sizeof(Rgb8) == 3 && sizeof(Rgba8) == 4);

}  // namespace

Result<void> write_png(const std::string& path, const Grey8Image& image, const Execution& execution) {
  return write_pixels(path, image, 8, grey, execution);
}
Result<void> write_png(const std::string& path, const Grey16Image& image, const Execution& execution) {
  return write_pixels(path, image, 16, grey, execution);
}
Result<void> write_png(const std::string& path, const Rgb8Image& image, const Execution& execution) {
  return write_pixels(path, image, 8, rgb, execution);
}
Result<void> write_png(const std::string& path, const Rgba8Image& image, const Execution& execution) {
  return write_pixels(path, image, 8, rgba, execution);
}
Result<void> write_png(const std::string& path, const IndexedImage& image, const Execution& execution) {
  if (!image.pixels.pixels.empty() && !fits_palette(image))
    return Error{ErrorCode::invalid_value, path, "a pixel lies outside the palette, which holds 1 … 256 colours"};
  return write_pixels(path, image.pixels, 8, indexed_colour, execution, image.palette);
}

Result<std::vector<std::uint8_t>> png_bytes(const IndexedImage& image, const Execution& execution) {
  if (image.pixels.pixels.empty() || !fits_palette(image))
    return Error{ErrorCode::invalid_value, "png", "an empty picture, or a pixel outside the palette of 1 … 256 colours"};
  const auto chunks = files::png_data(
      {.first = image.pixels.pixels.data(), .row_bytes = image.pixels.width, .height = image.pixels.height, .palette = true},
      execution);
  if (!chunks) return chunks.error();
  PngBytes bytes = files::png_start({image.pixels.width, image.pixels.height, 8, indexed_colour});
  const auto append = [&](const PngBytes& body) {
    const PngBytes chunk = files::chunk_of(body);
    bytes.insert(bytes.end(), chunk.begin(), chunk.end());
  };
  append(files::colour_space());
  append(palette_chunk(image.palette));
  for (const PngBytes& chunk : *chunks) append(chunk);
  append(named("IEND"));
  return bytes;
}

}  // namespace craton
