#include <craton/files/height_file.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <craton/files/float_file.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>

#include "base/text.h"
#include "files/open_file.h"
#include "files/raster.h"

namespace craton {
namespace {

struct Size {
  std::uint32_t width = 0, height = 0;
};

std::string shown(std::uint64_t width, std::uint64_t height) {
  return concat({std::to_string(width), " × ", std::to_string(height)});
}

Error too_large(const std::string& path, std::uint64_t pixels, std::uint64_t max_pixels) {
  return {ErrorCode::unsupported, path,
          concat({"too large: ", std::to_string(pixels), " samples, at most ", std::to_string(max_pixels)})};
}

std::uint64_t whole_root(std::uint64_t number) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(number)));
  while (root * root > number) --root;
  while ((root + 1) * (root + 1) <= number) ++root;
  return root;
}

/// The size of a raw raster of so many samples: what the layout says, or a square, or a whole planet: twice as wide as high, or
/// its six faces, one below the other. No number of samples is two of these.
Result<Size> raw_size(const std::string& path, std::uint64_t samples, const RawLayout& layout) {
  if (samples == 0) return Error{ErrorCode::corrupt, path, "the file is empty"};
  std::uint64_t width = layout.width, height = layout.height;
  if (width == 0 && height == 0) {
    width = height = whole_root(samples);
    if (const std::uint64_t high = whole_root(samples / 2); width * height != samples && 2 * high * high == samples) {
      width = 2 * high;
      height = high;
    } else if (const std::uint64_t face = whole_root(samples / 6); width * height != samples && 6 * face * face == samples) {
      width = face;
      height = 6 * face;
    }
    if (width * height != samples)
      return Error{ErrorCode::invalid_value, path,
                   concat({"holds ", std::to_string(samples), " samples, which is no square: give its width and height"})};
  } else if (width == 0) {
    width = samples / height;
  } else if (height == 0) {
    height = samples / width;
  }
  if (width * height != samples || width > 0xFFFFFFFFu || height > 0xFFFFFFFFu)
    return Error{ErrorCode::invalid_value, path,
                 concat({"holds ", std::to_string(samples), " samples, but ",
                         shown(layout.width ? layout.width : width, layout.height ? layout.height : height), " are asked for"})};
  return Size{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

/// Samples of a raw file, little endian, as they are.
template <class Sample>
Result<HeightMap> read_raw(const std::string& path, const RawLayout& layout, std::uint64_t max_pixels) {
  CRATON_TRY(files::OpenFile file, files::open_to_read(path));
  if (file.size % sizeof(Sample) != 0)
    return Error{ErrorCode::corrupt, path,
                 concat({"not a raster of ", std::to_string(8 * sizeof(Sample)), "-bit samples: ", std::to_string(file.size),
                         " bytes are no multiple of ", std::to_string(sizeof(Sample))})};
  const std::uint64_t samples = file.size / sizeof(Sample);
  if (samples > max_pixels) return too_large(path, samples, max_pixels);
  CRATON_TRY(const Size size, raw_size(path, samples, layout));

  constexpr bool metres = !std::is_same_v<Sample, std::uint16_t>;
  HeightMap map{size.width, size.height, std::vector<float>(samples), metres};
  std::array<unsigned char, (1 << 16) * sizeof(Sample)> piece;
  for (std::uint64_t done = 0; done < samples;) {
    const std::size_t count = std::min<std::uint64_t>(samples - done, 1 << 16);
    if (std::fread(piece.data(), sizeof(Sample), count, file.stream.get()) != count)
      return Error{ErrorCode::io, path, "reading failed"};
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t bits = 0;
      for (std::size_t b = 0; b < sizeof(Sample); ++b) bits |= std::uint32_t{piece[i * sizeof(Sample) + b]} << (8 * b);
      if constexpr (std::is_same_v<Sample, float>)
        map.values[done + i] = std::bit_cast<float>(bits);
      else
        map.values[done + i] = metres ? static_cast<float>(static_cast<std::int16_t>(bits)) : static_cast<float>(bits) / 65535.0f;
    }
    done += count;
  }
  return map;
}

/// Bits of a sample and the colour type, from the head of a PNG; nothing where it has none.
std::optional<std::pair<int, int>> png_kind(const std::string& path) {
  Result<files::OpenFile> file = files::open_to_read(path);
  std::array<unsigned char, 26> head{};
  if (!file || std::fread(head.data(), 1, head.size(), file->stream.get()) != head.size()) return {};
  return std::pair<int, int>{head[24], head[25]};
}

template <class Pixel>
HeightMap levels(const Image<Pixel>& image, float highest) {
  HeightMap map{image.width, image.height, std::vector<float>(image.pixels.size()), false};
  std::transform(image.pixels.begin(), image.pixels.end(), map.values.begin(),
                 [&](Pixel level) { return static_cast<float>(level) / highest; });
  return map;
}

Result<HeightMap> read_png_heights(const std::string& path, std::uint64_t max_pixels) {
  CRATON_TRY(const AnyImage image, read_png(path, {.max_pixels = max_pixels}));
  const auto refused = [&](std::string_view what) {
    return Error{ErrorCode::unsupported, path, concat({what, "; heights are grey levels of 8 or 16 bits without transparency"})};
  };
  if (const auto* grey = std::get_if<Grey16Image>(&image)) return levels(*grey, 65535.0f);
  if (const auto* grey = std::get_if<Grey8Image>(&image)) return levels(*grey, 255.0f);
  if (std::holds_alternative<Rgba8Image>(image)) return refused("this PNG has transparency");
  // 16 bits of colour were brought to 8 by the reader: terraces that nobody asked for.
  if (const auto kind = png_kind(path); kind && kind->first == 16) return refused("this PNG has colours of 16 bits");
  const auto& colours = std::get<Rgb8Image>(image);
  Grey8Image grey(colours.width, colours.height);
  for (std::size_t i = 0; i < colours.pixels.size(); ++i) {
    const Rgb8 pixel = colours.pixels[i];
    if (pixel.r != pixel.g || pixel.g != pixel.b) {
      const std::uint64_t x = i % colours.width, y = i / colours.width;
      return refused(concat({"this PNG has colours: pixel ", std::to_string(x), ", ", std::to_string(y), " is not grey"}));
    }
    grey.pixels[i] = pixel.r;
  }
  return levels(grey, 255.0f);
}

std::string lower_ending(const std::string& path) {
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string::npos || path[dot] == '/') return "";
  std::string ending = path.substr(dot);
  for (char& letter : ending) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return ending;
}

