#include "cube_heights.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <craton/files/height_file.h>
#include <craton/picture/planet_textures.h>
#include <craton/surface/coords.h>

#include "text.h"

namespace craton::cli {
namespace {

constexpr std::string_view first = "_0_front.";

/// Between the samples of a face; its border goes on beyond the last ones.
float value_at(const HeightMap& face, double a, double b) {
  const double x = std::clamp(a * face.width - 0.5, 0.0, face.width - 1.0),
               y = std::clamp(b * face.height - 0.5, 0.0, face.height - 1.0);
  const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
  const std::uint32_t right = std::min(column + 1, face.width - 1), below = std::min(row + 1, face.height - 1);
  const double s = x - column, t = y - row;
  const auto at = [&](std::uint32_t i, std::uint32_t j) { return double{face.values[std::size_t{j} * face.width + i]}; };
  return static_cast<float>((at(column, row) * (1 - s) + at(right, row) * s) * (1 - t) +
                            (at(column, below) * (1 - s) + at(right, below) * s) * t);
}

}  // namespace

bool is_first_face(std::string_view file) { return file.find(first) != file.npos; }

Result<HeightMap> heights_of_faces(const std::string& first_face, const std::string& levels) {
  const std::size_t at = first_face.rfind(first);
  std::array<HeightMap, 6> faces;
  for (std::size_t face = 0; face < faces.size(); ++face) {
    const std::string path =
        fmt::format("{}_{}_{}.{}", first_face.substr(0, at), face, cube_face_names()[face], first_face.substr(at + first.size()));
    CRATON_TRY(HeightMap map, read_height_map(path, {}));
    if (map.width != map.height || map.width != (face == 0 ? map.width : faces[0].width))
      return invalid("--from", fmt::format("{} has {} × {} samples; faces are squares of one size", path, map.width, map.height));
    faces[face] = std::move(map);
  }
  double low = 0, high = 1;
  if (faces[0].metres != levels.empty())
    return invalid("--levels", faces[0].metres ? "is for files of levels; this one holds metres"
                                               : "missing: write LOW,HIGH, the metres of the darkest and the brightest level");
  if (!levels.empty()) {
    CRATON_TRY(const std::vector<double> ends, parse_numbers(levels, "--levels"));
    if (ends.size() != 2 || !(ends[0] < ends[1]))
      return invalid("--levels", fmt::format("\"{}\" is no range; write LOW,HIGH, as -8000,8000", levels));
    low = ends[0];
    high = ends[1];
  }
  HeightMap map{.width = 4 * faces[0].width, .height = 2 * faces[0].width, .values = {}, .metres = true};
  map.values.reserve(std::size_t{map.width} * map.height);
  constexpr double no_warp = 1e-3;  // an angle that hardly warps
  for (std::uint32_t row = 0; row < map.height; ++row)
    for (std::uint32_t column = 0; column < map.width; ++column) {
      const LatLon place{90 - (row + 0.5) / map.height * 180, (column + 0.5) / map.width * 360 - 180};
      const FacePlace on = face_place_of(direction_of(place), no_warp);
      map.values.push_back(static_cast<float>(low + (high - low) * double{value_at(faces[on.face], on.a, on.b)}));
    }
  return map;
}

}  // namespace craton::cli
