#include <craton/files/png.h>

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <optional>
#include <span>

#include <craton/files/new_file.h>

namespace craton {
namespace {

struct Rows {
  const std::uint8_t* first = nullptr;
  std::size_t stride = 0;
  std::uint32_t width = 0, height = 0;
  int bits = 8;
  int colour = PNG_COLOR_TYPE_GRAY;
  std::span<const Rgb8> palette{};
};

// What the callbacks share. libpng leaves by longjmp, so nothing with a destructor may live in the frames it crosses:
// errors are stored here, in the caller's frame.
struct Sink {
  NewFile* file = nullptr;
  std::optional<Error> error;
  std::string path;
};

void on_write(png_structp png, png_bytep data, png_size_t size) {
  auto* sink = static_cast<Sink*>(png_get_io_ptr(png));
  bool failed = false;
  {
    Result<void> written = sink->file->write(std::as_bytes(std::span(data, size)));
    if (!written) {
      sink->error = written.error();
      failed = true;
    }
  }
  if (failed) png_error(png, "write");
}

void on_flush(png_structp) {}
void on_warning(png_structp, png_const_charp) {}

void on_error(png_structp png, png_const_charp message) {
  auto* sink = static_cast<Sink*>(png_get_error_ptr(png));
  if (!sink->error) sink->error = Error{ErrorCode::io, sink->path, std::string("writing failed: ") + message};
  png_longjmp(png, 1);
}

// Only plain pointers live in this frame: see Sink.
bool write_rows(png_structp png, png_infop info, const Rows* rows) {
  if (setjmp(png_jmpbuf(png))) return false;
  // Measured on fractal noise, 2048²: with the Paeth filter alone, run lengths and Huffman codes are the smallest of all
  // settings and five times faster than zlib's search for repeats, which finds none in a field. Runs keep paper small.
  png_set_IHDR(png, info, rows->width, rows->height, rows->bits, rows->colour, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (rows->colour != PNG_COLOR_TYPE_GRAY) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
  png_set_compression_level(png, 1);
  png_set_compression_strategy(png, Z_RLE);
  if (!rows->palette.empty()) {
    // Palettes go from dark to bright, so that differences of places are small; seldom written, so zlib may search long.
    png_color colours[PNG_MAX_PALETTE_LENGTH];
    for (std::size_t i = 0; i < rows->palette.size(); ++i)
      colours[i] = {rows->palette[i].r, rows->palette[i].g, rows->palette[i].b};
    png_set_PLTE(png, info, colours, static_cast<int>(rows->palette.size()));
    png_set_compression_level(png, 9);
    png_set_compression_strategy(png, Z_FILTERED);
  }
  png_set_compression_buffer_size(png, 1 << 17);
  png_write_info(png, info);
  if (rows->bits == 16 && std::endian::native == std::endian::little) png_set_swap(png);
  for (std::uint32_t y = 0; y < rows->height; ++y) png_write_row(png, rows->first + y * rows->stride);
  png_write_end(png, info);
  return true;
}

Result<void> write_image(const std::string& path, const Rows& rows) {
  if (rows.width == 0 || rows.height == 0) return Error{ErrorCode::invalid_value, path, "an empty picture cannot be written"};
  Result<NewFile> file = NewFile::create(path);
  if (!file) return file.error();
  Sink sink{&*file, {}, path};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  bool written = false;
  if (info) {
    png_set_write_fn(png, &sink, on_write, on_flush);
    written = write_rows(png, info, &rows);
  }
  png_destroy_write_struct(&png, &info);
  if (!written) return sink.error ? *sink.error : Error{ErrorCode::io, path, "writing failed: libpng could not start"};
  return file->commit();
}

template <class Pixel>
Result<void> write_pixels(const std::string& path, const Image<Pixel>& image, int bits, int colour) {
  return write_image(path, {reinterpret_cast<const std::uint8_t*>(image.pixels.data()), std::size_t{image.width} * sizeof(Pixel),
                            image.width, image.height, bits, colour});
}

bool fits_palette(const IndexedImage& image) {
  return !image.palette.empty() && image.palette.size() <= PNG_MAX_PALETTE_LENGTH &&
         std::all_of(image.pixels.pixels.begin(), image.pixels.pixels.end(),
                     [&](std::uint8_t place) { return place < image.palette.size(); });
}

static_assert(sizeof(Rgb8) == 3 && sizeof(Rgba8) == 4);

}  // namespace

Result<void> write_png(const std::string& path, const Grey8Image& image) {
  return write_pixels(path, image, 8, PNG_COLOR_TYPE_GRAY);
}
Result<void> write_png(const std::string& path, const Grey16Image& image) {
  return write_pixels(path, image, 16, PNG_COLOR_TYPE_GRAY);
}
Result<void> write_png(const std::string& path, const Rgb8Image& image) {
  return write_pixels(path, image, 8, PNG_COLOR_TYPE_RGB);
}
Result<void> write_png(const std::string& path, const Rgba8Image& image) {
  return write_pixels(path, image, 8, PNG_COLOR_TYPE_RGB_ALPHA);
}
Result<void> write_png(const std::string& path, const IndexedImage& image) {
  const Grey8Image& pixels = image.pixels;
  if (!pixels.pixels.empty() && !fits_palette(image))
    return Error{ErrorCode::invalid_value, path, "a pixel lies outside the palette, which holds 1 … 256 colours"};
  return write_image(path,
                     {pixels.pixels.data(), pixels.width, pixels.width, pixels.height, 8, PNG_COLOR_TYPE_PALETTE, image.palette});
}

}  // namespace craton
