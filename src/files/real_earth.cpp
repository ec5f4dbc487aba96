#include <craton/files/real_earth.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "files/open_file.h"

namespace craton {
namespace {

constexpr std::string_view height_file = "height_1080x540.i16", koppen_file = "koppen_720x360.u8";
constexpr std::string_view needed =
    "the Earth test needs a folder with height_1080x540.i16 (16-bit metres) and koppen_720x360.u8 (classes 0 to 30); their "
    "format is in docs/climate.md";
constexpr std::uint32_t height_width = 1080, height_rows = 540, koppen_rows = 360;
constexpr int lowest = -12'000, highest = 9000;
constexpr std::uint8_t last_class = 30;

Result<std::vector<std::uint8_t>> read_bytes(const std::string& path, std::uint64_t size) {
  Result<files::OpenFile> file = files::open_to_read(path);
  if (!file) return Error{file.error().code, path, concat({file.error().message, "; ", needed})};
  if (file->size != size)
    return Error{ErrorCode::corrupt, path,
                 concat({"holds ", std::to_string(file->size), " bytes, but must hold ", std::to_string(size), "; ", needed})};
  std::vector<std::uint8_t> bytes(size);
  if (std::fread(bytes.data(), 1, bytes.size(), file->stream.get()) != bytes.size())
    return Error{ErrorCode::io, path, "reading failed"};
  return bytes;
}

/// How much of coarse sample `to` (of `coarse`) the fine samples of a row (of `fine`) cover: first, and shares from it on.
struct Overlap {
  std::size_t first = 0;
  std::vector<double> shares;
};
std::vector<Overlap> overlaps(std::uint32_t fine, std::uint32_t coarse) {
  const double ratio = double(fine) / coarse;
  std::vector<Overlap> all(coarse);
  for (std::uint32_t to = 0; to < coarse; ++to) {
    const double begin = to * ratio, end = (to + 1) * ratio;
    all[to].first = static_cast<std::size_t>(begin);
    for (std::size_t from = all[to].first; from < fine && static_cast<double>(from) < end - 1e-9; ++from) {
      const double low = std::max(begin, static_cast<double>(from)), high = std::min(end, static_cast<double>(from) + 1);
      all[to].shares.push_back((high - low) / ratio);
    }
  }
  return all;
}

}  // namespace

Result<RealEarth> read_real_earth(const std::string& folder) {
  std::error_code failed;
  if (!std::filesystem::is_directory(folder, failed))
    return Error{ErrorCode::io, folder, concat({"there is no such folder; ", needed})};
  const std::string heights = concat({folder, "/", height_file}), climates = concat({folder, "/", koppen_file});
  CRATON_TRY(const std::vector<std::uint8_t> metres, read_bytes(heights, std::uint64_t{height_width} * height_rows * 2));
  RealEarth earth;
  CRATON_TRY(std::vector<std::uint8_t> classes, read_bytes(climates, std::uint64_t{earth.koppen_width} * koppen_rows));
  earth.koppen = std::move(classes);
  earth.heights = {height_width, height_rows, std::vector<float>(std::size_t{height_width} * height_rows), true};
  for (std::size_t i = 0; i < earth.heights.values.size(); ++i) {
    const auto level = static_cast<std::int16_t>(metres[2 * i] | metres[2 * i + 1] << 8);
    if (level < lowest || level > highest)
      return Error{
          ErrorCode::corrupt, heights,
          concat({"sample ", std::to_string(i), " is ", std::to_string(level), " m, which is no height on Earth; ", needed})};
    earth.heights.values[i] = level;
  }
  const auto unknown =
      std::find_if(earth.koppen.begin(), earth.koppen.end(), [](std::uint8_t each) { return each > last_class; });
  if (unknown != earth.koppen.end())
    return Error{ErrorCode::corrupt, climates,
                 concat({"sample ", std::to_string(unknown - earth.koppen.begin()), " is ", std::to_string(*unknown),
                         ", but classes are 0 to 30; ", needed})};
  return earth;
}

HeightMap area_means(const HeightMap& map, std::uint32_t width, std::uint32_t height) {
  const std::vector<Overlap> columns = overlaps(map.width, width), rows = overlaps(map.height, height);
  HeightMap means{width, height, std::vector<float>(std::size_t{width} * height), map.metres};
  for (std::uint32_t row = 0; row < height; ++row)
    for (std::uint32_t column = 0; column < width; ++column) {
      double sum = 0;
      for (std::size_t y = 0; y < rows[row].shares.size(); ++y)
        for (std::size_t x = 0; x < columns[column].shares.size(); ++x)
          sum += rows[row].shares[y] * columns[column].shares[x] *
                 map.values[(rows[row].first + y) * map.width + columns[column].first + x];
      means.values[std::size_t{row} * width + column] = static_cast<float>(sum);
    }
  return means;
}

}  // namespace craton
