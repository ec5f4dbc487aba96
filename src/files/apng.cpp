// Animated PNG (PNG third edition, W3C 2025, 11.3.6: acTL, fcTL and fdAT). The first frame is the plain picture, so that its data
// are IDAT; others are fdAT, which are IDAT with a number in front that counts all control and data chunks of frames.
#include <craton/files/apng.h>

#include <algorithm>

#include "files/png_chunks.h"
#include "files/png_deflate.h"

namespace craton {
namespace {

using files::append_number;
using files::named;
using files::PngBytes;
using files::write_chunk;

constexpr std::uint32_t longest_frame = 65535;  // milliseconds, in 16 bits

void append_short(PngBytes& bytes, std::uint32_t number) {
  bytes.push_back(static_cast<std::uint8_t>(number >> 8));
  bytes.push_back(static_cast<std::uint8_t>(number));
}

PngBytes animation_control(std::uint32_t frames) {
  PngBytes body = named("acTL");
  append_number(body, frames);
  append_number(body, 0);  // for ever
  return body;
}

}  // namespace

Result<ApngFile> ApngFile::create(const std::string& path) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  return ApngFile(path, std::move(file));
}

Result<void> ApngFile::write_start(const Rgb8Image& frame) {
  CRATON_TRY(files::write_png_start(file_, {.width = frame.width, .height = frame.height}));
  CRATON_TRY(write_chunk(file_, animation_control(1)));  // the number of frames is put in by commit
  return files::write_colour_space(file_);
}

/// The smallest rectangle outside of which nothing changes; one pixel where nothing changes at all.
ApngFile::Part ApngFile::changed_part(const Rgb8Image& frame) const {
  if (frames_ == 0) return {0, 0, frame.width, frame.height};
  std::uint32_t left = frame.width, right = 0, top = frame.height, bottom = 0;
  for (std::uint32_t y = 0; y < frame.height; ++y)
    for (std::uint32_t x = 0; x < frame.width; ++x) {
      if (frame.at(x, y) == last_.at(x, y)) continue;
      left = std::min(left, x);
      right = std::max(right, x + 1);
      top = std::min(top, y);
      bottom = std::max(bottom, y + 1);
    }
  return right == 0 ? Part{0, 0, 1, 1} : Part{left, top, right - left, bottom - top};
}

Result<void> ApngFile::write_control(const Part& part, std::uint32_t milliseconds) {
  PngBytes body = named("fcTL");
  for (const std::uint32_t number : {sequence_++, part.width, part.height, part.x, part.y}) append_number(body, number);
  append_short(body, milliseconds);
  append_short(body, 1000);
  body.insert(body.end(), {0, 0});  // stays until the next one, and covers what was there
  return write_chunk(file_, body);
}

Result<void> ApngFile::write_pixels(const Rgb8Image& frame, const Part& part, const Execution& execution) {
  Rgb8Image cut(part.width, part.height);
  for (std::uint32_t y = 0; y < part.height; ++y) std::copy_n(&frame.at(part.x, part.y + y), part.width, &cut.at(0, y));
  const auto chunks = files::png_data({.first = reinterpret_cast<const std::uint8_t*>(cut.pixels.data()),
                                       .row_bytes = std::size_t{part.width} * sizeof(Rgb8),
                                       .height = part.height,
                                       .pixel_bytes = sizeof(Rgb8)},
                                      execution);
  if (!chunks) return Error{chunks.error().code, path_, chunks.error().message};
  for (const PngBytes& chunk : *chunks) {
    if (frames_ == 0) {
      CRATON_TRY(write_chunk(file_, chunk));
      continue;
    }
    PngBytes body = named("fdAT");
    append_number(body, sequence_++);
    body.insert(body.end(), chunk.begin() + 4, chunk.end());
    CRATON_TRY(write_chunk(file_, body));
  }
  return {};
}

Result<void> ApngFile::add(const Rgb8Image& frame, std::uint32_t milliseconds, const Execution& execution) {
  const auto refused = [&](const char* why) { return Error{ErrorCode::invalid_value, path_, why}; };
  if (frame.width == 0 || frame.height == 0) return refused("an empty picture cannot be a frame");
  if (frames_ > 0 && (frame.width != last_.width || frame.height != last_.height))
    return refused("all frames of a film are of one size");
  if (milliseconds < 1 || milliseconds > longest_frame) return refused("a frame is seen for 1 … 65535 milliseconds");
  if (frames_ == 0) CRATON_TRY(write_start(frame));
  const Part part = changed_part(frame);
  CRATON_TRY(write_control(part, milliseconds));
  CRATON_TRY(write_pixels(frame, part, execution));
  last_ = frame;
  ++frames_;
  return {};
}

Result<void> ApngFile::commit() {
  if (frames_ == 0) return Error{ErrorCode::invalid_value, path_, "a film has at least one frame"};
  CRATON_TRY(write_chunk(file_, named("IEND")));
  const PngBytes control = files::chunk_of(animation_control(frames_));
  CRATON_TRY(file_.write_at(files::png_start_bytes, std::as_bytes(std::span(control))));
  return file_.commit();
}

}  // namespace craton
