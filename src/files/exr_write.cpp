// OpenEXR by its C core: no exceptions, no threads of its own, and chunks that can be packed by ours.

#include <craton/files/height_file.h>

#include <openexr.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include <craton/files/new_file.h>

#include "base/parallel.h"
#include "files/raster.h"

namespace craton {
namespace {

// What the callbacks share.
struct Sink {
  NewFile* file = nullptr;
  std::optional<Error> error;
};

std::int64_t on_write(exr_const_context_t, void* user, const void* data, std::uint64_t size, std::uint64_t offset,
                      exr_stream_error_func_ptr_t) {
  auto* sink = static_cast<Sink*>(user);
  const Result<void> written =
      sink->file->write_at(offset, {static_cast<const std::byte*>(data), static_cast<std::size_t>(size)});
  if (written) return static_cast<std::int64_t>(size);
  if (!sink->error) sink->error = written.error();
  return -1;
}

void on_error(exr_const_context_t, exr_result_t, const char*) {}  // codes are enough

/// Some rows, packed and waiting to be written.
struct Chunk {
  exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
  exr_result_t state = EXR_ERR_SUCCESS;
};

class Writer {
 public:
  Writer(NewFile& file, FloatView raster) : raster_(raster) { sink_.file = &file; }
  ~Writer() {
    if (context_) (void)exr_finish(&context_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  Result<void> run(const std::string& path) {
    exr_result_t state = begin(path);
    if (state == EXR_ERR_SUCCESS) state = write_chunks();
    if (state == EXR_ERR_SUCCESS) state = exr_finish(&context_);  // writes where the chunks are
    if (sink_.error) return *sink_.error;
    if (state != EXR_ERR_SUCCESS)
      return Error{ErrorCode::io, path, std::string("writing failed: ") + exr_get_default_error_message(state)};
    return {};
  }

 private:
  exr_result_t begin(const std::string& path) {
    exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
    options.error_handler_fn = on_error;
    options.user_data = &sink_;
    options.write_fn = on_write;
    options.zip_level = 2;  // on heights the level gains nothing: 4% fewer bytes at 40 MB/s a thread, whichever it is
    exr_result_t state = exr_start_write(&context_, path.c_str(), EXR_WRITE_FILE_DIRECTLY, &options);
    if (state == EXR_ERR_SUCCESS) state = exr_add_part(context_, "height", EXR_STORAGE_SCANLINE, &part_);
    if (state == EXR_ERR_SUCCESS)
      state = exr_initialize_required_attr_simple(context_, part_, static_cast<std::int32_t>(raster_.width),
                                                  static_cast<std::int32_t>(raster_.height), EXR_COMPRESSION_ZIP);
    if (state == EXR_ERR_SUCCESS) state = exr_add_channel(context_, part_, "Y", EXR_PIXEL_FLOAT, EXR_PERCEPTUALLY_LINEAR, 1, 1);
    if (state == EXR_ERR_SUCCESS) state = exr_write_header(context_);
    if (state == EXR_ERR_SUCCESS) state = exr_get_scanlines_per_chunk(context_, part_, &rows_);
    return state;
  }

  // Packed in parallel, some at a time, and written in order.
  exr_result_t write_chunks() {
    const std::uint64_t rows = static_cast<std::uint64_t>(rows_);
    const std::uint64_t count = (raster_.height + rows - 1) / rows;
    constexpr std::uint64_t at_once = 64;
    for (std::uint64_t begin = 0; begin < count; begin += at_once) {
      std::vector<Chunk> chunks(std::min(at_once, count - begin));
      (void)parallel_blocks(chunks.size(), 1, {}, [&](std::uint64_t i, std::uint64_t) {
        chunks[i].state = pack(chunks[i].pipeline, static_cast<int>((begin + i) * rows));
      });
      exr_result_t state = EXR_ERR_SUCCESS;
      for (Chunk& chunk : chunks) {
        if (state == EXR_ERR_SUCCESS) state = chunk.state;
        if (state == EXR_ERR_SUCCESS) state = write(chunk.pipeline);
        (void)exr_encoding_destroy(context_, &chunk.pipeline);
      }
      if (state != EXR_ERR_SUCCESS) return state;
    }
    return EXR_ERR_SUCCESS;
  }

  exr_result_t pack(exr_encode_pipeline_t& pipeline, int y) {
    exr_chunk_info_t chunk{};
    exr_result_t state = exr_write_scanline_chunk_info(context_, part_, y, &chunk);
    if (state == EXR_ERR_SUCCESS) state = exr_encoding_initialize(context_, part_, &chunk, &pipeline);
    if (state != EXR_ERR_SUCCESS) return state;
    exr_coding_channel_info_t& channel = pipeline.channels[0];
    channel.user_bytes_per_element = 4;
    channel.user_data_type = EXR_PIXEL_FLOAT;
    channel.user_pixel_stride = 4;
    channel.user_line_stride = static_cast<std::int32_t>(raster_.width * 4);
    channel.encode_from_ptr =
        reinterpret_cast<const std::uint8_t*>(raster_.values.data() + static_cast<std::size_t>(y) * raster_.width);
    state = exr_encoding_choose_default_routines(context_, part_, &pipeline);
    pipeline.write_fn = nullptr;  // in order, later
    pipeline.yield_until_ready_fn = nullptr;
    return state == EXR_ERR_SUCCESS ? exr_encoding_run(context_, part_, &pipeline) : state;
  }

  // Readers take a chunk that is as long as its pixels for unpacked; OpenEXR 3.1 itself leaves a packed one of that length.
  exr_result_t write(const exr_encode_pipeline_t& packed) {
    const bool gained = packed.compressed_bytes < packed.packed_bytes;
    return exr_write_scanline_chunk(context_, part_, packed.chunk.start_y,
                                    gained ? packed.compressed_buffer : packed.packed_buffer,
                                    gained ? packed.compressed_bytes : packed.packed_bytes);
  }

  FloatView raster_;
  Sink sink_;
  exr_context_t context_ = nullptr;
  int part_ = 0;
  std::int32_t rows_ = 1;  // of a chunk
};

}  // namespace

Result<void> write_exr(const std::string& path, FloatView values) {
  CRATON_TRY(files::check_raster(path, values));
  constexpr std::uint32_t most = 1u << 28;  // strides are 31-bit counts of bytes
  if (values.width > most || values.height > most)
    return Error{ErrorCode::unsupported, path, "too large for EXR: at most 268435456 samples a side"};
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(Writer(file, values).run(path));
  return file.commit();
}

}  // namespace craton
