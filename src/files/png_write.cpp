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

using files::named;
using files::PngBytes;
using files::write_chunk;

/// All that comes before the pixels.
PngBytes start_of(const Picture& picture) {
  PngBytes start = files::png_start({picture.width, picture.rows.height, picture.bits, picture.colour});
  const auto append = [&](const PngBytes& chunk) { start.insert(start.end(), chunk.begin(), chunk.end()); };
  if (picture.colour != grey) append(files::colour_space());
  if (picture.palette.empty()) return start;
  PngBytes palette = named("PLTE");
  for (const Rgb8 colour : picture.palette) palette.insert(palette.end(), {colour.r, colour.g, colour.b});
  append(files::chunk_of(palette));
  return start;
}

Result<void> check_picture(const std::string& path, const Picture& picture) {
  if (picture.width == 0 || picture.rows.height == 0)
    return Error{ErrorCode::invalid_value, path, "an empty picture cannot be written"};
  if (picture.width > 0x7FFFFFFFu || picture.rows.height > 0x7FFFFFFFu || picture.rows.row_bytes > 0x3FFFFFFFu)
    return Error{ErrorCode::unsupported, path, "too large for a PNG"};
  return {};
}

Result<std::string> bytes_of(const Picture& picture, const Execution& execution) {
  CRATON_TRY(check_picture("", picture));
  CRATON_TRY(const auto chunks, files::png_data(picture.rows, execution));
  const PngBytes start = start_of(picture);
  std::string bytes(start.begin(), start.end());
  const auto append = [&](const PngBytes& body) {
    const PngBytes chunk = files::chunk_of(body);
    bytes.append(chunk.begin(), chunk.end());
  };
  for (const PngBytes& chunk : chunks) append(chunk);
  append(named("IEND"));
  return bytes;
}

Result<void> write_picture(const std::string& path, const Picture& picture, const Execution& execution) {
  CRATON_TRY(check_picture(path, picture));
  CRATON_TRY(NewFile file, NewFile::create(path));
  const auto chunks = files::png_data(picture.rows, execution);
  if (!chunks) return Error{chunks.error().code, path, chunks.error().message};
  CRATON_TRY(file.write(std::as_bytes(std::span<const std::uint8_t>(start_of(picture)))));
  for (const PngBytes& chunk : *chunks) CRATON_TRY(write_chunk(file, chunk));
  CRATON_TRY(write_chunk(file, named("IEND")));
  return file.commit();
}

template <class Pixel>
Picture picture_of(const Image<Pixel>& image, std::uint8_t bits, PngColour colour, std::span<const Rgb8> palette = {}) {
  Picture picture{.width = image.width, .bits = bits, .colour = colour, .palette = palette};
  picture.rows = {.first = reinterpret_cast<const std::uint8_t*>(image.pixels.data()),
                  .row_bytes = std::size_t{image.width} * sizeof(Pixel),
                  .height = image.height,
                  .pixel_bytes = sizeof(Pixel),
                  .swap_pairs = bits == 16 && std::endian::native == std::endian::little,
                  .palette = !palette.empty()};
  return picture;
}

bool fits_palette(const IndexedImage& image) {
  return !image.palette.empty() && image.palette.size() <= 256 &&
         std::all_of(image.pixels.pixels.begin(), image.pixels.pixels.end(),
                     [&](std::uint8_t place) { return place < image.palette.size(); });
}

Result<void> check_palette(const std::string& path, const IndexedImage& image) {
  if (image.pixels.pixels.empty() || fits_palette(image)) return {};
  return Error{ErrorCode::invalid_value, path, "a pixel lies outside the palette, which holds 1 … 256 colours"};
}

static_assert(sizeof(Rgb8) == 3 && sizeof(Rgba8) == 4);

}  // namespace

Result<void> write_png(const std::string& path, const Grey8Image& image, const Execution& execution) {
  return write_picture(path, picture_of(image, 8, grey), execution);
}
Result<void> write_png(const std::string& path, const Grey16Image& image, const Execution& execution) {
  return write_picture(path, picture_of(image, 16, grey), execution);
}
Result<void> write_png(const std::string& path, const Rgb8Image& image, const Execution& execution) {
  return write_picture(path, picture_of(image, 8, rgb), execution);
}
Result<void> write_png(const std::string& path, const Rgba8Image& image, const Execution& execution) {
  return write_picture(path, picture_of(image, 8, rgba), execution);
}
Result<void> write_png(const std::string& path, const IndexedImage& image, const Execution& execution) {
  CRATON_TRY(check_palette(path, image));
  return write_picture(path, picture_of(image.pixels, 8, indexed_colour, image.palette), execution);
}

Result<std::string> png_bytes(const Grey8Image& image, const Execution& execution) {
  return bytes_of(picture_of(image, 8, grey), execution);
}
Result<std::string> png_bytes(const Grey16Image& image, const Execution& execution) {
  return bytes_of(picture_of(image, 16, grey), execution);
}
Result<std::string> png_bytes(const Rgb8Image& image, const Execution& execution) {
  return bytes_of(picture_of(image, 8, rgb), execution);
}
Result<std::string> png_bytes(const Rgba8Image& image, const Execution& execution) {
  return bytes_of(picture_of(image, 8, rgba), execution);
}
Result<std::string> png_bytes(const IndexedImage& image, const Execution& execution) {
  CRATON_TRY(check_palette("png", image));
  return bytes_of(picture_of(image.pixels, 8, indexed_colour, image.palette), execution);
}

}  // namespace craton
