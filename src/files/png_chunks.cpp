#include "files/png_chunks.h"

#include <zlib.h>

#include <span>

namespace craton::files {

void append_number(PngBytes& bytes, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

PngBytes named(std::string_view name) { return PngBytes(name.begin(), name.end()); }

Result<void> write_chunk(NewFile& file, const PngBytes& body) {
  PngBytes length, checksum;
  append_number(length, static_cast<std::uint32_t>(body.size() - 4));
  append_number(checksum, static_cast<std::uint32_t>(crc32_z(0, body.data(), body.size())));
  for (const PngBytes* part : {static_cast<const PngBytes*>(&length), &body, static_cast<const PngBytes*>(&checksum)})
    CRATON_TRY(file.write(std::as_bytes(std::span(*part))));
  return {};
}

PngBytes chunk_of(const PngBytes& body) {
  PngBytes chunk;
  append_number(chunk, static_cast<std::uint32_t>(body.size() - 4));
  chunk.insert(chunk.end(), body.begin(), body.end());
  append_number(chunk, static_cast<std::uint32_t>(crc32_z(0, body.data(), body.size())));
  return chunk;
}

PngBytes png_start(const PngHeader& header) {
  PngBytes start = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  PngBytes body = named("IHDR");
  append_number(body, header.width);
  append_number(body, header.height);
  // Bits, colours; deflate, the five filters, no interlacing.
  body.insert(body.end(), {header.bits, static_cast<std::uint8_t>(header.colour), 0, 0, 0});
  const PngBytes chunk = chunk_of(body);
  start.insert(start.end(), chunk.begin(), chunk.end());
  return start;
}

Result<void> write_png_start(NewFile& file, const PngHeader& header) {
  return file.write(std::as_bytes(std::span<const std::uint8_t>(png_start(header))));
}

PngBytes colour_space() {
  PngBytes colours = named("sRGB");
  colours.push_back(0);  // perceptual
  return chunk_of(colours);
}

Result<void> write_colour_space(NewFile& file) {
  return file.write(std::as_bytes(std::span<const std::uint8_t>(colour_space())));
}

}  // namespace craton::files
