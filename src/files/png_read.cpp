#include <craton/files/png.h>

#include <png.h>

#include <bit>
#include <csetjmp>
#include <new>
#include <optional>

#include "files/open_file.h"

namespace craton {
namespace {

// In the caller's frame, out of longjmp's reach: see png_write.cpp.
struct Source {
  std::FILE* stream = nullptr;
  std::string path;
  std::optional<Error> error;
};

struct Header {
  png_uint_32 width = 0, height = 0;
  int bits = 0;
  int channels = 0;
  std::size_t row_bytes = 0;
};

void on_warning(png_structp, png_const_charp) {}

void on_error(png_structp png, png_const_charp message) {
  auto* source = static_cast<Source*>(png_get_error_ptr(png));
  if (!source->error) source->error = Error{ErrorCode::corrupt, source->path, std::string("not a readable PNG: ") + message};
  png_longjmp(png, 1);
}

void on_read(png_structp png, png_bytep data, png_size_t size) {
  auto* source = static_cast<Source*>(png_get_io_ptr(png));
  if (std::fread(data, 1, size, source->stream) != size) png_error(png, "the file ends too early");
}

bool read_header(png_structp png, png_infop info, const PngLimits* limits, Header* header) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_user_limits(png, limits->max_side, limits->max_side);
  png_set_chunk_cache_max(png, 64);
  png_set_chunk_malloc_max(png, 1 << 24);
  png_read_info(png, info);
  const int colour = png_get_color_type(png, info);
  const bool grey = (colour & PNG_COLOR_MASK_COLOR) == 0;
  const bool clear = (colour & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS);
  png_set_expand(png);
  if (png_get_bit_depth(png, info) == 16) {
    if (!grey || clear)
      png_set_scale_16(png);
    else if (std::endian::native == std::endian::little)
      png_set_swap(png);
  }
  if (grey && clear) png_set_gray_to_rgb(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->bits = png_get_bit_depth(png, info);
  header->channels = png_get_channels(png, info);
  header->row_bytes = png_get_rowbytes(png, info);
  return true;
}

bool read_pixels(png_structp png, png_infop info, png_bytep* rows) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_read_image(png, rows);
  png_read_end(png, info);
  return true;
}

template <class Pixel>
bool fill(png_structp png, png_infop info, const Header& header, AnyImage& out) {
  Image<Pixel> image(header.width, header.height);
  std::vector<png_bytep> rows(header.height);
  for (std::uint32_t y = 0; y < header.height; ++y) rows[y] = reinterpret_cast<png_bytep>(&image.at(0, y));
  if (!read_pixels(png, info, rows.data())) return false;
  out = std::move(image);
  return true;
}

// An error where the file is too large or breaks off; what libpng says is in source.error.
bool decode(png_structp png, png_infop info, const PngLimits& limits, Source& source, AnyImage& out) {
  Header header;
  if (!read_header(png, info, &limits, &header)) return false;
  if (std::uint64_t{header.width} * header.height > limits.max_pixels) {
    source.error = Error{ErrorCode::unsupported, source.path,
                         "too large: " + std::to_string(header.width) + " × " + std::to_string(header.height) + " pixels"};
    return false;
  }
  const std::size_t pixel_bytes = static_cast<std::size_t>(header.bits / 8 * header.channels);
  if (header.row_bytes != header.width * pixel_bytes) return false;
  if (header.channels == 1 && header.bits == 8) return fill<std::uint8_t>(png, info, header, out);
  if (header.channels == 1 && header.bits == 16) return fill<std::uint16_t>(png, info, header, out);
  if (header.channels == 3 && header.bits == 8) return fill<Rgb8>(png, info, header, out);
  if (header.channels == 4 && header.bits == 8) return fill<Rgba8>(png, info, header, out);
  return false;
}

}  // namespace

Result<AnyImage> read_png(const std::string& path, const PngLimits& limits) {
  CRATON_TRY(files::OpenFile file, files::open_to_read(path));
  Source source{file.stream.get(), path, {}};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  AnyImage image;
  bool read = false;
  if (info) {
    png_set_read_fn(png, &source, on_read);
    try {
      read = decode(png, info, limits, source, image);
    } catch (const std::bad_alloc&) {
      source.error = Error{ErrorCode::unsupported, path, "too large for the memory of this machine"};
    }
  }
  png_destroy_read_struct(&png, &info, nullptr);
  if (!read) return source.error ? *source.error : Error{ErrorCode::corrupt, path, "not a readable PNG"};
  return image;
}

}  // namespace craton
