#pragma once

#include <openexr.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// EXR files as other programs write them, for tests and fuzzers.
namespace craton::files {

struct ExrSample {
  std::uint32_t width = 9, height = 40;
  std::vector<std::string> channels{"Y"};
  exr_pixel_type_t type = EXR_PIXEL_FLOAT;
  exr_compression_t compression = EXR_COMPRESSION_ZIP;
  std::uint32_t tile = 0;  ///< its side; 0: rows
  int left = 0, top = 0;   ///< of the data window
};

/// Value of a pixel in a channel; a half holds it exactly.
inline float sample_value(std::size_t channel, std::uint32_t x, std::uint32_t y) {
  return static_cast<float>(channel * 100 + (x * 7 + y * 3) % 64) / 4;
}

inline bool write_sample(const std::string& path, const ExrSample& sample) {
  exr_context_t context = nullptr;
  exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
  options.error_handler_fn = [](exr_const_context_t, exr_result_t, const char*) {};
  int part = 0;
  bool good = exr_start_write(&context, path.c_str(), EXR_WRITE_FILE_DIRECTLY, &options) == EXR_ERR_SUCCESS;
  const auto expect = [&](exr_result_t state) { good = good && state == EXR_ERR_SUCCESS; };
  if (!good) return false;
  const bool tiled = sample.tile > 0;
  const auto width = static_cast<int>(sample.width), height = static_cast<int>(sample.height);
  exr_attr_box2i_t window{};
  window.min.x = sample.left;
  window.min.y = sample.top;
  window.max.x = sample.left + width - 1;
  window.max.y = sample.top + height - 1;
  const exr_attr_v2f_t centre{};
  expect(exr_add_part(context, "sample", tiled ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE, &part));
  expect(exr_initialize_required_attr(context, part, &window, &window, 1, &centre, 1, EXR_LINEORDER_INCREASING_Y,
                                      sample.compression));
  if (tiled) expect(exr_set_tile_descriptor(context, part, sample.tile, sample.tile, EXR_TILE_ONE_LEVEL, EXR_TILE_ROUND_DOWN));
  for (const std::string& name : sample.channels)
    expect(exr_add_channel(context, part, name.c_str(), sample.type, EXR_PERCEPTUALLY_LINEAR, 1, 1));
  expect(exr_write_header(context));
  std::int32_t rows = 0;
  if (good && !tiled) expect(exr_get_scanlines_per_chunk(context, part, &rows));
  const std::uint32_t part_width = tiled ? sample.tile : sample.width;
  const std::uint32_t part_height = tiled ? sample.tile : static_cast<std::uint32_t>(rows);
  for (std::uint32_t y = 0; good && y < sample.height; y += part_height) {
    for (std::uint32_t x = 0; good && x < sample.width; x += part_width) {
      exr_chunk_info_t chunk{};
      expect(tiled ? exr_write_tile_chunk_info(context, part, static_cast<int>(x / part_width), static_cast<int>(y / part_height),
                                               0, 0, &chunk)
                   : exr_write_scanline_chunk_info(context, part, sample.top + static_cast<int>(y), &chunk));
      exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
      expect(exr_encoding_initialize(context, part, &chunk, &pipeline));
      if (!good) break;
      const std::size_t pixels = static_cast<std::size_t>(chunk.width) * static_cast<std::size_t>(chunk.height);
      std::vector<float> values(pixels * sample.channels.size());
      std::vector<std::uint32_t> whole(values.size());
      for (std::size_t c = 0; c < sample.channels.size(); ++c) {
        for (std::size_t i = 0; i < pixels; ++i) {
          const auto column = static_cast<std::uint32_t>(i) % static_cast<std::uint32_t>(chunk.width);
          const auto row = static_cast<std::uint32_t>(i) / static_cast<std::uint32_t>(chunk.width);
          values[c * pixels + i] = sample_value(c, x + column, y + row);
          whole[c * pixels + i] = x + column;
        }
        exr_coding_channel_info_t& channel = pipeline.channels[c];
        const bool integer = sample.type == EXR_PIXEL_UINT;
        channel.user_bytes_per_element = 4;
        channel.user_data_type = static_cast<std::uint16_t>(integer ? EXR_PIXEL_UINT : EXR_PIXEL_FLOAT);
        channel.user_pixel_stride = 4;
        channel.user_line_stride = 4 * chunk.width;
        channel.encode_from_ptr = integer ? reinterpret_cast<const std::uint8_t*>(whole.data() + c * pixels)
                                          : reinterpret_cast<const std::uint8_t*>(values.data() + c * pixels);
      }
      expect(exr_encoding_choose_default_routines(context, part, &pipeline));
      pipeline.write_fn = nullptr;
      if (good) expect(exr_encoding_run(context, part, &pipeline));
      // Not the library's own writing, which leaves a packed chunk where it is as long as its pixels.
      const bool gained = pipeline.compressed_bytes > 0 && pipeline.compressed_bytes < pipeline.packed_bytes;
      const void* bytes = gained ? pipeline.compressed_buffer : pipeline.packed_buffer;
      const std::uint64_t length = gained ? pipeline.compressed_bytes : pipeline.packed_bytes;
      if (good)
        expect(tiled ? exr_write_tile_chunk(context, part, chunk.start_x, chunk.start_y, 0, 0, bytes, length)
                     : exr_write_scanline_chunk(context, part, chunk.start_y, bytes, length));
      (void)exr_encoding_destroy(context, &pipeline);
    }
  }
  expect(exr_finish(&context));
  return good;
}

}  // namespace craton::files
