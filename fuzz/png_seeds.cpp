// A tiny PNG of every colour type, depth, interlacing and transparency, packed and stored: seeds for png_reader_fuzz.
//   png_seeds FOLDER
#include <png.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr png_uint_32 width = 9, height = 10;  // all seven passes of interlacing have pixels

struct Kind {
  int colour, bits;
};

constexpr Kind kinds[] = {{PNG_COLOR_TYPE_GRAY, 1},        {PNG_COLOR_TYPE_GRAY, 2},    {PNG_COLOR_TYPE_GRAY, 4},
                          {PNG_COLOR_TYPE_GRAY, 8},        {PNG_COLOR_TYPE_GRAY, 16},   {PNG_COLOR_TYPE_PALETTE, 1},
                          {PNG_COLOR_TYPE_PALETTE, 2},     {PNG_COLOR_TYPE_PALETTE, 4}, {PNG_COLOR_TYPE_PALETTE, 8},
                          {PNG_COLOR_TYPE_RGB, 8},         {PNG_COLOR_TYPE_RGB, 16},    {PNG_COLOR_TYPE_GRAY_ALPHA, 8},
                          {PNG_COLOR_TYPE_GRAY_ALPHA, 16}, {PNG_COLOR_TYPE_RGBA, 8},    {PNG_COLOR_TYPE_RGBA, 16}};

// libpng ends the program where something is wrong, as this one wants.
bool write(const std::string& path, Kind kind, bool interlaced, bool transparent, bool packed) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return false;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file);
  png_set_compression_level(png, packed ? 9 : 0);
  png_set_IHDR(png, info, width, height, kind.bits, kind.colour, interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_color> palette(std::size_t{1} << (kind.bits <= 8 ? kind.bits : 0));
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const auto tone = static_cast<png_byte>(i * 37);
    palette[i] = {tone, static_cast<png_byte>(tone ^ 0x55), static_cast<png_byte>(255 - tone)};
  }
  if (kind.colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
  if (transparent) {
    const png_byte alpha[2] = {0, 128};
    const png_color_16 key{1, 1, 1, 1, 1};
    const bool indexed = kind.colour == PNG_COLOR_TYPE_PALETTE;
    png_set_tRNS(png, info, indexed ? alpha : nullptr, indexed ? 2 : 0, indexed ? nullptr : &key);
  }
  png_write_info(png, info);
  std::vector<png_byte> pixels(png_get_rowbytes(png, info) * height);
  unsigned state = 1;
  for (png_byte& byte : pixels) byte = static_cast<png_byte>((state = state * 1664525u + 1013904223u) >> 24);
  std::vector<png_bytep> rows(height);
  for (png_uint_32 y = 0; y < height; ++y) rows[y] = pixels.data() + y * (pixels.size() / height);
  png_write_image(png, rows.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return std::fclose(file) == 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: png_seeds FOLDER\n");
    return 2;
  }
  for (const Kind& kind : kinds) {
    for (int choice = 0; choice < 8; ++choice) {
      const bool interlaced = choice & 1, transparent = choice & 2, packed = choice & 4;
      if (transparent && (kind.colour & PNG_COLOR_MASK_ALPHA)) continue;
      const std::string path = std::string(arguments[1]) + "/colour" + std::to_string(kind.colour) + "_" +
                               std::to_string(kind.bits) + "bit" + (interlaced ? "_interlaced" : "") +
                               (transparent ? "_transparent" : "") + (packed ? "" : "_stored") + ".png";
      if (!write(path, kind, interlaced, transparent, packed)) {
        std::perror(path.c_str());
        return 1;
      }
    }
  }
}
