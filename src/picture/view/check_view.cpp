#include "picture/view/check_view.h"

#include <cmath>

namespace craton::view {
namespace {

Error bad(std::string_view option, std::string message) {
  return {ErrorCode::invalid_value, std::string(option), std::move(message)};
}

}  // namespace

Result<void> check(const ViewOptions& o) {
  const auto within = [](double value, double low, double high) { return value >= low && value <= high; };
  if (o.width < 1 || o.height < 1 || o.width > 16384 || o.height > 16384)
    return bad("size", "allowed 1 … 16384 pixels on a side");
  if (o.samples < 1 || o.samples > 65536) return bad("samples", "allowed 1 … 65536");
  if (o.exaggeration != 0 && !within(o.exaggeration, 0.01, 100)) return bad("exaggeration", "allowed 0.01 … 100");
  if (!within(o.haze, 0, 100)) return bad("haze", "allowed 0 … 100");
  if (o.fov != 0 && !within(o.fov, 1, 140)) return bad("fov", "allowed 1 … 140 degrees");
  if (!within(o.sun_elevation, 0.5, 90)) return bad("sun", "its elevation may be 0.5 … 90 degrees");
  if (o.sun_azimuth && !within(*o.sun_azimuth, -360, 360)) return bad("sun", "its azimuth may be -360 … 360 degrees");
  if (o.azimuth && !within(*o.azimuth, -360, 360)) return bad("azimuth", "allowed -360 … 360 degrees");
  for (const auto& [name, place] : {std::pair{"eye", o.eye}, std::pair{"look", o.look}})
    if (place && !(std::abs(place->x) < 1e16 && std::abs(place->y) < 1e16)) return bad(name, "no place");
  if (o.eye_height && !(std::abs(*o.eye_height) < 1e9)) return bad("eye", "no height");
  if (o.snow_line && !(std::abs(*o.snow_line) < 1e9)) return bad("snow", "no height");
  if (o.pitch && !within(*o.pitch, -89, 89)) return bad("pitch", "allowed -89 … 89 degrees");
  if (o.colours && (o.colours->width == 0 || o.colours->height == 0)) return bad("colours", "the picture is empty");
  return {};
}

}  // namespace craton::view
