#include <craton/files/png.h>

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <span>

#include <craton/files/new_file.h>

#include "files/png_deflate.h"

namespace craton {
namespace {

// PNG (Portable Network Graphics, third edition, W3C 2025): a signature and chunks of length, name, data and checksum. What is
// compressed comes from png_deflate.

enum ColourType : std::uint8_t { grey = 0, rgb = 2, indexed_colour = 3, rgba = 6 };

struct Picture {
  files::PngRows rows;
  std::uint32_t width = 0;
  std::uint8_t bits = 8;
  ColourType colour = grey;
  std::span<const Rgb8> palette{};
};

using Bytes = std::vector<std::uint8_t>;

void append_number(Bytes& bytes, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

Bytes named(std::string_view name) { return Bytes(name.begin(), name.end()); }

/// `body` begins with the chunk's name.
Result<void> write_chunk(NewFile& file, const Bytes& body) {
  Bytes length, checksum;
  append_number(length, static_cast<std::uint32_t>(body.size() - 4));
  append_number(checksum, static_cast<std::uint32_t>(crc32_z(0, body.data(), body.size())));
  for (const Bytes* part : {static_cast<const Bytes*>(&length), &body, static_cast<const Bytes*>(&checksum)})
    CRATON_TRY(file.write(std::as_bytes(std::span(*part))));
  return {};
}

Result<void> write_header(NewFile& file, const Picture& picture) {
  const std::uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  CRATON_TRY(file.write(std::as_bytes(std::span(signature))));
  Bytes header = named("IHDR");
  append_number(header, picture.width);
  append_number(header, picture.rows.height);
  // Bits, colours; deflate, the five filters, no interlacing.
  header.insert(header.end(), {picture.bits, picture.colour, 0, 0, 0});
  CRATON_TRY(write_chunk(file, header));
  if (picture.colour != grey) {
    Bytes colours = named("sRGB");
    colours.push_back(0);  // perceptual
    CRATON_TRY(write_chunk(file, colours));
  }
  if (picture.palette.empty()) return {};
  Bytes palette = named("PLTE");
  for (const Rgb8 colour : picture.palette) palette.insert(palette.end(), {colour.r, colour.g, colour.b});
  return write_chunk(file, palette);
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
  for (const Bytes& chunk : *chunks) CRATON_TRY(write_chunk(*file, chunk));
  CRATON_TRY(write_chunk(*file, named("IEND")));
  return file->commit();
}

template <class Pixel>
Result<void> write_pixels(const std::string& path, const Image<Pixel>& image, std::uint8_t bits, ColourType colour,
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

}  // namespace craton
