#pragma once

#include <string>
#include <string_view>

#include <craton/base/assets.h>
#include <craton/base/result.h>

namespace craton::cli {

/// Whether a file is the first of the six faces that `craton planet` writes: NAME_0_front.EXT.
bool is_first_face(std::string_view file);

/// The heights of six faces as one equirectangular map in metres, four times as wide as a face. `levels` as in --levels, "" for
/// files of metres.
Result<HeightMap> heights_of_faces(const std::string& first_face, const std::string& levels);

}  // namespace craton::cli