Result<HeightMap> read_by_ending(const std::string& path, const RawLayout& layout, std::uint64_t max_pixels) {
  const std::string ending = lower_ending(path);
  if (ending == ".png") return read_png_heights(path, max_pixels);
  if (ending == ".exr") return read_exr(path, max_pixels);
  if (ending == ".r16" || ending == ".raw") return read_raw<std::uint16_t>(path, layout, max_pixels);
  if (ending == ".i16") return read_raw<std::int16_t>(path, layout, max_pixels);
  if (ending == ".r32" || ending == ".f32") return read_raw<float>(path, layout, max_pixels);
  return Error{ErrorCode::unsupported, path,
               concat({"unknown kind of height map \"", ending, "\"; known: .png | .exr | .r16 | .raw | .i16 | .r32 | .f32"})};
}

}  // namespace

Result<void> write_r16(const std::string& path, FloatView values, ToneRange range) {
  CRATON_TRY(files::check_raster(path, values));
  CRATON_TRY(NewFile file, NewFile::create(path));
  // Piece by piece: no second raster in memory.
  constexpr std::size_t piece = std::size_t{1} << 16;
  std::vector<std::byte> bytes;
  for (std::span<const float> rest = values.values; !rest.empty();) {
    const std::span<const float> part = rest.first(std::min(rest.size(), piece));
    rest = rest.subspan(part.size());
    bytes.clear();
    for (const std::uint16_t level : grey16({part, static_cast<std::uint32_t>(part.size()), 1}, range).pixels) {
      bytes.push_back(static_cast<std::byte>(level & 0xFF));
      bytes.push_back(static_cast<std::byte>(level >> 8));
    }
    CRATON_TRY(file.write(bytes));
  }
  return file.commit();
}

Result<void> write_r32(const std::string& path, FloatView values) {
  CRATON_TRY(files::check_raster(path, values));
  return write_f32(path, values.values);
}

Result<HeightMap> read_height_map(const std::string& path, const RawLayout& layout, std::uint64_t max_pixels) {
  try {
    Result<HeightMap> map = read_by_ending(path, layout, max_pixels);
    if (!map) return map;
    if ((layout.width != 0 && layout.width != map->width) || (layout.height != 0 && layout.height != map->height))
      return Error{ErrorCode::invalid_value, path,
                   concat({"is ", shown(map->width, map->height), ", but ",
                           shown(layout.width ? layout.width : map->width, layout.height ? layout.height : map->height),
                           " are asked for"})};
    return map;
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path, "too large for the memory of this machine"}; }
}

}  // namespace craton
