// OpenEXR by its C core: limits belong to the file, not to the process, and chunks can be unpacked by our threads.

#include <craton/files/height_file.h>

#include <openexr.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <optional>

#include "base/parallel.h"
#include "base/text.h"
#include "files/open_file.h"

namespace craton {
namespace {

// No chunk and no attribute of a height map is larger, whatever a file says.
constexpr std::size_t most_bytes_at_once = std::size_t{1} << 30;

struct Source {
  int handle = -1;
  std::int64_t size = 0;
};

std::int64_t on_read(exr_const_context_t, void* user, void* out, std::uint64_t size, std::uint64_t offset,
                     exr_stream_error_func_ptr_t) {
  const auto* source = static_cast<const Source*>(user);
  std::uint64_t done = 0;
  while (done < size) {
    const ssize_t count = ::pread(source->handle, static_cast<char*>(out) + done, size - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += static_cast<std::uint64_t>(count);
  }
  return static_cast<std::int64_t>(done);
}

std::int64_t on_size(exr_const_context_t, void* user) { return static_cast<const Source*>(user)->size; }
void on_error(exr_const_context_t, exr_result_t, const char*) {}  // codes are enough
void* bounded_malloc(std::size_t bytes) { return bytes <= most_bytes_at_once ? std::malloc(bytes) : nullptr; }

/// A rectangle of the picture that is packed on its own.
struct Part {
  std::uint32_t x = 0, y = 0;
  int column = 0, row = 0;  // of a tile
};

class Reader {
 public:
  Reader(const std::string& path, std::uint64_t max_pixels) : path_(path), max_pixels_(max_pixels) {}
  ~Reader() {
    if (context_) (void)exr_finish(&context_);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Result<HeightMap> run() {
    CRATON_TRY(files::OpenFile file, files::open_to_read(path_));
    source_ = {::fileno(file.stream.get()), static_cast<std::int64_t>(file.size)};
    CRATON_TRY(read_head());
    CRATON_TRY(choose_channel());
    CRATON_TRY(find_parts());
    HeightMap map{width_, height_, std::vector<float>(std::size_t{width_} * height_), true};
    std::atomic<int> worst{EXR_ERR_SUCCESS};
    (void)parallel_blocks(part_count_, 1, {}, [&](std::uint64_t i, std::uint64_t) {
      if (worst != EXR_ERR_SUCCESS) return;
      if (const exr_result_t state = unpack(part_at(i), map.values.data()); state != EXR_ERR_SUCCESS) worst = state;
    });
    if (worst != EXR_ERR_SUCCESS) return damaged(worst);
    return map;
  }

 private:
  Error damaged(exr_result_t state) const {
    if (state == EXR_ERR_OUT_OF_MEMORY) return unsupported("needs more memory than a height map should");
    return {ErrorCode::corrupt, path_, concat({"not a readable EXR: ", exr_get_default_error_message(state)})};
  }
  Error unsupported(std::string_view what) const { return {ErrorCode::unsupported, path_, std::string(what)}; }

  Result<void> read_head() {
    exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
    options.error_handler_fn = on_error;
    options.alloc_fn = bounded_malloc;
    options.free_fn = std::free;
    options.user_data = &source_;
    options.read_fn = on_read;
    options.size_fn = on_size;
    options.max_image_width = options.max_image_height = 1 << 28;
    options.max_tile_width = options.max_tile_height = 1 << 16;
    options.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    exr_result_t state = exr_start_read(&context_, path_.c_str(), &options);
    if (state != EXR_ERR_SUCCESS) return damaged(state);
    exr_attr_box2i_t window{};
    if (state = exr_get_data_window(context_, 0, &window); state != EXR_ERR_SUCCESS) return damaged(state);
    if (state = exr_get_storage(context_, 0, &storage_); state != EXR_ERR_SUCCESS) return damaged(state);
    if (storage_ != EXR_STORAGE_SCANLINE && storage_ != EXR_STORAGE_TILED)
      return unsupported("an EXR with many depths a pixel is no height map");
    CRATON_TRY(check_compression());
    const std::int64_t width = std::int64_t{window.max.x} - window.min.x + 1;
    const std::int64_t height = std::int64_t{window.max.y} - window.min.y + 1;
    if (width <= 0 || height <= 0) return damaged(EXR_ERR_FILE_BAD_HEADER);
    if (width > 1 << 28 || height > 1 << 28 || static_cast<std::uint64_t>(width * height) > max_pixels_)
      return unsupported(concat({"too large: ", std::to_string(width), " × ", std::to_string(height), " pixels, at most ",
                                 std::to_string(max_pixels_)}));
    width_ = static_cast<std::uint32_t>(width);
    height_ = static_cast<std::uint32_t>(height);
    top_ = window.min.y;
    return {};
  }

  // Those that keep what was written (or nearly): the others are made for colours, and are the larger part of the library.
  Result<void> check_compression() {
    if (const exr_result_t state = exr_get_compression(context_, 0, &compression_); state != EXR_ERR_SUCCESS)
      return damaged(state);
    switch (compression_) {
      case EXR_COMPRESSION_NONE:
      case EXR_COMPRESSION_RLE:
      case EXR_COMPRESSION_ZIPS:
      case EXR_COMPRESSION_ZIP:
      case EXR_COMPRESSION_PIZ:
      case EXR_COMPRESSION_PXR24: return {};
      default:
        return unsupported("its compression (B44 or DWA) is made for colours; save heights as ZIP, PIZ, PXR24, RLE or without");
    }
  }

  Result<void> choose_channel() {
    const exr_attr_chlist_t* list = nullptr;
    if (const exr_result_t state = exr_get_channels(context_, 0, &list); state != EXR_ERR_SUCCESS) return damaged(state);
    if (list->num_channels <= 0 || list->num_channels > 1024) return unsupported("has no channels, or more than 1024");
    const std::span<const exr_attr_chlist_entry_t> channels(list->entries, static_cast<std::size_t>(list->num_channels));
    std::vector<std::string_view> names;
    for (const exr_attr_chlist_entry_t& channel : channels)
      names.emplace_back(channel.name.str, static_cast<std::size_t>(channel.name.length));
    std::optional<std::size_t> chosen;
    for (const std::string_view wanted : {"Y", "R", "Z", "height"})
      for (std::size_t i = 0; i < names.size() && !chosen; ++i)
        if (names[i] == wanted) chosen = i;
    if (!chosen && channels.size() == 1) chosen = 0;
    if (!chosen) return unsupported(concat({"none of its channels is called Y, R, Z or height; found ", joined(names, ", ")}));
    const exr_attr_chlist_entry_t& channel = channels[*chosen];
    if (channel.pixel_type != EXR_PIXEL_FLOAT && channel.pixel_type != EXR_PIXEL_HALF)
      return unsupported(concat({"channel ", names[*chosen], " holds whole numbers; heights are half or float"}));
    if (channel.x_sampling != 1 || channel.y_sampling != 1)
      return unsupported(concat({"channel ", names[*chosen], " has fewer samples than the picture has pixels"}));
    channel_ = static_cast<int>(*chosen);
    return {};
  }

  Result<void> find_parts() {
    part_width_ = width_;
    std::int32_t part_height = 0;
    exr_result_t state = EXR_ERR_SUCCESS;
    if (storage_ == EXR_STORAGE_TILED) {
      std::int32_t part_width = 0;
      state = exr_get_tile_sizes(context_, 0, 0, 0, &part_width, &part_height);
      if (state == EXR_ERR_SUCCESS && part_width <= 0) state = EXR_ERR_FILE_BAD_HEADER;
      part_width_ = static_cast<std::uint32_t>(part_width);
    } else {
      state = exr_get_scanlines_per_chunk(context_, 0, &part_height);
    }
    if (state == EXR_ERR_SUCCESS && part_height <= 0) state = EXR_ERR_FILE_BAD_HEADER;
    if (state != EXR_ERR_SUCCESS) return damaged(state);
    part_height_ = static_cast<std::uint32_t>(part_height);
    parts_a_row_ = (width_ + part_width_ - 1) / part_width_;
    part_count_ = std::uint64_t{parts_a_row_} * ((height_ + part_height_ - 1) / part_height_);
    // The file begins with the place of each part.
    std::int32_t chunks = 0;
    if (state = exr_get_chunk_count(context_, 0, &chunks); state != EXR_ERR_SUCCESS) return damaged(state);
    if (chunks < 0 || part_count_ > static_cast<std::uint64_t>(chunks) || chunks > source_.size / 8)
      return damaged(EXR_ERR_FILE_BAD_HEADER);
    return {};
  }

  Part part_at(std::uint64_t number) const {
    const auto row = static_cast<std::uint32_t>(number / parts_a_row_);
    const auto column = static_cast<std::uint32_t>(number % parts_a_row_);
    return {column * part_width_, row * part_height_, static_cast<int>(column), static_cast<int>(row)};
  }

  exr_result_t unpack(const Part& part, float* values) const {
    exr_chunk_info_t chunk{};
    exr_result_t state = storage_ == EXR_STORAGE_TILED
                             ? exr_read_tile_chunk_info(context_, 0, part.column, part.row, 0, 0, &chunk)
                             : exr_read_scanline_chunk_info(context_, 0, top_ + static_cast<int>(part.y), &chunk);
    if (state != EXR_ERR_SUCCESS) return state;
    // What the library found is trusted only where it fits what was made room for.
    if (chunk.width <= 0 || chunk.height <= 0 || part.x + std::uint64_t(chunk.width) > width_ ||
        part.y + std::uint64_t(chunk.height) > height_ || std::uint32_t(chunk.width) != std::min(part_width_, width_ - part.x) ||
        std::uint32_t(chunk.height) != std::min(part_height_, height_ - part.y))
      return EXR_ERR_BAD_CHUNK_LEADER;
    if (chunk.packed_size == 0 || chunk.packed_size > static_cast<std::uint64_t>(source_.size) ||
        chunk.unpacked_size > most_bytes_at_once)
      return EXR_ERR_CORRUPT_CHUNK;
    // Without compression the library takes pixels from behind the end of what it read.
    if (compression_ == EXR_COMPRESSION_NONE && chunk.packed_size != chunk.unpacked_size) return EXR_ERR_CORRUPT_CHUNK;

    exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
    state = exr_decoding_initialize(context_, 0, &chunk, &pipeline);
    if (state == EXR_ERR_SUCCESS && channel_ >= pipeline.channel_count) state = EXR_ERR_CORRUPT_CHUNK;
    if (state == EXR_ERR_SUCCESS) {
      exr_coding_channel_info_t& channel = pipeline.channels[channel_];
      channel.user_bytes_per_element = 4;
      channel.user_data_type = EXR_PIXEL_FLOAT;
      channel.user_pixel_stride = 4;
      channel.user_line_stride = static_cast<std::int32_t>(width_ * 4);
      channel.decode_to_ptr = reinterpret_cast<std::uint8_t*>(values + std::size_t{part.y} * width_ + part.x);
      state = exr_decoding_choose_default_routines(context_, 0, &pipeline);
    }
    if (state == EXR_ERR_SUCCESS) state = exr_decoding_run(context_, 0, &pipeline);
    (void)exr_decoding_destroy(context_, &pipeline);
    return state;
  }

  const std::string& path_;
  std::uint64_t max_pixels_;
  Source source_;
  exr_context_t context_ = nullptr;
  exr_storage_t storage_ = EXR_STORAGE_SCANLINE;
  exr_compression_t compression_ = EXR_COMPRESSION_NONE;
  std::uint32_t width_ = 0, height_ = 0;
  int top_ = 0;
  int channel_ = 0;
  std::uint32_t part_width_ = 1, part_height_ = 1, parts_a_row_ = 1;
  std::uint64_t part_count_ = 0;
};

}  // namespace

Result<HeightMap> read_exr(const std::string& path, std::uint64_t max_pixels) {
  try {
    return Reader(path, max_pixels).run();
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path, "too large for the memory of this machine"}; }
}

}  // namespace craton
